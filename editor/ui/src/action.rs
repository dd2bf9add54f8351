//! Commands without payload: menus, shortcuts and tooltips are all made from this one list.

use crate::panel::PanelId;
use egui::{Key, KeyboardShortcut, Modifiers};
use egui_phosphor::regular as icon;

/// A command. Every value is listed by [`Action::all`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Makes a project in a folder to be chosen.
    NewProject,
    /// Opens a project folder to be chosen.
    OpenProject,
    /// Writes every changed file.
    Save,
    /// Leaves the editor; asks when something is unsaved.
    Quit,
    /// Takes the last step back.
    Undo,
    /// Does the next step again.
    Redo,
    /// Copies the selected asset.
    DuplicateSelection,
    /// Deletes the selected asset.
    DeleteSelection,
    /// Walks from the spawn, or stops walking.
    Play,
    /// Walks from the camera.
    PlayFromCamera,
    /// Shows all of the selected strate.
    FrameSelection,
    /// Back to the spawn.
    Home,
    /// Dark or light.
    ToggleTheme,
    /// Larger interface.
    ZoomIn,
    /// Smaller interface.
    ZoomOut,
    /// Interface at its own size.
    ZoomReset,
    /// Puts all panels in their first places.
    ResetLayout,
    /// Opens a panel, or closes it.
    TogglePanel(PanelId),
    /// Says what this is.
    About,
}

/// A menu of the top bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Projects.
    File,
    /// Changes.
    Edit,
    /// Panels and theme.
    View,
    /// Walking.
    Play,
    /// About.
    Help,
}

impl Menu {
    /// Every menu, left to right.
    pub const ALL: [Menu; 5] = [Menu::File, Menu::Edit, Menu::View, Menu::Play, Menu::Help];
    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::View => "View",
            Menu::Play => "Play",
            Menu::Help => "Help",
        }
    }
}

impl Action {
    /// Every command, in menu order.
    pub fn all() -> impl Iterator<Item = Action> {
        const PLAIN: [Action; 18] = [
            Action::NewProject,
            Action::OpenProject,
            Action::Save,
            Action::Quit,
            Action::Undo,
            Action::Redo,
            Action::DuplicateSelection,
            Action::DeleteSelection,
            Action::Play,
            Action::PlayFromCamera,
            Action::FrameSelection,
            Action::Home,
            Action::ToggleTheme,
            Action::ZoomIn,
            Action::ZoomOut,
            Action::ZoomReset,
            Action::ResetLayout,
            Action::About,
        ];
        PLAIN.into_iter().chain(PanelId::ALL.into_iter().map(Action::TogglePanel))
    }

    /// Text in menus: sentence case, an ellipsis where a dialog follows.
    pub fn label(self) -> &'static str {
        match self {
            Action::NewProject => "New project…",
            Action::OpenProject => "Open project…",
            Action::Save => "Save",
            Action::Quit => "Quit",
            Action::Undo => "Undo",
            Action::Redo => "Redo",
            Action::DuplicateSelection => "Duplicate",
            Action::DeleteSelection => "Delete",
            Action::Play => "Play from the spawn",
            Action::PlayFromCamera => "Play from the camera",
            Action::FrameSelection => "Frame the selection",
            Action::Home => "Home",
            Action::ToggleTheme => "Light or dark theme",
            Action::ZoomIn => "Larger interface",
            Action::ZoomOut => "Smaller interface",
            Action::ZoomReset => "Interface at 100 %",
            Action::ResetLayout => "Reset layout",
            Action::TogglePanel(panel) => panel.title(),
            Action::About => "About VoxelForge",
        }
    }

    /// The menu it stands in.
    pub fn menu(self) -> Menu {
        match self {
            Action::NewProject | Action::OpenProject | Action::Save | Action::Quit => Menu::File,
            Action::Undo | Action::Redo | Action::DuplicateSelection | Action::DeleteSelection => Menu::Edit,
            Action::Play | Action::PlayFromCamera => Menu::Play,
            Action::About => Menu::Help,
            _ => Menu::View,
        }
    }

    /// Its icon in the top bar and in menus; empty where none helps.
    pub fn icon(self) -> &'static str {
        match self {
            Action::NewProject => icon::FILE_PLUS,
            Action::OpenProject => icon::FOLDER_OPEN,
            Action::Save => icon::FLOPPY_DISK,
            Action::Undo => icon::ARROW_U_UP_LEFT,
            Action::Redo => icon::ARROW_U_UP_RIGHT,
            Action::DuplicateSelection => icon::COPY,
            Action::DeleteSelection => icon::TRASH,
            Action::Play | Action::PlayFromCamera => icon::PLAY,
            Action::ToggleTheme => icon::SUN,
            _ => "",
        }
    }

    /// Its keys, as shown.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        let (modifiers, key) = match self {
            Action::NewProject => (Modifiers::COMMAND, Key::N),
            Action::OpenProject => (Modifiers::COMMAND, Key::O),
            Action::Save => (Modifiers::COMMAND, Key::S),
            Action::Quit => (Modifiers::COMMAND, Key::Q),
            Action::Undo => (Modifiers::COMMAND, Key::Z),
            Action::Redo => (Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z),
            Action::DuplicateSelection => (Modifiers::COMMAND, Key::D),
            Action::Play => (Modifiers::NONE, Key::F5),
            Action::PlayFromCamera => (Modifiers::SHIFT, Key::F5),
            Action::FrameSelection => (Modifiers::NONE, Key::F),
            Action::Home => (Modifiers::NONE, Key::Home),
            Action::ZoomIn => (Modifiers::COMMAND, Key::Plus),
            Action::ZoomOut => (Modifiers::COMMAND, Key::Minus),
            Action::ZoomReset => (Modifiers::COMMAND, Key::Num0),
            _ => return None,
        };
        Some(KeyboardShortcut::new(modifiers, key))
    }

    /// Every combination of keys that asks for it; the first is the one shown.
    pub fn shortcuts(self) -> impl Iterator<Item = KeyboardShortcut> {
        let other = (self == Action::Redo).then_some(KeyboardShortcut::new(Modifiers::COMMAND, Key::Y));
        self.shortcut().into_iter().chain(other)
    }

    /// Whether its keys belong to a text field that has the focus.
    pub fn yields_to_text(self) -> bool {
        matches!(self, Action::Undo | Action::Redo | Action::FrameSelection | Action::Home | Action::DuplicateSelection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clashes(shortcuts: &[KeyboardShortcut]) -> usize {
        (0..shortcuts.len()).filter(|&i| shortcuts[..i].contains(&shortcuts[i])).count()
    }

    #[test]
    fn no_two_actions_share_keys() {
        let shortcuts: Vec<_> = Action::all().flat_map(Action::shortcuts).collect();
        assert!(shortcuts.len() > 8);
        assert_eq!(clashes(&shortcuts), 0);
    }

    #[test]
    fn a_clash_of_keys_is_noticed() {
        let keys = KeyboardShortcut::new(Modifiers::COMMAND, Key::S);
        assert_eq!(clashes(&[keys, keys]), 1);
    }

    #[test]
    fn every_action_is_listed_once_and_named() {
        let all: Vec<_> = Action::all().collect();
        for (i, action) in all.iter().enumerate() {
            assert!(!all[..i].contains(action), "{action:?} twice");
            assert!(!action.label().is_empty());
        }
    }
}
