//! The public interface: attaching, watching, controlling phones and asking for their health.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use domain::phones::Unwell;
use domain::play::sound::Form;
use domain::play::{Input, Orientation};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use phone_link::{KeyPair, ServerFile};
use thiserror::Error;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, broadcast, watch};

use crate::files::TRANSFERS_AT_ONCE;
use crate::front;
use crate::health::Health;
use crate::input::{ClipboardAnswer, InputAccess, InputRefused};
use crate::phone::{Environment, Phone};
use crate::providers::Provider;
use crate::providers::listed::Listed;
use crate::quality::PictureQuality;
use crate::screen::Kind;
use crate::sound::Listener;
use crate::watch::Watch;

/// Phones that are being connected at the same time; the others wait, so that a server with hundreds of phones starts gently.
const CONNECTS_AT_ONCE: usize = 16;
/// Screenshots that are converted at the same time: each takes a processor for a moment, and memory of [`unpack::MEMORY`].
const SHOTS_AT_ONCE: usize = 2;
/// Screenshots that are on their way to callers at the same time: each takes up to 24 MB.
const PICTURES_AT_ONCE: usize = 8;
/// Health changes kept for a reader that is slow; one that missed some reads [`Fleet::health`].
const HEALTH_EVENTS_KEPT: usize = 4096;

/// The server's clock in Unix microseconds.
pub type UnixMicros = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Options of a fleet.
pub struct FleetOptions {
    /// The scrcpy server that is started on phones; without it phones are shown by screenshots.
    pub server_file: Option<ServerFile>,
    /// Runtime of the phones' tasks: their own, with several threads.
    pub runtime: Handle,
    /// Clock for the times of pictures.
    pub clock: UnixMicros,
    /// Intervals and time limits.
    pub timing: Timing,
}

/// Intervals and time limits of a fleet. The defaults are the product's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// Pause between two probes of an idle phone.
    pub probe_every: Duration,
    /// Time limit for a probe's answer.
    pub probe_timeout: Duration,
    /// The longest wait between two tries to connect.
    pub backoff_longest: Duration,
    /// A link that held so long starts the waits over.
    pub steady_after: Duration,
    /// Pause between the last viewer's leaving and stopping the phone's screen server.
    pub linger: Duration,
    /// Time limit for the first picture of a session.
    pub open_timeout: Duration,
    /// Time limit for a key picture from a phone whose stream began without one.
    pub key_timeout: Duration,
    /// Time limit for a lost session to come back.
    pub recovery_timeout: Duration,
    /// Time limit for the phone to confirm a pasted text before the next input.
    pub paste_timeout: Duration,
    /// Pause between the last text that was pasted because it cannot be typed and restoring the phone's clipboard.
    pub typing_pause: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            probe_every: Duration::from_secs(15),
            probe_timeout: Duration::from_secs(5),
            backoff_longest: Duration::from_mins(1),
            steady_after: Duration::from_secs(30),
            linger: Duration::from_secs(3),
            open_timeout: Duration::from_secs(8),
            key_timeout: Duration::from_secs(2),
            recovery_timeout: Duration::from_secs(10),
            paste_timeout: Duration::from_secs(3),
            typing_pause: Duration::from_secs(1),
        }
    }
}

/// A phone to keep a link to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneSpec {
    /// The phone's id on this server.
    pub phone_id: i64,
    /// `host:port` of its adbd.
    pub address: String,
}

/// Why a phone cannot be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FleetError {
    /// The phone was never attached, or is detached.
    #[error("phone {0} is not attached")]
    UnknownPhone(i64),
}

/// Phones of this server; cheap to clone. When the last clone is dropped, all links are closed.
#[derive(Clone)]
pub struct Fleet(Arc<Inner>);

struct Inner {
    environment: Arc<Environment>,
    phones: RwLock<HashMap<i64, Arc<Phone>>>,
    /// By the address of each of their phones.
    providers: RwLock<HashMap<String, Arc<dyn Provider>>>,
    listed: Arc<dyn Provider>,
}

impl Fleet {
    /// A fleet without phones.
    pub fn new(options: FleetOptions) -> Self {
        Self::with_key(options, None)
    }

