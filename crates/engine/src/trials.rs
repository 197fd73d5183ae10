//! Ends trials whose time is over: an operation like any other stops the app, as soon as the phone can.

use std::time::Duration;

use causes::causes;
use store::sharing::links;

use crate::Engine;
use crate::event_sockets::Event;
use crate::worker::repeat;

/// Pause between two checks for trials that are over, short because the next visitor waits for their end.
const CHECK_EVERY: Duration = Duration::from_millis(500);

/// Ends trials for ever; a trial whose time ran out while no server ran is ended at the first check.
pub(crate) async fn watch(engine: Engine) {
    repeat(CHECK_EVERY, || end_due(&engine)).await;
}

async fn end_due(engine: &Engine) {
    match links::clean_up(
        &engine.store,
        engine.screen_sockets.sessions(),
        engine.clock.now_ms(),
    )
    .await
    {
        Ok(begun) => {
            for cleaning in begun {
                tracing::info!(
                    phone_id = cleaning.phone_id,
                    batch_id = cleaning.batch_id,
                    "trial ended"
                );
                let moved = Event::OperationsChanged(vec![cleaning.batch_id]);
                engine.event_sockets.publish(cleaning.member_id, &moved);
                engine.wake_operations();
                engine.publish_phone(cleaning.phone_id).await;
            }
        }
        Err(fault) => tracing::error!(error = %causes(&fault), "end trials failed"),
    }
}
