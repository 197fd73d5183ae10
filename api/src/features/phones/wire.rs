//! Bodies and views of the list of phones.

use domain::access::{DelegatedPermission, Level};
use domain::codes;
use domain::lang::Lang;
use domain::operations::{Kind, OperationChoice};
use domain::orders::OrderRules;
use domain::phones::{
    Action, BATCH_MAX, InvalidListQuery, ListFilter, ListQuery, Power, Rental, Unable,
};
use domain::text::names::numbered;
use serde::{Deserialize, Serialize};
use store::operations::OperationRequest;
use store::phones::{GivenTo, List, Listed, SharedTo, TrialError, Verdict};
use utoipa::ToSchema;

use super::running::{EstimateView, RunningView, UnableView};
use crate::http::ApiError;
use crate::http::batches::PhoneAnswer;
use crate::http::words::OperatorView;

/// A page of phones, please. The page is also read as pageNum or page, its size as limit.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListBody {
    /// Page number, from 1.
    #[serde(alias = "pageNum", alias = "page")]
    page_no: Option<i64>,
    /// Page size, 1 to 200; 20 when missing.
    #[serde(alias = "limit")]
    page_size: Option<i64>,
    /// Names or ids, separated by comma, space or line end. One is a part of names and ids; of several, each is
    /// the whole name or id of a phone, or a part where no phone has it whole. What stands between commas or line ends is one name where a
    /// phone has it with its spaces.
    keyword: Option<String>,
    /// 1 assign time, 2 expiry, 3 name initial.
    sort_type: Option<i64>,
    /// asc or desc.
    sort_order: Option<String>,
    /// Only phones of this group; 0: in none.
    group_id: Option<i64>,
    /// Only phones with this tag.
    phone_tag_id: Option<i64>,
    /// Only these status codes.
    #[serde(default, alias = "status")]
    business_status: Vec<i64>,
    /// on or off.
    power: Option<String>,
    /// running, busy, failed, off or hold: what they do, as the counts of the answer have it. Each phone does one of these.
    state: Option<String>,
    /// active, expiring, expired or recycled.
    rental: Option<String>,
    /// own, granted or sharedOut.
    relation: Option<String>,
    /// Only these phones, at most 300, in this order: the rest of the question does not count then.
    phone_ids: Option<Vec<i64>>,
}

impl ListBody {
    /// Query that may be asked.
    pub fn parse(&self) -> Result<ListQuery, ApiError> {
        let bad = |fault: InvalidListQuery| {
            ApiError::explained(codes::BAD_REQUEST, |lang| fault.text(lang))
        };
        let filter = ListFilter::parse(
            self.group_id,
            self.phone_tag_id,
            &self.business_status,
            self.power.as_deref(),
            self.rental.as_deref(),
            self.relation.as_deref(),
        )
        .and_then(|filter| filter.in_state(self.state.as_deref()))
        .map_err(bad)?;
        let query = ListQuery::parse(
            self.keyword.as_deref(),
            self.sort_type,
            self.sort_order.as_deref(),
            self.page_no,
            self.page_size,
        )
        .map_err(bad)?
        .filtered(filter);
        match &self.phone_ids {
            Some(ids) => query.of_phones(ids.clone()).map_err(bad),
            None => Ok(query),
        }
    }
}

/// A page of phones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListView {
    list: Vec<PhoneView>,
    /// Phones that the search found.
    total: i64,
    /// Searched names or ids that none of my phones has.
    not_found: Vec<String>,
    summary: SummaryView,
    /// The server's clock, Unix milliseconds.
    now: i64,
}

/// Counts over all my phones, whatever the search.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SummaryView {
    total: i64,
    running: i64,
    /// Ending within 7 days.
    expiring_soon: i64,
    abnormal: i64,
}

