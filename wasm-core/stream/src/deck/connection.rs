//! Connection of a deck: gets a ticket, opens a socket, and does so again after each cut, until the page closes the deck.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::{Rc, Weak};

use wasm_bindgen_futures::spawn_local;
use web_sys::OffscreenCanvas;

use domain::play::{DECK_MAX_SLOTS, EndReason, Orientation};

use super::cell::DeckCell;
use super::decoder_pool::DecoderPool;
use super::group::Group;
use super::state::{Phase, State};
use crate::backoff::{backoff, note_cut};
use crate::browser::{
    Interval, LocalClock, Page, Preparation, Socket, TicketError, Timeout, deck_ticket, is_passing,
    scope,
};
use crate::error::StreamError;
use crate::input::to_followers;
use crate::notify::Notify;
use crate::types::{CellEvent, CellView, DeckOptions, GroupEvent, PlayInput};

const TICK_MS: i32 = 1_000;
/// Time in milliseconds within which changes of followers are reported together: all of a group may change at once.
const BATCH_MS: u32 = 16;

/// Reason why a connection is over.
enum DisconnectCause {
    /// The connection was lost; with its duration in milliseconds.
    Cut(f64),
    /// The page wants other phones.
    Changed,
}

/// A deck with its state. Its task and the page's `Deck` own it; callbacks hold weak references.
pub struct DeckConnection {
    me: Weak<Self>,
    options: DeckOptions,
    page: Page,
    pub(super) time: LocalClock,
    pub(super) wake: Notify,
    closed: Cell<bool>,
    /// Whether the group ended: nothing connects again.
    over: Cell<bool>,
    state: RefCell<State>,
    ticker: Cell<Option<Interval>>,
    /// Whether a report of followers to the page is scheduled.
    notifying: Cell<bool>,
    notifier: Cell<Option<Timeout>>,
}

impl DeckConnection {
    /// Opens a deck: its task runs until its end.
    pub fn open(options: DeckOptions, page: Page) -> Result<Rc<Self>, StreamError> {
        let time = LocalClock::new(&scope()?)?;
        let group = options.master.map(Group::new);
        let connection = Rc::new_cyclic(|me: &Weak<Self>| Self {
            me: me.clone(),
            options,
            page,
            time,
            wake: Notify::default(),
            closed: Cell::new(false),
            over: Cell::new(false),
            state: RefCell::new(State::new(DecoderPool::new(me.clone()), group)),
            ticker: Cell::new(None),
            notifying: Cell::new(false),
            notifier: Cell::new(None),
        });
        let weak = Rc::downgrade(&connection);
        connection.ticker.set(Some(Interval::new(TICK_MS, move || {
            if let Some(connection) = weak.upgrade() {
                let now_ms = connection.time.now_ms();
                connection.with(|state| state.tick(now_ms));
                connection.wake.notify_one();
            }
        })?));
        spawn_local(Rc::clone(&connection).run());
        Ok(connection)
    }

    /// Sets the phones that may be shown.
    pub fn set_phones(&self, phone_ids: &[u64]) {
        let mut seen = BTreeSet::new();
        let wanted = phone_ids
            .iter()
            .copied()
            .filter(|id| seen.insert(*id))
            .take(DECK_MAX_SLOTS)
            .collect();
        if self.with(|state| state.want(wanted)) {
            self.wake.notify_one();
        }
    }

    /// Shows a phone on a canvas.
    pub fn attach(
        &self,
        phone_id: u64,
        canvas: OffscreenCanvas,
        clear: bool,
    ) -> Result<(), StreamError> {
        let cell = DeckCell::new(canvas, clear)?;
        if let Some(event) = self.with(|state| Some(state.attach(phone_id, cell))) {
            self.tell(&event);
        }
        Ok(())
    }

    /// Stops showing a phone, whose canvas left the view.
    pub fn detach(&self, phone_id: u64) {
        self.with(|state| state.detach(phone_id));
    }

