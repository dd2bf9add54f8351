//! A disk in memory that can stop working after a number of changes, as a machine does that is switched off.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use voxelforge_project::{Disk, FileInfo};

/// What happens to the write during which the disk stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaks {
    /// Nothing is written.
    Before,
    /// Half of it is written.
    Midway,
    /// All is written, but nobody hears of it.
    After,
}

/// Files by path, and when to stop.
#[derive(Debug, Default)]
pub struct MemoryDisk {
    state: Mutex<State>,
}

#[derive(Clone, Debug, Default)]
struct State {
    files: BTreeMap<PathBuf, Vec<u8>>,
    read_only: Vec<PathBuf>,
    closed_folders: Vec<PathBuf>,
    stop: Option<(usize, Breaks)>,
    changes: usize,
}

impl MemoryDisk {
    pub fn put(&self, path: &Path, text: &str) {
        self.state.lock().unwrap().files.insert(path.to_owned(), text.as_bytes().to_vec());
    }

    pub fn text(&self, path: &Path) -> Option<String> {
        self.state.lock().unwrap().files.get(path).map(|bytes| String::from_utf8(bytes.clone()).unwrap())
    }

    pub fn paths(&self) -> Vec<PathBuf> {
        self.state.lock().unwrap().files.keys().cloned().collect()
    }

    pub fn protect(&self, path: &Path) {
        self.state.lock().unwrap().read_only.push(path.to_owned());
    }

    /// No file can be made or renamed in this folder.
    pub fn close_folder(&self, path: &Path) {
        self.state.lock().unwrap().closed_folders.push(path.to_owned());
    }

    /// A copy that stops at change number `change`, from 0.
    pub fn stopping(&self, change: usize, breaks: Breaks) -> Self {
        let state = State { stop: Some((change, breaks)), changes: 0, ..self.state.lock().unwrap().clone() };
        Self { state: Mutex::new(state) }
    }

    /// A copy that works again.
    pub fn restarted(&self) -> Self {
        let state = State { stop: None, changes: 0, ..self.state.lock().unwrap().clone() };
        Self { state: Mutex::new(state) }
    }

    /// Changes made so far.
    pub fn changes(&self) -> usize {
        self.state.lock().unwrap().changes
    }

    /// Does a change, or the part of it that is done before the disk stops.
    fn change(&self, done: impl FnOnce(&mut State) -> io::Result<()>, half: impl FnOnce(&mut State)) -> io::Result<()> {
        let mut state = self.state.lock().unwrap();
        let number = state.changes;
        state.changes += 1;
        let off = || io::Error::other("the machine is off");
        match state.stop {
            Some((stop, _)) if number > stop => Err(off()),
            Some((stop, breaks)) if number == stop => {
                match breaks {
                    Breaks::Before => {}
                    Breaks::Midway => half(&mut state),
                    Breaks::After => drop(done(&mut state)),
                }
                Err(off())
            }
            _ => done(&mut state),
        }
    }
}

fn closed(state: &State, path: &Path) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    let new_file = !state.files.contains_key(path);
    if new_file && state.closed_folders.iter().any(|closed| closed == folder) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    Ok(())
}

impl Disk for MemoryDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.state.lock().unwrap().files.get(path).cloned().ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let state = self.state.lock().unwrap();
        Ok(state.files.keys().filter(|path| path.parent() == Some(folder)).cloned().collect())
    }

    fn info(&self, path: &Path) -> io::Result<FileInfo> {
        let state = self.state.lock().unwrap();
        let bytes = state.files.get(path).ok_or(ErrorKind::NotFound)?.len() as u64;
        Ok(FileInfo { bytes, read_only: state.read_only.iter().any(|protected| protected == path), folder: false, regular: true })
    }

    fn is_link(&self, _: &Path) -> bool {
        false
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_owned())
    }

    fn create_folder(&self, _: &Path) -> io::Result<()> {
        self.change(|_| Ok(()), |_| {})
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let put = |state: &mut State, bytes: &[u8]| {
            closed(state, path)?;
            state.files.insert(path.to_owned(), bytes.to_vec());
            Ok(())
        };
        self.change(|state| put(state, bytes), |state| drop(put(state, &bytes[..bytes.len() / 2])))
    }

    fn copy_permissions(&self, _: &Path, _: &Path) -> io::Result<()> {
        self.change(|_| Ok(()), |_| {})
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let moved = |state: &mut State| {
            closed(state, to)?;
            let bytes = state.files.remove(from).ok_or(ErrorKind::NotFound)?;
            state.files.insert(to.to_owned(), bytes);
            Ok(())
        };
        self.change(moved, |_| {})
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let gone = |state: &mut State| state.files.remove(path).map(drop).ok_or_else(|| ErrorKind::NotFound.into());
        self.change(gone, |_| {})
    }
}
