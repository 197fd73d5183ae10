//! `/websocket/deck`: small pictures of many phones over one socket. A cell costs something only while it is subscribed.

use std::collections::HashMap;
use std::pin::Pin;

use actix_web::web::{Data, Payload, Query};
use actix_web::{Error, HttpRequest, HttpResponse, get, rt};
use actix_ws::CloseCode;
use domain::play::{CellState, EndReason, Event, Input};
use engine::{Engine, Held, Seat, SeatEvent};
use fleet::Kind;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use store::access;
use store::play::{self, Deck, OpenError};
use tokio::time::{Duration, Instant};

use super::Token;
use super::door::{Door, Incoming, Stop};
use super::entry::Guest;
use crate::AppState;

/// A cell whose phone was lost is tried again after so long, while it is in view.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);

#[get("/websocket/deck")]
pub async fn deck_socket(
    request: HttpRequest,
    body: Payload,
    token: Query<Token>,
    state: Data<AppState>,
) -> Result<HttpResponse, Error> {
    let guest = Guest::admit(&request, &state)?;
    let (response, door) = Door::open(&request, body)?;
    rt::spawn(admit(
        door,
        guest,
        state.engine.clone(),
        token.into_inner().token,
    ));
    Ok(response)
}

async fn admit(door: Door, guest: Guest, engine: Engine, ticket: String) {
    let now_ms = engine.clock.now_ms();
    let deck = match play::open_deck(&engine.store, ticket.clone(), now_ms).await {
        Ok(deck) => deck,
        Err(OpenError::Fault(fault)) => {
            tracing::error!(
                error = &fault as &dyn std::error::Error,
                "a deck was not opened"
            );
            return door.end(EndReason::NotRetrieved, 0).await;
        }
        Err(_) => {
            guest.refused(&engine, ticket).await;
            return door.end(EndReason::JoinFailed, 0).await;
        }
    };
    let Some(place) = engine.crowd.of_member(deck.actor.member_id()) else {
        return door.end(EndReason::JoinFailed, 0).await;
    };
    let socket = access::Watch {
        actor: deck.actor.clone(),
        phone_ids: deck.phone_ids.clone(),
    };
    let seat = engine.live.enter(socket, Held::Deck);
    Wall {
        engine,
        door,
        deck,
        cells: HashMap::new(),
        lost: FuturesUnordered::new(),
    }
    .run(seat)
    .await;
    drop((place, guest));
}

/// Tells which watch of which slot ended.
type Lost = Pin<Box<dyn Future<Output = (u16, u64)>>>;

struct Wall {
    engine: Engine,
    door: Door,
    deck: Deck,
    cells: HashMap<u16, Cell>,
    lost: FuturesUnordered<Lost>,
}

/// A subscribed cell.
struct Cell {
    /// Counts the watches of this socket, so that an old one's end is not taken for a newer one's.
    turn: u64,
    /// When to try again; none while its phone is watched.
    retry: Option<Instant>,
    gone: bool,
}

/// Why a wall comes down.
enum Down {
    Stop(Stop),
    Said(EndReason),
}

impl From<Stop> for Down {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl Wall {
    async fn run(mut self, mut seat: Seat) {
        let down = loop {
            let step = tokio::select! {
                incoming = self.door.next() => match incoming {
                    Ok(Incoming::Message(bytes)) => self.receive(&bytes).await,
                    Ok(Incoming::Tick) => self.try_again().await,
                    Err(stop) => Err(stop.into()),
                },
                Some((slot, turn)) = self.lost.next() => self.lose(slot, turn).await,
                event = seat.next() => match event {
                    SeatEvent::Gone(phones) => self.close_to(&phones).await,
                    SeatEvent::Ended(reason) => Err(Down::Said(reason)),
                },
            };
            if let Err(down) = step {
                break down;
            }
        };
        match down {
            Down::Stop(Stop::Left(_)) => {}
            Down::Stop(Stop::Broken(code, words)) => self.door.refuse(code, words).await,
            Down::Said(reason) => self.door.end(reason, 0).await,
        }
    }

    async fn receive(&mut self, bytes: &[u8]) -> Result<(), Down> {
        let bad = || {
            Down::Stop(Stop::Broken(
                CloseCode::Other(4400),
                "message not understood",
            ))
        };
        let (slot, _, input) = Input::parse(bytes).map_err(|_| bad())?;
        match input {
            Input::Subscribe if usize::from(slot) < self.deck.phone_ids.len() => {
                if self.cells.contains_key(&slot) {
                    return Ok(());
                }
                self.show(slot).await
            }
            Input::Unsubscribe => {
                self.cells.remove(&slot);
                self.door.pictures().hide(slot);
                Ok(())
            }
            Input::Ping { echo_us } => {
                let server_us = u64::try_from(self.engine.clock.now_us()).unwrap_or_default();
                self.tell(0, &Event::Pong { echo_us, server_us }).await
            }
            _ => Err(bad()),
        }
    }

    async fn show(&mut self, slot: u16) -> Result<(), Down> {
        let phone_id = self.deck.phone_ids[usize::from(slot)];
        let turn = self.cells.get(&slot).map_or(0, |cell| cell.turn) + 1;
        let Ok(watch) = self.engine.fleet.watch(phone_id, Kind::Small) else {
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
        self.door.pictures().show(slot, watch.viewer);
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
        self.door.pictures().hide(slot);
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

    /// Phones that the member may no longer see go dark at once.
    async fn close_to(&mut self, gone: &[i64]) -> Result<(), Down> {
        for (at, phone_id) in self.deck.phone_ids.clone().into_iter().enumerate() {
            let slot = at as u16;
            let Some(cell) = self.cells.get_mut(&slot) else {
                continue;
            };
            if gone.contains(&phone_id) && !cell.gone {
                cell.gone = true;
                self.door.pictures().hide(slot);
                self.tell(slot, &Event::Cell(CellState::Gone)).await?;
            }
        }
        Ok(())
    }

    async fn tell(&mut self, slot: u16, event: &Event) -> Result<(), Down> {
        self.door
            .send(slot, event)
            .await
            .map_err(|left| Down::Stop(Stop::Left(left)))
    }
}
