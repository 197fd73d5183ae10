//! The fleet through its public doors, against a phone that does what a test says.

mod beginnings;
mod health;
mod hostile;
mod inputs;
mod providers;
mod screens;
mod stand_in;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use fleet::{Fleet, FleetOptions, Health, KeyPair, PhoneSpec, Timing};
use phone_link::ServerFile;
use tokio::runtime::Handle;
use tokio::sync::broadcast;
use tokio::time::timeout;

use stand_in::StandIn;

/// Much longer than anything takes, on a busy machine too; a test that meets it has failed.
const TIMEOUT: Duration = Duration::from_mins(2);

/// The result of what is to happen soon.
pub async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(TIMEOUT, what).await.expect("it happens soon")
}

pub fn timing() -> Timing {
    Timing {
        probe_every: Duration::from_millis(100),
        backoff_longest: Duration::from_millis(200),
        linger: Duration::from_millis(100),
        // Nearly all of both is for a machine that does more than this.
        open_timeout: Duration::from_secs(6),
        recovery_timeout: Duration::from_secs(6),
        key_timeout: Duration::from_millis(300),
        // On a busy machine the test may be late to take a picture, and the fleet to take an input.
        picture_age: Duration::from_hours(1),
        input_age_least: Duration::from_hours(1),
        ..Timing::default()
    }
}

pub fn fleet_with(timing: Timing) -> Fleet {
    let bytes = Bytes::from_static(b"a stand-in");
    fleet_of(
        timing,
        Some(ServerFile::trusted(bytes, "3.3.4").expect("a server file")),
    )
}

pub fn fleet_of(timing: Timing, server_file: Option<ServerFile>) -> Fleet {
    Fleet::new(options_of(timing, server_file))
}

pub fn fleet_with_key(timing: Timing, key: KeyPair) -> Fleet {
    Fleet::with_key(options_of(timing, None), Some(Arc::new(key)))
}

pub fn options_of(timing: Timing, server_file: Option<ServerFile>) -> FleetOptions {
    let start = Instant::now();
    let clock = Arc::new(move || 1_700_000_000_000_000 + start.elapsed().as_micros() as u64);
    FleetOptions {
        server_file,
        runtime: Handle::current(),
        clock,
        timing,
    }
}

/// A fleet with one healthy phone, number 1.
pub async fn one_phone() -> (Fleet, StandIn) {
    one_phone_with(timing()).await
}

pub async fn one_phone_with(timing: Timing) -> (Fleet, StandIn) {
    let phone = StandIn::start().await;
    let fleet = fleet_with(timing);
    let mut events = fleet.health_events();
    attach(&fleet, 1, &phone.address);
    healthy(&mut events, 1).await;
    (fleet, phone)
}

pub fn attach(fleet: &Fleet, phone_id: i64, address: &str) {
    fleet.attach(PhoneSpec {
        phone_id,
        address: address.to_owned(),
    });
}

/// Waits until this phone is told to be healthy.
pub async fn healthy(events: &mut broadcast::Receiver<Health>, phone_id: i64) {
    while !soon(next_of(events, phone_id)).await.healthy {}
}

/// Waits until this phone is told to be abnormal, and says why.
pub async fn abnormal(
    events: &mut broadcast::Receiver<Health>,
    phone_id: i64,
) -> fleet::PhoneFault {
    loop {
        if let Some(reason) = soon(next_of(events, phone_id)).await.reason {
            return reason;
        }
    }
}

async fn next_of(events: &mut broadcast::Receiver<Health>, phone_id: i64) -> Health {
    loop {
        let health = events.recv().await.expect("an event");
        assert_eq!(health.healthy, health.reason.is_none());
        if health.phone_id == phone_id {
            return health;
        }
    }
}
