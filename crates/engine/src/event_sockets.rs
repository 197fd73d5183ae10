//! Registry of the members' event sockets that are open on this node, through which every feature publishes events to them.
//!
//! Changes of phones are gathered, so that a socket gets at most two messages about them a second. Ended sessions and numbers of unread
//! messages are polled from the store, so that those that another node caused arrive, too.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use domain::live::{OrderChanged, PHONES_EVERY_MS, PHONES_MAX, Pushed};
use parking_lot::{Mutex, MutexGuard};
use store::session::Actor;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::Engine;
use crate::worker::Wakeup;

/// Pause between two polls of the store, short enough that a socket learns within a second that its session has ended.
const POLL_EVERY: Duration = Duration::from_millis(400);
/// Pause between two messages about phones on one socket.
const PHONES_EVERY: Duration = Duration::from_millis(PHONES_EVERY_MS);

/// An event that features publish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A phone that the member sees has changed.
    PhoneChanged {
        phone_id: i64,
        /// Time of the change, Unix milliseconds.
        at_ms: i64,
    },
    /// Phones of the member have changed, and it is not known which.
    PhonesChanged {
        /// Time of the change, Unix milliseconds.
        at_ms: i64,
    },
    /// Operations of the member have progressed; ids of their batches.
    OperationsChanged(Vec<i64>),
    /// An order of the member has changed its state.
    OrderChanged(OrderChanged),
}

/// A message that a socket is to send to its client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SocketMessage {
    /// Phones have changed.
    Phones {
        /// Ids of the phones; an empty list stands for any phone.
        phone_ids: Vec<i64>,
        /// Time of the last change, Unix milliseconds.
        at_ms: i64,
    },
    /// Operations have progressed; ids of their batches. An empty list stands for any batch.
    Operations(Vec<i64>),
    /// An order has changed its state.
    Order(OrderChanged),
    /// The number of unread messages.
    Unread(i64),
    /// The set of live announcements or one of their texts has changed.
    Announced,
    /// The session has ended: the socket sends this and closes.
    Ended(Pushed),
    /// The server stops.
    Stopping,
}

/// The open sockets of members on this node. Cheap to clone.
#[derive(Clone, Default)]
pub struct EventSockets {
    registry: Arc<Mutex<Registry>>,
    /// Woken with each socket that is opened, so that its number of unread messages is sent at once.
    opened: Wakeup,
}

#[derive(Default)]
struct Registry {
    next: u64,
    open: HashMap<u64, Arc<Socket>>,
    stopping: bool,
}

struct Socket {
    member_id: i64,
    session_id: i64,
    pending: Mutex<PendingMessages>,
    wakeup: Notify,
}

/// Messages that a socket has not been sent yet: bounded, because only the newest state counts.
#[derive(Default)]
struct PendingMessages {
    phones: BTreeSet<i64>,
    every_phone: bool,
    phones_at_ms: i64,
    operations: BTreeSet<i64>,
    every_operation: bool,
    orders: BTreeMap<i64, &'static str>,
    unread: Option<i64>,
    sent_unread: Option<i64>,
    /// Mark of the live announcements; the first one after opening is not reported as a change.
    announced: Option<u64>,
    announcements_changed: bool,
    ended: Option<Pushed>,
    stopping: bool,
}

impl PendingMessages {
    fn add(&mut self, event: &Event) {
        match event {
            Event::PhoneChanged { phone_id, at_ms } => {
                self.phones.insert(*phone_id);
                self.phones_at_ms = self.phones_at_ms.max(*at_ms);
                if self.phones.len() > PHONES_MAX {
                    self.every_phone = true;
                    self.phones.clear();
                }
            }
            Event::PhonesChanged { at_ms } => {
                self.every_phone = true;
                self.phones.clear();
                self.phones_at_ms = self.phones_at_ms.max(*at_ms);
            }
            Event::OperationsChanged(ids) => {
                self.operations.extend(ids);
                if self.operations.len() > PHONES_MAX {
                    self.every_operation = true;
                    self.operations.clear();
                }
            }
            Event::OrderChanged(OrderChanged { order_id, state }) => {
                // No member has so many at once; a page that missed one reads the list anyway.
                if self.orders.len() >= PHONES_MAX {
                    self.orders.pop_first();
                }
                self.orders.insert(*order_id, *state);
            }
        }
    }

