//! Renaming an asset together with every name of it, and who names it.

use crate::asset::{Asset, AssetKey, AssetKind};
use std::collections::BTreeMap;
use std::sync::Arc;
use world::Assets;
use world::defs::{MaterialDef, ProjectDef, StrateDef};

/// The assets that name a strate, biome or material (`AssetKind::Materials` and the material's id), in order of key: what would break
/// if it went.
pub fn used_by(assets: &Assets, kind: AssetKind, id: &str) -> Vec<AssetKey> {
    // No id is empty, so whoever changes with this renaming names the asset.
    let renamed = names_changed(assets, kind, id, "");
    Asset::keys(assets).into_iter().filter(|key| Asset::of(assets, key) != Asset::of(&renamed, key)).collect()
}

/// The snapshot with an asset under another id and every name of it changed along. `None` if there is no such asset or the new id
/// is taken. Assets that do not change stay shared.
pub fn with_renamed(assets: &Assets, kind: AssetKind, from: &str, to: &str) -> Option<Assets> {
    let mut renamed = names_changed(assets, kind, from, to);
    if kind == AssetKind::Materials {
        let material = (**assets.materials.get(from)?).clone();
        renamed.materials.remove(from);
        let material = Arc::new(MaterialDef { id: to.to_owned(), ..material });
        return renamed.materials.insert(to.to_owned(), material).is_none().then_some(renamed);
    }
    let new_key = AssetKey::new(kind, to);
    let asset = Asset::of(&renamed, &AssetKey::new(kind, from))?;
    if Asset::of(&renamed, &new_key).is_some() {
        return None;
    }
    match kind {
        AssetKind::Strate => drop(renamed.strates.remove(from)),
        AssetKind::Biome => drop(renamed.biomes.remove(from)),
        AssetKind::Edits => drop(renamed.edits.remove(from)),
        AssetKind::Corpus => drop(renamed.corpus.remove(from)),
        AssetKind::Project | AssetKind::Materials => {}
    }
    asset.with_id(to).put_into(&mut renamed);
    Some(renamed)
}

fn names_changed(assets: &Assets, kind: AssetKind, from: &str, to: &str) -> Assets {
    let rename = |name: &mut String| {
        if name == from {
            to.clone_into(name);
        }
    };
    let in_strate = |def: &mut StrateDef| match kind {
        AssetKind::Biome => def.biomes.iter_mut().for_each(rename),
        AssetKind::Materials => {
            let regions = def.regions.iter_mut().map(|region| &mut region.material);
            regions.chain([&mut def.material]).flatten().for_each(rename);
        }
        _ => {}
    };
    let in_project = |def: &mut ProjectDef| {
        if kind == AssetKind::Strate {
            let layout = &mut def.layout;
            layout.batches.iter_mut().flat_map(|batch| &mut batch.pool).for_each(rename);
            layout.fixed.iter_mut().map(|fixed| &mut fixed.strate).for_each(rename);
            layout.overrides.values_mut().for_each(rename);
            layout.safe_entry.iter_mut().for_each(rename);
        }
        def.layout.candidates.values_mut().for_each(in_strate);
    };
    let mut changed = assets.clone();
    change(&mut changed.project, in_project);
    change_all(&mut changed.strates, in_strate);
    if kind == AssetKind::Materials {
        change_all(&mut changed.biomes, |def| rename(&mut def.material));
    }
    changed
}

fn change_all<T: Clone + PartialEq>(all: &mut BTreeMap<String, Arc<T>>, edit: impl Fn(&mut T)) {
    all.values_mut().for_each(|shared| change(shared, &edit));
}

/// Replaces a shared value only if the edit makes a difference.
fn change<T: Clone + PartialEq>(shared: &mut Arc<T>, edit: impl Fn(&mut T)) {
    let mut edited = (**shared).clone();
    edit(&mut edited);
    if edited != **shared {
        *shared = Arc::new(edited);
    }
}
