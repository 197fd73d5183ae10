//! Process of the server on the phone: its shell stream stays open, and its log lines are searched for the cause of a failure.
//! Source of the log's words: scrcpy `server/src/main/java/com/genymobile/scrcpy`.

use std::time::Duration;

use bytes::Bytes;
use phone_wire::Decoder;
use phone_wire::shell::{ShellPacket, ShellPackets};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tracing::debug;

use super::ScreenError;
use crate::stream::Stream;

/// Time to wait for the rest of the server's log after one of its sockets closed.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// Longest line that is kept; the rest of a longer one is dropped.
const LINE_MAX_BYTES: usize = 1024;
/// Longest error line in [`ScreenError::Ended`], in characters.
const WORDS_MAX: usize = 200;

/// A running server. Dropping it closes its shell, which makes the phone end it.
#[derive(Debug)]
pub(super) struct Process {
    task: JoinHandle<()>,
    end: watch::Receiver<Option<ScreenError>>,
    forbidden: watch::Receiver<u64>,
}

impl Process {
    pub fn follow(stream: Stream) -> Self {
        let (tell, end) = watch::channel(None);
        let log = Log::default();
        let forbidden = log.forbidden.subscribe();
        let task = tokio::spawn(async move {
            let error = log.read(stream).await;
            tell.send_replace(Some(error));
        });
        Self {
            task,
            end,
            forbidden,
        }
    }

    /// Number of times that the server reported that it may not inject input. The server goes on all the same.
    pub fn forbidden(&self) -> watch::Receiver<u64> {
        self.forbidden.clone()
    }

    /// Waits until the server has ended; returns the reason, as far as its log tells.
    pub async fn ended(&self) -> ScreenError {
        let mut end = self.end.clone();
        match end.wait_for(Option::is_some).await {
            Ok(error) => error.clone().unwrap_or_else(nothing_known),
            Err(_) => nothing_known(),
        }
    }

    /// Reason why a socket of the server closed: from its log if that comes soon.
    pub async fn last_words(&self) -> ScreenError {
        timeout(LAST_WORDS, self.ended())
            .await
            .unwrap_or_else(|_| nothing_known())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn nothing_known() -> ScreenError {
    ScreenError::Ended {
        exit: None,
        words: String::new(),
    }
}

/// State of reading the log: the unfinished line, and what the lines so far say about the end.
#[derive(Debug, Default)]
struct Log {
    line: Vec<u8>,
    cause: Option<ScreenError>,
    words: String,
    /// Number of times that the server reported that it may not inject input.
    forbidden: watch::Sender<u64>,
}

impl Log {
    async fn read(mut self, mut stream: Stream) -> ScreenError {
        let mut decoder = Decoder::new(ShellPackets);
        let mut exit = None;
        'stream: loop {
            match stream.chunk().await {
                Ok(Some(chunk)) => decoder.feed(&chunk),
                Ok(None) => break,
                Err(cause) => return cause.into(),
            }
            loop {
                match decoder.pull() {
                    Ok(Some(ShellPacket::Stdout(data) | ShellPacket::Stderr(data))) => {
                        self.append(&data);
                    }
                    Ok(Some(ShellPacket::Exit(code))) => {
                        exit = Some(code);
                        break 'stream;
                    }
                    Ok(Some(_)) => {}
                    Ok(None) => break,
                    Err(_) => break 'stream,
                }
            }
        }
        self.finish_line();
        let words = self.words;
        self.cause.unwrap_or(ScreenError::Ended { exit, words })
    }

    fn append(&mut self, data: &Bytes) {
        for byte in data {
            if *byte == b'\n' {
                self.finish_line();
            } else if self.line.len() < LINE_MAX_BYTES {
                self.line.push(*byte);
            }
        }
    }

    fn finish_line(&mut self) {
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end();
        if line.is_empty() {
            return;
        }
        debug!(target: "phone_link::scrcpy", line);
        if line.contains("INJECT_EVENTS") {
            self.forbidden.send_modify(|times| *times += 1);
        }
        if self.cause.is_none() {
            self.cause = cause_of(line);
        }
        if line.contains("ERROR") || line.contains("Exception") || self.words.is_empty() {
            self.words = line.chars().take(WORDS_MAX).collect();
        }
    }
}

/// Cause that a log line of the server or of Android names, if it is one where another try cannot help.
fn cause_of(line: &str) -> Option<ScreenError> {
    let has = |words: &str| line.contains(words);
    if has("does not match the client") {
        Some(ScreenError::VersionMismatch)
    } else if has("ClassNotFoundException") || has("Could not find class") {
        Some(ScreenError::BrokenServerFile)
    } else if has("Could not create default video encoder")
        || has("Failed to initialize video")
        || is_of_a_named_encoder(line)
    {
        Some(ScreenError::NoEncoder)
    } else if has("Could not create default audio encoder")
        || has("Failed to initialize audio")
        || (has("Audio encoder ") && has(" not found"))
        || has("Could not create audio encoder ")
    {
        Some(ScreenError::NoSoundEncoder)
    } else {
        None
    }
}

/// Whether a line says that an encoder that was asked for by name is missing, encodes something else, or is not available now.
fn is_of_a_named_encoder(line: &str) -> bool {
    (line.contains("Video encoder ") && line.contains(" not found"))
        || line.contains("Video encoder type for ")
        || line.contains("Could not create video encoder ")
}
