//! Followers of a group: each takes its seat, gets its inputs and gives up by itself, so that none holds up another.

mod follower;

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::rt;
use domain::access::Level;
use domain::play::{Event, Following, Input, Orientation, Size};
use engine::Engine;
use store::access::PhoneAccess;
use store::session::Actor;
use tokio::sync::{Semaphore, mpsc, watch};

use self::follower::{Leave, Task};
use crate::sockets::pace::Pacer;

/// Phones that join at the same time: the others wait for their turn, so that hundreds of screens start gently.
const JOINING_MAX: usize = 16;
/// Capacity of the queue from followers to their socket: each sends little.
const NEWS_MAX: usize = 64;

/// Followers of one socket; dropping it releases them.
pub(super) struct Followers {
    engine: Engine,
    actor: Actor,
    turns: Arc<Semaphore>,
    news: mpsc::Sender<News>,
    coming: mpsc::Receiver<News>,
    /// Phones that were ever asked to follow, by slot.
    phones: BTreeMap<u16, Follower>,
    /// Last known rights on all phones of the socket, by slot.
    statuses: Vec<PhoneAccess>,
    /// Counter of tries, so that late news of an earlier try is not taken for the newest.
    tries: u64,
}

struct Follower {
    phone_id: i64,
    of_try: u64,
    state: Following,
    /// Epoch of the seat, while inputs act on the phone.
    epoch: Option<u32>,
    /// Lag that was last sent to the browser, milliseconds.
    lag_ms: u32,
    pacer: Pacer,
    stop: watch::Sender<Option<Leave>>,
}

/// News from a follower to its socket.
struct News {
    slot: u16,
    of_try: u64,
    event: FollowerEvent,
}

enum FollowerEvent {
    /// State of the follower from now on, and its detail.
    Follows(Following, u32),
    /// Epoch of the seat that was taken; none when it was given up.
    Holds(Option<u32>),
    Size(Size),
}

impl Followers {
    pub(super) fn new(engine: &Engine, actor: &Actor) -> Self {
        let (news, coming) = mpsc::channel(NEWS_MAX);
        Self {
            engine: engine.clone(),
            actor: actor.clone(),
            turns: Arc::new(Semaphore::new(JOINING_MAX)),
            news,
            coming,
            phones: BTreeMap::new(),
            statuses: Vec::new(),
            tries: 0,
        }
    }

    /// Makes a phone follow. Nothing changes for a phone that follows already, or is joining.
    pub(super) fn include(&mut self, slot: u16, phone_id: i64) {
        let goes_on =
            |known: &Follower| matches!(known.state, Following::Joining | Following::Follows);
        if self.phones.get(&slot).is_some_and(goes_on) {
            return;
        }
        self.tries += 1;
        let (stop, stopped) = watch::channel(None);
        let task = Task {
            engine: self.engine.clone(),
            actor: self.actor.clone(),
            phone_id,
            slot,
            of_try: self.tries,
            turns: Arc::clone(&self.turns),
            news: self.news.clone(),
            stopped,
        };
        rt::spawn(task.run());
        let follower = Follower {
            phone_id,
            of_try: self.tries,
            state: Following::Joining,
            epoch: None,
            lag_ms: 0,
            pacer: Pacer::default(),
            stop,
        };
        self.phones.insert(slot, follower);
    }

    /// Releases a phone; returns the event for the browser, if the phone was asked to follow.
    pub(super) fn exclude(&mut self, slot: u16) -> Option<Event> {
        self.phones.remove(&slot)?;
        Some(event(Following::Excluded, 0))
    }

    /// Sends an input to one follower, or to all, without waiting: a phone that does not take it shows that in its lag and pace. A phone that
    /// does not follow, not even for a moment, never gets the input, unless it lifts a key or finger: otherwise what was pressed before would
    /// stay pressed.
    pub(super) fn tell(&self, slot: Option<u16>, orientation: Option<Orientation>, input: &Input) {
        let told = |at: u16| slot.is_none_or(|slot| slot == at);
        let holding = (self.phones.iter()).filter(|(at, _)| told(**at));
        for follower in holding.map(|(_, follower)| follower) {
            let told = follower.state == Following::Follows || input.lifts();
            let Some(epoch) = follower.epoch.filter(|_| told) else {
                continue;
            };
            let (fleet, phone) = (&self.engine.fleet, follower.phone_id);
            if let Err(refused) = fleet.input_on(phone, epoch, orientation, input) {
                tracing::debug!(phone_id = phone, %refused, "send group input failed");
            }
        }
    }

