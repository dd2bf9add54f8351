//! From assets to a world: layout, checks, native fields, and what can be kept of the world before.

use crate::content::{self, Canon, Key};
use crate::defs::{BIOME_SIZES_M, BiomeDef, MOST_REGIONS, Modifier, ProjectSettings, REGION_SIZES_M, SHARES, StrateDef};
use crate::layout::{self, Slot, missing};
use crate::world::{Keys, Strate};
use crate::{Assets, ResolveError, StrateIndex, World, archetypes, biome::BiomeTable, edits};
use field::VoxelSize;
use field::hash::{self, Tag};
use param::{ParamBlock, Violation};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

impl World {
    /// Lays out and checks; plans nothing yet. Reuses unchanged native stacks and plans of `previous`. All errors are returned.
    pub fn resolve(assets: &Assets, previous: Option<&World>) -> Result<World, Vec<ResolveError>> {
        let project = &assets.project;
        let mut errors = Vec::new();
        let voxel = VoxelSize::from_micrometres(project.voxel_um).unwrap_or_else(|| {
            let reason = format!("{} is not one of {:?}", project.voxel_um, VoxelSize::ALLOWED_UM);
            errors.push(ResolveError::Invalid { asset: "project".into(), field: "voxel_um".into(), reason });
            VoxelSize::DEFAULT
        });
        check_block("project", "settings", &project.settings, &mut errors);
        errors.extend(World::settings_violations(&project.settings).into_iter().map(|v| violated("project", "settings", v)));
        edits::check(assets, &mut errors);
        let slots = layout::lay_out(assets, voxel, &mut errors);
        let biomes: Vec<Vec<Arc<BiomeDef>>> = slots.iter().map(|slot| check_strate(assets, &slot.def, &mut errors)).collect();
        if !errors.is_empty() {
            return Err(said_once(errors));
        }
        let mut strates = Vec::new();
        for (i, (slot, biomes)) in slots.into_iter().zip(&biomes).enumerate() {
            match build(assets, voxel, StrateIndex(i as u16), slot, biomes, previous) {
                Ok(strate) => strates.push(strate),
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(said_once(errors));
        }
        link(assets, voxel, &mut strates, previous);
        Ok(World { assets: assets.clone(), voxel, strates })
    }
}

/// A strate that stands in several slots says the same of each.
fn said_once(mut errors: Vec<ResolveError>) -> Vec<ResolveError> {
    let mut said = BTreeSet::new();
    errors.retain(|error| said.insert(format!("{error:?}")));
    errors
}

/// Least width of open ground between the spine room and the edge, metres: mouths stand there.
const OPEN_GROUND_M: f32 = 64.0;

impl World {
    /// What the bounds of a world break together, beyond the range of each: an edge leaves room for mouths round the spine room.
    /// Empty where a value is out of its own range, which is told by itself.
    pub fn settings_violations(settings: &ProjectSettings) -> Vec<Violation> {
        let ProjectSettings { radius_m, edge_thickness_m, spine_radius_m } = *settings;
        if !param::validate(settings).is_empty() {
            return Vec::new();
        }
        let least = edge_thickness_m + spine_radius_m + OPEN_GROUND_M;
        let is_cramped = radius_m > 0.0 && radius_m < least;
        let violation = || Violation {
            field: "radius_m".into(),
            reason: format!("a radius of {radius_m} m leaves no room for ways"),
            accepted: format!("0 m for no edge, or at least {least} m (edge_thickness_m + spine_radius_m + {OPEN_GROUND_M} m)"),
        };
        is_cramped.then(violation).into_iter().collect()
    }
}

fn build(
    assets: &Assets,
    voxel: VoxelSize,
    index: StrateIndex,
    slot: Slot,
    biomes: &[Arc<BiomeDef>],
    previous: Option<&World>,
) -> Result<Strate, ResolveError> {
    let Slot { id, def, bands } = slot;
    let seed = def.seed.unwrap_or_else(|| hash::derive_seed(assets.project.seed ^ content::key_of_text(&id.0), Tag::Strate, 0));
    let native = content::native_key(&def, seed, biomes, voxel.micrometres());
    let place = content::place_key(&def, &native, &id.0, bands);
    let water_level_m = archetypes::water_level_m(&def);
    let surface = content::surface_key(&def, biomes, water_level_m);
    let twin = previous.and_then(|world| world.strates.iter().find(|strate| strate.keys.native == native));
    let (native_stack, standing) = match twin {
        Some(twin) => (Arc::clone(&twin.native), Arc::clone(&twin.place)),
        None => {
            let native = archetypes::build(&def, seed, voxel, biomes).map_err(|refused| {
                let field = refused.modifier.map_or_else(|| "archetype".into(), |index| format!("modifiers[{index}]"));
                let field = refused.region.map_or(field.clone(), |region| format!("regions[{region}].{field}"));
                ResolveError::Invalid { asset: def.id.clone(), field, reason: refused.to_string() }
            })?;
            (Arc::new(native.stack), native.place)
        }
    };
    Ok(Strate {
        index,
        slot: id,
        coarsest_level: archetypes::coarsest_level(&def, voxel),
        biomes: Arc::new(BiomeTable::new(assets, &def, seed, biomes)),
        def,
        bands,
        seed,
        native: native_stack,
        water_level_m,
        place: standing,
        keys: Keys { native, place, surface, plan: Key::default(), finished: Key::default() },
        plan: Arc::new(OnceLock::new()),
        finished: Arc::new(OnceLock::new()),
    })
}

/// Fills in what depends on neighbours, and takes over plans and finished fields that cannot have changed.
fn link(assets: &Assets, voxel: VoxelSize, strates: &mut [Strate], previous: Option<&World>) {
    let places: Vec<Key> = strates.iter().map(|strate| strate.keys.place).collect();
    for (i, strate) in strates.iter_mut().enumerate() {
        let mut canon = Canon::default();
        canon.int("index", i as i64).bytes("seed", &assets.project.seed.to_le_bytes());
        canon.block("settings", &assets.project.settings);
        for neighbour in [i.checked_sub(1), Some(i), Some(i + 1)] {
            let place = neighbour.and_then(|n| places.get(n)).map_or(&[][..], |key| &key[..]);
            canon.bytes("place", place);
        }
        strate.keys.plan = canon.finish();
        let strokes = edits::key_of_strate(assets, voxel, strate.bands);
        strate.keys.finished = Canon::default().bytes("plan", &strate.keys.plan).bytes("strokes", &strokes).finish();
        let Some(before) = previous.and_then(|world| world.strates.get(i)) else { continue };
        if before.keys.plan == strate.keys.plan {
            strate.plan = Arc::clone(&before.plan);
        }
        if before.keys.finished == strate.keys.finished {
            strate.finished = Arc::clone(&before.finished);
        }
    }
}

/// Checks a strate that stands in a slot and finds its biomes, in the order it names them.
fn check_strate(assets: &Assets, def: &StrateDef, errors: &mut Vec<ResolveError>) -> Vec<Arc<BiomeDef>> {
    let blocks: [(&str, &dyn ParamBlock); 5] = [
        ("archetype", def.archetype.block()),
        ("bands", &def.bands),
        ("transition", &def.transition),
        ("passages", &def.passages),
        ("look", &def.look),
    ];
    for (name, block) in blocks {
        check_block(&def.id, name, block, errors);
    }
    let mut check_modifiers = |path: &str, modifiers: &[Modifier]| {
        for (index, modifier) in modifiers.iter().enumerate() {
            check_block(&def.id, &format!("{path}modifiers[{index}]"), modifier.block(), errors);
        }
    };
    check_modifiers("", &def.modifiers);
    for (i, region) in def.regions.iter().enumerate() {
        check_modifiers(&format!("regions[{i}]."), &region.modifiers);
    }
    for (i, disturbance) in def.disturbances.iter().enumerate() {
        check_block(&def.id, &format!("disturbances[{i}]"), disturbance.block(), errors);
    }
    for (i, region) in def.regions.iter().enumerate() {
        check_block(&def.id, &format!("regions[{i}].archetype"), region.archetype.block(), errors);
        if !(SHARES[0]..=SHARES[1]).contains(&region.share) {
            let reason = format!("{} is outside {} to {}", region.share, SHARES[0], SHARES[1]);
            errors.push(ResolveError::Invalid { asset: def.id.clone(), field: format!("regions[{i}].share"), reason });
        }
    }
    if def.regions.len() > MOST_REGIONS {
        let reason = format!("{} regions are too many; accepted: up to {MOST_REGIONS}", def.regions.len());
        errors.push(ResolveError::Invalid { asset: def.id.clone(), field: format!("regions[{MOST_REGIONS}]"), reason });
    }
    if !(REGION_SIZES_M[0]..=REGION_SIZES_M[1]).contains(&def.region_size_m) {
        let reason = format!("{} m is outside {} m to {} m", def.region_size_m, REGION_SIZES_M[0], REGION_SIZES_M[1]);
        errors.push(ResolveError::Invalid { asset: def.id.clone(), field: "region_size_m".into(), reason });
    }
    if !(BIOME_SIZES_M[0]..=BIOME_SIZES_M[1]).contains(&def.biome_size_m) {
        let reason = format!("{} m is outside {} m to {} m", def.biome_size_m, BIOME_SIZES_M[0], BIOME_SIZES_M[1]);
        errors.push(ResolveError::Invalid { asset: def.id.clone(), field: "biome_size_m".into(), reason });
    }
    let mut check_material = |id: &str, field: String| {
        if !assets.materials.contains_key(id) {
            errors.push(missing("material", id, &field, assets.materials.keys().map(String::as_str)));
        }
    };
    if let Some(material) = &def.material {
        check_material(material, format!("{}: material", def.id));
    }
    for (i, region) in def.regions.iter().enumerate() {
        if let Some(material) = &region.material {
            check_material(material, format!("{}: regions[{i}].material", def.id));
        }
    }
    for id in &def.biomes {
        if let Some(biome) = assets.biomes.get(id) {
            check_material(&biome.material, format!("{}: material", biome.id));
        }
    }
    let mut biomes = Vec::new();
    for (i, id) in def.biomes.iter().enumerate() {
        let field = format!("{}: biomes[{i}]", def.id);
        match assets.biomes.get(id) {
            Some(biome) => {
                check_block(&biome.id, "climate", &biome.climate, errors);
                check_block(&biome.id, "look", &biome.look, errors);
                biomes.push(Arc::clone(biome));
            }
            None => errors.push(missing("biome", id, &field, assets.biomes.keys().map(String::as_str))),
        }
    }
    biomes
}

fn check_block(asset: &str, name: &str, block: &dyn ParamBlock, errors: &mut Vec<ResolveError>) {
    errors.extend(param::validate(block).into_iter().map(|violation| violated(asset, name, violation)));
}

fn violated(asset: &str, name: &str, violation: Violation) -> ResolveError {
    ResolveError::Invalid {
        asset: asset.to_string(),
        field: format!("{name}.{}", violation.field),
        reason: format!("{}; accepted: {}", violation.reason, violation.accepted),
    }
}
