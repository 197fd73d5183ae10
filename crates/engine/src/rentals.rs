//! Carries out the steps at the ends of rentals when they are due, and publishes the changed phones to clients.

use std::time::Duration;

use causes::causes;
use store::recycle::{self, Due, Step};

use crate::Engine;
use crate::event_sockets::Event;
use crate::worker::repeat;

/// Pause between two checks for due steps.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// Carries out due steps for ever; a step that fails is due again at the next check.
pub(crate) async fn watch(engine: Engine) {
    repeat(CHECK_EVERY, || advance_due(&engine)).await;
}

async fn advance_due(engine: &Engine) {
    let now_ms = engine.clock.now_ms();
    match recycle::due(&engine.store, engine.order_rules(), now_ms).await {
        Ok(all) => {
            for due in all {
                engine.advance_rentals(due, now_ms).await;
            }
        }
        Err(fault) => tracing::error!(error = %causes(&fault), "read due rentals failed"),
    }
}

impl Engine {
    async fn advance_rentals(&self, due: Due, now_ms: i64) {
        let (member_id, step) = (due.member_id, due.step);
        match recycle::advance(&self.store, self.order_rules(), due, now_ms).await {
            Ok(phones) if phones.is_empty() => {}
            Ok(phones) => {
                for phone_id in &phones {
                    tracing::info!(
                        member_id,
                        phone_id,
                        step = step.into_str(),
                        "rental advanced"
                    );
                }
                match step {
                    Step::Remind | Step::End | Step::Recycle => {
                        for phone_id in phones {
                            self.publish_phone(phone_id).await;
                        }
                    }
                    Step::Purge => {
                        let event = Event::PhonesChanged { at_ms: now_ms };
                        self.event_sockets.publish(member_id, &event);
                    }
                }
            }
            Err(fault) => tracing::error!(
                member_id,
                ?step,
                error = %causes(&fault),
                "advance rentals failed"
            ),
        }
    }
}
