//! One file per subcommand; each holds its arguments and its run.

pub mod bake;
pub mod check;
pub mod compose;
pub mod digest;
mod editor;
pub mod explore;
pub mod gallery;
pub mod import_legacy;
pub mod info;
pub mod measure;
pub mod new;
pub mod sample;
pub mod schema;
pub mod screenshot;
pub mod season;
pub mod stream;
pub mod validate;

use crate::cli::{Cli, Command};
use crate::session::{Outcome, Session};

/// Does what was asked.
pub fn run(cli: Cli) -> Outcome {
    let Some(command) = cli.command else { return editor::run(cli.editor, &cli.common) };
    let session = Session::new(cli.common);
    match command {
        Command::New(args) => new::run(&args, &session),
        Command::Check(args) => check::run(&args, &session),
        Command::Info(args) => info::run(&args, &session),
        Command::Digest(args) => digest::run(&args, &session),
        Command::Sample(args) => sample::run(&args, &session),
        Command::Measure(args) => measure::run(&args, &session),
        Command::Compose(args) => compose::run(&args, &session),
        Command::Bake(args) => bake::run(&args, &session),
        Command::Validate(args) => validate::run(&args, &session),
        Command::Stream(args) => stream::run(&args, &session),
        Command::Screenshot(args) => screenshot::run(&args, &session),
        Command::Explore(args) => explore::run(&args, &session),
        Command::Gallery(args) => gallery::run(&args, &session),
        Command::Season(args) => season::run(&args, &session),
        Command::ImportLegacy(args) => import_legacy::run(&args, &session),
        Command::Schema(args) => schema::run(&args, &session),
    }
}
