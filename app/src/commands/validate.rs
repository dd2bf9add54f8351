//! `validate`: runs the checks.

use crate::cli::seed;
use crate::session::{Failure, Outcome, Session};
use check::{Check, Context, Mode, Report};
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `validate`.
#[derive(clap::Args)]
pub struct ValidateArgs {
    /// Project folder
    project: PathBuf,
    /// Which checks; all when left out
    #[arg(value_parser = check_name)]
    checks: Vec<Wanted>,
    /// About a second each instead of everything
    #[arg(long)]
    quick: bool,
    /// Worlds the law is judged in
    #[arg(long, value_name = "N", default_value_t = 1)]
    seeds: u32,
    /// Seed those worlds are drawn from
    #[arg(long, value_parser = seed, default_value = "1")]
    seed: u64,
}

#[derive(Clone)]
enum Wanted {
    All,
    One(Check),
}

fn check_name(text: &str) -> Result<Wanted, String> {
    if text == "all" {
        return Ok(Wanted::All);
    }
    let known = Check::ALL.map(Check::name).join(", ");
    Check::from_name(text).map(Wanted::One).ok_or_else(|| format!("one of {known}, all"))
}

/// Runs and reports each check; fails when one does not pass.
pub fn run(args: &ValidateArgs, session: &Session) -> Outcome {
    let world = session.world(&args.project)?;
    let pool = session.pool()?;
    let everything = args.checks.is_empty() || args.checks.iter().any(|w| matches!(w, Wanted::All));
    let wanted = |check: Check| everything || args.checks.iter().any(|w| matches!(w, Wanted::One(c) if *c == check));
    let program = std::env::current_exe().map_err(Failure::failed)?;
    let ask = || check::fresh_digest(&program, &args.project);
    let mode = if args.quick { Mode::Quick } else { Mode::Full };
    let mut reports: Vec<Report> = Vec::new();
    for check in Check::ALL.into_iter().filter(|c| wanted(*c)) {
        let report = session.watched(|watch| {
            let (seeds, first_seed) = (args.seeds, args.seed);
            check::run(check, &Context { world: &world, pool: &pool, watch, mode, seeds, first_seed, fresh_process: Some(&ask) })
        });
        if !session.wants_json() {
            println!("{}", report.to_text());
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