    /// The next event of a follower, with its slot.
    pub(super) async fn next(&mut self) -> (u16, Event) {
        loop {
            let Some(News {
                slot,
                of_try,
                event: received,
            }) = self.coming.recv().await
            else {
                // The sender is kept here, so the channel never closes.
                return std::future::pending().await;
            };
            let current = |one: &&mut Follower| one.of_try == of_try && one.stop.borrow().is_none();
            let Some(known) = self.phones.get_mut(&slot).filter(current) else {
                continue;
            };
            match received {
                FollowerEvent::Holds(epoch) => {
                    known.epoch = epoch;
                    known.pacer = Pacer::default();
                    // The seat may have been replaced before the follower's own message came.
                    let status = self.statuses.get(usize::from(slot));
                    if let Some(over) = status.and_then(|status| over(status, epoch)) {
                        return (slot, known.lose(over));
                    }
                }
                FollowerEvent::Size(size) => return (slot, Event::Size(size)),
                FollowerEvent::Follows(state, detail) => {
                    known.state = state;
                    return (slot, event(state, detail));
                }
            }
        }
    }

    /// Applies the rights on the phones and the epochs of their seats, as the store knows them now: a follower without the right, or whose
    /// seat was replaced, loses the phone at once.
    pub(super) fn stand(&mut self, statuses: &[PhoneAccess]) -> Vec<(u16, Event)> {
        statuses.clone_into(&mut self.statuses);
        let mut told = Vec::new();
        for (slot, known) in &mut self.phones {
            let status = statuses.get(usize::from(*slot));
            let over = status.and_then(|status| over(status, known.epoch));
            if let Some(over) = over.filter(|over| *over != known.state) {
                told.push((*slot, known.lose(over)));
            }
        }
        told
    }

    /// Events for followers whose lag or pace changed since the last look.
    pub(super) fn lags(&mut self) -> Vec<(u16, Event)> {
        let mut told = Vec::new();
        let fleet = &self.engine.fleet;
        for (slot, known) in &mut self.phones {
            if let Some(epoch) = known.epoch
                && let Some(pace) = known.pacer.look(fleet, known.phone_id, epoch)
            {
                told.push((*slot, Event::Pace(pace)));
            }
            let lag = known.epoch.map(|epoch| {
                let lag = fleet.inputs_lag(known.phone_id, epoch);
                rounded(u32::try_from(lag.as_millis()).unwrap_or(u32::MAX))
            });
            let ms = lag.unwrap_or_default();
            if std::mem::replace(&mut known.lag_ms, ms) != ms {
                told.push((*slot, Event::Lag { ms }));
            }
        }
        told
    }

    /// Releases all followers; after a cut their seats are kept for a moment, for the same member.
    pub(super) fn leave(&self, cut: bool) {
        let leave = if cut { Leave::Cut } else { Leave::LetGo };
        for follower in self.phones.values() {
            follower.stop.send_replace(Some(leave));
        }
    }
}

impl Follower {
    /// Ends following; returns the event for the browser. Its task gives up the seat.
    fn lose(&mut self, why: Following) -> Event {
        (self.epoch, self.state) = (None, why);
        self.stop.send_replace(Some(Leave::LetGo));
        event(why, 0)
    }
}

/// Lag rounded for display: each change is a message, and there may be hundreds of phones.
const fn rounded(ms: u32) -> u32 {
    let step = match ms {
        0..10 => 1,
        10..100 => 10,
        _ => 50,
    };
    ms / step * step
}

const fn event(state: Following, detail: u32) -> Event {
    Event::Follower { state, detail }
}

/// Why a phone can follow no longer, if so. Epochs grow: what the store said before the seat was taken is no reason.
fn over(status: &PhoneAccess, epoch: Option<u32>) -> Option<Following> {
    let level = status.level.filter(|_| !status.expired);
    match level {
        None => Some(Following::Expired),
        Some(level) if !level.allows(Level::Operate) => Some(Following::Right),
        Some(_) if epoch.is_some_and(|held| held < status.epoch) => Some(Following::Elsewhere),
        Some(_) => None,
    }
}
