//! Where a program's output goes: the host's stream, a file of the phone, or nowhere.

use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use phone_wire::shell::ShellPacket;

use super::parse::{Command, Redirect, Word};
use crate::adb::{Closed, StreamWriter};
use crate::files::Files;

/// How a shell stream carries output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Bytes as they are, standard output and standard error mixed.
    Raw,
    /// Shell v2 packets.
    V2,
    /// Bytes for a terminal, each line end as CR LF, in shell v2 packets if so.
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

    /// The same with a command's own redirections; the error is what a shell prints.
    pub(super) fn redirected(
        &self,
        command: &Command,
        expand: impl Fn(&Word) -> String,
        files: &Files,
    ) -> Result<Self, String> {
        let mut out = self.clone();
        for redirect in &command.redirects {
            match redirect {
                Redirect::ErrorToOutput => out.stderr = out.stdout.clone(),
                Redirect::OutputToError => out.stdout = out.stderr.clone(),
                Redirect::File {
                    error,
                    append,
                    path,
                } => {
                    let target = Target::open(&expand(path), *append, files)?;
                    *(if *error {
                        &mut out.stderr
                    } else {
                        &mut out.stdout
                    }) = target;
                }
            }
        }
        Ok(out)
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
            Self::File(file) => {
                let written = file
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .write_all(data);
                written
                    .inspect_err(|error| tracing::warn!(%error, "redirected output was lost"))
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
