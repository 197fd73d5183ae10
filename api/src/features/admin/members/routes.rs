//! `/admin-api/member/**`: members.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use store::member::browse::ListedMember;
use store::member::{accounts, browse, page as page_of};
use store::{orders, points, session};

use super::super::permissions::{
    AdjustPoints, EditUsers, ExportMembers, ListMembers, RevealMembers,
};
use super::view_as;
use super::wire::{
    AdjustPointsBody, BalanceView, EndMemberSessionsBody, EndedSessionsView, HEADER, MemberIdBody,
    MemberIdQuery, MemberPageView, MemberPhonesView, MemberRowView, MembersQuery, MembersView,
    RevealedView,
};
use crate::AppState;
use crate::features::orders::records::OrderListView;
use crate::features::points::wire::PointPageView;
use crate::features::session::list::SessionsView;
use crate::http::tables::{self, FileView, FormatQuery, ROWS_MAX, Table};
use crate::http::{Answer, ApiError, Calls, Client, Operator, PageQuery, Proven, Top, author};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_members)
        .service(export_members)
        .service(get_member)
        .service(reveal_member)
        .service(view_as::view_as_member)
        .service(view_as::end_view_as)
        .service(list_member_phones)
        .service(list_member_sessions)
        .service(end_member_sessions)
        .service(list_member_orders)
        .service(list_member_points)
        .service(adjust_member_points);
}

/// Members with what each has, the newest first
///
/// Numbers are masked; `/admin-api/member/reveal` shows one.
#[utoipa::path(
    tag = "admin",
    operation_id = "list_members",
    params(PageQuery, MembersQuery),
    responses((status = 200, description = "A page; or 400, 401, 403", body = Answer<MembersView>)),
    extensions(("x-level" = json!("perm:member:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/member/page")]
async fn list_members(
    state: Data<AppState>,
    _operator: Operator<ListMembers>,
    page: Query<PageQuery>,
    query: Query<MembersQuery>,
) -> Result<Answer<MembersView>, ApiError> {
    let (question, window) = (query.into_inner().parse()?, page.usual()?);
    let found = browse::list(&state.engine.store, question, window, state.now_ms()).await?;
    Ok(Answer::ok(found.into()))
}

/// Exports the members that pass the filter as a table, at most 10,000; numbers stay masked
///
/// The answer's `msg` is the name for the download. With `Accept: text/csv`, the media type of XLSX or application/octet-stream it is the file itself.
#[utoipa::path(
    tag = "admin",
    operation_id = "export_members",
    params(MembersQuery, FormatQuery),
    responses((
        status = 200,
        description = "The file's name; or 400, 401, 403, 1001004004",
        body = Top<FileView>,
    )),
    extensions(("x-level" = json!("perm:member:export")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/member/export")]
async fn export_members(
    state: Data<AppState>,
    request: HttpRequest,
    operator: Operator<ExportMembers>,
    client: Client,
    query: Query<MembersQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, ApiError> {
    let (store, all) = (&state.engine.store, (0, ROWS_MAX));
    let question = query.into_inner().parse()?;
    let found = browse::list(store, question, all, state.now_ms()).await?;
    tables::check_rows(found.total)?;
    let by = author(&state, &operator, &client);
    accounts::note_export(store, by, found.list.len()).await?;
    let row = |found: ListedMember| MemberRowView::from(found).exported(state.zone());
    let table = Table {
        name: "会员",
        header: &HEADER,
        rows: found.list.into_iter().map(row).collect(),
    };
    tables::export(&state, &request, operator.actor(), &format, table).await
}

/// A member with its figures, its parent and its sub-accounts
#[utoipa::path(
    tag = "admin",
    operation_id = "get_member",
    params(MemberIdQuery),
    responses((
        status = 200,
        description = "The member; or 400, 401, 403, 1004001000",
        body = Answer<MemberPageView>,
    )),
    extensions(
        ("x-level" = json!("perm:member:list")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: member")),
    ),
)]
#[get("/admin-api/member/info")]
async fn get_member(
    state: Data<AppState>,
    _operator: Operator<ListMembers>,
    query: Query<MemberIdQuery>,
) -> Result<Answer<MemberPageView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let page = page_of::of(store, query.member_id, now_ms).await?;
    Ok(Answer::ok(page.into()))
}

/// Whole number and address of a member; the audit notes who looked
#[utoipa::path(
    tag = "admin",
    operation_id = "reveal_member",
    request_body = MemberIdBody,
    responses((
        status = 200,
        description = "Number and address; or 400, 401, 403, 1004001000",
        body = Answer<RevealedView>,
    )),
    extensions(
        ("x-level" = json!("perm:member:reveal")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: member")),
    ),
)]
#[post("/admin-api/member/reveal")]
async fn reveal_member(
    state: Data<AppState>,
    operator: Operator<RevealMembers>,
    client: Client,
    body: Json<MemberIdBody>,
) -> Result<Answer<RevealedView>, ApiError> {
    let by = author(&state, &operator, &client);
    let revealed = page_of::reveal(&state.engine.store, by, body.member_id).await?;
    Ok(Answer::ok(revealed.into()))
}

/// A member's phones, those that end first before the others
#[utoipa::path(
    tag = "admin",
    operation_id = "list_member_phones",
    params(MemberIdQuery, PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403, 1004001000",
        body = Answer<MemberPhonesView>,
    )),
    extensions(
        ("x-level" = json!("perm:member:list")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: member")),
    ),
)]
#[get("/admin-api/member/phones")]
async fn list_member_phones(
    state: Data<AppState>,
    _operator: Operator<ListMembers>,
    client: Client,
    query: Query<MemberIdQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<MemberPhonesView>, ApiError> {
    let (store, window) = (&state.engine.store, page.usual()?);
    let found = page_of::phones_of(store, query.member_id, window).await?;
    Ok(Answer::ok(MemberPhonesView::of(found, client.lang)))
}

/// A member's own sessions: live ones first, then those that ended within 90 days
#[utoipa::path(
    tag = "admin",
    operation_id = "list_member_sessions",
    params(MemberIdQuery, PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<SessionsView>,
    )),
    extensions(
        ("x-level" = json!("perm:member:list")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: member")),
    ),
)]
#[get("/admin-api/member/sessions")]
async fn list_member_sessions(
    state: Data<AppState>,
    operator: Operator<ListMembers>,
    query: Query<MemberIdQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<SessionsView>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let whose = (query.member_id, operator.actor().session_id());
    let found = session::list_of(store, whose, page.usual()?, now_ms).await?;
    Ok(Answer::ok(found.into()))
}

