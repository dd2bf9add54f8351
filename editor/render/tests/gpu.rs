//! Pictures by the real device, judged by statistics of their pixels. Without an adapter they are skipped, but not where `CI` is set.

mod support;

use glam::{DVec3, IVec3, Vec3};
use std::sync::Arc;
use stream::{Change, Indices, TileMesh};
use voxelforge_render::{
    Camera, DebugView, DeviceErrors, Environment, Ghost, GhostShape, Line, Picture, PointLight, Prop, PropKind, Scene,
    SceneOptions, View,
};

const SIZE: [u32; 2] = [160, 100];

struct Stage {
    scene: Scene,
    errors: DeviceErrors,
}

/// `None`, with a line that says so, where there is no adapter.
fn stage() -> Option<Stage> {
    match voxelforge_render::headless_device() {
        Ok((device, queue, info)) => {
            let errors = DeviceErrors::collect(&device);
            Some(Stage { scene: Scene::new(&device, &queue, SceneOptions::for_adapter(&info)), errors })
        }
        Err(reason) if std::env::var_os("CI").is_some() => panic!("{reason}"),
        Err(reason) => {
            println!("skipped: {reason}");
            None
        }
    }
}

impl Stage {
    fn shoot(&mut self, view: &View) -> Picture {
        self.scene.draw(view);
        let picture = self.scene.read_rgba().expect("a picture was drawn");
        assert_eq!(self.errors.take(), Vec::<String>::new());
        picture
    }
}

fn bumpy(p: DVec3) -> f32 {
    p.z as f32 + support::noise(p / 3.0) * 0.4
}

/// Nothing but the fill: no ambient light, no lamp, no fog within reach.
fn dark() -> Environment {
    Environment {
        ambient_up: Vec3::ZERO,
        ambient_down: Vec3::ZERO,
        lamp: Vec3::ZERO,
        fog_distance_m: 1e6,
        fog_color: Vec3::ZERO,
        ..Environment::default()
    }
}

fn patch() -> Vec<Arc<TileMesh>> {
    support::tiles(bumpy, IVec3::new(-4, -4, -1), IVec3::new(4, 4, 1), 0, [0, 0])
}

fn down_view() -> View {
    View::new(Camera { pos_m: DVec3::new(0.0, 0.0, 2.0), yaw: 0.0, pitch: -0.5, fov_deg: 70.0 }, SIZE)
}

/// Mean linear luminance of the rows `from..to` (shares of the height).
fn luminance(picture: &Picture, from: f32, to: f32) -> f32 {
    let rows = (from * picture.height as f32) as u32..(to * picture.height as f32) as u32;
    let linear = |byte: u8| {
        let v = f32::from(byte) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    };
    let pixels: Vec<f32> = rows
        .flat_map(|y| (0..picture.width).map(move |x| (x, y)))
        .filter_map(|(x, y)| picture.pixel(x, y))
        .map(|[r, g, b, _]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b))
        .collect();
    pixels.iter().sum::<f32>() / pixels.len() as f32
}

fn differing(a: &Picture, b: &Picture) -> usize {
    a.rgba.chunks(4).zip(b.rgba.chunks(4)).filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 6)).count()
}

#[test]
fn gpu_ground_is_neither_black_nor_flat_and_the_lamp_lights_it() {
    let Some(mut stage) = stage() else { return };
    support::add_all(&mut stage.scene, &patch());
    stage.scene.set_environment(&dark());
    let unlit = stage.shoot(&down_view());
    assert!(luminance(&unlit, 0.5, 1.0) >= 0.03, "{}", luminance(&unlit, 0.5, 1.0));
    let tones: std::collections::BTreeSet<_> = unlit.rgba.chunks(4).collect();
    assert!(tones.len() > 200, "{}", tones.len());
    stage.scene.set_environment(&Environment { lamp: Environment::default().lamp, ..dark() });
    let lit = stage.shoot(&down_view());
    assert!(luminance(&lit, 0.5, 1.0) > 2.0 * luminance(&unlit, 0.5, 1.0));
}

#[test]
fn gpu_fog_grows_with_distance() {
    let Some(mut stage) = stage() else { return };
    support::add_all(&mut stage.scene, &patch());
    let view = View { camera: Camera { pitch: -0.1, ..down_view().camera }, ..down_view() };
    let clear = Environment { ambient_up: Vec3::splat(0.3), ambient_down: Vec3::splat(0.3), sky: 0.0, ..dark() };
    stage.scene.set_environment(&clear);
    let without = stage.shoot(&view);
    stage.scene.set_environment(&Environment { fog_color: Vec3::new(0.0, 0.0, 0.9), fog_distance_m: 12.0, ..clear });
    let with = stage.shoot(&view);
    let bluer = |row: u32| {
        let change = |x| f32::from(with.pixel(x, row).unwrap()[2]) - f32::from(without.pixel(x, row).unwrap()[2]);
        (0..SIZE[0]).map(change).sum::<f32>() / SIZE[0] as f32
    };
    assert!(bluer(60) > bluer(75) + 5.0 && bluer(75) > bluer(98) + 5.0, "{} {} {}", bluer(60), bluer(75), bluer(98));
}