    /// Takes over what a poll of the store found; returns whether the socket has something new to send.
    fn update(&mut self, unread: i64, announced: u64) -> bool {
        let counted = self.unread != Some(unread);
        self.unread = Some(unread);
        let before = self.announced.replace(announced);
        let other = before.is_some_and(|before| before != announced);
        self.announcements_changed |= other;
        counted || other
    }

    fn has_phones(&self) -> bool {
        self.every_phone || !self.phones.is_empty()
    }

    /// Takes the next message to send; one about phones only with `phones_may`, when the pause after the last one is over.
    fn take(&mut self, phones_may: bool) -> Option<SocketMessage> {
        if self.stopping {
            return Some(SocketMessage::Stopping);
        }
        if let Some(pushed) = self.ended.take() {
            return Some(SocketMessage::Ended(pushed));
        }
        if self.unread != self.sent_unread {
            self.sent_unread = self.unread;
            return self.unread.map(SocketMessage::Unread);
        }
        if std::mem::take(&mut self.announcements_changed) {
            return Some(SocketMessage::Announced);
        }
        if self.every_operation || !self.operations.is_empty() {
            let ids = if std::mem::take(&mut self.every_operation) {
                self.operations.clear();
                Vec::new()
            } else {
                std::mem::take(&mut self.operations).into_iter().collect()
            };
            return Some(SocketMessage::Operations(ids));
        }
        if let Some((order_id, state)) = self.orders.pop_first() {
            return Some(SocketMessage::Order(OrderChanged { order_id, state }));
        }
        if phones_may && self.has_phones() {
            let phone_ids = if std::mem::take(&mut self.every_phone) {
                self.phones.clear();
                Vec::new()
            } else {
                std::mem::take(&mut self.phones).into_iter().collect()
            };
            return Some(SocketMessage::Phones {
                phone_ids,
                at_ms: self.phones_at_ms,
            });
        }
        None
    }
}

impl Socket {
    fn pending(&self) -> MutexGuard<'_, PendingMessages> {
        self.pending.lock()
    }

    fn change(&self, change: impl FnOnce(&mut PendingMessages)) {
        change(&mut self.pending());
        self.wakeup.notify_one();
    }
}

/// Registration of an open socket; dropping it removes it.
pub struct MemberSocket {
    id: u64,
    registry: EventSockets,
    socket: Arc<Socket>,
    phones_sent_at: Option<Instant>,
}

impl EventSockets {
    /// Registers a socket of a member's session.
    pub fn register(&self, actor: &Actor) -> MemberSocket {
        let mut registry = self.lock();
        let pending = PendingMessages {
            stopping: registry.stopping,
            ..PendingMessages::default()
        };
        let socket = Arc::new(Socket {
            member_id: actor.member_id(),
            session_id: actor.session_id(),
            pending: Mutex::new(pending),
            wakeup: Notify::new(),
        });
        let id = registry.next;
        registry.next += 1;
        registry.open.insert(id, Arc::clone(&socket));
        drop(registry);
        self.opened.wake();
        MemberSocket {
            id,
            registry: self.clone(),
            socket,
            phones_sent_at: None,
        }
    }

    /// Queues an event for every socket of a member on this node.
    pub fn publish(&self, member_id: i64, event: &Event) {
        for socket in self.lock().open.values() {
            if socket.member_id == member_id {
                socket.change(|pending| pending.add(event));
            }
        }
    }

