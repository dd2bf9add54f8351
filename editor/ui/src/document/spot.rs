//! From a mistake to the field where it is mended.

use super::{Document, Subject};
use project::{AssetKey, Diagnostic};

/// A field of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What it belongs to.
    pub subject: Subject,
    /// Its path in there, without the names of variants: `regions[1].modifiers[0].step_m`; empty for the whole.
    pub field: String,
}

impl Document {
    /// Where a mistake can be mended in the inspector; `None` where its file holds nothing that could be selected.
    pub fn spot_of(&self, problem: &Diagnostic) -> Option<Spot> {
        let path = self.root().join(&problem.file);
        let (key, _) = self.sources().iter().find(|(_, source)| source.path == path)?;
        let slots = self.assets().project.layout.candidates.keys();
        // The id of a slot has a dot of its own.
        let of_candidate = |slot: &String| {
            let within = problem.field.strip_prefix("layout.candidates.")?.strip_prefix(slot.as_str())?;
            within.is_empty().then_some("").or(within.strip_prefix('.')).map(|field| (Subject::Candidate(slot.clone()), field))
        };
        let candidate = slots.filter(|_| *key == AssetKey::Project).find_map(of_candidate);
        let (subject, field) = candidate.or_else(|| Some((Subject::of_file(key)?, problem.field.as_str())))?;
        Some(Spot { subject, field: without_variants(field) })
    }
}

/// A path without the names of variants, which begin with a capital: `archetype.FlatPlain.floor_m` is `archetype.floor_m`.
fn without_variants(path: &str) -> String {
    let is_field = |part: &&str| !part.starts_with(|letter: char| letter.is_ascii_uppercase());
    path.split('.').filter(is_field).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_variants_are_no_part_of_a_spot() {
        assert_eq!(without_variants("archetype.FlatPlain.floor_m"), "archetype.floor_m");
        assert_eq!(without_variants("regions[1].modifiers[2].Terrace.step_m"), "regions[1].modifiers[2].step_m");
        assert_eq!(without_variants("bands.content_m"), "bands.content_m");
        assert_eq!(without_variants(""), "");
    }
}
