//! A phone of the fleet: its connection, screens, sound and input are parts, each the one owner of its state. Tasks that run on a phone take
//! the whole of it; no part knows the phone.

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
pub use self::connection::{Connection, linked, unlinked};
pub use self::input::PhoneInput;
pub use self::quality::PictureQuality;
pub use self::round_trips::RttSummary;
pub use self::screens::{PictureKind, Screen, ScreenOutlets, Screens, Watch};
use crate::environment::Environment;
use crate::options::PhoneSpec;
use crate::providers::{PhoneAccess, Provider};

/// A phone of the fleet.
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
    /// Permits for reading files.
    pub reading: Arc<Semaphore>,
    /// The language that the provider was told last, since the phone was last empty.
    lang: Mutex<Option<Lang>>,
}

impl Phone {
    /// A phone without a link; the connection supervisor makes one.
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
            input: PhoneInput::default(),
            actions: tokio::sync::Mutex::default(),
            camera: tokio::sync::Mutex::default(),
            writing: tokio::sync::Mutex::default(),
            reading: Arc::new(Semaphore::new(domain::play::files::READS_AT_ONCE)),
            lang: Mutex::default(),
        }
    }

    /// Ends all tasks: links and sessions close with them.
    pub fn shut(&self) {
        self.connection.end_supervision();
        self.screens.abort();
        self.audio.abort();
        self.connection.clear_link();
    }

    /// The phone's address and link, for its provider.
    pub fn access(&self) -> PhoneAccess {
        PhoneAccess::new(self.address.clone(), self.connection.links())
    }

    /// Notes the language that the provider is told; whether that is another one than before.
    pub fn note_lang(&self, lang: Option<Lang>) -> bool {
        std::mem::replace(&mut *self.lang.lock(), lang) != lang
    }

    /// Whether this is still the language that the provider was told last.
    pub fn is_lang(&self, lang: Lang) -> bool {
        *self.lang.lock() == Some(lang)
    }
}
