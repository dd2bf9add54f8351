//! Saving, loading and undoing change nothing: the same assets and the same content hash.
//!
//! What reads an asset back and what undoes the edits are arguments of the comparison.

use crate::report::in_words;
use crate::{Check, Context, Report};
use compose::draw::Draw;
use project::{Asset, AssetKey, Diagnostic, parse_file, text_for};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use world::defs::{EditLayerDef, Mode, SCHEMA, Shape, Stroke};
use world::{Assets, World};

/// Id of the edit layer that is added and taken away again.
const LAYER: &str = "reload-check";

/// Why an asset did not come back from its file.
#[derive(Debug, thiserror::Error)]
enum RereadError {
    /// It is not written.
    #[error("cannot be written: {}", in_words(.0))]
    Write(Vec<Diagnostic>),
    /// What was written is not read.
    #[error("cannot be read back: {}", in_words(.0))]
    Read(Vec<Diagnostic>),
}

pub(crate) fn run(context: &Context<'_>) -> Report {
    judge(context, reread, |edited| drop(edited.edits.remove(LAYER)))
}

/// Writes an asset as its new file would be and reads it back through the loader.
fn reread(asset: &Asset, path: &Path) -> Result<Asset, RereadError> {
    let (text, _) = text_for(path, None, asset).map_err(RereadError::Write)?;
    parse_file(path, &text).map_err(RereadError::Read)
}

/// Reads every asset back with `reread`; edits the world, takes the edits back with `undo`.
fn judge(
    context: &Context<'_>,
    reread: impl Fn(&Asset, &Path) -> Result<Asset, RereadError>,
    undo: impl Fn(&mut Assets),
) -> Report {
    let mut report = Report::begin(Check::Reload, context, "assets");
    let before = context.world.assets();
    let mut after = Assets::default();
    for key in Asset::keys(before) {
        let Some(asset) = Asset::of(before, &key) else { continue };
        report.tried += 1;
        match reread(&asset, &key.usual_path()) {
            Ok(again) => again.put_into(&mut after),
            Err(error) => {
                report.differ(format!("{}: {error}", key.usual_path().display()), None);
                asset.put_into(&mut after);
            }
        }
    }
    compare(context, &after, "after reloading", &mut report);
    let mut edited = before.clone();
    edited.edits.insert(LAYER.to_owned(), Arc::new(strokes()));
    match World::resolve(&edited, Some(context.world)) {
        Err(errors) => report.differ(format!("no world with edits: {}", in_words(&errors)), None),
        Ok(world) if world.content_hash() == context.world.content_hash() => {
            report.differ("edits do not show in the content hash", None);
        }
        Ok(_) => {
            undo(&mut edited);
            compare(context, &edited, "after undoing edits", &mut report);
        }
    }
    report.end(context)
}

/// Compares assets with those of the world one by one, and the content hash of the world that they make with the world's own.
fn compare(context: &Context<'_>, assets: &Assets, when: &str, report: &mut Report) {
    let before = context.world.assets();
    let keys: BTreeSet<AssetKey> = Asset::keys(before).into_iter().chain(Asset::keys(assets)).collect();
    for key in &keys {
        let what = match (Asset::of(before, key), Asset::of(assets, key)) {
            (was, is) if was == is => continue,
            (_, None) => "is gone",
            (None, _) => "has come from nowhere",
            _ => "is another",
        };
        report.differ(format!("{} {what} {when}", key.usual_path().display()), None);
    }
    report.require(context, &format!("assets compared {when}"), keys.len() as u64);
    match World::resolve(assets, Some(context.world)) {
        Err(errors) => report.differ(format!("no world {when}: {}", in_words(&errors)), None),
        Ok(world) if world.content_hash() != context.world.content_hash() => {
            report.differ(format!("another content hash {when}"), None);
        }
        Ok(_) => report.count(&format!("content hashes equal {when}"), 1),
    }
}

