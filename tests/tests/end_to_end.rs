//! The main job, done by the real binary in a virtual display with injected mouse and keys: author, save, carve, edit on disk, walk,
//! bake, compose, apply, validate, publish. What is checked are files, digests and what the editor says.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};
use voxelforge_tests::copy_folder;
use voxelforge_xtask::desktop::{Editor, VirtualDisplay};

type Outcome = Result<(), String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

/// The binary beside this test's own.
fn binary() -> PathBuf {
    let test = std::env::current_exe().expect("this test");
    let folder = test.parent().and_then(Path::parent).expect("the target folder");
    folder.join("voxelforge")
}

/// Waits for a condition that files show.
fn until(what: &str, seconds: u64, holds: impl Fn() -> bool) -> Outcome {
    let started = Instant::now();
    while !holds() {
        if started.elapsed() > Duration::from_secs(seconds) {
            return Err(format!("waited {seconds} s for {what}"));
        }
        sleep(Duration::from_millis(100));
    }
    Ok(())
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// Digest of a project, by a fresh process.
fn digest(project: &Path) -> String {
    let out = Command::new(binary()).args(["digest", "--json"]).arg(project).output().expect("voxelforge digest");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let value: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    value["root"].as_str().expect("a root").to_owned()
}

struct Scene {
    editor: Editor,
    project: PathBuf,
}

impl Scene {
    fn file(&self, name: &str) -> PathBuf {
        self.project.join(name)
    }

    /// Waits until the view says it is refined.
    fn refined(&self) -> Outcome {
        self.editor.wait_for("a refined view", 300, |control| control.name.starts_with("Refined")).map(drop)
    }

    /// Turns the wheel at a point until a control's middle lies above the end of its panel.
    fn reveal(&self, name: &str, at: (i32, i32), end: i32) -> Outcome {
        for _ in 0..40 {
            let control = self.editor.wait_for(name, 60, |control| control.name == name && control.role != "Label")?;
            if control.centre().1 < end {
                return Ok(());
            }
            self.editor.scroll(at.0, at.1, 3)?;
        }
        Err(format!("{name:?} could not be scrolled into view"))
    }

    /// Finds a parameter of the selection by its name and types a value into it.
    fn set_parameter(&self, name: &str, value: &str) -> Outcome {
        self.editor.click("TextInput", "Search parameters")?;
        self.editor.key("ctrl+a")?;
        self.editor.type_text(name)?;
        self.editor.click("SpinButton", name)?;
        self.editor.key("ctrl+a")?;
        self.editor.type_text(value)?;
        self.editor.key("Return")?;
        sleep(Duration::from_millis(500));
        self.editor.click("TextInput", "Search parameters")?;
        self.editor.key("Escape")
    }

    fn author(&self) -> Outcome {
        let strate = self.file("strates/hollow_country.ron");
        let before = text(&strate);
        self.editor.click("", "Strate Hollow Country")?;
        self.set_parameter("Mountains", "0.9")?;
        self.editor.key("ctrl+s")?;
        until("the changed value on disk", 60, || text(&strate).contains("mountain_share: 0.9,"))?;
        if !text(&strate).contains("// ridges, not peaks") || !text(&strate).starts_with("// Wide and calm") {
            return Err("a comment did not survive the save".into());
        }
        // One step back, saved again: the file is as it was.
        self.click_view()?;
        self.editor.key("ctrl+z")?;
        self.editor.key("ctrl+s")?;
        until("the old file on disk", 60, || text(&strate) == before)
    }

    /// Gives the keys to the viewport: a click on its status, which selects nothing.
    fn click_view(&self) -> Outcome {
        let view = self.editor.wait_for("the view", 10, |control| control.name == "3D view")?;
        self.editor.click_at(view.centre().0, view.rect[1] as i32 + 6)
    }

    fn author_biome(&self) -> Outcome {
        let biome = self.file("biomes/meadow.ron");
        self.reveal("Biome Meadow", (130, 700), 840)?;
        self.editor.click("", "Biome Meadow")?;
        self.set_parameter("Relief factor", "0.8")?;
        self.editor.key("ctrl+s")?;
        until("the biome on disk", 60, || text(&biome).contains("relief_factor: 0.8"))
    }

    fn carve(&self) -> Outcome {
        self.refined()?;
        self.press_ending_with(" Brush")?;
        let view = self.editor.wait_for("the view", 10, |control| control.name == "3D view")?;
        let (x, y) = view.centre();
        let low = (view.rect[3] - (view.rect[3] - view.rect[1]) * 0.2) as i32;
        self.editor.click_at(x, low.max(y))?;
        sleep(Duration::from_millis(600));
        self.editor.key("ctrl+s")?;
        let edits = self.file("edits/edits.ron");
        until("the stroke on disk", 60, || text(&edits).contains("Carve"))?;
        self.press_ending_with(" Brush")
    }

    fn edit_on_disk(&self) -> Outcome {
        let path = self.file("strates/warren.ron");
        let good = text(&path);
        std::fs::write(&path, good.replace("winding_m: 3.5", "winding_m: 2.5")).map_err(|error| error.to_string())?;
        self.editor
            .wait_for("the reload", 60, |control| control.name.contains("Reloaded") || control.value.contains("Reloaded"))?;
        std::fs::write(&path, good.replace("winding_m: 3.5", "winding_m: 999.0")).map_err(|error| error.to_string())?;
        self.editor.click("Tab", "Problems")?;
        self.editor.wait_for("the mistake", 60, |control| {
            let words = format!("{} {}", control.name, control.value);
            words.contains("winding_m")
        })?;
        std::fs::write(&path, &good).map_err(|error| error.to_string())?;
        let started = Instant::now();
        while self.editor.controls().iter().any(|control| format!("{} {}", control.name, control.value).contains("winding_m")) {
            if started.elapsed() > Duration::from_secs(60) {
                return Err("the mended file did not clear the mistake".into());
            }
            sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    fn walk(&self) -> Outcome {
        self.editor.click("Tab", "Viewport")?;
        self.editor.key("F5")?;
        self.walk_on()
    }

    /// Walks until the body has left its place, on the ground, and stops.
    fn walk_on(&self) -> Outcome {
        // Until the body stands: it may have been set down from the eye's place.
        let mut from = self.eye_m()?;
        for _ in 0..20 {
            sleep(Duration::from_secs(1));
            let now = std::mem::replace(&mut from, self.eye_m()?);
            if now == from {
                break;
            }
        }
        let mut way_m = 0.0;
        for key in ["w", "w", "w", "d", "s", "a", "w", "d"] {
            self.editor.hold(key, Duration::from_secs(2))?;
            let at = self.eye_m()?;
            way_m = (at[0] - from[0]).hypot(at[1] - from[1]);
            if way_m > 1.0 {
                break;
            }
        }
        let fall_m = from[2] - self.eye_m()?[2];
        self.editor.key("F5")?;
        sleep(Duration::from_millis(500));
        match way_m > 1.0 && fall_m.abs() < 6.0 {
            true => Ok(()),
            false => Err(format!("the body went {way_m:.2} m from {from:?} and fell {fall_m:.2} m")),
        }
    }

    /// The eye's place as the status bar tells it, metres.
    fn eye_m(&self) -> Result<[f64; 3], String> {
        let parse = |name: &str| {
            let numbers: Vec<f64> = name.strip_suffix(" m")?.split_whitespace().map_while(|word| word.parse().ok()).collect();
            <[f64; 3]>::try_from(numbers).ok()
        };
        let control = self.editor.wait_for("the eye's place", 60, |control| parse(&control.name).is_some())?;
        parse(&control.name).ok_or_else(|| "no place in the status bar".to_owned())
    }

    fn bake(&self) -> Outcome {
        self.editor.click("Tab", "Biome preview")?;
        self.editor.click("Button", "Bake a map")?;
        self.editor.wait_for("the map", 60, |control| control.name == "Map")?;
        sleep(Duration::from_secs(1));
        self.editor.wait_for("the export button", 10, |control| control.name.ends_with("Export PNG"))?;
        self.press_ending_with("Export PNG")?;
        let picture = self.file("exports/strate-0-biome.png");
        until("the exported map", 60, || picture.metadata().is_ok_and(|meta| meta.len() > 1000))
    }

    /// Clicks a button by the end of its name: the beginning is an icon.
    fn press_ending_with(&self, end: &str) -> Outcome {
        self.editor.wait_for(end, 30, |control| control.name.ends_with(end))?;
        self.editor.move_to(800, 40)?;
        let control = self.editor.wait_for(end, 30, |control| control.name.ends_with(end) && control.role != "Label")?;
        let (x, y) = control.centre();
        self.editor.click_at(x, y)
    }

    fn compose(&self) -> Outcome {
        self.editor.click("Tab", "Composer")?;
        self.editor.click("", "Composer count")?;
        self.editor.key("ctrl+a")?;
        self.editor.type_text("4")?;
        self.editor.key("Return")?;
        self.press_ending_with("Compose")?;
        self.editor.wait_for("a card to apply", 300, |control| control.name.ends_with("Apply"))?;
        sleep(Duration::from_secs(1));
        self.press_ending_with("Apply")?;
        sleep(Duration::from_secs(1));
        self.editor.key("ctrl+s")?;
        let project = self.file("project.ron");
        until("the candidate on disk", 60, || text(&project).contains("archetype: "))?;
        self.walk_in_slot("Slot fixed.1")?;
        self.editor.key("ctrl+z")?;
        self.editor.key("ctrl+s")?;
        until("the candidate taken back", 60, || !text(&project).contains("archetype: "))
    }

    /// Flies to a slot by a double click on its row and walks there from the camera.
    fn walk_in_slot(&self, row: &str) -> Outcome {
        self.editor.click("Tab", "Viewport")?;
        let above = self.eye_m()?;
        for _ in 0..10 {
            let slot = self.editor.wait_for(row, 30, |control| control.name.starts_with(row))?;
            let (x, y) = slot.centre();
            self.editor.move_to(x, y)?;
            self.editor.xdotool(&["click", "--repeat", "2", "--delay", "20", "1"])?;
            sleep(Duration::from_secs(3));
            if self.eye_m()?[2] < above[2] - 20.0 {
                break;
            }
        }
        let below = self.eye_m()?;
        if below[2] > above[2] - 20.0 {
            return Err(format!("the eye stayed at {below:?}"));
        }
        self.press_ending_with("Walk")?;
        self.walk_on()
    }

    fn validate(&self) -> Outcome {
        self.editor.click("Tab", "Validate")?;
        self.press_ending_with("Determinism")?;
        self.editor.wait_for("determinism to pass", 400, |control| control.name == "passed" || control.value == "passed")?;
        Ok(())
    }

    fn publish(&self) -> Outcome {
        self.editor.click("Tab", "Season")?;
        self.press_ending_with("Export")?;
        let manifest = self.file("seasons/season-1.json");
        until("the manifest", 400, || manifest.is_file())?;
        let verify =
            Command::new(binary()).args(["season", "verify"]).arg(&manifest).output().map_err(|error| error.to_string())?;
        if !verify.status.success() {
            return Err(format!("season verify: {}", String::from_utf8_lossy(&verify.stderr)));
        }
        Ok(())
    }
}

/// One part of the main job.
type Step = fn(&Scene) -> Outcome;

#[test]
fn the_main_job_can_be_done_with_mouse_and_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = folder.path().join("depths");
    copy_folder(&root().join("projects/depths"), &project).expect("a copy");
    let before = digest(&project);
    let display = VirtualDisplay::start(1600, 900).expect("a virtual display");
    let path = project.to_string_lossy().into_owned();
    let editor = Editor::start(&binary(), &display, &folder.path().join("state"), &[&path]).expect("the editor");
    let scene = Scene { editor, project };

    let steps: [(&str, Step); 10] = [
        ("stand in a refined world", Scene::refined),
        ("author a strate", Scene::author),
        ("author a biome", Scene::author_biome),
        ("edit a file on disk", Scene::edit_on_disk),
        ("walk", Scene::walk),
        ("carve", Scene::carve),
        ("bake a biome preview", Scene::bake),
        ("compose and apply", Scene::compose),
        ("validate determinism", Scene::validate),
        ("publish a season", Scene::publish),
    ];
    for (what, step) in steps {
        let started = Instant::now();
        if let Err(message) = step(&scene) {
            let picture = root().join("out/end-to-end-failure.png");
            let _ = std::fs::create_dir_all(root().join("out"));
            let _ = scene.editor.picture(&picture);
            panic!("could not {what}: {message} (see {})", picture.display());
        }
        println!("{what}: {:.1} s", started.elapsed().as_secs_f32());
    }
    assert_ne!(digest(&scene.project), before, "carving and authoring change the world");
}
