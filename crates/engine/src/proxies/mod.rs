//! Runs the proxies of phones: a phone's requests come here through a tunnel and are passed on to its member's proxy.
//!
//! The running proxies are compared with the stored ones every two seconds and after each change: a phone that is given a proxy, or another
//! one, gets it at once without a restart, and a phone that loses its proxy has the setting cleared as soon as it is reached.

mod forward;
mod seal;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use connectors::proxies::{Dialer, Endpoint};
use domain::identity::{Identity, NewDevice, ProxyChoice};
use domain::networks::AllowedNetworks;
use domain::operations::Reason;
use domain::proxy::{Checked, ON_PHONE, Proxy, Tested};
use fleet::ProxyTunnel;
use parking_lot::Mutex;
use store::StoreError;
use store::proxies::{self, PhoneProxy, ProxyError};
use store::session::Actor;
use tracing::Instrument;
use url::Url;

use crate::Engine;
use crate::worker::{Wakeup, repeat_or_woken};
use forward::Traffic;

pub use connectors::proxies::{DialError, Exit};
pub use seal::Sealer;

/// How long a passed test is remembered for the proxy that is set afterwards, in milliseconds.
const PASSED_TEST_KEPT_MS: i64 = 60 * 60 * 1000;
/// Pause between two comparisons with the store.
const CHECK_EVERY: Duration = Duration::from_secs(2);
/// How often, and with which pause, a phone that has just started is asked for its identity until it has its proxy.
const SETTLING_LOOKS: u32 = 20;
const SETTLING_PAUSE: Duration = Duration::from_millis(500);

/// Parts that a server needs to run proxies of phones.
#[derive(Clone)]
pub struct ProxyParts {
    /// Makes the connections to members' proxies.
    pub dialer: Dialer,
    /// Key that the logins of members' proxies are sealed with.
    pub sealer: Sealer,
    /// Service that answers each caller with the caller's network address.
    pub exit_service: Url,
}

