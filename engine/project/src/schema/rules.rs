//! What values must satisfy beyond their types and declarations, as far as a schema can tell it; the judge refuses the same.

use crate::judge::{LAYOUT_UNIT_M, MOST_SLOTS, VOXEL_SIZES_UM, WEIGHTS};
use serde_json::{Map, Value, json};
use std::fmt::Display;
use world::defs::{BIOME_SIZES_M, MOST_REGIONS, REGION_SIZES_M, SCHEMA, SHARES};
use world::edits::{FALLOFF_M, PLACE_M, SIZE_M, STRENGTH};

/// Keywords for a field of a container, by their names in files.
pub fn rules(container: &str, field: &str) -> Map<String, Value> {
    let keywords = match (container, field) {
        (_, "id") => json!({ "pattern": "^[a-z0-9_-]{1,64}$" }),
        (_, "schema") => json!({ "minimum": 1, "maximum": SCHEMA }),
        ("ProjectDef", "voxel_um") => json!({ "enum": VOXEL_SIZES_UM }),
        ("StrateDef", "biome_size_m") => range(BIOME_SIZES_M),
        ("StrateDef", "region_size_m") => range(REGION_SIZES_M),
        ("StrateDef", "regions") => json!({ "maxItems": MOST_REGIONS }),
        ("RegionDef", "share") => range(SHARES),
        ("CorpusDef", "weight") => range(WEIGHTS),
        ("BandsDef", _) => json!({ "multipleOf": LAYOUT_UNIT_M }),
        ("BatchDef", "count") => json!({ "minimum": 1, "maximum": MOST_SLOTS }),
        ("BatchDef", "pool") => json!({ "minItems": 1, "uniqueItems": true }),
        ("Stroke", "falloff_m") => range(FALLOFF_M),
        ("Stroke", "strength") => range(STRENGTH),
        ("Shape", "radius_m") => range(SIZE_M),
        ("Shape", "half_m") => items(range(SIZE_M)),
        ("Shape", "centre_m" | "a_m" | "b_m") => items(range(PLACE_M)),
        _ => return Map::new(),
    };
    match keywords {
        Value::Object(keywords) => keywords,
        _ => Map::new(),
    }
}

/// Ends as people write them: their shortest text.
fn range<T: Display>([lowest, highest]: [T; 2]) -> Value {
    let end = |number: T| number.to_string().parse::<f64>().map_or(Value::Null, |number| json!(number));
    json!({ "minimum": end(lowest), "maximum": end(highest) })
}

fn items(mut range: Value) -> Value {
    range["type"] = json!("number");
    json!({ "items": range })
}
