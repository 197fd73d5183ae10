//! Phones in operators' calls.

use domain::access::Level;
use domain::audit::words_of;
use domain::lang::Lang;
use domain::operations::State;
use domain::phones::PhoneActivity;
use serde::{Deserialize, Serialize};
use store::console::phones::{
    Controller, Event, EventKind, FoundPhones, GrantInForce, KindCount, PhoneCounts, PhoneFilter,
    PhoneRow, PhoneState, PhoneView,
};
use utoipa::{IntoParams, ToSchema};

use crate::AppState;
use crate::http::{ApiError, keyword};

/// State that a list shows alone.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PhoneStateView {
    /// Members rent the phones.
    Rented,
    /// The phones are in stock, rented by nobody.
    Stock,
    /// The phones run.
    Running,
    /// The phones are unwell, or their change failed.
    Failed,
    /// An operation is under way.
    Busy,
    /// The phones are switched off.
    Off,
    /// An operator holds the phones, or they wait to be wiped.
    Hold,
}

impl From<PhoneStateView> for PhoneState {
    fn from(state: PhoneStateView) -> Self {
        match state {
            PhoneStateView::Rented => Self::Rented,
            PhoneStateView::Stock => Self::Stock,
            PhoneStateView::Running => Self::Doing(PhoneActivity::Running),
            PhoneStateView::Failed => Self::Doing(PhoneActivity::Failed),
            PhoneStateView::Busy => Self::Doing(PhoneActivity::Busy),
            PhoneStateView::Off => Self::Doing(PhoneActivity::Off),
            PhoneStateView::Hold => Self::Doing(PhoneActivity::Hold),
        }
    }
}

/// Filter of phones.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OperatorPhonesQuery {
    /// One word: an id, an address, a host, the beginning of a name, or the number of a member.
    keyword: Option<String>,
    /// State; any when left out.
    #[param(inline)]
    state: Option<PhoneStateView>,
    /// Configuration's id; any when left out.
    configuration_id: Option<i64>,
    /// Member's id; any when left out.
    member_id: Option<i64>,
}

impl OperatorPhonesQuery {
    pub fn parse(self) -> Result<PhoneFilter, ApiError> {
        Ok(PhoneFilter {
            keyword: keyword(self.keyword)?,
            state: self.state.map(Into::into),
            configuration_id: self.configuration_id,
            owner_id: self.member_id,
        })
    }
}

/// Names a phone.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OperatorPhoneQuery {
    /// Phone's id.
    pub phone_id: i64,
}

/// Events of a phone.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PhoneHistoryQuery {
    /// Phone's id.
    pub phone_id: i64,
    /// Only events before this moment, Unix milliseconds.
    pub before_time: Option<i64>,
}

/// A phone as operators see it in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorPhoneRowView {
    phone_id: i64,
    /// Id for people.
    owl_id: String,
    /// Name that its member gave it; empty in stock.
    alias: String,
    /// Address of its adbd.
    address: String,
    /// Name of its host, as in the list of hosts.
    host: String,
    configuration_id: i64,
    /// Name of the configuration.
    configuration: String,
    /// Short name of the configuration.
    code: String,
    android_version: String,
    /// Member's id; null in stock.
    #[schema(required = true)]
    member_id: Option<i64>,
    /// The member's masked number, or account name; empty in stock.
    member: String,
    /// Start of the rental, Unix milliseconds; 0 in stock.
    assign_time: i64,
    /// End of the rental, Unix milliseconds; 0 in stock.
    expire_time: i64,
    status: i16,
    /// `on` or `off`.
    power: &'static str,
    /// Since when the status is as it is, Unix milliseconds.
    status_since: i64,
    /// Why the phone is unwell; null where it is well, or nothing is known.
    #[schema(required = true)]
    reason: Option<String>,
    /// When it joined the stock, Unix milliseconds.
    create_time: i64,
    /// Whether an unpaid order keeps the phone.
    kept: bool,
    /// Whether the phone waits to be wiped after its last member.
    left: bool,
    /// Median of its last round trips over ADB, in milliseconds; null without any.
    #[schema(required = true)]
    round_trip_ms: Option<f64>,
    /// Words of operators about it; empty where there are none.
    note: String,
}

