//! Outbox of sent messages: a file with a line for each one, and the newest of them in memory.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

/// Most messages that are remembered and shown.
pub const SHOWN: usize = 100;
/// Part of the file's end that is read at a start, in bytes.
const TAIL_BYTES: u64 = 256 * 1024;

/// Sent message, a line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Time in Unix milliseconds.
    pub at: i64,
    /// Channel: `sms` or `mail`; `captcha` for the answer of a captcha, with its uuid in `to`; `webhook` for an event, with its id in `to`.
    pub channel: String,
    /// Recipient: a mail address, or a phone number as its owner writes it: mainland numbers without +86.
    pub to: String,
    /// Purpose of the code; the type of an event.
    pub purpose: String,
    /// Text that the recipient would read.
    pub text: String,
    /// Code in the text.
    pub code: String,
}

pub struct Outbox {
    path: PathBuf,
    newest: Mutex<VecDeque<Entry>>,
}

impl Outbox {
    /// Opens the file and remembers its last messages; makes it when it is missing, so that a script that waits for lines finds it.
    pub fn open(path: PathBuf) -> io::Result<Self> {
        let mut file = append_to(&path)?;
        let mut newest = VecDeque::new();
        let length = file.seek(SeekFrom::End(0))?;
        let mut file = File::open(&path)?;
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
        for line in BufReader::new(file).split(b'\n') {
            // The first line may be cut, and a crash may have cut the last.
            if let Ok(entry) = serde_json::from_slice(&line?) {
                remember(&mut newest, entry);
            }
        }
        Ok(Self {
            path,
            newest: Mutex::new(newest),
        })
    }

    /// Appends a whole line: one write under one lock.
    pub fn add(&self, entry: Entry) -> io::Result<()> {
        let mut line = serde_json::to_vec(&entry)?;
        line.push(b'\n');
        let mut newest = self.newest.lock();
        append_to(&self.path)?.write_all(&line)?;
        remember(&mut newest, entry);
        Ok(())
    }

    pub fn newest(&self) -> Vec<Entry> {
        let newest = self.newest.lock();
        newest.iter().rev().cloned().collect()
    }
}

fn remember(newest: &mut VecDeque<Entry>, entry: Entry) {
    if newest.len() == SHOWN {
        newest.pop_front();
    }
    newest.push_back(entry);
}

fn append_to(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(at: i64) -> Entry {
        Entry {
            at,
            channel: "sms".to_owned(),
            to: "13800000000".to_owned(),
            purpose: "login".to_owned(),
            text: "码\n123456".to_owned(),
            code: "123456".to_owned(),
        }
    }

    #[test]
    fn the_newest_hundred_are_remembered_and_the_file_keeps_all() {
        let path =
            std::env::temp_dir().join(format!("outbox-{}.jsonl", crate::keys::random_token()));
        let outbox = Outbox::open(path.clone()).unwrap();
        let last = i64::try_from(SHOWN).unwrap();
        for at in 0..=last {
            outbox.add(entry(at)).unwrap();
        }
        let newest = outbox.newest();
        assert_eq!(newest.len(), SHOWN);
        assert_eq!((newest[0].at, newest[SHOWN - 1].at), (last, 1));
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), SHOWN + 1);
        assert_eq!(
            text.lines().next().unwrap(),
            r#"{"at":0,"channel":"sms","to":"13800000000","purpose":"login","text":"码\n123456","code":"123456"}"#
        );
        // The outbox is reopened after a cut line.
        let mut file = append_to(&path).unwrap();
        file.write_all(b"{\"at\":7,").unwrap();
        assert_eq!(Outbox::open(path.clone()).unwrap().newest().len(), SHOWN);
        std::fs::remove_file(path).unwrap();
    }
}
