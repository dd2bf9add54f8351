//! Putting a candidate into a slot of a project: a new snapshot of assets, so that one step undoes it.

use crate::card::Card;
use crate::search::ComposeError;
use std::sync::Arc;
use world::{Assets, World};

/// The assets with `card` in the override of `slot`. Layout, passage settings and content stay; the caller resolves the
/// result and refuses it when a plan fails.
///
/// # Errors
/// A slot that the world does not have.
pub fn apply(world: &World, slot: &str, card: &Card) -> Result<Assets, ComposeError> {
    if !world.strates().iter().any(|s| s.slot.0 == slot) {
        let known: Vec<&str> = world.strates().iter().map(|s| s.slot.0.as_str()).collect();
        return Err(ComposeError::NoSlot { slot: slot.to_owned(), known: known.join(", ") });
    }
    let mut assets = world.assets().clone();
    Arc::make_mut(&mut assets.project).layout.candidates.insert(slot.to_owned(), card.def.clone());
    Ok(assets)
}

/// The assets without the candidate in `slot`; `None` when there is none.
pub fn unapply(assets: &Assets, slot: &str) -> Option<Assets> {
    let mut assets = assets.clone();
    Arc::make_mut(&mut assets.project).layout.candidates.remove(slot)?;
    Some(assets)
}
