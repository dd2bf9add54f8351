//! Pictures of places made by formula, to judge materials and light by: `gallery FOLDER [NAME]`.

#[path = "../tests/support/mod.rs"]
mod support;

use glam::{DVec3, IVec3};
use std::path::Path;
use std::time::Instant;
use voxelforge_render::{
    Camera, DebugView, Environment, Ghost, GhostShape, Line, PointLight, Prop, PropKind, Scene, SceneOptions, View,
};
use world::defs::{LookDef, MaterialLook};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: gallery FOLDER [NAME]")?;
    let wanted = arguments.next();
    std::fs::create_dir_all(&folder)?;
    let (device, queue, info) = voxelforge_render::headless_device()?;
    println!("{} ({:?})", info.name, info.backend);
    for place in [hills, tunnel, slab] {
        let mut scene = Scene::new(&device, &queue, SceneOptions::for_adapter(&info));
        scene.set_materials(&palette());
        for (name, view) in place(&mut scene) {
            if wanted.as_ref().is_some_and(|wanted| !name.contains(wanted.as_str())) {
                continue;
            }
            scene.draw(&view);
            scene.read_rgba()?;
            let start = Instant::now();
            let stats = scene.draw(&view);
            let picture = scene.read_rgba()?;
            println!("{name}: {:?}, {stats:?}", start.elapsed());
            let path = Path::new(&folder).join(format!("{name}.png"));
            image::save_buffer(path, &picture.rgba, picture.width, picture.height, image::ColorType::Rgba8)?;
        }
    }
    Ok(())
}

fn palette() -> Vec<MaterialLook> {
    let basalt = MaterialLook {
        ground_color: [0.36, 0.29, 0.23],
        ground_variation: [0.28, 0.23, 0.20],
        rock_color: [0.30, 0.26, 0.24],
        rock_variation: [0.40, 0.27, 0.18],
        layering: 0.45,
        layer_height_m: 1.6,
        roughness: 0.55,
        bump: 0.8,
        ..MaterialLook::default()
    };
    let meadow = MaterialLook {
        ground_color: [0.50, 0.50, 0.25],
        ground_variation: [0.62, 0.52, 0.30],
        rock_color: [0.66, 0.54, 0.40],
        rock_variation: [0.54, 0.45, 0.38],
        layering: 0.6,
        layer_height_m: 1.9,
        ground_limit_deg: 36.0,
        ..MaterialLook::default()
    };
    let slate = MaterialLook {
        ground_color: [0.35, 0.37, 0.43],
        ground_variation: [0.27, 0.30, 0.37],
        rock_color: [0.30, 0.31, 0.38],
        rock_variation: [0.38, 0.42, 0.40],
        glow_color: [0.3, 0.9, 0.8],
        glow: 0.0,
        roughness: 0.6,
        ..MaterialLook::default()
    };
    let heath = MaterialLook {
        ground_color: [0.42, 0.34, 0.33],
        ground_variation: [0.47, 0.45, 0.30],
        rock_color: [0.50, 0.52, 0.56],
        rock_variation: [0.42, 0.43, 0.48],
        ..MaterialLook::default()
    };
    vec![basalt, meadow, slate, heath]
}

fn hills(scene: &mut Scene) -> Vec<(&'static str, View)> {
    let look = LookDef {
        fog_color: [0.80, 0.80, 0.76],
        fog_distance_m: 260.0,
        ambient_up: [0.70, 0.78, 0.92],
        ambient_down: [0.42, 0.36, 0.27],
        ambient: 0.75,
        sun_color: [1.0, 0.90, 0.72],
        sun: 3.0,
        sun_height_deg: 33.0,
        sun_direction_deg: 128.0,
        sky_color: [0.47, 0.65, 0.86],
        sky: 1.0,
        head_lamp: 0.0,
        ..LookDef::default()
    };
    scene.set_environment(&Environment::new(&look, -14.0, 60.0));
    support::add_all(scene, &support::tiles(hill_country, IVec3::new(-3, -3, -1), IVec3::new(3, 3, 1), 2, [1, 3]));
    let foot = DVec3::new(0.0, 0.0, ground_at(hill_country, 0.0, 0.0));
    let figure = DVec3::new(2.0, 7.0, ground_at(hill_country, 2.0, 7.0));
    scene.set_props(&[Prop { kind: PropKind::Figure, pos_m: figure, yaw: 0.4, scale: 1.0, color: [0.75, 0.2, 0.15], glow: 0.0 }]);
    let eye = foot + DVec3::Z * 1.7;
    let above = Camera::looking_at(foot + DVec3::new(-50.0, -60.0, 40.0), foot + DVec3::new(5.0, 10.0, -2.0), 62.0);
    let view =
        View { camera: Camera { pos_m: eye, yaw: 0.3, pitch: 0.02, fov_deg: 75.0 }, ..View::new(Camera::default(), [1280, 720]) };
    vec![
        ("hills-eye", view),
        ("hills-eye-sun", View { camera: Camera { yaw: 2.3, ..view.camera }, ..view }),
        ("hills-above", View { camera: above, ..view }),
    ]
}

