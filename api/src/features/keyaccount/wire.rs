//! Questions about the enterprise overview, and their answers.

use domain::codes;
use domain::lang::Lang;
use domain::phones::{Power, Rental};
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use store::keyaccount::{
    End, MonthSpend, Overview, Section, SectionId, SectionPage, SectionQuery, Sorting, Spend,
    SpendQuery, Spender, WallError, WallPage, WallPhone, WallQuery,
};
use utoipa::{IntoParams, ToSchema};

use crate::AppState;
use crate::http::{ApiError, PageQuery, keyword, zone_of};

fn bad() -> ApiError {
    ApiError::Refused(codes::BAD_REQUEST)
}

/// Zone of the ends.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OverviewQuery {
    /// Zone that says what a day is: `Asia/Shanghai` or `+08:00`; the server's when left out.
    time_zone: Option<String>,
}

impl OverviewQuery {
    /// Checks the request.
    pub fn zone(&self, state: &AppState) -> Result<Zone, ApiError> {
        zone_of(self.time_zone.as_deref(), state)
    }
}

/// Counts of my phones outside the recycle bin.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewView {
    total: i64,
    /// Number of phones that run within their rental.
    running: i64,
    /// Number of phones that are switched off.
    off: i64,
    /// Number of phones that are unwell though on, or whose change failed.
    failed: i64,
    /// Number of phones that somebody controls now.
    in_use: i64,
    /// Number of my sub-accounts.
    sub_accounts: i64,
    /// Phones that end today, within 3, 7 and 30 days after it; each is counted once.
    ends: Vec<EndView>,
}

/// Phones that end within the same days.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndView {
    /// Days after today.
    days: i64,
    phones: i64,
    /// The first of them, as many as one order renews.
    phone_ids: Vec<i64>,
}

impl From<End> for EndView {
    fn from(end: End) -> Self {
        Self {
            days: end.days,
            phones: end.phones,
            phone_ids: end.phone_ids,
        }
    }
}

impl From<Overview> for OverviewView {
    fn from(all: Overview) -> Self {
        Self {
            total: all.total,
            running: all.running,
            off: all.off,
            failed: all.failed,
            in_use: all.in_use,
            sub_accounts: all.sub_accounts,
            ends: all.ends.into_iter().map(Into::into).collect(),
        }
    }
}

/// Sorting of phones into sections.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SortingView {
    /// By the sub-accounts that have them.
    SubAccount,
    /// By group.
    Group,
}

/// Page of sections.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SectionsQuery {
    /// Sorting of the phones.
    #[param(inline)]
    by: SortingView,
    /// Part of a section's name or number, or of a phone's name or id.
    keyword: Option<String>,
}

impl SectionsQuery {
    pub fn parse(self, page: &PageQuery) -> Result<SectionQuery, ApiError> {
        let (offset, limit) = page.usual()?;
        Ok(SectionQuery {
            sorting: match self.by {
                SortingView::SubAccount => Sorting::SubAccount,
                SortingView::Group => Sorting::Group,
            },
            keyword: keyword(self.keyword)?,
            offset,
            limit,
        })
    }
}

/// A page of sections.
#[derive(Serialize, ToSchema)]
pub struct SectionsView {
    /// Sections of the page; the phones in none are the last one.
    list: Vec<SectionView>,
    /// Number of sections that have phones.
    total: i64,
}

/// A section and its counts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SectionView {
    /// The sub-account; null for a group and for phones that no sub-account has.
    #[schema(required = true)]
    member_id: Option<i64>,
    /// The group; null for a sub-account and for phones of no group.
    #[schema(required = true)]
    group_id: Option<i64>,
    /// Name of the sub-account or of the group; may be empty.
    name: String,
    /// Masked number of the sub-account; empty otherwise.
    phone: String,
    /// Whether the sub-account is switched off.
    switched_off: bool,
    /// Number of phones that match.
    total: i64,
    /// Number of these that somebody controls now.
    in_use: i64,
    /// Number of these that are switched off.
    off: i64,
    /// Number of these that are unwell though on, or whose change failed.
    failed: i64,
}

impl From<Section> for SectionView {
    fn from(section: Section) -> Self {
        let (member_id, group_id) = match section.id {
            SectionId::SubAccount(id) => (Some(id), None),
            SectionId::Group(id) => (None, Some(id)),
            SectionId::NotGiven | SectionId::Ungrouped => (None, None),
        };
        Self {
            member_id,
            group_id,
            name: section.name,
            phone: section.phone,
            switched_off: section.switched_off,
            total: section.total,
            in_use: section.in_use,
            off: section.off,
            failed: section.failed,
        }
    }
}

impl From<SectionPage> for SectionsView {
    fn from(page: SectionPage) -> Self {
        Self {
            list: page.list.into_iter().map(Into::into).collect(),
            total: page.total,
        }
    }
}

