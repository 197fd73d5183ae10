//! Shared part of the two sockets of an account, `member` and `notice`: a ticket opens the socket, news go out in its own format, and it
//! ends with the session. The socket of a clip redeems its ticket here, too.

use actix_web::error::{ErrorForbidden, ErrorServiceUnavailable};
use actix_web::web::{Data, Payload};
use actix_web::{Error, HttpRequest, HttpResponse, rt};
use actix_ws::CloseCode;
use causes::causes;
use domain::live::{CLOSE_REFUSED, CLOSE_TOO_MANY};
use engine::Engine;
use engine::event_sockets::SocketMessage;
use store::live::{self, OpenError, SocketKind};
use store::session::Actor;

use super::TicketParam;
use super::entry::Handshake;
use super::text::TextSocket;
use super::web_socket::Stop;
use crate::AppState;

/// Formatter of a piece of news for one kind of socket; it returns nothing for news that the socket does not carry.
pub type Formatter = fn(&SocketMessage) -> Vec<String>;

/// Opens a socket for a ticket of its kind; where the address names a member (`whose`), the ticket must be that member's. A bad ticket is
/// refused before the upgrade, like a foreign origin.
pub async fn open(
    (request, body): (HttpRequest, Payload),
    (state, TicketParam(ticket)): (Data<AppState>, TicketParam),
    kind: SocketKind,
    whose: Option<i64>,
    format: Formatter,
) -> Result<HttpResponse, Error> {
    let handshake = Handshake::admit(&request, &state)?;
    let actor = redeem(&handshake, &state.engine, ticket, kind).await?;
    if whose.is_some_and(|id| id != actor.member_id()) {
        return Err(ErrorForbidden("these are somebody else's messages"));
    }
    let (response, socket) = TextSocket::open(&request, body)?;
    rt::spawn(run(socket, handshake, state.engine.clone(), actor, format));
    Ok(response)
}

/// Redeems the ticket of a handshake; answers 403 to a bad ticket and 503 when the database cannot be asked.
pub async fn redeem(
    handshake: &Handshake,
    engine: &Engine,
    ticket: String,
    kind: SocketKind,
) -> Result<Actor, Error> {
    match live::open(&engine.store, ticket.clone(), kind, engine.clock.now_ms()).await {
        Ok(actor) => Ok(actor),
        Err(OpenError::Ticket) => {
            handshake.refused(engine, ticket).await;
            Err(ErrorForbidden("the ticket does not open this"))
        }
        Err(OpenError::Fault(fault)) => {
            tracing::error!(
                error = %causes(&fault),
                "open account socket failed"
            );
            Err(ErrorServiceUnavailable("try again"))
        }
    }
}

async fn run(
    mut socket: TextSocket,
    handshake: Handshake,
    engine: Engine,
    actor: Actor,
    format: Formatter,
) {
    let Some(permit) = engine.connections.of_member(actor.member_id()) else {
        let code = CloseCode::Other(CLOSE_TOO_MANY);
        return socket.close(code, "too many sockets").await;
    };
    let mut subscription = engine.event_sockets.register(&actor);
    loop {
        let news = tokio::select! {
            stop = socket.listen() => {
                if let Stop::Broken(code, words) = stop {
                    socket.close(code, words).await;
                }
                break;
            }
            news = subscription.next() => news,
        };
        // The last message goes first: the device learns why before its calls are refused.
        let mut sent = Ok(());
        for words in format(&news) {
            if sent.is_ok() {
                sent = socket.send(words).await;
            }
        }
        if sent.is_err() {
            break;
        }
        match news {
            SocketMessage::Stopping => {
                socket.close(CloseCode::Away, "the server stops").await;
                break;
            }
            SocketMessage::Ended(pushed) => {
                socket
                    .close(CloseCode::Other(CLOSE_REFUSED), pushed.reason)
                    .await;
                break;
            }
            SocketMessage::Phones { .. }
            | SocketMessage::Operations(_)
            | SocketMessage::Order(_)
            | SocketMessage::Unread(_)
            | SocketMessage::Announced => {}
        }
    }
    drop((permit, handshake));
}
