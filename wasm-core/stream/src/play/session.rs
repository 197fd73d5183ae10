//! Connection of a play session: gets a ticket, opens a socket, and does so again after each cut, until the session's end.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};

use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::OffscreenCanvas;

use domain::play::sound::Forms;
use domain::play::{ClientMessage, Pace, SessionRequest};

use super::lane::Lane;
use super::recording::Recording;
use super::state::{Phase, State};
use crate::backoff::{backoff, note_cut};
use crate::browser::{
    AnimationFrame, Canvas, DataCallback, Export, Interval, LocalClock, Page, Preparation, Socket,
    TicketError, Timeout, UNAUTHORIZED, is_passing, play_ticket, scope,
};
use crate::error::StreamError;
use crate::input::to_wire;
use crate::notify::Notify;
use crate::types::{ClipEnd, PlayEvent, PlayInput, PlayOptions, RefusedReason};

/// Interval of acknowledgements in milliseconds; statistics and pings come once in four.
const TICK_MS: i32 = 250;

/// A session with its state. Its task and the page's `Player` own it; callbacks hold weak references.
pub struct Session {
    me: Weak<Self>,
    options: PlayOptions,
    page: Page,
    pub(super) data_callback: Rc<DataCallback>,
    pub(super) time: LocalClock,
    pub(super) wake: Notify,
    closed: Cell<bool>,
    pub(super) greeted: Cell<bool>,
    state: RefCell<State>,
    pub(super) animation: OnceCell<AnimationFrame>,
    ticker: Cell<Option<Interval>>,
}

impl Session {
    /// Opens a session: its task runs until its end.
    pub fn open(
        canvas: OffscreenCanvas,
        options: PlayOptions,
        page: Page,
        data_callback: DataCallback,
    ) -> Result<Rc<Self>, StreamError> {
        let canvas = Canvas::new(canvas)?;
        canvas.clear();
        let time = LocalClock::new(&scope()?)?;
        let session = Rc::new_cyclic(|me: &Weak<Self>| Self {
            me: me.clone(),
            options,
            page,
            data_callback: Rc::new(data_callback),
            time,
            wake: Notify::default(),
            closed: Cell::new(false),
            greeted: Cell::new(false),
            state: RefCell::new(State::new(canvas, Lane::new(me.clone()))),
            animation: OnceCell::new(),
            ticker: Cell::new(None),
        });
        let weak = Rc::downgrade(&session);
        let animation = AnimationFrame::new(move |_| {
            if let Some(session) = weak.upgrade() {
                session.animation.get().map(AnimationFrame::came);
                session.draw();
            }
        })?;
        // A new cell is empty.
        let _ = session.animation.set(animation);
        let weak = Rc::downgrade(&session);
        session.ticker.set(Some(Interval::new(TICK_MS, move || {
            if let Some(session) = weak.upgrade() {
                session.tick();
            }
        })?));
        spawn_local(Rc::clone(&session).run());
        Ok(session)
    }

    /// Ends the session at the page's wish.
    pub fn close(&self) {
        if !self.closed.replace(true) {
            self.finish();
            self.wake.notify_one();
        }
    }

    /// Sends an input of the member, if it may reach the phone.
    pub fn input(&self, input: PlayInput) -> Result<(), StreamError> {
        let now_ms = self.time.now_ms();
        match input {
            PlayInput::Shoot => self.shoot(),
            PlayInput::Record => self.begin_clip(),
            PlayInput::EndRecord => self.end_clip(ClipEnd::Asked),
            PlayInput::Listen { opus, aac } => self.with(|state| {
                state.listen(Forms {
                    raw: true,
                    opus,
                    aac,
                });
            }),
            PlayInput::Mute => self.with(|state| {
                state.listening = None;
                state.ask_for_sound();
            }),
            _ => {}
        }
        for message in to_wire(input)? {
            let left_out = self.with(|state| match message {
                ClientMessage::Input(input) => state.act(input, now_ms),
                ClientMessage::Request(request) => {
                    state.request(&request, now_ms);
                    false
                }
            });
            if left_out {
                self.tell(&PlayEvent::Pace {
                    pace: Pace::LeftOut as u8,
                });
            }
        }
        Ok(())
    }

    /// Hands the present picture to the page as a PNG.
    fn shoot(&self) {
        let Some(promise) = self.with(|state| state.canvas.shoot().ok()) else {
            return;
        };
        let data_callback = Rc::clone(&self.data_callback);
        spawn_local(async move {
            if let Ok(blob) = JsFuture::from(promise).await {
                data_callback.hand(Export::Shot, &blob, 0.0);
            }
        });
    }

    /// Begins a clip, unless one is under way or there is nothing to record.
    fn begin_clip(&self) {
        let begins = self.with(|state| {
            let begins = state.phase == Phase::Open && state.recording.is_none();
            if begins {
                state.recording = Some(Recording::default());
                // The first picture of a clip must be a key picture.
                state.ask(&SessionRequest::Reset);
                state.ask_for_sound();
            }
            begins
        });
        if begins {
            self.tell(&PlayEvent::Recording {
                length_ms: 0.0,
                bytes: 0.0,
            });
        }
    }

    /// Ends a clip under way, if there is one.
    pub(super) fn end_clip(&self, why: ClipEnd) {
        let now_us = self.time.now_us();
        let ended = self.with(|state| {
            let server_us = state.server_us(now_us);
            let recording = state.recording.take()?;
            state.ask_for_sound();
            Some((recording.has_sound(), recording.finish(server_us)))
        });
        if let Some((sound, file)) = ended {
            let why = if file.is_some() { why } else { ClipEnd::Empty };
            if let Some((file, length_ms)) = file {
                self.data_callback.hand(Export::Clip, &file, length_ms);
            }
            self.tell(&PlayEvent::Recorded { why, sound });
        }
    }

