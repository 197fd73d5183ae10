//! Reconciles the stored power and density of phones with their real ones, where the outcome of a command is unknown or a phone went away by
//! itself. Such a phone is probed until its provider tells its state, which is stored. A restart loses no entry: the fleet then reports every
//! phone's health anew, and phones that contradict the store are enqueued again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use domain::backoff::doubled_ms;
use domain::phones::Power;
use fleet::providers::Switch;
use parking_lot::{Mutex, MutexGuard};
use store::StoreError;
use store::phones::{self, Noted};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::Engine;
use crate::worker::repeat;

/// Pause between two checks for due probes.
const CHECK_EVERY: Duration = Duration::from_millis(250);
/// Wait before the second probe of a phone; each later wait is twice as long.
const WAIT_MS: u32 = 1_000;
/// Longest wait between two probes of a phone.
const WAIT_MAX_MS: u32 = 60_000;
/// Time within which a command that was given up takes effect, if it ever does.
const WAIT_LONG_MS: u32 = 30_000;
/// Probes that run at the same time.
const PROBES_MAX: usize = 32;

/// The phones whose stored state may be wrong. Cheap to clone.
#[derive(Clone, Default)]
pub struct Reconciler(Arc<Mutex<HashMap<i64, Entry>>>);

struct Entry {
    /// Whether the density is in question, too.
    density: bool,
    /// Rises with each [`Reconciler::enqueue`]: a probe that began earlier does not settle a later question.
    generation: u64,
    next: Instant,
    /// Probes since the last [`Reconciler::enqueue`] that left something unknown.
    attempts: u32,
    running: bool,
}

/// A probe that is due.
struct Probe {
    phone_id: i64,
    density: bool,
    generation: u64,
}

impl Reconciler {
    /// Has a phone probed because its stored power, or density too, may be wrong.
    pub fn enqueue(&self, phone_id: i64, density: bool) {
        let mut entries = self.lock();
        let entry = entries.entry(phone_id).or_insert_with(|| Entry {
            density: false,
            generation: 0,
            next: Instant::now(),
            attempts: 0,
            running: false,
        });
        entry.density |= density;
        entry.generation += 1;
        entry.attempts = 0;
        entry.next = Instant::now();
    }

    /// Takes the probes that are due.
    fn due(&self) -> Vec<Probe> {
        let now = Instant::now();
        let mut entries = self.lock();
        let due = entries
            .iter_mut()
            .filter(|(_, entry)| !entry.running && entry.next <= now);
        due.map(|(phone_id, entry)| {
            entry.running = true;
            Probe {
                phone_id: *phone_id,
                density: entry.density,
                generation: entry.generation,
            }
        })
        .collect()
    }

    /// Ends a probe. A phone of which nothing remains unknown (`told`) is removed, unless it was enqueued again meanwhile.
    fn finish(&self, probe: &Probe, told: bool) {
        let mut entries = self.lock();
        let Some(entry) = entries.get_mut(&probe.phone_id) else {
            return;
        };
        entry.running = false;
        if entry.generation != probe.generation {
            return;
        }
        let wait_ms = doubled_ms(WAIT_MS, entry.attempts, WAIT_MAX_MS);
        // A density may take effect after the probe, and nothing tells when.
        let settled = !probe.density || wait_ms >= WAIT_LONG_MS;
        if told && settled {
            entries.remove(&probe.phone_id);
        } else {
            entry.next = Instant::now() + Duration::from_millis(wait_ms.into());
            entry.attempts = entry.attempts.saturating_add(1);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Entry>> {
        self.0.lock()
    }
}

/// Starts the probes that are due, for ever.
pub async fn watch(engine: Engine) {
    let permits = Arc::new(Semaphore::new(PROBES_MAX));
    let step = || {
        start_probes(&engine, &permits);
        std::future::ready(())
    };
    repeat(CHECK_EVERY, step).await;
}

fn start_probes(engine: &Engine, permits: &Arc<Semaphore>) {
    for probe in engine.reconciler.due() {
        let (engine, permits) = (engine.clone(), Arc::clone(permits));
        tokio::spawn(async move {
            let _permit = permits.acquire().await;
            let done = match reconcile(&engine, &probe).await {
                Ok(done) => done,
                Err(fault) => {
                    tracing::error!(
                        phone_id = probe.phone_id,
                        error = %causes(&fault),
                        "reconcile phone failed"
                    );
                    false
                }
            };
            engine.reconciler.finish(&probe, done);
        });
    }
}

/// Stores what a phone's provider sees of it; `true` when nothing remains unknown.
async fn reconcile(engine: &Engine, probe: &Probe) -> Result<bool, StoreError> {
    let Some(known) = phones::power_at_rest(&engine.store, probe.phone_id).await? else {
        // The operation that holds the phone observes it by itself.
        return Ok(false);
    };
    // The phone runs, as is stored, so nothing is unknown.
    if known == Power::On && !probe.density && engine.fleet.is_healthy(probe.phone_id) {
        return Ok(true);
    }
    let seen_ms = engine.clock.now_ms();
    let Ok(seen) = engine.fleet.evidence(probe.phone_id).await else {
        return Ok(false);
    };
    let power = match seen.switch {
        Switch::On => Power::On,
        Switch::Off => Power::Off,
        // A broken phone is neither on nor off; its health says so.
        Switch::Broken => return Ok(!probe.density),
    };
    let mut noted = vec![phones::set_power(&engine.store, probe.phone_id, power, seen_ms).await?];
    if probe.density
        && let Some(dpi) = seen.density
    {
        let dpi = i32::from(dpi);
        noted.push(phones::set_density(&engine.store, probe.phone_id, dpi, seen_ms).await?);
    }
    if noted.contains(&Noted::Changed) {
        engine.publish_phone(probe.phone_id).await;
    }
    Ok(!noted.contains(&Noted::Busy))
}
