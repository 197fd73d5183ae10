//! The people at one phone: its play sockets on this node, and the messages between them about control.

use domain::access::Level;
use domain::play::EndReason;

use super::{OpenSocket, ScreenSockets, Socket, SocketKind, Sockets};

/// A play socket, as the others at its phone see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Participant {
    /// Number of the socket, the newest highest.
    pub id: u32,
    /// Member whose socket it is.
    pub member_id: i64,
    /// Whether its page was lent: opened by a link, embedded, or a program's.
    pub lent: bool,
    /// The member's level.
    pub level: Level,
    /// Whether this socket controls the phone.
    pub controls: bool,
}

/// Message about control of a phone, from one socket at the phone to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatMessage {
    /// To the controller: another socket asks for control.
    Asked {
        /// Number of the socket that asks.
        from: u32,
        /// Member of the socket that asks.
        member_id: i64,
    },
    /// To the controller: a request for control was withdrawn.
    Withdrawn {
        /// Number of the socket that asked.
        from: u32,
    },
    /// To the socket that asked: the controller with this epoch offers control.
    Offered {
        /// The controller's epoch.
        epoch: u32,
    },
    /// To the socket that asked: the controller refuses.
    Refused,
    /// To the controller with this epoch: another member controls the phone now.
    Lost {
        /// The epoch of the receiver, which is no longer the seat's.
        epoch: u32,
        /// The member that controls the phone.
        to: i64,
    },
}

impl Socket {
    /// The phone of a play socket.
    pub(super) fn plays(&self) -> Option<i64> {
        match self.kind {
            SocketKind::Play { .. } => self.watch.phone_ids.first().copied(),
            SocketKind::Deck | SocketKind::Clip => None,
        }
    }

    /// The epoch of a controller.
    pub(super) fn controls(&self) -> Option<u32> {
        match self.kind {
            SocketKind::Play { control, .. } => control,
            SocketKind::Deck | SocketKind::Clip => None,
        }
    }

    fn set_control(&mut self, epoch: Option<u32>) {
        if let SocketKind::Play { control, .. } = &mut self.kind {
            *control = epoch;
        }
    }

    fn participant(&self, id: u64) -> Option<Participant> {
        let SocketKind::Play { control, level, .. } = self.kind else {
            return None;
        };
        Some(Participant {
            id: wire_id(id),
            member_id: self.watch.actor.member_id(),
            lent: self.watch.actor.delegation().is_some(),
            level,
            controls: control.is_some(),
        })
    }

    /// Takes control from this socket and tells it so, if its epoch is still this one; returns whether it was.
    fn revoke_control(&mut self, epoch: u32, to: i64) -> bool {
        let revoked = self.controls() == Some(epoch);
        if revoked {
            self.set_control(None);
            let _ = self.messages.send(SeatMessage::Lost { epoch, to });
        }
        revoked
    }
}

/// A socket's number on the wire, which wraps around after four billion sockets.
const fn wire_id(id: u64) -> u32 {
    id as u32
}

impl Sockets {
    /// Takes control from the other sockets at a controller's phone: the same member's and delegated pages end, those of other members go on without control.
    pub(super) fn replace_controllers(&mut self, id: u64) {
        let Some((phone_id, member)) = (self.open.get(&id))
            .and_then(|socket| Some((socket.plays()?, socket.watch.actor.member_id())))
        else {
            return;
        };
        for (other_id, other) in &mut self.open {
            if *other_id == id || other.plays() != Some(phone_id) {
                continue;
            }
            let Some(epoch) = other.controls() else {
                continue;
            };
            // A delegated page shows no people, so it has no way to go on without control: it ends.
            if other.watch.actor.member_id() == member || other.watch.actor.delegation().is_some() {
                other.end.send_replace(Some(EndReason::Elsewhere));
            } else {
                other.revoke_control(epoch, member);
            }
        }
    }

    /// Wakes all play sockets at a phone.
    pub(super) fn notify_participants(&self, phone_id: Option<i64>) {
        let Some(phone_id) = phone_id else { return };
        for socket in self.open.values().filter(|s| s.plays() == Some(phone_id)) {
            socket.people.send_modify(|changes| *changes += 1);
        }
    }

    fn by_number(&self, phone_id: i64, number: u32) -> Option<&Socket> {
        let of_phone = self
            .open
            .iter()
            .filter(|(_, s)| s.plays() == Some(phone_id));
        let mut named = of_phone.filter(|(id, _)| wire_id(**id) == number);
        named.next().map(|(_, socket)| socket)
    }
}

impl ScreenSockets {
    /// The play sockets at a phone, the oldest first.
    pub fn participants(&self, phone_id: i64) -> Vec<Participant> {
        let sockets = self.lock();
        let of_phone = (sockets.open.iter()).filter(|(_, s)| s.plays() == Some(phone_id));
        let mut found: Vec<Participant> =
            of_phone.filter_map(|(id, s)| s.participant(*id)).collect();
        found.sort_by_key(|participant| participant.id);
        found
    }

    /// Sends a message to the socket with this number at a phone; returns false when there is none.
    pub fn send(&self, phone_id: i64, to: u32, message: SeatMessage) -> bool {
        let sockets = self.lock();
        let socket = sockets.by_number(phone_id, to);
        socket.is_some_and(|socket| socket.messages.send(message).is_ok())
    }

    /// Takes control of a phone from the socket with this id, whose epoch is no longer the seat's.
    pub(crate) fn revoke_control(&self, id: u64, epoch: u32, to: i64) {
        let mut sockets = self.lock();
        let revoked = (sockets.open.get_mut(&id)).and_then(|socket| {
            socket
                .revoke_control(epoch, to)
                .then(|| socket.plays())
                .flatten()
        });
        sockets.notify_participants(revoked);
    }

    /// Notes a level that changed while the socket is open.
    pub(crate) fn set_level(&self, id: u64, now: Level) {
        let mut sockets = self.lock();
        let changed = sockets.open.get_mut(&id).and_then(|socket| {
            let SocketKind::Play { level, .. } = &mut socket.kind else {
                return None;
            };
            (std::mem::replace(level, now) != now).then(|| socket.plays())?
        });
        sockets.notify_participants(changed);
    }

    /// Ends a controller's socket, unless its epoch changed while its right was checked.
    pub(crate) fn end_controller(&self, id: u64, epoch: u32, reason: EndReason) {
        let sockets = self.lock();
        let socket = sockets.open.get(&id);
        if let Some(socket) = socket.filter(|socket| socket.controls() == Some(epoch)) {
            socket.end.send_replace(Some(reason));
        }
    }
}

impl OpenSocket {
    /// Number of this socket among those at its phone.
    pub fn number(&self) -> u32 {
        wire_id(self.id)
    }

    /// Notes that this socket controls its phone with this epoch; the controller before it is told.
    pub fn took_control(&self, epoch: u32) {
        let mut sockets = self.registry.lock();
        if let Some(socket) = sockets.open.get_mut(&self.id) {
            socket.set_control(Some(epoch));
        }
        sockets.replace_controllers(self.id);
        let phone_id = sockets.open.get(&self.id).and_then(Socket::plays);
        sockets.notify_participants(phone_id);
    }
}
