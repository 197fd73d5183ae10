//! `/websocket/play/{phoneId}`: one phone, seen and, with its seat, controlled.

use std::convert::Infallible;
use std::sync::Arc;

use actix_web::web::{Data, Path, Payload, Query};
use actix_web::{Error, HttpRequest, HttpResponse, get, rt};
use actix_ws::CloseCode;
use domain::access::Level;
use domain::play::{EndReason, Event, Input, Size, Stage};
use domain::session::{IDLE_MS, IDLE_WARNING_MS};
use engine::{Engine, Held, Seat, SeatEvent};
use fleet::{Kind, Viewer, Watch};
use store::access;
use store::play::{self, OpenError, Opened};
use tokio::sync::watch;
use tokio::time::{Duration, Instant};

use super::Token;
use super::door::{Door, Incoming, Left, Stop};
use super::entry::Guest;
use crate::AppState;

/// Inputs of a viewer that are only dropped, within [`TRESPASS_WINDOW`]; the next one closes the socket.
const TRESPASSES_MAX: u32 = 20;
const TRESPASS_WINDOW: Duration = Duration::from_secs(10);

#[get("/websocket/play/{phone_id}")]
pub async fn play_socket(
    request: HttpRequest,
    body: Payload,
    phone_id: Path<i64>,
    token: Query<Token>,
    state: Data<AppState>,
) -> Result<HttpResponse, Error> {
    let guest = Guest::admit(&request, &state)?;
    let (response, door) = Door::open(&request, body)?;
    rt::spawn(admit(
        door,
        guest,
        state.engine.clone(),
        phone_id.into_inner(),
        token.into_inner().token,
    ));
    Ok(response)
}

async fn admit(door: Door, guest: Guest, engine: Engine, phone_id: i64, ticket: String) {
    let now_ms = engine.clock.now_ms();
    let opened = match play::open(&engine.store, ticket.clone(), phone_id, now_ms).await {
        Ok(opened) => opened,
        Err(error) => {
            let reason = match &error {
                OpenError::Ticket => {
                    guest.refused(&engine, ticket).await;
                    EndReason::JoinFailed
                }
                OpenError::Right => EndReason::Expired,
                OpenError::Elsewhere => EndReason::Elsewhere,
                OpenError::Fault(fault) => {
                    tracing::error!(
                        error = fault as &dyn std::error::Error,
                        "a play session was not opened"
                    );
                    EndReason::NotRetrieved
                }
            };
            return door.end(reason, 0).await;
        }
    };
    let begun = Instant::now();
    let control = opened.control.then_some(opened.epoch);
    let member = opened.actor.member_id();
    let socket = access::Watch {
        actor: opened.actor.clone(),
        phone_ids: vec![phone_id],
    };
    let seat = engine.live.enter(
        socket,
        Held::Play {
            control,
            until_ms: opened.until_ms,
        },
    );
    let place = engine.crowd.of_member(member);
    let ended = match engine.fleet.watch(phone_id, Kind::Full) {
        _ if place.is_none() => (door, Ending::Said(EndReason::JoinFailed, 0)),
        Ok(watch) => Playing::new(&engine, door, opened).run(watch, seat).await,
        Err(_) => (door, Ending::Said(EndReason::Offline, 0)),
    };
    drop((place, guest));
    let (door, ending) = ended;
    if let Some(epoch) = control {
        let _ = engine.fleet.revoke_control(phone_id, epoch);
        // A cut controller may come back to its seat; one that left or was told why gives it up.
        let kept = matches!(
            ending,
            Ending::Left(Left { wilfully: false }) | Ending::Said(EndReason::ServerStopping, _)
        );
        let given = if kept {
            play::cut(&engine.store, phone_id, epoch, engine.clock.now_ms()).await
        } else {
            play::release(&engine.store, phone_id, epoch).await
        };
        if let Err(fault) = given {
            tracing::error!(
                error = &fault as &dyn std::error::Error,
                "a seat was not given up"
            );
        }
    }
    tracing::info!(
        phone = phone_id,
        member,
        control = control.is_some(),
        end = ending.name(),
        seconds = begun.elapsed().as_secs(),
        "play session over"
    );
    match ending {
        Ending::Left(_) => {}
        Ending::Said(reason, detail) => door.end(reason, detail).await,
        Ending::Broken(code, words) => door.refuse(code, words).await,
    }
}

