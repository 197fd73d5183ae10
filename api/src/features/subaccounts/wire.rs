//! Requests about sub-accounts, and their refusals.

use domain::access::{DelegatedPermission, DelegatedPermissions};
use domain::auth::{Code, PhoneNumber};
use domain::codes;
use domain::subaccounts::SubName;
use serde::Deserialize;
use store::auth::verification::TypedCode;
use store::subaccounts::{
    Consent, NewInvitation, PhoneQuery, SubAccountError, SubAccountState, SubQuery,
};
use utoipa::{IntoParams, ToSchema};

use crate::AppState;
use crate::http::batches::batch_ids;
use crate::http::{ApiError, Client, PageQuery, keyword, zone_of};

/// Status of a sub-account that is switched on.
pub(super) const ENABLED: i16 = 0;
/// Status of a sub-account that is switched off.
pub(super) const DISABLED: i16 = 1;
/// Status of an invitation.
pub(super) const INVITED: i16 = 2;

fn bad() -> ApiError {
    ApiError::Refused(codes::BAD_REQUEST)
}

fn standing(status: i16) -> Result<SubAccountState, ApiError> {
    match status {
        ENABLED => Ok(SubAccountState::On),
        DISABLED => Ok(SubAccountState::Off),
        INVITED => Ok(SubAccountState::Invited),
        _ => Err(bad()),
    }
}

/// Filter of sub-accounts, and the zone of their months.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubPageBody {
    /// Part of the name or of the masked number, or a whole number.
    keyword: Option<String>,
    /// 0 switched on, 1 switched off, 2 invited; all when left out.
    status: Option<i16>,
    /// Zone in which months begin: `Asia/Shanghai` or `+08:00`; the server's when left out.
    time_zone: Option<String>,
}

impl SubPageBody {
    pub fn parse(self, page: &PageQuery, state: &AppState) -> Result<SubQuery, ApiError> {
        let (offset, limit) = page.usual()?;
        Ok(SubQuery {
            keyword: keyword(self.keyword)?,
            standing: self.status.map(standing).transpose()?,
            zone: zone_of(self.time_zone.as_deref(), state)?,
            offset,
            limit,
        })
    }
}

/// Consent of a number to become my sub-account.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AddQuery {
    /// Phone number of the account that agrees.
    phone: String,
    /// Code that the number received (purpose "subaccount"), as the other side told it.
    code: String,
    /// Id of the request that the code answers.
    uuid: String,
    /// My name for the sub-account, at most 10 characters; that of its invitation when left out.
    name: Option<String>,
}

impl AddQuery {
    pub fn parse(self, client: &Client) -> Result<(Consent, SubName), ApiError> {
        let name = SubName::parse(&self.name.unwrap_or_default());
        let name = name.ok_or(ApiError::Refused(codes::SUB_NAME))?;
        let consent = Consent {
            number: PhoneNumber::parse(&self.phone)?,
            typed: TypedCode {
                code: Code::parse(&self.code)?,
                uuid: self.uuid,
            },
            address: Some(client.address),
        };
        Ok((consent, name))
    }
}

/// Invites a number to be my sub-account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteBody {
    /// Number that is invited.
    phone: String,
    /// My name for it, at most 10 characters.
    name: Option<String>,
    /// Ids of my phones that it gets when it agrees, each once; none when left out.
    #[serde(default)]
    phone_ids: Vec<i64>,
    /// Permissions beyond operating; none when left out.
    #[serde(default)]
    permissions: Vec<DelegatedPermission>,
}

impl InviteBody {
    pub fn parse(self) -> Result<NewInvitation, ApiError> {
        let name = SubName::parse(&self.name.unwrap_or_default());
        let permissions = self.permissions.into_iter();
        Ok(NewInvitation {
            number: PhoneNumber::parse(&self.phone)?,
            name: name.ok_or(ApiError::Refused(codes::SUB_NAME))?,
            phone_ids: if self.phone_ids.is_empty() {
                Vec::new()
            } else {
                batch_ids(self.phone_ids)?
            },
            permissions: permissions.collect(),
        })
    }
}

/// Invitation to withdraw.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct WithdrawQuery {
    /// My invitation.
    pub invitation_id: i64,
}

/// Relation to end.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RemoveQuery {
    /// My sub-account; left out to leave my own parent.
    pub member_id: Option<i64>,
}

/// Switches a sub-account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubAccountStatusBody {
    /// My sub-account.
    pub member_id: i64,
    /// 0 on, 1 off.
    status: i16,
}

impl SubAccountStatusBody {
    /// Whether the sub-account is to be switched on; the status of an invitation is refused.
    pub fn enabled(&self) -> Result<bool, ApiError> {
        match standing(self.status)? {
            SubAccountState::On => Ok(true),
            SubAccountState::Off => Ok(false),
            SubAccountState::Invited => Err(bad()),
        }
    }
}

/// Gives phones to a sub-account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveBody {
    /// My sub-account.
    pub member_id: i64,
    /// Ids of my phones, each once.
    phone_ids: Vec<i64>,
    /// Permissions beyond operating; none when left out.
    #[serde(default)]
    permissions: Vec<DelegatedPermission>,
}

impl GiveBody {
    /// Checks the request: phones and permissions.
    pub fn parse(self) -> Result<(Vec<i64>, DelegatedPermissions), ApiError> {
        let permissions = self.permissions.into_iter();
        Ok((batch_ids(self.phone_ids)?, permissions.collect()))
    }
}

/// Takes phones from a sub-account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeBody {
    /// My sub-account.
    pub member_id: i64,
    /// Ids of my phones, each once.
    pub phone_ids: Vec<i64>,
}

/// Takes phones from every sub-account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeAllBody {
    /// Ids of my phones, each once.
    pub phone_ids: Vec<i64>,
}

/// Page of phones for a sub-account.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SubPhonesQuery {
    /// My sub-account; left out for a number that I invite.
    member_id: Option<i64>,
    /// Part of the phone's name or id.
    keyword: Option<String>,
}

impl SubPhonesQuery {
    pub fn parse(self, page: &PageQuery) -> Result<PhoneQuery, ApiError> {
        let (offset, limit) = page.usual()?;
        Ok(PhoneQuery {
            member_id: self.member_id,
            keyword: keyword(self.keyword)?,
            offset,
            limit,
        })
    }
}

/// Query about a sub-account.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SubAccountQuery {
    /// My sub-account.
    pub member_id: i64,
}

impl From<SubAccountError> for ApiError {
    fn from(error: SubAccountError) -> Self {
        Self::Refused(match error {
            SubAccountError::Code => codes::CODE_WRONG,
            SubAccountError::TooMany { retry_after_ms } => {
                return Self::retry_later(codes::TOO_MANY, retry_after_ms);
            }
            SubAccountError::Refused(refusal) => refusal.code(),
            SubAccountError::Phone(code) => code,
            SubAccountError::Closed => codes::REGISTER_CLOSED,
            SubAccountError::Unknown => codes::SUB_ABSENT,
            SubAccountError::Fault(fault) => return fault.into(),
        })
    }
}
