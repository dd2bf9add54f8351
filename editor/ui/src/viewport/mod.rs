//! The viewport: the running engine in a panel, with its camera, play mode and brush.
//!
//! *Flow.* `controls` turns input into wishes, `fly` and `play` move the eye, `stage` streams and draws, `overlay`
//! paints what lies over the picture. Nothing here changes the project: strokes leave as edits.

mod brushing;
mod controls;
mod fly;
mod keys;
pub mod marks;
mod overlay;
mod play;
mod stage;
mod stroke;

pub use stroke::volume_m3;

use crate::context::PanelContext;
use crate::intents::{Intents, Request};
use crate::tools::ViewReport;
use crate::widgets::{empty_state_ui, no_world_ui};
use brushing::Brushing;
use controls::Controls;
use eframe::egui_wgpu::RenderState;
use egui::accesskit::Role;
use egui::emath::GuiRounding;
use egui::{Rect, Response, Sense, WidgetInfo};
use fly::Fly;
use glam::{DVec3, Vec2, Vec3};
use play::Play;
use render::{Camera, View};
use stage::{Shown, Stage};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use stream::Workers;
use world::query::Hit;
use world::{StrateIndex, World};

/// Where the camera shall be, once the world that tells the place has been planned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wish {
    /// A place in world metres.
    Place(DVec3),
    /// The spine room of a strate.
    Strate(StrateIndex),
    /// The spawn.
    Home,
    /// Walk from the spawn, or stop walking.
    Play,
    /// Walk from the camera.
    PlayFromCamera,
}

/// The running engine.
#[derive(Default)]
pub struct ViewportPanel {
    fly: Fly,
    play: Option<Play>,
    stage: Option<Stage>,
    workers: Option<Arc<Workers>>,
    controls: Controls,
    brushing: Brushing,
    shown: Shown,
    hover: Option<Hit>,
    wish: Option<Wish>,
    /// The camera has been placed in this project.
    placed: bool,
    last: Option<Duration>,
    frame: Duration,
}