/// How a session ended.
enum Ending {
    Left(Left),
    Said(EndReason, u32),
    Broken(CloseCode, &'static str),
}

impl Ending {
    const fn name(&self) -> &'static str {
        match self {
            Self::Left(Left { wilfully: true }) => "left",
            Self::Left(_) => "cut",
            Self::Said(reason, _) => reason.name(),
            Self::Broken(..) => "broken",
        }
    }
}

impl From<Left> for Ending {
    fn from(left: Left) -> Self {
        Self::Left(left)
    }
}

impl From<Stop> for Ending {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Left(left) => Self::Left(left),
            Stop::Broken(code, words) => Self::Broken(code, words),
        }
    }
}

struct Playing<'a> {
    engine: &'a Engine,
    door: Door,
    opened: Opened,
    /// Unix milliseconds of the server's clock, which tests may move.
    active_ms: i64,
    warned: bool,
    trespasses: (Instant, u32),
}

/// What tells of the picture beside the picture.
struct Signs {
    stage: watch::Receiver<Stage>,
    size: watch::Receiver<Option<Size>>,
    clipboard: watch::Receiver<Option<Arc<str>>>,
}

impl<'a> Playing<'a> {
    fn new(engine: &'a Engine, door: Door, opened: Opened) -> Self {
        Self {
            engine,
            door,
            opened,
            active_ms: engine.clock.now_ms(),
            warned: false,
            trespasses: (Instant::now(), 0),
        }
    }

    async fn run(mut self, watch: Watch, mut seat: Seat) -> (Door, Ending) {
        let ending = match self.play(watch, &mut seat).await {
            Ok(never) => match never {},
            Err(ending) => ending,
        };
        (self.door, ending)
    }

    async fn play(&mut self, watch: Watch, seat: &mut Seat) -> Result<Infallible, Ending> {
        let lost = watch.ended();
        tokio::pin!(lost);
        let Watch {
            viewer,
            stage,
            size,
            clipboard,
            cause,
            ..
        } = watch;
        let mut signs = Signs {
            stage,
            size,
            clipboard,
        };
        self.greet(viewer, &mut signs).await?;
        loop {
            tokio::select! {
                incoming = self.door.next() => match incoming? {
                    Incoming::Message(bytes) => self.receive(&bytes).await?,
                    Incoming::Tick => self.mind_the_time().await?,
                },
                stage = changed(&mut signs.stage) => self.door.send(0, &Event::Stage(stage)).await?,
                size = changed(&mut signs.size) => if let Some(size) = size {
                    self.door.send(0, &Event::Size(size)).await?;
                },
                text = changed(&mut signs.clipboard) => if let Some(text) = text
                    && self.shares_clipboard()
                {
                    self.door.send(0, &Event::Clipboard(text.as_ref().to_owned())).await?;
                },
                reason = &mut lost => {
                    let (reason, detail) = reason.or_cause(*cause.borrow());
                    return Err(Ending::Said(reason, detail));
                }
                event = seat.next() => if let SeatEvent::Ended(reason) = event {
                    return Err(Ending::Said(reason, 0));
                },
            }
        }
    }

