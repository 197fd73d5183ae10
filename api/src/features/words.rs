//! Words that several answers use, as closed sets in the API document.

use domain::access::{DelegatedPermission, Level};
use domain::phones::{Power, Rental};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a member may do with a phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LevelView {
    /// See.
    View,
    /// See and control.
    Operate,
    /// Everything.
    Owner,
}

impl From<Level> for LevelView {
    fn from(level: Level) -> Self {
        match level {
            Level::View => Self::View,
            Level::Operate => Self::Operate,
            Level::Owner => Self::Owner,
        }
    }
}

/// What a parent permissions for a phone that it gives to a sub-account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DelegatedPermissionView {
    /// Switching on and off, and going on after a change that failed.
    Power,
    /// Another name.
    Rename,
    /// Another density.
    Density,
    /// Emptying it.
    Reset,
}

impl From<DelegatedPermission> for DelegatedPermissionView {
    fn from(permission: DelegatedPermission) -> Self {
        match permission {
            DelegatedPermission::Power => Self::Power,
            DelegatedPermission::Rename => Self::Rename,
            DelegatedPermission::Density => Self::Density,
            DelegatedPermission::Reset => Self::Reset,
        }
    }
}

/// A phone's switch.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PowerView {
    /// Switched on.
    On,
    /// Switched off.
    Off,
}

impl From<Power> for PowerView {
    fn from(power: Power) -> Self {
        match power {
            Power::On => Self::On,
            Power::Off => Self::Off,
        }
    }
}

/// Where a rental stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RentalView {
    /// More than 7 days left.
    Active,
    /// Ends within 7 days.
    Expiring,
    /// Over.
    Expired,
}

impl From<Rental> for RentalView {
    fn from(rental: Rental) -> Self {
        match rental {
            Rental::Active => Self::Active,
            Rental::Expiring => Self::Expiring,
            Rental::Expired => Self::Expired,
        }
    }
}

/// A network operator.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OperatorView {
    /// China Mobile.
    Mobile,
    /// China Unicom.
    Unicom,
    /// China Telecom.
    Telecom,
}

impl OperatorView {
    /// By the stored number.
    pub const fn of(carrier: i16) -> Self {
        match carrier {
            2 => Self::Unicom,
            3 => Self::Telecom,
            _ => Self::Mobile,
        }
    }

    /// The stored number.
    pub const fn stored(self) -> i16 {
        match self {
            Self::Mobile => 1,
            Self::Unicom => 2,
            Self::Telecom => 3,
        }
    }
}