/// Page of a section's phones.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct WallPageQuery {
    /// Sorting of the phones.
    #[param(inline)]
    by: SortingView,
    /// My sub-account; left out for a group, and for the phones that no sub-account has.
    member_id: Option<i64>,
    /// My group; left out for a sub-account, and for the phones of no group.
    group_id: Option<i64>,
    /// Part of a phone's name or id, or what names the section.
    keyword: Option<String>,
}

impl WallPageQuery {
    pub fn parse(self, page: &PageQuery) -> Result<WallQuery, ApiError> {
        let (offset, limit) = page.usual()?;
        let section = match (self.by, self.member_id, self.group_id) {
            (SortingView::SubAccount, Some(id), None) => SectionId::SubAccount(id),
            (SortingView::SubAccount, None, None) => SectionId::NotGiven,
            (SortingView::Group, None, Some(id)) => SectionId::Group(id),
            (SortingView::Group, None, None) => SectionId::Ungrouped,
            (SortingView::SubAccount | SortingView::Group, _, _) => return Err(bad()),
        };
        Ok(WallQuery {
            section,
            keyword: keyword(self.keyword)?,
            offset,
            limit,
        })
    }
}

/// A page of a section's phones.
#[derive(Serialize, ToSchema)]
pub struct WallView {
    /// Phones of the page, by name.
    list: Vec<WallPhoneView>,
    total: i64,
}

/// A phone of mine on the wall.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WallPhoneView {
    phone_id: i64,
    /// Id of the phone for people.
    owl_id: String,
    phone_alias: String,
    /// The status code (0 abnormal, 1 running, …).
    business_status: i16,
    /// on or off.
    power: Power,
    /// Why it is abnormal, or why the change of it failed whose failed status it shows; null beside any other status.
    #[schema(required = true)]
    reason: Option<&'static str>,
    rental: Rental,
    /// Member that controls it now, by the name that I may know; null when nobody does.
    #[schema(required = true)]
    worker: Option<String>,
    /// Whether it is me.
    own: bool,
}

impl WallView {
    pub fn of(page: WallPage, now_ms: i64, lang: Lang) -> Self {
        let view = |WallPhone { phone, worker }: WallPhone| WallPhoneView {
            business_status: phone.status().code(),
            power: phone.power(),
            reason: phone.trouble().map(|trouble| trouble.words().in_lang(lang)),
            rental: phone.term().rental(now_ms),
            own: worker.as_ref().is_some_and(|worker| worker.own),
            worker: worker.map(|worker| worker.name),
            phone_id: phone.id,
            owl_id: phone.owl_id,
            phone_alias: phone.alias,
        };
        Self {
            list: page.list.into_iter().map(view).collect(),
            total: page.total,
        }
    }
}

/// Zone of the months, and page of the sub-accounts.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SpendPageQuery {
    /// Zone in which months begin: `Asia/Shanghai` or `+08:00`; the server's when left out.
    time_zone: Option<String>,
}

impl SpendPageQuery {
    pub fn parse(self, page: &PageQuery, state: &AppState) -> Result<SpendQuery, ApiError> {
        let (offset, limit) = page.usual()?;
        Ok(SpendQuery {
            zone: zone_of(self.time_zone.as_deref(), state)?,
            offset,
            limit,
        })
    }
}

/// Money that I spent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpendView {
    /// Six months, the one of now last.
    months: Vec<MonthSpendView>,
    /// Money of the month before until the same time of it, in fen.
    before_fen: i64,
    /// Rows of the page, the largest of this month first.
    list: Vec<SpenderView>,
    /// Number of rows.
    total: i64,
}

/// A month's money.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthSpendView {
    /// The month as `2026-11`.
    month: String,
    /// Money that was spent, less what was given back, in fen.
    fen: i64,
    /// Money that was given back, in fen.
    refunded_fen: i64,
}

impl From<MonthSpend> for MonthSpendView {
    fn from(month: MonthSpend) -> Self {
        Self {
            month: month.month,
            fen: month.fen,
            refunded_fen: month.refunded_fen,
        }
    }
}

/// Money that was spent on the phones of a sub-account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpenderView {
    /// The sub-account; null for the phones that none has.
    #[schema(required = true)]
    member_id: Option<i64>,
    /// My name for it; may be empty.
    name: String,
    /// Masked number.
    phone: String,
    /// Money by month in fen, the last month last.
    fen: Vec<i64>,
}

impl From<Spender> for SpenderView {
    fn from(row: Spender) -> Self {
        Self {
            member_id: row.member_id,
            name: row.name,
            phone: row.phone,
            fen: row.fen,
        }
    }
}

impl From<Spend> for SpendView {
    fn from(spend: Spend) -> Self {
        Self {
            months: spend.months.into_iter().map(Into::into).collect(),
            before_fen: spend.before_fen,
            list: spend.list.into_iter().map(Into::into).collect(),
            total: spend.total,
        }
    }
}

impl From<WallError> for ApiError {
    fn from(error: WallError) -> Self {
        Self::Refused(match error {
            WallError::SubAccount => codes::SUB_ABSENT,
            WallError::Group => codes::GROUP_ABSENT,
            WallError::Fault(fault) => return fault.into(),
        })
    }
}
