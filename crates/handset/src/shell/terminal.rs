//! Interactive shell, which runs line by line. With a terminal it prompts, echoes typed text and lets the line be edited.

use std::collections::VecDeque;
use std::sync::Arc;

use phone_wire::Decoder;
use phone_wire::shell::{ShellPacket, ShellPackets};

use super::{Framing, Input, Io, Next, Output, Shell};
use crate::adb::{Closed, Stream, StreamReader};
use crate::phone::Phone;

/// Longest line that can be typed, in bytes.
const LINE_LIMIT_BYTES: usize = 4096;
/// Most bytes typed ahead of the command that runs.
const AHEAD_LIMIT_BYTES: usize = 64 * 1024;
/// Character of Ctrl-C.
const INTERRUPT: u8 = 3;
/// Character of Ctrl-D.
const END: u8 = 4;
/// Exit code of an interrupted command: 128 and SIGINT.
const INTERRUPTED: u8 = 130;

/// Serves `adb shell` without a command; `pty` is whether the host has a terminal.
pub(crate) async fn terminal(phone: &Arc<Phone>, mut stream: Stream, v2: bool, pty: bool) {
    let framing = match (pty, v2) {
        (true, v2) => Framing::Terminal { v2 },
        (false, true) => Framing::V2,
        (false, false) => Framing::Raw,
    };
    let out = Output::to_stream(&stream.writer, framing);
    let keys = Keys {
        reader: &mut stream.reader,
        packets: v2.then(Decoder::default),
        typed: VecDeque::new(),
        ended: false,
        hung_up: false,
    };
    let mut terminal = Terminal {
        shell: Shell::new(phone),
        keys,
        out,
        pty,
    };
    if terminal.converse().await.is_ok() && v2 {
        let code = terminal.shell.code;
        // Sending fails only when the host left already.
        let _ = stream.writer.send(ShellPacket::Exit(code).to_bytes()).await;
    }
}

struct Terminal<'a> {
    shell: Shell<'a>,
    keys: Keys<'a>,
    out: Output,
    pty: bool,
}

impl Terminal<'_> {
    async fn converse(&mut self) -> Result<(), Closed> {
        let prompt = format!("{}:/ $ ", self.shell.phone.identity.device);
        loop {
            self.echo(prompt.as_bytes()).await?;
            let Some(line) = self.read_line().await? else {
                return Ok(());
            };
            // Programs get no input: typed text goes to the shell's next lines.
            let io = Io {
                input: &Input::nothing(),
                out: &self.out,
            };
            let next = tokio::select! {
                next = self.shell.line(&line, io) => Some(next?),
                () = self.keys.interrupted() => None,
            };
            match next {
                Some(Next::Exit) => return Ok(()),
                Some(Next::Continue | Next::Break | Next::Again) => {}
                None => {
                    self.shell.code = INTERRUPTED;
                    self.echo(b"^C\n").await?;
                }
            }
        }
    }

    async fn echo(&self, text: &[u8]) -> Result<(), Closed> {
        if self.pty {
            self.out.stdout(text).await?;
        }
        Ok(())
    }

    /// Reads a typed line; `None` for the end of input.
    async fn read_line(&mut self) -> Result<Option<String>, Closed> {
        let mut line = Vec::new();
        let whole = |line: &[u8]| Some(String::from_utf8_lossy(line).into_owned());
        loop {
            let Some(byte) = self.keys.next().await else {
                return Ok(whole(&line).filter(|line| !line.is_empty()));
            };
            match byte {
                b'\r' | b'\n' => {
                    self.echo(b"\n").await?;
                    return Ok(whole(&line));
                }
                INTERRUPT if self.pty => {
                    self.echo(b"^C\n").await?;
                    return Ok(whole(b""));
                }
                END if self.pty && line.is_empty() => return Ok(None),
                8 | 127 if self.pty => {
                    // A character of several bytes is removed whole: 0b10xxxxxx are the bytes behind its first (RFC 3629, 3).
                    while line.pop().is_some_and(|byte| byte & 0xC0 == 0x80) {}
                    self.echo(b"\x08 \x08").await?;
                }
                0x20.. if line.len() < LINE_LIMIT_BYTES => {
                    line.push(byte);
                    self.echo(&[byte]).await?;
                }
                _ => {}
            }
        }
    }
}

/// Typed bytes, taken out of their framing.
struct Keys<'a> {
    reader: &'a mut StreamReader,
    packets: Option<Decoder<ShellPackets>>,
    typed: VecDeque<u8>,
    ended: bool,
    hung_up: bool,
}

impl Keys<'_> {
    async fn next(&mut self) -> Option<u8> {
        while self.typed.is_empty() && !self.ended {
            self.receive().await;
        }
        self.typed.pop_front()
    }

    /// Waits for Ctrl-C or for the host to hang up; keeps other input meanwhile.
    async fn interrupted(&mut self) {
        loop {
            if let Some(at) = self.typed.iter().position(|byte| *byte == INTERRUPT) {
                self.typed.drain(..=at);
                return;
            }
            if self.hung_up {
                return;
            }
            if self.ended || self.typed.len() > AHEAD_LIMIT_BYTES {
                // The end of input is not the end of the command that runs.
                return std::future::pending().await;
            }
            self.receive().await;
        }
    }

    async fn receive(&mut self) {
        let Some(data) = self.reader.recv().await else {
            self.ended = true;
            self.hung_up = true;
            return;
        };
        let Some(packets) = &mut self.packets else {
            self.typed.extend(data);
            return;
        };
        packets.feed(&data);
        loop {
            match packets.pull() {
                Ok(Some(ShellPacket::Stdin(data))) => self.typed.extend(data),
                Ok(Some(ShellPacket::CloseStdin)) | Err(_) => self.ended = true,
                Ok(Some(_)) => {}
                Ok(None) => return,
            }
            if self.ended {
                return;
            }
        }
    }
}
