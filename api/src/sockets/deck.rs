//! `/websocket/deck`: small pictures of many phones over one socket, and in a group the inputs of the followers. A cell costs something
//! only while it is subscribed.

mod followers;

use std::collections::HashMap;
use std::pin::Pin;

use actix_web::web::{Data, Payload};
use actix_web::{Error, HttpRequest, HttpResponse, get, rt};
use actix_ws::CloseCode;
use causes::causes;
use domain::play::group::EVERYONE;
use domain::play::{
    CellState, ClientMessage, EndReason, Event, Header, Input, Orientation, SessionRequest,
};
use engine::{Engine, OpenSocket, SocketEvent, SocketKind};
use fleet::PictureKind;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use store::access::{self, PhoneAccess};
use store::play::{self, Deck, OpenError};
use tokio::time::{Duration, Instant};

use self::followers::Followers;
use super::TicketParam;
use super::entry::Handshake;
use super::idle::{Idle, Over};
use super::picture_socket::{Left, PictureSocket, ReceivedBinary, Stop};
use crate::AppState;

/// Pause before a cell whose phone was lost is tried again, while it is in view.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);

#[get("/websocket/deck")]
pub async fn deck_socket(
    request: HttpRequest,
    body: Payload,
    TicketParam(ticket): TicketParam,
    state: Data<AppState>,
) -> Result<HttpResponse, Error> {
    let handshake = Handshake::admit(&request, &state)?;
    let (response, socket) = PictureSocket::open(&request, body)?;
    rt::spawn(admit(socket, handshake, state.engine.clone(), ticket));
    Ok(response)
}

async fn admit(socket: PictureSocket, handshake: Handshake, engine: Engine, ticket: String) {
    let now_ms = engine.clock.now_ms();
    let deck = match play::open_deck(&engine.store, ticket.clone(), now_ms).await {
        Ok(deck) => deck,
        Err(OpenError::Fault(fault)) => {
            tracing::error!(
                error = %causes(&fault),
                "open group control failed"
            );
            return socket.end(EndReason::NotRetrieved, 0).await;
        }
        Err(_) => {
            handshake.refused(&engine, ticket).await;
            return socket.end(EndReason::JoinFailed, 0).await;
        }
    };
    let Some(permit) = engine.connections.of_member(deck.actor.member_id()) else {
        return socket.end(EndReason::JoinFailed, 0).await;
    };
    let watched = access::Watch {
        actor: deck.actor.clone(),
        phone_ids: deck.phone_ids.clone(),
    };
    let open = engine.screen_sockets.register(watched, SocketKind::Deck);
    let group = deck.group.then(|| Group {
        followers: Followers::new(&engine, &deck.actor),
        idle: Idle::new(engine.clock.elapsed_ms()),
    });
    DeckView {
        engine,
        socket,
        deck,
        group,
        cells: HashMap::new(),
        gone: Vec::new(),
        lost: FuturesUnordered::new(),
    }
    .run(open)
    .await;
    drop((permit, handshake));
}

/// Future of a watch's end: its slot and turn.
type Lost = Pin<Box<dyn Future<Output = (u16, u64)>>>;

struct DeckView {
    engine: Engine,
    socket: PictureSocket,
    deck: Deck,
    /// Group control; none unless the ticket was for a group.
    group: Option<Group>,
    cells: HashMap<u16, Cell>,
    /// Phones that the member may not see at present, in view or not.
    gone: Vec<i64>,
    lost: FuturesUnordered<Lost>,
}

/// Group control beside the pictures.
struct Group {
    followers: Followers,
    idle: Idle,
}

impl Group {
    async fn next(group: &mut Option<Self>) -> (u16, Event) {
        match group {
            Some(group) => group.followers.next().await,
            None => std::future::pending().await,
        }
    }
}

/// A subscribed cell.
struct Cell {
    /// Number of the watch, counted for each socket, so that an old watch's end is not taken for a newer one's.
    turn: u64,
    /// Time of the next try; none while its phone is watched.
    retry: Option<Instant>,
    gone: bool,
}

/// Reason why a deck ends.
enum Down {
    Stop(Stop),
    Said(EndReason, u32),
}

impl Down {
    /// Whether the connection was cut or the server stops, so that the browser may come back for its seats at once.
    const fn is_cut(&self) -> bool {
        matches!(
            self,
            Self::Stop(Stop::Left(Left { wilfully: false }))
                | Self::Said(EndReason::ServerStopping, _)
        )
    }
}