/// A phone as its member sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneView {
    /// Phone's id in every call.
    phone_id: i64,
    /// Phone's id for people.
    owl_id: String,
    phone_alias: String,
    /// The status code (0 abnormal, 1 running, …).
    business_status: i16,
    /// on or off.
    power: Power,
    /// Unix milliseconds.
    status_since: i64,
    /// Why it is abnormal, why the change of it failed whose failed status it shows, or an operator's reason to maintain it; none beside any
    /// other status.
    #[schema(required = true)]
    reason: Option<String>,
    /// When its maintenance is to end, Unix milliseconds; null where it is not maintained, or nobody knows yet.
    #[schema(required = true)]
    maintained_until: Option<i64>,
    /// Unix milliseconds.
    assign_time: i64,
    /// When the rental, or the grant to me, ends. Unix milliseconds.
    expire_time: i64,
    /// active, expiring, expired, or recycled: in the recycle bin.
    rental: Rental,
    /// Time at which my expired phone is wiped, Unix milliseconds: until then it keeps everything and can be renewed.
    #[schema(required = true)]
    kept_until: Option<i64>,
    /// The rental of my own phone renews itself. All phones of a group may do so too: `list_groups` says that.
    auto_renew: bool,
    /// Level of my right: view, operate, owner.
    level: Level,
    /// Permissions that my parent gave me beside the level, where it gave the phone to me, its sub-account.
    may: Vec<DelegatedPermission>,
    /// 1 view, 2 operate, when it was granted to me.
    #[schema(required = true)]
    accredit_type: Option<i16>,
    /// The owner's masked number, when it was granted to me.
    #[schema(required = true)]
    owner_phone: Option<String>,
    /// I authorized it to somebody.
    shared_out: bool,
    /// The account that I authorized; null when it is not shared by me.
    #[schema(required = true)]
    shared_to: Option<SharedToView>,
    /// My sub-accounts that I gave it to; null when it is given to none.
    #[schema(required = true)]
    given_to: Option<GivenToView>,
    /// mobile, unicom or telecom.
    operator: OperatorView,
    /// Configuration's id, which keys the prices.
    configuration_id: i64,
    android_version: String,
    chip: String,
    /// 0 factory reset, 1 app trial, 2 web trial, 3 streaming, 4 PC web trial, 5 cloud phone VIP.
    pad_type: i16,
    /// Dots per inch.
    dpi: i32,
    /// The group it is in, when it is mine.
    #[schema(required = true)]
    group_id: Option<i64>,
    /// My own tags on it.
    tags: Vec<PhoneTagView>,
    /// Operation that runs on it.
    #[schema(required = true)]
    operation: Option<RunningView>,
    /// Actions that the phone's provider cannot do.
    unable: Vec<UnableView>,
    /// Operations that lately ran at the phone's host.
    estimates: Vec<EstimateView>,
}

/// My authorization of a phone to another account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedToView {
    /// Id of the authorization.
    relation_id: i64,
    /// Masked number of the account.
    phone: String,
    /// Level of the account: view or operate.
    level: Level,
    /// End of the authorization, Unix milliseconds.
    expire_time: i64,
}

impl From<SharedTo> for SharedToView {
    fn from(shared: SharedTo) -> Self {
        Self {
            relation_id: shared.relation_id,
            phone: shared.phone,
            level: shared.level,
            expire_time: shared.until_ms,
        }
    }
}

/// The sub-accounts that were given a phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenToView {
    /// Name of the sub-account that joined first, or its masked number.
    name: String,
    /// Number of the others.
    others: i64,
}

impl From<GivenTo> for GivenToView {
    fn from(given: GivenTo) -> Self {
        Self {
            name: given.name,
            others: given.others,
        }
    }
}

/// A tag of mine.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneTagView {
    id: i64,
    name: String,
}

impl PhoneView {
    fn of(
        row: Listed,
        unable: &[(Kind, Unable)],
        estimates: Vec<(Kind, i64)>,
        expected_ms: impl Fn(Kind) -> i64,
        rules: OrderRules,
        now_ms: i64,
        lang: Lang,
    ) -> Self {
        let phone = row.phone;
        let (term, own) = (phone.term(), row.level == Level::Owner);
        let rental = if own {
            term.rental(now_ms)
        } else {
            Rental::at(row.until_ms, now_ms)
        };
        let kept = own && rental.is_over();
        Self {
            reason: match &row.maintenance {
                Some(maintenance) => Some(maintenance.text(lang).to_owned()),
                None => phone
                    .trouble()
                    .map(|trouble| trouble.words().in_lang(lang).to_owned()),
            },
            maintained_until: row.maintenance.and_then(|of| of.until_ms),
            unable: (unable.iter())
                .map(|(kind, unable)| UnableView::of(*kind, *unable, lang))
                .collect(),
            estimates: estimates.into_iter().map(EstimateView::from).collect(),
            phone_id: phone.id,
            level: row.level,
            may: row.permissions.all().collect(),
            accredit_type: row.level.accredit_type(),
            business_status: phone.status().code(),
            power: phone.power(),
            status_since: phone.status_since_ms,
            assign_time: phone.assign_ms,
            expire_time: row.until_ms,
            rental,
            kept_until: kept.then(|| term.purge_at(&rules.retention)),
            auto_renew: phone.auto_renew && row.level == Level::Owner,
            owner_phone: row.owner_phone,
            shared_out: row.shared_to.is_some(),
            shared_to: row.shared_to.map(SharedToView::from),
            given_to: row.given_to.map(GivenToView::from),
            operator: OperatorView::of(phone.carrier),
            configuration_id: phone.configuration_id,
            android_version: row.android_version,
            chip: row.chip,
            pad_type: row.pad_type,
            dpi: phone.dpi,
            group_id: phone.group_id.filter(|_| row.level == Level::Owner),
            tags: row
                .tags
                .into_iter()
                .map(|(id, name)| PhoneTagView { id, name })
                .collect(),
            operation: row
                .operation
                .map(|running| RunningView::of(running, expected_ms(running.kind), lang)),
            owl_id: phone.owl_id,
            phone_alias: phone.alias,
        }
    }
}

