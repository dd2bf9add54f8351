//! The records of all operators: what the reference page lists.

use super::heights::HeightField;
use super::pillars::PillarKind;
use super::scatter::{
    Scattered, arch::Arches, bridge::Bridges, chasm::Chasms, chimney::Chimneys, dome::Domes, free_columns::FreeColumns,
    pit::Pits, ridge::Ridges,
};
use super::{
    bands, caves, convert, crystals, edge_seal, features, floor_bias, hollows, islands, lateral, maze, network, overhang_shelves,
    root, roughness, shafts, slab::Slab, strata, strokes, surface_column::Surface, worms,
};
use crate::Record;

/// The record of every operator, in the order of roles: roots, sources, conversions, modifiers, posts. An operator that is left out
/// is found by the tests of the worlds, which look into every stack.
pub fn records() -> Vec<&'static Record> {
    Vec::from([
        &root::ROCK,
        &root::VOID,
        &lateral::RECORD,
        const { &Slab::RECORD },
        const { &Surface::RECORD },
        &network::RECORD,
        &caves::RECORD,
        &maze::RECORD,
        &shafts::RECORD,
        &islands::RECORD,
        &convert::CARVE,
        &convert::FILL,
        const { &PillarKind::RECORD },
        &crystals::RECORD,
        &caves::dripstone::RECORD,
        &shafts::ledges::RECORD,
        &overhang_shelves::RECORD,
        &roughness::ON_DENSITY,
        &roughness::ON_SHAPE,
        &strata::TERRACE,
        &strata::LAYER_LINES,
        &strata::RIBS,
        &strata::OVERHANG,
        &strata::CLIFF,
        &hollows::SCALLOP,
        &hollows::VAULT,
        &hollows::PINCH,
        &floor_bias::RECORD,
        const { &FreeColumns::RECORD },
        const { &Arches::RECORD },
        const { &Pits::RECORD },
        const { &Chimneys::RECORD },
        const { &Domes::RECORD },
        &worms::RECORD,
        const { &Chasms::RECORD },
        const { &Ridges::RECORD },
        const { &Bridges::RECORD },
        &bands::RECORD,
        &features::RECORD,
        &edge_seal::RECORD,
        &strokes::RECORD,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;
    use std::collections::BTreeSet;

    #[test]
    fn every_record_has_a_name_of_its_own_and_says_what_it_does() {
        let mut names = BTreeSet::new();
        for record in records() {
            assert!(names.insert(record.name), "{} stands twice", record.name);
            assert!(record.doc.ends_with('.') && record.doc.len() > 20, "{}: {:?}", record.name, record.doc);
        }
    }

    #[test]
    fn what_an_operator_requires_another_provides() {
        let provided: BTreeSet<_> = records().iter().flat_map(|record| record.provides).collect();
        for record in records() {
            let missing: Vec<_> = record.requires.iter().filter(|resource| !provided.contains(resource)).collect();
            assert!(missing.is_empty(), "{} requires {missing:?}, which nothing provides", record.name);
        }
    }

    #[test]
    fn records_stand_in_the_order_of_roles() {
        let place =
            |role: Role| [Role::Root, Role::Source, Role::Conversion, Role::Modifier, Role::Post].iter().position(|r| *r == role);
        assert!(records().windows(2).all(|pair| place(pair[0].role) <= place(pair[1].role)));
    }
}