/// Ends one session of a member, or all of them with what was delegated by them
#[utoipa::path(
    tag = "admin",
    operation_id = "end_member_sessions",
    request_body = EndMemberSessionsBody,
    responses((
        status = 200,
        description = "How many; or 400, 401, 403, 404, 1002003011, 1002003013, 1004001000",
        body = Answer<EndedSessionsView>,
    )),
    extensions(
        ("x-level" = json!("perm:system:user:edit")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: member")),
    ),
)]
#[post("/admin-api/member/end-sessions")]
async fn end_member_sessions(
    state: Data<AppState>,
    operator: Operator<EditUsers>,
    client: Client,
    body: Json<EndMemberSessionsBody>,
) -> Result<Answer<EndedSessionsView>, ApiError> {
    let by = author(&state, &operator, &client);
    let (store, body) = (&state.engine.store, body.into_inner());
    let ended = page_of::end_sessions(store, by, body.member_id, body.session_id).await?;
    let ended = ended.try_into().unwrap_or(u64::MAX);
    Ok(Answer::ok(EndedSessionsView { ended }))
}

/// A member's orders, the newest first
#[utoipa::path(
    tag = "admin",
    operation_id = "list_member_orders",
    params(MemberIdQuery, PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<OrderListView>,
    )),
    extensions(
        ("x-level" = json!("perm:member:list")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: member")),
    ),
)]
#[get("/admin-api/member/orders")]
async fn list_member_orders(
    state: Data<AppState>,
    _operator: Operator<ListMembers>,
    client: Client,
    query: Query<MemberIdQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<OrderListView>, ApiError> {
    let (store, all) = (&state.engine.store, orders::Filter::default());
    let found = orders::page_of(store, query.member_id, all, page.usual()?).await?;
    Ok(Answer::ok(OrderListView::of(found, client.lang)))
}

/// Changes of a member's points with the balance after each, the newest first
#[utoipa::path(
    tag = "admin",
    operation_id = "list_member_points",
    params(MemberIdQuery, PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<PointPageView>,
    )),
    extensions(
        ("x-level" = json!("perm:member:list")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: member")),
    ),
)]
#[get("/admin-api/member/points")]
async fn list_member_points(
    state: Data<AppState>,
    _operator: Operator<ListMembers>,
    client: Client,
    query: Query<MemberIdQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<PointPageView>, ApiError> {
    let (store, all) = (&state.engine.store, points::Filter::default());
    let found = points::page_of(store, query.member_id, all, page.usual()?).await?;
    let view = PointPageView::of(found, state.zone(), client.lang);
    Ok(Answer::ok(view))
}

/// Gives a member points, or takes some, with a reason that the member reads
///
/// Given points can be spent for a year; what refunds still take back is taken from them. No more are taken than can be spent.
#[utoipa::path(
    tag = "admin",
    operation_id = "adjust_member_points",
    request_body = AdjustPointsBody,
    responses((
        status = 200,
        description = "The balance; or 400, 401, 403, 1002003013, 1002003015, 1004001000",
        body = Answer<BalanceView>,
    )),
    extensions(
        ("x-level" = json!("perm:member:points")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: member")),
    ),
)]
#[post("/admin-api/member/adjust-points")]
async fn adjust_member_points(
    state: Data<AppState>,
    operator: Proven<AdjustPoints>,
    client: Client,
    body: Json<AdjustPointsBody>,
) -> Result<Answer<BalanceView>, ApiError> {
    let (member_id, points, reason) = body.into_inner().parse()?;
    let by = author(&state, &operator, &client);
    let balance = points::adjust(&state.engine.store, by, member_id, points, reason).await?;
    Ok(Answer::ok(BalanceView { balance }))
}
