//! Bodies and queries about authorizations.

use std::collections::HashSet;

use domain::access::Level;
use domain::codes;
use domain::phones::AUTHORIZE_MAX;
use domain::sharing::Until;
use serde::Deserialize;
use store::sharing::{Change, GrantFilter, GrantQuery, GrantRequest};
use utoipa::{IntoParams, ToSchema};

use crate::http::{ApiError, PageQuery, keyword};

/// The only type of relation that there is.
const RELATION_TYPE: i64 = 1;

/// Request to authorize one phone.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthorizeBody {
    /// Phone's id.
    phone_id: i64,
    #[serde(flatten)]
    terms: TermsBody,
}

/// Request to authorize phones.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthorizeManyBody {
    /// Ids of the phones, 1 to 100, each once.
    phone_ids: Vec<i64>,
    #[serde(flatten)]
    terms: TermsBody,
}

/// Account, level and end of an authorization.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermsBody {
    /// Handle of the account, as `queryMemberByPhone` answered it less than half an hour ago.
    handle: String,
    /// 1 view, 2 operate.
    accredit_type: i16,
    /// End, Unix milliseconds: of a day its last second, in the sharer's zone. An end beyond the rental is the rental's. Either this or `hours`.
    expire_time: Option<i64>,
    /// Hours from now, 1 to 720.
    hours: Option<i64>,
    /// Whether the authorization agreement was accepted.
    #[serde(default)]
    agreed: bool,
    /// Number of the agreement's version that was shown. Another one in force refuses the request with 1011102010.
    agreement_version: Option<i64>,
}

impl AuthorizeBody {
    pub fn parse(self) -> Result<GrantRequest, ApiError> {
        self.terms.of(vec![self.phone_id])
    }
}

impl AuthorizeManyBody {
    pub fn parse(self) -> Result<GrantRequest, ApiError> {
        self.terms
            .of(distinct(self.phone_ids, codes::DUPLICATE_PHONE)?)
    }
}

impl TermsBody {
    fn of(self, phone_ids: Vec<i64>) -> Result<GrantRequest, ApiError> {
        let level = level(self.accredit_type)?;
        let until = Until::parse(self.expire_time, self.hours);
        let until = until.ok_or(ApiError::Refused(codes::BAD_REQUEST))?;
        if !self.agreed {
            return Err(ApiError::Refused(codes::SHARE_AGREEMENT));
        }
        Ok(GrantRequest {
            handle: self.handle,
            phone_ids,
            level,
            until,
            agreement: self.agreement_version,
        })
    }
}

fn level(accredit_type: i16) -> Result<Level, ApiError> {
    Level::from_accredit_type(accredit_type).ok_or(ApiError::Refused(codes::BAD_REQUEST))
}

/// Checks a list of ids: 1 to [`AUTHORIZE_MAX`], each once.
fn distinct(ids: Vec<i64>, twice: codes::Code) -> Result<Vec<i64>, ApiError> {
    if ids.is_empty() || ids.len() > AUTHORIZE_MAX {
        return Err(ApiError::Refused(codes::PHONE_COUNT));
    }
    if ids.iter().collect::<HashSet<_>>().len() < ids.len() {
        return Err(ApiError::Refused(twice));
    }
    Ok(ids)
}

/// Request to recall one authorization.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecallBody {
    /// Id of the authorization.
    relation_id: i64,
    /// 1.
    #[serde(default = "relation_type")]
    relation_type: i64,
}

const fn relation_type() -> i64 {
    RELATION_TYPE
}

impl RecallBody {
    /// Checks the request and returns the id.
    pub fn parse(self) -> Result<i64, ApiError> {
        if self.relation_type == RELATION_TYPE {
            Ok(self.relation_id)
        } else {
            Err(ApiError::Refused(codes::BAD_REQUEST))
        }
    }
}

/// Request about authorizations.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelationsBody {
    /// Ids of the authorizations, 1 to 100, each once.
    relation_ids: Vec<i64>,
}

impl RelationsBody {
    /// Checks the request and returns the ids.
    pub fn parse(self) -> Result<Vec<i64>, ApiError> {
        distinct(self.relation_ids, codes::BAD_REQUEST)
    }
}

/// Request to change an authorization: the level, the end, or both.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateBody {
    /// Id of the authorization.
    pub relation_id: i64,
    /// 1 view, 2 operate; unchanged when left out.
    accredit_type: Option<i16>,
    /// End, Unix milliseconds; unchanged when left out together with `hours`.
    expire_time: Option<i64>,
    /// Hours from now, 1 to 720.
    hours: Option<i64>,
}

impl UpdateBody {
    pub fn parse(&self) -> Result<Change, ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let level = self.accredit_type.map(level).transpose()?;
        let until = match (self.expire_time, self.hours) {
            (None, None) => None,
            (at_ms, hours) => Some(Until::parse(at_ms, hours).ok_or_else(bad)?),
        };
        if level.is_none() && until.is_none() {
            return Err(bad());
        }
        Ok(Change { level, until })
    }
}

/// Filter and page of authorizations.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct GrantsQuery {
    /// Part of the phone's name or id or of the masked number, or a whole number.
    keyword: Option<String>,
    /// 1 view, 2 operate; both when left out.
    accredit_type: Option<i16>,
    /// Standing of the phone; any when left out.
    #[param(inline)]
    standing: Option<StandingView>,
}

/// Standing of an authorized phone.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StandingView {
    /// The phone runs and is well.
    Normal,
    /// Any other status.
    Other,
}

impl GrantsQuery {
    pub fn parse(self, page: &PageQuery) -> Result<GrantQuery, ApiError> {
        let (offset, limit) = page.usual()?;
        Ok(GrantQuery {
            keyword: keyword(self.keyword)?,
            level: self.accredit_type.map(level).transpose()?,
            standing: self.standing.map(|standing| match standing {
                StandingView::Normal => GrantFilter::Normal,
                StandingView::Other => GrantFilter::Other,
            }),
            offset,
            limit,
        })
    }
}

/// Page of phones that can be authorized.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CandidatesQuery {
    /// Part of the phone's name or id.
    keyword: Option<String>,
}

impl CandidatesQuery {
    /// Checks the request: keyword and window.
    pub fn parse(self, page: &PageQuery) -> Result<(String, (i64, i64)), ApiError> {
        let window = page.usual()?;
        Ok((keyword(self.keyword)?, window))
    }
}

/// Query about one authorization.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RelationQuery {
    /// Id of the authorization.
    pub relation_id: i64,
}

/// Whether others find the account by its number.
#[derive(Deserialize, ToSchema)]
pub struct FindableBody {
    pub findable: bool,
}