#[test]
fn gpu_strips_show_only_when_told() {
    let Some(mut stage) = stage() else { return };
    stage.scene.set_environment(&dark());
    let above_origin = patch().into_iter().filter(|mesh| mesh.key.x == 0 && mesh.key.y == 0);
    let whole = above_origin.max_by_key(|mesh| mesh.regular).expect("the patch covers the origin");
    // The same tile with half of its triangles called the strip of face +y.
    let Indices::U16(list) = &whole.indices else { panic!("small tile") };
    let half = whole.regular / 6 * 3;
    let mut split =
        TileMesh { indices: Indices::U16(list[..whole.regular as usize].to_vec()), regular: half, ..(*whole).clone() };
    split.strips = [0..0, 0..0, 0..0, half..whole.regular, 0..0, 0..0];
    let key = split.key;
    let view = View { camera: Camera::looking_at(DVec3::new(4.0, -4.0, 6.0), DVec3::new(4.0, 4.0, 0.0), 70.0), ..down_view() };
    let empty = stage.shoot(&view);
    stage.scene.apply(&Change::Add(Arc::new(split.clone())));
    let hidden = stage.shoot(&view);
    stage.scene.apply(&Change::Strips(key, 0b1000));
    let shown = stage.shoot(&view);
    stage.scene.apply(&Change::Strips(key, 0b0111));
    let other = stage.shoot(&view);
    assert!(differing(&empty, &hidden) > 300);
    assert!(differing(&hidden, &shown) > 300);
    assert_eq!(differing(&hidden, &other), 0);
    // A replaced tile keeps its strips; a removed one forgets them.
    stage.scene.apply(&Change::Strips(key, 0b1000));
    stage.scene.apply(&Change::Add(Arc::new(split.clone())));
    assert_eq!(differing(&shown, &stage.shoot(&view)), 0);
    stage.scene.apply(&Change::Remove(key));
    assert_eq!(differing(&empty, &stage.shoot(&view)), 0);
    stage.scene.apply(&Change::Add(Arc::new(split)));
    assert_eq!(differing(&hidden, &stage.shoot(&view)), 0);
}

#[test]
fn gpu_near_hides_far_at_any_distance() {
    let Some(mut stage) = stage() else { return };
    stage.scene.set_environment(&dark());
    // Two walls of props far out, the nearer drawn last in the list and first.
    for far in [40.0, 4_000.0, 20_000.0] {
        let prop = |distance: f64, color| Prop {
            kind: PropKind::Crystal,
            pos_m: DVec3::new(0.0, distance, -0.4 * distance),
            yaw: 0.0,
            scale: (distance * 0.6) as f32,
            color,
            glow: 3.0,
        };
        let (red, green) = (prop(far, [1.0, 0.0, 0.0]), prop(far * 1.5, [0.0, 1.0, 0.0]));
        for order in [[red, green], [green, red]] {
            stage.scene.set_props(&order);
            let view = View { camera: Camera::default(), ..down_view() };
            let picture = stage.shoot(&view);
            let [r, g, ..] = picture.pixel(SIZE[0] / 2, SIZE[1] / 2).unwrap();
            assert!(r > g + 40, "{far}: {r} {g}");
        }
    }
}

#[test]
fn gpu_the_same_place_looks_the_same_far_from_the_origin() {
    let Some(mut stage) = stage() else { return };
    stage.scene.set_environment(&Environment { lamp: Environment::default().lamp, ..dark() });
    let shifted = |tiles: i32| {
        patch()
            .iter()
            .map(|mesh| Arc::new(TileMesh { origin: mesh.origin + IVec3::new(tiles * 32, 0, 0), ..(**mesh).clone() }))
            .collect::<Vec<_>>()
    };
    let normals = |camera: Camera| View { debug: DebugView::Normals, camera, ..down_view() };
    support::add_all(&mut stage.scene, &shifted(0));
    let near = stage.shoot(&normals(down_view().camera));
    stage.scene.clear();
    support::add_all(&mut stage.scene, &shifted(3840));
    let far = Camera { pos_m: down_view().camera.pos_m + DVec3::new(3840.0 * 8.0, 0.0, 0.0), ..down_view().camera };
    assert_eq!(differing(&near, &stage.shoot(&normals(far))), 0);
}

