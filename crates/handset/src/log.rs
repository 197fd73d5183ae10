//! Log of the phone, as `logcat` shows it: the newest lines of the present boot.

use std::collections::VecDeque;
use std::sync::Arc;

use chrono::{DateTime, FixedOffset};
use parking_lot::{Mutex, MutexGuard};
use strum::VariantArray;
use tokio::sync::watch;

use crate::clock;

/// Most lines that are kept.
pub const LINES_LIMIT: usize = 1000;
/// Longest message in bytes, about Android's `LOGGER_ENTRY_MAX_PAYLOAD`.
pub const MESSAGE_LIMIT_BYTES: usize = 4000;
/// Longest tag, in bytes.
const TAG_LIMIT_BYTES: usize = 64;

/// Priority of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
pub(crate) enum Priority {
    Verbose,
    Debug,
    Info,
    Warn,
    Error,
    Fatal,
    /// Priority above all lines: as a filter it lets none pass.
    Silent,
}

impl Priority {
    pub(crate) const fn letter(self) -> char {
        match self {
            Self::Verbose => 'V',
            Self::Debug => 'D',
            Self::Info => 'I',
            Self::Warn => 'W',
            Self::Error => 'E',
            Self::Fatal => 'F',
            Self::Silent => 'S',
        }
    }

    pub(crate) fn of(letter: char) -> Option<Self> {
        Self::VARIANTS
            .iter()
            .copied()
            .find(|it| it.letter() == letter.to_ascii_uppercase())
    }
}

/// Line of the log.
#[derive(Debug, Clone)]
pub struct Line {
    pub(crate) number: u64,
    pub(crate) at: DateTime<FixedOffset>,
    pub(crate) priority: Priority,
    pub(crate) tag: String,
    pub message: String,
}

/// The log of one boot.
#[derive(Debug)]
pub struct Log {
    lines: Mutex<VecDeque<Arc<Line>>>,
    /// Number of the next line.
    next: watch::Sender<u64>,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            lines: Mutex::default(),
            next: watch::Sender::new(0),
        }
    }
}

impl Log {
    fn lines(&self) -> MutexGuard<'_, VecDeque<Arc<Line>>> {
        self.lines.lock()
    }

    /// Writes a line of priority `I`; tag and message are cut at their limits.
    pub fn info(&self, tag: &str, message: &str) {
        self.write(Priority::Info, tag, message);
    }

    pub(crate) fn write(&self, priority: Priority, tag: &str, message: &str) {
        let mut lines = self.lines();
        let number = *self.next.borrow();
        if lines.len() == LINES_LIMIT {
            lines.pop_front();
        }
        lines.push_back(Arc::new(Line {
            number,
            at: clock::local(),
            priority,
            tag: cut(tag, TAG_LIMIT_BYTES),
            message: cut(message, MESSAGE_LIMIT_BYTES),
        }));
        self.next.send_replace(number + 1);
    }

    pub(crate) fn clear(&self) {
        self.lines().clear();
    }

    /// Lines from `number` on that are still there.
    pub fn since(&self, number: u64) -> Vec<Arc<Line>> {
        let lines = self.lines();
        lines
            .iter()
            .filter(|line| line.number >= number)
            .cloned()
            .collect()
    }

    /// Number of the next line, which changes with each new one.
    pub(crate) fn follow(&self) -> watch::Receiver<u64> {
        self.next.subscribe()
    }
}

fn cut(text: &str, limit_bytes: usize) -> String {
    text[..text.floor_char_boundary(limit_bytes)].to_owned()
}
