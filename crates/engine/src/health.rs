//! Stores the health of phones as the fleet reports it.

use causes::causes;
use domain::phones::Power;
use fleet::Health;
use store::phones;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::Engine;

/// Stores each change of health until the fleet is dropped.
pub async fn follow(engine: Engine, mut events: Receiver<Health>) {
    loop {
        match events.recv().await {
            Ok(health) => note(&engine, &health).await,
            // Events were missed, so the newest health of every phone is read from the fleet.
            Err(RecvError::Lagged(_)) => {
                for health in engine.fleet.health() {
                    note(&engine, &health).await;
                }
            }
            Err(RecvError::Closed) => return,
        }
    }
}

async fn note(engine: &Engine, health: &Health) {
    let unwell = health
        .reason
        .as_ref()
        .map(|fault| fault.unwell().into_str().to_owned());
    let now_ms = engine.clock.now_ms();
    match phones::set_health(&engine.store, health.phone_id, unwell, now_ms).await {
        Ok(true) => engine.publish_phone(health.phone_id).await,
        Ok(false) => {}
        Err(fault) => tracing::error!(
            phone_id = health.phone_id,
            error = %causes(&fault),
            "store phone health failed"
        ),
    }
    match phones::power_at_rest(&engine.store, health.phone_id).await {
        Ok(power) => {
            if contradicts_power(health, power) {
                engine.reconciler.enqueue(health.phone_id, false);
            }
        }
        Err(fault) => tracing::error!(
            phone_id = health.phone_id,
            error = %causes(&fault),
            "read phone power failed"
        ),
    }
}

/// Whether a phone's health contradicts its stored power. `power` is `None` for a phone that an operation holds: the operation decides.
fn contradicts_power(health: &Health, power: Option<Power>) -> bool {
    matches!(
        (&health.reason, power),
        (None, Some(Power::Off)) | (Some(fleet::PhoneFault::Unreachable(_)), Some(Power::On))
    )
}
