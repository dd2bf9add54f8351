//! What the editor adds to the world's picture: lamps at mouths, routes, the palette.

use crate::theme::Theme;
use glam::DVec3;
use render::{Line, PointLight, Prop, PropKind};
use world::World;
use world::defs::MaterialLook;
use world::plan::Route;

/// Colour of the lamps at mouths, sRGB.
const LAMP_COLOR: [f32; 3] = [1.0, 0.74, 0.42];

/// The palette, in the order of its indices.
pub fn palette(world: &World) -> Vec<MaterialLook> {
    let palette: Vec<_> = world.assets().materials.values().map(|material| material.look.clone()).collect();
    if palette.is_empty() { vec![MaterialLook::default()] } else { palette }
}

/// A lamp beside every mouth and spine room of the plans that are ready.
pub fn lamps(world: &World) -> (Vec<Prop>, Vec<PointLight>) {
    let mut props = Vec::new();
    let mut lights = Vec::new();
    let mut lamp = |foot_m: DVec3, offset: DVec3, strength: f32| {
        props.push(Prop { kind: PropKind::Lamp, pos_m: foot_m + offset, yaw: 0.0, scale: 1.0, color: LAMP_COLOR, glow: 1.0 });
        lights.push(PointLight { pos_m: foot_m + offset + DVec3::Z * 2.1, color: LAMP_COLOR, strength, reach_m: 18.0 });
    };
    for strate in world.strates() {
        let Some(plan) = world.planned(strate.index) else { continue };
        lamp(plan.spine_m, DVec3::new(2.4, 1.8, 0.0), 1.0);
        for mouth in &plan.mouths {
            lamp(mouth.foot_m, DVec3::new(1.1, -0.9, 0.0), 1.2);
        }
    }
    (props, lights)
}

/// Passages and backbones of the plans that are ready, a little above the ground.
pub fn routes(world: &World, theme: &Theme) -> Vec<Line> {
    let mut lines = Vec::new();
    for strate in world.strates() {
        let Some(plan) = world.planned(strate.index) else { continue };
        for route in &plan.backbone {
            line_up(route, srgb(theme.good), &mut lines);
        }
        for route in &plan.passages {
            line_up(route, srgb(theme.accent), &mut lines);
        }
    }
    lines
}

fn line_up(route: &Route, color: [f32; 4], lines: &mut Vec<Line>) {
    const LIFT: DVec3 = DVec3::new(0.0, 0.0, 0.25);
    lines.extend(route.points_m.windows(2).map(|pair| Line::new(pair[0] + LIFT, pair[1] + LIFT, color)));
}

/// A theme colour for the scene.
pub fn srgb(color: egui::Color32) -> [f32; 4] {
    color.to_srgba_unmultiplied().map(|part| f32::from(part) / 255.0)
}
