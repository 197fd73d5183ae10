//! Public interface of the fleet: attaching phones, watching and controlling them, and asking for their health.

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

/// Why a call about a phone is refused.
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
    /// Providers by the address of each of their phones.
    providers: RwLock<HashMap<String, Arc<dyn Provider>>>,
    listed: Arc<dyn Provider>,
}

impl Fleet {
    /// A fleet without phones.
    pub fn new(options: FleetOptions) -> Self {
        Self::with_key(options, None)
    }

    /// [`Self::new`] with a key for phones that ask for one; a phone that does not know the key asks its owner to accept it.
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

    /// Attaches a phone and keeps a link to it. A phone that is attached already moves to the address, if that is another one.
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

    /// Creates a phone and starts the task that keeps its link.
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

    /// The newest health of every phone that has reported one.
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

    /// Joins the viewers of this phone; the first viewer starts the screen. Never waits: [`Watch::stage`] tells how far the session has come.
    pub fn watch(&self, phone_id: i64, kind: PictureKind) -> Result<Watch, FleetError> {
        Ok(screen::watch(&self.attached(phone_id)?, kind))
    }

    /// Joins the listeners of this phone in this form; the first listener starts the stream. Never waits: [`Listener::state`] tells how far the
    /// stream has come.
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

    /// Takes control from an epoch and releases the fingers and keys that it holds. Nothing happens when another epoch has control.
    pub fn revoke_control(&self, phone_id: i64, epoch: u32) -> Result<(), FleetError> {
        let phone = self.attached(phone_id)?;
        phone.input.queue.revoke(epoch);
        // A picture without viewers ends soon, so its quality is not raised before.
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

    /// Queues an input for the phone. Never waits; the order of inputs is kept.
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

    /// Subscribes to results of [`Input::SetClipboard`] on this phone. An input that is dropped, for whatever reason, gets none.
    pub fn clipboard_answers(
        &self,
        phone_id: i64,
    ) -> Result<broadcast::Receiver<ClipboardAnswer>, FleetError> {
        Ok(self.attached(phone_id)?.input.queue.answers())
    }

    /// Whether this epoch controls the phone; the phone itself may still bar its inputs.
    pub fn is_controlled_by(&self, phone_id: i64, epoch: u32) -> bool {
        self.phone(phone_id)
            .is_some_and(|phone| phone.input.queue.is_controlled_by(epoch))
    }

    /// Subscribes to whether and how inputs reach this phone while its screen is open. Barred inputs are tried again for a newer epoch.
    pub fn input_access(&self, phone_id: i64) -> Result<watch::Receiver<InputAccess>, FleetError> {
        Ok(self.attached(phone_id)?.input.queue.access())
    }

    /// Age of this epoch's oldest input that waits or was dropped since the dispatcher last caught up; zero without one.
    pub fn oldest_pending_input_age(&self, phone_id: i64, epoch: u32) -> Duration {
        self.phone(phone_id).map_or(Duration::ZERO, |phone| {
            phone.input.queue.oldest_pending_age(epoch)
        })
    }

    /// Number of inputs of this epoch that were dropped: more came than the phone takes, or they waited too long.
    pub fn inputs_dropped(&self, phone_id: i64, epoch: u32) -> u64 {
        self.phone(phone_id)
            .map_or(0, |phone| phone.input.queue.dropped(epoch))
    }

    /// The longest of three: how long the newest input of this epoch took to reach the phone, how old the oldest unfinished one is, and for how
    /// long a probe of the phone is overdue. Zero before the first input, while no probe is overdue.
    pub fn inputs_lag(&self, phone_id: i64, epoch: u32) -> Duration {
        self.phone(phone_id).map_or(Duration::ZERO, |phone| {
            phone.input.queue.lag(epoch).max(phone.connection.overdue())
        })
    }

    /// Package of the app in front, which the phone is asked for with this pause between two queries until the receiver is dropped; `None` while
    /// it is unknown.
    pub fn follow_app(
        &self,
        phone_id: i64,
        pause: Duration,
    ) -> Result<watch::Receiver<Option<String>>, FleetError> {
        Ok(front::follow(&self.attached(phone_id)?, pause))
    }

    /// Asks the phone for a key picture, for a viewer whose decoder cannot go on without one. The relay limits how often the phone is asked.
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
