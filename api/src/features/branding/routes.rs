//! `/app-api/system/front/**`, `/app-api/system/customer-service/**` and `/app-api/system/dict-data/**`.

use actix_web::get;
use actix_web::web::{Data, Query};
use domain::auth::ways::SignInMethod;
use domain::branding::REGISTER_CLOSED;
use domain::orders::Wallet;
use store::auth::entry;
use store::{branding, dictionary};

use super::wire::{
    BrandingView, ContactPage, ContactsQuery, DataCenterView, DictionaryQuery, DictionaryView,
    FeaturesView,
};
use super::{agreements, desk};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery};

/// Name of the dictionary of data centres.
const DATA_CENTERS: &str = "data_center";

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(get_branding)
        .service(list_contacts)
        .service(get_dictionary)
        .service(get_features)
        .service(list_data_centers)
        .configure(desk::routes::configure)
        .configure(agreements::routes::configure);
}

/// Title, logo, left picture, welcome text and help centre
#[utoipa::path(
    tag = "branding",
    operation_id = "get_branding",
    responses((status = 200, description = "The branding", body = Answer<BrandingView>)),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/front/logo")]
async fn get_branding(
    state: Data<AppState>,
    client: Client,
) -> Result<Answer<BrandingView>, ApiError> {
    let branding = branding::current(&state.engine.store).await?;
    Ok(Answer::ok(BrandingView::of(branding, client.lang)))
}

/// Contacts for members: groups, or accounts of messaging services
#[utoipa::path(
    tag = "branding",
    operation_id = "list_contacts",
    params(ContactsQuery, PageQuery),
    responses((
        status = 200,
        description = "A page, in the operator's order; or 400, 401",
        body = Answer<ContactPage>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/customer-service/page")]
async fn list_contacts(
    state: Data<AppState>,
    _member: Member,
    query: Query<ContactsQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<ContactPage>, ApiError> {
    let found = branding::contacts(&state.engine.store, query.kind()?, page.usual()?).await?;
    Ok(Answer::ok(found.into()))
}

/// The words of a dictionary, in their order; an empty list where there is no such dictionary
#[utoipa::path(
    tag = "branding",
    operation_id = "get_dictionary",
    params(DictionaryQuery),
    responses((
        status = 200,
        description = "The values and their words; or 400, 401",
        body = Answer<Vec<DictionaryView>>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/dict-data/get")]
async fn get_dictionary(
    state: Data<AppState>,
    _member: Member,
    client: Client,
    query: Query<DictionaryQuery>,
) -> Result<Answer<Vec<DictionaryView>>, ApiError> {
    let dict_type = query.into_inner().dict_type()?;
    let found = dictionary::entries(&state.engine.store, dict_type).await?;
    let view = |entry| DictionaryView::of(entry, client.lang);
    Ok(Answer::ok(found.into_iter().map(view).collect()))
}

/// Features that this server offers its members
#[utoipa::path(
    tag = "branding",
    operation_id = "get_features",
    responses((
        status = 200,
        description = "One flag for each; or 401",
        body = Answer<FeaturesView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/front/ca-aksk")]
async fn get_features(
    state: Data<AppState>,
    _member: Member,
) -> Result<Answer<FeaturesView>, ApiError> {
    let engine = &state.engine;
    let entry = entry::current(&engine.store).await?;
    Ok(Answer::ok(FeaturesView {
        register: entry.register_type != REGISTER_CLOSED,
        sms: engine.senders.sms.is_some(),
        email: engine.senders.mail.is_some(),
        social: entry
            .off
            .of(&engine.sign_in_methods())
            .contains(&SignInMethod::Social),
        pay: Wallet::ALL
            .iter()
            .any(|wallet| !engine.wallets.ways(*wallet).is_empty()),
    }))
}

/// The places where phones run, to choose from
#[utoipa::path(
    tag = "branding",
    operation_id = "list_data_centers",
    responses((
        status = 200,
        description = "In the operator's order; or 401",
        body = Answer<Vec<DataCenterView>>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/front/dc-info")]
async fn list_data_centers(
    state: Data<AppState>,
    _member: Member,
    client: Client,
) -> Result<Answer<Vec<DataCenterView>>, ApiError> {
    let found = dictionary::entries(&state.engine.store, DATA_CENTERS.to_owned()).await?;
    let view = |entry| DataCenterView::of(entry, client.lang);
    Ok(Answer::ok(found.into_iter().map(view).collect()))
}
