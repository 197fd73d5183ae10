//! Batches of codes as operators ask for them and see them.

use domain::codes;
use domain::lang::Lang;
use domain::redeem::batch::{BatchState, Form, NewBatch};
use serde::{Deserialize, Serialize};
use store::redeem::{
    BatchCode, BatchCodePage, BatchError, BatchFilter, BatchPage, FoundCode, Listed, Made, Use,
};
use utoipa::{IntoParams, ToSchema};

use super::wire::GivesView;
use crate::http::{ApiError, PageQuery};

/// What an operator asks for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchBody {
    /// For colleagues, 1 to 30 characters.
    #[serde(default)]
    note: String,
    /// `phone` or `days`.
    #[serde(default)]
    gives: String,
    /// Of the new phone, or of the phones that are renewed; left out: days for any phone.
    configuration_id: Option<i64>,
    /// 1 to 3650.
    days: i64,
    /// 1 to 1000.
    count: i64,
    /// From when they are valid, Unix milliseconds; now when left out.
    from_time: Option<i64>,
    /// Until when, Unix milliseconds; within ten years.
    until_time: i64,
    /// How many one account may use; all of them when left out.
    per_account: Option<i64>,
}

impl BatchBody {
    /// What may be made.
    pub fn parse(self, now_ms: i64) -> Result<NewBatch, ApiError> {
        let form = Form {
            note: self.note,
            gives: self.gives,
            configuration_id: self.configuration_id,
            days: self.days,
            count: self.count,
            from_ms: self.from_time,
            until_ms: self.until_time,
            per_account: self.per_account,
        };
        NewBatch::parse(&form, now_ms).map_err(|fault| {
            ApiError::in_field(fault.field().to_owned(), |lang| fault.text(lang).to_owned())
        })
    }
}

/// A batch that was made, with its codes for this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeBatchView {
    batch_id: i64,
    /// For people: `C-0042`.
    batch_no: String,
    /// As they are printed: `7QKM-2VXA-9HMT-P4XE-B3TN`.
    codes: Vec<String>,
}

impl From<Made> for MadeBatchView {
    fn from(made: Made) -> Self {
        Self {
            batch_id: made.id,
            batch_no: batch_no(made.number),
            codes: made
                .codes
                .iter()
                .map(domain::redeem::Code::printed)
                .collect(),
        }
    }
}

fn batch_no(number: i64) -> String {
    format!("C-{number:04}")
}

/// Names a batch.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchIdBody {
    /// Which.
    pub batch_id: i64,
}

/// Names a code.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeIdBody {
    /// Which.
    pub code_id: i64,
}

/// How many codes were voided.
#[derive(Serialize, ToSchema)]
pub struct VoidedView {
    pub voided: i64,
}

/// Where a batch stands.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BatchStateView {
    /// Its codes can be used, now or later.
    Open,
    /// None is left.
    UsedUp,
    /// An operator ended it.
    Voided,
    /// Its time is over, and some are left.
    Expired,
}

impl From<BatchState> for BatchStateView {
    fn from(state: BatchState) -> Self {
        match state {
            BatchState::Open => Self::Open,
            BatchState::UsedUp => Self::UsedUp,
            BatchState::Voided => Self::Voided,
            BatchState::Expired => Self::Expired,
        }
    }
}

impl From<BatchStateView> for BatchState {
    fn from(state: BatchStateView) -> Self {
        match state {
            BatchStateView::Open => Self::Open,
            BatchStateView::UsedUp => Self::UsedUp,
            BatchStateView::Voided => Self::Voided,
            BatchStateView::Expired => Self::Expired,
        }
    }
}

/// Which batches.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct BatchesQuery {
    /// From 1.
    #[serde(alias = "pageNum", alias = "page")]
    page_no: Option<i64>,
    /// 1 to 200.
    #[serde(alias = "limit")]
    page_size: Option<i64>,
    /// Part of a name or of its maker's name, or a number.
    keyword: Option<String>,
    /// Where they stand.
    state: Option<BatchStateView>,
}

impl BatchesQuery {
    /// What is sought, and rows before the page and on it.
    pub fn parse(self) -> Result<(BatchFilter, (i64, i64)), ApiError> {
        let window = PageQuery::of(self.page_no, self.page_size).usual()?;
        let filter = BatchFilter {
            keyword: self.keyword.map(|text| text.trim().to_owned()),
            state: self.state.map(Into::into),
        };
        Ok((filter, window))
    }
}

/// A page of batches.
#[derive(Serialize, ToSchema)]
pub struct BatchesView {
    /// The last one first.
    list: Vec<RedeemBatchView>,
    total: i64,
    summary: BatchSummaryView,
}

/// What all batches come to, whatever is filtered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchSummaryView {
    open: i64,
    used_up: i64,
    voided: i64,
    expired: i64,
    /// Codes that can be used now or later.
    codes_left: i64,
    /// Open batches that end within seven days.
    ending: i64,
}