fn tunnel(scene: &mut Scene) -> Vec<(&'static str, View)> {
    let look = LookDef {
        fog_color: [0.17, 0.12, 0.09],
        fog_distance_m: 60.0,
        ambient_up: [0.34, 0.36, 0.44],
        ambient_down: [0.22, 0.16, 0.12],
        ambient: 0.35,
        sky_color: [0.2, 0.16, 0.14],
        ..LookDef::default()
    };
    scene.set_environment(&Environment::new(&look, 0.0, 14.0));
    support::add_all(scene, &support::tiles(winding_tunnel, IVec3::new(-3, -2, -1), IVec3::new(4, 8, 3), 0, [0, 0]));
    let lamp = |x: f64, y: f64| DVec3::new(x, y, ground_at(winding_tunnel, x, y));
    let lamps = [lamp(4.0, 25.0), lamp(-3.0, 40.0)];
    scene.set_lights(&lamps.map(|foot| PointLight {
        pos_m: foot + DVec3::Z * 2.1,
        color: [1.0, 0.72, 0.38],
        strength: 4.0,
        reach_m: 16.0,
    }));
    let growth = lamp(9.0, 36.0);
    let mut props = lamps
        .map(|pos_m| Prop { kind: PropKind::Lamp, pos_m, yaw: 0.0, scale: 1.0, color: [1.0, 0.75, 0.4], glow: 1.0 })
        .to_vec();
    props.push(Prop { kind: PropKind::Figure, pos_m: lamp(4.5, 28.0), yaw: 2.0, scale: 1.0, color: [0.3, 0.4, 0.6], glow: 0.0 });
    props.push(Prop { kind: PropKind::Growth, pos_m: growth, yaw: 0.0, scale: 1.6, color: [0.3, 0.9, 0.75], glow: 1.0 });
    props.push(Prop {
        kind: PropKind::Crystal,
        pos_m: lamp(0.0, 31.0),
        yaw: 0.0,
        scale: 1.0,
        color: [0.6, 0.4, 0.95],
        glow: 1.0,
    });
    scene.set_props(&props);
    let eye = lamp(3.6, 12.0) + DVec3::Z * 1.65;
    let view = View::new(Camera { pos_m: eye, yaw: 0.05, pitch: -0.02, fov_deg: 75.0 }, [1280, 720]);
    let hall = lamp(2.0, 22.5) + DVec3::Z * 1.65;
    vec![
        ("tunnel-bore", view),
        ("tunnel-hall", View { camera: Camera { pos_m: hall, yaw: 0.15, pitch: 0.03, fov_deg: 80.0 }, ..view }),
    ]
}

fn slab(scene: &mut Scene) -> Vec<(&'static str, View)> {
    let look = LookDef {
        fog_color: [0.25, 0.27, 0.42],
        fog_distance_m: 85.0,
        ambient_up: [0.50, 0.54, 0.72],
        ambient_down: [0.28, 0.27, 0.34],
        ambient: 0.5,
        sky_color: [0.36, 0.38, 0.6],
        head_lamp: 0.8,
        ..LookDef::default()
    };
    scene.set_environment(&Environment::new(&look, 0.0, 14.0));
    support::add_all(scene, &support::tiles(pillared_slab, IVec3::new(-5, -5, -1), IVec3::new(5, 5, 1), 1, [2, 2]));
    let foot = |x: f64, y: f64| DVec3::new(x, y, ground_at(pillared_slab, x, y));
    let lights = [foot(14.0, 30.0), foot(-18.0, 52.0)];
    scene.set_lights(&lights.map(|foot| PointLight {
        pos_m: foot + DVec3::Z * 2.1,
        color: [1.0, 0.75, 0.45],
        strength: 4.0,
        reach_m: 20.0,
    }));
    let mut props: Vec<Prop> = lights
        .map(|pos_m| Prop { kind: PropKind::Lamp, pos_m, yaw: 0.0, scale: 1.0, color: [1.0, 0.75, 0.4], glow: 1.0 })
        .to_vec();
    props.push(Prop { kind: PropKind::Figure, pos_m: foot(-2.0, 9.0), yaw: 1.0, scale: 1.0, color: [0.8, 0.6, 0.2], glow: 0.0 });
    scene.set_props(&props);
    let eye = foot(0.0, 0.0) + DVec3::Z * 1.7;
    let route: Vec<Line> = (0..40)
        .map(|i| (f64::from(i) - 4.0, f64::from(i + 1) - 4.0))
        .map(|(a, b)| [a, b].map(|y| foot((y / 7.0).sin() * 5.0, y * 1.5) + DVec3::Z * 0.15))
        .map(|[a, b]| Line { width_px: 3.0, ..Line::new(a, b, [0.36, 0.79, 0.54, 1.0]) })
        .chain(Line::ring(foot(5.0, 12.0) + DVec3::Z * 0.1, glam::Vec3::Z, 2.5, 48, [0.35, 0.72, 1.0, 1.0]))
        .collect();
    scene.set_lines(&route);
    scene.set_ghosts(&[
        Ghost { shape: GhostShape::Sphere { radius_m: 2.5 }, pos_m: foot(5.0, 12.0), color: [1.0, 0.48, 0.42, 1.0] },
        Ghost {
            shape: GhostShape::Box { half_m: glam::Vec3::splat(1.0) },
            pos_m: foot(9.0, 15.0),
            color: [0.35, 0.72, 1.0, 1.0],
        },
        Ghost {
            shape: GhostShape::Capsule { to_m: foot(-5.0, 13.0) + DVec3::Z * 3.0, radius_m: 0.8 },
            pos_m: foot(-8.0, 12.0),
            color: [0.35, 0.72, 1.0, 1.0],
        },
    ]);
    let view = View::new(Camera { pos_m: eye, yaw: 0.1, pitch: 0.03, fov_deg: 75.0 }, [1280, 720]);
    let debug = |debug| View { debug, ..view };
    vec![
        ("slab-eye", view),
        ("slab-wire", debug(DebugView::Wireframe)),
        ("slab-levels", debug(DebugView::Levels)),
        ("slab-reduced", View { scale: 0.5, samples: 1, ..view }),
    ]
}

