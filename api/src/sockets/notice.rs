//! `/prod-api/api/websocket/notice/{userId}/0`: the number of unread messages, as a text, whenever it changes.

use actix_web::web::{Data, Path, Payload};
use actix_web::{Error, HttpRequest, HttpResponse, get};
use engine::members::News;
use store::live::SocketKind;

use super::{Token, account};
use crate::AppState;

#[get("/prod-api/api/websocket/notice/{user_id}/0")]
pub async fn notice_socket(
    request: HttpRequest,
    body: Payload,
    user_id: Path<i64>,
    token: Token,
    state: Data<AppState>,
) -> Result<HttpResponse, Error> {
    let (asked, whose) = ((state, token), Some(user_id.into_inner()));
    account::open((request, body), asked, SocketKind::Notice, whose, spoken).await
}

fn spoken(news: &News) -> Vec<String> {
    match news {
        News::Unread(count) => vec![count.to_string()],
        News::Phones { .. }
        | News::Operations(_)
        | News::Order(_)
        | News::Announced
        | News::Ended(_)
        | News::Stopping => Vec::new(),
    }
}
