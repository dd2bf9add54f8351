//! Saving, loading and undoing change nothing: the same content hash and the same densities.

use crate::{Check, Context, Report};
use compose::draw::Draw;
use project::{Asset, parse_file};
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use std::sync::Arc;
use world::defs::{EditLayerDef, Mode, SCHEMA, Shape, Stroke};
use world::{Assets, World};

pub(crate) fn run(context: &Context<'_>) -> Report {
    let mut report = Report::begin(Check::Reload, context, "assets");
    let before = context.world.assets();
    let mut after = Assets::default();
    for key in Asset::keys(before) {
        let Some(asset) = Asset::of(before, &key) else { continue };
        report.tried += 1;
        match reread(&asset, &key.usual_path()) {
            Ok(again) => {
                if again != asset {
                    report.differ(format!("{key:?} reads back as another value"), None);
                }
                again.put_into(&mut after);
            }
            Err(error) => report.differ(format!("{key:?}: {error}"), None),
        }
    }
    if &after != before {
        report.differ("the reloaded project is not the saved one", None);
    }
    compare_worlds(context, &after, "after reloading", &mut report);
    undo_edits(context, &mut report);
    report.end(context)
}

/// Writes an asset as its file would be and reads it back through the loader.
fn reread(asset: &Asset, path: &std::path::Path) -> Result<Asset, String> {
    let text = match asset {
        Asset::Project(def) => text_of(&**def),
        Asset::Strate(def) => text_of(&**def),
        Asset::Biome(def) => text_of(&**def),
        Asset::Materials(list) => text_of(&list.iter().map(|m| &**m).collect::<Vec<_>>()),
        Asset::Edits(def) => text_of(&**def),
        Asset::Corpus(def) => text_of(&**def),
    }?;
    parse_file(path, &text).map_err(|d| d.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

fn text_of<T: serde::Serialize>(value: &T) -> Result<String, String> {
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES;
    let options = ron::Options::default().with_default_extension(extensions);
    options.to_string_pretty(value, PrettyConfig::default()).map_err(|e| e.to_string())
}

fn compare_worlds(context: &Context<'_>, assets: &Assets, when: &str, report: &mut Report) {
    match World::resolve(assets, Some(context.world)) {
        Err(errors) => {
            report.differ(format!("no world {when}: {}", errors.first().map(ToString::to_string).unwrap_or_default()), None)
        }
        Ok(world) if world.content_hash() != context.world.content_hash() => {
            report.differ(format!("another content hash {when}"), None);
        }
        Ok(_) => report.count(&format!("content hashes equal {when}"), 1),
    }
}

/// Random strokes must change the content hash, and taking them away must restore it.
fn undo_edits(context: &Context<'_>, report: &mut Report) {
    let mut draw = Draw::new("reload strokes", 0, 0, 0);
    let strokes = (0..16)
        .map(|sequence| {
            let mut at = || f64::from(draw.signed() * 30.0);
            let shape = Shape::Sphere { centre_m: [at(), at(), at() - 40.0], radius_m: 1.5 };
            Stroke { sequence, mode: Mode::Carve, shape, falloff_m: 0.0, strength: 1.0 }
        })
        .collect();
    let layer = EditLayerDef { schema: SCHEMA, id: "reload-check".into(), name: String::new(), order: 0, hidden: false, strokes };
    let mut edited = context.world.assets().clone();
    edited.edits.insert(layer.id.clone(), Arc::new(layer));
    match World::resolve(&edited, Some(context.world)) {
        Err(errors) => {
            report.differ(format!("no world with edits: {}", errors.first().map(ToString::to_string).unwrap_or_default()), None)
        }
        Ok(world) => {
            if world.content_hash() == context.world.content_hash() {
                report.differ("edits do not show in the content hash", None);
            }
            edited.edits.remove("reload-check");
            compare_worlds(context, &edited, "after undoing edits", report);
        }
    }
}