    /// [`Self::new`] with a key for phones that ask for one; phones that do not know it ask their owner.
    pub fn with_key(options: FleetOptions, key: Option<Arc<KeyPair>>) -> Self {
        let environment = Arc::new(Environment {
            server_file: options.server_file,
            key,
            runtime: options.runtime,
            clock: options.clock,
            timing: options.timing,
            connects: Semaphore::new(CONNECTS_AT_ONCE),
            shots: Semaphore::new(SHOTS_AT_ONCE),
            pictures: Semaphore::new(PICTURES_AT_ONCE),
            transfers: Arc::new(Semaphore::new(TRANSFERS_AT_ONCE)),
            health: broadcast::Sender::new(HEALTH_EVENTS_KEPT),
        });
        Self(Arc::new(Inner {
            environment,
            phones: RwLock::default(),
            providers: RwLock::default(),
            listed: Arc::new(Listed::default()),
        }))
    }

    /// Adds a provider: phones attached at its addresses from now on are its own. Phones that no provider claims are listed ones.
    pub fn provide(&self, provider: &Arc<dyn Provider>) {
        let mut providers = self.0.providers.write();
        for address in provider.addresses() {
            providers.insert(address.clone(), Arc::clone(provider));
        }
    }

    /// Attaches a phone and keeps a link to it. Attached again with another address it moves there; with the same nothing happens.
    pub fn attach(&self, spec: PhoneSpec) {
        let provider = self.0.provider_at(&spec.address);
        let mut phones = self.0.write();
        match phones.entry(spec.phone_id) {
            Entry::Occupied(held) if held.get().address == spec.address => {}
            Entry::Occupied(mut held) => {
                let phone = Phone::start(spec, provider, &self.0.environment);
                held.insert(phone).shut();
            }
            Entry::Vacant(place) => {
                place.insert(Phone::start(spec, provider, &self.0.environment));
            }
        }
    }

    /// Detaches a phone; its viewers get [`domain::play::EndReason::Offline`].
    pub fn detach(&self, phone_id: i64) {
        let phone = self.0.write().remove(&phone_id);
        if let Some(phone) = phone {
            phone.shut();
        }
    }

    /// Subscribes to changes of health. A reader that lagged reads [`Self::health`] and goes on.
    pub fn health_events(&self) -> broadcast::Receiver<Health> {
        self.0.environment.health.subscribe()
    }

    /// The newest health of every phone whose first try has ended.
    pub fn health(&self) -> Vec<Health> {
        self.0
            .read()
            .values()
            .filter_map(|phone| phone.health())
            .collect()
    }

    /// Whether a phone's link is up and well now.
    pub fn is_healthy(&self, phone_id: i64) -> bool {
        self.phone(phone_id)
            .and_then(|phone| phone.health())
            .is_some_and(|health| health.healthy)
    }

    /// The reason why a phone is unhealthy, if known.
    pub fn unwell(&self, phone_id: i64) -> Option<Unwell> {
        self.phone(phone_id)?.trouble().map(|fault| fault.unwell())
    }

    /// Joins those who watch this phone; the first one starts the phone's screen. Never waits: [`Watch::stage`] tells how far it is.
    pub fn watch(&self, phone_id: i64, kind: Kind) -> Result<Watch, FleetError> {
        Ok(self
            .phone(phone_id)
            .ok_or(FleetError::UnknownPhone(phone_id))?
            .watch(kind))
    }

    /// Joins those who hear this phone in this form; the first one starts its sound. Never waits: [`Listener::state`] tells how far it is.
    pub fn listen(&self, phone_id: i64, form: Form) -> Result<Listener, FleetError> {
        Ok(self.attached(phone_id)?.listen(form))
    }

    /// Gives control to an epoch: only its inputs act from now on; an epoch older than the one in force changes nothing.
    /// Fingers and keys held by another epoch are released.
    pub fn grant_control(&self, phone_id: i64, epoch: u32) -> Result<(), FleetError> {
        let phone = self.attached(phone_id)?;
        phone.inputs.grant(epoch);
        if phone.inputs.is_controlled_by(epoch) {
            phone.quality.send_if_modified(PictureQuality::seen);
        }
        Ok(())
    }

    /// Takes control from an epoch and releases what it holds. A newer controller is left alone.
    pub fn revoke_control(&self, phone_id: i64, epoch: u32) -> Result<(), FleetError> {
        let phone = self.attached(phone_id)?;
        phone.inputs.revoke(epoch);
        // The quality of a picture that nobody watches is not raised for the moment until it ends.
        if phone.is_watched() {
            phone.quality.send_if_modified(PictureQuality::seen);
        }
        Ok(())
    }

    pub(crate) fn attached(&self, phone_id: i64) -> Result<Arc<Phone>, FleetError> {
        self.phone(phone_id)
            .ok_or(FleetError::UnknownPhone(phone_id))
    }

