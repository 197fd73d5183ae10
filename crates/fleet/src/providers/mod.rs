//! Providers of phones, and what they do to phones from outside: power, wipe, another identity.
//!
//! The fleet talks to all phones alike; a provider tells the addresses of its phones, which actions it can do to them, and why it cannot do
//! the others. Callers go through [`crate::Fleet`], which finds the provider of a phone by its address; a phone that no provider claims
//! is [`listed`].
//!
//! Nothing here waits for a phone to be usable again: an action is done when the phone's provider has done it. A caller who needs more asks for
//! [`Evidence`] until it shows another boot, and then for [`crate::Fleet::health`].

mod access;
mod adb;
mod error;
mod evidence;
mod identity;
pub mod listed;
pub mod simulated;

use std::path::Path;
use std::pin::Pin;

use domain::identity::{Identity, Keep};
use domain::lang::Lang;
use domain::phones::{Ability, Unable};
use phone_link::CopyHandle;

pub use access::PhoneAccess;
pub use error::ProviderError;
pub use evidence::{Backup, Evidence, IdentityRequest, RestoreRequest, Switch};

/// Future of an action. Dropping it ends the waiting; the action may still take effect.
pub type ActionFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, ProviderError>> + Send + 'a>>;

/// Actions that a provider can do, and why it cannot do the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// Whether [`Provider::power`] works, or why not.
    pub power: Result<(), Unable>,
    /// Whether [`Provider::reboot`] works, or why not.
    pub reboot: Result<(), Unable>,
    /// Whether [`Provider::wipe`] works, or why not.
    pub wipe: Result<(), Unable>,
    /// Whether [`Provider::recreate`] works, or why not.
    pub recreate: Result<(), Unable>,
    /// Whether [`Provider::density`] works, or why not.
    pub density: Result<(), Unable>,
    /// Whether [`Provider::upgrade`] works, or why not.
    pub upgrade: Result<(), Unable>,
    /// Whether [`Provider::back_up`] and [`Provider::restore`] work, or why not.
    pub transfer: Result<(), Unable>,
}

impl Capabilities {
    /// Capabilities of a provider that can do everything.
    pub const ALL: Self = Self {
        power: Ok(()),
        reboot: Ok(()),
        wipe: Ok(()),
        recreate: Ok(()),
        density: Ok(()),
        upgrade: Ok(()),
        transfer: Ok(()),
    };

    /// Actions that any phone allows over ADB without special rights.
    pub const ADB: Self = Self {
        power: Err(Unable::NoPowerSwitch),
        wipe: Err(Unable::NoStorage),
        recreate: Err(Unable::FixedIdentity),
        upgrade: Err(Unable::FixedImage),
        // Android does not let the shell read the data of apps: `adb backup` was removed in Android 12.
        transfer: Err(Unable::NoBackup),
        ..Self::ALL
    };

    /// Whether the provider has an ability, or why not.
    pub const fn check(self, ability: Ability) -> Result<(), Unable> {
        match ability {
            Ability::Power => self.power,
            Ability::Reboot => self.reboot,
            Ability::Wipe => self.wipe,
            Ability::Recreate => self.recreate,
            Ability::Density => self.density,
            Ability::Upgrade => self.upgrade,
            Ability::Transfer => self.transfer,
        }
    }
}

/// A source of phones. The default methods do those actions that any phone allows over ADB, and refuse the others.
///
/// [`crate::Fleet`] lets no two actions change one phone at once. Each has a deadline of its own, under a minute but for copies of all data,
/// which may take an hour, and ends with a typed error; [`ProviderError::may_have_happened`] tells whether the phone must be asked what became of it.
pub trait Provider: Send + Sync {
    /// The provider's name in the stock.
    fn name(&self) -> &'static str;

    /// `host:port` of the adbd of each phone, in a fixed order.
    fn addresses(&self) -> &[String];

    /// Name of the host that runs the phone at this address.
    fn host(&self, address: &str) -> String {
        let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
        host.to_owned()
    }

    /// Id of the process that runs the phones, where that is one on this machine and runs now.
    fn process(&self) -> Option<u32> {
        None
    }

