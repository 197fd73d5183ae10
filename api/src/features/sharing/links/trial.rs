//! Trials of an app behind a link: what an owner asks for, what a page is offered, and its begin.

use actix_web::post;
use actix_web::web::{Data, Json};
use domain::codes;
use domain::lang::Lang;
use domain::sharing::trial::{TRIAL_MINUTES_MAX, TrialMinutes};
use engine::Engine;
use engine::apps::AppsError;
use serde::{Deserialize, Serialize};
use store::phones::Verdict;
use store::session::Actor;
use store::sharing::links::{self, Trial};
use utoipa::ToSchema;

use super::opening::{OpenLinkBody, OpenedLinkView, answer};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Done};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(begin_trial);
}

/// App of a phone that visitors may try.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrialBody {
    /// Package of an app that was installed on the phone and that a launcher starts.
    package_name: String,
    /// Duration of a trial in minutes, 1 to 60.
    minutes: i64,
    /// Whether the app's data is cleared after each trial; else it is only stopped.
    clears_data: bool,
}

impl TrialBody {
    /// Finds the app on the phone.
    pub async fn find(
        &self,
        engine: &Engine,
        actor: &Actor,
        phone_id: i64,
    ) -> Result<Trial, ApiError> {
        let minutes = TrialMinutes::parse(self.minutes).ok_or_else(|| {
            ApiError::in_field("minutes".to_owned(), |lang| {
                let most = TRIAL_MINUTES_MAX;
                match lang {
                    Lang::Zh => format!("请输入 1 到 {most} 分钟"),
                    Lang::En => format!("Enter 1 to {most} minutes"),
                }
            })
        })?;
        let found = engine.app(actor, phone_id, &self.package_name).await?;
        let app = found.map_err(|error| {
            ApiError::Refused(match error {
                AppsError::Refused(Verdict::Unknown) => codes::PHONE_ABSENT,
                AppsError::Refused(Verdict::Alone) => codes::NEW_DEVICE_ALONE,
                AppsError::Refused(Verdict::Busy) => codes::PHONE_BUSY,
                AppsError::Refused(Verdict::Rule(refusal)) => refusal.code(),
                AppsError::Silent => codes::FILE_NO_ANSWER,
            })
        })?;
        let app = app.filter(|app| app.installed.launchable);
        let app = app.ok_or(ApiError::Refused(codes::SHARE_NO_APP))?;
        let label = app.facts.as_ref().and_then(|facts| facts.label.clone());
        let package = app.installed.package;
        Ok(Trial {
            phone_id,
            app_name: label.unwrap_or_else(|| package.as_str().to_owned()),
            package,
            minutes,
            clears: self.clears_data,
        })
    }
}

/// App of a phone that visitors may try.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkTrialView {
    /// Name of the app, as it was when the link was made.
    app_name: String,
    /// Duration of a trial in minutes.
    minutes: i64,
    /// Whether the app's data is cleared after each trial.
    clears_data: bool,
}

impl From<&Trial> for LinkTrialView {
    fn from(trial: &Trial) -> Self {
        Self {
            app_name: trial.app_name.clone(),
            minutes: trial.minutes.get(),
            clears_data: trial.clears,
        }
    }
}

/// Begins a trial for a page
///
/// The clock begins with the answer, whose session may control the phone until its end, by inputs for the app alone. A trial has the phone for
/// itself: whoever comes later is told when it ends. At the end the app is stopped, and its data cleared where the owner chose so, before
/// another begins; it ends too when a member takes control of the phone. 404: no trial is offered by this token. Passcodes and openings are
/// counted as for opening the link.
#[utoipa::path(
    tag = "sharing",
    operation_id = "begin_trial",
    request_body = OpenLinkBody,
    responses((
        status = 200,
        description = "A session, or what is missing; or 400, 404, 1002000429",
        body = Answer<OpenedLinkView>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/phone-link/begin-trial")]
async fn begin_trial(
    state: Data<AppState>,
    client: Client,
    body: Json<OpenLinkBody>,
) -> Result<Done<OpenedLinkView>, ApiError> {
    let (body, now_ms) = (body.into_inner(), state.now_ms());
    let given = (body.token, body.passcode);
    let begun = links::begin_trial(&state.engine.store, given, client.address, now_ms).await?;
    answer(&state, begun, now_ms)
}
