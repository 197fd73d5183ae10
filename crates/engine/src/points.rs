//! Removes points that were not spent in time, those of each member in one transaction.

use std::time::Duration;

use causes::causes;
use store::points;

use crate::Engine;
use crate::worker::repeat;

/// Pause between two checks for points that were not spent in time.
const CHECK_EVERY: Duration = Duration::from_secs(2);

/// Removes expired points, for ever; a removal that fails is due again at the next check.
pub(crate) async fn watch(engine: Engine) {
    repeat(CHECK_EVERY, || expire_due(&engine)).await;
}

async fn expire_due(engine: &Engine) {
    let now_ms = engine.clock.now_ms();
    let members = match points::due(&engine.store, now_ms).await {
        Ok(members) => members,
        Err(fault) => {
            tracing::error!(error = %causes(&fault), "read expired points failed");
            return;
        }
    };
    for member_id in members {
        match points::expire(&engine.store, member_id, now_ms).await {
            Ok(points) => tracing::info!(member_id, points, "points expired"),
            Err(fault) => {
                tracing::error!(member_id, error = %causes(&fault), "expire points failed");
            }
        }
    }
}
