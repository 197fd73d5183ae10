//! Sub-accounts: joined, listed, switched, ended, and the allot calls that give phones to them and take phones from them.

use actix_multipart::Multipart;
use actix_web::web::{Data, Json, Query};
use actix_web::{HttpResponse, delete, get, post, put};
use domain::lang::Words;
use spreadsheet::Format;
use store::subaccounts;

use super::import;
use super::views::{
    AddedView, InvitedView, ParentView, SubActivityView, SubPageView, SubPhonesView,
};
use super::wire::{
    AddQuery, GiveBody, InviteBody, RemoveQuery, SubAccountQuery, SubAccountStatusBody,
    SubPageBody, SubPhonesQuery, TakeAllBody, TakeBody, WithdrawQuery,
};
use crate::AppState;
use crate::http::batches::{EachView, batch_ids};
use crate::http::table_import::{self, ImportForm, ImportQuery, ImportedView};
use crate::http::tables::{Table, download, file_of};
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery};

/// Name of the empty table's file.
const TEMPLATE: Words = Words::new("子账号导入模板", "Sub-accounts");

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_sub_accounts)
        .service(invite_sub_account)
        .service(import_sub_accounts)
        .service(get_sub_account_template)
        .service(withdraw_invitation)
        .service(add_sub_account)
        .service(remove_sub_account)
        .service(set_sub_account_status)
        .service(get_parent)
        .service(list_sub_account_phones)
        .service(list_sub_account_activity)
        .service(give_phones)
        .service(take_phones)
        .service(take_phones_from_all);
}