impl ViewportPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        let Some(gpu) = ctx.gpu else {
            let text = "There is no graphics device. Install a Vulkan driver, then start the editor again.";
            empty_state_ui(ui, ctx.theme, text, "");
            return;
        };
        let Some(world) = ctx.world else {
            self.stage = None;
            no_world_ui(ui, ctx, "There is no world yet.", out);
            return;
        };
        let began = Instant::now();
        self.take_world(gpu, world);
        let (rect, response) = canvas(ui);
        let dt = self.last.map_or(0.0, |last| ctx.now.saturating_sub(last).as_secs_f32());
        self.last = Some(ctx.now);

        self.go_where_wanted(world);
        self.move_eye(ui, &response, dt);
        let camera = self.camera();
        let velocity = self.play.as_ref().map_or(self.fly.velocity, Play::velocity);
        let Some(stage) = &mut self.stage else { return };
        stage.advance(ctx.now, camera.pos_m, velocity, camera.forward(), dt);

        self.point(ui, &response, rect, &camera, ctx, out);
        self.paint(ui, rect, camera, ctx);
        self.overlays(ui, rect, &camera, world, ctx, out);
        self.frame = began.elapsed();
        tracing::trace!("viewport drawn in {:?}", self.frame);
        self.report(world, ctx, out);
        self.ask_for_frames(ui, ctx);
    }

    fn take_world(&mut self, gpu: &RenderState, world: &Arc<World>) {
        let workers = self.workers.get_or_insert_with(|| {
            let cores = std::thread::available_parallelism().map_or(2, usize::from);
            Workers::new(cores.saturating_sub(1).max(1), since_start)
        });
        match &mut self.stage {
            Some(stage) => stage.set_world(world),
            None => self.stage = Some(Stage::new(gpu, world, workers.clone())),
        }
        if let Some(play) = &mut self.play {
            play.set_world(world.clone());
        }
        if !self.placed {
            self.placed = true;
            self.wish.get_or_insert(Wish::Home);
        }
    }

    /// Places the camera once the plan that tells the place is there.
    fn go_where_wanted(&mut self, world: &Arc<World>) {
        let Some(wish) = self.wish else { return };
        let spine = |index: StrateIndex| world.planned(index).map(|plan| plan.spine_m);
        let first = world.strates().first().map(|strate| strate.index);
        match wish {
            Wish::Place(place) => {
                self.stop_play();
                self.fly.look(place + DVec3::new(0.0, -6.0, 3.0), place);
            }
            Wish::Strate(index) => match spine(index) {
                Some(foot) => self.stand(world, index, foot),
                None => {
                    self.approach(world, index);
                    return;
                }
            },
            Wish::Home => match first.and_then(|index| Some((index, spine(index)?))) {
                Some((index, foot)) => self.stand(world, index, foot),
                None => return,
            },
            Wish::Play if self.play.is_some() => self.stop_play(),
            Wish::Play => match first.and_then(spine) {
                Some(foot) => self.play = Some(Play::start(world.clone(), foot, 0.0)),
                None => return,
            },
            Wish::PlayFromCamera => {
                let foot = self.fly.camera.pos_m - DVec3::Z * 1.62;
                self.play = Some(Play::start(world.clone(), foot, self.fly.camera.yaw));
            }
        }
        self.wish = None;
    }

    /// At eye height in the spine room, looking along the first way out.
    fn stand(&mut self, world: &World, strate: StrateIndex, foot_m: DVec3) {
        self.stop_play();
        let eye = foot_m + DVec3::Z * 1.7;
        let ahead = world.planned(strate).and_then(|plan| plan.backbone.first()?.points_m.get(24).copied());
        self.fly.look(eye, ahead.map_or(eye + DVec3::Y * 8.0, |place| place.with_z(eye.z) - DVec3::Z * 0.6));
    }

    /// Goes to the middle of a strate whose plan is not ready; streaming there plans it.
    fn approach(&mut self, world: &World, index: StrateIndex) {
        self.stop_play();
        let Some(strate) = world.strates().get(usize::from(index.0)) else { return };
        let middle = (strate.bands.content_floor + strate.bands.content_top) / 2;
        self.fly.camera.pos_m = world.voxel().position_m(glam::IVec3::new(0, 0, middle));
    }

    fn move_eye(&mut self, ui: &egui::Ui, response: &Response, dt: f32) {
        let intent = self.controls.read(ui, response, self.play.is_some());
        if let Some(play) = &mut self.play {
            play.step(&intent.play, dt);
        } else {
            self.fly.step(&intent.fly, dt);
        }
        if intent.stop_play {
            self.stop_play();
        }
    }

    fn stop_play(&mut self) {
        if let Some(play) = self.play.take() {
            self.fly.camera = play.camera(self.fly.camera.fov_deg);
        }
    }

    fn camera(&self) -> Camera {
        let fov = self.fly.camera.fov_deg;
        self.play.as_ref().map_or(self.fly.camera, |play| play.camera(fov))
    }

    /// What lies under the pointer, and what the brush does there.
    fn point(&mut self, ui: &egui::Ui, response: &Response, rect: Rect, camera: &Camera, ctx: &PanelContext, out: &mut Intents) {
        let Some(stage) = &mut self.stage else { return };
        let turning = self.play.is_some() || self.controls.is_turning();
        self.hover = match response.hover_pos().filter(|_| !turning) {
            Some(at) => stage.pick(camera.pos_m, camera.ray(across(rect, at), rect.aspect_ratio())),
            None => None,
        };
        let brush_is_on = ctx.brush.active && self.play.is_none();
        self.shown.lines.clear();
        self.shown.ghost = None;
        if brush_is_on {
            let inverted = ui.input(|input| input.modifiers.ctrl);
            self.brushing.follow(response, self.hover, inverted, ctx.brush, out);
            self.brushing.resize(ui, response, ctx.brush, out);
            let (ghost, lines) = self.brushing.shown(self.hover, inverted, ctx.brush, ctx.theme);
            self.shown.ghost = ghost;
            self.shown.lines = lines;
        }
    }

    fn paint(&mut self, ui: &egui::Ui, rect: Rect, camera: Camera, ctx: &PanelContext) {
        let Some(stage) = &mut self.stage else { return };
        let pixels = rect.size() * ui.pixels_per_point();
        let size = [pixels.x, pixels.y].map(|side| side.round().clamp(1.0, 8192.0) as u32);
        if let Some(texture) = stage.draw(View::new(camera, size), &self.shown, ctx.theme, ctx.now) {
            let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ui.painter().image(texture, rect, whole, egui::Color32::WHITE);
        }
    }

    fn overlays(&mut self, ui: &mut egui::Ui, rect: Rect, camera: &Camera, world: &World, ctx: &PanelContext, out: &mut Intents) {
        let Some(stage) = &self.stage else { return };
        let speed = self.play.is_none().then_some(self.fly.speed);
        overlay::state_ui(ui, rect, stage, speed, ctx);
        if let Some(hit) = self.hover {
            overlay::scale_bar_ui(ui, rect, camera, hit.distance_m, ctx.theme);
        }
        if let Some(play) = &self.play {
            overlay::play_ui(ui, rect, play, camera, world, ctx.theme);
        } else {
            overlay::tools_ui(ui, rect, &mut self.shown, ctx, out);
        }
    }

    fn report(&mut self, world: &World, ctx: &PanelContext, out: &mut Intents) {
        let camera = self.camera();
        let Some(stage) = &mut self.stage else { return };
        let at = self.hover.map_or(camera.pos_m, |hit| hit.pos_m);
        let report = ViewReport {
            eye_m: camera.pos_m,
            strate: world.strate_at(world.voxel().lattice_floor(camera.pos_m).z),
            biome: stage.biome(at.truncate()),
            value: self.hover.map(|hit| stage.density(hit.pos_m)),
            speed: self.fly.speed,
            playing: self.play.is_some(),
            gates: stage.streamer().gates(),
            statistics: stage.streamer().statistics(),
            frame: self.frame,
        };
        if report != *ctx.view {
            out.request(Request::ReportView(Box::new(report)));
        }
    }

    fn ask_for_frames(&self, ui: &egui::Ui, ctx: &PanelContext) {
        let moving =
            self.fly.velocity != Vec3::ZERO || self.play.as_ref().is_some_and(Play::is_moving) || self.controls.is_turning();
        let busy = self.stage.as_ref().is_some_and(|stage| stage.wants_frame(ctx.now));
        if moving {
            ui.ctx().request_repaint();
        } else if busy || self.wish.is_some() || self.play.is_some() {
            ui.ctx().request_repaint_after(Duration::from_millis(33));
        }
    }

    /// Another project is shown: camera and picture start anew.
    pub fn forget(&mut self) {
        *self = Self { workers: self.workers.take(), ..Self::default() };
    }

    /// Moves the camera or the body when the next frame is drawn.
    pub fn wish(&mut self, wish: Wish) {
        self.wish = Some(wish);
    }
}

/// The canvas fills what is left, on whole pixels, with an accessible name.
fn canvas(ui: &mut egui::Ui) -> (Rect, Response) {
    let rect = ui.available_rect_before_wrap().round_to_pixels(ui.pixels_per_point());
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(egui::WidgetType::Other, true, "3D view"));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_role(Role::Canvas));
    (rect, response)
}

/// A point of the panel in the units of [`Camera::ray`].
fn across(rect: Rect, at: egui::Pos2) -> Vec2 {
    let share = (at - rect.min) / rect.size();
    Vec2::new(share.x * 2.0 - 1.0, 1.0 - share.y * 2.0)
}

/// The streamer's clock.
fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
