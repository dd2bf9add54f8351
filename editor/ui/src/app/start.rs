//! Why the window could not be opened, with what helps.

/// Where no window system answers at all.
pub(super) const NO_DISPLAY: &str = "The editor needs a display and found none: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it from \
a desktop session (over ssh with -X), or use `cargo xtask run`, which opens a virtual display. Every subcommand works without \
one; `voxelforge --help` lists them.";

/// Whether a window system is named. Other systems than Linux and its relatives always have one.
pub(super) fn has_display() -> bool {
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(not(all(unix, not(target_os = "macos")))) || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(named)
}

/// A failed start in one paragraph.
pub(super) fn advice(error: &eframe::Error) -> String {
    match error {
        eframe::Error::Wgpu(_) => {
            "The editor found no graphics device that can draw its window. Install a Vulkan driver: on Debian \
            or Ubuntu the package of your graphics card, or mesa-vulkan-drivers, which also brings a software renderer; \
            `cargo xtask run` installs it. `vulkaninfo --summary` shows what is there."
                .to_owned()
        }
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => format!(
            "The window could not be opened: {}. Check that DISPLAY or WAYLAND_DISPLAY names a display that runs and lets you in, \
            or use `cargo xtask run`, which opens a virtual one.",
            cause(&error.to_string())
        ),
        other => format!("The window could not be opened: {}.", cause(&other.to_string())),
    }
}

/// The last part of a chain of reasons that says something: what comes before names places in the source of libraries.
fn cause(text: &str) -> &str {
    let text = text.trim_end_matches(['.', ' ']);
    let plain = |part: &str| !part.trim().is_empty() && !part.contains(".rs") && part.contains(char::is_alphabetic);
    text.rsplit(": ").find(|part| plain(part)).unwrap_or("the window system refused").trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_no_place_of_a_build() {
        let told = cause("winit EventLoopError: os error at /build/winit/mod.rs:765: no server answers.");
        assert_eq!(told, "no server answers");
        assert_eq!(cause("os error at /build/x.rs:7"), "the window system refused");
    }
}