impl From<Stop> for Down {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl DeckView {
    async fn run(mut self, mut open: OpenSocket) {
        let down = loop {
            let step = tokio::select! {
                incoming = self.socket.next() => match incoming {
                    Ok(ReceivedBinary::Message(bytes)) => self.receive(&bytes).await,
                    Ok(ReceivedBinary::Tick) => self.pass_time().await,
                    Err(stop) => Err(stop.into()),
                },
                Some((slot, turn)) = self.lost.next() => self.lose(slot, turn).await,
                (slot, event) = Group::next(&mut self.group) => self.tell(slot, &event).await,
                event = open.next() => match event {
                    SocketEvent::Phones(statuses) => self.stand(&statuses).await,
                    SocketEvent::Ended(reason) => Err(Down::Said(reason, 0)),
                    // Control passes between play sockets alone.
                    SocketEvent::People | SocketEvent::Message(_) => Ok(()),
                },
            };
            if let Err(down) = step {
                break down;
            }
        };
        if let Some(group) = &self.group {
            group.followers.leave(down.is_cut());
        }
        match down {
            Down::Stop(Stop::Left(_)) => {}
            Down::Stop(Stop::Broken(code, words)) => self.socket.refuse(code, words).await,
            Down::Said(reason, detail) => self.socket.end(reason, detail).await,
        }
    }

    async fn receive(&mut self, bytes: &[u8]) -> Result<(), Down> {
        let (slot, _, message) = ClientMessage::parse(bytes).map_err(|_| not_understood())?;
        match (message, &mut self.group) {
            (ClientMessage::Request(request), _) => self.answer(slot, request).await,
            (ClientMessage::Input(input), Some(group)) if is_for_many(&input) => {
                let header = Header::parse(bytes).map_err(|_| not_understood())?;
                let to = (slot != EVERYONE).then_some(slot);
                group
                    .followers
                    .tell(to, Orientation::of_header(header), &input);
                self.active().await
            }
            (ClientMessage::Input(_), _) => Err(not_understood()),
        }
    }

    async fn answer(&mut self, slot: u16, request: SessionRequest) -> Result<(), Down> {
        let place = usize::from(slot);
        match (request, &mut self.group) {
            (SessionRequest::Subscribe, _) if place < self.deck.phone_ids.len() => {
                if self.cells.contains_key(&slot) {
                    return Ok(());
                }
                self.show(slot).await
            }
            (SessionRequest::Unsubscribe, _) => {
                self.cells.remove(&slot);
                self.socket.pictures().hide(slot);
                Ok(())
            }
            (SessionRequest::Ping { echo_us }, _) => {
                let server_us = u64::try_from(self.engine.clock.now_us()).unwrap_or_default();
                self.tell(0, &Event::Pong { echo_us, server_us }).await
            }
            // Pictures of a group are not spaced out, because its member acts on what they show.
            (SessionRequest::CellInterval { ms }, None) => {
                let interval = Duration::from_millis(ms.into());
                self.socket.pictures().space(interval);
                Ok(())
            }
            // The master, at slot 0, is played over a socket of its own.
            (SessionRequest::Include, Some(group))
                if (1..self.deck.phone_ids.len()).contains(&place) =>
            {
                group.followers.include(slot, self.deck.phone_ids[place]);
                self.active().await
            }
            (SessionRequest::Exclude, Some(group)) => {
                let told = group.followers.exclude(slot);
                self.tell_all(told.map(|event| (slot, event))).await?;
                self.active().await
            }
            (SessionRequest::Stay, Some(_)) => self.active().await,
            _ => Err(not_understood()),
        }
    }

    /// Notes that the member uses the group.
    async fn active(&mut self) -> Result<(), Down> {
        let elapsed_ms = self.engine.clock.elapsed_ms();
        let told = self
            .group
            .as_mut()
            .and_then(|group| group.idle.active(elapsed_ms));
        self.tell_all(told.map(|event| (0, event))).await
    }

