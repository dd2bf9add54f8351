//! System packages: what the editor, a software renderer and a virtual display need on Debian, installed when missing.

use std::path::Path;
use std::process::{Command, Stdio};

/// A set of packages and a sign that each is there already.
pub struct Packages {
    /// What they are for, in words.
    pub purpose: &'static str,
    /// Debian package and a library, a program on the path or an absolute path that it brings.
    pub packages: &'static [(&'static str, &'static str)],
}

/// Run-time libraries of the window and the software renderer.
pub const EDITOR: Packages = Packages {
    purpose: "the editor's window and a software renderer",
    packages: &[
        ("libx11-6", "libX11.so.6"),
        ("libx11-xcb1", "libX11-xcb.so.1"),
        ("libxcursor1", "libXcursor.so.1"),
        ("libxi6", "libXi.so.6"),
        ("libxkbcommon0", "libxkbcommon.so.0"),
        ("libxkbcommon-x11-0", "libxkbcommon-x11.so.0"),
        ("libwayland-client0", "libwayland-client.so.0"),
        ("libvulkan1", "libvulkan.so.1"),
        ("mesa-vulkan-drivers", "libvulkan_lvp.so"),
    ],
};

/// A display without a screen, and hands to drive it.
pub const VIRTUAL_DISPLAY: Packages =
    Packages { purpose: "a virtual display", packages: &[("xvfb", "Xvfb"), ("xdotool", "xdotool"), ("imagemagick", "import")] };

/// Whether a window can be opened on this machine as it is.
pub fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Installs what is missing with apt-get, as root or through sudo. Does nothing elsewhere than on Linux.
///
/// # Errors
/// Names the missing packages when there is no apt-get or it fails.
pub fn install(set: &Packages) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let missing: Vec<&str> = set.packages.iter().filter(|(_, sign)| !is_there(sign)).map(|(package, _)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!("xtask: installing {} for {}", missing.join(" "), set.purpose);
    apt(&["update", "-q"], &missing)?;
    let mut arguments = vec!["install", "-q", "-y", "--no-install-recommends"];
    arguments.extend(&missing);
    apt(&arguments, &missing)
}

/// Whether there is an apt-get to install with.
pub fn has_apt() -> bool {
    is_there("apt-get")
}

/// Unpacks packages (`name:architecture=version`) and nothing they depend on into `folder`, for `architectures` that the system
/// need not know. Needs no rights; the package lists are kept in the folder too.
///
/// # Errors
/// Names the packages when they cannot be fetched or unpacked.
pub fn unpack(packages: &[String], architectures: &[&str], folder: &Path) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("could not fetch {}: {error}", packages.join(" "));
    let folder = std::path::absolute(folder).map_err(|error| failed(&error))?;
    let (lists, cache) = (folder.join("apt/lists"), folder.join("apt/cache"));
    for part in [lists.join("partial"), cache.join("archives/partial")] {
        std::fs::create_dir_all(part).map_err(|error| failed(&error))?;
    }
    let mut options = vec![
        "-qq".to_owned(),
        format!("-oDir::State::Lists={}", lists.display()),
        format!("-oDir::Cache={}", cache.display()),
        "-oAcquire::Languages=none".to_owned(),
        "-oAcquire::Retries=3".to_owned(),
        "-oAPT::Sandbox::User=root".to_owned(),
    ];
    options.extend(architectures.iter().map(|name| format!("-oAPT::Architectures::={name}")));
    let apt = |words: &[String]| match Command::new("apt-get").args(&options).args(words).current_dir(&cache).output() {
        Ok(out) if out.status.success() => Ok(()),
        Ok(out) => Err(String::from_utf8_lossy(&out.stderr).trim().to_owned()),
        Err(error) => Err(format!("cannot start apt-get: {error}")),
    };
    // A list that cannot be had is no failure yet: the packages may stand in another.
    let lists = apt(&["update".to_owned()]).err().unwrap_or_default();
    let mut words = vec!["download".to_owned()];
    words.extend(packages.iter().cloned());
    apt(&words).map_err(|error| failed(&format!("{error}\n{lists}").trim()))?;
    for entry in std::fs::read_dir(&cache).map_err(|error| failed(&error))?.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "deb") {
            let status = Command::new("dpkg-deb").arg("-x").arg(&path).arg(&folder).status();
            if !status.is_ok_and(|status| status.success()) {
                return Err(failed(&format!("{} could not be unpacked", path.display())));
            }
            // Unpacked it is of no more use, and large.
            std::fs::remove_file(&path).map_err(|error| failed(&error))?;
        }
    }
    Ok(())
}

fn apt(arguments: &[&str], missing: &[&str]) -> Result<(), String> {
    let root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.starts_with(b"0\n"));
    let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
    if !root {
        command.arg("apt-get");
    }
    let status = command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("could not install: {}; install these packages by hand and try again", missing.join(" "))),
    }
}

fn is_there(sign: &str) -> bool {
    const LIBRARIES: [&str; 5] =
        ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib"];
    let on_path = std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(sign).is_file()));
    on_path || LIBRARIES.iter().any(|dir| Path::new(dir).join(sign).exists())
}
