//! One open play session: incoming and outgoing messages, and its timers.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;

use actix_ws::CloseCode;
use domain::phones::ScreenCause;
use domain::play::sound::Forms;
use domain::play::{
    ClientMessage, EndReason, Event, Header, Input, Orientation, SessionRequest, Size, Stage,
};
use domain::sharing::trial::TrialInputs;
use engine::{Engine, OpenSocket, SocketEvent};
use fleet::{ClipboardAnswer, InputAccess, PictureQuality, Viewer, Watch};
use store::play::Opened;
use tokio::sync::{broadcast, watch};
use tokio::time::{Duration, Instant};

use super::Ending;
use super::clipboard::Clipboard;
use super::hearing::Hearing;
use super::network::NetworkQuality;
use super::together::Together;
use super::trial::Trial;
use crate::sockets::idle::{Idle, Over};
use crate::sockets::next;
use crate::sockets::pace::Pacer;
use crate::sockets::picture_socket::{PictureSocket, ReceivedBinary};

/// Most inputs of a viewer, within [`REFUSED_WINDOW`], that are only dropped; the next one closes the socket.
const REFUSED_MAX: u32 = 20;
const REFUSED_WINDOW: Duration = Duration::from_secs(10);

/// An opened session.
pub(super) struct Playing<'a> {
    pub(super) engine: &'a Engine,
    pub(super) socket: PictureSocket,
    pub(super) opened: Opened,
    pub(super) clipboard: Clipboard,
    pub(super) network: NetworkQuality,
    pub(super) pacer: Pacer,
    pub(super) together: Together,
    /// Trial of an app, on the page of an owner's link; none in any other session.
    pub(super) trial: Option<Trial>,
    idle: Idle,
    refused_count: (Instant, u32),
}

/// Signals of the phone beside its pictures.
pub(super) struct SessionSignals {
    pub(super) stage: watch::Receiver<Stage>,
    pub(super) size: watch::Receiver<Option<Size>>,
    clipboard: watch::Receiver<Option<Arc<str>>>,
    pub(super) quality: watch::Receiver<PictureQuality>,
    answers: broadcast::Receiver<ClipboardAnswer>,
    /// Access of inputs to the phone.
    pub(super) access: watch::Receiver<InputAccess>,
    sound: Hearing,
    /// App in front, while the controller wants to know it.
    pub(super) front: Option<watch::Receiver<Option<String>>>,
    pub(super) lost: Pin<Box<dyn Future<Output = EndReason> + Send>>,
    pub(super) cause: watch::Receiver<Option<ScreenCause>>,
}

impl<'a> Playing<'a> {
    pub(super) fn new(engine: &'a Engine, socket: PictureSocket, opened: Opened) -> Self {
        Self {
            engine,
            socket,
            clipboard: Clipboard::of(&opened),
            network: NetworkQuality::new(),
            pacer: Pacer::default(),
            together: Together::default(),
            trial: opened.trial.clone().map(Trial::of),
            opened,
            idle: Idle::new(engine.clock.elapsed_ms()),
            refused_count: (Instant::now(), 0),
        }
    }

    pub(super) async fn run(
        mut self,
        watch: Watch,
        mut open: OpenSocket,
    ) -> (PictureSocket, Ending, Option<u32>) {
        let ending = match self.play(watch, &mut open).await {
            Ok(never) => match never {},
            Err(ending) => ending,
        };
        let control = self.opened.control.then_some(self.opened.epoch);
        (self.socket, ending, control)
    }

