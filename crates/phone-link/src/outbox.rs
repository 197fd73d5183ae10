//! Packets that wait for the writer: acknowledgements first, then touches, then files.
//!
//! Data is bounded by flow control: a stream has one unacknowledged write, or 1 MiB of them with delayed acknowledgement. Answers are
//! counted, for nothing else bounds them.

use std::collections::VecDeque;

use phone_wire::packet::Packet;

/// Most answers that may wait. A phone that sends on without reading would collect them without end.
const ANSWERS_MAX: usize = 1024;

/// Priority of a stream's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Priority {
    /// A person waits for the effect.
    #[default]
    Interactive,
    /// Data of a file or a package.
    Bulk,
}

#[derive(Debug, Default)]
pub(crate) struct Outbox {
    answers: VecDeque<Packet>,
    interactive: VecDeque<Packet>,
    bulk: VecDeque<Packet>,
}

impl Outbox {
    /// Queues OPEN, OKAY or CLSE; false when too many wait.
    #[must_use]
    pub fn answer(&mut self, packet: Packet) -> bool {
        if self.answers.len() >= ANSWERS_MAX {
            return false;
        }
        self.answers.push_back(packet);
        true
    }

    /// Queues a WRTE.
    pub fn data(&mut self, packet: Packet, priority: Priority) {
        match priority {
            Priority::Interactive => self.interactive.push_back(packet),
            Priority::Bulk => self.bulk.push_back(packet),
        }
    }

    /// Queues the CLSE after the stream's last data, whatever its priority.
    #[must_use]
    pub fn close(&mut self, packet: Packet, priority: Priority) -> bool {
        let unsent = match priority {
            Priority::Interactive => &mut self.interactive,
            Priority::Bulk => &mut self.bulk,
        };
        // The stream's writes may still wait; its end must not overtake them.
        if unsent.iter().any(|data| data.arg0 == packet.arg0) {
            unsent.push_back(packet);
            return true;
        }
        self.answer(packet)
    }

    pub fn next(&mut self) -> Option<Packet> {
        self.answers
            .pop_front()
            .or_else(|| self.interactive.pop_front())
            .or_else(|| self.bulk.pop_front())
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
