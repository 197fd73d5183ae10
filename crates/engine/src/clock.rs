//! The one place where wall-clock time enters. A demo may move it by a file, so that tests need not wait.
//!
//! Time never goes back while a server runs, so what has ended by this clock has ended for good: the clock tells no earlier time than it told
//! before, or than this or another server stored in the database; after a crash it may go back by [`MARK_MS`] at most. While it is ahead of the
//! machine's clock, it runs at half speed until both agree, so that no token or rental lives longer than twice its span meanwhile.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use causes::causes;
use parking_lot::{Mutex, MutexGuard};
use store::{Store, StoreError};
use tokio::task::JoinHandle;

use crate::Engine;

/// Pause between two checks whether the time must be stored in the database again.
const LOOK: Duration = Duration::from_secs(1);
/// How far the stored time may be behind the clock, in milliseconds: after a crash the clock may go back by this much.
const MARK_MS: i64 = 10_000;
/// Least difference to the machine's clock that is logged, in milliseconds.
const AHEAD_LOGGED_MS: i64 = 1000;

/// The wall clock, shared by all parts of a server.
#[derive(Debug, Clone)]
pub struct Clock(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    born: Instant,
    /// Offset of a demo's clock to the machine's.
    offset_ms: AtomicI64,
    /// Time that a demo adds to [`Clock::elapsed_ms`].
    passed_ms: AtomicI64,
    last: Mutex<Last>,
}

/// Time below which the clock must not fall, and the instant at which it was set: from there on time runs at least at half speed.
#[derive(Debug)]
struct Last {
    us: i64,
    at: Instant,
}

impl Last {
    fn least_us(&self, now: Instant) -> i64 {
        let passed = now.saturating_duration_since(self.at);
        self.us + i64::try_from(passed.as_micros() / 2).unwrap_or(i64::MAX / 2)
    }
}

impl Default for Clock {
    fn default() -> Self {
        let born = Instant::now();
        Self(Arc::new(Inner {
            born,
            offset_ms: AtomicI64::default(),
            passed_ms: AtomicI64::default(),
            last: Mutex::new(Last { us: 0, at: born }),
        }))
    }
}

impl Clock {
    /// The machine's own time.
    pub fn system() -> Self {
        Self::default()
    }

    /// The present time in Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now_us() / 1000
    }

    /// The present time in Unix microseconds.
    pub fn now_us(&self) -> i64 {
        let mut last = self.last();
        let (now, machine_us) = (Instant::now(), self.machine_us());
        let least_us = last.least_us(now);
        if machine_us < least_us {
            return least_us;
        }
        *last = Last {
            us: machine_us,
            at: now,
        };
        machine_us
    }

    /// Milliseconds since this clock was made. The machine's time does not influence this value, so durations are measured by it.
    pub fn elapsed_ms(&self) -> i64 {
        let passed = i64::try_from(self.0.born.elapsed().as_millis()).unwrap_or(i64::MAX / 2);
        passed + self.0.passed_ms.load(Ordering::Relaxed)
    }

    /// Tells no time before `us` from now on.
    fn not_before(&self, us: i64) {
        let mut last = self.last();
        let now = Instant::now();
        if us > last.least_us(now) {
            *last = Last { us, at: now };
        }
    }

    /// Stores the present time in the database, and advances the clock to the latest time that any server stored there.
    pub async fn sync_with(&self, store: &Store) -> Result<(), StoreError> {
        let seen_ms = store::clock::advance(store, self.now_ms()).await?;
        self.not_before(seen_ms.saturating_mul(1000));
        Ok(())
    }

    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    fn machine_us(&self) -> i64 {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        i64::try_from(since.as_micros()).unwrap_or(i64::MAX / 2)
            + self.0.offset_ms.load(Ordering::Relaxed) * 1000
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.0.last.lock()
    }

    /// Moves the clock by `offset_s` seconds against the machine's, as if the machine's time had been set.
    pub fn set_offset_s(&self, offset_s: f64) {
        self.0
            .offset_ms
            .store((offset_s * 1000.0) as i64, Ordering::Relaxed);
    }

    /// Has [`Self::elapsed_ms`] tell `passed_s` seconds more than really passed.
    pub fn set_passed_s(&self, passed_s: f64) {
        self.0
            .passed_ms
            .store((passed_s * 1000.0) as i64, Ordering::Relaxed);
    }

    /// Reads a file of two numbers with a space between them, for [`Self::set_offset_s`] and [`Self::set_passed_s`]. A number that is missing or
    /// unreadable counts as 0.
    pub fn read_offset(&self, file: &Path) {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let mut numbers = text.split_whitespace().map(|word| {
            let number = word.parse().ok().filter(|s: &f64| s.is_finite());
            number.unwrap_or(0.0)
        });
        self.set_offset_s(numbers.next().unwrap_or(0.0));
        self.set_passed_s(numbers.next().unwrap_or(0.0));
    }

    /// Reads the file ten times a second from now on, so that writing it moves this clock.
    pub fn follow(&self, file: PathBuf) -> JoinHandle<()> {
        let clock = self.clone();
        tokio::spawn(async move {
            let mut every = tokio::time::interval(Duration::from_millis(100));
            loop {
                every.tick().await;
                clock.read_offset(&file);
            }
        })
    }
}

