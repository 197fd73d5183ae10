//! Shell v2 packets, and quoting of text for a phone's command line.
//! Source: AOSP `shell_protocol.h`, `daemon/shell_service.cpp`.

use std::fmt;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use thiserror::Error;

use crate::decoder::{Grammar, u32_le_at};

/// Longest data of one packet in bytes, a limit of this crate: the payload limit of a transport packet.
pub const DATA_MAX_BYTES: u32 = 1024 * 1024;
/// Longest window size text in bytes, `ROWSxCOLS,XxY` with four numbers of 16 bits.
pub const WINDOW_MAX_BYTES: u32 = 23;

const HEADER_BYTES: usize = 5;

/// Packet of a `shell,v2` stream. Little-endian: `u8 id, u32 length, data`; ids are `ShellProtocol::Id` in `shell_protocol.h`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShellPacket {
    /// Id 0: input of the command.
    Stdin(Bytes),
    /// Id 1: standard output of the command.
    Stdout(Bytes),
    /// Id 2: standard error of the command.
    Stderr(Bytes),
    /// Id 3: the exit code, or 128 and the signal. The last packet.
    Exit(u8),
    /// Id 4: end of input.
    CloseStdin,
    /// Id 5: size of the terminal.
    WindowSize {
        /// Number of lines.
        rows: u16,
        /// Characters in a line.
        columns: u16,
        /// Width in pixels, 0 when not known.
        width: u16,
        /// Height in pixels, 0 when not known.
        height: u16,
    },
}

/// Reason why a stream is not shell v2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ShellError {
    /// The id is not 0 to 5.
    #[error("shell packet id {0} is not known")]
    UnknownId(u8),
    /// The data is longer than this kind allows.
    #[error("shell packet {id} of {length} bytes is longer than {limit}")]
    TooLong {
        /// Id of the packet.
        id: u8,
        /// Length of the data in bytes.
        length: u32,
        /// Limit of its kind in bytes.
        limit: u32,
    },
    /// An exit packet has no byte.
    #[error("shell exit packet has no code")]
    NoExitCode,
    /// A window size is not `ROWSxCOLS,XxY`.
    #[error("shell window size cannot be read")]
    WindowSize,
}

impl ShellPacket {
    /// Appends the packet. Data must not be longer than [`DATA_MAX_BYTES`].
    pub fn encode(&self, out: &mut BytesMut) {
        let window;
        let (id, data): (u8, &[u8]) = match self {
            Self::Stdin(data) => (0, data),
            Self::Stdout(data) => (1, data),
            Self::Stderr(data) => (2, data),
            Self::Exit(code) => (3, std::slice::from_ref(code)),
            Self::CloseStdin => (4, &[]),
            Self::WindowSize {
                rows,
                columns,
                width,
                height,
            } => {
                window = format!("{rows}x{columns},{width}x{height}");
                (5, window.as_bytes())
            }
        };
        out.reserve(HEADER_BYTES + data.len());
        out.put_u8(id);
        out.put_u32_le(data.len() as u32);
        out.put_slice(data);
    }

    /// Bytes of the packet alone.
    pub fn to_bytes(&self) -> Bytes {
        let mut out = BytesMut::new();
        self.encode(&mut out);
        out.freeze()
    }
}

/// Grammar of [`ShellPacket`]s of both directions.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShellPackets;

impl Grammar for ShellPackets {
    type Item = ShellPacket;
    type Error = ShellError;

    fn measure(&self, front: &[u8]) -> Result<Option<usize>, ShellError> {
        let Some(&id) = front.first() else {
            return Ok(None);
        };
        let limit = match id {
            0..=2 => DATA_MAX_BYTES,
            3 => 1,
            4 => 0,
            5 => WINDOW_MAX_BYTES,
            _ => return Err(ShellError::UnknownId(id)),
        };
        match u32_le_at(front, 1) {
            Some(length) if length > limit => Err(ShellError::TooLong { id, length, limit }),
            Some(length) => Ok(Some(HEADER_BYTES + length as usize)),
            None => Ok(None),
        }
    }

    fn parse(&mut self, mut whole: Bytes) -> Result<ShellPacket, ShellError> {
        let id = whole.get_u8();
        let _length = whole.get_u32_le();
        match id {
            0 => Ok(ShellPacket::Stdin(whole)),
            1 => Ok(ShellPacket::Stdout(whole)),
            2 => Ok(ShellPacket::Stderr(whole)),
            3 => match whole.first() {
                Some(code) => Ok(ShellPacket::Exit(*code)),
                None => Err(ShellError::NoExitCode),
            },
            4 => Ok(ShellPacket::CloseStdin),
            5 => parse_window(&whole).ok_or(ShellError::WindowSize),
            _ => Err(ShellError::UnknownId(id)),
        }
    }
}

fn parse_window(data: &[u8]) -> Option<ShellPacket> {
    // Some clients end the text with a NUL.
    let text = std::str::from_utf8(data).ok()?.trim_end_matches('\0');
    let (cells, pixels) = text.split_once(',')?;
    let (rows, columns) = cells.split_once('x')?;
    let (width, height) = pixels.split_once('x')?;
    Some(ShellPacket::WindowSize {
        rows: rows.parse().ok()?,
        columns: columns.parse().ok()?,
        width: width.parse().ok()?,
        height: height.parse().ok()?,
    })
}

/// Reason why text may not become part of a command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ArgumentError {
    /// The text contains a NUL, which ends a command line early.
    #[error("a shell argument may not contain NUL")]
    Nul,
}

/// Command line for a phone: constant words as they are, everything else as one quoted argument each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine(String);

impl CommandLine {
    /// Command line of a program, or a whole line without any foreign text.
    pub fn new(program: &'static str) -> Self {
        Self(program.to_owned())
    }

    /// Adds a word that is a constant of our source.
    #[must_use]
    pub fn word(mut self, word: &'static str) -> Self {
        self.0.push(' ');
        self.0.push_str(word);
        self
    }

    /// Adds text of any origin as one quoted argument.
    pub fn argument(mut self, text: &str) -> Result<Self, ArgumentError> {
        self.0.push(' ');
        self.0.push_str(&quote(text)?);
        Ok(self)
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<CommandLine> for String {
    fn from(line: CommandLine) -> Self {
        line.0
    }
}

/// Quotes an argument for a POSIX shell: in single quotes, within which line ends are plain characters; a single quote itself becomes
/// `'\''`.
pub fn quote(text: &str) -> Result<String, ArgumentError> {
    if text.contains('\0') {
        return Err(ArgumentError::Nul);
    }
    Ok(format!("'{}'", text.replace('\'', r"'\''")))
}
