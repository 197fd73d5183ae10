//! Observed state of phones, and requests for another identity and for the restoring of a backup.

use std::path::Path;

use domain::identity::NewDevice;
use serde::{Deserialize, Serialize};

/// Whether a phone runs, as its provider sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Switch {
    /// Running, or booting.
    On,
    /// Switched off.
    Off,
    /// Broken down by itself; switching it on, or a restart, may help.
    Broken,
}

/// Observed state of a phone. What its provider cannot see is `None`.
///
/// A changed `boot_id` proves a restart, a changed `data_id` a wipe, the wished `android_id` a new identity,
/// another `build_id` a new system image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Whether the phone runs.
    pub switch: Switch,
    /// Whether its system has come up in this boot.
    pub booted: bool,
    /// Id of the present boot, or of the last one for a phone that is off; changes with each boot.
    pub boot_id: Option<String>,
    /// Id of the phone's data; changes with each wipe, `None` while the phone is empty. No phone tells it over ADB.
    pub data_id: Option<String>,
    /// `settings get secure android_id`.
    pub android_id: Option<String>,
    /// Hardware serial number.
    pub serial: Option<String>,
    /// Dots per inch that apps see.
    pub density: Option<u16>,
    /// Build id of its system image.
    pub build_id: Option<String>,
}

/// A backup that was made and read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Size in bytes.
    pub bytes: u64,
    /// Digest of its content, by the provider's own measure.
    pub digest: String,
}

/// Request to restore a backup on a phone.
#[derive(Debug, Clone, Copy)]
pub struct RestoreRequest<'a> {
    /// Folder of the backup.
    pub from: &'a Path,
    /// [`Backup::digest`] of the backup.
    pub digest: &'a str,
    /// Id that the data gets on the phone.
    pub data_id: &'a str,
}

/// Request for another identity. Where a field is `None`, those of the system image (`release`, `sdk`, `build_id`) stay, the others are drawn
/// at random. Texts are at most 91 bytes, Android's limit of a property's value, without control characters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IdentityRequest {
    /// Maker's brand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brand: Option<String>,
    /// Model number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Internal device name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Name a shop would print.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market_name: Option<String>,
    /// Android version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// API level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sdk: Option<u32>,
    /// Build number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_id: Option<String>,
    /// Hardware serial number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
    /// Android id, sixteen hexadecimal digits. Callers choose one, so that [`Evidence`] can prove the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub android_id: Option<String>,
}

impl From<&NewDevice> for IdentityRequest {
    /// The system image stays the phone's own, as the operation's receipt tells.
    fn from(wish: &NewDevice) -> Self {
        Self {
            brand: Some(wish.brand.clone()),
            model: Some(wish.model.clone()),
            device: Some(wish.device.clone()),
            market_name: Some(wish.name.clone()),
            serial: Some(wish.serial.clone()),
            android_id: Some(wish.android_id.clone()),
            ..Self::default()
        }
    }
}
