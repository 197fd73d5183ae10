//! What a provider says to a phone from outside, and what it hears.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::HandsetError;
use crate::host::Host;
use crate::identity::Identity;
use crate::system::PROPERTY_LIMIT_BYTES;

/// Longest line of a command, in bytes.
pub const LINE_LIMIT_BYTES: usize = 16 * 1024;

/// What a provider may do to a phone from outside, as Docker does for a container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum HostCommand {
    /// Nothing: only the report is wanted.
    State,
    /// Switches it on.
    PowerOn,
    /// Switches it off: its port refuses connections.
    PowerOff,
    /// Off and on; what is not on its disk is gone.
    Reboot,
    /// Removes everything but its identity, then reboots.
    Wipe,
    /// A newer system image, then reboots. What lies on it stays.
    Upgrade,
    /// Another identity and an empty phone.
    Recreate {
        /// What the new identity must be; the rest is drawn.
        #[serde(default)]
        identity: Box<IdentityWish>,
    },
    /// Allows the hosts whose keys wait, as somebody who taps "allow" on the phone.
    AllowHosts,
    /// Its screens speak the language of this locale, as `setprop persist.sys.locale` makes them.
    Locale {
        /// Such as `zh-CN` or `en-US`.
        locale: String,
    },
    /// Misbehaves as `setprop owl.fault` does, without a connection.
    Fault {
        /// `slow`, `slow:MS`, `refuse`, `stall`, `garbage`, `die`, `die:MS`, `no-encoder`, `full`, `none`, or such as `wipe:die`.
        fault: String,
    },
}

impl HostCommand {
    /// As it is told.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::State => "state",
            Self::PowerOn => "power-on",
            Self::PowerOff => "power-off",
            Self::Reboot => "reboot",
            Self::Wipe => "wipe",
            Self::Upgrade => "upgrade",
            Self::Recreate { .. } => "recreate",
            Self::AllowHosts => "allow-hosts",
            Self::Locale { .. } => "locale",
            Self::Fault { .. } => "fault",
        }
    }
}

/// Parts of an identity; what is left out is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IdentityWish {
    /// Maker's brand.
    pub brand: Option<String>,
    /// Model number.
    pub model: Option<String>,
    /// Internal device name.
    pub device: Option<String>,
    /// Name a shop would print.
    pub market_name: Option<String>,
    /// Android version.
    pub release: Option<String>,
    /// API level.
    pub sdk: Option<u32>,
    /// Build number.
    pub build_id: Option<String>,
    /// Hardware serial number.
    pub serial: Option<String>,
    /// Sixteen hexadecimal digits.
    pub android_id: Option<String>,
    /// Seed of its looks.
    pub look: Option<u64>,
}

impl IdentityWish {
    /// Makes an identity what is wished; the error is the part that no phone has.
    pub(crate) fn apply(self, identity: &mut Identity) -> Result<(), HandsetError> {
        let is_hex = |text: &str| text.len() == 16 && text.bytes().all(|c| c.is_ascii_hexdigit());
        if self.android_id.as_deref().is_some_and(|id| !is_hex(id)) {
            return Err(HandsetError::BadIdentity("android_id"));
        }
        for (name, own, wish) in [
            ("brand", &mut identity.brand, self.brand),
            ("model", &mut identity.model, self.model),
            ("device", &mut identity.device, self.device),
            ("market_name", &mut identity.market_name, self.market_name),
            ("release", &mut identity.release, self.release),
            ("build_id", &mut identity.build_id, self.build_id),
            ("serial", &mut identity.serial, self.serial),
            ("android_id", &mut identity.android_id, self.android_id),
        ] {
            let Some(wish) = wish else { continue };
            let is_plain = !wish.is_empty() && !wish.chars().any(char::is_control);
            // They are all properties too.
            if !is_plain || wish.len() > PROPERTY_LIMIT_BYTES {
                return Err(HandsetError::BadIdentity(name));
            }
            *own = wish;
        }
        identity.sdk = self.sdk.unwrap_or(identity.sdk);
        identity.look = self.look.unwrap_or(identity.look);
        Ok(())
    }
}

/// Whether a phone runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// Its port accepts connections.
    On,
    /// It was switched off.
    Off,
    /// It broke down, or its folder cannot be read.
    Broken,
}

/// How a phone is after an command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Whether it runs.
    pub power: Power,
    /// The boot it is in, or was in.
    pub boot_id: String,
    /// Who it is.
    pub identity: Identity,
    /// Whether its system has come up in this boot.
    pub booted: bool,
    /// Which content it has: another one after each wipe, none until the boot after it.
    pub data_id: Option<String>,
    /// Dots per inch that apps see.
    pub density: u32,
    /// Bytes of its installed apps.
    pub apps_bytes: u64,
}

/// One line that a host of phones is told: an [`HostCommand`] with a phone's number and a number of the asker's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Comes back with the answer.
    #[serde(default)]
    pub id: u64,
    /// The phone's number from 0 on.
    pub phone: usize,
    /// Not begun after so many milliseconds, it is never done; no limit when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_ms: Option<u64>,
    /// What to do.
    #[serde(flatten)]
    pub command: HostCommand,
}

/// The line that answers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The request's; 0 for a line that is no request.
    pub id: u64,
    /// Whether it was done.
    pub ok: bool,
    /// How the phone is then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Why it was not done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether the phone broke down over it, so that it may be half done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub broken: bool,
}

impl Host {
    /// Obeys one line, such as `{"id":1,"phone":0,"do":"wipe"}`, and gives the line that answers it, without line end.
    pub async fn obey(&self, line: &str) -> String {
        let refused = |id, why: String, broken| Answer {
            id,
            ok: false,
            report: None,
            why: Some(why),
            broken,
        };
        let answer = if line.len() > LINE_LIMIT_BYTES {
            let why = format!("line is longer than {LINE_LIMIT_BYTES} bytes");
            refused(0, why, false)
        } else {
            match serde_json::from_str::<Request>(line) {
                Err(error) => refused(0, error.to_string(), false),
                Ok(Request {
                    id,
                    phone,
                    within_ms,
                    command,
                }) => match self
                    .execute_within(phone, command, within_ms.map(Duration::from_millis))
                    .await
                {
                    Ok(report) => Answer {
                        id,
                        ok: true,
                        report: Some(report),
                        why: None,
                        broken: false,
                    },
                    Err(error) => {
                        let broken = error.leaves_it_half_done();
                        refused(id, error.to_string(), broken)
                    }
                },
            }
        };
        // Plain values: there is nothing in them that JSON cannot say.
        serde_json::to_string(&answer).unwrap_or_default()
    }
}