/// Stores the time in the database every [`MARK_MS`], and logs when the machine's clock is behind: it was set back, or another server is ahead.
pub(crate) async fn store_time(engine: Engine) {
    let Engine { store, clock, .. } = engine;
    let mut every = tokio::time::interval(LOOK);
    let (mut marked_ms, mut is_logged) = (0, false);
    loop {
        every.tick().await;
        let now_ms = clock.now_ms();
        let ahead_ms = now_ms - clock.machine_us() / 1000;
        if ahead_ms >= AHEAD_LOGGED_MS && !is_logged {
            tracing::warn!(
                ahead_ms,
                "machine clock is behind the server's: the server's runs at half speed until both agree"
            );
        }
        is_logged = ahead_ms >= AHEAD_LOGGED_MS;
        if now_ms - marked_ms < MARK_MS {
            continue;
        }
        match clock.sync_with(&store).await {
            Ok(()) => marked_ms = now_ms,
            Err(fault) => tracing::error!(error = %causes(&fault), "store clock time failed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use store::Stamp;

    use super::*;

    const HOUR_MS: i64 = 60 * 60 * 1000;

    #[test]
    fn time_goes_on_from_where_it_was_when_the_machines_is_set_back() {
        let clock = Clock::system();
        clock.set_offset_s(3600.0);
        let before = clock.now_us();
        clock.set_offset_s(0.0);
        let mut last = before;
        for _ in 0..1000 {
            let now = clock.now_us();
            assert!(now >= last, "{now} after {last}");
            last = now;
        }
        clock.set_offset_s(7200.0);
        assert!(
            clock.now_us() - before > HOUR_MS * 900,
            "forward it follows"
        );
    }

    #[test]
    fn a_clock_that_was_set_back_runs_at_half_the_speed() {
        let start = Instant::now();
        let last = Last { us: 100, at: start };
        assert_eq!(last.least_us(start + Duration::from_secs(2)), 1_000_100);
    }

    #[test]
    fn what_passed_is_not_moved_by_a_jump_of_the_clock() {
        let clock = Clock::system();
        clock.set_offset_s(3600.0);
        assert!(clock.elapsed_ms() < HOUR_MS / 2);
        clock.set_passed_s(3600.0);
        assert!(clock.elapsed_ms() >= HOUR_MS);
    }

    #[tokio::test]
    async fn no_server_tells_an_earlier_time_than_its_database_has_seen() {
        for database in fresh_database::each() {
            let url = database.url.clone();
            let open = move || Store::open(&url, Stamp::Demo).unwrap();
            let store = tokio::task::spawn_blocking(open).await.unwrap();
            let clock = Clock::system();
            clock.set_offset_s(30.0 * 24.0 * 3600.0);
            let seen_ms = clock.now_ms();
            clock.sync_with(&store).await.unwrap();
            // After a restart, or on another machine, a month earlier.
            let other = Clock::system();
            assert!(other.now_ms() < seen_ms);
            other.sync_with(&store).await.unwrap();
            assert!(other.now_ms() >= seen_ms);
            // An earlier time takes nothing back.
            Clock::system().sync_with(&store).await.unwrap();
            let third = Clock::system();
            third.sync_with(&store).await.unwrap();
            assert!(third.now_ms() >= seen_ms);
        }
    }
}
