//! Careful saving on a real file system, and where a file system refuses.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod memory;

use memory::MemoryDisk;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use voxelforge_project::{
    Asset, AssetKey, AssetKind, Manner, Project, RealDisk, Reload, SaveError, Saver, create_project, free_id, load, load_from,
    new_strate, used_by, with_renamed,
};
use world::Assets;
use world::defs::{RegionDef, StrateDef};

fn hall() -> AssetKey {
    AssetKey::Strate("hall".to_owned())
}

/// A fresh project and a change to its hall that is not saved yet.
fn fresh() -> (tempfile::TempDir, Project, Asset) {
    let folder = tempfile::tempdir().unwrap();
    create_project(&RealDisk, folder.path(), "Fresh", 5).unwrap();
    let project = load(folder.path()).unwrap();
    assert_eq!(project.diagnostics, []);
    let changed = renamed(&project, "Great hall");
    (folder, project, changed)
}

fn renamed(project: &Project, name: &str) -> Asset {
    let def = StrateDef { name: name.to_owned(), ..(*project.assets.strates["hall"]).clone() };
    Asset::Strate(Arc::new(def))
}

#[test]
fn a_new_project_is_valid_and_commented() {
    let (folder, project, _) = fresh();
    assert_eq!((project.assets.project.seed, project.assets.project.name.as_str()), (5, "Fresh"));
    assert_eq!(project.assets.strates.len(), 1);
    assert!(project.sources[&hall()].text.starts_with("//"));
    assert!(create_project(&RealDisk, folder.path(), "Again", 6).is_err());

    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("letter.txt"), "mine").unwrap();
    let refused = create_project(&RealDisk, other.path(), "Mixed", 7).unwrap_err();
    assert!(refused.to_string().contains("not empty"), "{refused}");
    assert_eq!(std::fs::read_dir(other.path()).unwrap().count(), 1, "nothing was written");
}

#[test]
fn a_save_keeps_the_old_text_beside_it_and_is_read_as_no_change() {
    let (folder, mut project, changed) = fresh();
    let source = project.sources[&hall()].clone();
    let saver = Saver::new(&RealDisk, &project.root, &folder.path().join("state"));
    let saved = saver.save(Some(&source), &changed).unwrap();
    assert_eq!(saved.manner, Manner::Spliced);
    assert_eq!(fs::read_to_string(source.path.with_extension("ron.bak")).unwrap(), source.text);
    assert_eq!(fs::read_to_string(&source.path).unwrap(), saved.source.text);
    project.written(changed.clone(), saved.source.clone());
    assert_eq!(project.saved(&hall()), Some(&changed));
    assert_eq!(project.reload(&RealDisk, Path::new("strates/hall.ron")), Reload::Same);
    assert_eq!(saver.save(Some(&saved.source), &changed).unwrap().manner, Manner::Unchanged);
    let left: Vec<_> = fs::read_dir(folder.path().join("strates")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "no temporary file stays: {left:?}");
}

#[test]
fn a_change_of_somebody_else_is_never_overwritten_unasked() {
    let (folder, project, changed) = fresh();
    let mut source = project.sources[&hall()].clone();
    fs::write(&source.path, source.text.replace("Hall", "Theirs")).unwrap();
    let saver = Saver::new(&RealDisk, &project.root, folder.path());
    let Err(SaveError::Conflict { current, .. }) = saver.save(Some(&source), &changed) else { panic!("a conflict") };
    assert!(fs::read_to_string(&source.path).unwrap().contains("Theirs"));
    source.hash = current;
    saver.save(Some(&source), &changed).unwrap();
    assert!(fs::read_to_string(&source.path).unwrap().contains("Great hall"));
    fs::remove_file(&source.path).unwrap();
    assert!(matches!(saver.save(Some(&source), &changed), Err(SaveError::Gone { .. })));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay_as_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, project, changed) = fresh();
    let source = project.sources[&hall()].clone();
    let real = folder.path().join("elsewhere.txt");
    fs::rename(&source.path, &real).unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, &source.path).unwrap();
    Saver::new(&RealDisk, &project.root, folder.path()).save(Some(&source), &changed).unwrap();
    assert!(fs::symlink_metadata(&source.path).unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("Great hall"));
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_read_only_file_is_refused_and_a_closed_folder_is_written_in_place() {
    let (_folder, project, changed) = fresh();
    let disk = MemoryDisk::default();
    for source in project.sources.values() {
        let relative = source.path.strip_prefix(&project.root).unwrap();
        disk.put(&Path::new("/p").join(relative), &source.text);
    }
    let project = load_from(&disk, Path::new("/p")).unwrap();
    let source = project.sources[&hall()].clone();
    disk.close_folder(Path::new("/p/strates"));
    let saver = Saver::new(&disk, Path::new("/p"), Path::new("/state"));
    saver.save(Some(&source), &changed).unwrap();
    assert!(disk.text(&source.path).unwrap().contains("Great hall"));
    let backup = disk.paths().into_iter().find(|path| path.starts_with("/state")).unwrap();
    assert_eq!(disk.text(&backup).unwrap(), source.text);

    let project = load_from(&disk, Path::new("/p")).unwrap();
    disk.protect(&source.path);
    let refused = saver.save(project.sources.get(&hall()), &renamed(&project, "Small hall"));
    assert!(matches!(refused, Err(SaveError::ReadOnly { .. })));
    assert!(disk.text(&source.path).unwrap().contains("Great hall"));
}

