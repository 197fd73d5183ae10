//! Replacement with data: the phone is backed up, another one of its configuration gets the backup and takes its place.
//!
//! The old phone stays off from its backup on, so that no two phones run on the same data. Both copies are idempotent: a repeated one has the
//! same result.

use serde::{Deserialize, Serialize};

use super::plan::{later, send};
use super::{
    AWAY_MS, Effect, Event, Evidence, Next, OperationChoice, Phase, Progress, Reason, Step,
};
use crate::phones::Status;

/// Seconds for which the disclaimer is shown before it can be agreed to.
pub const DISCLAIMER_SECONDS: u32 = 10;

/// Version of the disclaimer: with another text it is another one.
pub const DISCLAIMER_VERSION: u32 = 1;
/// Day since which this version is shown.
pub const DISCLAIMER_DAY: &str = "2026-11-27";

/// An agreement to the disclaimer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Agreed {
    /// The version that was shown.
    pub version: u32,
    /// Member who agreed.
    pub member_id: i64,
    /// Time of the agreement, Unix milliseconds.
    pub at_ms: i64,
}

/// A replacement with data, as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transfer {
    /// Size of the data when it was asked for, in bytes.
    pub bytes: i64,
    /// Place of the data; none until the phone was taken.
    pub to: Option<Destination>,
    /// The agreement before it; kept when it is tried again.
    #[serde(default)]
    pub agreed: Option<Agreed>,
}

/// Place to which the data of a phone goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Destination {
    /// Id of the backup.
    pub backup_id: i64,
    /// Id of the phone that gets the data.
    pub phone_id: i64,
    /// Id that the data gets on that phone. A phone that shows it has all of the data.
    pub data_id: String,
}

/// A backup that was made and read back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// Size in bytes.
    pub bytes: i64,
    /// Digest of its content.
    pub digest: String,
}

impl Transfer {
    /// Size of the data: of the backup, once there is one.
    pub fn total(&self, before: Option<&Evidence>) -> i64 {
        let backup = before.and_then(|before| before.backup.as_ref());
        backup.map_or(self.bytes, |backup| backup.bytes)
    }

    /// Time from the start of one of its two copies to failure: twice the usual duration.
    pub const fn deadline_ms() -> i64 {
        match Status::BackingUp.expected_ms() {
            Some(ms) => 2 * ms,
            None => 2 * AWAY_MS,
        }
    }
}

/// The place of the data; none before it was chosen.
pub(super) const fn destination(input: &OperationChoice) -> Option<&Destination> {
    match input {
        OperationChoice::Transfer(transfer) => transfer.to.as_ref(),
        OperationChoice::None
        | OperationChoice::Dpi(_)
        | OperationChoice::Alias(_)
        | OperationChoice::Delivery(_)
        | OperationChoice::Apps(_)
        | OperationChoice::NewDevice(_) => None,
    }
}

/// Command of the step that copies.
pub(super) fn command(progress: &Progress) -> Effect {
    let backup = (progress.before.as_ref()).and_then(|before| before.backup.clone());
    match (destination(&progress.input), progress.current(), backup) {
        (Some(to), Some(Step::Migrate), Some(backup)) => Effect::Migrate(to.clone(), backup),
        (Some(to), ..) => Effect::BackUp(to.clone()),
        (None, ..) => Effect::Observe,
    }
}

/// Whether the new phone shows that it runs on the data.
pub(super) fn took_effect(progress: &Progress, seen: &Evidence) -> bool {
    let wanted = destination(&progress.input).map(|to| to.data_id.as_str());
    seen.booted && wanted.is_some() && seen.data_id.as_deref() == wanted
}