    async fn play(&mut self, watch: Watch, open: &mut OpenSocket) -> Result<Infallible, Ending> {
        let (fleet, phone_id) = (&self.engine.fleet, self.opened.phone_id);
        let (Ok(quality), Ok(answers), Ok(access)) = (
            fleet.quality(phone_id),
            fleet.clipboard_answers(phone_id),
            fleet.input_access(phone_id),
        ) else {
            return Err(Ending::Said(EndReason::Offline, 0));
        };
        let lost = Box::pin(watch.ended());
        let Watch {
            viewer,
            stage,
            size,
            clipboard,
            cause,
            ..
        } = watch;
        let mut signals = SessionSignals {
            stage,
            size,
            clipboard,
            quality,
            answers,
            access,
            sound: Hearing::default(),
            front: None,
            lost,
            cause,
        };
        self.greet(viewer, &mut signals).await?;
        loop {
            tokio::select! {
                incoming = self.socket.next() => match incoming? {
                    ReceivedBinary::Message(bytes) => self.receive(&bytes, &mut signals, open).await?,
                    ReceivedBinary::Tick => {
                        self.check_time().await?;
                        self.check_network(&mut signals).await?;
                        self.check_clipboard().await?;
                        self.check_pace().await?;
                        self.check_questions(open).await?;
                        self.check_trial().await?;
                    }
                },
                stage = next(&mut signals.stage) => self.socket.send(0, &Event::Stage(stage)).await?,
                size = next(&mut signals.size) => if let Some(size) = size {
                    self.socket.send(0, &Event::Size(size)).await?;
                },
                text = next(&mut signals.clipboard) => if let Some(text) = text {
                    self.copied(&text).await?;
                },
                Ok(answer) = signals.answers.recv() => self.clipboard_answered(answer).await?,
                access = next(&mut signals.access) => self.tell_access(access).await?,
                quality = next(&mut signals.quality) => self.tell_quality(quality).await?,
                (form, state) = signals.sound.next() => self.tell_sound(form, state, &mut signals.sound).await?,
                front = of_front(&mut signals.front) => self.front_is(front, &mut signals).await?,
                reason = &mut signals.lost => self.lost(reason, &mut signals).await?,
                event = open.next() => match event {
                    SocketEvent::Ended(reason) => return Err(Ending::of_right(reason)),
                    SocketEvent::People => self.tell_people(open).await?,
                    SocketEvent::Message(message) => self.on_message(message, &mut signals, open).await?,
                    SocketEvent::Phones(_) => {}
                },
            }
        }
    }

    async fn greet(&mut self, viewer: Viewer, signals: &mut SessionSignals) -> Result<(), Ending> {
        let Opened {
            phone_id,
            control,
            epoch,
            ..
        } = self.opened;
        if control {
            let _ = self.engine.fleet.grant_control(phone_id, epoch);
        }
        self.tell_right().await?;
        self.socket
            .send(0, &Event::Stage(Stage::Authenticated))
            .await?;
        let stage = *signals.stage.borrow_and_update();
        self.socket.send(0, &Event::Stage(stage)).await?;
        let size = *signals.size.borrow_and_update();
        if let Some(size) = size {
            self.socket.send(0, &Event::Size(size)).await?;
        }
        self.tell_clipboard().await?;
        let quality = *signals.quality.borrow_and_update();
        self.tell_quality(quality).await?;
        let access = *signals.access.borrow_and_update();
        if access != InputAccess::default() {
            self.tell_access(access).await?;
        }
        self.show_first(viewer, signals);
        Ok(())
    }

    /// Says what this session may do: at the start, and when control passed to it, or away from it.
    pub(super) async fn tell_right(&mut self) -> Result<(), Ending> {
        let hello = Event::Hello {
            epoch: self.opened.epoch,
            level: self.opened.level,
            control: self.opened.control,
            resume: self.opened.resume.clone(),
            server_us: self.now_us(),
        };
        self.socket.send(0, &hello).await?;
        Ok(())
    }

    async fn receive(
        &mut self,
        bytes: &[u8],
        signals: &mut SessionSignals,
        open: &OpenSocket,
    ) -> Result<(), Ending> {
        let (Ok(header), Ok((0, epoch, message))) =
            (Header::parse(bytes), ClientMessage::parse(bytes))
        else {
            let words = "message not understood";
            return Err(Ending::Broken(CloseCode::Other(4400), words));
        };
        match message {
            ClientMessage::Input(input) => {
                let orientation = Orientation::of_header(header);
                self.act(epoch, orientation, &input).await
            }
            ClientMessage::Request(request) => self.answer(epoch, request, signals, open).await,
        }
    }

