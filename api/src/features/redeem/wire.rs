//! Codes as members show them, and what came of each.

use std::collections::HashSet;

use domain::codes::{self, Code as AnswerCode};
use domain::lang::Lang;
use domain::redeem::{CODES_MAX, Code, Gift, Gives, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::redeem::{HistoryPage, Preview, RedeemError, Redeemed};
use utoipa::{IntoParams, ToSchema};

use crate::http::{ApiError, PageQuery};

/// What a code gives.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GivesView {
    /// A phone from stock.
    Phone,
    /// More days for a phone.
    Days,
}

impl From<Gives> for GivesView {
    fn from(gives: Gives) -> Self {
        match gives {
            Gives::Phone => Self::Phone,
            Gives::Days => Self::Days,
        }
    }
}

/// A code.
#[derive(Deserialize, ToSchema)]
pub struct CodeBody {
    /// In any spelling: dashes, blanks, small or full-width letters do not matter.
    #[serde(default)]
    code: String,
}

impl CodeBody {
    /// The code, if it is one.
    pub fn parse(self) -> Option<Code> {
        Code::parse(&self.code).ok()
    }
}

/// Codes.
#[derive(Deserialize, ToSchema)]
pub struct CodesBody {
    /// 1 to 100, each in any spelling.
    codes: Vec<String>,
}

impl CodesBody {
    /// Each of them, if it is one.
    pub fn parse(self) -> Result<Vec<Option<Code>>, ApiError> {
        check_count(self.codes.len())?;
        let read = self.codes.iter().map(|code| Code::parse(code).ok());
        Ok(read.collect())
    }
}

fn check_count(count: usize) -> Result<(), ApiError> {
    if (1..=CODES_MAX).contains(&count) {
        Ok(())
    } else {
        Err(ApiError::Refused(codes::BAD_REQUEST))
    }
}

/// A code for a phone.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenewBody {
    /// In any spelling.
    #[serde(default)]
    code: String,
    /// One of mine.
    phone_id: i64,
}

impl RenewBody {
    /// The code, if it is one, and the phone.
    pub fn parse(self) -> (Option<Code>, i64) {
        (Code::parse(&self.code).ok(), self.phone_id)
    }
}

/// A code, with the phone that it renews.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManyItem {
    /// In any spelling.
    #[serde(default)]
    code: String,
    /// One of mine; left out for a new phone.
    phone_id: Option<i64>,
}

/// Codes, each with the phone that it renews.
#[derive(Deserialize, ToSchema)]
pub struct ManyBody {
    /// 1 to 100.
    codes: Vec<ManyItem>,
}

/// A code, if it is one, and the phone that it renews.
type Wanted = (Option<Code>, Option<i64>);

impl ManyBody {
    /// Each of them; one that stands there twice is refused the second time.
    pub fn parse(self) -> Result<Vec<Result<Wanted, Refusal>>, ApiError> {
        check_count(self.codes.len())?;
        let mut seen = HashSet::new();
        let read = self.codes.into_iter().map(|item| {
            let code = Code::parse(&item.code).ok();
            let is_new = code.as_ref().is_none_or(|code| seen.insert(code.clone()));
            is_new
                .then_some((code, item.phone_id))
                .ok_or(Refusal::Repeated)
        });
        Ok(read.collect())
    }
}

/// What each code gives.
#[derive(Serialize, ToSchema)]
pub struct PreviewsView {
    /// In the order of the question.
    list: Vec<PreviewView>,
}

/// What one code gives.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewView {
    /// From 0: which code of the question.
    index: usize,
    /// 0: it can be used now.
    code: i64,
    /// Why not.
    msg: String,
    /// When I used it, from when it is valid, or since when no longer: Unix milliseconds.
    #[schema(required = true)]
    at_ms: Option<i64>,
    /// After so long the next code is read.
    #[schema(required = true)]
    retry_after_ms: Option<i64>,
    /// Null where the code is nothing for me.
    #[schema(required = true)]
    gives: Option<GivesView>,
    #[schema(required = true)]
    days: Option<i64>,
    /// Of the new phone, or of the phones that it renews; null: any.
    #[schema(required = true)]
    configuration_id: Option<i64>,
    /// Its name.
    #[schema(required = true)]
    configuration: Option<String>,
}

impl PreviewsView {
    /// The answers stand for those codes that were any, in their order.
    pub fn of(asked: &[Option<Code>], found: Vec<Preview>, lang: Lang) -> Self {
        let mut found = found.into_iter();
        let rows = asked.iter().enumerate().map(|(index, code)| {
            let known = code.as_ref().and_then(|_| found.next());
            let refusal = known
                .as_ref()
                .map_or(Some(Refusal::Unusable), |preview| preview.refusal);
            let gift: Option<Gift> = known.as_ref().and_then(|preview| preview.gift);
            let name = known.and_then(|preview| preview.configuration);
            let (code, msg) = told(refusal, lang);
            PreviewView {
                index,
                code,
                msg,
                at_ms: refusal.and_then(Refusal::at_ms),
                retry_after_ms: refusal.and_then(retry_after_ms),
                gives: gift.map(|gift| gift.gives.into()),
                days: gift.map(|gift| gift.days),
                configuration_id: gift.and_then(|gift| gift.configuration_id),
                configuration: name.map(|name| name.in_lang(lang).to_owned()),
            }
        });
        Self {
            list: rows.collect(),
        }
    }
}

fn told(refusal: Option<Refusal>, lang: Lang) -> (i64, String) {
    let code: Option<AnswerCode> = refusal.map(Refusal::code);
    code.map_or_else(
        || (0, String::new()),
        |code| (code.number, code.text(lang).to_owned()),
    )
}