/// Parses the address of [`ProxyParts::exit_service`]; none unless the text is an http or https URL with a host.
pub fn exit_service(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// State of the proxies of phones on this server. Cheap to clone.
#[derive(Clone, Default)]
pub struct Proxies {
    /// Parts that run proxies; none on a server without them, where phones get no proxy and those that have one lose it.
    parts: Option<Arc<ProxyParts>>,
    running: Arc<tokio::sync::Mutex<HashMap<i64, RunningProxy>>>,
    /// Phones on which the setting of their proxy is being cleared.
    clearing: Arc<Mutex<HashSet<i64>>>,
    wakeup: Wakeup,
    /// Each member's last passed test, which is stored with the same proxy when the member sets it afterwards.
    last_passed_test: Arc<Mutex<HashMap<i64, (Checked, Tested)>>>,
}

impl Proxies {
    /// Parts that test a proxy; refused on a server that gives phones none.
    fn parts_for_test(&self) -> Result<&ProxyParts, ProxyTestError> {
        self.parts.as_deref().ok_or(ProxyTestError::Disabled)
    }
}

struct RunningProxy {
    generation: i64,
    traffic: Arc<Traffic>,
    tunnel: ProxyTunnel,
}

/// The stored proxy of a phone, and whether the phone uses it.
#[derive(Debug)]
pub struct ProxyState {
    /// The proxy as it is stored.
    pub of: PhoneProxy,
    /// Whether the phone is reached, has the setting, and its requests go to the proxy.
    pub in_place: bool,
}

/// Why the test of a proxy failed.
#[derive(Debug)]
pub enum ProxyTestError {
    /// This server gives phones no proxies.
    Disabled,
    /// The phone has no proxy.
    NoProxy,
    /// The login was sealed by another key.
    Sealed,
    /// The phone is not the actor's to change, the member's tests of this hour are spent, or an internal error.
    Store(ProxyError),
    /// The connection through the proxy failed.
    Dial(DialError),
}

impl Engine {
    /// Adds the parts that run proxies; without them phones get none.
    #[must_use]
    pub fn with_proxies(mut self, parts: ProxyParts) -> Self {
        self.proxies.parts = Some(Arc::new(parts));
        self
    }

    /// Networks beside the public internet in which proxies may be; none where this server gives phones no proxies.
    pub fn proxies_allowed(&self) -> Option<&AllowedNetworks> {
        let parts = self.proxies.parts.as_ref()?;
        Some(parts.dialer.allowed())
    }

    /// Makes the stored form of a proxy, with its login sealed and with the member's test, if that was of the same proxy. `place`: the country's
    /// ISO number and the city's id. None where this server gives phones no proxies, or sealing fails.
    pub fn seal_proxy(
        &self,
        actor: &Actor,
        checked: &Checked,
        place: (Option<i32>, Option<i64>),
    ) -> Option<Proxy> {
        let parts = self.proxies.parts.as_ref()?;
        let login = match &checked.login {
            Some(login) => Some(parts.sealer.seal(login)?),
            None => None,
        };
        let passed = self.proxies.last_passed_test.lock();
        let passed = passed.get(&actor.member_id());
        let tested = passed.filter(|(proxy, _)| proxy == checked);
        Some(Proxy {
            protocol: checked.protocol,
            host: checked.host.clone(),
            port: checked.port,
            login,
            country: place.0,
            city: place.1,
            tested: tested.map(|(_, tested)| tested.clone()),
        })
    }

    /// Tests a proxy: returns the address that it reaches the internet from and the delay, and remembers the test for the member.
    pub async fn test_proxy(
        &self,
        actor: &Actor,
        checked: Checked,
    ) -> Result<Exit, ProxyTestError> {
        let parts = self.proxies.parts_for_test()?;
        let spent = proxies::spend_test(&self.store, actor, self.clock.now_ms()).await;
        spent.map_err(ProxyTestError::Store)?;
        let endpoint = Endpoint {
            protocol: checked.protocol,
            host: checked.host.clone(),
            port: checked.port,
            login: checked.login.clone(),
        };
        let exit = parts.dialer.exit(&endpoint, &parts.exit_service).await;
        let exit = exit.map_err(ProxyTestError::Dial)?;
        let tested = tested_at(self.clock.now_ms(), &exit);
        let since_ms = tested.at_ms - PASSED_TEST_KEPT_MS;
        let mut passed = self.proxies.last_passed_test.lock();
        passed.retain(|_, (_, tested)| tested.at_ms > since_ms);
        passed.insert(actor.member_id(), (checked, tested));
        Ok(exit)
    }

    /// Tests the proxy that a phone has; a passed test is stored.
    pub async fn test_phone_proxy(
        &self,
        actor: &Actor,
        phone_id: i64,
    ) -> Result<Exit, ProxyTestError> {
        let parts = self.proxies.parts_for_test()?;
        let now_ms = self.clock.now_ms();
        let of = proxies::of_phone(&self.store, actor, phone_id, now_ms).await;
        let of = of
            .map_err(ProxyTestError::Store)?
            .ok_or(ProxyTestError::NoProxy)?;
        let spent = proxies::spend_test(&self.store, actor, now_ms).await;
        spent.map_err(ProxyTestError::Store)?;
        let endpoint = endpoint(parts, &of.proxy).ok_or(ProxyTestError::Sealed)?;
        let exit = parts.dialer.exit(&endpoint, &parts.exit_service).await;
        let exit = exit.map_err(ProxyTestError::Dial)?;
        let tested = tested_at(self.clock.now_ms(), &exit);
        let noted = proxies::note_test(&self.store, phone_id, of.generation, tested).await;
        noted.map_err(|fault| ProxyTestError::Store(fault.into()))?;
        Ok(exit)
    }

    /// Sets a phone's proxy, or removes it with `None`, without a restart of the phone.
    pub async fn change_proxy(
        &self,
        actor: &Actor,
        phone_id: i64,
        proxy: Option<Proxy>,
    ) -> Result<(), ProxyError> {
        let now_ms = self.clock.now_ms();
        proxies::change(&self.store, actor, phone_id, proxy, now_ms).await?;
        self.proxies.wakeup.wake();
        Ok(())
    }

    /// Sets or removes the proxy of each phone, without a restart; a phone that is refused does not affect the others.
    pub async fn change_proxies(
        &self,
        actor: &Actor,
        changes: Vec<(i64, Option<Proxy>)>,
    ) -> Result<Vec<(i64, Result<(), ProxyError>)>, StoreError> {
        let now_ms = self.clock.now_ms();
        let changed = proxies::change_each(&self.store, actor, changes, now_ms).await?;
        self.proxies.wakeup.wake();
        Ok(changed)
    }

    /// The proxies of those of the phones that the actor may change, by phone id.
    pub async fn proxies_of(
        &self,
        actor: &Actor,
        phone_ids: Vec<i64>,
    ) -> Result<HashMap<i64, ProxyState>, StoreError> {
        self.count_traffic().await?;
        let now_ms = self.clock.now_ms();
        let found = proxies::of_phones(&self.store, actor, phone_ids, now_ms).await?;
        let running = self.proxies.running.lock().await;
        let state = |(id, of)| (id, state_of(&running, of));
        Ok(found.into_iter().map(state).collect())
    }

    /// The proxy of a phone that the actor may change; none where the phone has none.
    pub async fn proxy_of(
        &self,
        actor: &Actor,
        phone_id: i64,
    ) -> Result<Option<ProxyState>, ProxyError> {
        self.count_traffic().await?;
        let now_ms = self.clock.now_ms();
        let found = proxies::of_phone(&self.store, actor, phone_id, now_ms).await?;
        let running = self.proxies.running.lock().await;
        Ok(found.map(|of| state_of(&running, of)))
    }

    /// Stores the proxy that a phone is to have as a new device, before the phone is made one.
    pub(crate) async fn prepare_proxy(
        &self,
        phone_id: i64,
        wish: &NewDevice,
    ) -> Result<(), Reason> {
        let done = match &wish.proxy {
            ProxyChoice::Keep => Ok(()),
            ProxyChoice::None => self.drop_proxy(phone_id).await,
            ProxyChoice::New(proxy) => {
                let now_ms = self.clock.now_ms();
                proxies::put(&self.store, phone_id, (**proxy).clone(), now_ms).await
            }
        };
        done.map_err(|fault| {
            tracing::error!(phone_id, error = %causes(&fault), "store proxy failed");
            // No command was sent to the phone yet.
            Reason::Refused
        })
    }

    /// Removes the proxy of a phone that is being wiped.
    pub(crate) async fn drop_proxy(&self, phone_id: i64) -> Result<(), StoreError> {
        proxies::leave(&self.store, phone_id).await?;
        self.proxies.wakeup.wake();
        Ok(())
    }

    /// A phone's identity. A phone that a proxy is stored for is asked repeatedly, until it has the proxy or its time is over.
    pub(crate) async fn settled_identity_of(&self, phone_id: i64) -> Option<Identity> {
        for _ in 0..SETTLING_LOOKS {
            let identity = self.identity_of(phone_id).await?;
            if identity.proxy.as_deref() == Some(ON_PHONE) {
                return Some(identity);
            }
            match refresh(self).await {
                Ok(proxied) if proxied.contains(&phone_id) => {}
                Ok(_) => return Some(identity),
                Err(fault) => {
                    tracing::error!(error = %causes(&fault), "refresh proxies failed");
                    return Some(identity);
                }
            }
            tokio::time::sleep(SETTLING_PAUSE).await;
        }
        self.identity_of(phone_id).await
    }

    async fn count_traffic(&self) -> Result<(), StoreError> {
        let moved: Vec<(i64, i64, [u64; 2])> = {
            let running = self.proxies.running.lock().await;
            let taken = running
                .iter()
                .map(|(id, one)| (*id, one.generation, one.traffic.take()));
            taken.filter(|(.., moved)| *moved != [0, 0]).collect()
        };
        if moved.is_empty() {
            return Ok(());
        }
        proxies::count(&self.store, moved).await
    }
}

/// Counts traffic and compares the running proxies with the store, for ever.
pub(crate) async fn watch(engine: Engine) {
    repeat_or_woken(CHECK_EVERY, &engine.proxies.wakeup, async || {
        if let Err(fault) = engine.count_traffic().await {
            tracing::error!(error = %causes(&fault), "count proxy traffic failed");
        }
        if let Err(fault) = refresh(&engine).await {
            tracing::error!(error = %causes(&fault), "refresh proxies failed");
        }
    })
    .await;
}

/// Starts and ends proxies until those that run are those that are stored; returns the phones that have one.
async fn refresh(engine: &Engine) -> Result<HashSet<i64>, StoreError> {
    let own = &engine.proxies;
    let mut running = own.running.lock().await;
    let wanted = proxies::all(&engine.store, engine.clock.now_ms()).await?;
    let (leaving, mut kept): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|one| one.leaving);
    if own.parts.is_none() {
        // This server runs no proxies, so nothing would answer the phones' requests.
        for one in kept.drain(..) {
            proxies::leave(&engine.store, one.phone_id).await?;
        }
    }
    let generations: HashMap<i64, i64> = kept
        .iter()
        .map(|one| (one.phone_id, one.generation))
        .collect();
    let gone: Vec<(i64, i64, [u64; 2])> = running
        .extract_if(|id, one| generations.get(id) != Some(&one.generation))
        .map(|(id, one)| (id, one.generation, one.traffic.take()))
        .collect();
    for one in &kept {
        // Clearing the setting of an old proxy would clear that of the new one, too: the new one starts after that.
        let free = !own.clearing.lock().contains(&one.phone_id);
        if free
            && !running.contains_key(&one.phone_id)
            && let Some(started) = start(engine, one)
        {
            running.insert(one.phone_id, started);
        }
    }
    drop(running);
    for one in leaving {
        clear(engine, one.phone_id, one.generation);
    }
    if !gone.is_empty() {
        proxies::count(&engine.store, gone).await?;
    }
    Ok(generations.into_keys().collect())
}

