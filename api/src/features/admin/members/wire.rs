//! Members in operators' calls.

use domain::codes;
use domain::lang::Lang;
use domain::orders::Reason;
use domain::points::{ADJUSTED_MAX, worth_fen};
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::member::browse::{FoundPage, ListedMember, MemberSort, Question, Show};
use store::member::page::{MemberPage, MemberPhone, Related, Revealed};
use store::points::{AdjustError, Adjustment};
use utoipa::{IntoParams, ToSchema};

use super::super::wire::reason;
use crate::http::{ApiError, keyword};

/// State of the members to show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum MembersShowView {
    /// All members.
    #[default]
    All,
    /// Members with phones.
    WithPhones,
    /// Sub-accounts.
    SubAccounts,
    /// Disabled accounts, operators' too.
    Disabled,
    /// Operators.
    Operators,
}

impl From<MembersShowView> for Show {
    fn from(show: MembersShowView) -> Self {
        match show {
            MembersShowView::All => Self::All,
            MembersShowView::WithPhones => Self::WithPhones,
            MembersShowView::SubAccounts => Self::SubAccounts,
            MembersShowView::Disabled => Self::Disabled,
            MembersShowView::Operators => Self::Operators,
        }
    }
}

/// Order of members.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum MembersSort {
    /// By time of making.
    #[default]
    Created,
    /// By time of the last sign-in.
    SignedIn,
    /// By points.
    Points,
}

/// Filter and order of members.
#[derive(Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MembersQuery {
    /// Part of an account name, a nickname, a number or an address, or a whole id.
    keyword: Option<String>,
    /// State of the members; all of them when left out.
    #[param(inline)]
    show: Option<MembersShowView>,
    /// Order; by time of making when left out.
    #[param(inline)]
    sort: Option<MembersSort>,
    /// Whether the lowest comes first.
    ascending: Option<bool>,
}

impl MembersQuery {
    pub fn parse(self) -> Result<Question, ApiError> {
        let keyword = keyword(self.keyword)?;
        Ok(Question {
            keyword: (!keyword.is_empty()).then_some(keyword),
            show: self.show.unwrap_or_default().into(),
            by: match self.sort.unwrap_or_default() {
                MembersSort::Created => MemberSort::Created,
                MembersSort::SignedIn => MemberSort::SignedIn,
                MembersSort::Points => MemberSort::Points,
            },
            descending: !self.ascending.unwrap_or_default(),
        })
    }
}

/// A member in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberRowView {
    member_id: i64,
    /// Account name; empty where there is none.
    user_name: String,
    nickname: String,
    /// Masked number; empty where there is none.
    phone: String,
    is_operator: bool,
    is_sub_account: bool,
    disabled: bool,
    /// Unix milliseconds.
    create_time: i64,
    /// Time of the last sign-in, Unix milliseconds.
    #[schema(required = true)]
    sign_in_time: Option<i64>,
    points: i64,
    /// Number of phones.
    phones: i64,
    /// Number of phones that fail.
    failing: i64,
    /// Number of phones whose rental ends within 7 days.
    ending: i64,
    /// Money that was paid and not given back.
    spent_fen: i64,
}

impl From<ListedMember> for MemberRowView {
    fn from(found: ListedMember) -> Self {
        Self {
            member_id: found.id,
            user_name: found.user_name.unwrap_or_default(),
            nickname: found.nickname,
            phone: found.phone,
            is_operator: found.is_operator,
            is_sub_account: found.is_sub_account,
            disabled: found.disabled,
            create_time: found.created_ms,
            sign_in_time: found.signed_in_ms,
            points: found.points,
            phones: found.phones,
            failing: found.failing,
            ending: found.ending,
            spent_fen: found.spent_fen,
        }
    }
}

/// Columns of an exported table.
pub const HEADER: [&str; 11] = [
    "会员编号",
    "登录名称",
    "昵称",
    "手机号码",
    "注册时间",
    "云手机",
    "异常云手机",
    "消费（元）",
    "积分",
    "最近登录",
    "状态",
];

