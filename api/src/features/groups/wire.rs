//! Bodies and views of groups.

use domain::codes;
use serde::{Deserialize, Serialize};
use store::groups::{GroupError, Groups};
use store::recycle::AutoRenewWish;
use utoipa::ToSchema;

use crate::http::ApiError;

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
    /// View of a member's own groups, and of the parent's groups among which the member may move phones.
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
    /// AutoRenewWish of the request, with the agreement.
    pub const fn wish(&self) -> AutoRenewWish {
        AutoRenewWish {
            on: self.on,
            agreed: self.agreed,
            agreement: self.agreement_version,
        }
    }
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
