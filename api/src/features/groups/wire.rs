//! Bodies and views of groups.

use domain::codes::{self, Code};
use domain::lang::Lang;
use domain::names::Name;
use domain::phones::BATCH_MAX;
use serde::{Deserialize, Serialize};
use store::access::ClaimError;
use store::groups::{GroupError, Groups};
use store::recycle::Wish;
use utoipa::ToSchema;

use crate::features::operations::wire::PhoneAnswer;
use crate::http::{ApiError, fault_code};

/// My groups.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupsView {
    list: Vec<GroupView>,
    total: usize,
    /// Own phones in no group.
    ungrouped: i64,
    /// Groups of my parent, where it lets me move phones that it gave me; else empty.
    parent_groups: Vec<ParentGroupView>,
}

/// A group of my parent.
#[derive(Serialize, ToSchema)]
pub struct ParentGroupView {
    id: i64,
    name: String,
}

/// A group.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupView {
    id: i64,
    name: String,
    /// Phones in it.
    count: i64,
    /// The rentals of its phones renew themselves.
    auto_renew: bool,
}

impl GroupsView {
    /// View of my groups, and of my parent's that I move phones among.
    pub fn of(groups: Groups, parent_groups: Vec<(i64, String)>) -> Self {
        let list: Vec<GroupView> = groups
            .groups
            .into_iter()
            .map(|group| GroupView {
                id: group.id,
                name: group.name,
                count: group.phones,
                auto_renew: group.auto_renew,
            })
            .collect();
        Self {
            parent_groups: parent_groups
                .into_iter()
                .map(|(id, name)| ParentGroupView { id, name })
                .collect(),
            total: list.len(),
            ungrouped: groups.ungrouped,
            list,
        }
    }
}

/// A name of 1 to 10 characters.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NameBody {
    name: String,
}

/// Id of a group or tag, and its new name of 1 to 10 characters.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenameBody {
    /// Id of the group or tag.
    pub id: i64,
    name: String,
}

/// Name, or a refusal in words.
pub fn name_of(text: &str) -> Result<Name, ApiError> {
    Name::parse(text)
        .map_err(|fault| ApiError::explained(codes::BAD_REQUEST, |lang| fault.text(lang)))
}

impl NameBody {
    /// Name that may be given.
    pub fn parse(&self) -> Result<Name, ApiError> {
        name_of(&self.name)
    }
}

impl RenameBody {
    /// Name that may be given.
    pub fn parse(&self) -> Result<Name, ApiError> {
        name_of(&self.name)
    }
}

/// A group whose phones renew themselves, or no longer.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupAutoRenewBody {
    /// Group's id.
    pub id: i64,
    /// Whether they renew themselves.
    pub on: bool,
    /// I accept the authorization agreement; needed to switch it on.
    #[serde(default)]
    pub agreed: bool,
    /// Number of the agreement's version that was shown. Another one in force refuses the request with 1011108021.
    pub agreement_version: Option<i64>,
}

impl GroupAutoRenewBody {
    /// Wish of the request, with the agreement.
    pub const fn wish(&self) -> Wish {
        Wish {
            on: self.on,
            agreed: self.agreed,
            agreement: self.agreement_version,
        }
    }
}

/// Id of a new item: group, tag, draft.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeView {
    /// Id of the new item.
    pub id: i64,
}

/// Group to delete, and another one for its phones.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteBody {
    /// Group's id.
    pub id: i64,
    /// Group of mine to which the phones go; none: they are in no group.
    pub move_to: Option<i64>,
}

/// Number of phones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountView {
    /// Number of the phones concerned.
    pub count: usize,
}

/// Phones to move, and their group.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveBody {
    /// At most 30, each once.
    pub phone_ids: Vec<i64>,
    /// Group's id; none: out of all.
    pub group_id: Option<i64>,
}

/// Phones to take out of their groups.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveBody {
    /// At most 30, each once.
    pub phone_ids: Vec<i64>,
}

/// Ids of a batch: at most 30, each once.
pub fn batch_ids(ids: Vec<i64>) -> Result<Vec<i64>, ApiError> {
    if ids.is_empty() || ids.len() > BATCH_MAX {
        return Err(ApiError::Refused(codes::PHONE_COUNT));
    }
    let distinct: std::collections::HashSet<&i64> = ids.iter().collect();
    if distinct.len() != ids.len() {
        return Err(ApiError::Refused(codes::DUPLICATE_PHONE));
    }
    Ok(ids)
}

/// Each phone's own answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EachView {
    success: usize,
    fail: usize,
    list: Vec<PhoneAnswer>,
}

impl EachView {
    /// Answer that accepts all phones but those that could not be claimed.
    pub fn of(asked: &[i64], refused: &[(i64, ClaimError)], lang: Lang) -> Self {
        let refused = refused.iter().map(|(id, why)| (*id, claim_code(why)));
        Self::but(asked, &refused.collect::<Vec<_>>(), lang)
    }

    /// Answer that accepts all phones but those with a code.
    pub fn but(asked: &[i64], refused: &[(i64, Code)], lang: Lang) -> Self {
        let answer = |id: &i64| match refused.iter().find(|(phone_id, _)| phone_id == id) {
            Some((_, why)) => PhoneAnswer::refused(*id, *why, lang),
            None => PhoneAnswer::accepted(*id),
        };
        Self {
            success: asked.len() - refused.len(),
            fail: refused.len(),
            list: asked.iter().map(answer).collect(),
        }
    }
}

/// Code for a phone that could not be claimed.
pub fn claim_code(error: &ClaimError) -> Code {
    match error {
        ClaimError::Unknown => codes::PHONE_ABSENT,
        ClaimError::Right => codes::RIGHT_MISSING,
        ClaimError::Fault(fault) => fault_code(fault),
    }
}

impl From<GroupError> for ApiError {
    fn from(error: GroupError) -> Self {
        match error {
            GroupError::Unknown => Self::Refused(codes::GROUP_ABSENT),
            GroupError::Taken => Self::Refused(codes::GROUP_TAKEN),
            GroupError::Limit => Self::Refused(codes::GROUP_LIMIT),
            GroupError::AgreementChanged => Self::Refused(codes::ORDER_AGREEMENT_CHANGED),
            GroupError::Agreement => Self::Refused(codes::ORDER_AGREEMENT),
            GroupError::Fault(fault) => fault.into(),
        }
    }
}
