//! Open sockets live as long as their right: every half second the store is asked about all of them at once.

use std::time::Duration;

use causes::causes;
use domain::access::Level;
use domain::play::EndReason;
use domain::sharing::GrantEnd;
use store::access::{self, AccessStatus, Watch};

use crate::Engine;
use crate::live::{Entry, SocketKind};

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
        match access::status(&engine.store, watches, now_ms).await {
            Ok(statuses) => {
                for (entry, status) in open.iter().zip(statuses) {
                    judge(&engine, entry, &status, now_ms);
                }
            }
            // Fails closed only with the store: while it cannot answer, nobody can start anything either.
            Err(fault) => tracing::error!(
                error = %causes(&fault),
                "check rights of sockets failed"
            ),
        }
    }
}

impl Engine {
    /// Why a socket's right is over, if it is: asked when its pictures break off, which may be the first sign of it.
    pub async fn right_ended(&self, watch: Watch, kind: SocketKind) -> Option<EndReason> {
        let now_ms = self.clock.now_ms();
        let statuses = access::status(&self.store, vec![watch], now_ms).await;
        statuses
            .ok()?
            .first()
            .and_then(|of| reason(kind, of, now_ms))
    }
}

fn judge(engine: &Engine, entry: &Entry, status: &AccessStatus, now_ms: i64) {
    if let Some(reason) = reason(entry.kind, status, now_ms) {
        engine.live.end(entry.id, reason);
    } else if entry.kind == SocketKind::Deck {
        engine.live.stand(entry.id, &status.phones);
    }
}

/// Why all of a socket is over; one phone less ends no deck.
fn reason(kind: SocketKind, status: &AccessStatus, now_ms: i64) -> Option<EndReason> {
    if !status.signed_in {
        return Some(EndReason::SignedOut);
    }
    let SocketKind::Play {
        control,
        until_ms,
        own,
    } = kind
    else {
        return None;
    };
    let phone = status.phones.first()?;
    let needed = if control.is_some() {
        Level::Operate
    } else {
        Level::View
    };
    match phone.level {
        _ if phone.expired => Some(EndReason::Expired),
        Some(level) if level.allows(needed) => control
            .is_some_and(|epoch| epoch != phone.epoch)
            .then_some(EndReason::Elsewhere),
        Some(_) => Some(EndReason::Lowered),
        None if own => Some(EndReason::Expired),
        None => Some(match phone.ended {
            Some(GrantEnd::Left) => EndReason::Left,
            Some(GrantEnd::Expired) => EndReason::Expired,
            None if now_ms >= until_ms => EndReason::Expired,
            Some(GrantEnd::Recalled) | None => EndReason::Recalled,
        }),
    }
}
