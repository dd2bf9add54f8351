//! The command line: what may be typed.

use crate::commands::{
    bake::BakeArgs, check::CheckArgs, compose::ComposeArgs, digest::DigestArgs, explore::ExploreArgs, gallery::GalleryArgs,
    import_legacy::ImportLegacyArgs, info::InfoArgs, measure::MeasureArgs, new::NewArgs, sample::SampleArgs, schema::SchemaArgs,
    screenshot::ScreenshotArgs, season::SeasonArgs, stream::StreamArgs, validate::ValidateArgs,
};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::path::PathBuf;

/// Editor and engine for deterministic, streaming, underground voxel worlds.
///
/// Without a subcommand the editor opens. Every subcommand ends with 0 (good), 1 (a check failed or work is incomplete) or 2
/// (bad usage or input).
#[derive(Parser)]
#[command(name = "voxelforge", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do instead of opening the editor
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to open the editor
    #[command(flatten)]
    pub editor: EditorArgs,
    /// For every subcommand
    #[command(flatten)]
    pub common: Common,
}

/// Options of the window.
#[derive(Args)]
pub struct EditorArgs {
    /// Project folder; the last one, or the bundled sample, when left out
    pub project: Option<PathBuf>,
    /// Folder of preferences, journal and layout
    #[arg(long, value_name = "DIR")]
    pub state: Option<PathBuf>,
    /// Keep a list of the named controls in this file, for automation
    #[arg(long, value_name = "FILE")]
    pub ui_map: Option<PathBuf>,
    /// Write the log to standard error as well, from this level on: error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL")]
    pub log: Option<tracing::Level>,
}

/// Options of every subcommand.
#[derive(Args, Clone)]
pub struct Common {
    /// One JSON document on standard output
    #[arg(long, global = true)]
    pub json: bool,
    /// Threads to use; all cores when left out
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Overwrite files that exist
    #[arg(long, global = true)]
    pub force: bool,
}

/// The subcommands.
#[derive(Subcommand)]
pub enum Command {
    /// Create a project
    New(NewArgs),
    /// Parse and validate every asset
    Check(CheckArgs),
    /// Layout, bands, passages and routes
    Info(InfoArgs),
    /// The world digest with its parts
    Digest(DigestArgs),
    /// Densities as a NumPy array with a JSON description
    Sample(SampleArgs),
    /// Metrics of strates
    Measure(MeasureArgs),
    /// Invent, measure and rank candidate strates
    Compose(ComposeArgs),
    /// Map of a strate as PNG
    Bake(BakeArgs),
    /// Run the checks
    Validate(ValidateArgs),
    /// Scripted flight: gates and statistics of streaming
    Stream(StreamArgs),
    /// Picture of a place as PNG
    Screenshot(ScreenshotArgs),
    /// Every strate at eye height, from above and in section
    Gallery(GalleryArgs),
    /// Walk through strates and report
    Explore(ExploreArgs),
    /// Publish or verify a season
    Season(SeasonArgs),
    /// Convert parameter sets of the earlier engine into a project
    ImportLegacy(ImportLegacyArgs),
    /// Write the reference page and the JSON Schemas of every kind of file
    Schema(SchemaArgs),
}

/// Reads the program's arguments; ends the program where they make no sense.
pub fn parse() -> Cli {
    let matches = command().get_matches();
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// The whole command line.
pub fn command() -> clap::Command {
    taking_negatives(Cli::command())
}

/// Reads `-5` as a number everywhere, so that its range can be told instead of "unexpected argument".
fn taking_negatives(command: clap::Command) -> clap::Command {
    command.allow_negative_numbers(true).mut_subcommands(taking_negatives)
}

/// Reads a number of a range, both ends included; `unit` stands behind the ends in the message.
pub fn between(lowest: f64, highest: f64, unit: &'static str) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number: &f64| (lowest..=highest).contains(number));
        number.ok_or_else(|| format!("a number from {lowest}{unit} to {highest}{unit} is expected"))
    }
}

/// A seed as decimal or 0x-hexadecimal text.
pub fn seed(text: &str) -> Result<u64, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "a whole number below 2^64, decimal or 0x-hexadecimal".to_owned())
}

/// Several numbers separated by commas.
pub fn numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let parts: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse::<f64>()).collect();
    let parts = parts.map_err(|_| format!("{N} numbers separated by commas"))?;
    if parts.iter().any(|v| !v.is_finite() || *v < -32_768.0 || *v > 32_768.0) {
        return Err("every number must lie within ±32768".into());
    }
    <[f64; N]>::try_from(parts).map_err(|_| format!("{N} numbers separated by commas"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn a_project_alone_opens_the_editor() {
        let cli = Cli::try_parse_from(["voxelforge", "some/project"]).unwrap();
        assert!(cli.command.is_none() && cli.editor.project.is_some());
    }

    fn refused(words: &str) -> String {
        let matches = command().try_get_matches_from(words.split(' '));
        matches.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn numbers_out_of_range_are_told_the_range() {
        for reach in ["nan", "-5", "-1e9", "0", "1e99", "inf"] {
            for command in ["measure P", "explore P --strate 0 --export a.obj"] {
                let message = refused(&format!("voxelforge {command} --reach {reach}"));
                assert!(message.contains("1 m to 4096 m"), "{command} {reach}: {message}");
            }
        }
        for (words, range) in [
            ("bake P --strate 0 --out a.png --metres -3", "1 m to 65536 m"),
            ("bake P --strate 0 --out a.png --size -3", "16..=4096"),
            ("compose P --seed 1 --out d --count 1000000000", "1..=1000000"),
            ("compose P --seed 1 --out d --count 0", "1..=1000000"),
            ("compose P --seed -1 --out d", "below 2^64"),
            ("stream P --speed -1", "above 0"),
            ("stream P --seconds nan", "above 0"),
            ("validate P --seeds 0", "1..=100000"),
            ("validate P --seeds -2", "1..=100000"),
            ("measure P --strate -1", "0..=65535"),
        ] {
            let message = refused(&format!("voxelforge {words}"));
            assert!(message.contains(range), "{words}: {message}");
        }
        assert_eq!(refused("voxelforge measure P --reach 64"), "");
    }

    #[test]
    fn the_help_lists_what_is_accepted() {
        let help = |name: &str| {
            let mut command = command();
            command.find_subcommand_mut(name).expect("a command").render_long_help().to_string()
        };
        assert!(help("bake").contains("moisture"));
        let validate = help("validate");
        assert!(validate.contains("law") && validate.contains("Reachability") && validate.contains("seams"));
    }

    #[test]
    fn seeds_and_lists_are_read_or_refused() {
        assert_eq!(seed("0xffffffffffffffff"), Ok(u64::MAX));
        assert!(seed("-1").is_err() && seed("18446744073709551616").is_err());
        assert_eq!(numbers::<3>("1, -2.5,3"), Ok([1.0, -2.5, 3.0]));
        assert!(numbers::<3>("1,2").is_err() && numbers::<2>("1,nan").is_err() && numbers::<1>("1e9").is_err());
    }
}