/// My sub-accounts and the invitations that are open, the newest first
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "list_sub_accounts",
    params(PageQuery),
    request_body = SubPageBody,
    responses((status = 200, description = "A page; or 400, 401", body = Answer<SubPageView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/member/subPage")]
async fn list_sub_accounts(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    page: Query<PageQuery>,
    body: Json<SubPageBody>,
) -> Result<Answer<SubPageView>, ApiError> {
    let query = body.into_inner().parse(&page, &state)?;
    let page = subaccounts::page(&state.engine.store, &actor, query, state.now_ms()).await?;
    Ok(Answer::ok(SubPageView::of(page, client.lang)))
}

/// Invites a number to be my sub-account: within 24 hours it is to agree
///
/// Another invitation of the number is replaced. Nothing is sent: the code is asked for with `sendSmsCode` (purpose "subaccount"), and
/// `paternity/add` takes it. Whether the number has an account makes no difference. A phone that cannot be given refuses all.
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "invite_sub_account",
    request_body = InviteBody,
    responses((
        status = 200,
        description = "The invitation; or 400, 401, 1011101001, 1011101004, 1011101006, 1011101007, 1011101012, 1011112001, 1011112002, 1011112007, 1011112009",
        body = Answer<InvitedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/member/paternity/invite")]
async fn invite_sub_account(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<InviteBody>,
) -> Result<Answer<InvitedView>, ApiError> {
    let new = body.into_inner().parse()?;
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let invited = subaccounts::invite(store, &actor, new, now_ms).await?;
    Ok(Answer::ok(invited.into()))
}

/// Invites the numbers of a table: XLSX, or CSV in UTF-8 or GBK; at most 2 MiB and 5,000 rows
///
/// Every row is an invitation as `paternity/invite` makes it, with the phones by id or name and the permissions by name. A cell that is wrong is
/// named with row and column; then nothing is taken, or the good rows where `goodRows` is set. With `dryRun` nothing is changed: the answer says
/// what would become of each row. A number that is invited already gets the new invitation, and its row is an `updated` one. Nothing is sent.
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "import_sub_accounts",
    params(ImportQuery),
    request_body(content = inline(ImportForm), content_type = "multipart/form-data"),
    responses((
        status = 200,
        description = "Result of each row; or 400, 401, 1001004001, 1001004002",
        body = Answer<ImportedView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/paternity/import")]
async fn import_sub_accounts(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    query: Query<ImportQuery>,
    form: Multipart,
) -> Result<Answer<ImportedView>, ApiError> {
    let (table, way) = table_import::sent(form, query.into_inner()).await?;
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let done = import::import(store, &actor, table, way, client.lang, now_ms).await?;
    Ok(Answer::ok(done))
}

/// An empty table for an import of sub-accounts
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "get_sub_account_template",
    responses((
        status = 200,
        description = "The XLSX file; or 401",
        content_type = "application/octet-stream",
        body = Vec<u8>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/paternity/importTemplate")]
async fn get_sub_account_template(
    Member(_actor): Member,
    client: Client,
) -> Result<HttpResponse, ApiError> {
    let table = Table {
        name: TEMPLATE.in_lang(client.lang),
        header: &import::header(client.lang),
        rows: Vec::new(),
    };
    Ok(download(file_of(Format::Xlsx, &table)?))
}

/// Withdraws an invitation of mine
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "withdraw_invitation",
    params(WithdrawQuery),
    responses((status = 200, description = "true; or 400, 401, 1011112008", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("invitationId: invitation")),
    ),
)]
#[delete("/app-api/member/paternity/invite")]
async fn withdraw_invitation(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<WithdrawQuery>,
) -> Result<Answer<bool>, ApiError> {
    subaccounts::withdraw(&state.engine.store, &actor, query.invitation_id).await?;
    Ok(Answer::ok(true))
}

/// Makes the account of a number my sub-account, by the code that the number received
///
/// The code is asked for with `sendSmsCode` (purpose "subaccount") and serves only the member who asked for it. A number without an account
/// gets one, which signs in by code. It gets the phones of its invitation, if there is one. What kind of account the number has is told only with a right code.
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "add_sub_account",
    params(AddQuery),
    responses((
        status = 200,
        description = "The sub-account; or 400, 401, 1002000429, 1002014000, 1004001003, 1011112001 to 1011112007, 1011112009",
        body = Answer<AddedView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/paternity/add")]
async fn add_sub_account(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    query: Query<AddQuery>,
) -> Result<Answer<AddedView>, ApiError> {
    let (consent, name) = query.into_inner().parse(&client)?;
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let member_id = subaccounts::add(store, &actor, consent, name, now_ms).await?;
    state
        .engine
        .publish_sharing(&[actor.member_id(), member_id]);
    Ok(Answer::ok(AddedView { member_id }))
}

/// Ends the relation to a sub-account of mine, or to my parent
///
/// The phones that were given are taken back: what was open closes within a second.
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "remove_sub_account",
    params(RemoveQuery),
    responses((status = 200, description = "true; or 400, 401, 1011112008", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: child")),
    ),
)]
#[delete("/app-api/member/paternity/remove")]
async fn remove_sub_account(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<RemoveQuery>,
) -> Result<Answer<bool>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let both = subaccounts::remove(store, &actor, query.member_id, now_ms).await?;
    state.engine.publish_sharing(&both);
    Ok(Answer::ok(true))
}

/// Switches a sub-account of mine on or off
///
/// While it is off, it sees none of my phones; what it had open closes within a second. Its account and its own phones go on.
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "set_sub_account_status",
    request_body = SubAccountStatusBody,
    responses((status = 200, description = "true; or 400, 401, 1011112008", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: child")),
    ),
)]
#[put("/app-api/member/member/updateStatus")]
async fn set_sub_account_status(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<SubAccountStatusBody>,
) -> Result<Answer<bool>, ApiError> {
    let (id, enabled, now_ms) = (body.member_id, body.enabled()?, state.now_ms());
    subaccounts::set_enabled(&state.engine.store, &actor, id, enabled, now_ms).await?;
    state.engine.publish_sharing(&[actor.member_id(), id]);
    Ok(Answer::ok(true))
}

/// My parent, if I am a sub-account
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "get_parent",
    responses((status = 200, description = "The parent; or 401", body = Answer<ParentView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/paternity/parent")]
async fn get_parent(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<ParentView>, ApiError> {
    let parent = subaccounts::parent(&state.engine.store, &actor).await?;
    Ok(Answer::ok(parent.into()))
}

/// My phones, each with what a sub-account of mine may do with it, by name
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "list_sub_account_phones",
    params(PageQuery, SubPhonesQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 1011112008",
        body = Answer<SubPhonesView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: child")),
    ),
)]
#[get("/app-api/member/paternity/phones")]
async fn list_sub_account_phones(
    state: Data<AppState>,
    Member(actor): Member,
    page: Query<PageQuery>,
    query: Query<SubPhonesQuery>,
) -> Result<Answer<SubPhonesView>, ApiError> {
    let query = query.into_inner().parse(&page)?;
    let page = subaccounts::phones(&state.engine.store, &actor, query).await?;
    Ok(Answer::ok(page.into()))
}

/// Actions of a sub-account of mine on the phones that I gave it, the newest first
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "list_sub_account_activity",
    params(SubAccountQuery),
    responses((
        status = 200,
        description = "At most 100 actions; or 400, 401, 1011112008",
        body = Answer<SubActivityView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("memberId: child")),
    ),
)]
#[get("/app-api/member/paternity/activity")]
async fn list_sub_account_activity(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    query: Query<SubAccountQuery>,
) -> Result<Answer<SubActivityView>, ApiError> {
    let actions = subaccounts::activity(&state.engine.store, &actor, query.member_id).await?;
    Ok(Answer::ok(SubActivityView::of(actions, client.lang)))
}

/// Gives phones of mine to a sub-account, with permissions beyond operating; a phone that it has already gets them anew
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "give_phones",
    request_body = GiveBody,
    responses((
        status = 200,
        description = "Each phone's answer; or 400, 401, 1011101006, 1011101007, 1011112008",
        body = Answer<EachView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone, memberId: child")),
    ),
)]
#[post("/owl/addMaintainerAllot")]
async fn give_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<GiveBody>,
) -> Result<Answer<EachView>, ApiError> {
    let (id, now_ms) = (body.member_id, state.now_ms());
    let (ids, permissions) = body.into_inner().parse()?;
    let store = &state.engine.store;
    let done = subaccounts::give(store, &actor, id, ids.clone(), permissions, now_ms).await?;
    state.engine.publish_sharing(&[actor.member_id(), id]);
    Ok(Answer::ok(EachView::except(
        &ids,
        &done.refused,
        client.lang,
    )))
}

/// Takes phones of mine from a sub-account
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "take_phones",
    request_body = TakeBody,
    responses((
        status = 200,
        description = "Each phone's answer; or 400, 401, 1011101006, 1011101007, 1011112008",
        body = Answer<EachView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone, memberId: child")),
    ),
)]
#[post("/owl/deleteMaintainerAllot")]
async fn take_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<TakeBody>,
) -> Result<Answer<EachView>, ApiError> {
    let TakeBody {
        member_id,
        phone_ids,
    } = body.into_inner();
    take(&state, actor, client, Some(member_id), phone_ids).await
}

/// Takes phones of mine from every sub-account
#[utoipa::path(
    tag = "subaccounts",
    operation_id = "take_phones_from_all",
    request_body = TakeAllBody,
    responses((
        status = 200,
        description = "Each phone's answer; or 400, 401, 1011101006, 1011101007",
        body = Answer<EachView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/owl/deleteDevicesAllot")]
async fn take_phones_from_all(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<TakeAllBody>,
) -> Result<Answer<EachView>, ApiError> {
    take(&state, actor, client, None, body.into_inner().phone_ids).await
}

async fn take(
    state: &AppState,
    actor: store::session::Actor,
    client: Client,
    member_id: Option<i64>,
    phone_ids: Vec<i64>,
) -> Result<Answer<EachView>, ApiError> {
    let (ids, now_ms) = (batch_ids(phone_ids)?, state.now_ms());
    let store = &state.engine.store;
    let mut done = subaccounts::take(store, &actor, member_id, ids.clone(), now_ms).await?;
    done.member_ids.push(actor.member_id());
    state.engine.publish_sharing(&done.member_ids);
    Ok(Answer::ok(EachView::except(
        &ids,
        &done.refused,
        client.lang,
    )))
}