/// Decides the next action.
pub(super) fn next(progress: Progress, step: Step, event: Event, now_ms: i64) -> Next {
    match (step, event) {
        (Step::Take | Step::Verify, Event::Go | Event::TakenOver) => look(progress),
        (Step::Take, Event::Seen(seen)) if seen.booted => {
            let mut progress = progress.advanced(now_ms);
            progress.deadline_ms = now_ms + Transfer::deadline_ms();
            send(progress, Event::Go, now_ms)
        }
        (Step::Take, event) if now_ms - progress.since_ms >= AWAY_MS => Next::Failed(match event {
            Event::Failed(reason) => reason,
            Event::Go | Event::TakenOver | Event::Seen(_) => Reason::NotStarted,
        }),
        (Step::Verify, Event::Seen(seen)) if took_effect(&progress, &seen) => Next::Done,
        // The data id is foreign: somebody else did something to the phone.
        (Step::Verify, Event::Seen(seen))
            if seen.booted && now_ms - progress.since_ms >= AWAY_MS =>
        {
            Next::Failed(Reason::Altered)
        }
        // The new phone is starting, or away for a moment.
        (Step::Take | Step::Verify, Event::Seen(_) | Event::Failed(_)) => later(progress, now_ms),
        (_, event) => send(progress, event, now_ms),
    }
}

/// Goes on after a copy: the backup is noted, then the new phone is looked at.
pub(super) fn copied(mut progress: Progress, seen: Evidence, now_ms: i64) -> Next {
    if progress.current() == Some(Step::BackUp) {
        if seen.backup.is_none() {
            return Next::Failed(Reason::Altered);
        }
        progress.before = Some(seen);
    }
    look(progress.advanced(now_ms).at(Phase::Ready, now_ms))
}

