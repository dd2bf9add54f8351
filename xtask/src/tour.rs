//! The tour: the real editor in a virtual display, one picture a stop.

use crate::desktop::{Editor, VirtualDisplay};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// Opens `project`, visits the panels and leaves pictures in `out`.
///
/// # Errors
/// Says which stop failed; the pictures taken before it stay.
pub fn tour(binary: &Path, project: &Path, out: &Path) -> Result<(), String> {
    std::fs::create_dir_all(out).map_err(|error| format!("{error}: {}", out.display()))?;
    let display = VirtualDisplay::start(1600, 900)?;
    let state = out.join("state");
    let project = project.to_string_lossy().into_owned();
    let editor = Editor::start(binary, &display, &state, &[&project])?;
    eprintln!("xtask: no display here; the editor runs in a virtual one ({})", display.name);
    let shot = |name: &str| -> Result<(), String> {
        let file = out.join(format!("{name}.png"));
        editor.picture(&file)?;
        eprintln!("xtask: {}", file.display());
        Ok(())
    };
    editor.wait_for("the world to stand", 60, |control| control.value.contains("Refined") || control.name.contains("Refined"))?;
    sleep(Duration::from_secs(2));
    shot("1-viewport")?;
    for (number, panel) in ["Composer", "Biome preview", "Validate", "Season"].iter().enumerate() {
        editor.click("Tab", panel)?;
        sleep(Duration::from_secs(2));
        shot(&format!("{}-{}", number + 2, panel.to_lowercase().replace(' ', "-")))?;
    }
    editor.click("Tab", "Viewport")?;
    editor.key("F5")?;
    sleep(Duration::from_secs(2));
    editor.hold("w", Duration::from_secs(2))?;
    shot("6-play")?;
    Ok(())
}
