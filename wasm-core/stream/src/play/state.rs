//! State of a play session, and its changes by each tick and event.

use domain::play::sound::{Form, Forms};
use domain::play::{Input, Orientation, SessionRequest, Size, SoundState};

use crate::black_frame::RECENT_INPUT_MS;
use crate::browser::{BlackProbe, Canvas, Frame, Socket};
use crate::clock::ServerClock;
use crate::coalesce::CoalescedInputs;
use crate::input::is_placed;
use crate::pending_frames::FrameMetadata;
use crate::play::lane::Lane;
use crate::play::recording::Recording;
use crate::play::session::Session;
use crate::stats::Window;
use crate::types::{PlayEvent, PlayMode};

/// Longest time in milliseconds from opening a socket to the server's greeting.
pub const GREETING_MS: f64 = 10_000.0;
/// Longest time in milliseconds for the server to answer a ping.
pub const SILENCE_MS: f64 = 6_000.0;
/// Time in milliseconds for which the server accepts the resume token after a cut.
pub const RESUME_MS: f64 = 15_000.0;
/// Longest time in milliseconds for which a picture waits for the browser to paint; a hidden page is not painted.
pub const COMPOSE_MS: f64 = 100.0;
/// Ticks per second.
const TICKS: u8 = 4;
/// Most unreadable messages of one connection.
pub const MALFORMED_MAX: u32 = 64;

/// Phase of the connection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Phase {
    /// The socket is not connected, or was lost.
    Cut,
    /// The socket opens, or is open and has not greeted yet.
    Connecting,
    /// Connected: the socket has greeted.
    Open,
    /// Over: the page got a final event.
    Over,
}

/// Decoded picture that waits until the browser paints next.
pub struct Pending {
    frame: Frame,
    known: Option<FrameMetadata>,
    since_ms: f64,
}

/// Whether the server takes a request only from the controller.
const fn needs_control(request: &SessionRequest) -> bool {
    matches!(
        request,
        SessionRequest::ShareClipboard(_)
            | SessionRequest::Quality(_)
            | SessionRequest::FollowApp(_)
    )
}

/// Mutable part of a session, behind the `RefCell` of its [`Session`].
pub struct State {
    pub phase: Phase,
    /// Start of the phase, in milliseconds.
    pub since_ms: f64,
    pub socket: Option<Socket>,
    pub epoch: u32,
    pub control: bool,
    /// Whether the session controlled the phone by the server's newest greeting; `None` before the first.
    pub seated: Option<bool>,
    pub resume: Option<String>,
    /// Time when the last connection was cut.
    pub cut_ms: Option<f64>,
    pub malformed: u32,
    /// Time when the oldest unanswered ping was sent.
    pub unanswered_ms: Option<f64>,
    pub clock: ServerClock,
    pub window: Window,
    pub lane: Lane<Session>,
    pub canvas: Canvas,
    pub pending: Option<Pending>,
    /// Sequence number of the picture on the canvas.
    pub shown: Option<u32>,
    acked: Option<u32>,
    size: (u32, u32),
    first_shown: bool,
    /// Whether the page was told of a cut and not yet of new pictures.
    pub resuming: bool,
    /// Clip under way.
    pub recording: Option<Recording>,
    /// Form in which the member listens to the phone, asked for again after a cut; `None` while the member does not listen.
    pub listening: Option<Form>,
    /// Forms that the server was asked for over this connection.
    asked: Forms,
    /// Forms that the worker can decode.
    decodes: Forms,
    /// Forms for which this phone has no encoder.
    refused: Forms,
    /// Moves and turns of the wheel that wait for the socket.
    pub coalesced: CoalescedInputs,
    /// Time of the member's last input to the phone.
    pub used_ms: Option<f64>,
    black_probe: Option<BlackProbe>,
    black: bool,
    ticks: u8,
}

