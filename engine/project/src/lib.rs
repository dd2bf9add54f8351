//! Files of a project: reading with diagnostics, one lossless RON tree, careful saving, schema versions.

mod asset;
mod blocks;
mod diagnostic;
mod disk;
mod finding;
mod journal;
mod judge;
mod load;
mod overlooked;
mod placed;
mod quote;
mod read;
mod references;
mod rename;
mod save;
mod splice;
mod templates;
pub mod tree;
mod typed;
mod write;

pub use asset::{Asset, AssetKey, AssetKind};
pub use diagnostic::{Diagnostic, Severity};
pub use disk::{Disk, FileInfo, LARGEST_READ, RealDisk};
pub use finding::MOST_TOLD;
pub use journal::{Journal, Offer, Recovery, Unsaved};
pub use judge::{MOST_SLOTS, VOXEL_SIZES_UM, is_id};
pub use load::{OpenError, Project, Reload, SourceFile, asset_files, load, load_from};
pub use placed::placed_errors;
pub use quote::plain;
pub use read::{LARGEST_FILE, parse_file};
pub use rename::{used_by, with_renamed};
pub use save::{SaveError, Saved, Saver, write_atomically};
pub use templates::{CreateError, create_project, free_id, may_create, new_biome, new_edit_layer, new_strate};
pub use write::{Manner, text_for};
