//! Calls that make one-time tickets: `startPhone` for one phone, `ws-ticket` for a deck and for a group.

use gloo_net::http::Request;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use web_sys::AbortController;

use domain::lang::Lang;

use super::page::fits_a_header;
use super::{Page, Timeout, scope};
use crate::error::StreamError;
use crate::types::{DeckOptions, PlayMode, PlayOptions};

const START_PHONE: &str = "/app-api/infra/cacloud-resource/phone/startPhone";
const SOCKET_TICKET: &str = "/app-api/infra/ws-ticket";
const DECK_SOCKET: &str = "/websocket/deck";
/// Client version that every call to the API names in the header `version-code`.
const VERSION_CODE: &str = "202503201";
const TIMEOUT_MS: u32 = 10_000;
/// Code of an answer when the access token is no longer valid.
pub const UNAUTHORIZED: i64 = 401;

/// Whether a later attempt may get another answer: the code is that of too many calls, or of a fault of the server.
pub const fn is_passing(code: i64) -> bool {
    code == 429 || (code >= 500 && code <= 599)
}

/// Address of the socket to open.
pub struct Ticket {
    /// Address with the token; to be used once.
    pub url: String,
    /// Phones of a deck in the order of their slots.
    pub phone_ids: Vec<u64>,
}

/// Reason why there is no ticket.
pub enum TicketError {
    /// The server refused.
    Refused {
        /// Code of the refusal.
        code: i64,
        /// Message of the server.
        msg: String,
    },
    /// The page has no access token.
    NoToken,
    /// No understandable answer came: worth another attempt.
    Unreachable,
}

impl From<StreamError> for TicketError {
    fn from(_: StreamError) -> Self {
        Self::Unreachable
    }
}

/// Fields of every call about its caller.
#[derive(Clone, Copy)]
struct Caller<'a> {
    lang: Lang,
    channel_code: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StartPhoneBody<'a> {
    phone_id: u64,
    mode: PlayMode,
    #[serde(skip_serializing_if = "Option::is_none")]
    resume: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SocketTicketBody<'a> {
    purpose: &'a str,
    phone_ids: &'a [u64],
    #[serde(skip_serializing_if = "Option::is_none")]
    master: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TicketView {
    ticket: String,
    #[serde(default)]
    phone_ids: Vec<u64>,
}

#[derive(Deserialize)]
struct Envelope<D> {
    #[serde(default)]
    code: Option<i64>,
    #[serde(default)]
    msg: Option<String>,
    #[serde(default = "Option::default")]
    data: Option<D>,
}

/// Gets a ticket to play one phone; `resume` keeps the control that a cut interrupted.
pub async fn play_ticket(
    page: &Page,
    options: &PlayOptions,
    resume: Option<&str>,
) -> Result<Ticket, TicketError> {
    let body = StartPhoneBody {
        phone_id: options.phone_id,
        mode: options.mode,
        resume,
    };
    let caller = Caller {
        lang: options.lang,
        channel_code: &options.channel_code,
    };
    let view: TicketView = post(page, caller, START_PHONE, &body).await?;
    Ok(Ticket {
        url: socket_url(
            &format!("/websocket/play/{}", options.phone_id),
            &view.ticket,
        )?,
        phone_ids: Vec::new(),
    })
}

/// Gets a ticket to see many phones. With a master in the options the ticket is for a group, whose other phones can follow it.
pub async fn deck_ticket(
    page: &Page,
    options: &DeckOptions,
    phone_ids: &[u64],
) -> Result<Ticket, TicketError> {
    let caller = Caller {
        lang: options.lang,
        channel_code: &options.channel_code,
    };
    let view: TicketView = post(
        page,
        caller,
        SOCKET_TICKET,
        &SocketTicketBody {
            purpose: if options.master.is_some() {
                "group"
            } else {
                "deck"
            },
            phone_ids,
            master: options.master,
        },
    )
    .await?;
    Ok(Ticket {
        url: socket_url(DECK_SOCKET, &view.ticket)?,
        phone_ids: view.phone_ids,
    })
}

fn socket_url(path: &str, ticket: &str) -> Result<String, StreamError> {
    let location = scope()?.location();
    let origin = location.origin().replacen("http", "ws", 1);
    let path = below(&location.pathname(), path);
    let ticket = js_sys::encode_uri_component(ticket);
    Ok(format!("{origin}{path}?token={ticket}"))
}

/// Path on this server, with the prefix under which the app is served: what stands before `/app/` in the path of the worker's script.
fn below(script: &str, path: &str) -> String {
    let end = script.rfind("/app/").unwrap_or_default();
    let base = script.get(..end).unwrap_or_default();
    format!("{base}{path}")
}

/// Posts with the page's access token; posts once more with a fresh one when the server says that the first is no longer valid.
async fn post<B: Serialize, D: DeserializeOwned>(
    page: &Page,
    caller: Caller<'_>,
    path: &str,
    body: &B,
) -> Result<D, TicketError> {
    let mut refreshed = false;
    let mut token = page.access_token(false).await;
    loop {
        if token.is_none() && !refreshed {
            refreshed = true;
            token = page.access_token(true).await;
        }
        let Some(bearer) = token.take() else {
            return Err(TicketError::NoToken);
        };
        let envelope: Envelope<D> = post_once(caller, path, &bearer, body)
            .await
            .ok_or(TicketError::Unreachable)?;
        match envelope.code.unwrap_or(0) {
            0 | 200 => return envelope.data.ok_or(TicketError::Unreachable),
            UNAUTHORIZED if !refreshed => {}
            code => {
                return Err(TicketError::Refused {
                    code,
                    msg: envelope.msg.unwrap_or_default(),
                });
            }
        }
    }
}

async fn post_once<B: Serialize, D: DeserializeOwned>(
    caller: Caller<'_>,
    path: &str,
    bearer: &str,
    body: &B,
) -> Option<Envelope<D>> {
    let deadline = AbortController::new().ok()?;
    let signal = deadline.signal();
    let _timeout = Timeout::new(TIMEOUT_MS, move || deadline.abort()).ok()?;
    let script = scope().ok()?.location().pathname();
    let answer = Request::post(&below(&script, path))
        .header("authorization", &format!("Bearer {bearer}"))
        .header("accept-language", caller.lang.tag())
        .header("terminal", "WEB")
        .header(
            "channel-code",
            if fits_a_header(caller.channel_code) {
                caller.channel_code
            } else {
                "default"
            },
        )
        .header("version-code", VERSION_CODE)
        .abort_signal(Some(&signal))
        .json(body)
        .ok()?
        .send()
        .await
        .ok()?;
    answer.json().await.ok()
}