    /// Runs `act` with the state. The state is never borrowed across a call that could come back here; should it be, `act` is not run and the
    /// default is returned.
    pub(super) fn with<T: Default>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        self.state
            .try_borrow_mut()
            .map(|mut state| act(&mut state))
            .unwrap_or_default()
    }

    pub(super) fn tell(&self, event: &PlayEvent) {
        if !self.closed.get() {
            self.page.emit(event);
        }
    }

    fn refuse(&self, code: i64, msg: String, reason: Option<RefusedReason>) {
        self.tell(&PlayEvent::Refused { code, msg, reason });
    }

    /// Runs from the first ticket to the end.
    async fn run(self: Rc<Self>) {
        let mut backoff = backoff();
        let mut attempt = 0;
        // The decoders are prepared while the ticket is fetched, so that both are there at about the same time.
        let mut preparation = Some(Preparation::begin(&self.page));
        while !self.closed.get() {
            if attempt > 0 {
                self.tell(&PlayEvent::Reconnecting { attempt });
                self.pause(backoff.next_ms(js_sys::Math::random())).await;
                if self.closed.get() {
                    break;
                }
            }
            let resume = self.with(|state| state.resume_token(self.time.now_ms()));
            let wanted = self.options.mode;
            let mode = self
                .with(|state| Some(state.mode(wanted)))
                .unwrap_or(wanted);
            let options = PlayOptions {
                mode,
                ..self.options.clone()
            };
            match play_ticket(&self.page, &options, resume.as_deref()).await {
                _ if self.closed.get() => break,
                Ok(ticket) => {
                    if let Some(preparation) = preparation.take() {
                        let Ok(source) = preparation.finish(&self.page).await else {
                            self.refuse(0, String::new(), Some(RefusedReason::NotLoaded));
                            break;
                        };
                        self.with(|state| state.lane.decode_with(source));
                    }
                    note_cut(&mut backoff, self.connect(&ticket.url).await);
                }
                Err(TicketError::Refused { code, .. })
                    if self.greeted.get() && is_passing(code) => {}
                Err(TicketError::Refused { code, msg }) => {
                    self.refuse(code, msg, None);
                    break;
                }
                Err(TicketError::NoToken) if !self.greeted.get() => {
                    self.refuse(UNAUTHORIZED, String::new(), None);
                    break;
                }
                // While the server is away no token can be refreshed either.
                Err(TicketError::NoToken | TicketError::Unreachable) => {}
            }
            if self.with(|state| state.phase == Phase::Over) {
                break;
            }
            self.with(|state| state.resuming = true);
            attempt = backoff.attempts() + 1;
        }
        self.finish();
    }

    /// Opens a socket and waits until it is cut or the session is over; returns how long the socket was open, in milliseconds.
    async fn connect(&self, url: &str) -> f64 {
        if self.closed.get() {
            return 0.0;
        }
        let now_ms = self.time.now_ms();
        if let Ok(socket) = Socket::open(url, &self.me) {
            self.with(|state| state.connecting(socket, now_ms));
        }
        let mut opened_ms = None;
        loop {
            let (phase, since_ms) = self
                .with(|state| Some((state.phase, state.since_ms)))
                .unwrap_or((Phase::Cut, now_ms));
            if phase == Phase::Open {
                opened_ms = Some(since_ms);
            }
            if self.closed.get() || matches!(phase, Phase::Cut | Phase::Over) {
                break;
            }
            self.wake.notified().await;
        }
        let now_ms = self.time.now_ms();
        let socket = self.with(|state| {
            state.pending = None;
            if opened_ms.is_some() {
                state.cut_ms = Some(now_ms);
            }
            state.socket.take()
        });
        drop(socket);
        opened_ms.map_or(0.0, |opened| now_ms - opened)
    }

    /// Waits, unless the page closes.
    async fn pause(&self, wait_ms: u32) {
        let until_ms = self.time.now_ms() + f64::from(wait_ms);
        let weak = self.me.clone();
        let timer = Timeout::new(wait_ms, move || {
            if let Some(session) = weak.upgrade() {
                session.wake.notify_one();
            }
        });
        while timer.is_ok() && !self.closed.get() && self.time.now_ms() + 1.0 < until_ms {
            self.wake.notified().await;
        }
    }

    /// Ends a clip, the timer, the decoder and the socket; the last picture stays on the canvas.
    fn finish(&self) {
        self.end_clip(ClipEnd::Over);
        self.ticker.set(None);
        let socket = self.with(|state| {
            state.phase = Phase::Over;
            state.pending = None;
            state.lane.close();
            state.socket.take()
        });
        drop(socket);
    }

    fn tick(&self) {
        let now_ms = self.time.now_ms();
        let now_us = self.time.now_us();
        for event in self.with(|state| state.tick(now_ms, now_us)) {
            self.tell(&event);
        }
        if self.with(|state| state.clip_is_full(now_us)) {
            self.end_clip(ClipEnd::Full);
        }
        if self.with(|state| state.is_overdue(now_ms)) {
            self.draw();
        }
        if self.with(|state| state.phase != Phase::Open) {
            self.wake.notify_one();
        }
    }

    pub(super) fn draw(&self) {
        let now_us = self.time.now_us();
        for event in self.with(|state| state.draw(now_us)) {
            self.tell(&event);
        }
    }
}
