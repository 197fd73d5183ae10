//! Requests and answers of the recycle bin.

use std::collections::HashSet;

use domain::codes;
use domain::lang::Lang;
use domain::phones::rental::{AT_ONCE, Phase, Retention};
use serde::{Deserialize, Serialize};
use store::recycle::{AutoRenewWish, BinPage, BinQuery, Binned, Purged, PurgedPage, RecycleError};
use store::reminders::{MemberReminders, ReminderError, Wishes};
use utoipa::{IntoParams, ToSchema};

use crate::http::{ApiError, PageQuery, keyword};

/// Filter and page of the recycle bin.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct BinPageQuery {
    /// Phase of the phones; both when left out.
    phase: Option<Phase>,
    /// Part of the phone's name or id.
    keyword: Option<String>,
}

impl BinPageQuery {
    pub fn parse(self, page: &PageQuery) -> Result<BinQuery, ApiError> {
        let (offset, limit) = page.usual()?;
        Ok(BinQuery {
            phase: self.phase,
            keyword: keyword(self.keyword)?,
            offset,
            limit,
        })
    }
}

/// A page of the recycle bin.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BinView {
    list: Vec<BinnedView>,
    /// Number of phones that pass the filter.
    total: i64,
    counts: BinCountsView,
    /// Time after the end of its rental for which a phone stays in the list as it is, milliseconds.
    grace_ms: i64,
    /// Time in the recycle bin after that, milliseconds.
    bin_ms: i64,
    /// The server's clock, Unix milliseconds.
    now: i64,
}

/// Number of my phones in each phase, whatever the filter.
#[derive(Serialize, ToSchema)]
pub struct BinCountsView {
    grace: i64,
    bin: i64,
    /// Phones in the recycle bin that are wiped within a day from now.
    soon: i64,
    /// Records of phones that I lost.
    purged: i64,
}

/// A phone whose rental is over.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BinnedView {
    /// Phone's id, which calls name.
    phone_id: i64,
    /// Id of the phone for people.
    owl_id: String,
    phone_alias: String,
    /// Id of the phone's configuration.
    configuration_id: i64,
    /// Name of the phone's configuration.
    spec_name: String,
    /// End of the rental, Unix milliseconds.
    expire_time: i64,
    phase: Phase,
    /// Time at which the phone goes, or went, into the recycle bin, Unix milliseconds.
    recycle_time: i64,
    /// Time at which the phone is wiped, Unix milliseconds.
    purge_time: i64,
    /// Name of the phone's group; null for a phone without a group.
    #[schema(required = true)]
    group_name: Option<String>,
    /// Number of my tags on the phone.
    tags: i64,
    /// Number of grants that come back when the phone is renewed.
    grants: i64,
}

impl BinnedView {
    fn of(phone: Binned, lang: Lang) -> Self {
        Self {
            phone_id: phone.phone_id,
            owl_id: phone.owl_id,
            phone_alias: phone.alias,
            configuration_id: phone.configuration_id,
            spec_name: phone.configuration.in_lang(lang).to_owned(),
            expire_time: phone.expire_ms,
            phase: phone.phase,
            recycle_time: phone.recycle_ms,
            purge_time: phone.purge_ms,
            group_name: phone.group,
            tags: phone.tags,
            grants: phone.grants,
        }
    }
}

impl BinView {
    pub fn of(page: BinPage, kept: Retention, now_ms: i64, lang: Lang) -> Self {
        Self {
            list: page
                .list
                .into_iter()
                .map(|phone| BinnedView::of(phone, lang))
                .collect(),
            total: page.total,
            counts: BinCountsView {
                grace: page.counts.grace,
                bin: page.counts.bin,
                soon: page.counts.soon,
                purged: page.counts.purged,
            },
            grace_ms: kept.grace_ms,
            bin_ms: kept.bin_ms,
            now: now_ms,
        }
    }
}

/// A page of records.
#[derive(Serialize, ToSchema)]
pub struct PurgedView {
    /// Records of the page, the newest first.
    list: Vec<PurgeView>,
    total: i64,
}

/// The record of a phone that I lost.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurgeView {
    id: i64,
    /// Id of the phone for people.
    owl_id: String,
    phone_alias: String,
    /// Name of the phone's configuration.
    spec_name: String,
    /// Whether I gave the phone up before its time.
    given_up: bool,
    /// Time of the loss, Unix milliseconds.
    purged_time: i64,
    /// End of the wipe, as seen on the phone, Unix milliseconds; null until then.
    #[schema(required = true)]
    wiped_time: Option<i64>,
    /// Number of the wipe, for customer service; null until it is done.
    #[schema(required = true)]
    wipe_no: Option<String>,
}

impl PurgeView {
    fn of(record: Purged, lang: Lang) -> Self {
        Self {
            id: record.id,
            owl_id: record.owl_id,
            phone_alias: record.alias,
            spec_name: record.configuration.in_lang(lang).to_owned(),
            given_up: record.given_up,
            purged_time: record.purged_ms,
            wiped_time: record.wipe.map(|(_, at_ms)| at_ms),
            wipe_no: record.wipe.map(|(id, _)| format!("WIPE-{id:X}")),
        }
    }
}

