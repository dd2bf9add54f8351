//! The machine may stop at any change of a save: no file is half-written, and the journal offers the lost work.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod memory;

use memory::{Breaks, MemoryDisk};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use voxelforge_project::{Asset, AssetKey, Disk, Journal, Project, Saver, Unsaved, load_from};
use world::Assets;

const ROOT: &str = "/projects/deep";
const STATE: &str = "/state";
const STRATES: usize = 8;

fn root() -> &'static Path {
    Path::new(ROOT)
}

fn disk_with_project() -> MemoryDisk {
    let disk = MemoryDisk::default();
    let pool: Vec<String> = (0..STRATES).map(|number| format!("\"s{number}\"")).collect();
    disk.put(
        &root().join("project.ron"),
        &format!(
            "(schema: 1, name: \"Deep\", seed: 1, layout: (batches: [(id: \"a\", count: 3, pool: [{}])]))\n",
            pool.join(", ")
        ),
    );
    for number in 0..STRATES {
        let text = format!(
            "// number {number}\n(\n    schema: 1,\n    id: \"s{number}\",\n    archetype: FlatPlain(floor_m: 16.0), // slab\n)\n"
        );
        disk.put(&root().join(format!("strates/s{number}.ron")), &text);
    }
    disk
}

/// Every asset changed, one of them new.
fn changed(project: &Project) -> Assets {
    let mut now = project.assets.clone();
    for (number, strate) in now.strates.values_mut().enumerate() {
        Arc::make_mut(strate).archetype.block_mut().set(0, param::Value::Float(20.5 + number as f32)).unwrap();
    }
    let mut fresh = (*now.strates["s0"]).clone();
    fresh.id = "fresh".to_owned();
    now.strates.insert(fresh.id.clone(), Arc::new(fresh));
    Arc::make_mut(&mut now.project).seed = 99;
    now
}

type Write = fn(&MemoryDisk, &Project, &Unsaved) -> bool;

/// As the editor saves: the journal first, then each file, the journal shrinking as it goes.
fn save_all(disk: &MemoryDisk, project: &mut Project, now: &Assets, write: Write) {
    let journal = Journal::new(disk, Path::new(STATE), root());
    if journal.write(&project.unsaved(now)).is_err() {
        return;
    }
    for unsaved in project.unsaved(now) {
        if !write(disk, project, &unsaved) {
            return;
        }
        project.reload(&disk.restarted(), &unsaved.key.usual_path());
        if journal.write(&project.unsaved(now)).is_err() {
            return;
        }
    }
}

fn careful(disk: &MemoryDisk, project: &Project, unsaved: &Unsaved) -> bool {
    let saver = Saver::new(disk, root(), Path::new(STATE));
    saver.save(project.sources.get(&unsaved.key), unsaved.asset.as_ref().unwrap()).is_ok()
}

fn careless(disk: &MemoryDisk, project: &Project, unsaved: &Unsaved) -> bool {
    let relative = unsaved.key.usual_path();
    let before = project.sources.get(&unsaved.key).map(|source| source.text.as_str());
    let (text, _) = voxelforge_project::text_for(&relative, before, unsaved.asset.as_ref().unwrap()).unwrap();
    disk.write(&root().join(relative), text.as_bytes()).is_ok()
}

fn assets_on(disk: &MemoryDisk) -> BTreeMap<PathBuf, String> {
    let paths =
        disk.paths().into_iter().filter(|path| path.starts_with(ROOT) && path.extension().is_some_and(|end| end == "ron"));
    paths.map(|path| (path.clone(), disk.text(&path).unwrap())).collect()
}

