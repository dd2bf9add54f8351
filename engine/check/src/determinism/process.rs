//! The same digest from a fresh process.

use crate::{Context, Report};
use compose::Digest;

/// Asks the fresh process of the context, if it has one, and compares its digest with the one computed here.
pub(super) fn compare(context: &Context<'_>, report: &mut Report) {
    let Some(ask) = context.fresh_process else {
        report.note("no fresh process was asked");
        return;
    };
    context.watch.report(0, 0, "asking a fresh process");
    // Only a cancelled digest is missing.
    let Some(mine) = crate::digest(context.world, context.pool, &context.watch) else { return };
    judge(context, &mine, ask(), report);
}

/// An answer that differs is a difference, and so is none at all.
fn judge(context: &Context<'_>, mine: &Digest, answer: Result<Digest, String>, report: &mut Report) {
    match answer {
        Err(_) if context.watch.is_cancelled() => {}
        Err(error) => report.differ(format!("the fresh process gave no digest: {error}"), None),
        Ok(theirs) => {
            report.require(context, "digest parts compared with a fresh process", theirs.parts.len() as u64);
            if let Some(what) = mine.difference(&theirs) {
                report.differ(format!("a fresh process disagrees: {what}"), None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Check, Outcome, fixture, fresh_digest};
    use compose::Part;
    use std::path::Path;

    fn digest(tiles: &str) -> Digest {
        let part = |name: &str, hash: &str| Part { name: name.into(), hash: hash.into() };
        Digest::of(vec![part("layout", "00"), part("strate 0/plan", "11"), part("strate 0/tiles", tiles)])
    }

    fn judged(answer: Result<Digest, String>) -> Report {
        let context = fixture::context();
        let mut report = Report { tried: 1, ..Report::begin(Check::Determinism, &context, "tiles") };
        judge(&context, &digest("22"), answer, &mut report);
        report.end(&context)
    }

    fn assert_caught(answer: Result<Digest, String>, naming: &str) {
        let report = judged(answer);
        assert_eq!(report.outcome, Outcome::Failed, "{}", report.to_text());
        let first = report.first.expect("a difference");
        assert!(first.what.contains(naming), "{} does not name {naming}", first.what);
    }

    #[test]
    fn an_honest_process_passes() {
        let report = judged(Ok(digest("22")));
        assert!(report.passed(), "{}", report.to_text());
        assert_eq!(report.counts, [("digest parts compared with a fresh process".to_owned(), 3)]);
    }

    #[test]
    fn a_process_that_answers_another_digest_is_caught_with_the_part() {
        assert_caught(Ok(digest("23")), "strate 0/tiles");
    }

    #[test]
    fn a_process_that_answers_an_empty_digest_is_caught() {
        assert_caught(Ok(Digest::of(Vec::new())), "nothing was proven");
    }

    #[test]
    fn a_process_that_does_not_start_is_caught() {
        let nowhere = Path::new("no/such/program");
        assert_caught(fresh_digest(nowhere, Path::new("project")), "cannot start");
    }

    #[test]
    fn a_process_that_fails_is_caught() {
        // The program of these tests knows no such arguments.
        let program = std::env::current_exe().expect("a program");
        assert_caught(fresh_digest(&program, Path::new("project")), "ended with");
    }
}
