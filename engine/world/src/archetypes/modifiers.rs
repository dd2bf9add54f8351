//! The modifiers of a strate: from parameter blocks to operators in their places in a native stack.
//!
//! *Order.* A list of modifiers is kept in its order. Those that write the shape stand directly before the conversion, all others after
//! everything that the archetype builds. Whether such a stack is legal is for the operators' records to say.

use super::{Built, Place, Site, features, kind};
use crate::content::key_of_text;
use crate::defs::{Archetype, BiomeDef, Modifier, StrateDef};
use field::hash::{self, Tag};
use field::operator::Role;
use field::{Operator, Stack, StackError, VoxelSize};
use std::sync::Arc;

/// What a modifier is built for.
pub(crate) struct Setting<'a> {
    /// The strate it changes.
    pub site: &'a Site<'a>,
    /// What is known of the archetype beside its field.
    pub place: &'a Arc<dyn Place>,
    /// The modifier's own seed: another for every kind and every place in the list.
    pub seed: u64,
}

/// A kind of modifier: what its parameters make.
pub(crate) trait Modify {
    /// The operator. Never plans, never reads another strate.
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator>;
}

fn modify(modifier: &Modifier) -> &dyn Modify {
    match modifier {
        Modifier::RoughnessOnDensity(block) => block,
        Modifier::RoughnessOnShape(block) => block,
        Modifier::Terrace(block) => block,
        Modifier::LayerLines(block) => block,
        Modifier::Ribs(block) => block,
        Modifier::Overhang(block) => block,
        Modifier::Cliff(block) => block,
        Modifier::Scallop(block) => block,
        Modifier::Vault(block) => block,
        Modifier::Pinch(block) => block,
        Modifier::FloorBias(block) => block,
        Modifier::Column(block) => block,
        Modifier::Arch(block) => block,
        Modifier::Pit(block) => block,
        Modifier::Chimney(block) => block,
        Modifier::Dome(block) => block,
        Modifier::Worms(block) => block,
    }
}

/// Why a list of modifiers cannot stand on its archetype.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct Refused {
    /// Index of the region it belongs to; `None` for the strate's own.
    pub region: Option<usize>,
    /// Index of the modifier that cannot stand where it is; `None` if the archetype's own stack is not legal.
    pub modifier: Option<usize>,
    /// The two operators and what is wrong.
    pub error: StackError,
}

/// An archetype's stack that lists of modifiers are tried on.
pub struct Trial<'a> {
    archetype: &'a Archetype,
    site: Site<'a>,
    built: Built,
}

impl<'a> Trial<'a> {
    /// Builds the archetype of a strate; its modifiers do not matter.
    pub fn new(def: &'a StrateDef, seed: u64, voxel: VoxelSize, biomes: &'a [Arc<BiomeDef>]) -> Self {
        Self::of(&def.archetype, Site { def, seed, voxel, biomes, felt_m: 0.0 })
    }
    /// Builds an archetype of a strate: its own or that of a region.
    pub(super) fn of(archetype: &'a Archetype, site: Site<'a>) -> Self {
        let built = kind(archetype).build(&site);
        Self { archetype, site, built }
    }
    /// What these modifiers change: the archetype, felt as far as they follow its shape.
    fn built_for(&self, modifiers: &[Modifier]) -> Built {
        let felt_m = features::felt_m(modifiers);
        if felt_m > 0.0 { kind(self.archetype).build(&Site { felt_m, ..self.site }) } else { self.built.clone() }
    }
    /// The native field with these modifiers in this order.
    ///
    /// # Errors
    /// Names the first modifier that cannot stand where it is.
    pub fn stack(&self, modifiers: &[Modifier]) -> Result<Stack, Refused> {
        let native = self.built_for(modifiers).operators;
        let operators = self.operators(modifiers);
        Stack::new(self.site.voxel, placed(&native, &operators)).map_err(|error| {
            let refused = (0..=operators.len()).find_map(|n| {
                let prefix = placed(&native, operators.get(..n)?);
                Stack::new(self.site.voxel, prefix).err().map(|error| Refused { region: None, modifier: n.checked_sub(1), error })
            });
            refused.unwrap_or(Refused { region: None, modifier: None, error })
        })
    }
    pub(super) fn place(self) -> Arc<dyn Place> {
        self.built.place
    }
    fn operators(&self, modifiers: &[Modifier]) -> Vec<Arc<dyn Operator>> {
        let operator = |(index, modifier): (usize, &Modifier)| {
            let seed = hash::derive_seed(self.site.seed ^ key_of_text(modifier.name()), Tag::Modifier, index as i32);
            modify(modifier).operator(&Setting { site: &self.site, place: &self.built.place, seed })
        };
        modifiers.iter().enumerate().map(operator).collect()
    }
}

/// A native stack with modifiers in their places.
fn placed(native: &[Arc<dyn Operator>], modifiers: &[Arc<dyn Operator>]) -> Vec<Arc<dyn Operator>> {
    let conversion = native.iter().position(|op| op.record().role == Role::Conversion);
    let (before, after) = native.split_at(conversion.unwrap_or(native.len()));
    let (of_shape, others): (Vec<_>, Vec<_>) = modifiers.iter().partition(|op| op.record().writes.shape);
    before.iter().chain(of_shape).chain(after).chain(others).cloned().collect()
}