#[test]
fn new_duplicated_and_trashed_assets_have_files_of_their_own() {
    let (folder, mut project, _) = fresh();
    let saver = Saver::new(&RealDisk, &project.root, folder.path());
    let id = free_id(&project.assets, AssetKind::Strate, "Hall");
    assert_eq!(id, "hall-2");
    let copy = Asset::of(&project.assets, &hall()).unwrap().with_id(&id);
    let saved = saver.save(None, &copy).unwrap();
    assert_eq!(saved.manner, Manner::Created);
    project.written(copy, saved.source.clone());
    assert_eq!(load(folder.path()).unwrap().assets, project.assets);

    for archetype in world::defs::Archetype::all_defaults() {
        let asset = new_strate("another", "Another", archetype).unwrap();
        assert_eq!(saver.save(None, &asset).unwrap().manner, Manner::Created);
    }
    let trashed = saver.trash(&saved.source).unwrap();
    assert!(trashed.starts_with(project.root.join(".trash")) && trashed.exists());
    project.removed(saved.source.path.strip_prefix(&project.root).unwrap());
    assert!(!project.assets.strates.contains_key("hall-2"));
    assert!(matches!(saver.trash(&saved.source), Err(SaveError::Gone { .. })));
}

#[test]
fn a_renamed_asset_is_renamed_wherever_it_is_named() {
    let (folder, project, _) = fresh();
    assert_eq!(used_by(&project.assets, AssetKind::Strate, "hall"), [AssetKey::Project]);
    assert_eq!(used_by(&project.assets, AssetKind::Materials, "stone"), [AssetKey::Biome("rock".to_owned())]);
    let now = with_renamed(&project.assets, AssetKind::Strate, "hall", "vault").unwrap();
    assert!(Arc::ptr_eq(&now.biomes["rock"], &project.assets.biomes["rock"]), "what does not change stays shared");
    assert_eq!(with_renamed(&now, AssetKind::Strate, "hall", "other"), None);
    assert_eq!(with_renamed(&now, AssetKind::Materials, "stone", "stone-2").unwrap().biomes["rock"].material, "stone-2");
    // The file keeps its name and comments: only the ids inside count.
    let saver = Saver::new(&RealDisk, &project.root, folder.path());
    for (old, new) in [(hall(), AssetKey::Strate("vault".to_owned())), (AssetKey::Project, AssetKey::Project)] {
        let saved = saver.save(project.sources.get(&old), &Asset::of(&now, &new).unwrap()).unwrap();
        assert_eq!(saved.manner, Manner::Spliced);
    }
    let after = load(folder.path()).unwrap();
    assert_eq!((after.assets, after.diagnostics), (now, vec![]));
}

#[test]
fn the_material_of_a_region_is_a_name_like_any_other() {
    let (_folder, project, _) = fresh();
    let mut assets = project.assets.clone();
    let strate = Arc::make_mut(assets.strates.get_mut("hall").unwrap());
    let archetype = strate.archetype.clone();
    let material = Some("stone".to_owned());
    strate.regions.push(RegionDef { share: 1.0, archetype, modifiers: Vec::new(), material });
    let named_by = [AssetKey::Strate("hall".to_owned()), AssetKey::Biome("rock".to_owned())];
    let mut found = used_by(&assets, AssetKind::Materials, "stone");
    found.sort();
    assert!(named_by.iter().all(|key| found.contains(key)), "{found:?}");
    let now = with_renamed(&assets, AssetKind::Materials, "stone", "stone-2").unwrap();
    assert_eq!(now.strates["hall"].regions[0].material.as_deref(), Some("stone-2"));
    let missing = project.missing_names(&Assets { materials: Default::default(), ..assets });
    assert!(missing.iter().any(|problem| problem.field == "regions[0].material"), "{missing:?}");
}

#[test]
fn a_reload_keeps_the_last_good_asset_and_recovers() {
    let (_folder, mut project, _) = fresh();
    let relative = Path::new("strates/hall.ron");
    let source = project.sources[&hall()].clone();
    let before = project.assets.clone();
    fs::write(&source.path, source.text.replace("FlatPlain()", "FlatPlain(floor_m: -3.0)")).unwrap();
    assert_eq!(project.reload(&RealDisk, relative), Reload::Refused);
    assert_eq!(project.assets, before);
    assert_eq!((project.diagnostics[0].field.as_str(), project.diagnostics[0].line), ("archetype.FlatPlain.floor_m", Some(6)));
    fs::write(&source.path, source.text.replace("FlatPlain()", "FlatPlain(floor_m: 12.0)")).unwrap();
    assert_eq!(project.reload(&RealDisk, relative), Reload::Changed(hall()));
    assert_eq!(project.diagnostics, []);
    fs::remove_file(&source.path).unwrap();
    assert_eq!(project.reload(&RealDisk, relative), Reload::Removed(hall()));
    assert_eq!(project.diagnostics[0].field, "layout.batches[0].pool[0]");
    assert_eq!(project.reload(&RealDisk, Path::new("notes.txt")), Reload::Ignored);
}
