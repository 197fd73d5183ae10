//! Flow control of one stream, in both of the protocol's ways: one write until its OKAY, or windows of bytes
//! (feature `delayed_ack`). Source: AOSP `sockets.cpp`, `adb.cpp`.

use phone_wire::packet::{PAYLOAD_MAX_BYTES, Packet};

use crate::error::LinkError;

/// Bytes that may wait unread in a stream before its OKAY is withheld. With the write that is then
/// under way a stream holds at most this and one packet's payload.
pub(crate) const INBOX_BYTES: usize = 256 * 1024;
/// Window of a stream, in bytes: data that a phone may send before the first of it is acknowledged, with delayed acknowledgement.
pub(crate) const WINDOW_BYTES: u32 = 512 * 1024;
/// Taken bytes that are acknowledged together: often enough that a phone never stops.
const ACKNOWLEDGE_FROM: u64 = WINDOW_BYTES as u64 / 4;
/// Most unacknowledged bytes that this side sends, however large the phone's window: they wait in our memory.
const IN_FLIGHT_MAX: u64 = 1024 * 1024;

/// Flow control state of a stream, both ways.
#[derive(Debug)]
pub(crate) struct Flow {
    delayed: bool,
    /// Bytes that the phone still takes; only with delayed acknowledgement.
    window: i64,
    /// Bytes sent and not acknowledged.
    in_flight: u64,
    /// Total of bytes that were acknowledged.
    acknowledged: u64,
    /// Bytes that came and are not acknowledged; without delayed acknowledgement 1 while the OKAY for a write is withheld.
    owed: u64,
    /// Bytes of `owed` that the stream's reader has taken, and that are acknowledged together once they are enough.
    taken: u64,
}

impl Flow {
    pub const fn new(delayed: bool) -> Self {
        Self {
            delayed,
            window: 0,
            in_flight: 0,
            acknowledged: 0,
            owed: 0,
            taken: 0,
        }
    }

    /// Flow control of a stream that the phone opened, which takes `window` bytes at once.
    pub fn accepted(delayed: bool, window: u32) -> Self {
        Self {
            window: i64::from(window),
            ..Self::new(delayed)
        }
    }

    /// Second argument of an OPEN: the window in bytes, 0 without delayed acknowledgement.
    pub const fn open_window(delayed: bool) -> u32 {
        if delayed { WINDOW_BYTES } else { 0 }
    }

    pub const fn may_send(&self) -> bool {
        if self.delayed {
            self.window > 0 && self.in_flight < IN_FLIGHT_MAX
        } else {
            self.in_flight == 0
        }
    }

    /// Counts sent `bytes`: at most one write.
    pub fn sent(&mut self, bytes: usize) {
        self.in_flight += bytes as u64;
        self.window -= i64::try_from(bytes).unwrap_or(i64::MAX);
    }

    pub const fn in_flight(&self) -> u64 {
        self.in_flight
    }

    /// Total of bytes that were acknowledged so far.
    pub const fn acknowledged(&self) -> u64 {
        self.acknowledged
    }

    /// Counts acknowledged bytes, at most as many as were sent.
    fn acknowledge(&mut self, bytes: u64) {
        let bytes = bytes.min(self.in_flight);
        self.in_flight -= bytes;
        self.acknowledged += bytes;
    }

    /// Handles the phone's OKAY; the first one of a stream only opens its window.
    pub fn okay(&mut self, packet: &Packet) -> Result<(), LinkError> {
        match (self.delayed, packet.acknowledged()) {
            (true, Some(bytes)) => {
                self.window = self.window.saturating_add(i64::from(bytes));
                self.acknowledge(u64::try_from(bytes).unwrap_or(0));
                Ok(())
            }
            (false, None) if packet.payload.is_empty() => {
                self.acknowledge(self.in_flight);
                Ok(())
            }
            _ => Err(LinkError::Acknowledgement),
        }
    }

    /// Counts received data; an error if it was not allowed.
    pub fn admit(&mut self, bytes: usize) -> Result<(), LinkError> {
        let most = u64::from(WINDOW_BYTES) + u64::from(PAYLOAD_MAX_BYTES);
        let now = self.owed + bytes as u64;
        if (self.delayed && now > most) || (!self.delayed && self.owed > 0) {
            return Err(LinkError::Overrun);
        }
        if self.delayed {
            self.owed = now;
        }
        Ok(())
    }

    /// OKAY that is due at once for received data, after which `waiting` bytes are unread.
    pub const fn due(&mut self, waiting: usize, (local, remote): (u32, u32)) -> Option<Packet> {
        if self.delayed {
            return None;
        }
        if waiting > INBOX_BYTES {
            self.owed = 1;
            return None;
        }
        Some(Packet::okay(local, remote))
    }

    /// Counts data that the reader took; `waiting` bytes are left. Returns the OKAY that is due now.
    pub fn took(
        &mut self,
        bytes: usize,
        waiting: usize,
        (local, remote): (u32, u32),
    ) -> Option<Packet> {
        if self.delayed {
            self.taken += bytes as u64;
            if self.taken < ACKNOWLEDGE_FROM {
                return None;
            }
            let bytes = std::mem::take(&mut self.taken);
            self.owed = self.owed.saturating_sub(bytes);
            // The number is at most a window and a packet: far below what fits.
            return Some(Packet::okay_bytes(local, remote, bytes as i32));
        }
        if self.owed == 0 || waiting > INBOX_BYTES {
            return None;
        }
        self.owed = 0;
        Some(Packet::okay(local, remote))
    }

    /// Whether flushing is done. With delayed acknowledgement a phone may acknowledge late, so nothing is waited for.
    pub const fn is_flushed(&self) -> bool {
        self.delayed || self.in_flight == 0
    }
}
