//! Words that several answers use, as closed sets in the API document.

use domain::access::{DelegatedPermission, Level};
use domain::phones::{Power, Rental};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Level of a member's right on a phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LevelView {
    /// See the phone.
    View,
    /// See and control it.
    Operate,
    /// Do everything, as its owner.
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

/// Permission of a parent for a phone that it gives to a sub-account.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum DelegatedPermissionView {
    /// Switching on and off, and going on after a change that failed.
    Power,
    /// Change of the name.
    Rename,
    /// Change of the density.
    Density,
    /// Factory reset.
    Reset,
    /// Replacement by another phone from stock.
    Replace,
    /// Moves among the groups of the phone's owner.
    Group,
    /// One-click new device.
    NewDevice,
}

impl From<DelegatedPermission> for DelegatedPermissionView {
    fn from(permission: DelegatedPermission) -> Self {
        match permission {
            DelegatedPermission::Power => Self::Power,
            DelegatedPermission::Rename => Self::Rename,
            DelegatedPermission::Density => Self::Density,
            DelegatedPermission::Reset => Self::Reset,
            DelegatedPermission::Replace => Self::Replace,
            DelegatedPermission::Group => Self::Group,
            DelegatedPermission::NewDevice => Self::NewDevice,
        }
    }
}

impl From<DelegatedPermissionView> for DelegatedPermission {
    fn from(view: DelegatedPermissionView) -> Self {
        match view {
            DelegatedPermissionView::Power => Self::Power,
            DelegatedPermissionView::Rename => Self::Rename,
            DelegatedPermissionView::Density => Self::Density,
            DelegatedPermissionView::Reset => Self::Reset,
            DelegatedPermissionView::Replace => Self::Replace,
            DelegatedPermissionView::Group => Self::Group,
            DelegatedPermissionView::NewDevice => Self::NewDevice,
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

/// State of a rental.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RentalView {
    /// More than 7 days left.
    Active,
    /// Ends within 7 days.
    Expiring,
    /// Ended, and the phone is kept as it is.
    Expired,
    /// Over, and the phone is in the recycle bin.
    Recycled,
}

impl From<Rental> for RentalView {
    fn from(rental: Rental) -> Self {
        match rental {
            Rental::Active => Self::Active,
            Rental::Expiring => Self::Expiring,
            Rental::Expired => Self::Expired,
            Rental::Recycled => Self::Recycled,
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
    /// Operator by the stored number.
    pub const fn of(carrier: i16) -> Self {
        match carrier {
            2 => Self::Unicom,
            3 => Self::Telecom,
            _ => Self::Mobile,
        }
    }

    /// Number that is stored.
    pub const fn stored(self) -> i16 {
        match self {
            Self::Mobile => 1,
            Self::Unicom => 2,
            Self::Telecom => 3,
        }
    }
}