fn look(progress: Progress) -> Next {
    let effect = match destination(&progress.input) {
        Some(to) => Effect::LookAtOther(to.phone_id),
        None => Effect::Observe,
    };
    Next::Run(progress, effect)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::{Kind, SETTLE_MS, next};

    const T: i64 = 1_800_000_000_000;

    fn to() -> Destination {
        Destination {
            backup_id: 7,
            phone_id: 8,
            data_id: "d8".to_owned(),
        }
    }

    fn begun() -> Progress {
        let input = OperationChoice::Transfer(Transfer {
            bytes: 100,
            to: Some(to()),
            agreed: None,
        });
        Progress::new(Kind::Transfer, input, T)
    }

    fn backup() -> Backup {
        Backup {
            bytes: 90,
            digest: "x".to_owned(),
        }
    }

    fn backed_up() -> Event {
        Event::Seen(Evidence {
            backup: Some(backup()),
            ..Evidence::default()
        })
    }

    fn shows(data_id: &str, booted: bool) -> Event {
        Event::Seen(Evidence {
            data_id: Some(data_id.to_owned()),
            booted,
            ..Evidence::default()
        })
    }

    fn run(next: Next) -> (Progress, Effect) {
        match next {
            Next::Run(progress, effect) => (progress, effect),
            other => panic!("{other:?} runs nothing"),
        }
    }

    fn waits(next: Next) -> Progress {
        match next {
            Next::Wait(progress, _) => progress,
            other => panic!("{other:?} does not wait"),
        }
    }

    fn status(progress: &Progress) -> Option<Status> {
        Kind::Transfer.status_at(progress.current())
    }

    /// An operation whose backup is on its way to the new phone.
    fn migrating() -> Progress {
        let (p, _) = run(next(begun(), Event::Go, T));
        let (p, _) = run(next(p, backed_up(), T + 1));
        run(next(p, shows("d0", true), T + 2)).0
    }

    #[test]
    fn the_backup_is_made_then_the_new_phone_gets_it_and_shows_that_it_runs_on_it() {
        let (p, effect) = run(next(begun(), Event::Go, T));
        assert_eq!(
            (status(&p), effect),
            (Some(Status::BackingUp), Effect::BackUp(to()))
        );
        let (p, effect) = run(next(p, backed_up(), T + 1));
        assert_eq!(status(&p), Some(Status::BackupSuccessful));
        assert_eq!(effect, Effect::LookAtOther(8));
        let (p, effect) = run(next(p, shows("d0", true), T + 5));
        assert_eq!(status(&p), Some(Status::Migrating));
        assert_eq!(effect, Effect::Migrate(to(), backup()));
        assert_eq!(
            p.deadline_ms,
            T + 5 + Transfer::deadline_ms(),
            "a time of its own"
        );
        let (p, effect) = run(next(p, Event::Seen(Evidence::default()), T + 9));
        assert_eq!(effect, Effect::LookAtOther(8));
        let p = waits(next(p, shows("d8", false), T + 10));
        assert_eq!(next(p, shows("d8", true), T + 11), Next::Done);
    }

    #[test]
    fn whoever_takes_over_does_the_same_step_again() {
        let (p, _) = run(next(begun(), Event::Go, T));
        assert_eq!(
            run(next(p.clone(), Event::TakenOver, T + 1)).1,
            Effect::BackUp(to())
        );
        let (taken, _) = run(next(p, backed_up(), T + 1));
        assert_eq!(
            run(next(taken, Event::TakenOver, T + 2)).1,
            Effect::LookAtOther(8)
        );
        let p = migrating();
        assert_eq!(
            run(next(p.clone(), Event::TakenOver, T + 3)).1,
            Effect::Migrate(to(), backup())
        );
        let (starts, _) = run(next(p, Event::Seen(Evidence::default()), T + 4));
        assert_eq!(
            run(next(starts, Event::TakenOver, T + 5)).1,
            Effect::LookAtOther(8)
        );
    }

    #[test]
    fn a_cut_copy_is_done_once_more_and_what_is_refused_fails_at_once() {
        for p in [run(next(begun(), Event::Go, T)).0, migrating()] {
            let cut = waits(next(p.clone(), Event::Failed(Reason::Lost), T + 10));
            let (again, _) = run(next(cut, Event::Go, T + 20));
            assert_eq!(
                next(again, Event::Failed(Reason::Lost), T + 30),
                Next::Failed(Reason::CutOff)
            );
            assert_eq!(
                next(p.clone(), Event::Failed(Reason::Altered), T + 10),
                Next::Failed(Reason::Altered)
            );
            let late = p.deadline_ms;
            assert_eq!(next(p, Event::Go, late), Next::Failed(Reason::TimedOut));
        }
    }

    #[test]
    fn a_new_phone_that_stays_away_or_shows_other_data_fails_it() {
        let (p, _) = run(next(begun(), Event::Go, T));
        let (taken, _) = run(next(p, backed_up(), T));
        let unreachable = Event::Failed(Reason::Unreachable);
        let p = waits(next(taken, unreachable.clone(), T + SETTLE_MS));
        assert_eq!(
            next(p, unreachable, T + AWAY_MS),
            Next::Failed(Reason::Unreachable)
        );
        let (p, _) = run(next(migrating(), Event::Seen(Evidence::default()), T + 3));
        let p = waits(next(p, shows("d9", true), T + 4));
        assert_eq!(
            next(p, shows("d9", true), T + 3 + AWAY_MS),
            Next::Failed(Reason::Altered)
        );
    }

    #[test]
    fn a_failure_shows_the_status_of_its_copy() {
        let after = |step, reason| Kind::Transfer.status_after(Some(step), reason);
        for step in [Step::BackUp, Step::Take] {
            assert_eq!(after(step, Reason::TimedOut), Some(Status::BackupFailed));
            assert_eq!(after(step, Reason::NotCapable), None);
        }
        for step in [Step::Migrate, Step::Verify] {
            for reason in [Reason::TimedOut, Reason::NotCapable] {
                assert_eq!(after(step, reason), Some(Status::MigrationFailed));
            }
        }
        for failed in [Status::BackupFailed, Status::MigrationFailed] {
            assert_eq!(failed.retry(), Some(Kind::Transfer.action()));
        }
    }
}
