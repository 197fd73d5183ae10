//! ADB's transport packets: a 24-byte little-endian header and a payload.
//! Source: AOSP `adb.h`, `types.h` and `transport.cpp`, which differ from its `protocol.txt`.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use thiserror::Error;

use crate::banner::Banner;
use crate::decoder::{Grammar, u32_le_at};
use crate::service::Service;

/// Bytes before the payload.
pub const HEADER_BYTES: usize = 24;
/// The oldest protocol version, `A_VERSION_MIN`: every packet carries its checksum.
pub const VERSION_MIN: u32 = 0x0100_0000;
/// The version since Android 9, `A_VERSION_SKIP_CHECKSUM`: the checksum field is 0.
pub const VERSION: u32 = 0x0100_0001;
/// Payload limit in bytes before the peer has said its own, and of the handshake's packets: `MAX_PAYLOAD_V1`.
pub const HANDSHAKE_MAX_BYTES: u32 = 4096;
/// Payload limit in bytes after the handshake: `MAX_PAYLOAD`.
pub const PAYLOAD_MAX_BYTES: u32 = 1024 * 1024;
/// Window in bytes that AOSP gives with [`crate::banner::Feature::DelayedAck`]: `INITIAL_DELAYED_ACK_BYTES`.
pub const WINDOW_BYTES: u32 = 32 * 1024 * 1024;
/// Length in bytes of the random token that a phone asks to have signed: `TOKEN_SIZE`.
pub const TOKEN_BYTES: usize = 20;

const _: () = assert!(HANDSHAKE_MAX_BYTES < PAYLOAD_MAX_BYTES);

/// Command of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// `CNXN`: version, payload limit, banner.
    Connect,
    /// `AUTH`: kind of [`AuthKind`], 0, token, signature or key.
    Auth,
    /// `OPEN`: local id, receive window (0 without delayed acknowledgement), service.
    Open,
    /// `OKAY`: local id, remote id.
    Okay,
    /// `CLSE`: local id (0 refuses an OPEN), remote id.
    Close,
    /// `WRTE`: local id, remote id, data.
    Write,
    /// `STLS`: version of TLS over ADB (`A_STLS_VERSION`), 0.
    Tls,
    /// A command that is not in this list; receivers ignore it.
    Unknown(u32),
}

impl Command {
    /// Number of the command.
    pub const fn number(self) -> u32 {
        match self {
            Self::Connect => 0x4e58_4e43,
            Self::Auth => 0x4854_5541,
            Self::Open => 0x4e45_504f,
            Self::Okay => 0x5941_4b4f,
            Self::Close => 0x4553_4c43,
            Self::Write => 0x4554_5257,
            Self::Tls => 0x534c_5453,
            Self::Unknown(number) => number,
        }
    }
}

impl From<u32> for Command {
    fn from(number: u32) -> Self {
        match number {
            0x4e58_4e43 => Self::Connect,
            0x4854_5541 => Self::Auth,
            0x4e45_504f => Self::Open,
            0x5941_4b4f => Self::Okay,
            0x4553_4c43 => Self::Close,
            0x4554_5257 => Self::Write,
            0x534c_5453 => Self::Tls,
            other => Self::Unknown(other),
        }
    }
}

/// Kind of an `AUTH` packet, its first argument: `ADB_AUTH_TOKEN`, `ADB_AUTH_SIGNATURE` and `ADB_AUTH_RSAPUBLICKEY`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum AuthKind {
    /// The phone's token of [`TOKEN_BYTES`].
    Token = 1,
    /// The host's signature of 256 bytes.
    Signature = 2,
    /// The host's public key: base64, a space, a comment, NUL.
    PublicKey = 3,
}

/// Reason why a connection's bytes are not ADB packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PacketError {
    /// The last header field is not the command's complement.
    #[error("packet magic {magic:#010x} does not belong to command {command:#010x}")]
    Magic {
        /// Value of the command field.
        command: u32,
        /// Value of the magic field.
        magic: u32,
    },
    /// The payload is longer than agreed.
    #[error("packet of {length} bytes is longer than {limit}")]
    TooLong {
        /// Length in the header.
        length: u32,
        /// The limit in force.
        limit: u32,
    },
    /// The payload's sum is not the header's.
    #[error("packet checksum {found:#010x} where {expected:#010x} was announced")]
    Checksum {
        /// Sum in the header.
        expected: u32,
        /// Sum of the payload.
        found: u32,
    },
}

/// Message of ADB's transport: a header of 24 bytes and the payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packet {
    /// Command of the packet.
    pub command: Command,
    /// First argument, see [`Command`].
    pub arg0: u32,
    /// Second argument, see [`Command`].
    pub arg1: u32,
    /// Data, at most [`PAYLOAD_MAX_BYTES`].
    pub payload: Bytes,
}

impl Packet {
    /// Packet of these parts.
    pub const fn new(command: Command, arg0: u32, arg1: u32, payload: Bytes) -> Self {
        Self {
            command,
            arg0,
            arg1,
            payload,
        }
    }

    /// First packet of either side, with the longest payload in bytes that the side takes.
    pub fn connect(version: u32, max_payload: u32, banner: &Banner) -> Self {
        Self::new(
            Command::Connect,
            version,
            max_payload,
            Bytes::from(banner.to_string()),
        )
    }

    /// Packet that asks for a service on a new stream.
    pub fn open(local: u32, service: &Service) -> Self {
        Self::new(Command::Open, local, 0, service.to_bytes())
    }