#[test]
fn gpu_sun_casts_shadows_but_the_cap_does_not() {
    let Some(mut stage) = stage() else { return };
    let sunny = Environment { sun: Vec3::splat(3.0), sun_direction: Vec3::new(0.5, 0.3, 0.8).normalize(), ..dark() };
    stage.scene.set_environment(&sunny);
    support::add_all(&mut stage.scene, &patch());
    let view = View { camera: Camera::looking_at(DVec3::new(0.0, -3.0, 3.0), DVec3::new(0.0, 3.0, 0.0), 60.0), ..down_view() };
    let open = stage.shoot(&view);
    stage.scene.set_props(&[Prop {
        kind: PropKind::Figure,
        pos_m: DVec3::new(1.0, 2.0, 1.0),
        yaw: 0.0,
        scale: 1.5,
        color: [0.5; 3],
        glow: 0.0,
    }]);
    let shaded = stage.shoot(&view);
    assert!(luminance(&shaded, 0.3, 0.9) < luminance(&open, 0.3, 0.9) * 0.99);
    stage.scene.set_props(&[]);
    let cap = support::tiles(|p| 8.0 - p.z as f32, IVec3::new(-4, -4, 0), IVec3::new(4, 4, 2), 0, [0, 0]);
    stage.scene.clear();
    support::add_all(&mut stage.scene, &patch());
    let capped: Vec<_> = cap
        .iter()
        .map(|mesh| {
            let mut mesh = (**mesh).clone();
            mesh.key.level = 0;
            mesh.key.z += 50;
            Arc::new(mesh)
        })
        .collect();
    support::add_all(&mut stage.scene, &capped);
    assert_eq!(differing(&open, &stage.shoot(&view)), 0);
}

#[test]
fn gpu_everything_at_once_in_every_mode_and_size() {
    let Some(mut stage) = stage() else { return };
    stage.scene.set_environment(&Environment { sky: 1.0, sun: Vec3::ONE, ..Environment::default() });
    support::add_all(&mut stage.scene, &patch());
    let place = DVec3::new(0.0, 4.0, 1.0);
    stage.scene.set_lights(&[PointLight { pos_m: place, color: [1.0, 0.7, 0.4], strength: 2.0, reach_m: 9.0 }; 20]);
    stage.scene.set_props(&PropKind::ALL.map(|kind| Prop {
        kind,
        pos_m: place,
        yaw: 0.0,
        scale: 1.0,
        color: [0.5; 3],
        glow: 1.0,
    }));
    stage.scene.set_lines(&Line::cuboid(place - 1.0, place + 1.0, [1.0; 4]).collect::<Vec<_>>());
    stage.scene.set_ghosts(&[
        Ghost { shape: GhostShape::Box { half_m: Vec3::ONE }, pos_m: place, color: [1.0; 4] },
        Ghost { shape: GhostShape::Sphere { radius_m: 1.0 }, pos_m: place, color: [1.0; 4] },
        Ghost { shape: GhostShape::Capsule { to_m: place + 1.0, radius_m: 1.0 }, pos_m: place, color: [1.0; 4] },
    ]);
    let mut generation = stage.scene.texture_generation();
    for (i, debug) in DebugView::ALL.into_iter().enumerate() {
        for (size, scale) in [([0, 0], 1.0), ([1, 9], f32::NAN), ([97, 31], 0.37)] {
            let view = View { debug, size, scale, samples: i as u32, ..down_view() };
            let picture = stage.shoot(&view);
            assert_eq!([picture.width, picture.height], size.map(|pixels| pixels.max(1)));
            assert!(stage.scene.texture_generation() > generation);
            generation = stage.scene.texture_generation();
        }
    }
    let lost =
        View { camera: Camera { pos_m: DVec3::NAN, yaw: f32::NAN, pitch: f32::INFINITY, fov_deg: f32::NAN }, ..down_view() };
    stage.shoot(&lost);
}

#[test]
fn gpu_memory_returns_when_tiles_go() {
    let Some(mut stage) = stage() else { return };
    stage.shoot(&down_view());
    let before = stage.scene.gpu_bytes();
    for round in 0..6 {
        for mesh in patch() {
            let mut moved = (*mesh).clone();
            moved.key.x += round * 100;
            stage.scene.apply(&Change::Add(Arc::new(moved)));
        }
        for mesh in patch() {
            let mut key = mesh.key;
            key.x += round * 100;
            stage.scene.apply(&Change::Remove(key));
        }
    }
    // One page of each kind stays at hand.
    assert!(stage.scene.gpu_bytes() <= before + 2 * (4 << 20));
}