const fn retry_after_ms(refusal: Refusal) -> Option<i64> {
    match refusal {
        Refusal::TooMany { retry_after_ms } => Some(retry_after_ms),
        _ => None,
    }
}

/// What a code gave.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeemedView {
    gives: GivesView,
    days: i64,
    /// The phone that came, or was renewed.
    phone_id: i64,
    owl_id: String,
    phone_alias: String,
    /// The end of its rental before, Unix milliseconds; null for a new phone.
    #[schema(required = true)]
    old_expire_time: Option<i64>,
    /// The end of its rental now, Unix milliseconds.
    expire_time: i64,
    /// When the code was used, Unix milliseconds.
    redeem_time: i64,
}

impl From<Redeemed> for RedeemedView {
    fn from(redeemed: Redeemed) -> Self {
        Self {
            gives: redeemed.gives.into(),
            days: redeemed.days,
            phone_id: redeemed.phone_id,
            owl_id: redeemed.owl_id,
            phone_alias: redeemed.alias,
            old_expire_time: redeemed.old_expire_ms,
            expire_time: redeemed.new_expire_ms,
            redeem_time: redeemed.used_ms,
        }
    }
}

/// What came of each code.
#[derive(Serialize, ToSchema)]
pub struct ManyView {
    /// Codes that were used.
    success: usize,
    /// Codes that stay as they were.
    fail: usize,
    /// In the order of the question.
    list: Vec<ResultView>,
}

impl ManyView {
    pub fn of(list: Vec<ResultView>) -> Self {
        let success = list.iter().filter(|row| row.code == 0).count();
        Self {
            success,
            fail: list.len() - success,
            list,
        }
    }
}

/// What came of one code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultView {
    /// From 0: which code of the question.
    index: usize,
    /// 0: it was used.
    code: i64,
    /// Why not.
    msg: String,
    /// When I used it, from when it is valid, or since when no longer: Unix milliseconds.
    #[schema(required = true)]
    at_ms: Option<i64>,
    /// After so long the next code is read.
    #[schema(required = true)]
    retry_after_ms: Option<i64>,
    /// What it gave.
    #[schema(required = true)]
    redeemed: Option<RedeemedView>,
}

impl ResultView {
    /// A refusal is a row; a fault of ours ends the call. What was used before it says so when it is asked again.
    pub fn of(
        index: usize,
        result: Result<Redeemed, RedeemError>,
        lang: Lang,
    ) -> Result<Self, ApiError> {
        let (refusal, redeemed) = match result {
            Ok(redeemed) => (None, Some(redeemed)),
            Err(RedeemError::Refused(refusal)) => (Some(refusal), None),
            Err(RedeemError::Fault(fault)) => return Err(fault.into()),
        };
        let (code, msg) = told(refusal, lang);
        Ok(Self {
            index,
            code,
            msg,
            at_ms: refusal.and_then(Refusal::at_ms),
            retry_after_ms: refusal.and_then(retry_after_ms),
            redeemed: redeemed.map(Into::into),
        })
    }
}

impl From<RedeemError> for ApiError {
    fn from(error: RedeemError) -> Self {
        let refusal = match error {
            RedeemError::Refused(refusal) => refusal,
            RedeemError::Fault(fault) => return fault.into(),
        };
        let code = refusal.code();
        if let Some(retry_after_ms) = retry_after_ms(refusal) {
            let data = json!({ "retryAfterMs": retry_after_ms });
            return Self::WithData { code, data };
        }
        match refusal.at_ms() {
            Some(at_ms) => Self::WithData {
                code,
                data: json!({ "atMs": at_ms }),
            },
            None => Self::Refused(code),
        }
    }
}

/// Which of my used codes.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// From 1.
    #[serde(alias = "pageNum", alias = "page")]
    page_no: Option<i64>,
    /// 1 to 200.
    #[serde(alias = "limit")]
    page_size: Option<i64>,
    /// Part of a phone's name or id, or of the first four characters of a code.
    keyword: Option<String>,
}

impl HistoryQuery {
    /// What is sought, and rows before the page and on it.
    pub fn parse(self) -> Result<(Option<String>, (i64, i64)), ApiError> {
        let window = PageQuery::of(self.page_no, self.page_size).usual()?;
        let keyword = self.keyword.map(|text| text.trim().to_owned());
        Ok((keyword, window))
    }
}

/// A page of used codes.
#[derive(Serialize, ToSchema)]
pub struct HistoryView {
    /// The last one first.
    list: Vec<UsedView>,
    total: i64,
}

/// A code that I used.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsedView {
    id: i64,
    /// Its first four characters: nothing more is kept.
    code: String,
    gives: GivesView,
    days: i64,
    /// When it was used, Unix milliseconds.
    redeem_time: i64,
    /// The phone that came or was renewed.
    phone_id: i64,
    owl_id: String,
    /// Its name now, or as it was called then when it is mine no longer.
    phone_alias: String,
    /// It is mine no longer.
    gone: bool,
    /// The end of its rental afterwards, Unix milliseconds.
    expire_time: i64,
}

impl From<HistoryPage> for HistoryView {
    fn from(page: HistoryPage) -> Self {
        let rows = page.list.into_iter().map(|row| UsedView {
            id: row.id,
            code: row.head,
            gives: row.gift.gives.into(),
            days: row.gift.days,
            redeem_time: row.used_ms,
            phone_id: row.phone_id,
            owl_id: row.owl_id,
            phone_alias: row.alias,
            gone: row.is_gone,
            expire_time: row.new_expire_ms,
        });
        Self {
            list: rows.collect(),
            total: page.total,
        }
    }
}