impl State {
    /// State of a session that has not begun.
    pub fn new(canvas: Canvas, lane: Lane<Session>) -> Self {
        Self {
            phase: Phase::Cut,
            since_ms: 0.0,
            socket: None,
            epoch: 0,
            control: false,
            seated: None,
            resume: None,
            cut_ms: None,
            malformed: 0,
            unanswered_ms: None,
            clock: ServerClock::default(),
            window: Window::default(),
            lane,
            canvas,
            pending: None,
            shown: None,
            acked: None,
            size: (0, 0),
            first_shown: false,
            resuming: false,
            recording: None,
            listening: None,
            asked: Forms::NONE,
            decodes: Forms::NONE,
            refused: Forms::NONE,
            coalesced: CoalescedInputs::default(),
            used_ms: None,
            black_probe: None,
            black: false,
            ticks: 0,
        }
    }

    /// Notes that a socket begins to open.
    pub fn connecting(&mut self, socket: Socket, now_ms: f64) {
        self.socket = Some(socket);
        self.phase = Phase::Connecting;
        self.since_ms = now_ms;
        self.malformed = 0;
        self.unanswered_ms = None;
        self.shown = None;
        self.acked = None;
        self.coalesced = CoalescedInputs::default();
        self.lane.start();
    }

    /// Notes that the socket greeted.
    pub fn opened(&mut self, now_ms: f64) {
        self.phase = Phase::Open;
        self.since_ms = now_ms;
        self.window.start(now_ms);
        self.ping(now_ms);
        self.asked = Forms::NONE;
        self.ask_for_sound();
    }

    /// Asks the server for the forms of sound that are wanted now, for listening and for a clip, if these changed.
    pub fn ask_for_sound(&mut self) {
        let wanted = [self.listening, self.recorded()]
            .into_iter()
            .flatten()
            .fold(Forms::NONE, Forms::with);
        if self.phase != Phase::Open || wanted == self.asked {
            return;
        }
        self.asked = wanted;
        self.ask(&if wanted == Forms::NONE {
            SessionRequest::Mute
        } else {
            SessionRequest::Listen(wanted)
        });
    }

    /// Form of the phone's sound in the clip under way.
    pub fn recorded(&self) -> Option<Form> {
        self.recording.as_ref()?;
        Form::to_record(self.refused)
    }

    /// Begins to send sound for listening, in the best form that the worker decodes and the phone gives.
    pub fn listen(&mut self, decodes: Forms) {
        self.decodes = decodes;
        self.listening = Some(Form::to_hear(decodes, self.refused));
        self.ask_for_sound();
    }

    /// Takes the server's report of the sound's state in a form; returns an event if the page should know.
    pub fn sounded(&mut self, form: Form, sound: SoundState) -> Option<PlayEvent> {
        let over = matches!(sound, SoundState::Absent | SoundState::Lost);
        if over {
            self.asked = self.asked.without(form);
        }
        if form.is_encoded() && sound == SoundState::Absent {
            // A phone without this encoder may have another, and gives raw samples at least.
            self.refused = self.refused.with(form);
            if self.listening == Some(form) {
                self.listening = Some(Form::to_hear(self.decodes, self.refused));
            }
            self.ask_for_sound();
            return None;
        }
        let heard =
            self.listening == Some(form) || (self.listening.is_none() && sound == SoundState::Off);
        if over && self.listening == Some(form) {
            self.listening = None;
        }
        heard.then_some(PlayEvent::Sound { state: sound as u8 })
    }

    /// Notes that the connection is lost. Its socket is dropped by the session's task, outside of the socket's own callbacks.
    pub fn cut(&mut self) {
        if matches!(self.phase, Phase::Connecting | Phase::Open) {
            self.phase = Phase::Cut;
            self.control = false;
        }
    }

    /// Token that keeps control over a cut, while the server still accepts it.
    pub fn resume_token(&self, now_ms: f64) -> Option<String> {
        let cut_ms = self.cut_ms?;
        self.resume.clone().filter(|_| now_ms - cut_ms < RESUME_MS)
    }

    /// Mode of the next ticket: the one that the server granted last, so that after a reconnection a member who lost control only watches, and one who
    /// got it controls; `wanted` before the server has granted any.
    pub fn mode(&self, wanted: PlayMode) -> PlayMode {
        match self.seated {
            None => wanted,
            Some(true) => PlayMode::Control,
            Some(false) => PlayMode::View,
        }
    }

