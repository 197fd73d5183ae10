//! Services that an `OPEN` packet asks for, as values instead of strings.
//! Source: AOSP `SERVICES.TXT`, `daemon/services.cpp`.

use bytes::Bytes;
use strum::{EnumString, IntoStaticStr};
use thiserror::Error;

/// Longest service string in bytes: Linux's limit of one argument (`MAX_ARG_STRLEN`), for adbd passes a command to the shell as one.
pub const SERVICE_MAX_BYTES: usize = 128 * 1024;

/// Namespace of a local socket's name on the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(const_into_str)]
pub enum Namespace {
    /// `localabstract:`
    #[strum(serialize = "localabstract")]
    Abstract,
    /// `localreserved:`
    #[strum(serialize = "localreserved")]
    Reserved,
    /// `localfilesystem:`
    #[strum(serialize = "localfilesystem")]
    Filesystem,
}

/// A service of a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Service {
    /// `shell:CMD`: output merged, no exit code; empty is an interactive terminal.
    Shell(String),
    /// `shell,v2,…:CMD`: speaks [`crate::shell`] packets.
    ShellV2 {
        /// Whether the command gets a terminal.
        pty: bool,
        /// Value of `TERM`.
        term: Option<String>,
        /// Command; empty is an interactive shell.
        command: String,
    },
    /// `exec:CMD`: raw bytes, no terminal, no exit code.
    Exec(String),
    /// `abb:a NUL b`: an in-process command with shell v2 packets.
    Abb(Vec<String>),
    /// `abb_exec:a NUL b`: an in-process command with raw bytes.
    AbbExec(Vec<String>),
    /// `sync:`: speaks [`crate::sync`].
    Sync,
    /// A local socket.
    Local(Namespace, String),
    /// `tcp:PORT` on the phone.
    Tcp(u16),
    /// `reboot:` with its argument, normally empty.
    Reboot(String),
    /// `root:`
    Root,
    /// `unroot:`
    Unroot,
    /// `remount:`
    Remount,
    /// `tcpip:PORT`: adbd starts again and listens on this port.
    TcpIp(u16),
    /// `reverse:…`, with the text behind the colon as it is.
    Reverse(String),
    /// `sink:N`: reads and drops N bytes.
    Sink(u64),
    /// `source:N`: sends N bytes.
    Source(u64),
    /// A service that is not in this list, as its whole string.
    Other(String),
}

/// Reason why a service string is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ServiceError {
    /// The string is longer than [`SERVICE_MAX_BYTES`].
    #[error("service of {0} bytes is longer than {SERVICE_MAX_BYTES}")]
    TooLong(usize),
    /// The string is not UTF-8.
    #[error("service is not UTF-8")]
    NotUtf8,
    /// A number is missing or too large.
    #[error("service has a bad number")]
    Number,
}

impl Service {
    /// Service of a command with its exit code and without a terminal.
    pub fn shell_v2(command: impl Into<String>) -> Self {
        Self::ShellV2 {
            pty: false,
            term: None,
            command: command.into(),
        }
    }

    /// Service of a socket in the abstract namespace.
    pub fn local_abstract(name: impl Into<String>) -> Self {
        Self::Local(Namespace::Abstract, name.into())
    }

    /// Reads an `OPEN` payload; trailing NULs are ignored, inner ones belong to `abb`.
    pub fn parse(payload: &[u8]) -> Result<Self, ServiceError> {
        if payload.len() > SERVICE_MAX_BYTES {
            return Err(ServiceError::TooLong(payload.len()));
        }
        let text = std::str::from_utf8(payload)
            .map_err(|_| ServiceError::NotUtf8)?
            .trim_end_matches('\0');
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let words = || rest.split('\0').map(str::to_owned).collect();
        Ok(match name {
            "shell" => Self::Shell(rest.to_owned()),
            "exec" => Self::Exec(rest.to_owned()),
            "abb" => Self::Abb(words()),
            "abb_exec" => Self::AbbExec(words()),
            "sync" => Self::Sync,
            "tcp" => match rest.parse() {
                Ok(port) => Self::Tcp(port),
                // `tcp:PORT:HOST` leads from the phone to another host, which is not offered here.
                Err(_) => Self::Other(text.to_owned()),
            },
            "reboot" => Self::Reboot(rest.to_owned()),
            "root" => Self::Root,
            "unroot" => Self::Unroot,
            "remount" => Self::Remount,
            "tcpip" => Self::TcpIp(number(rest)?),
            "reverse" => Self::Reverse(rest.to_owned()),
            "sink" => Self::Sink(number(rest)?),
            "source" => Self::Source(number(rest)?),
            _ => Self::parse_compound(name, rest).unwrap_or_else(|| Self::Other(text.to_owned())),
        })
    }

    fn parse_compound(name: &str, rest: &str) -> Option<Self> {
        if let Ok(space) = name.parse() {
            return Some(Self::Local(space, rest.to_owned()));
        }
        let options: Vec<&str> = name.strip_prefix("shell,")?.split(',').collect();
        if !options.contains(&"v2") {
            return Some(Self::Shell(rest.to_owned()));
        }
        // adbd has the same rule: an empty command gets a terminal unless `raw` is asked for, any other command gets none unless `pty` is.
        let pty = options.contains(&"pty") || (rest.is_empty() && !options.contains(&"raw"));
        let term = options.iter().find_map(|word| word.strip_prefix("TERM="));
        Some(Self::ShellV2 {
            pty,
            term: term.map(str::to_owned),
            command: rest.to_owned(),
        })
    }

    /// Payload of an `OPEN`, with the NUL that Android up to 8 needs.
    pub fn to_bytes(&self) -> Bytes {
        let mut text = match self {
            Self::Shell(command) => format!("shell:{command}"),
            Self::ShellV2 { pty, term, command } => {
                let kind = if *pty { "pty" } else { "raw" };
                match term {
                    Some(term) => format!("shell,v2,TERM={term},{kind}:{command}"),
                    None => format!("shell,v2,{kind}:{command}"),
                }
            }
            Self::Exec(command) => format!("exec:{command}"),
            Self::Abb(words) => format!("abb:{}", words.join("\0")),
            Self::AbbExec(words) => format!("abb_exec:{}", words.join("\0")),
            Self::Sync => "sync:".to_owned(),
            Self::Local(space, name) => format!("{}:{name}", space.into_str()),
            Self::Tcp(port) => format!("tcp:{port}"),
            Self::Reboot(how) => format!("reboot:{how}"),
            Self::Root => "root:".to_owned(),
            Self::Unroot => "unroot:".to_owned(),
            Self::Remount => "remount:".to_owned(),
            Self::TcpIp(port) => format!("tcpip:{port}"),
            Self::Reverse(rest) => format!("reverse:{rest}"),
            Self::Sink(count) => format!("sink:{count}"),
            Self::Source(count) => format!("source:{count}"),
            Self::Other(text) => text.clone(),
        };
        text.push('\0');
        Bytes::from(text)
    }
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, ServiceError> {
    text.parse().map_err(|_| ServiceError::Number)
}
