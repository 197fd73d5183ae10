//! One-click new device: the identity that a phone is given, what is kept on it, and what the phone says of itself afterwards.

mod read_back;
mod serial;

pub use read_back::{Field, FieldReadBack, read_back};
pub use serial::{SerialForm, serial_form};

use serde::{Deserialize, Serialize};

use crate::proxy::Proxy;

/// Android version of the only phones that are made new devices together.
pub const BATCH_ANDROID: &str = "10";
/// Chip of the only phones that are made new devices together.
pub const BATCH_CHIP: &str = "Orion865";

/// Whether phones of this configuration may be made new devices several at once (specification, section 5).
pub fn may_batch(android_version: &str, chip: &str) -> bool {
    android_version == BATCH_ANDROID && chip == BATCH_CHIP
}

/// The part that stays on a phone that becomes a new device.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = KeepBody))]
pub enum Keep {
    /// Nothing: the phone is as from the factory.
    #[default]
    Nothing,
    /// The files of the shared storage.
    Files,
    /// The files of the shared storage, and the apps without their data.
    Apps,
}

impl Keep {
    /// Whether the files of the shared storage stay.
    pub const fn files(self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Files | Self::Apps => true,
        }
    }

    /// Whether the apps stay.
    pub const fn apps(self) -> bool {
        match self {
            Self::Nothing | Self::Files => false,
            Self::Apps => true,
        }
    }
}

/// The proxy of a phone that becomes a new device.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ProxyChoice {
    /// The phone shall have no proxy: one that it has is removed.
    #[default]
    None,
    /// The phone keeps the proxy that it has, if any.
    Keep,
    /// The phone gets this proxy.
    New(Box<Proxy>),
}

/// The identity that a phone is given: the parts of one model, and what is drawn for this phone alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewDevice {
    /// `ro.product.brand`.
    pub brand: String,
    /// Name in shops.
    pub name: String,
    /// `ro.product.device`.
    pub device: String,
    /// `ro.product.model`.
    pub model: String,
    /// Hardware serial number.
    pub serial: String,
    /// Android id, sixteen hexadecimal digits: the proof that the phone is another one.
    pub android_id: String,
    /// Width and height of the model's upright screen, in pixels.
    pub screen: (u32, u32),
    /// The model's dots per inch.
    pub dpi: u32,
    /// Android version with which the model was launched.
    pub release: String,
    /// Number of the model's SoC.
    pub soc: String,
    /// The part that stays on the phone.
    pub keep: Keep,
    /// Proxy that the phone is to have afterwards.
    #[serde(default)]
    pub proxy: ProxyChoice,
}

/// The identity that a phone tells of itself; a part that it does not tell is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Identity {
    /// `ro.product.brand`.
    pub brand: Option<String>,
    /// Name in shops: `ro.product.marketname`.
    pub name: Option<String>,
    /// `ro.product.device`.
    pub device: Option<String>,
    /// `ro.product.model`.
    pub model: Option<String>,
    /// `ro.serialno`.
    pub serial: Option<String>,
    /// `settings get secure android_id`.
    pub android_id: Option<String>,
    /// `ro.build.fingerprint`.
    pub fingerprint: Option<String>,
    /// Width and height of the upright screen, in pixels.
    pub screen: Option<(u32, u32)>,
    /// Dots per inch.
    pub dpi: Option<u32>,
    /// `ro.build.version.release`.
    pub release: Option<String>,
    /// `ro.soc.model`.
    pub soc: Option<String>,
    /// Number of installed apps, without those of the system.
    pub apps: Option<u32>,
    /// Number of files in the shared storage.
    pub files: Option<u32>,
    /// `settings get global http_proxy`; none where none is set.
    pub proxy: Option<String>,
}
