//! `/websocket/infra/ws`: what happens to the account and its phones, as `{"type", "content"}` whose content is a JSON text.

use actix_web::error::{ErrorForbidden, ErrorInternalServerError};
use actix_web::web::{Data, Payload, Query};
use actix_web::{Error, HttpRequest, HttpResponse, get, rt};
use actix_ws::CloseCode;
use domain::live::{
    CLOSE_REFUSED, CLOSE_TOO_MANY, NoticeCount, OperationsChanged, PhonesChanged, Pushed, names,
};
use engine::members::News;
use engine::{Engine, Place};
use serde::Serialize;
use serde_json::json;
use store::live::{self, Door, OpenError};
use store::session::Actor;

use super::Token;
use super::entry::Guest;
use super::text::Line;
use super::upkeep::Stop;
use crate::AppState;

#[get("/websocket/infra/ws")]
pub async fn member_socket(
    request: HttpRequest,
    body: Payload,
    token: Query<Token>,
    state: Data<AppState>,
) -> Result<HttpResponse, Error> {
    let guest = Guest::admit(&request, &state)?;
    let actor = redeem(
        &guest,
        &state.engine,
        token.into_inner().token,
        Door::Member,
    )
    .await?;
    let (response, line) = Line::open(&request, body)?;
    rt::spawn(run(line, guest, state.engine.clone(), actor));
    Ok(response)
}

/// Whose ticket it is. A bad one is refused before the upgrade, like a stranger's page.
pub async fn redeem(
    guest: &Guest,
    engine: &Engine,
    ticket: String,
    door: Door,
) -> Result<Actor, Error> {
    match live::open(&engine.store, ticket.clone(), door, engine.clock.now_ms()).await {
        Ok(actor) => Ok(actor),
        Err(OpenError::Ticket) => {
            guest.refused(engine, ticket).await;
            Err(ErrorForbidden("the ticket does not open this"))
        }
        Err(OpenError::Fault(fault)) => {
            tracing::error!(
                error = &fault as &dyn std::error::Error,
                "a socket was not opened"
            );
            Err(ErrorInternalServerError("try again"))
        }
    }
}

/// The member's place in the crowd; without one the socket is closed.
pub async fn seated(line: Line, engine: &Engine, actor: &Actor) -> Option<(Line, Place)> {
    if let Some(place) = engine.crowd.of_member(actor.member_id()) {
        return Some((line, place));
    }
    line.close(CloseCode::Other(CLOSE_TOO_MANY), "too many sockets")
        .await;
    None
}

async fn run(line: Line, guest: Guest, engine: Engine, actor: Actor) {
    let Some((mut line, place)) = seated(line, &engine, &actor).await else {
        return;
    };
    let mut ear = engine.members.enter(&actor);
    loop {
        let sent = tokio::select! {
            stop = line.listen() => {
                if let Stop::Broken(code, words) = stop {
                    line.close(code, words).await;
                }
                break;
            }
            news = ear.next() => match news {
                News::Stopping => {
                    line.close(CloseCode::Away, "the server stops").await;
                    break;
                }
                News::Ended(pushed) => {
                    farewell(line, &pushed).await;
                    break;
                }
                news => line.send(spoken(news)).await,
            },
        };
        if sent.is_err() {
            break;
        }
    }
    drop((place, guest));
}

/// Says why the session is over, then closes: the device learns it before anything of it is refused.
async fn farewell(mut line: Line, pushed: &Pushed) {
    let mut told = line.send(message(names::MEMBER_PUSH, pushed)).await;
    if told.is_ok() && pushed.by_another_device() {
        told = line.send(message(names::LOGIN_OCCUPIED, pushed)).await;
    }
    if told.is_ok() {
        line.close(CloseCode::Other(CLOSE_REFUSED), pushed.reason)
            .await;
    }
}

fn spoken(news: News) -> String {
    match news {
        News::Phones { phone_ids, at_ms } => message(
            names::PHONE_CHANGED,
            &PhonesChanged {
                phone_ids,
                at: at_ms,
            },
        ),
        News::Operations(ids) => message(names::OPERATION_CHANGED, &OperationsChanged { ids }),
        News::Unread(count) => message(names::NOTICE_COUNT, &NoticeCount { count }),
        News::Ended(pushed) => message(names::MEMBER_PUSH, &pushed),
        News::Stopping => String::new(),
    }
}

fn message(name: &str, content: &impl Serialize) -> String {
    let content = json!(content).to_string();
    json!({ "type": name, "content": content }).to_string()
}
