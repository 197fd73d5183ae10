//! Errors of links, streams, commands and files.

use std::io;
use std::sync::Arc;

use phone_wire::banner::BannerError;
use phone_wire::packet::{Command, PacketError};
use phone_wire::shell::{ArgumentError, ShellError as ShellWireError};
use phone_wire::sync::SyncError;
use thiserror::Error;

/// Reason why there is no link, or no longer one. Cheap to clone: every stream of a dead link gives the same cause.
#[derive(Debug, Clone, Error)]
pub enum LinkError {
    /// The TCP connection failed: nothing listens, the name is not known, or there is no way to the address.
    #[error("cannot connect to the phone: {0}")]
    Connect(Arc<io::Error>),
    /// The address did not answer in time.
    #[error("the phone did not accept a connection in time")]
    ConnectTimeout,
    /// The connection is made, but the phone sends no banner in time.
    #[error("the phone did not finish the handshake in time")]
    HandshakeTimeout,
    /// The phone wants a key, and there is none to show.
    #[error("the phone asks for authentication")]
    AuthRequired,
    /// The phone's owner did not accept our key, or not in time.
    #[error("the phone's owner did not accept this server's key")]
    NotApproved,
    /// The phone answers with STLS, as on the port of wireless debugging; TLS is not spoken here.
    #[error("the phone asks for TLS")]
    TlsRequired,
    /// The phone's banner cannot be used.
    #[error("the phone's banner is refused: {0}")]
    Banner(#[from] BannerError),
    /// The phone takes shorter packets than any version of the protocol.
    #[error("the phone takes packets of {0} bytes only")]
    PayloadLimit(u32),
    /// The phone sent bytes that are not packets.
    #[error("the phone sent broken bytes: {0}")]
    Packet(#[from] PacketError),
    /// The phone sent a packet that may not come now.
    #[error("the phone sent an unexpected {0:?} packet")]
    Unexpected(Command),
    /// The phone sent more data on a stream than the flow control lets it.
    #[error("the phone sent data without waiting for acknowledgement")]
    Overrun,
    /// The phone sent an OKAY of the kind that was not agreed, with or without a number of bytes: its stream would wait for ever.
    #[error("the phone acknowledges otherwise than agreed")]
    Acknowledgement,
    /// The phone makes more answers due than it takes, or sends packets to no stream without end.
    #[error("the phone floods the link")]
    Flood,
    /// The connection broke.
    #[error("the connection to the phone broke: {0}")]
    Io(Arc<io::Error>),
    /// The phone closed the connection.
    #[error("the phone closed the connection")]
    HungUp,
    /// The phone takes no bytes any more.
    #[error("the phone takes no bytes any more")]
    Stalled,
    /// This side dropped the link.
    #[error("the link was dropped")]
    Dropped,
}

impl LinkError {
    /// Whether the phone broke the protocol, so that connecting again at once is of no use.
    pub const fn is_protocol_violation(&self) -> bool {
        match self {
            Self::Banner(_)
            | Self::PayloadLimit(_)
            | Self::Packet(_)
            | Self::Unexpected(_)
            | Self::Overrun
            | Self::Acknowledgement
            | Self::Flood => true,
            Self::Connect(_)
            | Self::ConnectTimeout
            | Self::HandshakeTimeout
            | Self::AuthRequired
            | Self::NotApproved
            | Self::TlsRequired
            | Self::Io(_)
            | Self::HungUp
            | Self::Stalled
            | Self::Dropped => false,
        }
    }

    pub(crate) fn io(error: io::Error) -> Self {
        Self::Io(Arc::new(error))
    }

    /// Link error that a stream put inside its `io::Error`, or [`Self::Io`] of the error where there is none inside.
    pub(crate) fn of_stream(error: io::Error) -> Self {
        match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(cause) => Self::clone(cause),
            None => Self::io(error),
        }
    }
}

impl From<LinkError> for io::Error {
    fn from(error: LinkError) -> Self {
        Self::new(io::ErrorKind::ConnectionAborted, error)
    }
}

/// Reason why a stream was not opened.
#[derive(Debug, Clone, Error)]
pub enum OpenError {
    /// The phone has no such service, or nobody listens there.
    #[error("the phone refused the service")]
    Refused,
    /// The phone did not answer in time.
    #[error("the phone did not open the service in time")]
    Timeout,
    /// This link has as many streams as it may.
    #[error("the link has {0} streams already")]
    TooManyStreams(usize),
    /// The service is longer than the phone's packets.
    #[error("service of {0} bytes is too long for the phone")]
    TooLong(usize),
    /// The link is gone.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Reason why a command has no result.
#[derive(Debug, Clone, Error)]
pub enum ShellError {
    /// The shell did not start.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The link broke while it ran.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The phone is older than Android 7, whose shell gives no exit codes.
    #[error("the phone has no shell with exit codes")]
    Unsupported,
    /// The command ran longer than its limit.
    #[error("the command ran longer than {0} ms")]
    Timeout(u128),
    /// The command printed more than its limit.
    #[error("the command printed more than {0} bytes")]
    TooMuchOutput(usize),
    /// The command's packets are broken.
    #[error("the phone's shell sent broken bytes: {0}")]
    Broken(#[from] ShellWireError),
    /// The command ended without an exit code.
    #[error("the command ended without an exit code")]
    Cut,
    /// An argument cannot be passed.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
}

impl ShellError {
    /// Whether the phone went silent while the command ran: what it did is unknown, and asking again may help.
    pub const fn is_interrupted(&self) -> bool {
        matches!(self, Self::Link(_) | Self::Timeout(_) | Self::Cut)
    }
}

/// Reason why a file was not copied, or its facts not read.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file service did not start.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The link broke meanwhile.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The phone refused, with its reason.
    #[error("the phone refused: {0}")]
    Refused(String),
    /// The shell that the file goes through failed.
    #[error(transparent)]
    Shell(#[from] ShellError),
    /// A path or name cannot be sent, or the phone sent broken bytes.
    #[error(transparent)]
    Sync(#[from] SyncError),
    /// The file service answered another request than the one that was made.
    #[error("the phone's file service gave an unexpected answer")]
    Unexpected,
    /// The phone closed the service before it was done.
    #[error("the phone's file service ended early")]
    Cut,
    /// No byte moved for too long.
    #[error("the phone's file service does not move")]
    Timeout,
    /// The caller cancelled the copy.
    #[error("cancelled")]
    Cancelled,
    /// The file is larger, or the folder has more names, than the caller allows.
    #[error("more than {0} bytes or names")]
    TooLarge(u64),
    /// Reading or writing failed on our side.
    #[error("cannot read or write our side of the copy: {0}")]
    Local(io::Error),
}
