//! Contracts that span rooms, and the end-to-end test; see the `tests` folder. Here is what several of them need.

use std::path::Path;

/// Copies a folder with all that is in it.
///
/// # Errors
/// What the system says.
pub fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
