//! Runs what takes time: stores events of phones, checks the rights of open sockets and does work when it is due. Knows no HTTP.

mod abilities;
mod app_facts;
pub mod apps;
pub mod avatars;
mod clock;
mod config;
mod connection_limiter;
mod durations;
pub mod event_sockets;
mod health;
pub mod identity;
mod maintenance;
mod operations;
pub mod payments;
mod points;
pub mod proxies;
mod reconciler;
mod reminders;
mod rentals;
mod returned_phones;
mod rights;
mod screen_sockets;
mod sender_test;
mod sign_in_methods;
mod social;
mod transfers;
mod trials;
pub mod uploads;
mod verification;
mod webhooks;
mod worker;

use std::io;
use std::path::Path;
use std::time::Duration;

use causes::causes;
use connectors::Senders;
use connectors::social::Social;
use domain::access::Level;
use domain::config::{Rules, Setting};
use domain::lang::Lang;
use fleet::{Fleet, PhoneSpec};
use store::auth::captcha;
use store::sharing::links;
use store::{Store, StoreError, limits, phones, play, session, subaccounts, tracking};
use tokio::task::JoinSet;

/// Facts about the senders of SMS and mail.
pub mod senders {
    pub use connectors::{Channel, SenderSetting, ShownValue, Source};
}

pub use clock::Clock;
pub use connection_limiter::{ConnectionLimiter, ConnectionPermit};
pub use event_sockets::EventSockets;
pub use screen_sockets::{
    OpenSocket, Participant, ScreenSockets, SeatMessage, SocketEvent, SocketKind,
};
pub use sender_test::{Outcome, SenderTest, TestError};
pub use social::{AuthenticatedPerson, AuthorizationCallback, AuthorizationRequest, SocialError};
pub use verification::{CaptchaObserver, CodeError, Sent};

use self::worker::{Wakeup, repeat};

/// Pause between two sweeps of expired rows: see [`sweep_store`].
const SWEEP: Duration = Duration::from_mins(1);
/// Pause between two checks for new phones.
const LOOK_FOR_PHONES: Duration = Duration::from_secs(5);

/// A server's parts, for handlers and sockets. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    /// Database of the server.
    pub store: Store,
    /// Phones of the server.
    pub fleet: Fleet,
    /// Clock of the server.
    pub clock: Clock,
    /// The open sockets of pictures.
    pub screen_sockets: ScreenSockets,
    /// The open sockets of members: whatever happens to them or their phones is published here.
    pub event_sockets: EventSockets,
    /// Limits of open sockets.
    pub connections: ConnectionLimiter,
    /// Wakes the task that carries out operations.
    operations_wakeup: Wakeup,
    /// How long operations took lately.
    durations: durations::Durations,
    /// Phones whose stored state may be wrong.
    reconciler: reconciler::Reconciler,
    /// SMS and mail senders; nothing is offered that needs a missing one.
    pub senders: Senders,
    /// Sign-in services that the settings name.
    pub social: Social,
    /// Wallets of payment services.
    pub wallets: payments::Wallets,
    /// Wakes the task that processes due payments.
    payments_wakeup: Wakeup,
    /// Rules that operators change while the server runs.
    config: config::Config,
    /// Cache of facts of apps on phones.
    apps: apps::Apps,
    /// Members' uploaded files.
    uploads: uploads::Uploads,
    /// Backups of phones that are replaced with their data.
    backups: transfers::Backups,
    /// Deliveries to members' webhooks.
    webhooks: webhooks::Webhooks,
    /// Proxies of phones.
    proxies: proxies::Proxies,
    /// Observer of captcha answers, in demos and tests.
    pub(crate) captcha_observer: Option<CaptchaObserver>,
}