/// Stops a save at each of its changes in each way; the number of stops and of those after which something was broken.
fn crash_everywhere(write: Write) -> (usize, usize) {
    let start = disk_with_project();
    let project = load_from(&start, root()).unwrap();
    assert_eq!(project.diagnostics, []);
    let now = changed(&project);
    let whole = start.restarted();
    save_all(&whole, &mut project.clone(), &now, write);
    let (old, new) = (assets_on(&start), assets_on(&whole));
    assert_eq!(load_from(&whole, root()).unwrap().assets, now);

    let (mut stops, mut broken) = (0, 0);
    for change in 0..whole.changes() {
        for breaks in [Breaks::Before, Breaks::Midway, Breaks::After] {
            stops += 1;
            let disk = start.stopping(change, breaks);
            save_all(&disk, &mut project.clone(), &now, write);
            let disk = disk.restarted();
            let torn = assets_on(&disk).iter().any(|(path, text)| Some(text) != old.get(path) && Some(text) != new.get(path));
            let after = load_from(&disk, root()).unwrap();
            let recovery = Journal::new(&disk, Path::new(STATE), root()).recover(&after).unwrap();
            assert_eq!(recovery.set_aside, None);
            let begun = disk
                .paths()
                .iter()
                .any(|path| path.starts_with("/state/journal") && path.extension().is_some_and(|end| end == "json"));
            let mut recovered = after.assets.clone();
            for offer in &recovery.offers {
                offer.unsaved.asset.as_ref().unwrap().put_into(&mut recovered);
            }
            let conflict = recovery.offers.iter().any(|offer| offer.conflict);
            let lost = if begun { recovered != now } else { after.assets != project.assets && after.assets != now };
            broken += usize::from(torn || conflict || lost || !after.diagnostics.is_empty());
        }
    }
    (stops, broken)
}

#[test]
fn no_crash_tears_a_file_or_loses_journaled_work() {
    let (stops, broken) = crash_everywhere(careful);
    assert!(stops >= 200, "{stops}");
    assert_eq!(broken, 0);
}

#[test]
fn writing_in_place_would_be_noticed() {
    let (_, broken) = crash_everywhere(careless);
    assert!(broken > 0);
}

#[test]
fn a_corrupt_journal_is_set_aside() {
    let disk = disk_with_project();
    let project = load_from(&disk, root()).unwrap();
    let journal = Journal::new(&disk, Path::new(STATE), root());
    journal.write(&project.unsaved(&changed(&project))).unwrap();
    let path = disk.paths().into_iter().find(|path| path.starts_with(STATE)).unwrap();
    let text = disk.text(&path).unwrap();
    disk.put(&path, &text[..text.len() / 2]);
    let recovery = journal.recover(&project).unwrap();
    assert!(recovery.offers.is_empty());
    assert!(disk.text(&recovery.set_aside.unwrap()).is_some());
    assert_eq!(journal.recover(&project).unwrap(), Default::default());
}

#[test]
fn a_file_changed_after_the_crash_is_a_conflict() {
    let disk = disk_with_project();
    let project = load_from(&disk, root()).unwrap();
    let journal = Journal::new(&disk, Path::new(STATE), root());
    journal.write(&project.unsaved(&changed(&project))).unwrap();
    let path = root().join("strates/s3.ron");
    disk.put(&path, &disk.text(&path).unwrap().replace("16.0", "17.0"));
    let recovery = journal.recover(&load_from(&disk, root()).unwrap()).unwrap();
    let conflicts: Vec<&AssetKey> =
        recovery.offers.iter().filter(|offer| offer.conflict).map(|offer| &offer.unsaved.key).collect();
    assert_eq!(conflicts, [&AssetKey::Strate("s3".to_owned())]);
    assert_eq!(recovery.offers.len(), STRATES + 2);
}

#[test]
fn half_finished_values_survive_in_the_journal() {
    let disk = disk_with_project();
    let project = load_from(&disk, root()).unwrap();
    let mut now = project.assets.clone();
    let strate = Arc::make_mut(now.strates.get_mut("s1").unwrap());
    strate.archetype.block_mut().set(0, param::Value::Float(60.0)).unwrap();
    let journal = Journal::new(&disk, Path::new(STATE), root());
    journal.write(&project.unsaved(&now)).unwrap();
    let recovery = journal.recover(&project).unwrap();
    assert_eq!(recovery.offers[0].unsaved.asset, Asset::of(&now, &AssetKey::Strate("s1".to_owned())));
}
