//! The `voxelforge` binary: command line and window; it wires the rooms together and decides nothing.

mod cli;
mod commands;
mod output;
mod progress;
mod session;

use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::parse();
    match commands::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.message.is_empty() {
                output::tell(output::plain_lines(&failure.message));
            }
            ExitCode::from(failure.code)
        }
    }
}
