//! A virtual display with the real editor in it, driven by injected mouse and keys.
//!
//! The editor is told (`--ui-map FILE`) to keep a list of its named controls and where they are on the screen; this module
//! reads it, so that a script says *what* to click and never *where*.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// An X server without a screen. Ends when dropped.
pub struct VirtualDisplay {
    server: Child,
    /// `:N`.
    pub name: String,
}

impl VirtualDisplay {
    /// Starts one of `width` × `height` pixels on the first free number.
    pub fn start(width: u32, height: u32) -> Result<Self, String> {
        for number in 90..130 {
            if Path::new(&format!("/tmp/.X11-unix/X{number}")).exists() || Path::new(&format!("/tmp/.X{number}-lock")).exists() {
                continue;
            }
            let name = format!(":{number}");
            let mut server = Command::new("Xvfb")
                .args([&name, "-screen", "0", &format!("{width}x{height}x24"), "-nolisten", "tcp"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .map_err(|error| format!("cannot start Xvfb: {error}"))?;
            let socket = format!("/tmp/.X11-unix/X{number}");
            let deadline = Instant::now() + Duration::from_secs(10);
            while Instant::now() < deadline {
                if Path::new(&socket).exists() {
                    return Ok(Self { server, name });
                }
                if server.try_wait().ok().flatten().is_some() {
                    break;
                }
                sleep(Duration::from_millis(50));
            }
            let _ = server.kill();
            let _ = server.wait();
        }
        Err("no virtual display could be started".into())
    }
}

impl Drop for VirtualDisplay {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A named control of the editor and its rectangle in screen pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Accessible role: `Button`, `TextInput`, `Label` …
    pub role: String,
    /// Accessible name; for a label its text.
    pub name: String,
    /// Value, where it has one.
    pub value: String,
    /// Left, top, right, bottom.
    pub rect: [f32; 4],
}

impl Control {
    /// Middle of the rectangle.
    pub fn centre(&self) -> (i32, i32) {
        (((self.rect[0] + self.rect[2]) * 0.5) as i32, ((self.rect[1] + self.rect[3]) * 0.5) as i32)
    }
}

/// A running editor. Killed when dropped.
pub struct Editor {
    process: Child,
    display: String,
    map: PathBuf,
    window: String,
}

impl Editor {
    /// Starts `binary` on `display` with `arguments`; `state` is the folder of its preferences and journal.
    /// Waits until its window is there.
    pub fn start(binary: &Path, display: &VirtualDisplay, state: &Path, arguments: &[&str]) -> Result<Self, String> {
        std::fs::create_dir_all(state).map_err(|error| format!("{error}: {}", state.display()))?;
        let map = state.join("controls.tsv");
        let _ = std::fs::remove_file(&map);
        let process = Command::new(binary)
            .args(arguments)
            .args(["--state"])
            .arg(state)
            .arg("--ui-map")
            .arg(&map)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_RUNTIME_DIR", state)
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", binary.display()))?;
        let mut editor = Self { process, display: display.name.clone(), map, window: String::new() };
        let started = Instant::now();
        while editor.window.is_empty() {
            if let Some(status) = editor.exit_status() {
                return Err(format!("the editor ended at start: {status}"));
            }
            if started.elapsed() > Duration::from_secs(60) {
                return Err("the editor's window did not appear".into());
            }
            sleep(Duration::from_millis(100));
            editor.window = editor.xdotool(&["search", "--onlyvisible", "--name", "VoxelForge"]).unwrap_or_default();
            editor.window = editor.window.lines().next().unwrap_or_default().to_string();
        }
        Ok(editor)
    }

    /// Gives the keys to the window: without a window manager nobody else does.
    fn focus(&self) -> Result<(), String> {
        self.xdotool(&["windowfocus", "--sync", &self.window]).map(drop)
    }

    /// `Some` once it has ended.
    pub fn exit_status(&mut self) -> Option<std::process::ExitStatus> {
        self.process.try_wait().ok().flatten()
    }

    /// Ends it as kill -9 would.
    pub fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Runs xdotool with arguments.
    pub fn xdotool(&self, arguments: &[&str]) -> Result<String, String> {
        let out = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .output()
            .map_err(|error| format!("cannot start xdotool: {error}"))?;
        Ok(String::from_utf8_lossy(&out.stdout).trim().to_string())
    }

    /// Every named control as last drawn.
    pub fn controls(&self) -> Vec<Control> {
        std::fs::read_to_string(&self.map).unwrap_or_default().lines().filter_map(parse_control).collect()
    }

    /// Waits for a control that `accept`s.
    pub fn wait_for(&self, what: &str, seconds: u64, accept: impl Fn(&Control) -> bool) -> Result<Control, String> {
        let started = Instant::now();
        loop {
            if let Some(found) = self.controls().into_iter().find(|control| accept(control)) {
                return Ok(found);
            }
            if started.elapsed() > Duration::from_secs(seconds) {
                return Err(format!("waited {seconds} s for {what}"));
            }
            sleep(Duration::from_millis(100));
        }
    }

    /// Number of the pass the editor drew last.
    fn pass(&self) -> u64 {
        let text = std::fs::read_to_string(&self.map).unwrap_or_default();
        text.lines().next().and_then(|line| line.strip_prefix("pass\t")?.parse().ok()).unwrap_or(0)
    }

    /// Waits until the editor has drawn what was done so far. The pointer trembles meanwhile: an idle editor draws nothing.
    fn catch_up(&self) -> Result<(), String> {
        let wanted = self.pass() + 3;
        let started = Instant::now();
        while self.pass() < wanted {
            if started.elapsed() > Duration::from_secs(60) {
                return Err("the editor has not drawn for a minute".into());
            }
            self.xdotool(&["mousemove_relative", "--", "1", "0"])?;
            sleep(Duration::from_millis(40));
            self.xdotool(&["mousemove_relative", "--", "-1", "0"])?;
            sleep(Duration::from_millis(60));
        }
        Ok(())
    }

    /// The control where it is once the editor has caught up.
    fn settled(&self, role: &str, name: &str) -> Result<Control, String> {
        self.catch_up()?;
        let is = |control: &Control| (role.is_empty() || control.role == role) && control.name == name;
        self.wait_for(&format!("the {role} {name:?}"), 30, is)
    }

    /// Clicks the middle of a control named `name` of `role` (empty for any).
    pub fn click(&self, role: &str, name: &str) -> Result<(), String> {
        let (x, y) = self.settled(role, name)?.centre();
        self.click_at(x, y)
    }

    /// Clicks a point of the screen.
    pub fn click_at(&self, x: i32, y: i32) -> Result<(), String> {
        self.move_to(x, y)?;
        self.xdotool(&["mousedown", "1"])?;
        sleep(Duration::from_millis(120));
        self.xdotool(&["mouseup", "1"])?;
        self.catch_up()
    }

    /// Moves the pointer.
    pub fn move_to(&self, x: i32, y: i32) -> Result<(), String> {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()])?;
        self.catch_up()
    }