/// A batch.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeemBatchView {
    batch_id: i64,
    /// For people: `C-0042`.
    batch_no: String,
    note: String,
    gives: GivesView,
    days: i64,
    /// Null: days for any phone.
    #[schema(required = true)]
    configuration_id: Option<i64>,
    #[schema(required = true)]
    configuration: Option<String>,
    /// Unix milliseconds.
    from_time: i64,
    /// Unix milliseconds.
    until_time: i64,
    /// Null: all of them.
    #[schema(required = true)]
    per_account: Option<i64>,
    total: i64,
    used: i64,
    voided: i64,
    /// The operator's name; empty for one of a seed file.
    made_by: String,
    /// Unix milliseconds.
    create_time: i64,
    state: BatchStateView,
}

impl RedeemBatchView {
    fn of(batch: Listed, lang: Lang) -> Self {
        Self {
            batch_id: batch.id,
            batch_no: batch_no(batch.number),
            note: batch.note,
            gives: batch.gift.gives.into(),
            days: batch.gift.days,
            configuration_id: batch.gift.configuration_id,
            configuration: batch
                .configuration
                .map(|name| name.in_lang(lang).to_owned()),
            from_time: batch.from_ms,
            until_time: batch.until_ms,
            per_account: batch.per_account,
            total: batch.total,
            used: batch.used,
            voided: batch.voided,
            made_by: batch.made_by,
            create_time: batch.created_ms,
            state: batch.state.into(),
        }
    }
}

impl BatchesView {
    /// In a language.
    pub fn of(page: BatchPage, lang: Lang) -> Self {
        let [open, used_up, voided, expired] = page.summary.batches;
        Self {
            total: page.total,
            summary: BatchSummaryView {
                open,
                used_up,
                voided,
                expired,
                codes_left: page.summary.left,
                ending: page.summary.ending,
            },
            list: page
                .list
                .into_iter()
                .map(|batch| RedeemBatchView::of(batch, lang))
                .collect(),
        }
    }
}

/// Which codes.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CodesQuery {
    /// Of which batch.
    pub batch_id: i64,
    /// Only those that were used.
    #[serde(default)]
    pub used: bool,
}

/// A page of a batch's codes.
#[derive(Serialize, ToSchema)]
pub struct BatchCodesView {
    /// The last used one first, then the others as they were printed.
    list: Vec<BatchCodeView>,
    total: i64,
}

/// One code of a batch.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchCodeView {
    code_id: i64,
    /// From 1.
    position: i32,
    /// Its first four characters: nothing more is kept.
    code: String,
    /// Null while nobody used it.
    #[schema(required = true)]
    used: Option<UseView>,
    /// Unix milliseconds.
    #[schema(required = true)]
    void_time: Option<i64>,
}

/// Who used a code, and for what.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UseView {
    user_id: i64,
    /// Masked: 138****0000; empty when there is none.
    phone: String,
    nickname: String,
    /// Unix milliseconds.
    redeem_time: i64,
    /// The phone that came or was renewed.
    owl_id: String,
    /// The end of its rental afterwards, Unix milliseconds.
    expire_time: i64,
}

impl From<Use> for UseView {
    fn from(of: Use) -> Self {
        Self {
            user_id: of.member_id,
            phone: of.phone,
            nickname: of.nickname,
            redeem_time: of.used_ms,
            owl_id: of.owl_id,
            expire_time: of.new_expire_ms,
        }
    }
}

impl From<BatchCode> for BatchCodeView {
    fn from(code: BatchCode) -> Self {
        Self {
            code_id: code.id,
            position: code.position,
            code: code.head,
            used: code.used.map(Into::into),
            void_time: code.voided_ms,
        }
    }
}

impl From<BatchCodePage> for BatchCodesView {
    fn from(page: BatchCodePage) -> Self {
        Self {
            list: page.list.into_iter().map(Into::into).collect(),
            total: page.total,
        }
    }
}

/// A code that was looked up.
#[derive(Serialize, ToSchema)]
pub struct RedeemFoundView {
    code: BatchCodeView,
    batch: RedeemBatchView,
}

impl RedeemFoundView {
    /// In a language.
    pub fn of(found: FoundCode, lang: Lang) -> Self {
        Self {
            code: found.code.into(),
            batch: RedeemBatchView::of(found.batch, lang),
        }
    }
}

impl From<BatchError> for ApiError {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Configuration => Self::Refused(codes::REDEEM_CONFIGURATION),
            BatchError::Absent => Self::Refused(codes::REDEEM_ABSENT),
            BatchError::NothingLeft => Self::Refused(codes::REDEEM_NOTHING_LEFT),
            // Only written codes can stand twice; chance that hits one again is a fault of ours.
            BatchError::Exists => Self::Refused(codes::INTERNAL),
            BatchError::Fault(fault) => fault.into(),
        }
    }
}