impl PurgedView {
    pub fn of(page: PurgedPage, lang: Lang) -> Self {
        Self {
            list: page
                .list
                .into_iter()
                .map(|record| PurgeView::of(record, lang))
                .collect(),
            total: page.total,
        }
    }
}

/// Request to give up phones.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveUpBody {
    /// Ids of the phones, at most 200, each once.
    phone_ids: Vec<i64>,
    /// Number of the phones, as it was typed to confirm.
    count: usize,
}

impl GiveUpBody {
    /// Checks the request and returns the ids of the phones.
    pub fn parse(self) -> Result<Vec<i64>, ApiError> {
        let ids = several(self.phone_ids)?;
        if self.count != ids.len() {
            return Err(ApiError::Refused(codes::RECYCLE_COUNT));
        }
        Ok(ids)
    }
}

/// Phones whose rentals renew themselves, or no longer.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AutoRenewBody {
    /// Ids of the phones, at most 200, each once.
    phone_ids: Vec<i64>,
    /// Whether they renew themselves.
    on: bool,
    /// I accept the authorization agreement; needed to switch it on.
    #[serde(default)]
    agreed: bool,
    /// Number of the agreement's version that was shown. Another one in force refuses the request with 1011108021.
    agreement_version: Option<i64>,
}

impl AutoRenewBody {
    /// Checks the request; answers the ids, and what is wished for them.
    pub fn parse(self) -> Result<(Vec<i64>, AutoRenewWish), ApiError> {
        let wish = AutoRenewWish {
            on: self.on,
            agreed: self.agreed,
            agreement: self.agreement_version,
        };
        Ok((several(self.phone_ids)?, wish))
    }
}

/// Ids of phones: at most 200, each once.
fn several(ids: Vec<i64>) -> Result<Vec<i64>, ApiError> {
    let distinct: HashSet<&i64> = ids.iter().collect();
    if ids.is_empty() || ids.len() > AT_ONCE {
        return Err(ApiError::Refused(codes::BAD_REQUEST));
    }
    if distinct.len() != ids.len() {
        return Err(ApiError::Refused(codes::DUPLICATE_PHONE));
    }
    Ok(ids)
}

/// Address of my calendar.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarAddressView {
    /// Path of the calendar on this server, with its secret; null when there is none.
    #[schema(required = true)]
    path: Option<String>,
}

impl CalendarAddressView {
    /// View of the calendar's address, made of its secret; the calendar will be in this language.
    pub fn of(token: Option<String>, lang: Lang) -> Self {
        let path = |token: String| format!("{CALENDAR_PATH}{token}?lang={}", lang.tag());
        Self {
            path: token.map(path),
        }
    }
}

/// Path of calendars, before their secret.
const CALENDAR_PATH: &str = "/app-api/trade/recycle/calendar/";

/// Language of a calendar.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CalendarQuery {
    /// `zh-CN` or `en-US`; that of the request when left out.
    pub lang: Option<String>,
}

/// Change of my calendar's address.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarAddressBody {
    /// true: another address, the one before ends; false: no address.
    pub on: bool,
}

/// Ways in which I am reminded of ends, beside my messages.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemindersView {
    by_sms: bool,
    by_mail: bool,
    /// SMS can be chosen: the server sends them, and I have a phone number.
    sms_possible: bool,
    /// Mail can be chosen: the server sends it, and I have an address.
    mail_possible: bool,
    /// The server sends mail: only an address is missing.
    mail_offered: bool,
}

impl RemindersView {
    /// View of a member's reminders, with the ways that the server offers: SMS and mail.
    pub fn of(own: MemberReminders, (sms, mail): (bool, bool)) -> Self {
        Self {
            by_sms: own.wishes.by_sms,
            by_mail: own.wishes.by_mail,
            sms_possible: sms && own.has_phone,
            mail_possible: mail && own.has_mail,
            mail_offered: mail,
        }
    }
}

/// Ways in which I want to be reminded.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemindersBody {
    by_sms: bool,
    by_mail: bool,
}

impl RemindersBody {
    /// Wishes for reminders; a way that the server does not offer is refused.
    pub fn parse(self, (sms, mail): (bool, bool)) -> Result<Wishes, ApiError> {
        if (self.by_sms && !sms) || (self.by_mail && !mail) {
            return Err(ApiError::Refused(codes::REMINDER_NOWHERE));
        }
        Ok(Wishes {
            by_sms: self.by_sms,
            by_mail: self.by_mail,
        })
    }
}

impl From<ReminderError> for ApiError {
    fn from(error: ReminderError) -> Self {
        match error {
            ReminderError::Nowhere(_) => Self::Refused(codes::REMINDER_NOWHERE),
            ReminderError::Fault(fault) => fault.into(),
        }
    }
}

impl From<RecycleError> for ApiError {
    fn from(error: RecycleError) -> Self {
        match error {
            RecycleError::Unknown => Self::Refused(codes::PHONE_ABSENT),
            RecycleError::Right => Self::Refused(codes::RIGHT_MISSING),
            RecycleError::AgreementChanged => Self::Refused(codes::ORDER_AGREEMENT_CHANGED),
            RecycleError::Agreement => Self::Refused(codes::ORDER_AGREEMENT),
            RecycleError::NotOver => Self::Refused(codes::RECYCLE_NOT_OVER),
            RecycleError::Fault(fault) => fault.into(),
        }
    }
}
