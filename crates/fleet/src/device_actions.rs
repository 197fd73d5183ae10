//! Actions on phones from outside (power, wipe, density …), done by the phone's provider one after the other.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use causes::causes;
use domain::identity::{Identity, Keep};
use domain::lang::Lang;
use domain::phones::Ability;
use phone_link::CopyHandle;
use tokio::time::{Duration, timeout};

use crate::fleet::{Fleet, FleetError};
use crate::health::PhoneFault;
use crate::phone::Phone;
use crate::providers::{
    Backup, Capabilities, Evidence, IdentityRequest, ProviderError, RestoreRequest,
};
use crate::screenshots;

/// Time limit for a screenshot's permit when many are wanted.
const SCREENSHOT_PERMIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Actions of a phone's provider: see [`crate::providers::Provider`] for what each does and leaves. Those that
/// change a phone wait until the ones asked before on the same phone have ended; queries do not, and phones never wait for each other. They may
/// be awaited on any runtime.
impl Fleet {
    /// Actions that the phone's provider can do, and why it cannot do the others.
    pub fn capabilities(&self, phone_id: i64) -> Result<Capabilities, FleetError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(FleetError::UnknownPhone(phone_id))?;
        Ok(phone.provider.capabilities())
    }

    /// Switches the phone on or off.
    pub async fn power(&self, phone_id: i64, on: bool) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Power)?;
        let _lock = phone.actions.lock().await;
        let done = phone.provider.power(&phone.access(), on).await;
        if on {
            phone.connection.expect_boot();
        }
        done
    }

    /// Restarts the phone.
    pub async fn reboot(&self, phone_id: i64) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Reboot)?;
        let _lock = phone.actions.lock().await;
        let done = phone.provider.reboot(&phone.access()).await;
        phone.connection.expect_boot();
        done
    }

    /// Removes all data of the phone; its identity stays.
    pub async fn wipe(&self, phone_id: i64) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Wipe)?;
        let _lock = phone.actions.lock().await;
        let done = phone.provider.wipe(&phone.access()).await;
        phone.note_lang(None);
        phone.connection.expect_boot();
        done
    }

    /// Gives the phone another identity and removes what is not kept.
    pub async fn recreate(
        &self,
        phone_id: i64,
        request: &IdentityRequest,
        keep: Keep,
    ) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Recreate)?;
        let _lock = phone.actions.lock().await;
        let done = phone
            .provider
            .recreate(&phone.access(), request, keep)
            .await;
        phone.note_lang(None);
        phone.connection.expect_boot();
        done
    }

    /// Installs a newer system image and restarts the phone.
    pub async fn upgrade(&self, phone_id: i64) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Upgrade)?;
        let _lock = phone.actions.lock().await;
        let done = phone.provider.upgrade(&phone.access()).await;
        phone.connection.expect_boot();
        done
    }

    /// Size of all that a backup of the phone would hold, in bytes.
    pub async fn size(&self, phone_id: i64) -> Result<u64, ProviderError> {
        let phone = self.able(phone_id, Ability::Transfer)?;
        phone.provider.size(&phone.access()).await
    }

    /// Switches the phone off and backs it up.
    pub async fn back_up(
        &self,
        phone_id: i64,
        to: &Path,
        moved: &CopyHandle,
    ) -> Result<Backup, ProviderError> {
        let phone = self.able(phone_id, Ability::Transfer)?;
        let _lock = phone.actions.lock().await;
        phone.provider.back_up(&phone.access(), to, moved).await
    }

    /// Restores a backup on the phone and starts it.
    pub async fn restore(
        &self,
        phone_id: i64,
        backup: RestoreRequest<'_>,
        moved: &CopyHandle,
    ) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Transfer)?;
        let _lock = phone.actions.lock().await;
        let done = phone.provider.restore(&phone.access(), backup, moved).await;
        phone.note_lang(None);
        phone.connection.expect_boot();
        done
    }

    /// Sets the density in dots per inch; `None` resets it to the phone's own.
    pub async fn density(&self, phone_id: i64, dpi: Option<u16>) -> Result<(), ProviderError> {
        let phone = self.able(phone_id, Ability::Density)?;
        let _lock = phone.actions.lock().await;
        phone.provider.density(&phone.access(), dpi).await
    }

    /// Sets the language of a phone's screens in the background, where its provider can; does nothing for a phone that has it already.
    pub fn set_language(&self, phone_id: i64, lang: Lang) {
        let Some(phone) = self.phone(phone_id) else {
            return;
        };
        if !phone.note_lang(Some(lang)) {
            return;
        }
        let runtime = phone.environment.runtime.clone();
        runtime.spawn(async move {
            let _lock = phone.actions.lock().await;
            // Meanwhile another language was asked for, or the phone was wiped.
            if !phone.is_lang(lang) {
                return;
            }
            if let Err(error) = phone.provider.set_language(&phone.access(), lang).await {
                tracing::warn!(phone_id = phone.id, error = %causes(&error), "set language failed");
                if phone.is_lang(lang) {
                    phone.note_lang(None);
                }
            }
        });
    }

    /// The phone's present state as its provider sees it. Does not wait for actions that are running.
    pub async fn evidence(&self, phone_id: i64) -> Result<Evidence, ProviderError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(ProviderError::UnknownPhone(phone_id))?;
        phone.provider.evidence(&phone.access()).await
    }

    /// The identity that the phone itself tells over its link. Does not wait for actions that are running.
    pub async fn identity(&self, phone_id: i64) -> Result<Identity, ProviderError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(ProviderError::UnknownPhone(phone_id))?;
        phone.provider.identity(&phone.access()).await
    }

    /// Whether there is an ADB connection to the phone, booted or not.
    pub fn is_linked(&self, phone_id: i64) -> bool {
        let health = self
            .phone(phone_id)
            .and_then(|phone| phone.connection.health());
        health.is_some_and(|now| now.healthy || now.reason == Some(PhoneFault::Starting))
    }

    /// Takes a screenshot and checks that it can be decoded.
    pub async fn check_screen(&self, phone_id: i64) -> Result<(), ProviderError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(ProviderError::UnknownPhone(phone_id))?;
        screenshots::check(&phone).await
    }

    /// Takes a screenshot: a PNG as the phone makes it. Few at a time for all phones, since each may be large.
    pub async fn screenshot(&self, phone_id: i64) -> Result<Bytes, ProviderError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(ProviderError::UnknownPhone(phone_id))?;
        let permit = timeout(
            SCREENSHOT_PERMIT_TIMEOUT,
            phone.environment.screenshots.acquire(),
        );
        let _permit = permit.await.map_err(|_| ProviderError::Timeout)?;
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
