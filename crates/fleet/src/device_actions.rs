//! What is done to a phone from outside: found out by whom, then done one thing after the other.

use std::sync::Arc;

use bytes::Bytes;
use domain::phones::Ability;
use tokio::time::{Duration, timeout};

use crate::fleet::{Fleet, FleetError};
use crate::health::PhoneFault;
use crate::phone::Phone;
use crate::providers::{Capabilities, Evidence, IdentityWish, ProviderError};
use crate::screenshots;

/// For the turn of a picture, when many are wanted.
const PICTURE_TURN_PATIENCE: Duration = Duration::from_secs(5);

/// Actions of a phone's provider: see [`crate::providers::Provider`] for what each does and leaves. Each waits until the actions asked
/// before on the same phone have ended, then for its own; phones never wait for each other. They may be awaited on any runtime.
impl Fleet {
    /// What the phone's provider can do to it, and why not the rest.
    pub fn capabilities(&self, phone_id: i64) -> Result<Capabilities, FleetError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(FleetError::UnknownPhone(phone_id))?;
        Ok(phone.provider.capabilities())
    }

    /// Switches it on or off.
    pub async fn power(&self, phone_id: i64, on: bool) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Power)?;
        let _turn = phone.actions.lock().await;
        let done = phone.provider.power(&phone.reach(), on).await;
        if on {
            phone.expect();
        }
        done
    }

    /// Restarts it.
    pub async fn reboot(&self, phone_id: i64) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Reboot)?;
        let _turn = phone.actions.lock().await;
        let done = phone.provider.reboot(&phone.reach()).await;
        phone.expect();
        done
    }

    /// Removes all that lies on it.
    pub async fn wipe(&self, phone_id: i64) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Wipe)?;
        let _turn = phone.actions.lock().await;
        let done = phone.provider.wipe(&phone.reach()).await;
        phone.expect();
        done
    }

    /// Makes it another phone, with nothing on it.
    pub async fn recreate(&self, phone_id: i64, wish: &IdentityWish) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Recreate)?;
        let _turn = phone.actions.lock().await;
        let done = phone.provider.recreate(&phone.reach(), wish).await;
        phone.expect();
        done
    }

    /// Puts a newer system image on it and restarts it.
    pub async fn upgrade(&self, phone_id: i64) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Upgrade)?;
        let _turn = phone.actions.lock().await;
        let done = phone.provider.upgrade(&phone.reach()).await;
        phone.expect();
        done
    }

    /// Sets its density in dots per inch, `None` for its own.
    pub async fn density(&self, phone_id: i64, dpi: Option<u16>) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Density)?;
        let _turn = phone.actions.lock().await;
        phone.provider.density(&phone.reach(), dpi).await
    }

    /// What can be seen of what became of it. Waits for no other action.
    pub async fn evidence(&self, phone_id: i64) -> Result<Evidence, ProviderError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(ProviderError::UnknownPhone(phone_id))?;
        phone.provider.evidence(&phone.reach()).await
    }

    /// Whether there is a connection to it, whatever its system does.
    pub fn is_linked(&self, phone_id: i64) -> bool {
        let health = self.phone(phone_id).and_then(|phone| phone.health());
        health.is_some_and(|now| now.healthy || now.reason == Some(PhoneFault::Starting))
    }

    /// Has one picture of its screen and looks whether it is one.
    pub async fn screenshot(&self, phone_id: i64) -> Result<(), ProviderError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(ProviderError::UnknownPhone(phone_id))?;
        screenshots::look(&phone).await
    }

    /// A picture of its screen, a PNG as the phone makes it. A few at a time for all phones, since each may be large.
    pub async fn picture(&self, phone_id: i64) -> Result<Bytes, ProviderError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(ProviderError::UnknownPhone(phone_id))?;
        let turn = timeout(PICTURE_TURN_PATIENCE, phone.environment.pictures.acquire());
        let _turn = turn.await.map_err(|_| ProviderError::Timeout)?;
        screenshots::picture(&phone).await
    }

    fn able(&self, phone_id: i64, ability: Ability) -> Result<Arc<Phone>, ProviderError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(ProviderError::UnknownPhone(phone_id))?;
        let able = phone.provider.capabilities().check(ability);
        able.map_err(ProviderError::Unable)?;
        Ok(phone)
    }
}