impl MemberRowView {
    /// Row of an exported table; the number stays masked.
    pub fn exported(self, zone: Zone) -> Vec<String> {
        let time = |at_ms: i64| zone.time_of(at_ms);
        vec![
            self.member_id.to_string(),
            self.user_name,
            self.nickname,
            self.phone,
            time(self.create_time),
            self.phones.to_string(),
            self.failing.to_string(),
            domain::text::display::format_fen(self.spent_fen),
            self.points.to_string(),
            self.sign_in_time.map(time).unwrap_or_default(),
            if self.disabled { "停用" } else { "正常" }.to_owned(),
        ]
    }
}

/// Number of members in a state.
#[derive(Serialize, ToSchema)]
pub struct MembersCountView {
    show: MembersShowView,
    count: i64,
}

/// A page of members.
#[derive(Serialize, ToSchema)]
pub struct MembersView {
    list: Vec<MemberRowView>,
    total: i64,
    /// Number of members in each state, whatever is asked for.
    counts: Vec<MembersCountView>,
}

impl From<FoundPage> for MembersView {
    fn from(page: FoundPage) -> Self {
        let shows = [
            MembersShowView::All,
            MembersShowView::WithPhones,
            MembersShowView::SubAccounts,
            MembersShowView::Disabled,
            MembersShowView::Operators,
        ];
        Self {
            list: page.list.into_iter().map(Into::into).collect(),
            total: page.total,
            counts: (shows.into_iter().zip(page.counts))
                .map(|(show, count)| MembersCountView { show, count })
                .collect(),
        }
    }
}

/// The member that is asked for.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MemberIdQuery {
    /// Account's id.
    pub member_id: i64,
}

/// The member that is meant.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberIdBody {
    /// Account's id.
    pub member_id: i64,
}

/// An account beside a member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelatedView {
    member_id: i64,
    /// Nickname, or the name that its parent gave it.
    name: String,
    /// Masked number; empty where there is none.
    phone: String,
    disabled: bool,
    /// Time since when it is a sub-account, Unix milliseconds.
    #[schema(required = true)]
    since_time: Option<i64>,
}

impl From<Related> for RelatedView {
    fn from(related: Related) -> Self {
        Self {
            member_id: related.id,
            name: related.name,
            phone: related.phone,
            disabled: related.disabled,
            since_time: related.since_ms,
        }
    }
}

/// A member with its figures and the accounts around it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberPageView {
    member_id: i64,
    /// Account name; empty where there is none.
    user_name: String,
    nickname: String,
    /// Masked number; empty where there is none.
    phone: String,
    /// Whether the account has an address.
    has_email: bool,
    is_operator: bool,
    disabled: bool,
    /// Why it is disabled, as its member reads it; empty where no reason was given.
    disabled_reason: String,
    /// Unix milliseconds.
    create_time: i64,
    /// Time of the last sign-in, Unix milliseconds.
    #[schema(required = true)]
    sign_in_time: Option<i64>,
    /// Number of phones.
    phones: i64,
    /// Number of phones that fail.
    failing: i64,
    /// Number of orders.
    orders: i64,
    /// Money that was paid and not given back.
    spent_fen: i64,
    /// Points that can be spent now.
    points: i64,
    /// Worth of these points in orders.
    points_fen: i64,
    /// Refunds that wait for a decision.
    refunds: i64,
    /// Money of these refunds.
    refunds_fen: i64,
    /// Time at which the first of them was asked for, Unix milliseconds.
    #[schema(required = true)]
    refunds_since: Option<i64>,
    /// Live sessions.
    sessions: i64,
    /// Time of the last use of one of them, Unix milliseconds.
    #[schema(required = true)]
    seen_time: Option<i64>,
    /// Feedback messages.
    feedback: i64,
    /// Feedback messages without an answer.
    unanswered: i64,
    /// Parent of a sub-account.
    #[schema(required = true)]
    parent: Option<RelatedView>,
    /// Sub-accounts, the oldest first; at most 200.
    sub_accounts: Vec<RelatedView>,
}

