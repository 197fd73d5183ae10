//! A deck's course: tickets and sockets for its phones, one after the other, until the page closes it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::{Rc, Weak};

use wasm_bindgen_futures::spawn_local;
use web_sys::OffscreenCanvas;

use domain::play::{Channel, DECK_MAX_SLOTS, EndReason, Event, Header, Malformed};

use super::cell;
use super::pool::{Pool, Sink};
use super::state::{Phase, State};
use crate::backoff::Backoff;
use crate::browser::{
    Frame, Handler, Interval, LocalClock, Message, Page, Preparation, Socket, TicketError, Timeout,
    deck_ticket, scope,
};
use crate::error::StreamError;
use crate::types::{CellEvent, CellView, DeckOptions};
use crate::wake::Wake;

const TICK_MS: i32 = 1_000;

/// Why a connection is over.
enum Left {
    /// Lost; how long it was open, in milliseconds.
    Cut(f64),
    /// Its phones are not the wanted ones any more.
    Changed,
}

/// One deck. Callbacks hold it weakly; its task, and the page's `Deck`, hold it.
pub struct Board {
    me: Weak<Self>,
    options: DeckOptions,
    page: Page,
    time: LocalClock,
    wake: Wake,
    closed: Cell<bool>,
    state: RefCell<State>,
    ticker: Cell<Option<Interval>>,
}

impl Board {
    /// Begins: the deck's task runs until its end.
    pub fn open(options: DeckOptions, page: Page) -> Result<Rc<Self>, StreamError> {
        let time = LocalClock::new(&scope()?)?;
        let board = Rc::new_cyclic(|me: &Weak<Self>| Self {
            me: me.clone(),
            options,
            page,
            time,
            wake: Wake::default(),
            closed: Cell::new(false),
            state: RefCell::new(State::new(Pool::new(me.clone()))),
            ticker: Cell::new(None),
        });
        let weak = Rc::downgrade(&board);
        board.ticker.set(Some(Interval::new(TICK_MS, move || {
            if let Some(board) = weak.upgrade() {
                let now_ms = board.time.now_ms();
                board.with(|state| state.tick(now_ms));
                board.wake.call();
            }
        })?));
        spawn_local(Rc::clone(&board).run());
        Ok(board)
    }

    /// The phones that may be shown.
    pub fn set_phones(&self, phone_ids: &[u64]) {
        let mut seen = BTreeSet::new();
        let wanted = phone_ids
            .iter()
            .copied()
            .filter(|id| seen.insert(*id))
            .take(DECK_MAX_SLOTS)
            .collect();
        if self.with(|state| state.want(wanted)) {
            self.wake.call();
        }
    }

    /// A canvas for a phone.
    pub fn attach(
        &self,
        phone_id: u64,
        canvas: OffscreenCanvas,
        clear: bool,
    ) -> Result<(), StreamError> {
        let cell = cell::Cell::new(canvas, clear)?;
        if let Some(event) = self.with(|state| Some(state.attach(phone_id, cell))) {
            self.tell(&event);
        }
        Ok(())
    }

    /// Its canvas left the view.
    pub fn detach(&self, phone_id: u64) {
        self.with(|state| state.detach(phone_id));
    }

    /// Ends it at the page's wish.
    pub fn close(&self) {
        if !self.closed.replace(true) {
            self.ticker.set(None);
            drop(self.with(State::finish));
            self.wake.call();
        }
    }

