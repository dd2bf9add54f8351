//! `validate`: runs the checks.

use crate::cli::seed;
use crate::output::{plain_lines, say};
use crate::session::{Failure, Outcome, Session};
use check::{Check, Context, Mode, Report};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::json;
use std::path::PathBuf;

/// Asks for every check.
const ALL: &str = "all";

/// Arguments of `validate`.
#[derive(clap::Args)]
pub struct ValidateArgs {
    /// Project folder
    project: PathBuf,
    /// Which checks; all when left out
    #[arg(value_name = "CHECK", value_parser = check_name())]
    checks: Vec<Option<Check>>,
    /// About a second each instead of everything
    #[arg(long)]
    quick: bool,
    /// Worlds the law (Reachability in the editor) is judged in
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    seeds: u32,
    /// Samples that proofs are tried on, at least; 110 million when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1_000_000..=1_000_000_000_000), conflicts_with = "quick")]
    samples: Option<u64>,
    /// Seed those worlds are drawn from
    #[arg(long, value_parser = seed, default_value = "1")]
    seed: u64,
}

/// Reads a check by its name; the help lists the names, what the editor calls each, and what it tries.
fn check_name() -> impl TypedValueParser<Value = Option<Check>> {
    let one = |check: Check| PossibleValue::new(check.name()).help(format!("{}: {}", check.title(), check.help()));
    let all = PossibleValue::new(ALL).help("Every check");
    PossibleValuesParser::new(Check::ALL.map(one).into_iter().chain([all])).map(|text: String| Check::from_name(&text))
}

/// Runs and reports each check; fails when one does not pass.
pub fn run(args: &ValidateArgs, session: &Session) -> Outcome {
    let world = session.world(&args.project)?;
    let pool = session.pool()?;
    let everything = args.checks.is_empty() || args.checks.contains(&None);
    let wanted = |check: Check| everything || args.checks.contains(&Some(check));
    let program = std::env::current_exe().map_err(Failure::failed)?;
    let ask = || check::fresh_digest(&program, &args.project);
    let mode = if args.quick { Mode::Quick } else { Mode::Full };
    let mut reports: Vec<Report> = Vec::new();
    for check in Check::ALL.into_iter().filter(|c| wanted(*c)) {
        let report = session.watched(|watch| {
            let (samples, seeds, first_seed, fresh_process) = (args.samples, args.seeds, args.seed, Some(&ask as _));
            check::run(check, &Context { world: &world, pool: &pool, watch, mode, samples, seeds, first_seed, fresh_process })
        });
        if !session.wants_json() {
            say(plain_lines(&report.to_text()));
        }
        reports.push(report);
        if session.is_cancelled() {
            break;
        }
    }
    if session.wants_json() {
        session.print("", &json!({ "reports": reports }));
    }
    let bad = reports.iter().filter(|r| !r.passed()).count();
    if bad > 0 || session.is_cancelled() {
        Err(Failure::failed(format!("{bad} of {} checks did not pass", reports.len())))
    } else {
        Ok(())
    }
}
