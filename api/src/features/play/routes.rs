//! Calls that issue tickets for sockets, and screenshots.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Json, Query};
use actix_web::{HttpResponse, get, post};
use causes::causes;
use domain::codes;
use store::{live, play};

use super::embed;
use super::wire::{
    PurposeBody, SessionErrorBody, ShotQuery, StartBody, StartedView, TicketBody, TicketView,
};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member, attachment};

/// Disposition of a screenshot: it is saved, not shown, for its bytes are the phone's.
const SHOT_FILE: &str = "screenshot.png";
/// Policy of a file that is opened by itself: it runs nothing.
const POLICY: &str = "default-src 'none'; sandbox";

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(start_phone)
        .service(report_session_error)
        .service(get_screenshot)
        .service(create_socket_ticket)
        .service(embed::create_embed)
        .service(embed::open_embed)
        .service(embed::list_embeds)
        .service(embed::end_embed);
}

/// Opens a play session: right, state, occupancy and a ticket for 30 s
///
/// An unknown phone and somebody else's get one answer (1011101001). 1011101005: another member controls it. 1011000022: its state
/// forbids it. 1011101003: it has expired.
#[utoipa::path(
    tag = "play",
    operation_id = "start_phone",
    request_body = StartBody,
    responses((
        status = 200,
        description = "A ticket; or 400, 401, 1011101001, 1011101003, 1011101005, 1011000022",
        body = Answer<StartedView>,
    )),
    extensions(
        ("x-level" = json!("view")),
        ("x-scope" = json!("phones:control")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/infra/cacloud-resource/phone/startPhone")]
async fn start_phone(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<StartBody>,
) -> Result<Answer<StartedView>, ApiError> {
    let StartBody {
        phone_id,
        mode,
        resume,
    } = body.into_inner();
    let started = play::start(
        &state.engine.store,
        &actor,
        phone_id,
        mode.unwrap_or_default(),
        resume,
        state.now_ms(),
    )
    .await?;
    let seen = [(phone_id, started.level)];
    state.engine.set_language(&actor, seen, client.lang);
    Ok(Answer::ok(StartedView::of(phone_id, started)))
}

/// Says how a play session failed
///
/// Kept for operators, at most 20 a minute of one member. It changes nothing on the phone: only the server's own looks do.
#[utoipa::path(
    tag = "play",
    operation_id = "report_session_error",
    request_body = SessionErrorBody,
    responses((
        status = 200,
        description = "Kept; or 400, 401, 1002000429, 1011101001",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("view")),
        ("x-scope" = json!("phones:control")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/infra/cacloud-resource/phone/updPhoneSessionError")]
async fn report_session_error(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<SessionErrorBody>,
) -> Result<Answer<bool>, ApiError> {
    let (phone_id, error) = body.into_inner().parse()?;
    play::report(&state.engine.store, &actor, phone_id, error, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// The picture on a phone's screen now
///
/// A PNG as the phone makes it, at most 30 a minute of one member; whether the phone is being played or not, and without a session.
/// 1011101010: the phone gave none in time.
#[utoipa::path(
    tag = "play",
    operation_id = "get_screenshot",
    params(ShotQuery),
    responses((
        status = 200,
        description = "The picture; or, as application/json, 400, 401, 403, 1002000429, 1011101001, 1011101003, 1011101004, 1011000022, 1011101010",
        content_type = "image/png",
        body = Vec<u8>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:control")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[get("/app-api/infra/cacloud-resource/phone/screenshot")]
async fn get_screenshot(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<ShotQuery>,
) -> Result<HttpResponse, ApiError> {
    let ShotQuery { phone_id } = query.into_inner();
    play::may_shoot(&state.engine.store, &actor, phone_id, state.now_ms()).await?;
    let png = state
        .engine
        .fleet
        .screenshot(phone_id)
        .await
        .map_err(|error| {
            tracing::debug!(phone_id, error = %causes(&error), "take screenshot failed");
            ApiError::Refused(codes::SHOT_FAILED)
        })?;
    let fixed = HeaderValue::from_static;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, fixed("image/png")))
        .insert_header(attachment(SHOT_FILE))
        .insert_header((header::CONTENT_SECURITY_POLICY, fixed(POLICY)))
        .insert_header((header::CACHE_CONTROL, fixed("no-store")))
        .insert_header(("cross-origin-resource-policy", "same-origin"))
        .body(png))
}

/// A ticket for a socket that is not a play session
///
/// `deck` carries small pictures of many phones: one phone that I cannot see refuses the whole set. `group` is a deck whose phones, but
/// for the master, may be told to follow: each by itself, over the socket. `member` tells what happens to the account and its phones,
/// `notice` the number of unread messages: they take no phones.
#[utoipa::path(
    tag = "play",
    operation_id = "create_socket_ticket",
    request_body = TicketBody,
    responses((
        status = 200,
        description = "A ticket; or 400, 401, 1011101001, 1011101006, 1011101007, 1011101012",
        body = Answer<TicketView>,
    )),
    extensions(
        ("x-level" = json!("view")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/ws-ticket")]
async fn create_socket_ticket(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<TicketBody>,
) -> Result<Answer<TicketView>, ApiError> {
    let TicketBody {
        purpose,
        phone_ids,
        master,
    } = body.into_inner();
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let ticket = match purpose {
        PurposeBody::Group => {
            let master = master.ok_or(ApiError::Refused(codes::GROUP_MASTER))?;
            let (ticket, slots) =
                play::group_ticket(store, &actor, &phone_ids, master, now_ms).await?;
            return Ok(Answer::ok(TicketView::of(ticket, slots)));
        }
        _ if master.is_some() => return Err(ApiError::Refused(codes::BAD_REQUEST)),
        PurposeBody::Deck => play::deck_ticket(store, &actor, phone_ids.clone(), now_ms).await?,
        PurposeBody::Member | PurposeBody::Notice if !phone_ids.is_empty() => {
            return Err(ApiError::Refused(codes::BAD_REQUEST));
        }
        PurposeBody::Member => {
            live::ticket(store, &actor, live::SocketKind::Member, now_ms).await?
        }
        PurposeBody::Notice => {
            live::ticket(store, &actor, live::SocketKind::Notice, now_ms).await?
        }
    };
    Ok(Answer::ok(TicketView::of(ticket, phone_ids)))
}
