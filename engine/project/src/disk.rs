//! The few things this crate asks of a file system, as a trait, so that tests can let each of them fail.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Most bytes that are read of one file: more than any asset may have, and room for a journal of several.
pub const LARGEST_READ: u64 = 256 << 20;

/// What is known of a file without opening it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileInfo {
    /// Length in bytes.
    pub bytes: u64,
    /// Whether its permissions forbid writing.
    pub read_only: bool,
    /// Whether it is a folder.
    pub folder: bool,
    /// Whether it is a regular file: others (pipes, devices) may never end, or never begin.
    pub regular: bool,
}

/// A file system. Every call either does all it says or returns an error; only [`Disk::write`] can leave half a file behind.
pub trait Disk: Send + Sync {
    /// All bytes of a regular file of at most [`LARGEST_READ`] bytes.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// Names in a folder, sorted.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;
    /// What is at a path, links followed.
    fn info(&self, path: &Path) -> io::Result<FileInfo>;
    /// Whether a link stands at a path, wherever it leads.
    fn is_link(&self, path: &Path) -> bool;
    /// The path with every link resolved.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf>;
    /// Makes a folder and those above it.
    fn create_folder(&self, path: &Path) -> io::Result<()>;
    /// Creates or truncates a file, writes all bytes and waits until they are on the medium.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Gives `to` the permissions of `from`.
    fn copy_permissions(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Puts `from` in the place of `to` in one step, and waits until the folder is on the medium.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// The file system of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        // Opening a pipe waits for its other end, so it is not opened at all.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
        }
        let mut bytes = Vec::new();
        fs::File::open(path)?.take(LARGEST_READ + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST_READ {
            let reason = format!("it has more than {} MiB", LARGEST_READ >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        }
        Ok(bytes)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
        paths.sort();
        Ok(paths)
    }

    fn info(&self, path: &Path) -> io::Result<FileInfo> {
        let metadata = fs::metadata(path)?;
        Ok(FileInfo {
            bytes: metadata.len(),
            read_only: metadata.permissions().readonly(),
            folder: metadata.is_dir(),
            regular: metadata.is_file(),
        })
    }

    fn is_link(&self, path: &Path) -> bool {
        fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = fs::File::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn copy_permissions(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::set_permissions(to, fs::metadata(from)?.permissions())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)?;
        // Only Unix can open a folder to wait for it; elsewhere the rename itself is journaled.
        #[cfg(unix)]
        if let Some(folder) = to.parent() {
            fs::File::open(folder)?.sync_all()?;
        }
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }
}