    /// Ends all sockets, and each that is opened from now on: the server stops.
    pub fn stop(&self) {
        let mut registry = self.lock();
        registry.stopping = true;
        for socket in registry.open.values() {
            socket.change(|pending| pending.stopping = true);
        }
    }

    /// Number of open sockets.
    pub fn count(&self) -> usize {
        self.lock().open.len()
    }

    /// Number of members who have open sockets.
    pub fn online(&self) -> usize {
        let registry = self.lock();
        let ids: BTreeSet<i64> = registry
            .open
            .values()
            .map(|socket| socket.member_id)
            .collect();
        ids.len()
    }

    fn sockets(&self) -> Vec<Arc<Socket>> {
        self.lock().open.values().cloned().collect()
    }

    /// Sockets that no poll has covered yet.
    fn unpolled(&self) -> Vec<Arc<Socket>> {
        let mut open = self.sockets();
        open.retain(|socket| socket.pending().unread.is_none());
        open
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock()
    }
}

impl MemberSocket {
    /// Waits for the next message. Safe to drop and call again.
    pub async fn next(&mut self) -> SocketMessage {
        loop {
            let rest = self.phones_sent_at.map_or(Duration::ZERO, |sent| {
                PHONES_EVERY.saturating_sub(sent.elapsed())
            });
            let (message, phones_pending) = {
                let mut pending = self.socket.pending();
                (pending.take(rest.is_zero()), pending.has_phones())
            };
            if let Some(message) = message {
                if matches!(message, SocketMessage::Phones { .. }) {
                    self.phones_sent_at = Some(Instant::now());
                }
                return message;
            }
            if phones_pending {
                tokio::select! {
                    () = self.socket.wakeup.notified() => {}
                    () = tokio::time::sleep(rest) => {}
                }
            } else {
                self.socket.wakeup.notified().await;
            }
        }
    }
}

impl Drop for MemberSocket {
    fn drop(&mut self) {
        self.registry.lock().open.remove(&self.id);
    }
}

/// Polls the store for what concerns the open sockets: ended sessions, unread messages, announcements. Runs for ever.
pub async fn watch(engine: Engine) {
    let mut every = tokio::time::interval(POLL_EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let open = tokio::select! {
            _ = every.tick() => engine.event_sockets.sockets(),
            () = engine.event_sockets.opened.woken() => engine.event_sockets.unpolled(),
        };
        if open.is_empty() {
            continue;
        }
        if let Err(fault) = poll_store(&engine, &open).await {
            tracing::error!(
                error = %causes(&fault),
                "poll store for member sockets failed"
            );
        }
    }
}

async fn poll_store(engine: &Engine, open: &[Arc<Socket>]) -> Result<(), store::StoreError> {
    let distinct = |ids: &mut dyn Iterator<Item = i64>| -> Vec<i64> {
        ids.collect::<BTreeSet<_>>().into_iter().collect()
    };
    let sessions = distinct(&mut open.iter().map(|socket| socket.session_id));
    let ended = store::session::ended(&engine.store, sessions).await?;
    let members = distinct(&mut open.iter().map(|socket| socket.member_id));
    let now_ms = engine.clock.now_ms();
    let mut unread = store::notices::unread_counts(&engine.store, members.clone()).await?;
    // The announcements are read once, however many sockets are open.
    let announced = store::announcements::live_mark(&engine.store, now_ms).await?;
    for (id, more) in store::announcements::unread_counts(&engine.store, members, now_ms).await? {
        *unread.entry(id).or_default() += more;
    }
    for socket in open {
        if let Some(pushed) = ended.get(&socket.session_id) {
            socket.change(|pending| pending.ended = Some(pushed.clone()));
            continue;
        }
        let count = unread.get(&socket.member_id).copied().unwrap_or_default();
        if socket.pending().update(count, announced) {
            socket.wakeup.notify_one();
        }
    }
    Ok(())
}
