//! Book of the wallets: all payments in memory, every change a line of a file. A wallet forgets nothing when the demo is killed.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use super::trade::{Trade, Which};

/// Most payments that are remembered; the oldest go first.
const MOST: usize = 5000;

pub struct Book {
    path: PathBuf,
    trades: HashMap<(Which, String), Trade>,
    /// Number of lines in the file.
    lines: usize,
}

fn key(which: Which, order_no: &str) -> (Which, String) {
    (which, order_no.to_owned())
}

impl Book {
    /// Opens the file; the last line of a payment counts, and a line that a crash has cut does not.
    pub fn open(path: PathBuf) -> io::Result<Self> {
        let mut book = Self {
            path,
            trades: HashMap::new(),
            lines: 0,
        };
        if book.path.exists() {
            for line in fs::read(&book.path)?.split(|byte| *byte == b'\n') {
                book.lines += 1;
                if let Ok(trade) = serde_json::from_slice::<Trade>(line) {
                    book.trades.insert(key(trade.which, &trade.order_no), trade);
                }
            }
            // A cut line would spoil the next one.
            book.rewrite()?;
        }
        Ok(book)
    }

    pub fn get(&self, which: Which, order_no: &str) -> Option<&Trade> {
        self.trades.get(&key(which, order_no))
    }

    pub fn by_ticket(&self, ticket: &str) -> Option<&Trade> {
        self.find(|trade| crate::same(&trade.ticket, ticket))
    }

    pub fn find(&self, fits: impl Fn(&Trade) -> bool) -> Option<&Trade> {
        self.trades.values().find(|trade| fits(trade))
    }

    /// Payments, newest first.
    pub fn newest(&self) -> Vec<&Trade> {
        let mut all: Vec<&Trade> = self.trades.values().collect();
        all.sort_by(|a, b| (b.made_ms, &b.number).cmp(&(a.made_ms, &a.number)));
        all
    }

    pub fn all(&self) -> impl Iterator<Item = &Trade> {
        self.trades.values()
    }

    /// Writes a payment down, then remembers it.
    pub fn put(&mut self, trade: Trade) -> io::Result<()> {
        let mut line = serde_json::to_vec(&trade)?;
        line.push(b'\n');
        OpenOptions::new()
            .append(true)
            .create(true)
            .mode(0o600)
            .open(&self.path)?
            .write_all(&line)?;
        self.lines += 1;
        self.trades.insert(key(trade.which, &trade.order_no), trade);
        if self.trades.len() > MOST || self.lines > MOST * 10 {
            self.rewrite()?;
        }
        Ok(())
    }

    /// Writes the file anew, with a line for each of the newest payments.
    fn rewrite(&mut self) -> io::Result<()> {
        let mut text = Vec::new();
        let kept: Vec<Trade> = self.newest().into_iter().take(MOST).cloned().collect();
        for trade in kept.iter().rev() {
            serde_json::to_writer(&mut text, trade)?;
            text.push(b'\n');
        }
        let beside = self.path.with_extension("new");
        OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&beside)?
            .write_all(&text)?;
        fs::rename(&beside, &self.path)?;
        self.lines = kept.len();
        self.trades = kept
            .into_iter()
            .map(|trade| (key(trade.which, &trade.order_no), trade))
            .collect();
        Ok(())
    }
}
