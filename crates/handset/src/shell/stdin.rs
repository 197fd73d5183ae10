//! Input of a running program from its host.

use std::io::Read as _;

use bytes::Bytes;
use phone_wire::Decoder;
use phone_wire::shell::{ShellPacket, ShellPackets};
use tokio::sync::Mutex;

use super::Framing;
use crate::adb::{StreamReader, words};
use crate::files::Files;

/// Largest file that a command reads as its input, in bytes.
const FILE_LIMIT_BYTES: u64 = 16 * 1024 * 1024;

/// Standard input of programs. Data of a stream is received only when a program reads, so that the host stops sending otherwise.
pub(crate) struct Input(Origin);

enum Origin {
    Nothing,
    Stream(Mutex<Source>),
    /// Output of another command, or the content of a file.
    Buffered(Mutex<Bytes>),
}

struct Source {
    reader: StreamReader,
    packets: Option<Decoder<ShellPackets>>,
    ended: bool,
}

impl Input {
    pub(crate) fn from_stream(reader: StreamReader, framing: Framing) -> Self {
        Self(Origin::Stream(Mutex::new(Source {
            reader,
            packets: (framing == Framing::V2).then(Decoder::default),
            ended: false,
        })))
    }

    /// Input that is at its end.
    pub(crate) const fn nothing() -> Self {
        Self(Origin::Nothing)
    }

    pub(super) fn of(data: Vec<u8>) -> Self {
        Self(Origin::Buffered(Mutex::new(data.into())))
    }

    /// Opens the file of `< path`; the error is the message that a shell prints.
    pub(super) fn of_file(path: &str, files: &Files) -> Result<Self, String> {
        if path == "/dev/null" {
            return Ok(Self::nothing());
        }
        let why = |error: &std::io::Error| format!("can't open {path}: {}", words(error));
        let invalid = std::io::ErrorKind::InvalidFilename;
        let place = files.resolve(path).ok_or_else(|| why(&invalid.into()))?;
        let file = std::fs::File::open(place).map_err(|error| why(&error))?;
        let mut data = Vec::new();
        let read = file.take(FILE_LIMIT_BYTES).read_to_end(&mut data);
        read.map_err(|error| why(&error))?;
        Ok(Self::of(data))
    }

    /// The next bytes; `None` at the end of input.
    pub(crate) async fn read(&self) -> Option<Bytes> {
        match &self.0 {
            Origin::Nothing => None,
            Origin::Stream(source) => source.lock().await.read().await,
            Origin::Buffered(data) => {
                Some(std::mem::take(&mut *data.lock().await)).filter(|it| !it.is_empty())
            }
        }
    }

    /// Whole input, up to the limit.
    pub(super) async fn all(&self, limit_bytes: usize) -> Vec<u8> {
        let mut all = Vec::new();
        while let Some(data) = self.read().await {
            let room = limit_bytes.saturating_sub(all.len());
            all.extend_from_slice(&data[..data.len().min(room)]);
        }
        all
    }
}

impl Source {
    async fn read(&mut self) -> Option<Bytes> {
        loop {
            if let Some(packets) = &mut self.packets {
                match packets.pull() {
                    Ok(Some(ShellPacket::Stdin(data))) if !data.is_empty() => return Some(data),
                    Ok(Some(ShellPacket::CloseStdin)) | Err(_) => self.ended = true,
                    Ok(Some(_)) => continue,
                    Ok(None) => {}
                }
            }
            if self.ended {
                return None;
            }
            let Some(data) = self.reader.recv().await else {
                self.ended = true;
                continue;
            };
            match &mut self.packets {
                Some(packets) => packets.feed(&data),
                None => return Some(data),
            }
        }
    }
}
