//! The member's choice of an operation, and the time that it may take.

use serde::{Deserialize, Serialize};

use super::Kind;
use super::transfer::Transfer;
use crate::apps::PackageName;
use crate::identity::NewDevice;
use crate::uploads::{Delivery, delivery_ms};

/// The member's choice, where the kind needs one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OperationChoice {
    /// The kind needs no choice.
    #[default]
    None,
    /// Density, for [`Kind::Density`].
    Dpi(i32),
    /// Name, for [`Kind::Rename`].
    Alias(String),
    /// Files, for [`Kind::InstallApp`] and [`Kind::PushFile`].
    Delivery(Delivery),
    /// Apps, for the kinds of [`Verb`].
    Apps(Vec<PackageName>),
    /// Identity, for [`Kind::NewDevice`].
    NewDevice(Box<NewDevice>),
    /// Place of the data, for [`Kind::Transfer`].
    Transfer(Transfer),
}

/// Time of one app in an operation on several, in milliseconds: a cold start on a slow phone.
const APP_MS: i64 = 20 * 1000;

impl OperationChoice {
    /// Time from start to failure if the operation does not end before: twice the usual duration.
    pub fn deadline_ms(&self, kind: Kind) -> i64 {
        match self {
            Self::Delivery(delivery) => 2 * delivery_ms(delivery.load()),
            Self::Apps(packages) => {
                let count = i64::try_from(packages.len()).unwrap_or(i64::MAX / APP_MS);
                kind.deadline_ms() + APP_MS * count
            }
            Self::Transfer(_) => Transfer::deadline_ms(),
            Self::None | Self::Dpi(_) | Self::Alias(_) | Self::NewDevice(_) => kind.deadline_ms(),
        }
    }
}