    /// Sends an input, if there is a socket to send it with.
    pub fn send(&self, input: &Input) -> bool {
        self.socket
            .as_ref()
            .is_some_and(|socket| socket.send(input, self.orientation_for(input), 0, self.epoch))
    }

    /// Sends a request, if there is a socket to send it with.
    pub fn ask(&self, request: &SessionRequest) -> bool {
        self.socket
            .as_ref()
            .is_some_and(|socket| socket.ask(request, 0, self.epoch))
    }

    /// Sends an input of the page, or keeps it to be joined with later ones; returns whether it was left out because too much waits.
    pub fn act(&mut self, input: Input, now_ms: f64) -> bool {
        if self.phase != Phase::Open || !self.control {
            return false;
        }
        self.used_ms = Some(now_ms);
        if CoalescedInputs::is_coalescable(&input) && self.is_congested() {
            self.coalesced.push(input);
            return false;
        }
        self.send_coalesced();
        !self.send(&input)
    }

    /// Sends a request of the page; a reset goes through the limit of requests for key pictures.
    pub fn request(&mut self, request: &SessionRequest, now_ms: f64) {
        if self.phase != Phase::Open || (needs_control(request) && !self.control) {
            return;
        }
        if *request == SessionRequest::Reset {
            self.lane.lost();
            self.ask_for_key(now_ms);
            return;
        }
        self.send_coalesced();
        self.ask(request);
    }

    /// Whether so much waits in the socket that moves are kept back.
    pub fn is_congested(&self) -> bool {
        self.socket.as_ref().is_some_and(Socket::is_congested)
    }

    /// Sends the inputs that were kept back.
    pub fn send_coalesced(&mut self) {
        for input in self.coalesced.take() {
            self.send(&input);
        }
    }

    /// Notes that the server lost the phone's picture and tries to get it back; returns whether this is news for the page, which shows a
    /// frozen picture from now on.
    pub fn picture_lost(&mut self) -> bool {
        let news = self.first_shown && !self.resuming;
        self.resuming |= news;
        news
    }

    /// Orientation of the picture for which an input's place was meant, so that the server can drop it after a turn; `None` for inputs without
    /// a place.
    fn orientation_for(&self, input: &Input) -> Option<Orientation> {
        let (width, height) = self.size;
        (is_placed(input) && width > 0).then(|| {
            Orientation::of(Size {
                width: u16::try_from(width).unwrap_or(u16::MAX),
                height: u16::try_from(height).unwrap_or(u16::MAX),
            })
        })
    }

    /// Time of the server's clock, or of this one while that is not known.
    pub fn server_us(&self, now_us: u64) -> u64 {
        self.clock.server_us(now_us).unwrap_or(now_us)
    }

    /// Whether a clip under way must not grow any more.
    pub fn clip_is_full(&self, now_us: u64) -> bool {
        let server_us = self.server_us(now_us);
        self.recording
            .as_ref()
            .is_some_and(|recording| recording.is_full(server_us))
    }

    /// Does what is due four times a second.
    pub fn tick(&mut self, now_ms: f64, now_us: u64) -> Vec<PlayEvent> {
        let alive = match self.phase {
            Phase::Connecting => (now_ms - self.since_ms) < GREETING_MS,
            Phase::Open => self
                .unanswered_ms
                .is_none_or(|sent| now_ms - sent < SILENCE_MS),
            Phase::Cut | Phase::Over => return Vec::new(),
        };
        if !alive {
            self.cut();
            return Vec::new();
        }
        if self.phase != Phase::Open {
            return Vec::new();
        }
        if self.shown != self.acked
            && let Some(sequence) = self.shown
            && self.ask(&SessionRequest::Ack { sequence })
        {
            self.acked = self.shown;
        }
        if !self.is_congested() {
            self.send_coalesced();
        }
        self.ask_for_key(now_ms);
        self.ticks = (self.ticks + 1) % TICKS;
        if self.ticks != 0 {
            return Vec::new();
        }
        self.ping(now_ms);
        let mut events = vec![self.stats(now_ms)];
        if let Some(recording) = &self.recording {
            let (length_ms, bytes) = recording.size(self.server_us(now_us));
            events.push(PlayEvent::Recording { length_ms, bytes });
        }
        events.extend(self.look(now_ms));
        events
    }

