//! The password in calls: changing it, with or without a session, and proving it again within one.

use actix_web::post;
use actix_web::web::{Data, Json};
use domain::auth::{Code, NewPassword, PasswordRule, PhoneNumber, Violation};
use domain::codes;
use serde::Deserialize;
use store::auth::verification::TypedCode;
use store::session::{self, Actor, PasswordChange, TypedPassword};
use utoipa::ToSchema;

use crate::AppState;
use crate::http::{Answer, ApiError, Client, Member, OptionalMember};

/// A new password, and the code that proves the number.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordBody {
    /// Phone number; in a session the account's own, or nothing.
    phone: Option<String>,
    /// Phone number, as other clients name it.
    mobile: Option<String>,
    /// Not supported: refused in words.
    email: Option<String>,
    /// The code that was sent.
    code: Option<String>,
    /// The request that the code answers.
    uuid: Option<String>,
    /// 8–20 characters; without a session with upper and lower case, digit and symbol, in one with letter and digit.
    #[schema(min_length = 8, max_length = 20)]
    new_password: Option<String>,
}

impl PasswordBody {
    fn parse(self, actor: Option<Actor>, client: &Client) -> Result<PasswordChange, ApiError> {
        if self.email.is_some_and(|email| !email.trim().is_empty()) {
            return Err(ApiError::Refused(codes::MAIL_PASSWORD));
        }
        let given = self.phone.or(self.mobile).unwrap_or_default();
        let phone = if given.trim().is_empty() {
            None
        } else {
            Some(PhoneNumber::parse(&given)?)
        };
        if phone.is_none() && actor.is_none() {
            return Err(Violation::AccountEmpty.into());
        }
        let rule = match actor {
            Some(_) => PasswordRule::Account,
            None => PasswordRule::Reset,
        };
        let typed = TypedCode {
            code: Code::parse(&self.code.unwrap_or_default())?,
            uuid: self.uuid.unwrap_or_default(),
        };
        let password = self.new_password.unwrap_or_default();
        Ok(PasswordChange {
            phone,
            typed,
            password: NewPassword::parse(&password, rule)?,
            actor,
            address: Some(client.address),
        })
    }
}

/// Sets another password by a code that was sent to the phone
///
/// Without a session for the purpose `reset`, in one for the purpose `password` and the account's own number. All other sessions end. An
/// unknown number is answered like a wrong code unless the code is right.
#[utoipa::path(
    tag = "auth",
    operation_id = "change_password",
    request_body = PasswordBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002014000, 1002000429, 1004001001, 1004003010, 4100100102",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/member/update-phone-password")]
pub async fn change_password(
    state: Data<AppState>,
    OptionalMember(actor): OptionalMember,
    client: Client,
    body: Json<PasswordBody>,
) -> Result<Answer<bool>, ApiError> {
    let change = body.into_inner().parse(actor, &client)?;
    session::change_password(&state.engine.store, change, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// The account's password.
#[derive(Deserialize, ToSchema)]
pub struct ProofBody {
    #[schema(max_length = 20)]
    password: String,
}

/// Proves the password again within a session
///
/// For 15 minutes from then on, and from a sign-in by password, the session may do what concerns money and rights; later those calls answer 1002003013.
/// Wrong passwords are counted with those of signing in.
#[utoipa::path(
    tag = "auth",
    operation_id = "prove_password",
    request_body = ProofBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1002000429, 1002003014",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/auth/prove-password")]
pub async fn prove_password(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<ProofBody>,
) -> Result<Answer<bool>, ApiError> {
    let typed = TypedPassword {
        password: body.into_inner().password,
        device: client.device_token,
        address: Some(client.address),
    };
    session::prove_password(&state.engine.store, &actor, typed, state.now_ms()).await?;
    Ok(Answer::ok(true))
}
