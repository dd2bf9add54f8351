//! The running engine behind the viewport: streamer, scene, lattice cache, and the picture they make.
//!
//! *Cost.* A frame in which nothing changed draws nothing: the last picture is shown again.

use super::marks;
use crate::theme::Theme;
use eframe::{egui_wgpu, wgpu};
use egui_wgpu::RenderState;
use glam::{DVec2, DVec3, Vec3};
use render::{DebugView, Environment, EnvironmentEase, Ghost, Line, PointLight, Prop, Scene, SceneOptions, View};
use std::sync::Arc;
use std::time::Duration;
use stream::{Anchor, AnchorKind, Settings, Streamer, Workers};
use world::defs::BiomeDef;
use world::query::{Hit, LatticeCache};
use world::{Strate, StrateIndex, World};

/// Bytes of meshes taken from the streamer in one frame.
const UPLOAD_BYTES: usize = 6 << 20;
/// Lattice blocks remembered for picking.
const BLOCKS: usize = 4096;
/// Lattice blocks that picking may fill in one frame.
const PICK_BLOCKS: usize = 64;
/// Farthest place that can be picked, metres.
const PICK_M: f64 = 160.0;
/// Seconds over which light and air ease into those of another strate.
const EASE_S: f32 = 0.8;
/// After this long without movement the picture is drawn at full resolution.
const SETTLE: Duration = Duration::from_millis(220);
/// On a software renderer, new tiles alone ask for a new picture no more often than this.
const TILES_ONLY: Duration = Duration::from_millis(500);

/// What a picture shows beside the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Colouring of the terrain.
    pub debug: DebugView,
    /// Routes and passages as lines.
    pub routes: bool,
    /// The brush.
    pub ghost: Option<Ghost>,
    /// Lines of the brush and other tools.
    pub lines: Vec<Line>,
}

/// The running engine of one viewport.
pub struct Stage {
    gpu: RenderState,
    scene: Scene,
    streamer: Streamer,
    cache: LatticeCache,
    ease: EnvironmentEase,
    easing: bool,
    strate: Option<StrateIndex>,
    texture: Option<egui::TextureId>,
    generation: u64,
    drawn: Option<(View, Shown)>,
    /// Plans that were ready when the lamps were set.
    marked: usize,
    is_replaced: bool,
    lamps: (Vec<Prop>, Vec<PointLight>),
    moved_at: Duration,
    drawn_at: Duration,
    fresh: bool,
    slow_device: bool,
}

impl Stage {
    /// Starts streaming `world`.
    pub fn new(gpu: &RenderState, world: &Arc<World>, workers: Arc<Workers>) -> Self {
        let info = gpu.adapter.get_info();
        let mut scene = Scene::new(&gpu.device, &gpu.queue, SceneOptions::for_adapter(&info));
        scene.set_voxel(world.voxel());
        scene.set_materials(&marks::palette(world));
        Self {
            gpu: gpu.clone(),
            scene,
            streamer: Streamer::new(world.clone(), workers, settings(world)),
            cache: LatticeCache::new(world.clone(), BLOCKS),
            ease: EnvironmentEase::new(Environment::default()),
            easing: false,
            strate: None,
            texture: None,
            generation: 0,
            drawn: None,
            marked: 0,
            is_replaced: true,
            lamps: Default::default(),
            moved_at: Duration::ZERO,
            drawn_at: Duration::ZERO,
            fresh: true,
            slow_device: info.device_type == wgpu::DeviceType::Cpu,
        }
    }

    /// Takes up another world; the old picture stays until the new one covers it.
    pub fn set_world(&mut self, world: &Arc<World>) {
        if Arc::ptr_eq(self.streamer.world(), world) {
            return;
        }
        // Tiles ask for a picture when they come; until then only new colours show.
        let old = self.streamer.world();
        let (palette, known) = (marks::palette(world), marks::palette(old));
        self.fresh |= old.voxel() != world.voxel() || palette != known;
        self.scene.set_voxel(world.voxel());
        self.scene.set_materials(&palette);
        tracing::debug!("world taken up");
        self.streamer.replace(world.clone());
        self.streamer.set_settings(settings(world));
        self.cache = LatticeCache::new(world.clone(), BLOCKS);
        self.strate = None;
        self.is_replaced = true;
    }

    /// Streams round the eye for one frame. `dt` in seconds eases the light.
    pub fn advance(&mut self, now: Duration, eye_m: DVec3, velocity: Vec3, forward: Vec3, dt: f32) {
        let anchor = Anchor { kind: AnchorKind::Visual, pos_m: eye_m, velocity, forward };
        self.streamer.update(now, &[anchor]);
        for change in self.streamer.take_changes(UPLOAD_BYTES) {
            self.scene.apply(&change);
            self.fresh = true;
        }
        self.follow_air(eye_m);
        self.easing = self.ease.advance(dt);
        if self.easing {
            self.scene.set_environment(&self.ease.shown());
            self.fresh = true;
        }
        self.mark();
    }

    /// Light and air follow the strate and the dominant biome of the eye.
    fn follow_air(&mut self, eye_m: DVec3) {
        let world = self.streamer.world();
        let strate = strate_near(world, eye_m.z);
        let Some(shown) = strate.and_then(|index| world.strates().get(usize::from(index.0))) else { return };
        let mut target = Environment::of_strate(shown, world.voxel());
        if let Some(biome) = dominant_biome(world, shown, eye_m.truncate()) {
            target = target.tinted(&biome.look, 1.0);
        }
        if self.strate.is_none() {
            self.fresh |= self.ease.shown() != target;
            self.ease = EnvironmentEase::new(target);
            self.scene.set_environment(&target);
        } else {
            self.ease.set_target(target, EASE_S);
        }
        self.strate = strate;
    }