    /// Sets the least time between two pictures of a cell.
    pub fn space(&self, interval_ms: u16) {
        self.with(|state| state.space(interval_ms));
    }

    /// Makes a phone of the group follow.
    pub fn include(&self, phone_id: u64) {
        if !self.over.get() {
            self.with(|state| state.include(phone_id));
        }
    }

    /// Makes a phone of the group stop following.
    pub fn exclude(&self, phone_id: u64) {
        self.with(|state| state.exclude(phone_id));
    }

    /// Sends an input to all that follow; `landscape` is the orientation of the picture that a point was meant on.
    pub fn input(&self, input: PlayInput, landscape: Option<bool>) -> Result<(), StreamError> {
        let orientation = landscape.map(|landscape| {
            if landscape {
                Orientation::Landscape
            } else {
                Orientation::Portrait
            }
        });
        for input in to_followers(input)? {
            self.with(|state| state.tell_all(input, orientation));
        }
        Ok(())
    }

    /// Sends an input to one follower.
    pub fn input_to(&self, phone_id: u64, input: PlayInput) -> Result<(), StreamError> {
        for input in to_followers(input)? {
            self.with(|state| state.tell_one(phone_id, &input));
        }
        Ok(())
    }

    /// Tells the server that the member is still here.
    pub fn stay(&self) {
        self.with(|state| state.stay());
    }

    /// Ends the deck at the page's wish.
    pub fn close(&self) {
        if !self.closed.replace(true) {
            self.ticker.set(None);
            drop(self.with(State::finish));
            self.notifier.set(None);
            self.wake.notify_one();
        }
    }

    /// Whether the deck is a group: one of its phones is the others' master.
    pub(super) const fn is_group(&self) -> bool {
        self.options.master.is_some()
    }