/// Random strokes in a layer of their own.
fn strokes() -> EditLayerDef {
    let mut draw = Draw::new("reload strokes", 0, 0, 0);
    let strokes = (0..16)
        .map(|sequence| {
            let mut at = || f64::from(draw.signed() * 30.0);
            let shape = Shape::Sphere { centre_m: [at(), at(), at() - 40.0], radius_m: 1.5 };
            Stroke { sequence, mode: Mode::Carve, shape, falloff_m: 0.0, strength: 1.0 }
        })
        .collect();
    EditLayerDef { schema: SCHEMA, id: LAYER.to_owned(), name: String::new(), order: 0, hidden: false, strokes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, fixture};

    fn take_back(edited: &mut Assets) {
        edited.edits.remove(LAYER);
    }

    fn assert_caught(report: Report, naming: &str) {
        assert!(report.tried > 0);
        assert_eq!(report.outcome, Outcome::Failed, "{}", report.to_text());
        let first = report.first.expect("a difference");
        assert!(first.what.contains(naming), "{} does not name {naming}", first.what);
    }

    /// The asset as a reader without one field would give it.
    fn without_a_field(asset: &Asset) -> Asset {
        match asset.clone() {
            Asset::Project(mut def) => {
                Arc::make_mut(&mut def).name.clear();
                Asset::Project(def)
            }
            Asset::Strate(mut def) => {
                Arc::make_mut(&mut def).name.clear();
                Asset::Strate(def)
            }
            Asset::Biome(mut def) => {
                Arc::make_mut(&mut def).look = Default::default();
                Asset::Biome(def)
            }
            Asset::Materials(mut list) => {
                list.pop();
                Asset::Materials(list)
            }
            other => other,
        }
    }

    #[test]
    fn honest_files_and_an_honest_undo_pass() {
        let report = run(&fixture::context());
        assert!(report.passed(), "{}", report.to_text());
        assert_eq!(report.tried, Asset::keys(fixture::world().assets()).len() as u64);
        let names: Vec<&str> = report.counts.iter().filter(|(_, value)| *value > 0).map(|(name, _)| name.as_str()).collect();
        let wanted = [
            "assets compared after reloading",
            "content hashes equal after reloading",
            "assets compared after undoing edits",
            "content hashes equal after undoing edits",
        ];
        assert_eq!(names, wanted);
    }

    #[test]
    fn an_asset_that_loses_a_field_in_its_file_is_caught() {
        let mut planted = 0;
        for key in Asset::keys(fixture::world().assets()) {
            let path = key.usual_path();
            let asset = Asset::of(fixture::world().assets(), &key).expect("an asset");
            if without_a_field(&asset) == asset {
                continue;
            }
            planted += 1;
            let losing = |asset: &Asset, at: &Path| {
                let read = reread(asset, at)?;
                Ok(if at == path { without_a_field(&read) } else { read })
            };
            assert_caught(judge(&fixture::context(), losing, take_back), &path.display().to_string());
        }
        assert!(planted >= 6, "only {planted} assets had a field to lose");
    }

    #[test]
    fn an_asset_that_comes_back_under_another_id_is_caught() {
        let renaming = |asset: &Asset, at: &Path| {
            let read = reread(asset, at)?;
            Ok(if at.ends_with("knoll.ron") { read.with_id("mound") } else { read })
        };
        assert_caught(judge(&fixture::context(), renaming, take_back), "knoll.ron is gone");
    }

    #[test]
    fn an_asset_whose_file_cannot_be_read_is_caught() {
        let refusing = |asset: &Asset, at: &Path| match at.ends_with("stone.ron") {
            true => parse_file(at, "(schema: 1, id: \"stone\"").map_err(RereadError::Read),
            false => reread(asset, at),
        };
        let report = judge(&fixture::context(), refusing, take_back);
        assert_eq!(report.differences, 1, "{}", report.to_text());
        assert_caught(report, "stone.ron: cannot be read back");
    }

    #[test]
    fn an_undo_that_leaves_a_stroke_is_caught() {
        let leaving = |edited: &mut Assets| {
            let layer = Arc::make_mut(edited.edits.get_mut(LAYER).expect("a layer"));
            layer.strokes.truncate(1);
        };
        let report = judge(&fixture::context(), reread, leaving);
        assert!(report.to_text().contains("after undoing edits"), "{}", report.to_text());
        assert_caught(report, "reload-check.ron has come from nowhere");
    }

    #[test]
    fn an_undo_that_leaves_an_empty_layer_is_caught() {
        let leaving = |edited: &mut Assets| {
            Arc::make_mut(edited.edits.get_mut(LAYER).expect("a layer")).strokes.clear();
        };
        assert_caught(judge(&fixture::context(), reread, leaving), "reload-check.ron has come from nowhere");
    }

    #[test]
    fn an_undo_that_changes_something_else_is_caught() {
        let careless = |edited: &mut Assets| {
            take_back(edited);
            Arc::make_mut(&mut edited.project).name.push('!');
        };
        assert_caught(judge(&fixture::context(), reread, careless), "project.ron is another after undoing edits");
    }
}
