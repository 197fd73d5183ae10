//! `/websocket/play/{phoneId}`: one phone, seen, heard and, with its seat, controlled. This module opens and ends the session.

mod clipboard;
mod hearing;
mod network;
mod pace;
mod session;
mod together;
mod trial;

use actix_web::web::{Data, Path, Payload};
use actix_web::{Error, HttpRequest, HttpResponse, get, rt};
use actix_ws::CloseCode;
use causes::causes;
use domain::phones::{Power, Status};
use domain::play::EndReason;
use engine::{Engine, SocketKind};
use fleet::PictureKind;
use store::access;
use store::play::{self, OpenError};
use tokio::time::Instant;

use self::session::Playing;
use super::TicketParam;
use super::entry::Handshake;
use super::picture_socket::{Left, PictureSocket, Stop};
use crate::AppState;

#[get("/websocket/play/{phone_id}")]
pub async fn play_socket(
    request: HttpRequest,
    body: Payload,
    phone_id: Path<i64>,
    TicketParam(ticket): TicketParam,
    state: Data<AppState>,
) -> Result<HttpResponse, Error> {
    let handshake = Handshake::admit(&request, &state)?;
    let (response, socket) = PictureSocket::open(&request, body)?;
    rt::spawn(admit(
        socket,
        handshake,
        state.engine.clone(),
        phone_id.into_inner(),
        ticket,
    ));
    Ok(response)
}

async fn admit(
    socket: PictureSocket,
    handshake: Handshake,
    engine: Engine,
    phone_id: i64,
    ticket: String,
) {
    let now_ms = engine.clock.now_ms();
    let opened = match play::open(&engine.store, ticket.clone(), phone_id, now_ms).await {
        Ok(opened) => opened,
        Err(error) => {
            if matches!(error, OpenError::Ticket) {
                handshake.refused(&engine, ticket).await;
            }
            return socket.end(refusal(&error), 0).await;
        }
    };
    let begun = Instant::now();
    let admitted = opened.control.then_some(opened.epoch);
    let member = opened.actor.member_id();
    let watched = access::Watch {
        actor: opened.actor.clone(),
        phone_ids: vec![phone_id],
    };
    let kind = SocketKind::Play {
        control: admitted,
        until_ms: opened.until_ms,
        level: opened.level,
        trial: opened.trial.is_some(),
    };
    // Pages of an owner's link are limited by the link, and take no place from the owner's own.
    let (open, permit) = if let Some(link) = opened.link {
        let now_ms = engine.clock.now_ms();
        let open = (engine.screen_sockets).register_viewer(watched.clone(), kind, link, now_ms);
        (open, None)
    } else {
        let permit = engine.connections.of_member(member);
        let open = engine.screen_sockets.register(watched.clone(), kind);
        (permit.is_some().then_some(open), permit)
    };
    // Control may have passed to this session, or away from it, until its end.
    let (socket, ending, control) = match (open, engine.fleet.watch(phone_id, PictureKind::Full)) {
        (None, _) => (socket, Ending::Said(EndReason::JoinFailed, 0), admitted),
        (Some(open), Ok(watch)) => Playing::new(&engine, socket, opened).run(watch, open).await,
        (Some(_), Err(_)) => (socket, Ending::Said(EndReason::Offline, 0), admitted),
    };
    drop((permit, handshake));
    let kind = kind.with_control(control);
    let ending = better_reason(&engine, (watched, kind), ending).await;
    if let Some(epoch) = control {
        leave_seat(&engine, phone_id, epoch, &ending).await;
    }
    tracing::info!(
        phone_id,
        member_id = member,
        control = control.is_some(),
        reason = ending.name(),
        seconds = begun.elapsed().as_secs(),
        "play session ended"
    );
    match ending {
        Ending::Left(_) => {}
        Ending::Said(reason, detail) => socket.end(reason, detail).await,
        Ending::Broken(code, words) => socket.refuse(code, words).await,
    }
}

/// Reason with which a session that is not opened ends.
fn refusal(error: &OpenError) -> EndReason {
    match error {
        OpenError::Ticket => EndReason::JoinFailed,
        OpenError::Right => EndReason::Expired,
        OpenError::Elsewhere => EndReason::Elsewhere,
        OpenError::Occupied => EndReason::Occupied,
        OpenError::Fault(fault) => {
            tracing::error!(error = %causes(fault), "open play session failed");
            EndReason::NotRetrieved
        }
    }
}

/// Takes control from a session that ended. A controller whose connection was cut may come back to its seat; one that left, or was told why,
/// gives it up.
async fn leave_seat(engine: &Engine, phone_id: i64, epoch: u32, ending: &Ending) {
    let _ = engine.fleet.revoke_control(phone_id, epoch);
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
        tracing::error!(phone_id, error = %causes(&fault), "release control failed");
    }
}

/// Finds a more exact reason why a picture broke off: an operation on the phone, a right that is over, or a phone that is not well.
async fn better_reason(
    engine: &Engine,
    (watched, kind): (access::Watch, SocketKind),
    ending: Ending,
) -> Ending {
    let Ending::Said(
        reason @ (EndReason::Offline
        | EndReason::StreamLeft
        | EndReason::NotRetrieved
        | EndReason::NoPicture),
        detail,
    ) = ending
    else {
        return ending;
    };
    let Some(phone_id) = watched.phone_ids.first().copied() else {
        return ending;
    };
    if let Some(reason) = engine.right_ended(watched, kind).await {
        return Ending::of_right(reason);
    }
    match play::status_and_power(&engine.store, phone_id).await {
        Ok(Some((code, _))) if !is_plain(code) => {
            Ending::Said(EndReason::Status, code.unsigned_abs().into())
        }
        Ok(Some((_, Power::On))) => {
            let (reason, detail) = reason.or_unwell(detail, engine.fleet.unwell(phone_id));
            Ending::Said(reason, detail)
        }
        // A phone that is switched off is not failed.
        Ok(_) => ending,
        Err(fault) => {
            tracing::error!(
                phone_id,
                error = %causes(&fault),
                "read phone status failed"
            );
            ending
        }
    }
}

/// Whether a status says no more than running, or not reachable.
const fn is_plain(status_code: i16) -> bool {
    matches!(status_code, 0 | 1)
}

/// How a session ended.
enum Ending {
    Left(Left),
    Said(EndReason, u32),
    Broken(CloseCode, &'static str),
}

impl Ending {
    /// The end of a session whose right is over. A status ends it only where an operator took the phone out of service.
    fn of_right(reason: EndReason) -> Self {
        let status = match reason {
            EndReason::Status => Status::Maintenance.code().unsigned_abs().into(),
            _ => 0,
        };
        Self::Said(reason, status)
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Left(Left { wilfully: true }) => "left",
            Self::Left(_) => "cut",
            Self::Said(reason, _) => reason.into_str(),
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
