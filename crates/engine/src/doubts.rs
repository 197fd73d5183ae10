//! What a phone is, where nobody saw it: an operation failed with its command on its way, or a phone went away by itself. The phone is
//! looked at until its place tells, and what is stored follows. After a restart every phone's health is news, and so is every doubt.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use causes::causes;
use domain::phones::Power;
use fleet::providers::Switch;
use store::Fault;
use store::phones::{self, Noted};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::Engine;

/// Between two rounds.
const EVERY: Duration = Duration::from_millis(250);
/// Before the second look at a phone; each later wait is twice as long.
const WAIT: Duration = Duration::from_secs(1);
/// The longest wait.
const WAIT_MAX: Duration = Duration::from_mins(1);
/// A command that was given up is done within so long, or never.
const WAIT_LONG: Duration = Duration::from_secs(30);
/// Looks on their way at once.
const LOOKS_MAX: usize = 32;

/// The phones of which something is not known. Cheap to clone.
#[derive(Clone, Default)]
pub struct Doubts(Arc<Mutex<HashMap<i64, Doubt>>>);

struct Doubt {
    /// Whether its density is in question, too.
    density: bool,
    /// Rises whenever it is raised again: a look that began before answers the older question only.
    raised: u64,
    next: Instant,
    wait: Duration,
    looking: bool,
}

/// A look to take.
struct Look {
    phone_id: i64,
    density: bool,
    raised: u64,
}

impl Doubts {
    /// Something happened to the phone that nobody saw the end of.
    pub fn raise(&self, phone_id: i64, density: bool) {
        let mut doubts = self.lock();
        let doubt = doubts.entry(phone_id).or_insert_with(|| Doubt {
            density: false,
            raised: 0,
            next: Instant::now(),
            wait: WAIT,
            looking: false,
        });
        doubt.density |= density;
        doubt.raised += 1;
        doubt.wait = WAIT;
        doubt.next = Instant::now();
    }

    /// The looks whose time has come.
    fn due(&self) -> Vec<Look> {
        let now = Instant::now();
        let mut doubts = self.lock();
        let due = doubts
            .iter_mut()
            .filter(|(_, doubt)| !doubt.looking && doubt.next <= now);
        due.map(|(phone_id, doubt)| {
            doubt.looking = true;
            Look {
                phone_id: *phone_id,
                density: doubt.density,
                raised: doubt.raised,
            }
        })
        .collect()
    }

    /// The look is over; `told` ends the doubt unless it was raised again meanwhile.
    fn looked(&self, look: &Look, told: bool) {
        let mut doubts = self.lock();
        let Some(doubt) = doubts.get_mut(&look.phone_id) else {
            return;
        };
        doubt.looking = false;
        if doubt.raised != look.raised {
            return;
        }
        // A density may come later than the look, and nothing tells when.
        let settled = !look.density || doubt.wait >= WAIT_LONG;
        if told && settled {
            doubts.remove(&look.phone_id);
        } else {
            doubt.next = Instant::now() + doubt.wait;
            doubt.wait = (doubt.wait * 2).min(WAIT_MAX);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Doubt>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs for ever.
pub async fn watch(engine: Engine) {
    let places = Arc::new(Semaphore::new(LOOKS_MAX));
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        for look in engine.doubts.due() {
            let (engine, places) = (engine.clone(), Arc::clone(&places));
            tokio::spawn(async move {
                let _place = places.acquire().await;
                let told = match settle(&engine, &look).await {
                    Ok(told) => told,
                    Err(fault) => {
                        tracing::error!(
                            error = %causes(&fault),
                            "what a phone showed was not noted"
                        );
                        false
                    }
                };
                engine.doubts.looked(&look, told);
            });
        }
    }
}

/// Looks at a phone and notes what it shows; whether that was all there is to know.
async fn settle(engine: &Engine, look: &Look) -> Result<bool, Fault> {
    let Some(known) = phones::power_at_rest(&engine.store, look.phone_id).await? else {
        // Whatever holds the phone looks for itself.
        return Ok(false);
    };
    // It runs, as is stored: there is nothing to find out.
    if known == Power::On && !look.density && engine.fleet.is_healthy(look.phone_id) {
        return Ok(true);
    }
    let seen_ms = engine.clock.now_ms();
    let Ok(seen) = engine.fleet.evidence(look.phone_id).await else {
        return Ok(false);
    };
    let power = match seen.switch {
        Switch::On => Power::On,
        Switch::Off => Power::Off,
        // Neither: it broke down, and its health says so.
        Switch::Broken => return Ok(!look.density),
    };
    let mut noted = vec![phones::set_power(&engine.store, look.phone_id, power, seen_ms).await?];
    if look.density
        && let Some(dpi) = seen.density
    {
        let dpi = i32::from(dpi);
        noted.push(phones::set_density(&engine.store, look.phone_id, dpi, seen_ms).await?);
    }
    if noted.contains(&Noted::Changed) {
        engine.phone_changed(look.phone_id).await;
    }
    Ok(!noted.contains(&Noted::Busy))
}
