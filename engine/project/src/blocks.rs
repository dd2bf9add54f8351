//! Where the parameter blocks of an asset stand: what checking, and explaining a wrong type, both need to know.

use crate::asset::{Asset, AssetKind};
use crate::tree::{Document, Path, Step};
use crate::typed::to_line;
use param::{Decl, ParamBlock, Params};
use world::defs::{
    Archetype, BandsDef, BiomeLook, Climate, Disturbance, LookDef, MaterialLook, Modifier, PassagesDef, ProjectSettings,
    StrateDef, TransitionDef,
};

/// Every parameter block of an asset with the path it stands at.
pub fn blocks(asset: &Asset) -> Vec<(Path, &dyn ParamBlock)> {
    let root = Path::default();
    match asset {
        Asset::Project(def) => {
            let mut found: Vec<(Path, &dyn ParamBlock)> = vec![(root.field("settings"), &def.settings)];
            for (slot, strate) in &def.layout.candidates {
                found.extend(strate_blocks(&root.field("layout").field("candidates").field(slot), strate));
            }
            found
        }
        Asset::Strate(def) => strate_blocks(&root, def),
        Asset::Biome(def) => vec![(root.field("climate"), &def.climate), (root.field("look"), &def.look)],
        Asset::Materials(list) => {
            let place = |(index, def)| (root.index(index).field("look"), material_look(def));
            list.iter().map(|def| &**def).enumerate().map(place).collect()
        }
        Asset::Edits(_) => Vec::new(),
        Asset::Corpus(def) => vec![archetype_block(&root, &def.archetype)],
    }
}

fn material_look(def: &world::defs::MaterialDef) -> &dyn ParamBlock {
    &def.look
}

fn archetype_block<'a>(path: &Path, archetype: &'a Archetype) -> (Path, &'a dyn ParamBlock) {
    (path.field("archetype").variant(archetype.name()), archetype.block())
}

fn modifier_block<'a>(path: &Path, modifier: &'a Modifier) -> (Path, &'a dyn ParamBlock) {
    (path.variant(modifier.name()), modifier.block())
}

/// A kind of place and what changes it.
fn recipe_blocks<'a>(path: &Path, archetype: &'a Archetype, modifiers: &'a [Modifier]) -> Vec<(Path, &'a dyn ParamBlock)> {
    let list = path.field("modifiers");
    let changes = modifiers.iter().enumerate().map(|(index, modifier)| modifier_block(&list.index(index), modifier));
    std::iter::once(archetype_block(path, archetype)).chain(changes).collect()
}

fn strate_blocks<'a>(path: &Path, def: &'a StrateDef) -> Vec<(Path, &'a dyn ParamBlock)> {
    let mut found: Vec<(Path, &dyn ParamBlock)> = recipe_blocks(path, &def.archetype, &def.modifiers);
    for (index, region) in def.regions.iter().enumerate() {
        found.extend(recipe_blocks(&path.field("regions").index(index), &region.archetype, &region.modifiers));
    }
    let disturbances = path.field("disturbances");
    found.extend(def.disturbances.iter().enumerate().map(|(index, disturbance)| {
        let block: (Path, &dyn ParamBlock) = (disturbances.index(index).variant(disturbance.name()), disturbance.block());
        block
    }));
    found.extend([
        (path.field("bands"), &def.bands as &dyn ParamBlock),
        (path.field("transition"), &def.transition),
        (path.field("passages"), &def.passages),
        (path.field("look"), &def.look),
    ]);
    found
}

/// The declaration of the parameter at a path of a kind of file, known without a value.
pub fn declaration(kind: AssetKind, path: &Path) -> Option<&'static Decl> {
    let mut steps = path.0.iter().rev().skip_while(|step| matches!(step, Step::Index(_)));
    let Some(Step::Field(field)) = steps.next() else { return None };
    let block = match (kind, steps.next()?) {
        (AssetKind::Strate | AssetKind::Corpus | AssetKind::Project, Step::Variant(name)) => match steps.next()? {
            Step::Index(_) if steps.next().is_some_and(|list| matches!(list, Step::Field(list) if list == "disturbances")) => {
                let disturbances = Disturbance::all_defaults();
                disturbances.iter().find(|disturbance| disturbance.name() == name)?.block().declarations()
            }
            Step::Index(_) => {
                let modifiers = Modifier::all_defaults();
                modifiers.iter().find(|modifier| modifier.name() == name)?.block().declarations()
            }
            _ => {
                let archetypes = Archetype::all_defaults();
                archetypes.iter().find(|archetype| archetype.name() == name)?.block().declarations()
            }
        },
        (AssetKind::Project, Step::Field(block)) if block == "settings" => ProjectSettings::decls(),
        (AssetKind::Biome, Step::Field(block)) if block == "climate" => Climate::decls(),
        (AssetKind::Biome, Step::Field(block)) if block == "look" => BiomeLook::decls(),
        (AssetKind::Materials, Step::Field(block)) if block == "look" => MaterialLook::decls(),
        (AssetKind::Strate | AssetKind::Project, Step::Field(block)) => match block.as_str() {
            "bands" => BandsDef::decls(),
            "transition" => TransitionDef::decls(),
            "passages" => PassagesDef::decls(),
            "look" => LookDef::decls(),
            _ => return None,
        },
        _ => return None,
    };
    block.iter().find(|decl| decl.name == field)
}

/// The archetype, modifier or disturbance of a name with its declared defaults, as it is written.
pub fn default_of(name: &str) -> Option<Document> {
    let archetype = || to_line(Archetype::all_defaults().iter().find(|kind| kind.name() == name)?).ok();
    let modifier = || to_line(Modifier::all_defaults().iter().find(|kind| kind.name() == name)?).ok();
    let disturbance = || to_line(Disturbance::all_defaults().iter().find(|kind| kind.name() == name)?).ok();
    Document::parse(&archetype().or_else(modifier).or_else(disturbance)?).ok()
}