    /// Actions that this provider can do.
    fn capabilities(&self) -> Capabilities {
        Capabilities::ADB
    }

    /// Switches a phone on or off. A phone that is so already stays as it is: the boot id does not change.
    fn power<'a>(&'a self, phone: &'a PhoneAccess, on: bool) -> ActionFuture<'a, ()> {
        let _ = (phone, on);
        cannot(self.capabilities(), Ability::Power)
    }

    /// Restarts a phone; one that is off is switched on. The boot id changes.
    fn reboot<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, ()> {
        Box::pin(adb::reboot(phone))
    }

    /// Removes all data of a phone, apps and settings too, and switches it on. Its identity stays; boot id and data id change.
    fn wipe<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, ()> {
        let _ = phone;
        cannot(self.capabilities(), Ability::Wipe)
    }

    /// Gives a phone another identity and removes data that is not kept; fields that the request leaves out are drawn at random. Boot id, data id and,
    /// if wished, Android id change.
    fn recreate<'a>(
        &'a self,
        phone: &'a PhoneAccess,
        request: &'a IdentityRequest,
        keep: Keep,
    ) -> ActionFuture<'a, ()> {
        let _ = (phone, request, keep);
        cannot(self.capabilities(), Ability::Recreate)
    }

    /// Puts a newer system image on a phone and restarts it. Its data stays; boot id and build id change.
    fn upgrade<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, ()> {
        let _ = phone;
        cannot(self.capabilities(), Ability::Upgrade)
    }

    /// Size of all that a backup of a phone would hold, in bytes.
    fn size<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, u64> {
        let _ = phone;
        cannot(self.capabilities(), Ability::Transfer)
    }

    /// Switches a phone off and copies all its data into a folder, which exists only when the copy is complete; a backup that exists is not
    /// made again. The phone stays off until it is switched on. `moved` counts the copied bytes.
    fn back_up<'a>(
        &'a self,
        phone: &'a PhoneAccess,
        to: &'a Path,
        moved: &'a CopyHandle,
    ) -> ActionFuture<'a, Backup> {
        let _ = (phone, to, moved);
        cannot(self.capabilities(), Ability::Transfer)
    }

    /// Restores a backup and its system image on an empty phone, reads it back and starts the phone. The phone's identity stays; the data gets
    /// the id that is asked for. On a phone with that data id the data is complete, so nothing is copied again.
    fn restore<'a>(
        &'a self,
        phone: &'a PhoneAccess,
        backup: RestoreRequest<'a>,
        moved: &'a CopyHandle,
    ) -> ActionFuture<'a, ()> {
        let _ = (phone, backup, moved);
        cannot(self.capabilities(), Ability::Transfer)
    }

    /// Sets the density in dots per inch, `None` for the phone's own, and reads it back. Survives a boot, not a wipe. The phone must
    /// have started.
    fn density<'a>(&'a self, phone: &'a PhoneAccess, dpi: Option<u16>) -> ActionFuture<'a, ()> {
        Box::pin(adb::density(phone, dpi))
    }

    /// Sets the language of a phone's screens. Survives a boot, not a wipe. Does nothing where only the phone's user may choose the language.
    fn set_language<'a>(&'a self, phone: &'a PhoneAccess, lang: Lang) -> ActionFuture<'a, ()> {
        let _ = (phone, lang);
        Box::pin(std::future::ready(Ok(())))
    }

    /// The identity that a phone itself tells over its link, with the number of its apps and files.
    fn identity<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, Identity> {
        Box::pin(identity::read(phone))
    }

    /// The phone's observed state: read before an action and compared afterwards.
    fn evidence<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, Evidence> {
        Box::pin(adb::evidence(phone))
    }
}

fn cannot<'a, T: Send + 'a>(capabilities: Capabilities, ability: Ability) -> ActionFuture<'a, T> {
    let error = match capabilities.check(ability) {
        Err(why) => ProviderError::Unable(why),
        // The provider claims an ability whose method it does not implement.
        Ok(()) => ProviderError::Refused(format!(
            "the provider does not implement {}",
            ability.into_str()
        )),
    };
    Box::pin(std::future::ready(Err(error)))
}
