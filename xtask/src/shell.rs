//! Running programs with their command line shown.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs programs in the workspace's root.
#[derive(Clone)]
pub struct Shell {
    /// The workspace's root.
    pub root: PathBuf,
    environment: Vec<(String, String)>,
}

impl Shell {
    /// With no variables beyond the inherited ones.
    pub fn new(root: PathBuf) -> Self {
        Self { root, environment: Vec::new() }
    }

    /// A shell that sets one more variable.
    #[must_use]
    pub fn with_env(&self, name: &str, value: &str) -> Self {
        let mut shell = self.clone();
        shell.environment.push((name.into(), value.into()));
        shell
    }

    /// Runs cargo; an exit status other than 0 is an error.
    pub fn cargo(&self, arguments: &[&str]) -> Result<(), String> {
        let cargo = std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
        self.run(&cargo, arguments)
    }

    /// Runs a program and waits; an exit status other than 0 is an error.
    pub fn run(&self, program: &Path, arguments: &[&str]) -> Result<(), String> {
        let shown = format!("{} {}", program.file_name().unwrap_or(program.as_os_str()).to_string_lossy(), arguments.join(" "));
        eprintln!("$ {shown}");
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.root).envs(self.environment.iter().map(|(n, v)| (n, v)));
        let status = command.status().map_err(|error| format!("cannot start {shown}: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("{shown} ended with {status}")) }
    }

    /// Runs a program and gives what it says on standard error; an exit status other than 0 is an error that ends with it.
    pub fn said(&self, program: &Path, arguments: &[&str]) -> Result<String, String> {
        let shown = format!("{} {}", program.file_name().unwrap_or(program.as_os_str()).to_string_lossy(), arguments.join(" "));
        eprintln!("$ {shown}");
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.root).envs(self.environment.iter().map(|(n, v)| (n, v)));
        let out = command.output().map_err(|error| format!("cannot start {shown}: {error}"))?;
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        if out.status.success() { Ok(said) } else { Err(format!("{shown} ended with {}\n{}", out.status, said.trim())) }
    }
}
