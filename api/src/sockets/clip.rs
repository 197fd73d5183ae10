//! `/websocket/clip`: a page that plays a clip behind an owner's link. The page counts as one of the link's viewers while the socket is
//! open, and the socket tells it when the link is over.

use actix_web::error::{ErrorForbidden, ErrorServiceUnavailable};
use actix_web::web::{Data, Payload};
use actix_web::{Error, HttpRequest, HttpResponse, get, rt};
use actix_ws::CloseCode;
use causes::causes;
use domain::live::{CLOSE_REFUSED, CLOSE_TOO_MANY};
use domain::play::EndReason;
use engine::{OpenSocket, SocketEvent, SocketKind};
use store::access::Watch;
use store::live;
use store::sharing::links;

use super::entry::Handshake;
use super::text::TextSocket;
use super::web_socket::Stop;
use super::{TicketParam, account};
use crate::AppState;

#[get("/websocket/clip")]
pub async fn clip_socket(
    request: HttpRequest,
    body: Payload,
    TicketParam(ticket): TicketParam,
    state: Data<AppState>,
) -> Result<HttpResponse, Error> {
    let handshake = Handshake::admit(&request, &state)?;
    let engine = &state.engine;
    let actor = account::redeem(&handshake, engine, ticket, live::SocketKind::Clip).await?;
    let standing = links::standing(&engine.store, &actor)
        .await
        .map_err(|fault| {
            tracing::error!(error = %causes(&fault), "open clip socket failed");
            ErrorServiceUnavailable("try again")
        })?;
    let link = standing.ok_or_else(|| ErrorForbidden("the ticket does not open this"))?;
    let watch = Watch {
        actor,
        phone_ids: Vec::new(),
    };
    // The viewer is registered before the answer: the page asks for the clip as soon as its socket is open.
    let most = (link.link_id, link.viewers_max);
    let now_ms = engine.clock.now_ms();
    let open = (engine.screen_sockets).register_viewer(watch, SocketKind::Clip, most, now_ms);
    let (response, socket) = TextSocket::open(&request, body)?;
    rt::spawn(run(socket, open, handshake));
    Ok(response)
}

async fn run(mut socket: TextSocket, open: Option<OpenSocket>, handshake: Handshake) {
    let Some(mut open) = open else {
        let code = CloseCode::Other(CLOSE_TOO_MANY);
        return socket.close(code, "as many pages as may are open").await;
    };
    loop {
        tokio::select! {
            stop = socket.listen() => {
                if let Stop::Broken(code, words) = stop {
                    socket.close(code, words).await;
                }
                break;
            }
            event = open.next() => {
                let SocketEvent::Ended(reason) = event else {
                    continue;
                };
                let (code, words) = match reason {
                    EndReason::ServerStopping => (CloseCode::Away, "the server stops"),
                    _ => (CloseCode::Other(CLOSE_REFUSED), "the link is over"),
                };
                // The clip's bytes end before the goodbye, which may take its time.
                drop(open);
                socket.close(code, words).await;
                break;
            }
        }
    }
    drop(handshake);
}
