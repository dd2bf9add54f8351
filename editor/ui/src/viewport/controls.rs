//! From keys and pointer to what the camera or the body should do.

use super::fly::FlyInput;
use super::keys::HeldKeys;
use super::play::PlayInput;
use egui::{CursorGrab, Key, PointerButton, Response, ViewportCommand};
use glam::Vec2;

/// What the user wants of the eye in one frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Intent {
    /// For the free camera.
    pub fly: FlyInput,
    /// For the body.
    pub play: PlayInput,
    /// Stop walking.
    pub stop_play: bool,
}

/// Keys held and whether the pointer is caught.
#[derive(Debug, Default)]
pub struct Controls {
    keys: HeldKeys,
    turning: bool,
    caught: bool,
}

impl Controls {
    /// The pointer turns the camera now.
    pub fn is_turning(&self) -> bool {
        self.turning
    }

    /// Reads one frame. In play mode the pointer is caught until Esc; a click catches it again.
    pub fn read(&mut self, ui: &egui::Ui, response: &Response, playing: bool) -> Intent {
        self.keys.follow(ui);
        if ui.ctx().egui_wants_keyboard_input() && !playing {
            self.keys = HeldKeys::default();
        }
        if playing { self.read_play(ui, response) } else { self.read_fly(ui, response) }
    }

    fn read_fly(&mut self, ui: &egui::Ui, response: &Response) -> Intent {
        self.release(ui);
        let modifiers = ui.input(|input| input.modifiers);
        let travel = drag(ui);
        self.turning = response.dragged_by(PointerButton::Secondary);
        let orbiting = response.dragged_by(PointerButton::Primary) && modifiers.alt;
        let panning = response.dragged_by(PointerButton::Middle);
        let notches = if response.hovered() { ui.input(|input| input.smooth_scroll_delta().y) / 50.0 } else { 0.0 };
        let mut fly = FlyInput { fast: modifiers.shift, slow: modifiers.alt && self.turning, ..FlyInput::default() };
        if self.turning {
            fly.turn = travel;
            fly.travel = self.keys.travel();
            fly.speed_notches = notches;
        } else {
            fly.dolly_notches = notches;
        }
        if orbiting {
            fly.orbit = travel;
        }
        if panning {
            fly.pan = travel;
        }
        Intent { fly, ..Intent::default() }
    }

    fn read_play(&mut self, ui: &egui::Ui, response: &Response) -> Intent {
        self.turning = false;
        let (escape, shift) = ui.input(|input| (input.key_pressed(Key::Escape), input.modifiers.shift));
        if escape {
            self.release(ui);
            if shift {
                return Intent { stop_play: true, ..Intent::default() };
            }
        } else if !self.caught && (response.clicked() || !response.ctx.input(|input| input.pointer.has_pointer())) {
            self.catch(ui);
        }
        let turn = if self.caught {
            ui.input(|input| input.pointer.motion()).map_or(Vec2::ZERO, points)
        } else {
            held_drag(ui, response)
        };
        let travel = self.keys.travel();
        let play = PlayInput { travel: travel.truncate(), turn, jump: self.keys.is_down(Key::Space), run: shift };
        Intent { play, ..Intent::default() }
    }

    fn catch(&mut self, ui: &egui::Ui) {
        ui.ctx().send_viewport_cmd(ViewportCommand::CursorGrab(CursorGrab::Confined));
        ui.ctx().send_viewport_cmd(ViewportCommand::CursorVisible(false));
        self.caught = true;
    }

    fn release(&mut self, ui: &egui::Ui) {
        if self.caught {
            ui.ctx().send_viewport_cmd(ViewportCommand::CursorGrab(CursorGrab::None));
            ui.ctx().send_viewport_cmd(ViewportCommand::CursorVisible(true));
            self.caught = false;
        }
    }
}

fn drag(ui: &egui::Ui) -> Vec2 {
    points(ui.input(|input| input.pointer.delta()))
}

fn held_drag(ui: &egui::Ui, response: &Response) -> Vec2 {
    if response.dragged() { drag(ui) } else { Vec2::ZERO }
}

fn points(travel: egui::Vec2) -> Vec2 {
    Vec2::new(travel.x, travel.y)
}
