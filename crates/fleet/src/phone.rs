//! A phone of the fleet, made of four parts: connection, screens, sound and input. Each part is the only owner of its state and refers neither
//! to the phone nor to another part; the tasks that run on a phone take the whole phone.

mod audio;
mod connection;
mod input;
mod quality;
mod round_trips;
mod screens;

use std::sync::Arc;

use domain::lang::Lang;
use parking_lot::Mutex;
use tokio::sync::Semaphore;

pub use self::audio::{AudioOutlets, AudioSource, AudioSources, Listener};
pub use self::connection::{Connection, wait_for_link, wait_for_link_loss};
pub use self::input::PhoneInput;
pub use self::quality::PictureQuality;
pub use self::round_trips::RttSummary;
pub use self::screens::{PictureKind, Screen, ScreenOutlets, Screens, Watch};
use crate::environment::Environment;
use crate::options::PhoneSpec;
use crate::providers::{PhoneAccess, Provider};

pub struct Phone {
    pub id: i64,
    /// `host:port` of its adbd.
    pub address: String,
    pub provider: Arc<dyn Provider>,
    pub environment: Arc<Environment>,
    pub connection: Connection,
    pub screens: Screens,
    pub audio: AudioSources,
    pub input: PhoneInput,
    /// Held during an action of the provider: a phone's actions are done one after the other.
    pub actions: tokio::sync::Mutex<()>,
    /// Held while a screenshot is taken: a phone's screenshots are taken one after the other.
    pub camera: tokio::sync::Mutex<()>,
    /// Held while a file is written: a phone's files are written one after the other.
    pub writing: tokio::sync::Mutex<()>,
    /// Permits for reading files of this phone.
    pub reading: Arc<Semaphore>,
    /// Language that the provider was last asked to set; `None` after a wipe, which resets it.
    lang: Mutex<Option<Lang>>,
}

impl Phone {
    /// Creates a phone without a link: the connection supervisor makes the link.
    pub fn new(
        spec: PhoneSpec,
        provider: Arc<dyn Provider>,
        environment: &Arc<Environment>,
    ) -> Self {
        Self {
            id: spec.phone_id,
            address: spec.address,
            provider,
            environment: Arc::clone(environment),
            connection: Connection::new(spec.phone_id, environment.health.clone()),
            screens: Screens::default(),
            audio: AudioSources::default(),
            input: PhoneInput::new(&environment.timing),
            actions: tokio::sync::Mutex::default(),
            camera: tokio::sync::Mutex::default(),
            writing: tokio::sync::Mutex::default(),
            reading: Arc::new(Semaphore::new(domain::play::files::READS_AT_ONCE)),
            lang: Mutex::default(),
        }
    }

    /// Ends all of the phone's tasks, and with them its link and its sessions.
    pub fn shut(&self) {
        self.connection.end_supervision();
        self.screens.abort();
        self.audio.abort();
        self.connection.clear_link();
    }

    /// The address and the link of the phone, for its provider.
    pub fn access(&self) -> PhoneAccess {
        PhoneAccess::new(self.address.clone(), self.connection.links())
    }

    /// Notes the language that the provider is asked to set; returns whether it differs from the one before.
    pub fn note_lang(&self, lang: Option<Lang>) -> bool {
        std::mem::replace(&mut *self.lang.lock(), lang) != lang
    }

    /// Whether this is still the language that the provider was last asked to set.
    pub fn is_lang(&self, lang: Lang) -> bool {
        *self.lang.lock() == Some(lang)
    }
}
