//! Output of a program: the host's stream, a file of the phone, or nowhere.

use std::io::Write as _;
use std::sync::Arc;

use bytes::Bytes;
use causes::causes;
use parking_lot::Mutex;
use phone_wire::shell::ShellPacket;

use crate::adb::{Closed, StreamWriter};
use crate::files::Files;

/// Most output in bytes that one command passes to another.
const KEPT_LIMIT_BYTES: usize = 4 * 1024 * 1024;

/// Framing of a shell stream's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Bytes as they are, standard output and standard error mixed.
    Raw,
    /// Shell v2 packets.
    V2,
    /// Bytes for a terminal, with each line end as CR LF, in shell v2 packets with `v2`.
    Terminal { v2: bool },
}

/// Standard output and standard error.
#[derive(Clone)]
pub(crate) struct Output {
    stdout: Target,
    stderr: Target,
}

#[derive(Clone)]
enum Target {
    Stream {
        writer: StreamWriter,
        framing: Framing,
        is_error: bool,
    },
    File(Arc<Mutex<std::fs::File>>),
    CapturedOutput(CapturedOutput),
    Nowhere,
}

impl Output {
    pub(crate) fn to_stream(writer: &StreamWriter, framing: Framing) -> Self {
        let target = |is_error| Target::Stream {
            writer: writer.clone(),
            framing,
            is_error,
        };
        Self {
            stdout: target(false),
            stderr: target(true),
        }
    }

    pub(crate) async fn stdout(&self, data: &[u8]) -> Result<(), Closed> {
        self.stdout.write(data).await
    }

    pub(crate) async fn stderr(&self, data: &[u8]) -> Result<(), Closed> {
        self.stderr.write(data).await
    }

    /// Output whose standard output is captured, while standard error goes on as before.
    pub(super) fn capture(&self) -> (Self, CapturedOutput) {
        let kept = CapturedOutput::default();
        let out = Self {
            stdout: Target::CapturedOutput(kept.clone()),
            stderr: self.stderr.clone(),
        };
        (out, kept)
    }

    /// Sends standard error where standard output goes: `2>&1`.
    pub(super) fn error_to_output(&mut self) {
        self.stderr = self.stdout.clone();
    }

    /// Sends standard output where standard error goes: `1>&2`.
    pub(super) fn output_to_error(&mut self) {
        self.stdout = self.stderr.clone();
    }

    /// Applies `> path`, `2> path` and the same with `>>`; the error is the message that a shell prints.
    pub(super) fn redirect(
        &mut self,
        error: bool,
        path: &str,
        append: bool,
        files: &Files,
    ) -> Result<(), String> {
        let target = Target::open(path, append, files)?;
        *(if error {
            &mut self.stderr
        } else {
            &mut self.stdout
        }) = target;
        Ok(())
    }
}

/// Captured standard output of commands, for a pipe or a substitution.
#[derive(Clone, Default)]
pub(super) struct CapturedOutput(Arc<Mutex<Vec<u8>>>);

impl CapturedOutput {
    pub(super) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock())
    }

    /// Adds data; bytes beyond [`KEPT_LIMIT_BYTES`] are dropped.
    fn add(&self, data: &[u8]) {
        let mut kept = self.0.lock();
        let room = KEPT_LIMIT_BYTES.saturating_sub(kept.len());
        kept.extend_from_slice(&data[..data.len().min(room)]);
    }
}

impl Target {
    fn open(path: &str, append: bool, files: &Files) -> Result<Self, String> {
        if path == "/dev/null" {
            return Ok(Self::Nowhere);
        }
        let place = files
            .resolve(path)
            .ok_or_else(|| format!("can't create {path}: Permission denied"))?;
        let file = std::fs::OpenOptions::new()
            .create(true)
            .write(true)
            .append(append)
            .truncate(!append)
            .open(place);
        match file {
            Ok(file) => Ok(Self::File(Arc::new(Mutex::new(file)))),
            Err(error) => Err(format!(
                "can't create {path}: {}",
                super::storage::words(&error)
            )),
        }
    }

    async fn write(&self, data: &[u8]) -> Result<(), Closed> {
        match self {
            Self::Nowhere => Ok(()),
            Self::CapturedOutput(kept) => {
                kept.add(data);
                Ok(())
            }
            Self::File(file) => {
                let written = file.lock().write_all(data);
                written
                    .inspect_err(|error| tracing::warn!(error = %causes(error), "write redirected output failed"))
                    .map_err(|_| Closed)
            }
            Self::Stream {
                writer,
                framing,
                is_error,
            } => {
                for piece in data.chunks(128 * 1024) {
                    let bytes = match framing {
                        Framing::Raw => Bytes::copy_from_slice(piece),
                        Framing::V2 => packet(*is_error, Bytes::copy_from_slice(piece)),
                        Framing::Terminal { v2 } => {
                            let text = Bytes::from(cr_lf(piece));
                            if *v2 { packet(false, text) } else { text }
                        }
                    };
                    writer.send(bytes).await?;
                }
                Ok(())
            }
        }
    }
}

fn packet(is_error: bool, data: Bytes) -> Bytes {
    if is_error {
        ShellPacket::Stderr(data)
    } else {
        ShellPacket::Stdout(data)
    }
    .to_bytes()
}

fn cr_lf(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() + 16);
    for byte in data {
        if *byte == b'\n' {
            out.push(b'\r');
        }
        out.push(*byte);
    }
    out
}
