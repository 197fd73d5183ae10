//! Drives what takes time: phone events into the store, rights of open sockets, timers. Knows no HTTP.

mod clock;
mod health;
mod live;
mod rights;

use std::time::Duration;

use fleet::{Fleet, PhoneSpec};
use store::{Fault, Store, phones, play, session};
use tokio::task::JoinSet;

pub use clock::Clock;
pub use live::{End, Held, Live, Seat, SeatEvent};

/// How often spent tokens, tickets and seats are swept away.
const SWEEP: Duration = Duration::from_mins(1);
/// How often the stock is looked at.
const LOOK_FOR_PHONES: Duration = Duration::from_secs(5);

/// A server's parts, for handlers and sockets. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    /// The data.
    pub store: Store,
    /// The phones.
    pub fleet: Fleet,
    /// The time.
    pub clock: Clock,
    /// The open sockets.
    pub live: Live,
}

/// The tasks of a running engine; dropped, they end.
pub struct Running(#[expect(dead_code, reason = "held for its drop")] JoinSet<()>);

impl Engine {
    /// Puts the parts together; nothing runs yet.
    pub fn new(store: Store, fleet: Fleet, clock: Clock) -> Self {
        Self {
            store,
            fleet,
            clock,
            live: Live::default(),
        }
    }

    /// Takes over what an earlier run left, attaches every phone and starts the tasks.
    pub async fn start(&self) -> Result<Running, Fault> {
        play::recover(&self.store, self.clock.now_ms()).await?;
        let mut tasks = JoinSet::new();
        // Subscribed before the first phone is attached: no event is missed.
        tasks.spawn(health::follow(self.clone(), self.fleet.health_events()));
        self.attach().await?;
        tasks.spawn(arrivals(self.clone()));
        tasks.spawn(rights::watch(self.clone()));
        tasks.spawn(sweep(self.clone()));
        Ok(Running(tasks))
    }

    async fn attach(&self) -> Result<(), Fault> {
        for phone in phones::addresses(&self.store).await? {
            self.fleet.attach(PhoneSpec {
                phone_id: phone.phone_id,
                address: phone.adb,
            });
        }
        Ok(())
    }
}

/// Phones that another process adds (a seed) are found without a restart.
async fn arrivals(engine: Engine) {
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
                error = &fault as &dyn std::error::Error,
                "looking for new phones failed"
            );
        }
    }
}

async fn sweep(engine: Engine) {
    let mut every = tokio::time::interval(SWEEP);
    loop {
        every.tick().await;
        if let Err(fault) = session::sweep(&engine.store, engine.clock.now_ms()).await {
            tracing::error!(error = &fault as &dyn std::error::Error, "sweeping failed");
        }
    }
}
