//! Seeds as decimal text in JSON, since many readers round large numbers.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Writes decimal text.
pub fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&seed.to_string())
}

/// Reads decimal text.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| D::Error::custom(format!("{text:?} is no seed: a decimal number below 2^64 is expected")))
}