    /// Lamps and props of every plan that is ready; again when another one is.
    fn mark(&mut self) {
        let world = self.streamer.world();
        let ready = world.strates().iter().filter(|strate| world.planned(strate.index).is_some()).count();
        // After a change plans come one by one: the old lamps stay until as many are ready again, or no more will come.
        let is_due = match self.is_replaced {
            true => ready >= self.marked || !self.streamer.is_busy(),
            false => ready != self.marked,
        };
        if !is_due {
            return;
        }
        (self.marked, self.is_replaced) = (ready, false);
        let lamps = marks::lamps(world);
        if lamps != self.lamps {
            self.scene.set_props(&lamps.0);
            self.scene.set_lights(&lamps.1);
            self.lamps = lamps;
            self.fresh = true;
        }
    }

    /// Draws `view` if anything changed since the last time, and gives the texture to show. While moving on a software
    /// renderer the picture is coarser.
    pub fn draw(&mut self, mut view: View, shown: &Shown, theme: &Theme, now: Duration) -> Option<egui::TextureId> {
        view.strate = self.strate;
        view.debug = shown.debug;
        let moved = self.drawn.as_ref().is_none_or(|(last, _)| last.camera != view.camera);
        if moved {
            self.moved_at = now;
        }
        // A software renderer draws coarsely while the picture changes, and carefully once it has settled.
        let settled = now.saturating_sub(self.moved_at) >= SETTLE && !self.streamer.is_busy();
        if self.slow_device && !settled {
            view.scale = 0.5;
            view.samples = 1;
            view.shadows = false;
        }
        // What is drawn well already is not drawn again coarsely.
        let same = self.drawn.as_ref().is_some_and(|(last, what)| {
            let as_drawn = View { scale: last.scale, samples: last.samples, shadows: last.shadows, ..view };
            what == shown && *last == if settled { view } else { as_drawn }
        });
        let only_tiles = same || (!moved && self.drawn.as_ref().is_some_and(|(_, what)| what == shown));
        let waits = self.slow_device && only_tiles && now.saturating_sub(self.drawn_at) < TILES_ONLY;
        if (same && !self.fresh) || (waits && self.texture.is_some()) {
            return self.texture;
        }
        self.drawn_at = now;
        let mut lines = shown.lines.clone();
        if shown.routes {
            lines.extend(marks::routes(self.streamer.world(), theme));
        }
        self.scene.set_lines(&lines);
        self.scene.set_ghosts(shown.ghost.as_slice());
        self.scene.draw(&view);
        self.show_texture();
        self.drawn = Some((view, shown.clone()));
        self.fresh = false;
        self.texture
    }

    /// Tells the interface of the scene's texture when it is another one than last time.
    fn show_texture(&mut self) {
        if self.texture.is_some() && self.generation == self.scene.texture_generation() {
            return;
        }
        self.generation = self.scene.texture_generation();
        let Some(target) = self.scene.texture_view() else { return };
        let mut renderer = self.gpu.renderer.write();
        match self.texture {
            Some(id) => renderer.update_egui_texture_from_wgpu_texture(&self.gpu.device, target, wgpu::FilterMode::Nearest, id),
            None => self.texture = Some(renderer.register_native_texture(&self.gpu.device, target, wgpu::FilterMode::Nearest)),
        }
    }

    /// Whether another frame is needed soon although nobody touches anything.
    pub fn wants_frame(&self, now: Duration) -> bool {
        self.streamer.is_busy() || self.fresh || self.easing || now.saturating_sub(self.moved_at) < SETTLE * 2
    }

    /// The surface along a ray, as far as picking reaches.
    pub fn pick(&mut self, from_m: DVec3, direction: Vec3) -> Option<Hit> {
        self.cache.set_fill_budget(Some(PICK_BLOCKS));
        self.cache.ray(from_m, direction, PICK_M)
    }

    /// Density at a place.
    pub fn density(&mut self, pos_m: DVec3) -> f32 {
        self.cache.set_fill_budget(Some(8));
        self.cache.density(pos_m)
    }

    /// Name of the strongest biome at a place of the eye's strate.
    pub fn biome(&self, xy_m: DVec2) -> Option<String> {
        let world = self.streamer.world();
        let strate = world.strates().get(usize::from(self.strate?.0))?;
        let biome = dominant_biome(world, strate, xy_m)?;
        Some(if biome.name.is_empty() { biome.id.clone() } else { biome.name.clone() })
    }

    /// The streamer, to read its gates and figures.
    pub fn streamer(&self) -> &Streamer {
        &self.streamer
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(id) = self.texture {
            self.gpu.renderer.write().free_texture(&id);
        }
    }
}

/// The strate that owns a height; above or below the world the nearest one.
pub fn strate_near(world: &World, z_m: f64) -> Option<StrateIndex> {
    let z = world.voxel().lattice_floor(DVec3::new(0.0, 0.0, z_m)).z;
    let end = if z >= 0 { world.strates().first() } else { world.strates().last() };
    world.strate_at(z).or_else(|| end.map(|strate| strate.index))
}

fn dominant_biome<'a>(world: &'a World, strate: &Strate, xy_m: DVec2) -> Option<&'a BiomeDef> {
    if strate.def.biomes.is_empty() {
        return None;
    }
    let mut shares = Vec::new();
    world.biome_shares(strate.index, xy_m, &mut shares);
    let id = strate.def.biomes.get(usize::from(shares.first()?.biome))?;
    world.assets().biomes.get(id).map(|biome| &**biome)
}

fn settings(world: &World) -> Settings {
    Settings { near_radius_tiles: 6, view_distance_m: None, max_level: world.voxel().coarsest_level(), memory_bytes: 512 << 20 }
}
