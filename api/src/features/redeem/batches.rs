//! Requests and answers of operators about batches of codes.

use domain::codes;
use domain::lang::{Lang, Words};
use domain::redeem::batch::{BATCH_MAX, BatchState, Form, NewBatch};
use domain::redeem::{Code, Gives};
use serde::{Deserialize, Serialize};
use store::redeem::{
    BatchCode, BatchCodePage, BatchError, BatchFilter, BatchPage, FoundCode, Listed, MadeBatch, Use,
};
use utoipa::{IntoParams, ToSchema};

use crate::http::{ApiError, PageQuery};

/// Batch that an operator asks for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchBody {
    /// Note for colleagues, 1 to 30 characters.
    #[serde(default)]
    note: String,
    /// Kind of gift: `phone` or `days`.
    #[serde(default)]
    gives: String,
    /// Configuration of the new phone, or of the phones that can be renewed; left out: days for any phone.
    configuration_id: Option<i64>,
    /// Days that each code gives, 1 to 3650.
    days: i64,
    /// Number of codes, 1 to 1000.
    count: i64,
    /// Start of validity, Unix milliseconds; now when left out.
    from_time: Option<i64>,
    /// End of validity, Unix milliseconds; within ten years.
    until_time: i64,
    /// Most codes of the batch that one account may use; all when left out.
    per_account: Option<i64>,
}

impl BatchBody {
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

/// A new batch with its codes, which are shown this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeBatchView {
    batch_id: i64,
    /// Number for people: `C-0042`.
    batch_no: String,
    /// Codes in their printed form: `7QKM-2VXA-9HMT-P4XE-B3TN`.
    codes: Vec<String>,
}

impl From<MadeBatch> for MadeBatchView {
    fn from(made: MadeBatch) -> Self {
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

/// Request that names a batch.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchIdBody {
    /// Id of the batch.
    pub batch_id: i64,
}

/// Request that names a code.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeIdBody {
    /// Id of the code.
    pub code_id: i64,
}

/// Title of the column of codes.
pub const CODE_TITLE: Words = Words {
    zh: "兑换码",
    en: "Code",
};

/// A batch's codes, as they were shown when it was made.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeSheetBody {
    /// Number of the batch, for the file's name: `C-0042`.
    #[schema(pattern = "^C-[0-9]{4,}$")]
    batch_no: String,
    /// The codes, 1 to 1000.
    codes: Vec<String>,
}

impl CodeSheetBody {
    /// Number of the batch, and a row for each code in its printed form.
    pub fn parse(self) -> Result<(String, Vec<Vec<String>>), ApiError> {
        let digits = self.batch_no.strip_prefix("C-").unwrap_or_default();
        let is_number =
            (4..=19).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        let count = i64::try_from(self.codes.len()).unwrap_or(i64::MAX);
        if !is_number || !(1..=BATCH_MAX).contains(&count) {
            return Err(ApiError::Refused(codes::BAD_REQUEST));
        }
        let rows = self
            .codes
            .iter()
            .map(|code| Code::parse(code).map(|code| vec![code.printed()]))
            .collect::<Result<_, _>>()
            .map_err(|_| ApiError::Refused(codes::BAD_REQUEST))?;
        Ok((self.batch_no, rows))
    }
}

/// Number of codes that were voided.
#[derive(Serialize, ToSchema)]
pub struct VoidedView {
    pub voided: i64,
}

/// Filter and page of batches.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct BatchesQuery {
    /// Part of a note or of the maker's name, or a number of a batch.
    keyword: Option<String>,
    /// State of the batches; any when left out.
    state: Option<BatchState>,
}

impl BatchesQuery {
    /// Filter, and the rows before the page and on it.
    pub fn parse(self, page: &PageQuery) -> Result<(BatchFilter, (i64, i64)), ApiError> {
        let window = page.usual()?;
        let filter = BatchFilter {
            keyword: self.keyword.map(|text| text.trim().to_owned()),
            state: self.state,
        };
        Ok((filter, window))
    }
}

/// A page of batches.
#[derive(Serialize, ToSchema)]
pub struct BatchesView {
    /// Batches of the page, the last one first.
    list: Vec<RedeemBatchView>,
    total: i64,
    summary: BatchSummaryView,
}

/// Sums over all batches, whatever the filter.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchSummaryView {
    open: i64,
    used_up: i64,
    voided: i64,
    expired: i64,
    /// Number of codes in open batches that are neither used nor voided.
    codes_left: i64,
    /// Number of open batches that end within seven days.
    ending: i64,
}

/// A batch.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeemBatchView {
    batch_id: i64,
    /// Number for people: `C-0042`.
    batch_no: String,
    note: String,
    gives: Gives,
    days: i64,
    /// Configuration of the phones; null: days for any phone.
    #[schema(required = true)]
    configuration_id: Option<i64>,
    #[schema(required = true)]
    configuration: Option<String>,
    /// Start of validity, Unix milliseconds.
    from_time: i64,
    /// End of validity, Unix milliseconds.
    until_time: i64,
    /// Most codes of the batch that one account may use; null: all.
    #[schema(required = true)]
    per_account: Option<i64>,
    total: i64,
    used: i64,
    voided: i64,
    /// Name of the operator who made the batch; empty for a batch of a seed file.
    made_by: String,
    /// Time of making, Unix milliseconds.
    create_time: i64,
    state: BatchState,
}

impl RedeemBatchView {
    fn of(batch: Listed, lang: Lang) -> Self {
        Self {
            batch_id: batch.id,
            batch_no: batch_no(batch.number),
            note: batch.note,
            gives: batch.gift.gives,
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
            state: batch.state,
        }
    }
}

impl BatchesView {
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

/// Filter of a batch's codes.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CodesQuery {
    /// Id of the batch.
    pub batch_id: i64,
    /// Whether to list used codes only.
    #[serde(default)]
    pub used: bool,
}

/// A page of a batch's codes.
#[derive(Serialize, ToSchema)]
pub struct BatchCodesView {
    /// Used codes first, the last used one at the top, then the others as they were printed.
    list: Vec<BatchCodeView>,
    total: i64,
}

/// One code of a batch.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchCodeView {
    code_id: i64,
    /// Position in the batch, from 1.
    position: i32,
    /// First four characters of the code: nothing more is kept.
    code: String,
    /// Use of the code; null while nobody used it.
    #[schema(required = true)]
    used: Option<UseView>,
    /// Time of voiding, Unix milliseconds; null for a code that was not voided.
    #[schema(required = true)]
    void_time: Option<i64>,
}

/// Use of a code: the member, the time and the phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UseView {
    user_id: i64,
    /// Masked telephone number, 138****0000; empty when there is none.
    phone: String,
    nickname: String,
    /// Time of use, Unix milliseconds.
    redeem_time: i64,
    /// Id for people of the phone that was given or renewed.
    owl_id: String,
    /// End of the phone's rental after the use, Unix milliseconds.
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

/// A code that was looked up, with its batch.
#[derive(Serialize, ToSchema)]
pub struct RedeemFoundView {
    code: BatchCodeView,
    batch: RedeemBatchView,
}

impl RedeemFoundView {
    /// View of a found code in a language.
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
            // Only codes that an operator wrote can repeat one; a random code that does so is an internal error.
            BatchError::Exists => Self::Refused(codes::INTERNAL),
            BatchError::Fault(fault) => fault.into(),
        }
    }
}
