//! The one place where wall-clock time enters. A demo may move it by a file, so that tests need not wait.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::task::JoinHandle;

/// The wall clock, shared by all parts of a server.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    offset_ms: Arc<AtomicI64>,
}

impl Clock {
    /// The machine's own time.
    pub fn system() -> Self {
        Self::default()
    }

    /// Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.now_us() / 1000
    }

    /// Unix microseconds.
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn now_us(&self) -> i64 {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
            + self.offset_ms.load(Ordering::Relaxed) * 1000
    }

    /// Moves the clock to `offset_s` seconds beside the machine's.
    pub fn set_offset_s(&self, offset_s: f64) {
        self.offset_ms
            .store((offset_s * 1000.0) as i64, Ordering::Relaxed);
    }

    /// Takes the offset that a file holds, in seconds; a missing or unreadable file is no offset.
    pub fn read_offset(&self, file: &Path) {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let offset_s = text.trim().parse().ok().filter(|s: &f64| s.is_finite());
        self.set_offset_s(offset_s.unwrap_or(0.0));
    }

    /// Reads the file again and again, so that whoever writes it moves this clock.
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
