//! Registry of the play, deck and clip sockets that are open on this node. Through it a socket is ended or told what changed.

mod participants;

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::Level;
use domain::play::EndReason;
use parking_lot::{Mutex, MutexGuard};
use store::access::{PhoneAccess, Watch};
use tokio::sync::{mpsc, watch};

pub use self::participants::{Participant, SeatMessage};

/// The page or view that a socket serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SocketKind {
    /// The play page of a single phone.
    Play {
        /// The controller's epoch; none for a viewer.
        control: Option<u32>,
        /// When the right was to end as the socket was opened, Unix milliseconds.
        until_ms: i64,
        /// The member's level. An owner's right is not recalled, but its rental may end early.
        level: Level,
        /// Whether the socket serves the page of a trial, which holds the seat although its right is only to view.
        trial: bool,
    },
    /// Many phones: small pictures of them, and in group control those that follow the master.
    Deck,
    /// The page of a link to a clip.
    Clip,
}

impl SocketKind {
    /// Kind of the socket with this epoch of control, or without control.
    #[must_use]
    pub const fn with_control(self, control: Option<u32>) -> Self {
        match self {
            Self::Play {
                until_ms,
                level,
                trial,
                ..
            } => Self::Play {
                control,
                until_ms,
                level,
                trial,
            },
            Self::Deck => Self::Deck,
            Self::Clip => Self::Clip,
        }
    }
}

/// The open sockets of this node.
#[derive(Clone, Default)]
pub struct ScreenSockets(Arc<Mutex<Sockets>>);

#[derive(Default)]
struct Sockets {
    next: u64,
    open: HashMap<u64, Socket>,
    stopping: bool,
}

impl Sockets {
    /// Times since which pages of a link are open, the longest first.
    fn of_link(&self, link_id: i64) -> Vec<i64> {
        let sockets = self.open.values();
        let of_link = sockets.filter(|socket| socket.watch.actor.link_id() == Some(link_id));
        let mut since: Vec<i64> = of_link
            .filter_map(|socket| socket.viewing_since_ms)
            .collect();
        since.sort_unstable();
        since
    }
}

struct Socket {
    watch: Watch,
    kind: SocketKind,
    /// When the page was opened, Unix milliseconds; only for a page that an owner's link opened.
    viewing_since_ms: Option<i64>,
    end: watch::Sender<Option<EndReason>>,
    phones: watch::Sender<Vec<PhoneAccess>>,
    /// Counts the changes of the people at the phone, so that each change wakes the receiver.
    people: watch::Sender<u64>,
    messages: mpsc::UnboundedSender<SeatMessage>,
}

/// A copy of a socket's facts for the task that checks rights.
pub(crate) struct SocketEntry {
    pub id: u64,
    pub watch: Watch,
    pub kind: SocketKind,
}

/// Registration of an open socket; dropping it removes it.
pub struct OpenSocket {
    id: u64,
    registry: ScreenSockets,
    end: watch::Receiver<Option<EndReason>>,
    phones: watch::Receiver<Vec<PhoneAccess>>,
    people: watch::Receiver<u64>,
    messages: mpsc::UnboundedReceiver<SeatMessage>,
}

impl ScreenSockets {
    /// Registers a socket. If it controls its phone, the socket that did so before on this node ends as [`EndReason::Elsewhere`] when it is the
    /// same member's or a delegated page; another member's goes on without control.
    pub fn register(&self, watch: Watch, kind: SocketKind) -> OpenSocket {
        self.insert(&mut self.lock(), watch, kind, None)
    }

    /// Registers the socket of a page that an owner's link opened; none while `most` pages of that link are open.
    pub fn register_viewer(
        &self,
        watch: Watch,
        kind: SocketKind,
        (link_id, most): (i64, i64),
        now_ms: i64,
    ) -> Option<OpenSocket> {
        let mut sockets = self.lock();
        let open = i64::try_from(sockets.of_link(link_id).len()).unwrap_or(i64::MAX);
        (open < most).then(|| self.insert(&mut sockets, watch, kind, Some(now_ms)))
    }

    /// Tells when the socket of a session's page ends, so that a download beside the socket can end with it; none while no socket is open.
    pub fn end_of(&self, session_id: i64) -> Option<watch::Receiver<Option<EndReason>>> {
        let sockets = self.lock();
        let mut open = sockets.open.values();
        let of_page = open.find(|socket| socket.watch.actor.session_id() == session_id);
        of_page.map(|socket| socket.end.subscribe())
    }