    async fn greet(&mut self, viewer: Viewer, signs: &mut Signs) -> Result<(), Ending> {
        let Opened {
            phone_id,
            level,
            control,
            epoch,
            ..
        } = self.opened;
        if control {
            let _ = self.engine.fleet.grant_control(phone_id, epoch);
        }
        let (resume, server_us) = (self.opened.resume.clone(), self.now_us());
        let hello = Event::Hello {
            epoch,
            level,
            control,
            resume,
            server_us,
        };
        self.door.send(0, &hello).await?;
        self.door
            .send(0, &Event::Stage(Stage::Authenticated))
            .await?;
        let stage = *signs.stage.borrow_and_update();
        self.door.send(0, &Event::Stage(stage)).await?;
        let size = *signs.size.borrow_and_update();
        if let Some(size) = size {
            self.door.send(0, &Event::Size(size)).await?;
        }
        self.door.pictures().show(0, viewer);
        Ok(())
    }

    async fn receive(&mut self, bytes: &[u8]) -> Result<(), Ending> {
        let Ok((0, epoch, input)) = Input::parse(bytes) else {
            let words = "message not understood";
            return Err(Ending::Broken(CloseCode::Other(4400), words));
        };
        if input.acts() {
            return self.act(epoch, &input).await;
        }
        match input {
            Input::Ping { echo_us } => {
                let server_us = self.now_us();
                self.door
                    .send(0, &Event::Pong { echo_us, server_us })
                    .await?;
            }
            Input::Reset => self.engine.fleet.reset(self.opened.phone_id, Kind::Full),
            Input::Stay => self.active().await?,
            // Tells that the browser still draws: hearing it is all that is needed so far.
            Input::Ack { .. } => {}
            _ => {
                return Err(Ending::Broken(
                    CloseCode::Other(4400),
                    "not a message of this socket",
                ));
            }
        }
        Ok(())
    }

    /// Passes an input on. A viewer has none to pass; one that goes on trying is shown the door.
    async fn act(&mut self, epoch: u32, input: &Input) -> Result<(), Ending> {
        if !self.opened.control {
            let now = Instant::now();
            if now.duration_since(self.trespasses.0) > TRESPASS_WINDOW {
                self.trespasses = (now, 0);
            }
            self.trespasses.1 += 1;
            if self.trespasses.1 > TRESPASSES_MAX {
                return Err(Ending::Broken(
                    CloseCode::Other(4403),
                    "a viewer does not operate",
                ));
            }
            return Ok(());
        }
        self.active().await?;
        if let Err(refused) = self.engine.fleet.input(self.opened.phone_id, epoch, input) {
            tracing::debug!(phone = self.opened.phone_id, %refused, "input");
        }
        Ok(())
    }

    /// What is copied on a phone goes to the owner who controls it, not to guests or viewers.
    fn shares_clipboard(&self) -> bool {
        self.opened.control && self.opened.level == Level::Owner
    }

    async fn active(&mut self) -> Result<(), Ending> {
        self.active_ms = self.engine.clock.now_ms();
        if std::mem::take(&mut self.warned) {
            self.door
                .send(0, &Event::IdleWarning { seconds: 0 })
                .await?;
        }
        Ok(())
    }

    async fn mind_the_time(&mut self) -> Result<(), Ending> {
        let idle_ms = self.engine.clock.now_ms() - self.active_ms;
        if idle_ms >= IDLE_MS {
            return Err(Ending::Said(EndReason::Idle, (IDLE_MS / 60_000) as u32));
        }
        if idle_ms >= IDLE_MS - IDLE_WARNING_MS && !self.warned {
            self.warned = true;
            let seconds = ((IDLE_MS - idle_ms + 999) / 1000) as u32;
            self.door.send(0, &Event::IdleWarning { seconds }).await?;
        }
        Ok(())
    }

    fn now_us(&self) -> u64 {
        u64::try_from(self.engine.clock.now_us()).unwrap_or_default()
    }
}

/// The next value; of one that changes no more, never.
async fn changed<T: Clone>(receiver: &mut watch::Receiver<T>) -> T {
    match receiver.changed().await {
        Ok(()) => receiver.borrow_and_update().clone(),
        Err(_) => std::future::pending().await,
    }
}