    /// [`Self::open`] with delayed acknowledgement: `window` bytes, not 0, may come before the first is acknowledged.
    pub fn open_with_window(local: u32, window: u32, service: &Service) -> Self {
        Self::new(Command::Open, local, window, service.to_bytes())
    }

    /// Packet that accepts a stream with a window of so many bytes, or acknowledges so many; with delayed acknowledgement only.
    pub fn okay_bytes(local: u32, remote: u32, bytes: i32) -> Self {
        let payload = Bytes::copy_from_slice(&bytes.to_le_bytes());
        Self::new(Command::Okay, local, remote, payload)
    }

    /// Number of bytes in [`Self::okay_bytes`]; `None` when the payload is not of 4 bytes. May be negative.
    pub fn acknowledged(&self) -> Option<i32> {
        Some(i32::from_le_bytes(self.payload.as_ref().try_into().ok()?))
    }

    /// Packet that accepts a stream, or acknowledges one write.
    pub const fn okay(local: u32, remote: u32) -> Self {
        Self::new(Command::Okay, local, remote, Bytes::new())
    }

    /// Packet with data of a stream.
    pub const fn write(local: u32, remote: u32, data: Bytes) -> Self {
        Self::new(Command::Write, local, remote, data)
    }

    /// Packet that ends a stream; with `local` 0 the packet refuses an OPEN.
    pub const fn close(local: u32, remote: u32) -> Self {
        Self::new(Command::Close, local, remote, Bytes::new())
    }

    /// Header of 24 bytes before the payload: command, two arguments, length, checksum, magic. `checksum` says whether the receiver wants
    /// the payload's sum.
    pub fn header(&self, checksum: bool) -> [u8; HEADER_BYTES] {
        let number = self.command.number();
        let sum = if checksum { sum_of(&self.payload) } else { 0 };
        let fields = [
            number,
            self.arg0,
            self.arg1,
            self.payload.len() as u32,
            sum,
            !number,
        ];
        let mut out = [0; HEADER_BYTES];
        for (place, field) in out.chunks_exact_mut(4).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        out
    }

    /// Appends header and payload.
    pub fn encode(&self, checksum: bool, out: &mut BytesMut) {
        out.reserve(HEADER_BYTES + self.payload.len());
        out.put_slice(&self.header(checksum));
        out.put_slice(&self.payload);
    }
}

/// Checksum of a payload: the plain sum of its bytes modulo 2^32, although AOSP calls the field `data_crc32`.
pub fn sum_of(payload: &[u8]) -> u32 {
    payload
        .iter()
        .fold(0_u32, |sum, byte| sum.wrapping_add(u32::from(*byte)))
}

/// Version and limit that both sides agreed on in the handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agreement {
    /// Version: the lower of both.
    pub version: u32,
    /// Payload limit in bytes: the lower of both.
    pub max_payload: u32,
}

impl Agreement {
    /// Agreement by the peer's `CNXN` arguments; `None` when the peer's limit is below what every version can do.
    pub fn with_peer(version: u32, max_payload: u32) -> Option<Self> {
        (max_payload >= HANDSHAKE_MAX_BYTES).then(|| Self {
            version: version.min(VERSION),
            max_payload: max_payload.min(PAYLOAD_MAX_BYTES),
        })
    }

    /// Whether packets still carry their checksum.
    pub const fn checksum(self) -> bool {
        self.version < VERSION
    }
}

/// Grammar of packets; see [`crate::Decoder`].
#[derive(Debug, Clone)]
pub struct Packets {
    limit: u32,
    verify: bool,
}

impl Default for Packets {
    fn default() -> Self {
        Self::handshake()
    }
}

impl Packets {
    /// Grammar before the agreement: short packets with checksums.
    pub const fn handshake() -> Self {
        Self {
            limit: HANDSHAKE_MAX_BYTES,
            verify: true,
        }
    }

    /// Applies the agreement to all later packets.
    ///
    /// The receiver's own limit is [`PAYLOAD_MAX_BYTES`] whatever the peer can take.
    pub const fn agree(&mut self, agreement: Agreement) {
        self.limit = PAYLOAD_MAX_BYTES;
        self.verify = agreement.checksum();
    }
}

impl Grammar for Packets {
    type Item = Packet;
    type Error = PacketError;

    fn measure(&self, front: &[u8]) -> Result<Option<usize>, PacketError> {
        let (Some(command), Some(length), Some(magic)) = (
            u32_le_at(front, 0),
            u32_le_at(front, 12),
            u32_le_at(front, 20),
        ) else {
            return Ok(None);
        };
        if magic != !command {
            return Err(PacketError::Magic { command, magic });
        }
        if length > self.limit {
            return Err(PacketError::TooLong {
                length,
                limit: self.limit,
            });
        }
        Ok(Some(HEADER_BYTES + length as usize))
    }

    fn parse(&mut self, mut whole: Bytes) -> Result<Packet, PacketError> {
        let command = Command::from(whole.get_u32_le());
        let arg0 = whole.get_u32_le();
        let arg1 = whole.get_u32_le();
        let _length = whole.get_u32_le();
        let expected = whole.get_u32_le();
        let _magic = whole.get_u32_le();
        // A sum of 0 is also sent by a peer of the newer version before it knows ours.
        if self.verify && expected != 0 {
            let found = sum_of(&whole);
            if found != expected {
                return Err(PacketError::Checksum { expected, found });
            }
        }
        Ok(Packet::new(command, arg0, arg1, whole))
    }
}