/// Height of the first floor below ten metres.
fn ground_at(density: support::Density, x: f64, y: f64) -> f64 {
    let mut above_is_rock = true;
    for step in 0..1200 {
        let z = 10.0 - f64::from(step) * 0.05;
        let rock = density(DVec3::new(x, y, z)) < 0.0;
        if rock && !above_is_rock {
            return z;
        }
        above_is_rock = rock;
    }
    0.0
}

fn rough(p: DVec3) -> f32 {
    support::noise(p / 9.0) * 1.6 + support::noise(p / 3.7) * 0.6 + support::noise(p / 1.6) * 0.22
}

/// Open hills under a high cap.
fn hill_country(p: DVec3) -> f32 {
    let flat = DVec3::new(p.x, p.y, 0.0);
    let ridge = 1.0 - support::noise(flat / 46.0).abs();
    let mesa = (support::noise(flat / 70.0 + 7.0) * 3.0).clamp(-0.4, 1.0) * 11.0;
    let ground = ridge * ridge * 15.0 + mesa + support::noise(flat / 17.0) * 3.0 + support::noise(flat / 6.0) * 0.8 - 14.0
        + rough(p * 1.3) * 0.35;
    let cap = 58.0 + support::noise(flat / 40.0) * 4.0;
    (p.z as f32 - ground).min(cap - p.z as f32) * 0.8
}

/// A winding tunnel with a level floor that opens into a hall.
fn winding_tunnel(p: DVec3) -> f32 {
    let middle = DVec3::new((p.y / 14.0).sin() * 6.0, p.y, 2.6 + (p.y / 31.0).sin());
    let hall = DVec3::new(4.0, 34.0, 5.0);
    let bore = ((p - middle) * DVec3::new(1.0, 0.0, 1.15)).length() as f32 - 3.4;
    let room = ((p - hall) / DVec3::new(15.0, 13.0, 9.0)).length() as f32;
    let void = bore.min((room - 1.0) * 9.0);
    let floor = p.z as f32 + 0.3 * support::noise(p / 2.3);
    (-(void + rough(p) * 0.75)).min(floor)
}

/// A slab: level floor, level ceiling, scattered pillars.
fn pillared_slab(p: DVec3) -> f32 {
    let flat = DVec3::new(p.x, p.y, 0.0);
    let cell = (flat / 24.0).floor();
    let middle =
        (cell + 0.5 + 0.28 * DVec3::new(f64::from(support::noise(cell + 0.37)), f64::from(support::noise(cell + 9.61)), 0.0))
            * 24.0
            * DVec3::new(1.0, 1.0, 0.0);
    let waist = 2.2 + 0.05 * (p.z - 6.0) * (p.z - 6.0);
    let pillar = (flat - middle).length() as f32 - waist as f32 + rough(p) * 0.5;
    let floor = p.z as f32 - support::noise(flat / 15.0) * 0.5 - support::noise(flat / 4.0) * 0.12;
    let ceiling = 13.0 + support::noise(flat / 12.0) * 1.2 + rough(p) * 0.3 - p.z as f32;
    floor.min(ceiling).min(pillar)
}
