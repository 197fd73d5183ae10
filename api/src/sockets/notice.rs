//! `/prod-api/api/websocket/notice/{userId}/0`: the number of unread messages, as a text, whenever it changes.

use actix_web::error::ErrorForbidden;
use actix_web::web::{Data, Path, Payload, Query};
use actix_web::{Error, HttpRequest, HttpResponse, get, rt};
use actix_ws::CloseCode;
use domain::live::CLOSE_REFUSED;
use engine::Engine;
use engine::members::News;
use store::live::Door;
use store::session::Actor;

use super::Token;
use super::entry::Guest;
use super::member::{redeem, seated};
use super::text::Line;
use super::upkeep::Stop;
use crate::AppState;

#[get("/prod-api/api/websocket/notice/{user_id}/0")]
pub async fn notice_socket(
    request: HttpRequest,
    body: Payload,
    user_id: Path<i64>,
    token: Query<Token>,
    state: Data<AppState>,
) -> Result<HttpResponse, Error> {
    let guest = Guest::admit(&request, &state)?;
    let actor = redeem(
        &guest,
        &state.engine,
        token.into_inner().token,
        Door::Notice,
    )
    .await?;
    if actor.member_id() != user_id.into_inner() {
        return Err(ErrorForbidden("these are somebody else's messages"));
    }
    let (response, line) = Line::open(&request, body)?;
    rt::spawn(run(line, guest, state.engine.clone(), actor));
    Ok(response)
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
                    line.close(CloseCode::Other(CLOSE_REFUSED), pushed.reason).await;
                    break;
                }
                News::Unread(count) => line.send(count.to_string()).await,
                News::Phones { .. } | News::Operations(_) => Ok(()),
            },
        };
        if sent.is_err() {
            break;
        }
    }
    drop((place, guest));
}
