//! `/app-api/infra/embed/**`: player inside another site's page, for one phone and a limited time.

use actix_web::web::{Data, Json};
use actix_web::{get, post};
use domain::codes;
use domain::session::{
    EMBED_LASTS_MAX_MS, EMBED_LASTS_MIN_MS, EMBED_LASTS_MS, EMBED_OPEN_MAX_MS, EMBED_OPEN_MIN_MS,
    EMBED_OPEN_MS,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::play::{self, Embed, EmbedAsk, EmbedError};
use utoipa::ToSchema;

use crate::AppState;
use crate::http::{Answer, ApiError, Client, Member};

/// Path where the player opens with a ticket, below the console's base.
const PAGE: &str = "/app/play/embedded?token=";

/// Level of a page's right on the phone that it shows.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EmbedLevel {
    /// See the phone.
    View,
    /// See and control it.
    Operate,
}

impl EmbedLevel {
    const fn of(operate: bool) -> Self {
        if operate { Self::Operate } else { Self::View }
    }
}

/// Phone to embed, level and times.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmbedBody {
    /// Phone's id.
    phone_id: i64,
    /// Level, at most what the asker may.
    level: EmbedLevel,
    /// The address opens so long, once: 30000 to 600000; 60000 when left out.
    opens_ms: Option<i64>,
    /// The player lasts so long at most: 60000 to 43200000; 3600000 when left out.
    lasts_ms: Option<i64>,
}

impl EmbedBody {
    fn parse(self) -> Result<EmbedAsk, ApiError> {
        let opens_ms = self.opens_ms.unwrap_or(EMBED_OPEN_MS);
        let lasts_ms = self.lasts_ms.unwrap_or(EMBED_LASTS_MS);
        let fits = (EMBED_OPEN_MIN_MS..=EMBED_OPEN_MAX_MS).contains(&opens_ms)
            && (EMBED_LASTS_MIN_MS..=EMBED_LASTS_MAX_MS).contains(&lasts_ms);
        if !fits {
            return Err(ApiError::Refused(codes::BAD_REQUEST));
        }
        Ok(EmbedAsk {
            phone_id: self.phone_id,
            operate: self.level == EmbedLevel::Operate,
            opens_ms,
            lasts_ms,
        })
    }
}

impl From<EmbedError> for ApiError {
    fn from(error: EmbedError) -> Self {
        match error {
            EmbedError::Phone(error) => error.into(),
            EmbedError::TooMany => Self::Refused(codes::EMBED_LIMIT),
            EmbedError::Unknown => Self::Refused(codes::EMBED_ABSENT),
            EmbedError::Fault(fault) => fault.into(),
        }
    }
}

/// An embedded player that may be opened once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewEmbedView {
    /// Id by which it is ended.
    embed_id: i64,
    /// For an iframe, behind this server's origin; `&theme=dark` and `&lang=en-US` may follow. It opens once.
    path: String,
    /// Until when it opens, Unix milliseconds.
    expires_ms: i64,
    /// When the player ends at the latest, Unix milliseconds.
    until_ms: i64,
}

