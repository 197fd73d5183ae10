//! Words that several answers use, as closed sets in the API document.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
