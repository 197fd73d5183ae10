//! The recycle bin's questions and answers.

use std::collections::HashSet;

use domain::codes;
use domain::lang::Lang;
use domain::phones::KEYWORD_MAX_CHARS;
use domain::phones::rental::{AT_ONCE, Retention};
use serde::{Deserialize, Serialize};
use store::recycle::{BinPage, BinQuery, Binned, Phase, Purged, PurgedPage, RecycleError};
use utoipa::{IntoParams, ToSchema};

use crate::http::{ApiError, PageQuery};

/// Which phones to show.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct BinPageQuery {
    /// From 1.
    #[serde(alias = "pageNum", alias = "page")]
    page_no: Option<i64>,
    /// 1 to 200; 20 when missing.
    #[serde(alias = "limit")]
    page_size: Option<i64>,
    /// Only those in grace or in bin.
    phase: Option<PhaseView>,
    /// A part of the name or id.
    keyword: Option<String>,
}

impl BinPageQuery {
    /// A question that may be asked.
    pub fn parse(self) -> Result<BinQuery, ApiError> {
        let (offset, limit) = PageQuery::of(self.page_no, self.page_size).usual()?;
        let keyword = self.keyword.unwrap_or_default().trim().to_owned();
        if domain::text::count(&keyword) > KEYWORD_MAX_CHARS {
            return Err(ApiError::Refused(codes::BAD_REQUEST));
        }
        Ok(BinQuery {
            phase: self.phase.map(Phase::from),
            keyword,
            offset,
            limit,
        })
    }
}

/// Where a phone lies.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PhaseView {
    /// In its list, as it was.
    Grace,
    /// In the recycle bin.
    Bin,
}

impl From<PhaseView> for Phase {
    fn from(phase: PhaseView) -> Self {
        match phase {
            PhaseView::Grace => Self::Grace,
            PhaseView::Bin => Self::Bin,
        }
    }
}

impl From<Phase> for PhaseView {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Grace => Self::Grace,
            Phase::Bin => Self::Bin,
        }
    }
}

/// A page of the recycle bin.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BinView {
    list: Vec<BinnedView>,
    /// Phones that the question found.
    total: i64,
    counts: BinCountsView,
    /// How long after its rental's end a phone stays in the list as it is.
    grace_ms: i64,
    /// How long it then lies in the recycle bin.
    bin_ms: i64,
    /// The server's clock, Unix milliseconds.
    now: i64,
}

/// How many of my phones lie where, whatever the question.
#[derive(Serialize, ToSchema)]
pub struct BinCountsView {
    grace: i64,
    bin: i64,
    /// Wiped within a day from now.
    soon: i64,
    /// Wiped.
    purged: i64,
}

/// A phone whose rental is over.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BinnedView {
    /// Keys every call.
    phone_id: i64,
    /// For people.
    owl_id: String,
    phone_alias: String,
    /// What kind of phone it is.
    spec_name: String,
    /// When the rental ended, Unix milliseconds.
    expire_time: i64,
    phase: PhaseView,
    /// When it goes, or went, into the recycle bin, Unix milliseconds.
    recycle_time: i64,
    /// When it is wiped, Unix milliseconds.
    purge_time: i64,
    /// The name of its group.
    #[schema(required = true)]
    group_name: Option<String>,
    /// My tags on it.
    tags: i64,
    /// Grants that come back with it.
    grants: i64,
}

impl BinnedView {
    fn of(phone: Binned, lang: Lang) -> Self {
        Self {
            phone_id: phone.phone_id,
            owl_id: phone.owl_id,
            phone_alias: phone.alias,
            spec_name: phone.configuration.in_lang(lang).to_owned(),
            expire_time: phone.expire_ms,
            phase: phone.phase.into(),
            recycle_time: phone.recycle_ms,
            purge_time: phone.purge_ms,
            group_name: phone.group,
            tags: phone.tags,
            grants: phone.grants,
        }
    }
}

impl BinView {
    /// In a language.
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
    /// Newest first.
    list: Vec<PurgeView>,
    total: i64,
}

/// The record of a phone that I lost.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurgeView {
    id: i64,
    /// For people.
    owl_id: String,
    phone_alias: String,
    /// What kind of phone it was.
    spec_name: String,
    /// I gave it up before its time.
    given_up: bool,
    /// Unix milliseconds.
    purged_time: i64,
    /// When the wipe was done and seen on the phone, Unix milliseconds; none until then.
    #[schema(required = true)]
    wiped_time: Option<i64>,
    /// The number of the wipe, for customer service; none until it is done.
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
    /// In a language.
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

/// Phones to give up.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveUpBody {
    /// At most 200, each once.
    phone_ids: Vec<i64>,
    /// How many they are, as it was typed.
    count: usize,
}

impl GiveUpBody {
    /// The phones.
    pub fn parse(self) -> Result<Vec<i64>, ApiError> {
        let distinct: HashSet<&i64> = self.phone_ids.iter().collect();
        if self.phone_ids.is_empty() || self.phone_ids.len() > AT_ONCE {
            return Err(ApiError::Refused(codes::BAD_REQUEST));
        }
        if distinct.len() != self.phone_ids.len() {
            return Err(ApiError::Refused(codes::DUPLICATE_PHONE));
        }
        if self.count != self.phone_ids.len() {
            return Err(ApiError::Refused(codes::RECYCLE_COUNT));
        }
        Ok(self.phone_ids)
    }
}

impl From<RecycleError> for ApiError {
    fn from(error: RecycleError) -> Self {
        match error {
            RecycleError::Unknown => Self::Refused(codes::PHONE_ABSENT),
            RecycleError::Right => Self::Refused(codes::RIGHT_MISSING),
            RecycleError::NotOver => Self::Refused(codes::RECYCLE_NOT_OVER),
            RecycleError::Fault(fault) => fault.into(),
        }
    }
}
