//! Waiting in tests for what no event tells of: a test asks again and again until the answer is there, and fails with what it awaited,
//! where, and what was answered last.
//!
//! Time is tokio's: a test that pauses its clock waits for nothing, since the clock jumps from one question to the next.

use std::fmt::Display;
use std::panic::Location;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};

/// Longest wait: much longer than anything takes, on a busy machine too. Operations end within two minutes by their own deadlines, and no test
/// awaits anything that takes longer.
pub const LIMIT: Duration = Duration::from_mins(2);

/// Pauses between two questions are a quarter of the time that was waited before, within these bounds: what comes soon is seen soon, and
/// what takes long is not slowed down by being asked. A test that awaits twenty phones at once asks for each of them.
const PAUSE_MIN: Duration = Duration::from_millis(5);
const PAUSE_MAX: Duration = Duration::from_millis(200);

/// Answer to a question: the awaited value, or that it is not there yet.
pub trait Answer {
    /// The awaited value.
    type Value;

    /// Gives the awaited value, or words for a failed test that say what there is instead.
    fn into_value(self) -> Result<Self::Value, String>;
}

impl Answer for bool {
    type Value = ();

    fn into_value(self) -> Result<(), String> {
        if self {
            Ok(())
        } else {
            Err("it does not hold".to_owned())
        }
    }
}

impl<T> Answer for Option<T> {
    type Value = T;

    fn into_value(self) -> Result<T, String> {
        self.ok_or_else(|| "there is none".to_owned())
    }
}

impl<T, E: Display> Answer for Result<T, E> {
    type Value = T;

    fn into_value(self) -> Result<T, String> {
        self.map_err(|instead| instead.to_string())
    }
}

/// Asks until the answer is `true`, `Some` or `Ok`, and gives what is in it.
///
/// Panics after [`LIMIT`], as the test that awaits has failed then, with the place of the call, `what` was awaited, and the last answer.
#[track_caller]
pub fn eventually<A: Answer>(
    what: impl Display,
    mut ask: impl AsyncFnMut() -> A,
) -> impl Future<Output = A::Value> {
    let place = Location::caller();
    async move {
        let begun = Instant::now();
        let end = begun + LIMIT;
        let mut last = "nothing".to_owned();
        loop {
            let Ok(answer) = timeout_at(end, ask()).await else {
                panic!("{place}: not answered in time: {what}; before: {last}");
            };
            match answer.into_value() {
                Ok(value) => return value,
                Err(instead) => last = instead,
            }
            assert!(Instant::now() < end, "{place}: not in time: {what}: {last}");
            sleep((begun.elapsed() / 4).clamp(PAUSE_MIN, PAUSE_MAX)).await;
        }
    }
}
