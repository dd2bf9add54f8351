//! What looks like an asset and is not read: each such thing gets a diagnostic instead of silence.

use crate::asset::AssetKind;
use crate::diagnostic::{Diagnostic, Severity};
use crate::disk::Disk;
use std::io;
use std::path::Path;

/// Everything in a project's folders that is passed over though it seems meant to be read.
pub fn overlooked(disk: &dyn Disk, root: &Path) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // A root that cannot be listed has no `project.ron` either, which is told elsewhere.
    names(disk, root, root, &mut found).ok();
    for kind in AssetKind::IN_FOLDERS {
        let relative = Path::new(kind.folder());
        let folder = root.join(relative);
        let reason = match disk.info(&folder) {
            Ok(info) if info.folder => match names(disk, root, &folder, &mut found) {
                Ok(()) => continue,
                Err(error) => format!("cannot be listed: {error}"),
            },
            Ok(_) => "is no folder".to_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound && !disk.is_link(&folder) => continue,
            Err(error) => format!("cannot be read: {error}"),
        };
        let accepted = Some(format!("a folder, in which each {} has a file", kind.noun()));
        found.push(Diagnostic { accepted, ..Diagnostic::of_file(relative, reason) });
    }
    found
}

/// Warns of names in a folder that nearly are those of assets.
fn names(disk: &dyn Disk, root: &Path, folder: &Path, found: &mut Vec<Diagnostic>) -> io::Result<()> {
    for path in disk.list(folder)? {
        let relative = path.strip_prefix(root).unwrap_or(&path);
        let Some(name) = relative.file_name() else { continue };
        let shown = name.to_string_lossy();
        let ends = relative.extension().is_some_and(|end| end.eq_ignore_ascii_case("ron"));
        if !ends || shown.starts_with('.') || AssetKind::of_path(relative).is_some() {
            continue;
        }
        let in_root = folder == root;
        let lowered = shown.to_lowercase();
        let (reason, accepted) = if in_root && !matches!(lowered.as_str(), "project.ron" | "materials.ron") {
            continue;
        } else if name.to_str().is_none() {
            ("is not read: its name is no text in UTF-8", "a name in UTF-8 that ends in .ron".to_owned())
        } else if in_root {
            ("is not read: its name is written otherwise", lowered)
        } else {
            ("is not read: its ending is written otherwise", "a name that ends in .ron".to_owned())
        };
        let warning = Diagnostic { severity: Severity::Warning, ..Diagnostic::of_file(relative, reason) };
        found.push(Diagnostic { accepted: Some(accepted), ..warning });
    }
    Ok(())
}