    /// Turns the wheel at a point; positive notches go down.
    pub fn scroll(&self, x: i32, y: i32, notches: i32) -> Result<(), String> {
        self.move_to(x, y)?;
        let button = if notches > 0 { "5" } else { "4" };
        self.xdotool(&["click", "--repeat", &notches.abs().to_string(), "--delay", "60", button])?;
        sleep(Duration::from_millis(400));
        Ok(())
    }

    /// Presses a key or chord (`ctrl+s`).
    pub fn key(&self, chord: &str) -> Result<(), String> {
        self.focus()?;
        self.xdotool(&["key", chord])?;
        self.catch_up()
    }

    /// Holds a key for a while.
    pub fn hold(&self, key: &str, time: Duration) -> Result<(), String> {
        self.focus()?;
        self.xdotool(&["keydown", key])?;
        sleep(time);
        self.xdotool(&["keyup", key])?;
        Ok(())
    }

    /// Types text.
    pub fn type_text(&self, text: &str) -> Result<(), String> {
        self.focus()?;
        self.xdotool(&["type", "--delay", "60", text])?;
        self.catch_up()
    }

    /// Saves a picture of the window.
    pub fn picture(&self, file: &Path) -> Result<(), String> {
        let status = Command::new("import")
            .args(["-window", &self.window])
            .arg(file)
            .env("DISPLAY", &self.display)
            .status()
            .map_err(|error| format!("cannot start import: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("no picture could be taken: {}", file.display())) }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A line of the map: role, name, value, left, top, right, bottom, separated by tabs.
fn parse_control(line: &str) -> Option<Control> {
    let mut parts = line.split('\t');
    let (role, name, value) = (parts.next()?, parts.next()?, parts.next()?);
    let mut rect = [0.0; 4];
    for edge in &mut rect {
        *edge = parts.next()?.parse().ok()?;
    }
    Some(Control { role: role.into(), name: name.into(), value: value.into(), rect })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_map_is_read_and_a_torn_one_is_left_out() {
        let control = parse_control("Button\tApply\t\t10\t20\t30\t41").expect("a whole line");
        assert_eq!(control.centre(), (20, 30));
        assert_eq!(parse_control("Button\tApply\t\t10\t20"), None);
    }
}
