//! `/admin-api/sign-in/**`.

use actix_web::web::{Data, Json};
use actix_web::{get, post};
use domain::auth::ways::{READ, TEST, WRITE};
use store::auth::entry;

use super::wire::{SenderTestBody, SenderTestView, SignInDeskBody, SignInDeskView};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Operator, Permission, author};

/// Seeing how members sign in, and what sends their codes.
pub struct ReadSignIn;
impl Permission for ReadSignIn {
    const NAME: &str = READ;
}

/// Changing how members sign in.
pub struct WriteSignIn;
impl Permission for WriteSignIn {
    const NAME: &str = WRITE;
}

/// Permission to send a test by a sender.
pub struct TestSenders;
impl Permission for TestSenders {
    const NAME: &str = TEST;
}

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(get_sign_in_desk)
        .service(save_sign_in)
        .service(test_sender);
}

/// Ways to sign in, and the senders of codes with their settings; never a secret
#[utoipa::path(
    tag = "auth",
    operation_id = "get_sign_in_desk",
    responses((
        status = 200,
        description = "All of it; or 401, 403",
        body = Answer<SignInDeskView>,
    )),
    extensions(("x-level" = json!("perm:system:sign-in:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/sign-in/get")]
async fn get_sign_in_desk(
    state: Data<AppState>,
    _operator: Operator<ReadSignIn>,
) -> Result<Answer<SignInDeskView>, ApiError> {
    let now = entry::current(&state.engine.store).await?;
    Ok(Answer::ok(SignInDeskView::of(now, &state)))
}

/// Switches ways to sign in on and off, and chooses the one that is shown first and how one registers
///
/// At once, on every server. At least one way stays that works here, and one by which the caller itself could sign in. A change of what somebody
/// else changed meanwhile answers 1001000011 with `data.now`, what it is, and who changed it and when in `data.by` and `data.time`.
#[utoipa::path(
    tag = "auth",
    operation_id = "save_sign_in",
    request_body = SignInDeskBody,
    responses((
        status = 200,
        description = "What it is now; or 400, 401, 403, 1001000011",
        body = Answer<SignInDeskView>,
    )),
    extensions(("x-level" = json!("perm:system:sign-in:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/sign-in/save")]
async fn save_sign_in(
    state: Data<AppState>,
    operator: Operator<WriteSignIn>,
    client: Client,
    body: Json<SignInDeskBody>,
) -> Result<Answer<SignInDeskView>, ApiError> {
    let wanted = body.into_inner().parse()?;
    let (engine, author) = (&state.engine, author(&state, &operator, &client));
    let saved = entry::save(&engine.store, author, wanted, engine.sign_in_methods()).await;
    let saved = saved.map_err(|error| SignInDeskView::refused(error, &state))?;
    Ok(Answer::ok(SignInDeskView::of(saved, &state)))
}

/// Sends one message to a number or an address and answers what the service said
///
/// Five in an hour by one operator, twenty by all; each is in the audit, with the number masked.
#[utoipa::path(
    tag = "auth",
    operation_id = "test_sender",
    request_body = SenderTestBody,
    responses((
        status = 200,
        description = "What became of it; or 400, 401, 403, 1002000429 with retryAfterMs, 1002014007",
        body = Answer<SenderTestView>,
    )),
    extensions(("x-level" = json!("perm:system:sign-in:test")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/sign-in/test")]
async fn test_sender(
    state: Data<AppState>,
    operator: Operator<TestSenders>,
    client: Client,
    body: Json<SenderTestBody>,
) -> Result<Answer<SenderTestView>, ApiError> {
    let target = body.into_inner().parse()?;
    let author = author(&state, &operator, &client);
    let test = state
        .engine
        .test_sender(author, target, client.lang)
        .await?;
    Ok(Answer::ok(test.into()))
}