    /// Runs `act` with the state. The state is never borrowed across a call that could come back here; should it be, `act` is not run and the
    /// default is returned.
    pub(super) fn with<T: Default>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        let Ok(mut state) = self.state.try_borrow_mut() else {
            return T::default();
        };
        let made = act(&mut state);
        let news = state.has_news();
        drop(state);
        if news {
            self.tell_soon();
        }
        made
    }

    pub(super) fn tell(&self, event: &CellEvent) {
        if !self.closed.get() {
            self.page.emit(event);
        }
    }

    pub(super) fn tell_group(&self, event: &GroupEvent) {
        if self.is_group() && !self.closed.get() {
            self.page.emit(event);
        }
    }

    /// Schedules a report of the followers that changed, so that those that change within [`BATCH_MS`] are reported with them.
    fn tell_soon(&self) {
        if self.notifying.replace(true) {
            return;
        }
        let weak = self.me.clone();
        let notifier = Timeout::new(BATCH_MS, move || {
            if let Some(connection) = weak.upgrade() {
                connection.tell_followers();
            }
        });
        match notifier {
            Ok(notifier) => self.notifier.set(Some(notifier)),
            // The next change, or the next tick, tries again.
            Err(_) => self.notifying.set(false),
        }
    }

    fn tell_followers(&self) {
        self.notifying.set(false);
        let changed = self.with(State::take_news);
        if !changed.is_empty() {
            self.tell_group(&GroupEvent::Followers { changed });
        }
    }

    /// Ends the group: nothing follows it, and nothing connects again.
    pub(super) fn end(&self, reason: EndReason, detail: u32) {
        self.over.set(true);
        self.set_all_views(CellView::Offline);
        self.with(State::cut);
        self.tell_followers();
        self.tell_group(&GroupEvent::Ended {
            reason: reason.into_str().to_owned(),
            detail,
        });
        self.wake.notify_one();
    }

    async fn run(self: Rc<Self>) {
        let mut backoff = backoff();
        let mut prepared = false;
        while !self.closed.get() {
            let wanted = self.with(|state| {
                state.changed = false;
                state.wanted.clone()
            });
            if wanted.is_empty() {
                self.wake.notified().await;
                continue;
            }
            if !prepared {
                prepared = self.prepare().await;
            }
            if !prepared {
                self.pause(backoff.next_ms(js_sys::Math::random())).await;
                continue;
            }
            match deck_ticket(&self.page, &self.options, &wanted).await {
                _ if self.closed.get() => break,
                Ok(ticket) => {
                    let slots = if ticket.phone_ids.is_empty() {
                        wanted
                    } else {
                        ticket.phone_ids
                    };
                    match self.connect(&ticket.url, slots).await {
                        _ if self.over.get() => break,
                        DisconnectCause::Changed => {
                            backoff.reset();
                            continue;
                        }
                        DisconnectCause::Cut(open_ms) => note_cut(&mut backoff, open_ms),
                    }
                    // The server counts idleness anew over the next connection.
                    self.tell_group(&GroupEvent::IdleWarning { seconds: 0 });
                    self.set_all_views(CellView::Waiting);
                }
                Err(TicketError::Refused { code, msg }) => {
                    self.set_all_views(CellView::Offline);
                    if self.is_group() && !is_passing(code) {
                        self.refused(code, msg).await;
                        backoff.reset();
                        continue;
                    }
                }
                Err(TicketError::NoToken | TicketError::Unreachable) => {
                    self.set_all_views(CellView::Waiting);
                }
            }
            self.pause(backoff.next_ms(js_sys::Math::random())).await;
        }
    }

    /// Learns the source of decoders; `false` when the software decoder could not be loaded.
    async fn prepare(&self) -> bool {
        let Ok(source) = Preparation::begin(&self.page).finish(&self.page).await else {
            return false;
        };
        self.with(|state| state.decode_with(source));
        true
    }

    /// Handles a group of phones that the server will never grant: reports it, and waits until the page wants other phones.
    async fn refused(&self, code: i64, msg: String) {
        let is_settled = || self.closed.get() || self.with(|state| state.changed);
        if !is_settled() {
            self.tell_group(&GroupEvent::Refused { code, msg });
        }
        while !is_settled() {
            self.wake.notified().await;
        }
    }

    pub(super) fn set_all_views(&self, view: CellView) {
        for event in self.with(|state| state.set_all_views(view)) {
            self.tell(&event);
        }
    }

    async fn connect(&self, url: &str, slots: Vec<u64>) -> DisconnectCause {
        let now_ms = self.time.now_ms();
        if let Ok(socket) = Socket::open(url, &self.me) {
            self.with(|state| state.connecting(socket, slots, now_ms));
        }
        let mut opened_ms = None;
        let changed = loop {
            let (phase, since_ms, changed) = self
                .with(|state| Some((state.phase, state.since_ms, state.changed)))
                .unwrap_or((Phase::Cut, now_ms, false));
            if phase == Phase::Open {
                opened_ms = Some(since_ms);
            }
            if changed || self.closed.get() || phase == Phase::Cut {
                break changed;
            }
            self.wake.notified().await;
        };
        let socket = self.with(|state| {
            state.cut();
            state.socket.take()
        });
        drop(socket);
        if changed {
            DisconnectCause::Changed
        } else {
            DisconnectCause::Cut(opened_ms.map_or(0.0, |opened| self.time.now_ms() - opened))
        }
    }

    /// Waits, unless the page closes or wants other phones.
    async fn pause(&self, wait_ms: u32) {
        let until_ms = self.time.now_ms() + f64::from(wait_ms);
        let weak = self.me.clone();
        let timer = Timeout::new(wait_ms, move || {
            if let Some(connection) = weak.upgrade() {
                connection.wake.notify_one();
            }
        });
        while timer.is_ok()
            && !self.closed.get()
            && !self.with(|state| state.changed)
            && self.time.now_ms() + 1.0 < until_ms
        {
            self.wake.notified().await;
        }
    }
}