    /// Passes an input that acts on the phone. Never waits; the order of inputs is kept.
    pub fn input(&self, phone_id: i64, epoch: u32, input: &Input) -> Result<(), InputRefused> {
        self.input_on(phone_id, epoch, None, input)
    }

    /// [`Self::input`] with the orientation of the picture that the input was made on: it is dropped if the phone has turned since.
    pub fn input_on(
        &self,
        phone_id: i64,
        epoch: u32,
        orientation: Option<Orientation>,
        input: &Input,
    ) -> Result<(), InputRefused> {
        self.phone(phone_id)
            .ok_or(InputRefused::UnknownPhone)?
            .inputs
            .put(epoch, orientation, input)
    }

    /// Subscribes to results of [`Input::SetClipboard`] on this phone. An input that a closing screen drops gets none.
    pub fn clipboard_answers(
        &self,
        phone_id: i64,
    ) -> Result<broadcast::Receiver<ClipboardAnswer>, FleetError> {
        Ok(self.attached(phone_id)?.inputs.answers())
    }

    /// Whether inputs of this epoch act on this phone, or would if it let them.
    pub fn is_controlled_by(&self, phone_id: i64, epoch: u32) -> bool {
        self.phone(phone_id)
            .is_some_and(|phone| phone.inputs.is_controlled_by(epoch))
    }

    /// Whether and how inputs reach this phone while its screen is open. A newer epoch may try again where they are barred.
    pub fn input_access(&self, phone_id: i64) -> Result<watch::Receiver<InputAccess>, FleetError> {
        Ok(self.attached(phone_id)?.inputs.access())
    }

    /// Age of this epoch's oldest waiting input; zero when none waits.
    pub fn inputs_wait(&self, phone_id: i64, epoch: u32) -> Duration {
        self.phone(phone_id)
            .map_or(Duration::ZERO, |phone| phone.inputs.waits(epoch))
    }

    /// Number of inputs of this epoch that were dropped: more came than the phone takes, or they waited too long.
    pub fn inputs_dropped(&self, phone_id: i64, epoch: u32) -> u64 {
        self.phone(phone_id)
            .map_or(0, |phone| phone.inputs.dropped(epoch))
    }

    /// How long the newest input of this epoch was on its way to the phone; nothing before the first one, unless the phone does not even
    /// answer when it is asked.
    pub fn inputs_lag(&self, phone_id: i64, epoch: u32) -> Duration {
        self.phone(phone_id).map_or(Duration::ZERO, |phone| {
            phone.inputs.lag(epoch).max(phone.silence())
        })
    }

    /// The package of the app in front, looked at again and again after a pause until the receiver is dropped; `None` while it is not known.
    pub fn follow_app(
        &self,
        phone_id: i64,
        pause: Duration,
    ) -> Result<watch::Receiver<Option<String>>, FleetError> {
        Ok(front::follow(&self.attached(phone_id)?, pause))
    }

    /// A viewer's decoder lost its way and asks for a key picture; rationed.
    pub fn reset(&self, phone_id: i64, kind: Kind) {
        if let Some(phone) = self.phone(phone_id) {
            phone.want_key(kind);
        }
    }

    /// Name of the host that a phone runs on; none for a phone that is not attached.
    pub fn host_of(&self, phone_id: i64) -> Option<String> {
        let phone = self.phone(phone_id)?;
        Some(phone.provider.host(&phone.address))
    }

    /// Key that is shown to phones which ask for one.
    pub(crate) fn key(&self) -> Option<Arc<KeyPair>> {
        self.0.environment.key.clone()
    }

    /// Runtime of the phones' tasks.
    pub(crate) fn runtime(&self) -> &Handle {
        &self.0.environment.runtime
    }

    pub(crate) fn phones(&self) -> Vec<Arc<Phone>> {
        self.0.read().values().cloned().collect()
    }

    pub(crate) fn phone(&self, phone_id: i64) -> Option<Arc<Phone>> {
        self.0.read().get(&phone_id).cloned()
    }
}

impl Inner {
    fn provider_at(&self, address: &str) -> Arc<dyn Provider> {
        let providers = self.providers.read();
        Arc::clone(providers.get(address).unwrap_or(&self.listed))
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<i64, Arc<Phone>>> {
        self.phones.read()
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<i64, Arc<Phone>>> {
        self.phones.write()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.write().drain().for_each(|(_, phone)| phone.shut());
    }
}
