//! Commands of a provider to a phone from outside, and their answers.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::HandsetError;
use crate::host::Host;
use crate::identity::Identity;
use crate::system::PROPERTY_LIMIT_BYTES;

/// Longest line of a command, in bytes.
pub const LINE_LIMIT_BYTES: usize = 16 * 1024;

/// Command of a provider to a phone from outside, as Docker gives to a container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(tag = "do", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum HostCommand {
    /// No change: only the report is wanted.
    State,
    /// Switches the phone on.
    PowerOn,
    /// Switches the phone off: its port refuses connections.
    PowerOff,
    /// Switches the phone off and on; state that is not on its disk is lost.
    Reboot,
    /// Removes everything but the identity, then reboots.
    Wipe,
    /// Installs a newer system image, then reboots. The data stays.
    Upgrade,
    /// Gives the phone another identity and removes its data, except the part that `keep` names. The system image stays unless the request names
    /// another.
    Recreate {
        /// Required parts of the new identity; the others are drawn at random.
        #[serde(default)]
        identity: Box<IdentityRequest>,
        /// The part that stays on the phone.
        #[serde(default)]
        keep: Keep,
    },
    /// Switches the phone off and copies its data into a folder. The phone stays off, after a restart of its host too, until it is
    /// switched on; where the copy fails it is switched on at once.
    BackUp {
        /// Folder of the backup, which exists only when the copy is whole.
        to: PathBuf,
    },
    /// Puts the data of a backup and its system image on the phone, reads it back and starts the phone, whose identity stays.
    Restore {
        /// Folder of the backup.
        from: PathBuf,
        /// Digest of the backup.
        digest: String,
        /// Id that the phone's data gets. On a phone whose data has this id already, nothing is done again.
        data_id: String,
    },
    /// No change: the report tells the size of the data, too.
    Measure,
    /// Allows the hosts whose keys wait, like a tap on "allow" on the phone.
    AllowHosts,
    /// Sets the language of the screens by this locale, as `setprop persist.sys.locale` does.
    Locale {
        /// Locale such as `zh-CN` or `en-US`.
        locale: String,
    },
    /// Sets a fault as `setprop owl.fault` does, without a connection.
    Fault {
        /// `slow`, `slow:MS`, `refuse`, `stall`, `garbage`, `die`, `die:MS`, `no-encoder`, `full`, `none`, or such as `wipe:die`.
        fault: String,
    },
}

/// The part that stays on a phone that gets another identity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// No files and no apps stay.
    #[default]
    Nothing,
    /// The shared storage.
    Files,
    /// The shared storage, and the apps without their data.
    Apps,
}

/// Requested parts of an identity; parts that are left out are drawn at random.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IdentityRequest {
    /// Maker's brand.
    pub brand: Option<String>,
    /// Model number.
    pub model: Option<String>,
    /// Internal device name.
    pub device: Option<String>,
    /// Product name in shops.
    pub market_name: Option<String>,
    /// Android version.
    pub release: Option<String>,
    /// API level.
    pub sdk: Option<u32>,
    /// Build number.
    pub build_id: Option<String>,
    /// Hardware serial number.
    pub serial: Option<String>,
    /// Android id, sixteen hexadecimal digits.
    pub android_id: Option<String>,
    /// Seed of its appearance.
    pub look: Option<u64>,
}

impl IdentityRequest {
    /// Changes an identity as wished; the error names the part that no phone can have.
    pub(crate) fn apply(self, identity: &mut Identity) -> Result<(), HandsetError> {
        let is_hex = |text: &str| text.len() == 16 && text.bytes().all(|c| c.is_ascii_hexdigit());
        if self.android_id.as_deref().is_some_and(|id| !is_hex(id)) {
            return Err(HandsetError::BadIdentity("android_id"));
        }
        for (name, own, requested) in [
            ("brand", &mut identity.brand, self.brand),
            ("model", &mut identity.model, self.model),
            ("device", &mut identity.device, self.device),
            ("market_name", &mut identity.market_name, self.market_name),
            ("release", &mut identity.release, self.release),
            ("build_id", &mut identity.build_id, self.build_id),
            ("serial", &mut identity.serial, self.serial),
            ("android_id", &mut identity.android_id, self.android_id),
        ] {
            let Some(requested) = requested else { continue };
            let is_plain = !requested.is_empty() && !requested.chars().any(char::is_control);
            // These parts are properties, too.
            if !is_plain || requested.len() > PROPERTY_LIMIT_BYTES {
                return Err(HandsetError::BadIdentity(name));
            }
            *own = requested;
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
    /// Running: its port accepts connections.
    On,
    /// Switched off.
    Off,
    /// Broken down, or its folder cannot be read.
    Broken,
}

/// State of a phone after a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Power state of the phone.
    pub power: Power,
    /// Id of the present boot, or of the last one.
    pub boot_id: String,
    /// Identity of the phone.
    pub identity: Identity,
    /// Whether the system has come up in this boot.
    pub booted: bool,
    /// Id of the phone's data: another one after each wipe, `None` between a wipe and the next boot.
    pub data_id: Option<String>,
    /// Density that apps see, in dots per inch.
    pub density: u32,
    /// Size of the installed apps in bytes.
    pub apps_bytes: u64,
    /// Bytes that the running copy of the phone's data, or the last one, has moved.
    #[serde(default)]
    pub moved_bytes: u64,
    /// Size of the phone's data in bytes, after a command that measured or copied it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_bytes: Option<u64>,
    /// Digest of the backup that was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// Line that a host of phones receives: a [`HostCommand`] with a phone's number and the sender's number for the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Number that comes back with the answer.
    #[serde(default)]
    pub id: u64,
    /// Number of the phone, from 0 on.
    pub phone: usize,
    /// Limit in milliseconds: not begun by then, the command is never done; no limit when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_ms: Option<u64>,
    /// Command for the phone.
    #[serde(flatten)]
    pub command: HostCommand,
}

/// Line that answers a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Number of the request; 0 for a line that is no request.
    pub id: u64,
    /// Whether the command was done.
    pub ok: bool,
    /// State of the phone afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Reason why the command was not done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether the phone broke down in the middle, so that the command may be half done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub broken: bool,
}

impl Host {
    /// Carries out the command in one line, such as `{"id":1,"phone":0,"do":"wipe"}`, and returns the line that answers it, without line end.
    pub async fn execute_line(&self, line: &str) -> String {
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
        // The values are plain: JSON can express all of them.
        serde_json::to_string(&answer).unwrap_or_default()
    }
}