impl From<MemberPage> for MemberPageView {
    fn from(page: MemberPage) -> Self {
        let (account, figures) = (page.account, page.figures);
        Self {
            member_id: account.id,
            phone: account.masked_phone(),
            is_operator: account.is_operator(),
            user_name: account.user_name.unwrap_or_default(),
            nickname: account.nickname,
            has_email: !account.email.is_empty(),
            disabled: account.disabled,
            disabled_reason: page.disabled_reason,
            create_time: account.created_ms,
            sign_in_time: account.signed_in_ms,
            phones: figures.phones,
            failing: figures.failing,
            orders: figures.orders,
            spent_fen: figures.spent_fen,
            points: figures.points,
            points_fen: worth_fen(figures.points),
            refunds: figures.refunds,
            refunds_fen: figures.refunds_fen,
            refunds_since: figures.refunds_since_ms,
            sessions: figures.sessions,
            seen_time: figures.seen_ms,
            feedback: figures.feedback,
            unanswered: figures.unanswered,
            parent: page.parent.map(Into::into),
            sub_accounts: page.sub_accounts.into_iter().map(Into::into).collect(),
        }
    }
}

/// A member's phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberPhoneView {
    phone_id: i64,
    /// Id for people.
    owl_id: String,
    /// Name that the member gave; may be empty.
    alias: String,
    /// Name of the configuration.
    configuration: String,
    /// Code of the status.
    status: i16,
    /// Whether its power is on.
    power_on: bool,
    /// Time since when the status stands, Unix milliseconds.
    status_since: i64,
    /// End of the rental, Unix milliseconds.
    expire_time: i64,
}

/// A page of a member's phones.
#[derive(Serialize, ToSchema)]
pub struct MemberPhonesView {
    /// Those that end first before the others.
    list: Vec<MemberPhoneView>,
    total: i64,
}

impl MemberPhonesView {
    pub fn of((phones, total): (Vec<MemberPhone>, i64), lang: Lang) -> Self {
        let view = |phone: MemberPhone| MemberPhoneView {
            phone_id: phone.id,
            configuration: phone.configuration.in_lang(lang).to_owned(),
            owl_id: phone.owl_id,
            alias: phone.alias,
            status: phone.status,
            power_on: phone.power_on,
            status_since: phone.since_ms,
            expire_time: phone.expire_ms,
        };
        Self {
            list: phones.into_iter().map(view).collect(),
            total,
        }
    }
}

/// Whole number and address of a member.
#[derive(Serialize, ToSchema)]
pub struct RevealedView {
    /// Eleven digits; empty where there is no number.
    phone: String,
    /// Empty where there is none.
    email: String,
}

impl From<Revealed> for RevealedView {
    fn from(Revealed { phone, email }: Revealed) -> Self {
        Self { phone, email }
    }
}

/// Sessions to end: one of a member, or all.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndMemberSessionsBody {
    /// Account's id.
    pub member_id: i64,
    /// The session; all of them, with what was delegated by them, when left out.
    pub session_id: Option<i64>,
}

/// Number of sessions that were ended.
#[derive(Serialize, ToSchema)]
pub struct EndedSessionsView {
    pub ended: u64,
}

/// Points that are given to a member, or taken.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdjustPointsBody {
    /// Account's id.
    member_id: i64,
    /// Number of points; negative where they are taken. Never 0, and at most 1,000,000 at a time.
    points: i64,
    /// Why, 1 to 200 characters: the member reads it.
    reason: String,
}

impl AdjustPointsBody {
    /// Member, points and reason.
    pub fn parse(self) -> Result<(i64, Adjustment, Reason), ApiError> {
        let points = Adjustment::new(self.points).ok_or_else(|| {
            ApiError::in_field("points".to_owned(), |lang| match lang {
                Lang::Zh => format!("请填写 1 到 {ADJUSTED_MAX} 之间的数"),
                Lang::En => format!("Write a number from 1 to {ADJUSTED_MAX}"),
            })
        })?;
        Ok((self.member_id, points, reason(&self.reason)?))
    }
}

/// Balance after the change.
#[derive(Serialize, ToSchema)]
pub struct BalanceView {
    pub balance: i64,
}

impl From<AdjustError> for ApiError {
    fn from(error: AdjustError) -> Self {
        match error {
            AdjustError::Unknown => Self::Refused(codes::MEMBER_ABSENT),
            AdjustError::TooFew { available } => Self::ExplainedWithData {
                code: codes::POINTS_TOO_FEW,
                zh: format!("该会员可用的积分只有 {available}"),
                en: format!("The member has only {available} points to spend"),
                data: json!({ "available": available }),
            },
            AdjustError::Fault(fault) => fault.into(),
        }
    }
}