    async fn answer(
        &mut self,
        epoch: u32,
        request: SessionRequest,
        signals: &mut SessionSignals,
        open: &OpenSocket,
    ) -> Result<(), Ending> {
        let (fleet, phone_id) = (&self.engine.fleet, self.opened.phone_id);
        match request {
            SessionRequest::Ping { echo_us } => {
                let server_us = self.now_us();
                self.socket
                    .send(0, &Event::Pong { echo_us, server_us })
                    .await?;
            }
            SessionRequest::Reset => fleet.reset(phone_id, self.network.kind()),
            SessionRequest::Stay => self.active().await?,
            SessionRequest::Ack { sequence } => self.acknowledged(sequence),
            SessionRequest::Listen(forms) => self.listen(forms, &mut signals.sound).await?,
            SessionRequest::Mute => self.listen(Forms::NONE, &mut signals.sound).await?,
            SessionRequest::Subscribe
            | SessionRequest::Unsubscribe
            | SessionRequest::Include
            | SessionRequest::Exclude
            | SessionRequest::CellInterval { .. } => {
                let words = "not a message of this socket";
                return Err(Ending::Broken(CloseCode::Other(4400), words));
            }
            SessionRequest::AskControl if self.knows_people() => {
                self.active().await?;
                self.ask_control(signals, open).await?;
            }
            // The remaining requests are for the controller only.
            _ if !self.opened.control => self.count_refused()?,
            _ if self.trial.is_some() && !TrialInputs::grants(&request) => self.active().await?,
            SessionRequest::ShareClipboard(on) if epoch == self.opened.epoch => {
                self.active().await?;
                // A copy that is reported already but not handled yet was made before the clipboard was shared, so it stays on the phone.
                signals.clipboard.mark_unchanged();
                self.share_clipboard(on).await?;
            }
            SessionRequest::GiveControl { to } if epoch == self.opened.epoch => {
                self.active().await?;
                self.give_control(to);
            }
            SessionRequest::RefuseControl { to } if epoch == self.opened.epoch => {
                self.active().await?;
                self.refuse_control(to);
            }
            SessionRequest::FollowApp(on) if epoch == self.opened.epoch => {
                self.follow_app(on, signals);
            }
            SessionRequest::Quality(wanted) => {
                let _ = fleet.choose_quality(phone_id, epoch, wanted);
                self.active().await?;
            }
            // A request of an older epoch is dropped.
            _ => {}
        }
        Ok(())
    }

    /// Passes an input on to the phone. Only the controller may send one.
    async fn act(
        &mut self,
        epoch: u32,
        orientation: Option<Orientation>,
        input: &Input,
    ) -> Result<(), Ending> {
        if !self.opened.control {
            return self.count_refused();
        }
        let passes = self.lets_through(input);
        self.active().await?;
        if !passes {
            return Ok(());
        }
        if let Input::SetClipboard { sequence, .. } = input {
            return self.set_clipboard(epoch, *sequence, input).await;
        }
        let phone_id = self.opened.phone_id;
        if let Err(refused) = (self.engine.fleet).input_on(phone_id, epoch, orientation, input) {
            tracing::debug!(phone_id, %refused, "send input failed");
        }
        Ok(())
    }

    /// Counts a message that only the controller may send; too many of them close the socket.
    fn count_refused(&mut self) -> Result<(), Ending> {
        let now = Instant::now();
        if now.duration_since(self.refused_count.0) > REFUSED_WINDOW {
            self.refused_count = (now, 0);
        }
        self.refused_count.1 += 1;
        if self.refused_count.1 > REFUSED_MAX {
            let words = "a viewer does not operate";
            return Err(Ending::Broken(CloseCode::Other(4403), words));
        }
        Ok(())
    }

    pub(super) async fn active(&mut self) -> Result<(), Ending> {
        if let Some(event) = self.idle.active(self.engine.clock.elapsed_ms()) {
            self.socket.send(0, &event).await?;
        }
        Ok(())
    }

    async fn check_time(&mut self) -> Result<(), Ending> {
        match self
            .idle
            .look(self.engine.rules().sessions, self.engine.clock.elapsed_ms())
        {
            Ok(None) => Ok(()),
            Ok(Some(event)) => Ok(self.socket.send(0, &event).await?),
            Err(Over(minutes)) => Err(Ending::Said(EndReason::Idle, minutes)),
        }
    }

    pub(super) fn now_us(&self) -> u64 {
        u64::try_from(self.engine.clock.now_us()).unwrap_or_default()
    }
}

/// The app in front, when it changes; pending while nobody asked.
async fn of_front(receiver: &mut Option<watch::Receiver<Option<String>>>) -> Option<String> {
    match receiver {
        Some(receiver) => next(receiver).await,
        None => std::future::pending().await,
    }
}
