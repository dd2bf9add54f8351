//! What new assets and new projects begin as.

use crate::asset::{Asset, AssetKind};
use crate::disk::Disk;
use crate::read::parse_file;
use crate::save::{SaveError, Saver};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use world::Assets;
use world::defs::{Archetype, EditLayerDef, FixedSlotDef, LayoutDef, ProjectDef, SCHEMA, StrateDef};

/// The commented text a new file of a kind begins with; `None` for kinds that the program writes alone.
pub fn text(kind: AssetKind) -> Option<&'static str> {
    match kind {
        AssetKind::Project => Some(include_str!("../templates/project.ron")),
        AssetKind::Strate => Some(include_str!("../templates/strate.ron")),
        AssetKind::Biome => Some(include_str!("../templates/biome.ron")),
        AssetKind::Materials => Some(include_str!("../templates/materials.ron")),
        AssetKind::Edits | AssetKind::Corpus => None,
    }
}

/// A path at which a file of this kind may stand.
pub fn usual_path(kind: AssetKind) -> PathBuf {
    match kind {
        AssetKind::Project => PathBuf::from("project.ron"),
        AssetKind::Materials => PathBuf::from("materials.ron"),
        other => Path::new(other.folder()).join("new.ron"),
    }
}

/// A new strate of an archetype, everything else at its default.
pub fn new_strate(id: &str, name: &str, archetype: Archetype) -> Option<Asset> {
    let Asset::Strate(template) = template(AssetKind::Strate)? else { return None };
    Some(Asset::Strate(Arc::new(StrateDef { id: id.to_owned(), name: name.to_owned(), archetype, ..(*template).clone() })))
}

/// A new biome on a material that exists.
pub fn new_biome(id: &str, name: &str, material: &str) -> Option<Asset> {
    let Asset::Biome(template) = template(AssetKind::Biome)? else { return None };
    let mut def = (*template).clone();
    (def.id, def.name, def.material) = (id.to_owned(), name.to_owned(), material.to_owned());
    Some(Asset::Biome(Arc::new(def)))
}

/// A new, empty edit layer.
pub fn new_edit_layer(id: &str, name: &str, order: i32) -> Asset {
    let (id, name) = (id.to_owned(), name.to_owned());
    Asset::Edits(Arc::new(EditLayerDef { schema: SCHEMA, id, name, order, hidden: false, strokes: Vec::new() }))
}

fn template(kind: AssetKind) -> Option<Asset> {
    parse_file(&usual_path(kind), text(kind)?).ok()
}

/// An id that a snapshot does not use yet: `base`, else `base-2`, `base-3` and so on. Letters an id cannot have become `-`.
pub fn free_id(assets: &Assets, kind: AssetKind, base: &str) -> String {
    let lowered = base.to_lowercase();
    let base: String = lowered
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' })
        .take(48)
        .collect();
    let base = if base.is_empty() { "new" } else { &base };
    let taken = |id: &str| match kind {
        AssetKind::Strate => assets.strates.contains_key(id),
        AssetKind::Biome => assets.biomes.contains_key(id),
        AssetKind::Materials => assets.materials.contains_key(id),
        AssetKind::Edits => assets.edits.contains_key(id),
        AssetKind::Corpus => assets.corpus.contains_key(id),
        AssetKind::Project => false,
    };
    let numbered = (2..).map(|number: u32| format!("{base}-{number}"));
    std::iter::once(base.to_owned()).chain(numbered).find(|id| !taken(id)).unwrap_or_default()
}

/// Why a project could not be made.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The folder holds a project already.
    #[error("there is already a project here: {0}")]
    Exists(PathBuf),
    /// The folder holds something else, which must not be mixed with a project.
    #[error("the folder is not empty; a new project needs one of its own: {0}")]
    NotEmpty(PathBuf),
    /// There is a file of this name.
    #[error("this is not a folder: {0}")]
    NotAFolder(PathBuf),
    /// A file could not be written.
    #[error(transparent)]
    Save(#[from] SaveError),
}

/// Whether a new project may be made in `folder`: it does not exist, or is empty.
///
/// # Errors
/// Why not.
pub fn may_create(disk: &dyn Disk, folder: &Path) -> Result<(), CreateError> {
    if disk.info(&folder.join("project.ron")).is_ok() {
        return Err(CreateError::Exists(folder.to_owned()));
    }
    match disk.info(folder) {
        Ok(info) if !info.folder => Err(CreateError::NotAFolder(folder.to_owned())),
        Ok(_) if disk.list(folder).is_ok_and(|entries| !entries.is_empty()) => Err(CreateError::NotEmpty(folder.to_owned())),
        _ => Ok(()),
    }
}

/// Writes a small project that is valid and shows something: a hall, drawn three times, of one material.
///
/// # Errors
/// As [`may_create`]; else the file that could not be written. Files written before stay.
pub fn create_project(disk: &dyn Disk, folder: &Path, name: &str, seed: u64) -> Result<(), CreateError> {
    let strates = new_strate("hall", "Hall", Archetype::FlatPlain(Default::default()));
    let Some(Asset::Project(template)) = template(AssetKind::Project) else { return may_create(disk, folder) };
    let project = ProjectDef { name: name.to_owned(), seed, ..(*template).clone() };
    create(disk, folder, strates.into_iter().collect(), project)
}

/// Writes a project of the given strates, from top to bottom in their order, of one material.
///
/// # Errors
/// As [`create_project`].
pub fn create_project_of(
    disk: &dyn Disk,
    folder: &Path,
    name: &str,
    seed: u64,
    strates: &[StrateDef],
) -> Result<(), CreateError> {
    let Some(Asset::Project(template)) = template(AssetKind::Project) else { return may_create(disk, folder) };
    let fixed = (0..).zip(strates).map(|(index, strate)| FixedSlotDef { index, strate: strate.id.clone() }).collect();
    let layout = LayoutDef { batches: Vec::new(), fixed, ..template.layout.clone() };
    let project = ProjectDef { name: name.to_owned(), seed, layout, ..(*template).clone() };
    create(disk, folder, strates.iter().map(|strate| Asset::Strate(Arc::new(strate.clone()))).collect(), project)
}

fn create(disk: &dyn Disk, folder: &Path, strates: Vec<Asset>, project: ProjectDef) -> Result<(), CreateError> {
    may_create(disk, folder)?;
    let saver = Saver::new(disk, folder, &folder.join(".backups"));
    let mut assets: Vec<Asset> = template(AssetKind::Materials).into_iter().collect();
    assets.extend(strates);
    assets.extend(new_biome("rock", "Rock", "stone"));
    // The project's own file comes last: a folder without it is no project, so a half-made one is never opened.
    assets.push(Asset::Project(Arc::new(project)));
    for asset in &assets {
        saver.save(None, asset)?;
    }
    Ok(())
}
