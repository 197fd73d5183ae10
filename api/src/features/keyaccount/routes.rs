//! Enterprise overview: counts of phones and when rentals end, the wall by sections, and the spend by month.

use actix_web::get;
use actix_web::web::{Data, Query};
use store::keyaccount;

use super::wire::{
    OverviewQuery, OverviewView, SectionsQuery, SectionsView, SpendPageQuery, SpendView,
    WallPageQuery, WallView,
};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(get_overview)
        .service(list_sections)
        .service(list_wall_phones)
        .service(get_spend);
}

/// Counts of my phones outside the recycle bin, and how many of them end soon
#[utoipa::path(
    tag = "keyaccount",
    operation_id = "get_overview",
    params(OverviewQuery),
    responses((status = 200, description = "The counts; or 400, 401", body = Answer<OverviewView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/keyaccount/overview")]
async fn get_overview(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<OverviewQuery>,
) -> Result<Answer<OverviewView>, ApiError> {
    let (zone, now_ms) = (query.zone(&state)?, state.now_ms());
    let all = keyaccount::overview(&state.engine.store, &actor, zone, now_ms).await?;
    Ok(Answer::ok(all.into()))
}

/// My phones by the sub-accounts that have them, or by group: the sections that have phones, each with its counts
///
/// A phone that several sub-accounts have is in each of their sections. The phones in none are the last section. With a keyword a section that it names has all its phones, another one those that it names.
#[utoipa::path(
    tag = "keyaccount",
    operation_id = "list_sections",
    params(PageQuery, SectionsQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<SectionsView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/keyaccount/sections")]
async fn list_sections(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<SectionsQuery>,
) -> Result<Answer<SectionsView>, ApiError> {
    let query = query.into_inner().parse(&page)?;
    let page = keyaccount::sections(&state.engine.store, &actor, query).await?;
    Ok(Answer::ok(page.into()))
}

/// My phones of one section, by name, and who works at each of them now
///
/// A sub-account's or a group's phones by its id, else those of none.
#[utoipa::path(
    tag = "keyaccount",
    operation_id = "list_wall_phones",
    params(PageQuery, WallPageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 1011105001, 1011112008",
        body = Answer<WallView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: child, groupId: group")),
    ),
)]
#[get("/app-api/member/keyaccount/phones")]
async fn list_wall_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    page: Query<PageQuery>,
    query: Query<WallPageQuery>,
) -> Result<Answer<WallView>, ApiError> {
    let (query, now_ms) = (query.into_inner().parse(&page)?, state.now_ms());
    let page = keyaccount::wall(&state.engine.store, &actor, query).await?;
    Ok(Answer::ok(WallView::of(page, now_ms, client.lang)))
}

/// Money that I spent in the last six months, less what was given back, and on the phones of which sub-account
///
/// An order's money is divided among its phones; a phone counts for the sub-account that has it now. Orders of sub-accounts are their own and not in it.
#[utoipa::path(
    tag = "keyaccount",
    operation_id = "get_spend",
    params(PageQuery, SpendPageQuery),
    responses((
        status = 200,
        description = "The months, and a page of sub-accounts; or 400, 401",
        body = Answer<SpendView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/keyaccount/spend")]
async fn get_spend(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<SpendPageQuery>,
) -> Result<Answer<SpendView>, ApiError> {
    let (query, now_ms) = (query.into_inner().parse(&page, &state)?, state.now_ms());
    let spend = keyaccount::spend(&state.engine.store, &actor, query, now_ms).await?;
    Ok(Answer::ok(spend.into()))
}