/// Columns of an exported table.
pub const HEADER: [&str; 13] = [
    "编号",
    "云手机编号",
    "名称",
    "地址",
    "主机",
    "配置",
    "安卓",
    "会员编号",
    "会员",
    "到期",
    "状态",
    "加入时间",
    "备注",
];

impl OperatorPhoneRowView {
    fn of(row: PhoneRow, state: &AppState, lang: Lang) -> Self {
        let fleet = &state.engine.fleet;
        let unwell = row
            .status
            .has_reason(row.power)
            .then(|| fleet.unwell(row.id))
            .flatten();
        Self {
            phone_id: row.id,
            host: fleet.host_of(row.id).unwrap_or_default(),
            round_trip_ms: fleet
                .round_trip(row.id)
                .map(|time| time.as_secs_f64() * 1_000.0),
            owl_id: row.owl_id,
            alias: row.alias,
            address: row.adb,
            configuration_id: row.configuration_id,
            configuration: row.configuration.in_lang(lang).to_owned(),
            code: row.code,
            android_version: row.android_version,
            member_id: row.owner_id,
            member: row.owner,
            assign_time: row.assign_ms,
            expire_time: row.expire_ms,
            status: row.status.code(),
            power: row.power.into_str(),
            status_since: row.status_since_ms,
            reason: unwell.map(|unwell| unwell.words().in_lang(lang).to_owned()),
            create_time: row.created_ms,
            kept: row.is_kept,
            left: row.is_left,
            note: row.note,
        }
    }

    /// Row of an exported table; the member's number stays masked.
    pub fn exported(row: PhoneRow, state: &AppState) -> Vec<String> {
        let status = row.status.view(row.power, None, Lang::Zh).label;
        let phone = Self::of(row, state, Lang::Zh);
        let time = |at_ms: i64| match at_ms {
            0 => String::new(),
            at_ms => state.zone().time_of(at_ms),
        };
        vec![
            phone.owl_id,
            phone.phone_id.to_string(),
            phone.alias,
            phone.address,
            phone.host,
            phone.configuration,
            phone.android_version,
            phone.member_id.map(|id| id.to_string()).unwrap_or_default(),
            phone.member,
            time(phone.expire_time),
            status.to_owned(),
            time(phone.create_time),
            phone.note,
        ]
    }
}

/// A page of phones.
#[derive(Serialize, ToSchema)]
pub struct OperatorPhonesView {
    list: Vec<OperatorPhoneRowView>,
    total: i64,
}

impl OperatorPhonesView {
    pub fn of(found: FoundPhones, state: &AppState, lang: Lang) -> Self {
        let view = |row| OperatorPhoneRowView::of(row, state, lang);
        Self {
            list: found.rows.into_iter().map(view).collect(),
            total: found.total,
        }
    }
}

/// A grant in force.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneGrantView {
    /// The guest's masked number, or account name.
    to: String,
    /// Whether the guest may operate the phone, or only view it.
    operates: bool,
    /// End of the grant, Unix milliseconds.
    until_time: i64,
}

impl From<GrantInForce> for PhoneGrantView {
    fn from(lent: GrantInForce) -> Self {
        Self {
            to: lent.to,
            operates: lent.level.allows(Level::Operate),
            until_time: lent.until_ms,
        }
    }
}

/// The session that controls a phone now.
#[derive(Serialize, ToSchema)]
pub struct ControllerView {
    /// The member's masked number, or account name.
    who: String,
    device: String,
    address: String,
}

impl From<Controller> for ControllerView {
    fn from(controller: Controller) -> Self {
        let Controller {
            who,
            device,
            address,
        } = controller;
        Self {
            who,
            device,
            address,
        }
    }
}