/// Lends a phone to somebody else's page
///
/// The answered path opens the bare player, once and soon, without anybody signed in. The player ends within a second when the asker's
/// right to the phone ends, when the token ends that asked for it, after a password change, and by `embed/end`. Only pages of the
/// origins that the operator named may frame it. 1011101004: more than the asker may. 1011109002: 50 wait or run.
#[utoipa::path(
    tag = "play",
    operation_id = "create_embed",
    request_body = EmbedBody,
    responses((
        status = 200,
        description = "A path; or 400, 401, 403, 1011101001, 1011101003, 1011101004, 1011109002",
        body = Answer<NewEmbedView>,
    )),
    extensions(
        ("x-level" = json!("view")),
        ("x-scope" = json!("phones:control")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/infra/embed/create")]
pub async fn create_embed(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<EmbedBody>,
) -> Result<Answer<NewEmbedView>, ApiError> {
    let ask = body.into_inner().parse()?;
    let new = play::embed(&state.engine.store, &actor, ask, state.now_ms()).await?;
    Ok(Answer::ok(NewEmbedView {
        embed_id: new.embed_id,
        path: format!("{}{PAGE}{}", state.base.as_str(), new.ticket.text),
        expires_ms: new.ticket.expires_ms,
        until_ms: new.until_ms,
    }))
}

/// The ticket of an embedded player.
#[derive(Deserialize, ToSchema)]
pub struct OpenEmbedBody {
    /// Ticket from the address.
    ticket: String,
}

/// An embedded player's session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedEmbedView {
    /// For `Authorization: Bearer`: this phone's play session, and nothing else.
    access_token: String,
    phone_id: i64,
    /// The phone's name.
    name: String,
    level: EmbedLevel,
    /// When it ends at the latest, Unix milliseconds.
    until_ms: i64,
    /// Origins whose pages may frame it, and are told how it is.
    embed_origins: Vec<String>,
}

/// Opens an embedded player
///
/// The ticket is spent. 1011109001, with `{embedOrigins}`: it opens nothing (any more).
#[utoipa::path(
    tag = "play",
    operation_id = "open_embed",
    request_body = OpenEmbedBody,
    responses((
        status = 200,
        description = "A session; or 400, 1011109001",
        body = Answer<OpenedEmbedView>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/infra/embed/open")]
pub async fn open_embed(
    state: Data<AppState>,
    client: Client,
    body: Json<OpenEmbedBody>,
) -> Result<Answer<OpenedEmbedView>, ApiError> {
    let (store, ticket) = (&state.engine.store, body.into_inner().ticket);
    let embed_origins = state.embedders.origins().to_vec();
    let opened = play::open_embed(store, ticket, Some(client.address), state.now_ms()).await?;
    let Some(opened) = opened else {
        return Err(ApiError::WithData {
            code: codes::EMBED_TICKET,
            data: json!({ "embedOrigins": embed_origins }),
        });
    };
    Ok(Answer::ok(OpenedEmbedView {
        access_token: opened.token,
        phone_id: opened.phone_id,
        name: opened.name,
        level: EmbedLevel::of(opened.operate),
        until_ms: opened.until_ms,
        embed_origins,
    }))
}

/// Embedded players that wait or run.
#[derive(Serialize, ToSchema)]
pub struct EmbedsView {
    /// The newest first; at most 50.
    list: Vec<EmbedView>,
}

/// An embedded player.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmbedView {
    /// Id by which it is ended.
    embed_id: i64,
    phone_id: i64,
    level: EmbedLevel,
    /// Unix milliseconds.
    created_ms: i64,
    /// Latest end: of one that waits, when its address opens nothing any more. Unix milliseconds.
    until_ms: i64,
    /// Whether it was opened.
    opened: bool,
    /// From where it was opened; empty before.
    address: String,
}

impl From<Embed> for EmbedView {
    fn from(embed: Embed) -> Self {
        Self {
            embed_id: embed.embed_id,
            phone_id: embed.phone_id,
            level: EmbedLevel::of(embed.operate),
            created_ms: embed.created_ms,
            until_ms: embed.until_ms,
            opened: embed.opened,
            address: embed.address,
        }
    }
}

/// The member's embedded players that wait or run
///
/// A token sees those that it asked for.
#[utoipa::path(
    tag = "play",
    operation_id = "list_embeds",
    responses((status = 200, description = "All of them; or 401, 403", body = Answer<EmbedsView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:control"))),
)]
#[get("/app-api/infra/embed/list")]
pub async fn list_embeds(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<EmbedsView>, ApiError> {
    let embeds = play::embeds(&state.engine.store, &actor, state.now_ms()).await?;
    let list = embeds.into_iter().map(Into::into).collect();
    Ok(Answer::ok(EmbedsView { list }))
}

/// Names an embedded player.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndEmbedBody {
    embed_id: i64,
}

/// Ends an embedded player
///
/// The picture ends within a second, the address opens nothing at once. 1011109003: there is none, it is over, or it is somebody else's.
#[utoipa::path(
    tag = "play",
    operation_id = "end_embed",
    request_body = EndEmbedBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1011109003",
        body = Answer<bool>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("phones:control")),
        ("x-object" = json!("embedId: embed")),
    ),
)]
#[post("/app-api/infra/embed/end")]
pub async fn end_embed(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<EndEmbedBody>,
) -> Result<Answer<bool>, ApiError> {
    let embed_id = body.embed_id;
    play::end_embed(&state.engine.store, &actor, embed_id, state.now_ms()).await?;
    Ok(Answer::ok(true))
}
