//! Careful output: file names are judged before any work is done, files appear whole or not at all, and texts are shown without
//! letters that a terminal would obey.

use crate::session::{Failure, Outcome};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Says something on standard error. A closed pipe is the reader's wish.
pub fn tell(text: impl AsRef<str>) {
    let _ = writeln!(io::stderr(), "{}", text.as_ref());
}

/// Says something on standard output. A closed pipe is the reader's wish.
pub fn say(text: impl AsRef<str>) {
    let _ = writeln!(io::stdout(), "{}", text.as_ref());
}

/// Lines without control characters.
pub fn plain_lines(text: &str) -> String {
    text.lines().map(project::plain).collect::<Vec<_>>().join("\n")
}

/// A path as text, for messages and JSON; what is no text in it is replaced.
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Refuses a name under which no file can be written: another ending than one of `endings`, a folder, a file that exists (unless
/// `force`), or a place where nothing may be written.
pub fn judge(option: &str, path: &Path, endings: &[&str], force: bool) -> Outcome {
    let refuse = |what: String| Err(Failure::input(format!("{option}: {what}: {}", path.display())));
    let ending = path.extension().and_then(|end| end.to_str()).map(str::to_lowercase);
    if path.file_name().is_none() || !ending.is_some_and(|end| endings.contains(&end.as_str())) {
        let named: Vec<String> = endings.iter().map(|end| format!(".{end}")).collect();
        return refuse(format!("a file name ending in {} is expected", named.join(", ")));
    }
    if path.is_dir() {
        return refuse("there is a folder of this name".to_owned());
    }
    if fs::symlink_metadata(path).is_ok() {
        if !force {
            return refuse("exists already; --force overwrites it".to_owned());
        }
        if !path.is_file() {
            return refuse("this is no regular file".to_owned());
        }
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return refuse(format!("there is no folder {}", folder.display()));
    }
    match tempfile::tempfile_in(&folder) {
        Ok(_) => Ok(()),
        Err(error) => refuse(format!("nothing can be written there: {error}")),
    }
}

/// Writes a whole file by way of one beside it whose name nobody else has. An existing file is replaced only with `force`.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> Outcome {
    let fail = |error: io::Error| Failure::failed(format!("cannot write: {error}: {}", path.display()));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".voxelforge-");
    // As any new file: what the user's mask leaves.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(folder_of(path)).map_err(fail)?;
    temporary.write_all(bytes).map_err(fail)?;
    temporary.as_file().sync_all().map_err(fail)?;
    let kept = if force { temporary.persist(path) } else { temporary.persist_noclobber(path) };
    match kept {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            Err(Failure::input(format!("exists already; --force overwrites it: {}", path.display())))
        }
        Err(error) => Err(fail(error.error)),
    }
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The text of a regular file of at most `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String, Failure> {
    let refuse = |what: String| Failure::input(format!("cannot read: {what}: {}", path.display()));
    let metadata = fs::metadata(path).map_err(|error| refuse(error.to_string()))?;
    if !metadata.is_file() {
        return Err(refuse("it is no regular file".to_owned()));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| refuse(error.to_string()))?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| refuse(error.to_string()))?;
    if bytes.len() as u64 > most {
        return Err(refuse(format!("it has more than {} MiB", most >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| refuse("it is no text in UTF-8".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_judged_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("there.png"), "mine").unwrap();
        fs::create_dir(at("folder.png")).unwrap();
        for (name, force, reason) in [
            ("map.jpg", false, "ending in .png"),
            ("png", false, "ending in .png"),
            (".png", false, "ending in .png"),
            ("there.png", false, "exists already"),
            ("folder.png", true, "a folder of this name"),
            ("nowhere/map.png", false, "there is no folder"),
            ("there.png/map.png", false, "there is no folder"),
        ] {
            let failure = judge("--out", &at(name), &["png"], force).unwrap_err();
            assert!(failure.code == 2 && failure.message.contains(reason), "{name}: {}", failure.message);
        }
        assert!(judge("--out", &at("there.png"), &["png"], true).is_ok());
        assert!(judge("--out", &at("new.PNG"), &["png"], false).is_ok());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn nothing_is_lost_by_writing() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("a.json");
        fs::write(folder.path().join("a.json.tmp"), "mine").unwrap();
        write(&out, b"first", false).unwrap();
        assert_eq!(write(&out, b"second", false).unwrap_err().code, 2);
        assert_eq!(fs::read(&out).unwrap(), b"first");
        write(&out, b"third", true).unwrap();
        assert_eq!(fs::read(&out).unwrap(), b"third");
        assert_eq!(fs::read(folder.path().join("a.json.tmp")).unwrap(), b"mine");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn only_regular_files_of_text_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        fs::write(&file, "four").unwrap();
        assert_eq!(read_text(&file, 4).unwrap(), "four");
        assert!(read_text(&file, 3).is_err() && read_text(folder.path(), 9).is_err());
        fs::write(&file, [0xff]).unwrap();
        assert!(read_text(&file, 9).is_err());
    }
}