    /// The state is never held across a call that could come back here; should it be, the caller's turn is left out.
    fn with<T: Default>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        self.state
            .try_borrow_mut()
            .map(|mut state| act(&mut state))
            .unwrap_or_default()
    }

    fn tell(&self, event: &CellEvent) {
        if !self.closed.get() {
            self.page.emit(event);
        }
    }

    async fn run(self: Rc<Self>) {
        let mut backoff = Backoff::default();
        let mut prepared = false;
        while !self.closed.get() {
            let wanted = self.with(|state| {
                state.changed = false;
                state.wanted.clone()
            });
            if wanted.is_empty() {
                self.wake.wait().await;
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
                        Left::Changed => {
                            backoff.start_over();
                            continue;
                        }
                        Left::Cut(open_ms) => backoff.lasted(open_ms),
                    }
                    self.stale(CellView::Waiting);
                }
                Err(TicketError::Refused { .. }) => self.stale(CellView::Offline),
                Err(TicketError::NoToken | TicketError::Unreachable) => {
                    self.stale(CellView::Waiting);
                }
            }
            self.pause(backoff.next_ms(js_sys::Math::random())).await;
        }
    }

    /// Learns where decoders come from; `false` when the software decoder could not be loaded.
    async fn prepare(&self) -> bool {
        let Ok(source) = Preparation::begin(&self.page).finish().await else {
            return false;
        };
        self.with(|state| state.decode_with(source));
        true
    }

    fn stale(&self, view: CellView) {
        for event in self.with(|state| state.stale(view)) {
            self.tell(&event);
        }
    }

    async fn connect(&self, url: &str, slots: Vec<u64>) -> Left {
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
            self.wake.wait().await;
        };
        let socket = self.with(|state| {
            state.cut();
            state.socket.take()
        });
        drop(socket);
        if changed {
            Left::Changed
        } else {
            Left::Cut(opened_ms.map_or(0.0, |opened| self.time.now_ms() - opened))
        }
    }

    /// Waits, unless the page closes or wants other phones.
    async fn pause(&self, wait_ms: u32) {
        let until_ms = self.time.now_ms() + f64::from(wait_ms);
        let weak = self.me.clone();
        let timer = Timeout::new(wait_ms, move || {
            if let Some(board) = weak.upgrade() {
                board.wake.call();
            }
        });
        while timer.is_ok()
            && !self.closed.get()
            && !self.with(|state| state.changed)
            && self.time.now_ms() + 1.0 < until_ms
        {
            self.wake.wait().await;
        }
    }

    fn take(&self, message: Message) -> Result<(), StreamError> {
        let now_ms = self.time.now_ms();
        match Header::parse(message.head())?.channel {
            Channel::Picture => {
                let taken = self.with(|state| {
                    state.heard();
                    Some(state.picture(message, now_ms))
                });
                taken.unwrap_or(Ok(()))
            }
            Channel::Event => {
                let (slot, event) = Event::parse(&message.event_bytes()?)?;
                self.with(State::heard);
                self.hear(slot, &event);
                Ok(())
            }
            other @ (Channel::Input | Channel::Sound) => {
                Err(Malformed::Channel(other as u8).into())
            }
        }
    }

    fn hear(&self, slot: u16, event: &Event) {
        match event {
            Event::Cell(state) => {
                if let Some(event) = self.with(|deck| deck.cell_state(slot, *state)) {
                    self.tell(&event);
                }
            }
            Event::Ended {
                reason: EndReason::SignedOut,
                ..
            } => {
                self.stale(CellView::Offline);
                self.with(State::cut);
                self.wake.call();
            }
            // The socket closes behind it, and another attempt follows.
            Event::Ended { .. } => {
                self.with(State::cut);
                self.wake.call();
            }
            Event::Hello { .. }
            | Event::Stage(_)
            | Event::Size(_)
            | Event::Pong { .. }
            | Event::Clipboard(_)
            | Event::IdleWarning { .. }
            | Event::Sound { .. }
            | Event::ClipboardShared(_)
            | Event::ClipboardSet { .. }
            | Event::Quality { .. }
            | Event::Pace(_)
            | Event::App(_) => {}
        }
    }
}

impl Handler for Board {
    fn opened(&self) {
        let now_ms = self.time.now_ms();
        self.with(|state| state.opened(now_ms));
        self.wake.call();
    }

    fn message(&self, message: Option<Message>) {
        if message
            .map_or(Err(StreamError::Malformed(Malformed::Short)), |message| {
                self.take(message)
            })
            .is_err()
        {
            self.with(State::malformed);
            self.wake.call();
        }
    }

    fn closed(&self, _code: u16) {
        self.with(State::cut);
        self.wake.call();
    }
}

impl Sink for Board {
    fn decoded(&self, decoder: u32, frame: Frame) {
        if let Some(event) = self.with(|state| state.decoded(decoder, &frame)) {
            self.tell(&event);
        }
    }

    fn done(&self, decoder: u32, good: bool) {
        let now_ms = self.time.now_ms();
        self.with(|state| state.done(decoder, good, now_ms));
    }
}