fn state_of(running: &HashMap<i64, RunningProxy>, of: PhoneProxy) -> ProxyState {
    let runs = running.get(&of.phone_id);
    let runs = runs.filter(|one| one.generation == of.generation);
    ProxyState {
        in_place: runs.is_some_and(|one| one.tunnel.is_in_place()),
        of,
    }
}

fn tested_at(at_ms: i64, exit: &Exit) -> Tested {
    Tested {
        at_ms,
        exit: exit.address.to_string(),
        delay_ms: i64::try_from(exit.took.as_millis()).unwrap_or(i64::MAX),
    }
}

/// The endpoint of a stored proxy, with its login unsealed; none where the login was sealed by another key.
fn endpoint(parts: &ProxyParts, proxy: &Proxy) -> Option<Endpoint> {
    let login = match &proxy.login {
        Some(sealed) => Some(parts.sealer.unseal(sealed)?),
        None => None,
    };
    Some(Endpoint {
        protocol: proxy.protocol,
        host: proxy.host.clone(),
        port: proxy.port,
        login,
    })
}

fn start(engine: &Engine, one: &PhoneProxy) -> Option<RunningProxy> {
    let parts = engine.proxies.parts.as_ref()?;
    let Some(endpoint) = endpoint(parts, &one.proxy) else {
        tracing::error!(
            phone_id = one.phone_id,
            "unseal proxy login failed: sealed by another key"
        );
        return None;
    };
    let endpoint = Arc::new(endpoint);
    let traffic = Arc::new(Traffic::default());
    let (dialer, counted) = (parts.dialer.clone(), Arc::clone(&traffic));
    let phone_id = one.phone_id;
    let tunnel = engine.fleet.proxy(phone_id, move |stream| {
        let (endpoint, counted) = (Arc::clone(&endpoint), Arc::clone(&counted));
        forward::serve(stream, dialer.clone(), endpoint, counted)
            .instrument(tracing::debug_span!("proxy", phone_id))
    })?;
    Some(RunningProxy {
        generation: one.generation,
        traffic,
        tunnel,
    })
}

/// Clears the setting of a proxy on its phone, in a task of its own; a phone that is not reached is tried again at the next comparison.
fn clear(engine: &Engine, phone_id: i64, generation: i64) {
    if !engine.fleet.is_linked(phone_id) || !engine.proxies.clearing.lock().insert(phone_id) {
        return;
    }
    let engine = engine.clone();
    tokio::spawn(async move {
        match engine.fleet.clear_proxy(phone_id).await {
            Ok(()) => {
                if let Err(fault) = proxies::taken_off(&engine.store, phone_id, generation).await {
                    tracing::error!(phone_id, error = %causes(&fault), "delete proxy failed");
                }
            }
            Err(error) => {
                tracing::info!(phone_id, error = %causes(&error), "clear proxy on phone failed");
            }
        }
        engine.proxies.clearing.lock().remove(&phone_id);
        engine.proxies.wakeup.wake();
    });
}