    /// Checks whether the picture is black although the phone is used; returns an event when that changed.
    fn look(&mut self, now_ms: f64) -> Option<PlayEvent> {
        let used = self
            .used_ms
            .is_some_and(|used| now_ms - used < RECENT_INPUT_MS);
        if !self.first_shown || !(used || self.black) {
            return None;
        }
        if self.black_probe.is_none() {
            self.black_probe = BlackProbe::new().ok();
        }
        let black = self.black_probe.as_ref()?.is_black(&self.canvas).ok()?;
        let changed = std::mem::replace(&mut self.black, black) != black;
        changed.then_some(PlayEvent::Black { on: black })
    }

    /// Asks for a key picture where one is needed, as often as the limit allows.
    pub fn ask_for_key(&mut self, now_ms: f64) {
        if self.phase == Phase::Open && self.lane.wants_key(now_ms) {
            self.ask(&SessionRequest::Reset);
        }
    }

    fn ping(&mut self, now_ms: f64) {
        if self.ask(&SessionRequest::Ping {
            echo_us: crate::browser::to_us(now_ms),
        }) {
            self.unanswered_ms.get_or_insert(now_ms);
        }
    }

    fn stats(&mut self, now_ms: f64) -> PlayEvent {
        let summary = self.window.finish(now_ms);
        PlayEvent::Stats {
            delay_ms: summary.delay_ms,
            rtt_ms: self.clock.rtt_us().map_or(0.0, |rtt| rtt as f64 / 1_000.0),
            fps: summary.fps,
            kbps: summary.kbps,
            dropped: summary.dropped,
            decoder: self.lane.decoder_kind(),
            width: self.size.0,
            height: self.size.1,
        }
    }

    /// Keeps the newest decoded picture until the browser paints next.
    pub fn set_pending(&mut self, frame: Frame, now_ms: f64) {
        let known = self.lane.came_out(&frame);
        if self
            .pending
            .replace(Pending {
                frame,
                known,
                since_ms: now_ms,
            })
            .is_some()
        {
            self.window.dropped(1);
        }
    }

    /// Whether a picture has waited longer than [`COMPOSE_MS`] for the browser to paint.
    pub fn is_overdue(&self, now_ms: f64) -> bool {
        self.pending
            .as_ref()
            .is_some_and(|p| now_ms - p.since_ms > COMPOSE_MS)
    }

    /// Draws the held picture; returns events that the page should know.
    pub fn draw(&mut self, now_us: u64) -> Vec<PlayEvent> {
        let Some(Pending { frame, known, .. }) = self.pending.take() else {
            return Vec::new();
        };
        if self.canvas.draw(&frame).is_err() {
            self.window.dropped(1);
            return Vec::new();
        }
        let age_us = known.and_then(|known| self.clock.age_us(known.drawn_us, now_us));
        let open_us = now_us.saturating_sub(crate::browser::to_us(self.since_ms));
        self.window.shown(age_us, open_us);
        self.shown = known.map(|known| known.sequence).or(self.shown);
        let mut events: Vec<PlayEvent> = self.resized(frame.size()).into_iter().collect();
        if !self.first_shown {
            self.first_shown = true;
            events.push(PlayEvent::FirstFrame);
        }
        if self.resuming {
            self.resuming = false;
            events.push(PlayEvent::Resumed);
        }
        events
    }

    /// Takes the size that the server announced, which counts until the first picture shows its own.
    pub fn announced(&mut self, size: (u32, u32)) -> Option<PlayEvent> {
        if self.first_shown {
            None
        } else {
            self.resized(size)
        }
    }

    fn resized(&mut self, size: (u32, u32)) -> Option<PlayEvent> {
        if size == self.size {
            return None;
        }
        self.size = size;
        Some(PlayEvent::Size {
            width: size.0,
            height: size.1,
        })
    }
}