/// A phone with everything that operators see of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorPhoneView {
    #[serde(flatten)]
    row: OperatorPhoneRowView,
    /// Dots per inch.
    dpi: i32,
    /// Carrier: 1 mobile, 2 unicom, 3 telecom.
    carrier: i16,
    /// The grant in force.
    #[schema(required = true)]
    grant: Option<PhoneGrantView>,
    /// Number of sub-accounts that were given the phone.
    sub_accounts: usize,
    /// The session that controls it now.
    #[schema(required = true)]
    controller: Option<ControllerView>,
    /// Whether this server has a link to the phone now.
    linked: bool,
}

impl OperatorPhoneView {
    pub fn of(phone: PhoneView, state: &AppState, lang: Lang) -> Self {
        Self {
            linked: state.engine.fleet.is_healthy(phone.row.id),
            row: OperatorPhoneRowView::of(phone.row, state, lang),
            dpi: phone.dpi,
            carrier: phone.carrier,
            grant: phone.lent.map(Into::into),
            sub_accounts: phone.sub_accounts,
            controller: phone.controller.map(Into::into),
        }
    }
}

/// Number of phones of a configuration.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigurationCountView {
    configuration_id: i64,
    name: String,
    /// Short name.
    code: String,
    all: i64,
    /// Phones that can be handed out now.
    free: i64,
}

impl ConfigurationCountView {
    fn of(kind: KindCount, lang: Lang) -> Self {
        Self {
            configuration_id: kind.id,
            name: kind.name.in_lang(lang).to_owned(),
            code: kind.code,
            all: kind.all,
            free: kind.free,
        }
    }
}

/// Numbers of phones.
#[derive(Serialize, ToSchema)]
pub struct PhoneCountsView {
    all: i64,
    /// Rented by members.
    rented: i64,
    /// Without a member.
    stock: i64,
    running: i64,
    failed: i64,
    busy: i64,
    off: i64,
    hold: i64,
    /// By configuration, by name.
    configurations: Vec<ConfigurationCountView>,
}

impl PhoneCountsView {
    pub fn of(counts: PhoneCounts, lang: Lang) -> Self {
        let kind = |kind| ConfigurationCountView::of(kind, lang);
        Self {
            all: counts.all,
            rented: counts.rented,
            stock: counts.stock,
            running: counts.running,
            failed: counts.failed,
            busy: counts.busy,
            off: counts.off,
            hold: counts.hold,
            configurations: counts.kinds.into_iter().map(kind).collect(),
        }
    }
}

/// Look of an event.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum EventToneView {
    /// Done.
    Done,
    /// Failed.
    Failed,
    /// Under way, waiting, or nothing to judge.
    Plain,
}

/// Event of a phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneEventView {
    /// Id within the events.
    id: i64,
    /// Time, Unix milliseconds.
    time: i64,
    /// Event in words.
    text: String,
    /// More words; empty where there are none.
    detail: String,
    /// The account that acted; empty when it was the server.
    by: String,
    tone: EventToneView,
    /// Id of the operation's receipt; null for other events.
    #[schema(required = true)]
    batch_id: Option<i64>,
}

impl PhoneEventView {
    pub fn of(event: Event, lang: Lang) -> Self {
        let (text, detail, tone, batch_id) = match event.kind {
            EventKind::Operation {
                kind,
                state,
                reason,
                batch_id,
            } => {
                let tone = match state {
                    State::Done => EventToneView::Done,
                    State::Failed => EventToneView::Failed,
                    State::Queued | State::Running | State::Cancelled => EventToneView::Plain,
                };
                let detail = reason.map(|reason| reason.words().in_lang(lang).to_owned());
                let text = format!(
                    "{} · {}",
                    kind.words().in_lang(lang),
                    state.words().in_lang(lang)
                );
                (text, detail.unwrap_or_default(), tone, Some(batch_id))
            }
            EventKind::Action { kind, detail } => {
                let text = words_of(&kind, lang).to_owned();
                (text, detail, EventToneView::Plain, None)
            }
        };
        Self {
            id: event.id,
            time: event.at_ms,
            text,
            detail,
            by: event.by,
            tone,
            batch_id,
        }
    }
}
