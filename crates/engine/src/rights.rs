//! Open sockets live as long as their right: every half second the store is asked about all of them at once.

use std::time::Duration;

use domain::access::Level;
use domain::play::EndReason;
use store::access::{self, Standing};

use crate::Engine;
use crate::live::{Entry, Held};

/// A right that ends takes its pictures along within a second.
const EVERY: Duration = Duration::from_millis(500);

/// Runs for ever.
pub async fn watch(engine: Engine) {
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        let open = engine.live.entries();
        if open.is_empty() {
            continue;
        }
        let now_ms = engine.clock.now_ms();
        let watches = open.iter().map(|entry| entry.watch.clone()).collect();
        match access::standing(&engine.store, watches, now_ms).await {
            Ok(standings) => {
                for (entry, standing) in open.iter().zip(standings) {
                    judge(&engine, entry, &standing, now_ms);
                }
            }
            // Fails closed only with the store: while it cannot answer, nobody can start anything either.
            Err(fault) => tracing::error!(
                error = &fault as &dyn std::error::Error,
                "rights were not checked"
            ),
        }
    }
}

fn judge(engine: &Engine, entry: &Entry, standing: &Standing, now_ms: i64) {
    if !standing.signed_in {
        engine.live.end(entry.id, EndReason::SignedOut);
        return;
    }
    match entry.held {
        Held::Play { control, until_ms } => {
            let Some(phone) = standing.phones.first() else {
                return;
            };
            let needed = if control.is_some() {
                Level::Operate
            } else {
                Level::View
            };
            let reason = match phone.level {
                _ if phone.expired => Some(EndReason::Expired),
                Some(level) if level.allows(needed) => None,
                _ if now_ms >= until_ms => Some(EndReason::Expired),
                _ => Some(EndReason::Recalled),
            };
            let replaced = control
                .is_some_and(|epoch| epoch != phone.epoch)
                .then_some(EndReason::Elsewhere);
            if let Some(reason) = reason.or(replaced) {
                engine.live.end(entry.id, reason);
            }
        }
        Held::Deck => {
            let gone = standing
                .phones
                .iter()
                .filter(|phone| phone.level.is_none() || phone.expired)
                .map(|phone| phone.phone_id)
                .collect();
            engine.live.hide(entry.id, gone);
        }
    }
}
