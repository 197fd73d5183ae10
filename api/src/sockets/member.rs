//! `/websocket/infra/ws`: news of the account and its phones, as `{"type", "content"}` whose content is a JSON text.

use actix_web::web::{Data, Payload};
use actix_web::{Error, HttpRequest, HttpResponse, get};
use domain::live::{NoticeCount, OperationsChanged, PhonesChanged, names};
use engine::event_sockets::SocketMessage;
use serde::Serialize;
use serde_json::json;
use store::live::SocketKind;

use super::{TicketParam, account};
use crate::AppState;

#[get("/websocket/infra/ws")]
pub async fn member_socket(
    request: HttpRequest,
    body: Payload,
    ticket: TicketParam,
    state: Data<AppState>,
) -> Result<HttpResponse, Error> {
    let asked = (state, ticket);
    account::open(
        (request, body),
        asked,
        SocketKind::Member,
        None,
        format_news,
    )
    .await
}

fn format_news(news: &SocketMessage) -> Vec<String> {
    match news {
        SocketMessage::Phones { phone_ids, at_ms } => {
            let changed = PhonesChanged {
                phone_ids: phone_ids.clone(),
                at: *at_ms,
            };
            vec![message(names::PHONE_CHANGED, &changed)]
        }
        SocketMessage::Operations(ids) => {
            let moved = OperationsChanged { ids: ids.clone() };
            vec![message(names::OPERATION_CHANGED, &moved)]
        }
        SocketMessage::Order(changed) => vec![message(names::ORDER_CHANGED, changed)],
        SocketMessage::Unread(count) => {
            let unread = NoticeCount { count: *count };
            vec![message(names::NOTICE_COUNT, &unread)]
        }
        SocketMessage::Announced => vec![message(names::ANNOUNCED, &json!({}))],
        SocketMessage::Ended(pushed) => {
            let mut last = vec![message(names::MEMBER_PUSH, pushed)];
            if pushed.by_another_device() {
                last.push(message(names::LOGIN_OCCUPIED, pushed));
            }
            last
        }
        SocketMessage::Stopping => Vec::new(),
    }
}

fn message(name: &str, content: &impl Serialize) -> String {
    let content = json!(content).to_string();
    json!({ "type": name, "content": content }).to_string()
}
