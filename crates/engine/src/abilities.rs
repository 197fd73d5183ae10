//! Abilities of a phone's provider, and how its errors read in a receipt.

use domain::operations::Reason;
use domain::phones::{Action, Unable};
use fleet::Fleet;
use fleet::providers::ProviderError;

/// Why a phone's provider cannot do an action; none where it can, or where the phone is not attached yet.
pub(crate) fn unable(fleet: &Fleet, phone_id: i64, action: Action) -> Option<Unable> {
    let ability = action.ability()?;
    let capabilities = fleet.capabilities(phone_id).ok()?;
    capabilities.check(ability).err()
}

/// [`unable`] as a function that the store can call on a thread of its own.
pub(crate) fn unable_of(fleet: Fleet) -> impl Fn(i64, Action) -> Option<Unable> + Send + 'static {
    move |phone_id, action| unable(&fleet, phone_id, action)
}

/// Reason of a failed operation.
pub(crate) fn reason_of(error: &ProviderError) -> Reason {
    match error {
        ProviderError::Unable(_) => Reason::NotCapable,
        ProviderError::UnknownPhone(_) => Reason::NoLongerOwned,
        ProviderError::Refused(_) => Reason::Refused,
        ProviderError::Unreachable => Reason::Unreachable,
        // The action may have taken effect: the phone is probed.
        ProviderError::BrokeDown(_)
        | ProviderError::HostDown
        | ProviderError::Timeout
        | ProviderError::Broken(_) => Reason::Lost,
    }
}