    /// Number of open pages of an owner's link.
    pub fn viewers_of(&self, link_id: i64) -> i64 {
        i64::try_from(self.viewing_since(link_id).len()).unwrap_or(i64::MAX)
    }

    /// Times since which pages of an owner's link are open, the longest first, in Unix milliseconds.
    pub fn viewing_since(&self, link_id: i64) -> Vec<i64> {
        self.lock().of_link(link_id)
    }

    fn insert(
        &self,
        sockets: &mut Sockets,
        watch: Watch,
        kind: SocketKind,
        viewing_since_ms: Option<i64>,
    ) -> OpenSocket {
        let (end, ended) = watch::channel(sockets.stopping.then_some(EndReason::ServerStopping));
        let (phones, phones_changed) = watch::channel(Vec::new());
        let (people, people_changed) = watch::channel(0);
        let (messages, incoming) = mpsc::unbounded_channel();
        let socket = Socket {
            watch,
            kind,
            viewing_since_ms,
            end,
            phones,
            people,
            messages,
        };
        let id = sockets.next;
        sockets.next += 1;
        let (phone_id, controls) = (socket.plays(), socket.controls());
        sockets.open.insert(id, socket);
        if controls.is_some() {
            sockets.replace_controllers(id);
        }
        sockets.notify_participants(phone_id);
        OpenSocket {
            id,
            registry: self.clone(),
            end: ended,
            phones: phones_changed,
            people: people_changed,
            messages: incoming,
        }
    }

    /// Ends all sockets, and each that is opened from now on: the server stops.
    pub fn stop(&self) {
        let mut sockets = self.lock();
        sockets.stopping = true;
        for socket in sockets.open.values() {
            socket.end.send_replace(Some(EndReason::ServerStopping));
        }
    }

    /// Number of open sockets.
    pub fn count(&self) -> usize {
        self.lock().open.len()
    }

    /// Ids of the sessions that have open sockets.
    pub(crate) fn sessions(&self) -> Vec<i64> {
        let sockets = self.lock();
        let sessions = sockets.open.values();
        sessions.map(|of| of.watch.actor.session_id()).collect()
    }

    pub(crate) fn entries(&self) -> Vec<SocketEntry> {
        let sockets = self.lock();
        sockets
            .open
            .iter()
            .map(|(id, s)| SocketEntry {
                id: *id,
                watch: s.watch.clone(),
                kind: s.kind,
            })
            .collect()
    }

    pub(crate) fn end(&self, id: u64, reason: EndReason) {
        if let Some(socket) = self.lock().open.get(&id) {
            socket.end.send_replace(Some(reason));
        }
    }

    /// Sends a deck's socket the present rights on its phones, if they have changed.
    pub(crate) fn update_access(&self, id: u64, phones: &[PhoneAccess]) {
        if let Some(socket) = self.lock().open.get(&id) {
            socket.phones.send_if_modified(|known| {
                let changed = *known != phones;
                phones.clone_into(known);
                changed
            });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Sockets> {
        self.0.lock()
    }
}

/// An event of an open socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SocketEvent {
    /// The socket must close.
    Ended(EndReason),
    /// Rights on all phones of a deck, after a change.
    Phones(Vec<PhoneAccess>),
    /// The people at the phone changed, or what they may do; [`ScreenSockets::participants`] tells them.
    People,
    /// A message about control came from another page at the phone.
    Message(SeatMessage),
}

impl OpenSocket {
    /// Waits for the next event. Safe to drop and call again.
    pub async fn next(&mut self) -> SocketEvent {
        tokio::select! {
            biased;
            end = self.end.wait_for(Option::is_some) => {
                let end = end.ok().and_then(|end| *end);
                SocketEvent::Ended(end.unwrap_or(EndReason::ServerStopping))
            }
            Some(message) = self.messages.recv() => SocketEvent::Message(message),
            Ok(()) = self.phones.changed() => SocketEvent::Phones(self.phones.borrow_and_update().clone()),
            Ok(()) = self.people.changed() => {
                self.people.borrow_and_update();
                SocketEvent::People
            }
        }
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut sockets = self.registry.lock();
        let gone = sockets.open.remove(&self.id);
        sockets.notify_participants(gone.and_then(|socket| socket.plays()));
    }
}
