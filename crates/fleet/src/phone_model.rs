//! Identifies the phone at an address before it joins the fleet. Nothing on the phone is changed.

use std::time::Duration;

use phone_link::{Link, LinkOptions};
use tokio::time::timeout;

use crate::fleet::Fleet;
use crate::health::PhoneFault;

/// Time limit for a phone's answer, connecting included.
const ANSWER_MAX: Duration = Duration::from_secs(5);
/// Time limit for connecting and for the exchange of keys.
const CONNECT_MAX: Duration = Duration::from_secs(4);
/// Longest property that is kept, in characters.
const WORD_MAX_CHARS: usize = 60;

/// Model and Android version that a phone tells of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PhoneModel {
    /// Model, as the phone calls itself.
    pub model: String,
    /// Version of Android.
    pub android_version: String,
}

impl Fleet {
    /// Asks the phone at an address for its model; a phone that has not answered in [`ANSWER_MAX`] is silent.
    pub async fn identify_phone(&self, address: &str) -> Result<PhoneModel, PhoneFault> {
        let options = LinkOptions {
            handshake_timeout: CONNECT_MAX,
            probe_timeout: CONNECT_MAX,
            key: self.key(),
            ..LinkOptions::default()
        };
        let address = address.to_owned();
        let asking = self.runtime().spawn(async move {
            let link = Link::connect(&address, options).await?;
            let told = read_model(&link).await;
            link.close();
            told
        });
        let abort = asking.abort_handle();
        match timeout(ANSWER_MAX, asking).await {
            Ok(Ok(told)) => told,
            Ok(Err(stopped)) => Err(PhoneFault::Unreachable(stopped.to_string())),
            Err(_) => {
                abort.abort();
                Err(PhoneFault::Silent)
            }
        }
    }
}

async fn read_model(link: &Link) -> Result<PhoneModel, PhoneFault> {
    let properties = link.properties().await?;
    let word = |name: &str| {
        let value = properties.get(name).map(String::as_str).unwrap_or_default();
        value.trim().chars().take(WORD_MAX_CHARS).collect()
    };
    Ok(PhoneModel {
        model: word("ro.product.model"),
        android_version: word("ro.build.version.release"),
    })
}
