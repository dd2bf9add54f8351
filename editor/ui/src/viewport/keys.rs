//! Which physical keys are down, whatever the keyboard's layout.

use egui::{Event, Key};
use glam::Vec3;
use std::collections::BTreeSet;

/// The physical keys held now.
#[derive(Clone, Debug, Default)]
pub struct HeldKeys(BTreeSet<Key>);

impl HeldKeys {
    /// Takes in a frame's events. A window that loses the focus lets go of everything.
    pub fn follow(&mut self, ui: &egui::Ui) {
        ui.input(|input| {
            for event in &input.events {
                match event {
                    Event::Key { key, physical_key, pressed, .. } => {
                        let key = physical_key.unwrap_or(*key);
                        if *pressed {
                            self.0.insert(key);
                        } else {
                            self.0.remove(&key);
                        }
                    }
                    Event::WindowFocused(false) => self.0.clear(),
                    _ => {}
                }
            }
        });
    }

    /// Whether a key is down.
    pub fn is_down(&self, key: Key) -> bool {
        self.0.contains(&key)
    }

    /// Right, forward and up from D/A, W/S and E/Q.
    pub fn travel(&self) -> Vec3 {
        let axis = |plus, minus| f32::from(u8::from(self.is_down(plus))) - f32::from(u8::from(self.is_down(minus)));
        Vec3::new(axis(Key::D, Key::A), axis(Key::W, Key::S), axis(Key::E, Key::Q))
    }
}
