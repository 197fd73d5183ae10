//! Ways to sign in and senders in operators' calls.

use domain::auth::Target;
use domain::auth::ways::{InvalidWays, SignInMethod, SwitchedOff};
use domain::branding::{BrandingError, REGISTER_TYPES};
use domain::codes;
use engine::senders::{Channel, SenderSetting, ShownValue};
use engine::{Outcome, SenderTest, TestError};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::auth::entry::{Entry, EntryError, TestError as StoreTestError};
use utoipa::ToSchema;

use crate::AppState;
use crate::about::SettingSourceView;
use crate::http::ApiError;

/// A way to sign in, with how it stands on this server.
#[derive(Serialize, ToSchema)]
pub struct WayView {
    name: SignInMethod,
    /// Whether what it needs is set up on this server.
    works: bool,
    /// Whether it is switched on.
    on: bool,
}

/// Kind of a sender.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SenderChannelView {
    /// SMS.
    Sms,
    /// Mail.
    Mail,
}

impl From<Channel> for SenderChannelView {
    fn from(channel: Channel) -> Self {
        match channel {
            Channel::Sms => Self::Sms,
            Channel::Mail => Self::Mail,
        }
    }
}

/// A setting of a sender.
#[derive(Serialize, ToSchema)]
pub struct SenderSettingView {
    /// Variable of the environment that sets it.
    variable: String,
    /// The value; none where there is none, and where it is a secret.
    #[schema(required = true)]
    value: Option<String>,
    /// A secret is set.
    secret: bool,
    source: SettingSourceView,
}

impl From<&SenderSetting> for SenderSettingView {
    fn from(setting: &SenderSetting) -> Self {
        let value = match &setting.value {
            ShownValue::Text(text) => Some(text.clone()),
            ShownValue::Absent | ShownValue::Secret => None,
        };
        Self {
            variable: setting.variable.clone(),
            value,
            secret: setting.value == ShownValue::Secret,
            source: setting.source.into(),
        }
    }
}

/// Sender of codes of one kind.
#[derive(Serialize, ToSchema)]
pub struct SenderView {
    channel: SenderChannelView,
    /// Whether it is set up.
    ready: bool,
    /// Settings of the sender; they change with a restart of the server.
    settings: Vec<SenderSettingView>,
}

/// How members sign in, and what sends their codes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInDeskView {
    methods: Vec<WayView>,
    /// The way that is shown first: `phone` or `password`, `sms`, `email`, `social`.
    login_way: String,
    /// How one registers: empty or `phone` by phone, `none` not at all.
    register_type: String,
    /// Time of the last change, Unix milliseconds: a change names it, so that the second of two is told.
    update_time: i64,
    senders: Vec<SenderView>,
}

impl SignInDeskView {
    /// How members sign in, with what this server has.
    pub fn of(entry: Entry, state: &AppState) -> Self {
        let (works, senders) = (state.engine.sign_in_methods(), &state.engine.senders);
        let view = |way: SignInMethod| WayView {
            name: way,
            works: works.contains(&way),
            on: entry.off.allows(way),
        };
        let sender = |channel: Channel, ready| SenderView {
            channel: channel.into(),
            ready,
            settings: senders
                .settings
                .iter()
                .filter(|setting| setting.channel == channel)
                .map(SenderSettingView::from)
                .collect(),
        };
        Self {
            methods: SignInMethod::ALL.into_iter().map(view).collect(),
            login_way: entry.login_way,
            register_type: entry.register_type,
            update_time: entry.updated_ms,
            senders: vec![
                sender(Channel::Sms, senders.sms.is_some()),
                sender(Channel::Mail, senders.mail.is_some()),
            ],
        }
    }

    /// Refusal of a change.
    pub fn refused(error: EntryError, state: &AppState) -> ApiError {
        match error {
            EntryError::Refused(fault) => wrong(fault),
            EntryError::Changed(now) => ApiError::WithData {
                code: codes::CHANGED_MEANWHILE,
                data: json!({ "by": now.by, "time": now.at_ms, "now": Self::of(now.now, state) }),
            },
            EntryError::Fault(fault) => fault.into(),
        }
    }
}

fn wrong(fault: InvalidWays) -> ApiError {
    ApiError::in_field(fault.field().to_owned(), |lang| fault.text(lang).to_owned())
}

/// How members are to sign in.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInDeskBody {
    /// The ways that are on; all others are switched off.
    methods: Vec<SignInMethod>,
    /// The way that is shown first: `phone` or `password`, `sms`, `email`, `social`; one that is on.
    login_way: String,
    /// How one registers: empty or `phone` by phone, `none` not at all.
    register_type: String,
    /// The `updateTime` that was seen.
    update_time: i64,
}

impl SignInDeskBody {
    /// Checks each part that the database is not needed for.
    pub fn parse(self) -> Result<Entry, ApiError> {
        if !REGISTER_TYPES.contains(&self.register_type.as_str()) {
            let why = BrandingError::RegisterType;
            return Err(ApiError::in_field("registerType".to_owned(), |lang| {
                why.text(lang).to_owned()
            }));
        }
        Ok(Entry {
            register_type: self.register_type,
            login_way: self.login_way,
            off: SwitchedOff::all_but(&self.methods),
            updated_ms: self.update_time,
        })
    }
}

/// Where a message that tries a sender goes.
#[derive(Deserialize, ToSchema)]
pub struct SenderTestBody {
    /// Phone number or e-mail address.
    to: String,
}

impl SenderTestBody {
    /// Reads the number or address.
    pub fn parse(self) -> Result<Target, ApiError> {
        Target::parse(&self.to).map_err(|violation| {
            ApiError::in_field("to".to_owned(), |lang| violation.text(lang).to_owned())
        })
    }
}

/// Outcome of a message that tried a sender.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SenderOutcomeView {
    /// The service took it.
    Taken,
    /// The service sends no more to this recipient for now.
    Limited,
    /// The service refused it.
    Refused,
    /// No answer in time, or no connection.
    Unreachable,
    /// The answer does not follow the service's protocol, or no template fits.
    Broken,
}

/// A message that tried a sender.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SenderTestView {
    channel: SenderChannelView,
    outcome: SenderOutcomeView,
    /// The service's answer, or why there is none, in its own words.
    answer: String,
    /// Time until the answer.
    took_ms: i64,
}

impl From<SenderTest> for SenderTestView {
    fn from(test: SenderTest) -> Self {
        Self {
            channel: test.channel.into(),
            outcome: match test.outcome {
                Outcome::Taken => SenderOutcomeView::Taken,
                Outcome::Limited => SenderOutcomeView::Limited,
                Outcome::Refused => SenderOutcomeView::Refused,
                Outcome::Unreachable => SenderOutcomeView::Unreachable,
                Outcome::Broken => SenderOutcomeView::Broken,
            },
            answer: test.answer,
            took_ms: test.took_ms,
        }
    }
}

impl From<TestError> for ApiError {
    fn from(error: TestError) -> Self {
        match error {
            TestError::ChannelOff => Self::Refused(codes::CHANNEL_OFF),
            TestError::Refused(StoreTestError::TooMany { retry_after_ms }) => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            TestError::Refused(StoreTestError::Fault(fault)) | TestError::Fault(fault) => {
                fault.into()
            }
        }
    }
}
