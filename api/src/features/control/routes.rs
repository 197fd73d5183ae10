//! `/app-api/infra/cacloud/**` of whole phones, `/app-api/infra/density/**`, and what operators do to phones.

use actix_web::post;
use actix_web::web::{Data, Json};
use domain::operations::Kind;
use domain::permissions::UPGRADE_IMAGE;

use super::wire::DensityBody;
use crate::AppState;
use crate::http::batches::{BatchStartedView, PhonesBody};
use crate::http::{Answer, ApiError, Calls, Client, Member, Operator, Permission};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(reboot_phones)
        .service(power_on_phones)
        .service(power_off_phones)
        .service(set_density)
        .service(probe_phones)
        .service(upgrade_images);
}

/// Permission to put newer system images on phones.
struct UpgradeImages;

impl Permission for UpgradeImages {
    const NAME: &str = UPGRADE_IMAGE;
}

/// Restarts phones
///
/// For one phone it needs the right to operate; a batch is the owner's, and one shared phone in it (1011101009) refuses the whole.
#[utoipa::path(
    tag = "control",
    operation_id = "reboot_phones",
    request_body = PhonesBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011101006, 1011101007, 1011101009",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/reboot-instance")]
async fn reboot_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<PhonesBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Kind::Reboot);
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Switches phones on
#[utoipa::path(
    tag = "control",
    operation_id = "power_on_phones",
    request_body = PhonesBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/powerOnInstanceAsync")]
async fn power_on_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<PhonesBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Kind::PowerOn);
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Switches phones off
#[utoipa::path(
    tag = "control",
    operation_id = "power_off_phones",
    request_body = PhonesBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/shutDownInstanceAsync")]
async fn power_off_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<PhonesBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Kind::PowerOff);
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Sets the density of phones
#[utoipa::path(
    tag = "control",
    operation_id = "set_density",
    request_body = DensityBody,
    responses((
        status = 200,
        description = "The batch; or 400, 401, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/density/setDensity")]
async fn set_density(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<DensityBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask()?;
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Looks whether phones are well: connection, system, screen
///
/// Changes nothing. The receipt shows for each phone how far it is well.
#[utoipa::path(
    tag = "control",
    operation_id = "probe_phones",
    request_body = PhonesBody,
    responses((
        status = 200,
        description = "The batch; or 401, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("operate")),
        ("x-scope" = json!("phones:operate")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/app-api/infra/cacloud/probe-instance")]
async fn probe_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<PhonesBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Kind::Probe);
    let started = state.engine.begin(&actor, ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}

/// Puts a newer system image on phones, whosoever they are: what lies on them stays
#[utoipa::path(
    tag = "control",
    operation_id = "upgrade_images",
    request_body = PhonesBody,
    responses((
        status = 200,
        description = "The batch; or 401, 403, 1011101006, 1011101007",
        body = Answer<BatchStartedView>,
    )),
    extensions(
        ("x-level" = json!("perm:phone:image:upgrade")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneId: phone, phoneIds: phone")),
    ),
)]
#[post("/admin-api/infra/phone/upgrade-image")]
async fn upgrade_images(
    state: Data<AppState>,
    operator: Operator<UpgradeImages>,
    client: Client,
    body: Json<PhonesBody>,
) -> Result<Answer<BatchStartedView>, ApiError> {
    let ask = body.into_inner().ask(Kind::UpgradeImage);
    let started = state.engine.begin(operator.actor(), ask).await?;
    Ok(Answer::ok(BatchStartedView::of(&started, client.lang)))
}
