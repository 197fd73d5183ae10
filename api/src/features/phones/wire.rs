//! The list's question and answer.

use domain::codes;
use domain::lang::Lang;
use domain::phones::{ListQuery, Rental, Unwell};
use serde::{Deserialize, Serialize};
use store::phones::{List, Listed};
use utoipa::ToSchema;

use crate::features::words::{LevelView, OperatorView, PowerView, RentalView};
use crate::http::ApiError;

/// A page of phones, please. The page is also read as pageNum or page, its size as limit.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListBody {
    /// From 1.
    #[serde(alias = "pageNum", alias = "page")]
    page_no: Option<i64>,
    /// 1 to 200; 20 when missing.
    #[serde(alias = "limit")]
    page_size: Option<i64>,
    /// Names or ids, separated by comma, space or line end. One is searched within names and ids; several must match whole.
    keyword: Option<String>,
    /// 1 assign time, 2 expiry, 3 name initial.
    sort_type: Option<i64>,
    /// asc or desc.
    sort_order: Option<String>,
}

impl ListBody {
    /// A question that may be asked.
    pub fn parse(&self) -> Result<ListQuery, ApiError> {
        ListQuery::parse(
            self.keyword.as_deref(),
            self.sort_type,
            self.sort_order.as_deref(),
            self.page_no,
            self.page_size,
        )
        .map_err(|fault| ApiError::explained(codes::BAD_REQUEST, |lang| fault.text(lang)))
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
    /// Keys every call.
    phone_id: i64,
    /// For people.
    owl_id: String,
    phone_alias: String,
    /// The status code (0 abnormal, 1 running, …).
    business_status: i16,
    /// on or off.
    power: PowerView,
    /// Unix milliseconds.
    status_since: i64,
    /// Why it is abnormal.
    #[schema(required = true)]
    reason: Option<&'static str>,
    /// Unix milliseconds.
    assign_time: i64,
    /// When the rental, or the grant to me, ends. Unix milliseconds.
    expire_time: i64,
    /// active, expiring or expired.
    rental: RentalView,
    /// What I may do: view, operate, owner.
    level: LevelView,
    /// 1 view, 2 operate, when it was granted to me.
    #[schema(required = true)]
    accredit_type: Option<i16>,
    /// The owner's masked number, when it was granted to me.
    #[schema(required = true)]
    owner_phone: Option<String>,
    /// I granted it to somebody.
    shared_out: bool,
    /// mobile, unicom or telecom.
    operator: OperatorView,
    android_version: String,
    chip: String,
    /// 0 factory reset, 1 app trial, 2 web trial, 3 streaming, 4 PC web trial, 5 cloud phone VIP.
    pad_type: i16,
    /// Dots per inch.
    dpi: i32,
}

impl PhoneView {
    fn of(row: Listed, now_ms: i64, lang: Lang) -> Self {
        let phone = row.phone;
        Self {
            phone_id: phone.id,
            level: row.level.into(),
            accredit_type: row.level.accredit_type(),
            business_status: phone.status().code(),
            power: phone.power().into(),
            status_since: phone.status_since_ms,
            assign_time: phone.assign_ms,
            expire_time: row.until_ms,
            rental: Rental::at(row.until_ms, now_ms).into(),
            owner_phone: row.owner_phone,
            shared_out: row.shared_out,
            operator: OperatorView::of(phone.carrier),
            android_version: row.android_version,
            chip: row.chip,
            pad_type: row.pad_type,
            dpi: phone.dpi,
            owl_id: phone.owl_id,
            phone_alias: phone.alias,
            reason: phone
                .reason
                .as_deref()
                .and_then(Unwell::from_name)
                .map(|u| u.words().in_lang(lang)),
        }
    }
}

impl ListView {
    /// The answer as it goes out.
    pub fn of(list: List, now_ms: i64, lang: Lang) -> Self {
        Self {
            list: list
                .rows
                .into_iter()
                .map(|row| PhoneView::of(row, now_ms, lang))
                .collect(),
            total: list.total,
            not_found: list.not_found,
            summary: SummaryView {
                total: list.summary.total,
                running: list.summary.running,
                expiring_soon: list.summary.expiring_soon,
                abnormal: list.summary.abnormal,
            },
        }
    }
}