impl ListView {
    /// Builds the answer's view. `unable` says what a phone's provider cannot do, `estimates` how long operations lately took there.
    pub fn of(
        list: List,
        unable: impl Fn(i64) -> Vec<(Kind, Unable)>,
        estimates: impl Fn(i64) -> Vec<(Kind, i64)>,
        expected_ms: impl Fn(i64, Kind) -> i64,
        rules: OrderRules,
        now_ms: i64,
        lang: Lang,
    ) -> Self {
        Self {
            list: list
                .rows
                .into_iter()
                .map(|row| {
                    let unable = unable(row.phone.id);
                    let id = row.phone.id;
                    PhoneView::of(
                        row,
                        &unable,
                        estimates(id),
                        |kind| expected_ms(id, kind),
                        rules,
                        now_ms,
                        lang,
                    )
                })
                .collect(),
            total: list.total,
            not_found: list.not_found,
            summary: SummaryView {
                total: list.summary.total,
                running: list.summary.running,
                expiring_soon: list.summary.expiring_soon,
                abnormal: list.summary.abnormal,
            },
            now: now_ms,
        }
    }
}

/// A single phone, or several, and the name.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AliasBody {
    /// Id of a single phone.
    phone_id: Option<i64>,
    /// Ids of several phones, at most 30, each once.
    phone_ids: Option<Vec<i64>>,
    /// 1 to 10 characters; `{n}` counts, for many phones.
    #[serde(alias = "alias")]
    phone_alias: String,
    /// First number of `{n}`; 1 when missing.
    first: Option<u32>,
}

impl AliasBody {
    /// Request of a name for each phone.
    pub fn ask(self) -> Result<OperationRequest, ApiError> {
        let ids = self
            .phone_ids
            .unwrap_or_else(|| self.phone_id.into_iter().collect());
        let names = numbered(
            &self.phone_alias,
            self.first.unwrap_or(1),
            ids.len().min(BATCH_MAX),
        )
        .map_err(|fault| ApiError::explained(codes::BAD_REQUEST, |lang| fault.text(lang)))?;
        if ids.len() > BATCH_MAX {
            return Err(ApiError::Refused(codes::PHONE_COUNT));
        }
        Ok(OperationRequest {
            kind: Kind::Rename,
            phones: ids
                .into_iter()
                .zip(names)
                .map(|(id, name)| (id, OperationChoice::Alias(name.as_str().to_owned())))
                .collect(),
            group: false,
        })
    }
}

/// Names a phone.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneIdBody {
    /// Phone's id.
    pub phone_id: i64,
}

/// Phones, and the action to check.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckBody {
    /// At most 300.
    pub phone_ids: Vec<i64>,
    /// watch, play, powerOn, powerOff, reboot, factoryReset, newDevice, density, rename, moveGroup or enterDirectly.
    action: String,
}

impl CheckBody {
    /// Action by its name; an unknown name is refused.
    pub fn action(&self) -> Result<Action, ApiError> {
        (self.action.parse()).map_err(|_| ApiError::Refused(codes::BAD_REQUEST))
    }
}

/// Allowed or why not, for each phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckedView {
    list: Vec<PhoneAnswer>,
}

impl CheckedView {
    pub fn of(checked: Vec<(i64, Result<(), Verdict>)>, lang: Lang) -> Self {
        let answer = |(id, verdict): (i64, Result<(), Verdict>)| match verdict {
            Ok(()) => PhoneAnswer::accepted(id),
            Err(Verdict::Unknown) => PhoneAnswer::refused(id, codes::PHONE_ABSENT, lang),
            Err(Verdict::Busy) => PhoneAnswer::refused(id, codes::PHONE_BUSY, lang),
            Err(Verdict::Alone) => PhoneAnswer::refused(id, codes::NEW_DEVICE_ALONE, lang),
            Err(Verdict::Rule(refusal)) => {
                PhoneAnswer::explained(id, refusal.code(), refusal.text(lang))
            }
        };
        Self {
            list: checked.into_iter().map(answer).collect(),
        }
    }
}

/// The trial phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrialView {
    /// Phone's id.
    pub phone_id: i64,
}

impl From<TrialError> for ApiError {
    fn from(error: TrialError) -> Self {
        match error {
            TrialError::Had => Self::Refused(codes::TRIAL_HAD),
            TrialError::NoNumber => Self::Refused(codes::FORBIDDEN),
            TrialError::None => Self::Refused(codes::TRIAL_NONE),
            TrialError::Fault(fault) => fault.into(),
        }
    }
}
