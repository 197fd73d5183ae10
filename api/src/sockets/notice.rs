//! `/prod-api/api/websocket/notice/{userId}/0`: the number of unread messages, as a text, whenever it changes.

use actix_web::web::{Data, Path, Payload};
use actix_web::{Error, HttpRequest, HttpResponse, get};
use engine::event_sockets::SocketMessage;
use store::live::SocketKind;

use super::{TicketParam, account};
use crate::AppState;

#[get("/prod-api/api/websocket/notice/{user_id}/0")]
pub async fn notice_socket(
    request: HttpRequest,
    body: Payload,
    user_id: Path<i64>,
    ticket: TicketParam,
    state: Data<AppState>,
) -> Result<HttpResponse, Error> {
    let (asked, whose) = ((state, ticket), Some(user_id.into_inner()));
    account::open(
        (request, body),
        asked,
        SocketKind::Notice,
        whose,
        format_news,
    )
    .await
}

fn format_news(news: &SocketMessage) -> Vec<String> {
    match news {
        SocketMessage::Unread(count) => vec![count.to_string()],
        SocketMessage::Phones { .. }
        | SocketMessage::Operations(_)
        | SocketMessage::Order(_)
        | SocketMessage::Announced
        | SocketMessage::Ended(_)
        | SocketMessage::Stopping => Vec::new(),
    }
}
