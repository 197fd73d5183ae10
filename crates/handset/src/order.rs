//! What a provider says to a phone from outside, and what it hears.

use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::identity::Identity;

/// Longest line of an order, in bytes.
pub const LINE_LIMIT_BYTES: usize = 16 * 1024;

/// What a provider may do to a phone from outside, as Docker does for a container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Order {
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
    /// Another identity and an empty phone.
    Recreate {
        /// What the new identity must be; the rest is drawn.
        #[serde(default)]
        identity: IdentityWish,
    },
    /// Allows the hosts whose keys wait, as somebody who taps "allow" on the phone.
    AllowHosts,
    /// Misbehaves as `setprop owl.fault` does, without a connection.
    Fault {
        /// `slow`, `slow:MS`, `refuse`, `stall`, `garbage`, `die`, `die:MS`, `no-encoder`, `full` or `none`.
        fault: String,
    },
}

/// Parts of an identity; what is left out is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
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
    /// Hardware serial number.
    pub serial: Option<String>,
    /// Sixteen hexadecimal digits.
    pub android_id: Option<String>,
}

impl IdentityWish {
    pub(crate) fn apply(self, identity: &mut Identity) {
        let Self {
            brand,
            model,
            device,
            market_name,
            release,
            sdk,
            serial,
            android_id,
        } = self;
        for (own, wish) in [
            (&mut identity.brand, brand),
            (&mut identity.model, model),
            (&mut identity.device, device),
            (&mut identity.market_name, market_name),
            (&mut identity.release, release),
            (&mut identity.serial, serial),
            (&mut identity.android_id, android_id),
        ] {
            if let Some(wish) = wish {
                *own = wish;
            }
        }
        identity.sdk = sdk.unwrap_or(identity.sdk);
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

/// How a phone is after an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Whether it runs.
    pub power: Power,
    /// The boot it is in, or was in.
    pub boot_id: String,
    /// Who it is.
    pub identity: Identity,
    /// Bytes of its installed apps.
    pub apps_bytes: u64,
}

/// One line that a host of phones is told: an [`Order`] with a phone's number and a number of the asker's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Comes back with the answer.
    #[serde(default)]
    pub id: u64,
    /// The phone's number from 0 on.
    pub phone: usize,
    /// What to do.
    #[serde(flatten)]
    pub order: Order,
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
}

impl Host {
    /// Obeys one line, such as `{"id":1,"phone":0,"do":"wipe"}`, and gives the line that answers it, without line end.
    pub async fn obey(&self, line: &str) -> String {
        let refused = |id, why: String| Answer {
            id,
            ok: false,
            report: None,
            why: Some(why),
        };
        let answer = if line.len() > LINE_LIMIT_BYTES {
            refused(0, format!("line is longer than {LINE_LIMIT_BYTES} bytes"))
        } else {
            match serde_json::from_str::<Request>(line) {
                Err(error) => refused(0, error.to_string()),
                Ok(Request { id, phone, order }) => match self.order(phone, order).await {
                    Ok(report) => Answer {
                        id,
                        ok: true,
                        report: Some(report),
                        why: None,
                    },
                    Err(error) => refused(id, error.to_string()),
                },
            }
        };
        // Plain values: there is nothing in them that JSON cannot say.
        serde_json::to_string(&answer).unwrap_or_default()
    }
}
