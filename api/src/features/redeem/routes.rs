//! `/app-api/trade/redeem-code/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::redeem::{Code, Refusal};
use store::redeem::{self, Guesser, RedeemError, Redeemed};
use store::session::Actor;

use super::wire::{
    CodeBody, CodesBody, HistoryQuery, HistoryView, ManyBody, ManyView, PreviewsView, RedeemedView,
    RenewBody, ResultView,
};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_redemptions)
        .service(preview_codes)
        .service(redeem_code)
        .service(redeem_codes)
        .service(renew_by_code)
        .configure(super::admin::configure);
}

/// The codes that I used, the last one first
#[utoipa::path(
    tag = "redeem",
    operation_id = "list_redemptions",
    params(PageQuery, HistoryQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<HistoryView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/redeem-code/app-page")]
async fn list_redemptions(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<HistoryQuery>,
) -> Result<Answer<HistoryView>, ApiError> {
    let (keyword, window) = query.into_inner().parse(&page)?;
    let found = redeem::history(&state.engine.store, &actor, keyword, window).await?;
    Ok(Answer::ok(found.into()))
}

/// Previews up to 100 codes: the gift of each. None is used; a wrong one counts as a guess
///
/// After 10 wrong codes of an account, or 30 from an address, in 10 minutes each row says 1002000429.
#[utoipa::path(
    tag = "redeem",
    operation_id = "preview_codes",
    request_body = CodesBody,
    responses((
        status = 200,
        description = "A row for each code, in their order; or 400, 401",
        body = Answer<PreviewsView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/redeem-code/preview")]
async fn preview_codes(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<CodesBody>,
) -> Result<Answer<PreviewsView>, ApiError> {
    let (asked, now_ms) = (body.into_inner().parse()?, state.now_ms());
    let codes = asked.iter().flatten().cloned().collect();
    let guesser = guesser(&actor, &client);
    let found = redeem::preview(&state.engine.store, guesser, codes, now_ms).await?;
    Ok(Answer::ok(PreviewsView::of(&asked, found, client.lang)))
}

/// Uses one code for a new phone
///
/// A refusal leaves the code unused.
#[utoipa::path(
    tag = "redeem",
    operation_id = "redeem_code",
    request_body = CodeBody,
    responses((
        status = 200,
        description = "The new phone; or 400, 401, 1002000429, 1011103001 to 1011103009",
        body = Answer<RedeemedView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/redeem-code/redeem")]
async fn redeem_code(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<CodeBody>,
) -> Result<Answer<RedeemedView>, ApiError> {
    let redeemed = used(&state, &actor, &client, (body.into_inner().parse(), None)).await?;
    Ok(Answer::ok(redeemed.into()))
}

/// Uses one code to renew a phone
#[utoipa::path(
    tag = "redeem",
    operation_id = "renew_by_code",
    request_body = RenewBody,
    responses((
        status = 200,
        description = "The phone with its new end; or 400, 401, 1002000429, 1011101001, 1011101004, 1011103001 to 1011103009",
        body = Answer<RedeemedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneId: phone")),
    ),
)]
#[post("/app-api/trade/redeem-code/renew")]
async fn renew_by_code(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<RenewBody>,
) -> Result<Answer<RedeemedView>, ApiError> {
    let (code, phone_id) = body.into_inner().parse();
    let redeemed = used(&state, &actor, &client, (code, Some(phone_id))).await?;
    Ok(Answer::ok(redeemed.into()))
}

/// Uses up to 100 codes one after the other, each for a new phone or for the phone beside it
///
/// Each row has its own answer: a code that is refused stops none of the others.
#[utoipa::path(
    tag = "redeem",
    operation_id = "redeem_codes",
    request_body = ManyBody,
    responses((
        status = 200,
        description = "A row for each code, in their order; or 400, 401",
        body = Answer<ManyView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("codes.phoneId: phone")),
    ),
)]
#[post("/app-api/trade/redeem-code/redeem-batch")]
async fn redeem_codes(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<ManyBody>,
) -> Result<Answer<ManyView>, ApiError> {
    let mut rows = Vec::new();
    for asked in body.into_inner().parse()? {
        let result = match asked {
            Ok(asked) => used(&state, &actor, &client, asked).await,
            Err(refusal) => Err(refusal.into()),
        };
        rows.push(ResultView::of(rows.len(), result, client.lang)?);
    }
    Ok(Answer::ok(ManyView::of(rows)))
}

/// Uses a code, and tells the sockets of whoever sees its phone.
async fn used(
    state: &AppState,
    actor: &Actor,
    client: &Client,
    (code, phone_id): (Option<Code>, Option<i64>),
) -> Result<Redeemed, RedeemError> {
    // A text that is no code in any spelling gets the same answer as a code that does not exist.
    let code = code.ok_or(Refusal::Unusable)?;
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let wanted = (code, phone_id);
    let redeemed = redeem::redeem(store, guesser(actor, client), wanted, now_ms).await?;
    state.engine.publish_phone(redeemed.phone_id).await;
    Ok(redeemed)
}

fn guesser(actor: &Actor, client: &Client) -> Guesser {
    Guesser {
        actor: actor.clone(),
        address: Some(client.address),
    }
}