    async fn pass_time(&mut self) -> Result<(), Down> {
        let elapsed_ms = self.engine.clock.elapsed_ms();
        if let Some(group) = &mut self.group {
            let rules = self.engine.rules().sessions;
            let warning = group.idle.look(rules, elapsed_ms);
            let warning = warning.map_err(|Over(minutes)| Down::Said(EndReason::Idle, minutes))?;
            let lags = group.followers.lags();
            self.tell_all(warning.map(|event| (0, event))).await?;
            self.tell_all(lags).await?;
        }
        self.try_again().await
    }

    /// Applies the member's rights on the phones.
    async fn stand(&mut self, statuses: &[PhoneAccess]) -> Result<(), Down> {
        let gone = statuses.iter().filter(|status| status.is_gone());
        let gone: Vec<i64> = gone.map(|status| status.phone_id).collect();
        self.close_to(&gone).await?;
        self.gone = gone;
        let told = self
            .group
            .as_mut()
            .map(|group| group.followers.stand(statuses));
        self.tell_all(told.into_iter().flatten()).await
    }

    async fn show(&mut self, slot: u16) -> Result<(), Down> {
        let phone_id = self.deck.phone_ids[usize::from(slot)];
        let turn = self.cells.get(&slot).map_or(0, |cell| cell.turn) + 1;
        if self.gone.contains(&phone_id) {
            let dark = Cell {
                turn,
                retry: None,
                gone: true,
            };
            self.cells.insert(slot, dark);
            return self.tell(slot, &Event::Cell(CellState::Gone)).await;
        }
        let Ok(watch) = self.engine.fleet.watch(phone_id, PictureKind::Small) else {
            return self.offline(slot, turn).await;
        };
        self.cells.insert(
            slot,
            Cell {
                turn,
                retry: None,
                gone: false,
            },
        );
        let ended = watch.ended();
        self.socket.pictures().show(slot, watch.viewer);
        self.lost.push(Box::pin(async move {
            ended.await;
            (slot, turn)
        }));
        self.tell(slot, &Event::Cell(CellState::Live)).await
    }

    async fn lose(&mut self, slot: u16, turn: u64) -> Result<(), Down> {
        match self.cells.get(&slot) {
            Some(cell) if cell.turn == turn && cell.retry.is_none() && !cell.gone => {
                self.offline(slot, turn).await
            }
            _ => Ok(()),
        }
    }

    async fn offline(&mut self, slot: u16, turn: u64) -> Result<(), Down> {
        self.socket.pictures().hide(slot);
        self.cells.insert(
            slot,
            Cell {
                turn,
                retry: Some(Instant::now() + TRY_AGAIN_AFTER),
                gone: false,
            },
        );
        self.tell(slot, &Event::Cell(CellState::Offline)).await
    }

    async fn try_again(&mut self) -> Result<(), Down> {
        let now = Instant::now();
        let due: Vec<u16> = self
            .cells
            .iter()
            .filter(|(_, cell)| !cell.gone && cell.retry.is_some_and(|at| at <= now))
            .map(|(slot, _)| *slot)
            .collect();
        for slot in due {
            self.show(slot).await?;
        }
        Ok(())
    }

    /// Hides phones that the member may no longer see, at once.
    async fn close_to(&mut self, gone: &[i64]) -> Result<(), Down> {
        for (at, phone_id) in self.deck.phone_ids.clone().into_iter().enumerate() {
            let slot = at as u16;
            let Some(cell) = self.cells.get_mut(&slot) else {
                continue;
            };
            if gone.contains(&phone_id) && !cell.gone {
                cell.gone = true;
                self.socket.pictures().hide(slot);
                self.tell(slot, &Event::Cell(CellState::Gone)).await?;
            }
        }
        Ok(())
    }

    async fn tell_all(&mut self, told: impl IntoIterator<Item = (u16, Event)>) -> Result<(), Down> {
        for (slot, event) in told {
            self.tell(slot, &event).await?;
        }
        Ok(())
    }

    async fn tell(&mut self, slot: u16, event: &Event) -> Result<(), Down> {
        self.socket
            .send(slot, event)
            .await
            .map_err(|left| Down::Stop(Stop::Left(left)))
    }
}

/// Whether an input may go to many phones at once: each may but a clipboard text, which the phone answers.
const fn is_for_many(input: &Input) -> bool {
    !matches!(input, Input::SetClipboard { .. })
}

/// End of a socket whose browser sent a message that the socket does not take.
const fn not_understood() -> Down {
    Down::Stop(Stop::Broken(
        CloseCode::Other(4400),
        "message not understood",
    ))
}
