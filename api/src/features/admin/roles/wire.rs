//! Roles in calls.

use domain::codes;
use domain::permissions::{self, holds_permission};
use domain::roles::RoleName;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::member::roles::{OperatorRow, RoleError, RoleRow};
use store::session::Actor;
use utoipa::ToSchema;

use crate::http::ApiError;

/// A role.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleOfOperatorsView {
    role_id: i64,
    name: String,
    permissions: Vec<String>,
    /// Time of the last change, Unix milliseconds: a change names it, so that the second of two is told.
    update_time: i64,
}

impl From<RoleRow> for RoleOfOperatorsView {
    fn from(role: RoleRow) -> Self {
        Self {
            role_id: role.id,
            name: role.name,
            permissions: role.permissions,
            update_time: role.updated_ms,
        }
    }
}

/// An operator with its roles.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorOfRolesView {
    member_id: i64,
    name: String,
    disabled: bool,
    /// Permissions beside those of its roles.
    own_permissions: Vec<String>,
    role_ids: Vec<i64>,
}

/// A permission that an operator can be given.
#[derive(Serialize, ToSchema)]
pub struct PermissionView {
    name: &'static str,
    /// Whether the caller has it, and so may give it.
    held: bool,
}

/// Roles, operators and permissions.
#[derive(Serialize, ToSchema)]
pub struct RolesView {
    /// In the order of their making.
    roles: Vec<RoleOfOperatorsView>,
    /// In the order of their names.
    operators: Vec<OperatorOfRolesView>,
    permissions: Vec<PermissionView>,
}

impl RolesView {
    /// Builds the view for a caller: it says which permissions the caller may give.
    pub fn of((roles, operators): (Vec<RoleRow>, Vec<OperatorRow>), actor: &Actor) -> Self {
        let held = |name: &str| holds_permission(actor.permissions(), &[name]).unwrap_or(false);
        let operator = |operator: OperatorRow| OperatorOfRolesView {
            member_id: operator.id,
            name: operator.name,
            disabled: operator.disabled,
            own_permissions: operator.own,
            role_ids: operator.roles,
        };
        Self {
            roles: roles.into_iter().map(Into::into).collect(),
            operators: operators.into_iter().map(operator).collect(),
            permissions: permissions::ALL
                .iter()
                .map(|name| PermissionView {
                    name,
                    held: held(name),
                })
                .collect(),
        }
    }
}

/// A role to make, or to change.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleBody {
    /// The role to change; a new one without it.
    role_id: Option<i64>,
    /// Of a change: the `updateTime` of the role as it was seen.
    update_time: Option<i64>,
    /// 1 to 20 characters.
    name: String,
    permissions: Vec<String>,
}

/// Role to save: the one that is changed and when it was seen, its name and its permissions.
pub type Saved = (Option<(i64, i64)>, RoleName, Vec<String>);

impl RoleBody {
    /// Checks the role.
    pub fn parse(self) -> Result<Saved, ApiError> {
        let name = RoleName::parse(&self.name).map_err(|fault| {
            ApiError::in_field("name".to_owned(), |lang| fault.text(lang).to_owned())
        })?;
        let which = match (self.role_id, self.update_time) {
            (None, None) => None,
            (Some(id), Some(seen)) => Some((id, seen)),
            (None, Some(_)) | (Some(_), None) => {
                return Err(ApiError::Refused(codes::BAD_REQUEST));
            }
        };
        Ok((which, name, self.permissions))
    }
}

/// A role to delete.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemoveRoleBody {
    pub role_id: i64,
    /// `updateTime` of the role as it was seen.
    pub update_time: i64,
}

/// Roles of an operator.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveRolesBody {
    /// Operator's account.
    pub member_id: i64,
    /// All roles that it is to have.
    pub role_ids: Vec<i64>,
}

impl From<RoleError> for ApiError {
    fn from(error: RoleError) -> Self {
        match error {
            RoleError::Unknown => Self::Refused(codes::ROLE_ABSENT),
            RoleError::NoOperator => Self::Refused(codes::MEMBER_ABSENT),
            RoleError::Taken => Self::in_field("name".to_owned(), |lang| {
                codes::ROLE_TAKEN.text(lang).to_owned()
            }),
            RoleError::Limit => Self::Refused(codes::ROLE_LIMIT),
            RoleError::NoPermission(_) => Self::Refused(codes::BAD_REQUEST),
            RoleError::Above => Self::Refused(codes::PERMISSION_ABOVE),
            RoleError::Last => Self::Refused(codes::LAST_ROLE),
            RoleError::Changed(now) => Self::WithData {
                code: codes::CHANGED_MEANWHILE,
                data: json!({ "by": now.by, "time": now.at_ms, "now": RoleOfOperatorsView::from(now.now) }),
            },
            RoleError::Fault(fault) => fault.into(),
        }
    }
}