/// Tasks of a running engine, which end when this is dropped.
pub struct EngineTasks(#[expect(dead_code, reason = "held for its drop")] JoinSet<()>);

impl Engine {
    /// Creates an engine of these parts; no task runs before [`Self::start`].
    pub fn new(store: Store, fleet: Fleet, clock: Clock) -> Self {
        Self {
            store,
            fleet,
            clock,
            screen_sockets: ScreenSockets::default(),
            event_sockets: EventSockets::default(),
            connections: ConnectionLimiter::default(),
            operations_wakeup: Wakeup::default(),
            durations: durations::Durations::default(),
            reconciler: reconciler::Reconciler::default(),
            senders: Senders::default(),
            social: Social::default(),
            wallets: payments::Wallets::default(),
            payments_wakeup: Wakeup::default(),
            config: config::Config::default(),
            apps: apps::Apps::default(),
            uploads: uploads::Uploads::without(),
            backups: transfers::Backups::default(),
            webhooks: webhooks::Webhooks::default(),
            proxies: proxies::Proxies::default(),
            captcha_observer: None,
        }
    }

    /// Adds an observer of captcha answers, for demos and tests alone: whoever reads the answers passes every captcha.
    #[must_use]
    pub fn with_captcha_observer(mut self, captcha_observer: CaptchaObserver) -> Self {
        self.captcha_observer = Some(captcha_observer);
        self
    }

    /// Adds senders and sign-in services; without them, codes and social sign-in are not offered.
    #[must_use]
    pub fn with_services(mut self, senders: Senders, social: Social) -> Self {
        self.senders = senders;
        self.social = social;
        self
    }

    /// Adds the folder of backups; without it, no phone is replaced with its data.
    pub fn with_backups(mut self, folder: &Path) -> io::Result<Self> {
        self.backups = transfers::Backups::open(folder)?;
        Ok(self)
    }

    /// Adds wallets; without them, nobody can pay.
    #[must_use]
    pub fn with_wallets(mut self, wallets: payments::Wallets) -> Self {
        self.wallets = wallets;
        self
    }

    /// Sets the rules that hold where no operator set another value, and the settings that no operator can change; by default [`Rules::default`]
    /// and none.
    #[must_use]
    pub fn with_rules(mut self, base: Rules, locked: Vec<Setting>) -> Self {
        self.config = config::Config::new(base, locked);
        self
    }

    /// Takes over what an earlier run left, attaches every phone and starts the tasks.
    pub async fn start(&self) -> Result<EngineTasks, StoreError> {
        self.clock.sync_with(&self.store).await?;
        self.reload_config().await?;
        play::recover(&self.store, self.clock.now_ms()).await?;
        let mut tasks = JoinSet::new();
        // The subscription comes before the first phone is attached, so that no event is missed.
        tasks.spawn(health::follow(self.clone(), self.fleet.health_events()));
        self.attach().await?;
        tasks.spawn(clock::store_time(self.clone()));
        tasks.spawn(attach_new_phones(self.clone()));
        tasks.spawn(config::watch(self.clone()));
        tasks.spawn(rights::watch(self.clone()));
        tasks.spawn(event_sockets::watch(self.clone()));
        tasks.spawn(operations::run(self.clone()));
        tasks.spawn(reconciler::watch(self.clone()));
        tasks.spawn(rentals::watch(self.clone()));
        tasks.spawn(reminders::watch(self.clone()));
        tasks.spawn(points::watch(self.clone()));
        tasks.spawn(maintenance::watch(self.clone()));
        tasks.spawn(returned_phones::watch(self.clone()));
        tasks.spawn(trials::watch(self.clone()));
        tasks.spawn(payments::run(self.clone()));
        tasks.spawn(payments::watch(self.clone()));
        tasks.spawn(uploads::watch(self.clone()));
        tasks.spawn(transfers::watch(self.clone()));
        tasks.spawn(webhooks::run(self.clone()));
        tasks.spawn(proxies::watch(self.clone()));
        tasks.spawn(sweep(self.clone()));
        Ok(EngineTasks(tasks))
    }

    /// Publishes to everybody who sees a phone that it has changed.
    pub async fn publish_phone(&self, phone_id: i64) {
        let at_ms = self.clock.now_ms();
        match store::live::viewers_of_phone(&self.store, phone_id, at_ms).await {
            Ok(member_ids) => {
                let event = event_sockets::Event::PhoneChanged { phone_id, at_ms };
                for member_id in member_ids {
                    self.event_sockets.publish(member_id, &event);
                }
            }
            Err(fault) => tracing::error!(
                phone_id,
                error = %causes(&fault),
                "publish phone change failed"
            ),
        }
    }

    /// Publishes to a member's own sockets that its groups or tags of these phones changed. An empty `phone_ids` stands for any phone.
    pub fn publish_labels(&self, actor: &session::Actor, phone_ids: &[i64]) {
        let at_ms = self.clock.now_ms();
        let member_id = actor.member_id();
        if phone_ids.is_empty() {
            let event = event_sockets::Event::PhonesChanged { at_ms };
            self.event_sockets.publish(member_id, &event);
        }
        for phone_id in phone_ids.iter().copied() {
            let event = event_sockets::Event::PhoneChanged { phone_id, at_ms };
            self.event_sockets.publish(member_id, &event);
        }
    }

    /// Publishes to the members of both sides that their authorizations changed, and with them the phones that they see.
    pub fn publish_sharing(&self, member_ids: &[i64]) {
        let at_ms = self.clock.now_ms();
        for member_id in member_ids {
            let event = event_sockets::Event::PhonesChanged { at_ms };
            self.event_sockets.publish(*member_id, &event);
        }
    }

    /// Sets the language of the phones that a member looks at to its own. A phone that is only lent keeps its owner's language, and a delegated
    /// session changes nothing.
    pub fn set_language(
        &self,
        actor: &session::Actor,
        phones: impl IntoIterator<Item = (i64, Level)>,
        lang: Lang,
    ) {
        if actor.delegation().is_some() {
            return;
        }
        for (phone_id, level) in phones {
            if level == Level::Owner {
                self.fleet.set_language(phone_id, lang);
            }
        }
    }

    /// Ends every open socket, with the reason that the server stops.
    pub fn stop(&self) {
        self.screen_sockets.stop();
        self.event_sockets.stop();
    }

    /// Attaches all phones of the store to the fleet. A phone that is attached already is connected again only where its address has changed.
    pub async fn attach(&self) -> Result<(), StoreError> {
        for phone in phones::addresses(&self.store).await? {
            self.fleet.attach(PhoneSpec {
                phone_id: phone.phone_id,
                address: phone.adb,
            });
        }
        Ok(())
    }
}

/// Attaches phones that another process adds, such as a seed, without a restart. Runs for ever.
async fn attach_new_phones(engine: Engine) {
    let mut known = phones::extent(&engine.store).await.ok();
    let mut every = tokio::time::interval(LOOK_FOR_PHONES);
    loop {
        every.tick().await;
        let found = phones::extent(&engine.store).await;
        let outcome = match found {
            Ok(extent) if known == Some(extent) => Ok(()),
            Ok(extent) => {
                known = Some(extent);
                engine.attach().await
            }
            Err(fault) => Err(fault),
        };
        if let Err(fault) = outcome {
            tracing::error!(
                error = %causes(&fault),
                "attach new phones failed"
            );
        }
    }
}

/// Removes rows whose time is over from the database, for ever.
async fn sweep(engine: Engine) {
    repeat(SWEEP, || sweep_store(&engine)).await;
}

async fn sweep_store(engine: &Engine) {
    let Engine { store, clock, .. } = engine;
    let now_ms = clock.now_ms();
    let swept = [
        ("sessions", session::sweep(store, now_ms).await),
        (
            "sessions of pages",
            session::sweep_pages(store, now_ms).await,
        ),
        ("page views", tracking::sweep(store, now_ms).await),
        ("invitations", subaccounts::sweep(store, now_ms).await),
        ("links", links::sweep(store, now_ms).await),
        (
            "webhook deliveries",
            store::live::webhooks::prune(store, now_ms).await,
        ),
        (
            "verification codes",
            store::auth::verification::sweep(store, now_ms).await,
        ),
        ("captchas", captcha::sweep(store, now_ms).await),
        ("limits", limits::sweep(store, now_ms).await),
    ];
    for (rows, outcome) in swept {
        if let Err(fault) = outcome {
            tracing::error!(rows, error = %causes(&fault), "delete expired rows failed");
        }
    }
}
