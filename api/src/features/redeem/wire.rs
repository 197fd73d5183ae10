//! Requests and answers of members about codes.

use std::collections::HashSet;

use domain::codes::{self, Code as AnswerCode};
use domain::lang::Lang;
use domain::redeem::{CODES_MAX, Code, Gift, Gives, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::redeem::{HistoryPage, Preview, RedeemError, Redeemed};
use utoipa::{IntoParams, ToSchema};

use crate::http::{ApiError, PageQuery};

/// Request with one code.
#[derive(Deserialize, ToSchema)]
pub struct CodeBody {
    /// Code in any spelling: dashes, blanks, small or full-width letters do not matter.
    #[serde(default)]
    code: String,
}

impl CodeBody {
    /// Reads the code; none for a text that is no code.
    pub fn parse(self) -> Option<Code> {
        Code::parse(&self.code).ok()
    }
}

/// Request with several codes.
#[derive(Deserialize, ToSchema)]
pub struct CodesBody {
    /// Codes, 1 to 100, each in any spelling.
    codes: Vec<String>,
}

impl CodesBody {
    /// Reads the codes; none for a text that is no code.
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

/// Request to renew a phone by a code.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenewBody {
    /// Code in any spelling.
    #[serde(default)]
    code: String,
    /// Id of one of my phones.
    phone_id: i64,
}

impl RenewBody {
    /// Reads the code, which is none for a text that is no code, and the phone.
    pub fn parse(self) -> (Option<Code>, i64) {
        (Code::parse(&self.code).ok(), self.phone_id)
    }
}

/// A code, with the phone that it renews.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManyItem {
    /// Code in any spelling.
    #[serde(default)]
    code: String,
    /// Id of one of my phones; left out for a new phone.
    phone_id: Option<i64>,
}

/// Codes, each with the phone that it renews.
#[derive(Deserialize, ToSchema)]
pub struct ManyBody {
    /// Codes, 1 to 100.
    codes: Vec<ManyItem>,
}

/// A code, none for a text that is no code, and the phone that it renews.
type Wanted = (Option<Code>, Option<i64>);

impl ManyBody {
    /// Reads the codes with their phones; a code that appears twice is refused the second time.
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

/// Gifts of the codes.
#[derive(Serialize, ToSchema)]
pub struct PreviewsView {
    /// Gifts in the order of the request.
    list: Vec<PreviewView>,
}

/// Gift of one code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewView {
    /// Position of the code in the request, from 0.
    index: usize,
    /// Answer code; 0 for a code that can be used now.
    code: i64,
    /// Reason why the code cannot be used; empty for one that can.
    msg: String,
    /// Moment of the refusal, Unix milliseconds: my use of the code, the start of its validity or its end; null for other answers.
    #[schema(required = true)]
    at_ms: Option<i64>,
    /// Milliseconds until the next code is read, after too many wrong ones.
    #[schema(required = true)]
    retry_after_ms: Option<i64>,
    /// Kind of the gift; null for a code that I may not use.
    #[schema(required = true)]
    gives: Option<Gives>,
    #[schema(required = true)]
    days: Option<i64>,
    /// Configuration of the new phone, or of the phones that can be renewed; null: any.
    #[schema(required = true)]
    configuration_id: Option<i64>,
    /// Name of the configuration.
    #[schema(required = true)]
    configuration: Option<String>,
}

impl PreviewsView {
    /// Joins the previews to the request; `found` has one for each text that is a code, in their order.
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
                gives: gift.map(|gift| gift.gives),
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

/// Gift of a code that was used, and its phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeemedView {
    gives: Gives,
    days: i64,
    /// Id of the phone that was given or renewed.
    phone_id: i64,
    owl_id: String,
    phone_alias: String,
    /// End of the rental before the code, Unix milliseconds; null for a new phone.
    #[schema(required = true)]
    old_expire_time: Option<i64>,
    /// End of the rental after the code, Unix milliseconds.
    expire_time: i64,
    /// Time of use, Unix milliseconds.
    redeem_time: i64,
}

impl From<Redeemed> for RedeemedView {
    fn from(redeemed: Redeemed) -> Self {
        Self {
            gives: redeemed.gives,
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

/// Results of the codes.
#[derive(Serialize, ToSchema)]
pub struct ManyView {
    /// Number of codes that were used.
    success: usize,
    /// Number of codes that were refused and stay as they were.
    fail: usize,
    /// Results in the order of the request.
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

/// Result of one code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultView {
    /// Position of the code in the request, from 0.
    index: usize,
    /// Answer code; 0 for a code that was used.
    code: i64,
    /// Reason why the code was refused; empty for one that was used.
    msg: String,
    /// Moment of the refusal, Unix milliseconds: my use of the code, the start of its validity or its end; null for other answers.
    #[schema(required = true)]
    at_ms: Option<i64>,
    /// Milliseconds until the next code is read, after too many wrong ones.
    #[schema(required = true)]
    retry_after_ms: Option<i64>,
    /// Gift of the code; null for a code that was refused.
    #[schema(required = true)]
    redeemed: Option<RedeemedView>,
}

impl ResultView {
    /// Makes a row of a result. An internal error ends the whole call; when the call is repeated, codes that it used before are answered as used.
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
            return Self::retry_later(code, retry_after_ms);
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

/// Filter and page of my used codes.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// Part of a phone's name or id, or of the first four characters of a code.
    keyword: Option<String>,
}

impl HistoryQuery {
    /// Keyword, and the rows before the page and on it.
    pub fn parse(self, page: &PageQuery) -> Result<(Option<String>, (i64, i64)), ApiError> {
        let window = page.usual()?;
        let keyword = self.keyword.map(|text| text.trim().to_owned());
        Ok((keyword, window))
    }
}

/// A page of used codes.
#[derive(Serialize, ToSchema)]
pub struct HistoryView {
    /// Used codes of the page, the last used one first.
    list: Vec<UsedView>,
    total: i64,
}

/// A code that I used.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsedView {
    id: i64,
    /// First four characters of the code: nothing more is kept.
    code: String,
    gives: Gives,
    days: i64,
    /// Time of use, Unix milliseconds.
    redeem_time: i64,
    /// Id of the phone that was given or renewed.
    phone_id: i64,
    owl_id: String,
    /// Name of the phone: the present one, or the one at the time of use when the phone is no longer mine.
    phone_alias: String,
    /// Whether the phone is no longer mine.
    gone: bool,
    /// End of the phone's rental after the use, Unix milliseconds.
    expire_time: i64,
}

impl From<HistoryPage> for HistoryView {
    fn from(page: HistoryPage) -> Self {
        let rows = page.list.into_iter().map(|row| UsedView {
            id: row.id,
            code: row.head,
            gives: row.gift.gives,
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
