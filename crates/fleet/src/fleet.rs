//! The public interface: attaching, watching, controlling phones and asking for their health.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use domain::phones::Unwell;
use domain::play::sound::Form;
use domain::play::{Input, Orientation};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use phone_link::KeyPair;
use thiserror::Error;
use tokio::runtime::Handle;
use tokio::sync::{broadcast, watch};

use crate::environment::Environment;
use crate::health::Health;
use crate::input::{ClipboardAnswer, InputAccess, InputRefused};
use crate::options::{FleetOptions, PhoneSpec};
use crate::phone::{Listener, Phone, PictureKind, PictureQuality, Watch};
use crate::providers::Provider;
use crate::providers::listed::Listed;
use crate::{connection_supervisor, front, screen, sound};

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
        let environment = Arc::new(Environment::new(options, key));
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
                held.insert(self.start(spec, provider)).shut();
            }
            Entry::Vacant(place) => {
                place.insert(self.start(spec, provider));
            }
        }
    }

    /// A phone whose link is kept from now on.
    fn start(&self, spec: PhoneSpec, provider: Arc<dyn Provider>) -> Arc<Phone> {
        let phone = Arc::new(Phone::new(spec, provider, &self.0.environment));
        connection_supervisor::start(&phone);
        phone
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
            .filter_map(|phone| phone.connection.health())
            .collect()
    }

    /// Whether a phone's link is up and well now.
    pub fn is_healthy(&self, phone_id: i64) -> bool {
        self.phone(phone_id)
            .and_then(|phone| phone.connection.health())
            .is_some_and(|health| health.healthy)
    }

    /// The reason why a phone is unhealthy, if known.
    pub fn unwell(&self, phone_id: i64) -> Option<Unwell> {
        let fault = self.phone(phone_id)?.connection.fault()?;
        Some(fault.unwell())
    }

    /// Joins those who watch this phone; the first one starts the phone's screen. Never waits: [`Watch::stage`] tells how far it is.
    pub fn watch(&self, phone_id: i64, kind: PictureKind) -> Result<Watch, FleetError> {
        Ok(screen::watch(&self.attached(phone_id)?, kind))
    }

    /// Joins those who hear this phone in this form; the first one starts its sound. Never waits: [`Listener::state`] tells how far it is.
    pub fn listen(&self, phone_id: i64, form: Form) -> Result<Listener, FleetError> {
        Ok(sound::listen(&self.attached(phone_id)?, form))
    }

    /// Gives control to an epoch: only its inputs act from now on; an epoch older than the one in force changes nothing.
    /// Fingers and keys held by another epoch are released.
    pub fn grant_control(&self, phone_id: i64, epoch: u32) -> Result<(), FleetError> {
        let phone = self.attached(phone_id)?;
        phone.input.queue.grant(epoch);
        if phone.input.queue.is_controlled_by(epoch) {
            phone
                .screens
                .quality
                .send_if_modified(PictureQuality::reset_lowered);
        }
        Ok(())
    }

    /// Takes control from an epoch and releases what it holds. A newer controller is left alone.
    pub fn revoke_control(&self, phone_id: i64, epoch: u32) -> Result<(), FleetError> {
        let phone = self.attached(phone_id)?;
        phone.input.queue.revoke(epoch);
        // The quality of a picture that nobody watches is not raised for the moment until it ends.
        if phone.screens.is_watched() {
            phone
                .screens
                .quality
                .send_if_modified(PictureQuality::reset_lowered);
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
            .input
            .queue
            .put(epoch, orientation, input)
    }

    /// Subscribes to results of [`Input::SetClipboard`] on this phone. An input that a closing screen drops gets none.
    pub fn clipboard_answers(
        &self,
        phone_id: i64,
    ) -> Result<broadcast::Receiver<ClipboardAnswer>, FleetError> {
        Ok(self.attached(phone_id)?.input.queue.answers())
    }

    /// Whether inputs of this epoch act on this phone, or would if it let them.
    pub fn is_controlled_by(&self, phone_id: i64, epoch: u32) -> bool {
        self.phone(phone_id)
            .is_some_and(|phone| phone.input.queue.is_controlled_by(epoch))
    }

    /// Whether and how inputs reach this phone while its screen is open. A newer epoch may try again where they are barred.
    pub fn input_access(&self, phone_id: i64) -> Result<watch::Receiver<InputAccess>, FleetError> {
        Ok(self.attached(phone_id)?.input.queue.access())
    }

    /// Age of this epoch's oldest waiting input; zero when none waits.
    pub fn inputs_wait(&self, phone_id: i64, epoch: u32) -> Duration {
        self.phone(phone_id)
            .map_or(Duration::ZERO, |phone| phone.input.queue.waits(epoch))
    }

    /// Number of inputs of this epoch that were dropped: more came than the phone takes, or they waited too long.
    pub fn inputs_dropped(&self, phone_id: i64, epoch: u32) -> u64 {
        self.phone(phone_id)
            .map_or(0, |phone| phone.input.queue.dropped(epoch))
    }

    /// How long the newest input of this epoch was on its way to the phone; nothing before the first one, unless the phone does not even
    /// answer when it is asked.
    pub fn inputs_lag(&self, phone_id: i64, epoch: u32) -> Duration {
        self.phone(phone_id).map_or(Duration::ZERO, |phone| {
            phone.input.queue.lag(epoch).max(phone.connection.overdue())
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
    pub fn reset(&self, phone_id: i64, kind: PictureKind) {
        if let Some(phone) = self.phone(phone_id) {
            phone.screens.want_key(kind);
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
