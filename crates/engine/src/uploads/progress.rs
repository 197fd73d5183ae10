//! Registry of the running deliveries: stores and publishes the progress of each once a second, and can stop one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use domain::operations::Kind;
use fleet::CopyHandle;
use parking_lot::Mutex;
use store::operations::{self, Progressed, RunningOperation};

use super::SWEEP;
use crate::Engine;
use crate::event_sockets::Event;
use crate::worker::repeat;

/// Pause between two reports of progress.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// The running deliveries of this server, by the id of their operation.
#[derive(Default)]
pub(crate) struct Deliveries(Mutex<HashMap<i64, Arc<RunningDelivery>>>);

/// A running operation that copies to or from a phone: a delivery of files, or a replacement with data.
pub(crate) struct RunningDelivery {
    running: RunningOperation,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Index of the file that is being copied.
    item: i16,
    /// Bytes that were copied before the running copy.
    before: i64,
    copy: CopyHandle,
    stopped: bool,
    published: Option<(i16, i64)>,
}

/// Registration of a running delivery; dropping it removes it.
pub(crate) struct DeliveryGuard<'a> {
    deliveries: &'a Deliveries,
    pub(crate) delivery: Arc<RunningDelivery>,
}

impl Drop for DeliveryGuard<'_> {
    fn drop(&mut self) {
        let mut all = self.deliveries.0.lock();
        if let Entry::Occupied(held) = all.entry(self.delivery.running.id)
            && Arc::ptr_eq(held.get(), &self.delivery)
        {
            held.remove();
        }
    }
}

impl RunningDelivery {
    /// Starts the copy of a file, before which `before` bytes were copied; returns the handle that counts and cancels the copy.
    pub(crate) fn begin(&self, item: usize, before: i64) -> CopyHandle {
        let mut state = self.state.lock();
        state.item = i16::try_from(item).unwrap_or(i16::MAX);
        state.before = before;
        state.copy = CopyHandle::default();
        if state.stopped {
            state.copy.cancel();
        }
        state.copy.clone()
    }

    /// Has the progress name the file that the phone refused.
    pub(super) fn set_failed_item(&self, item: usize) {
        self.state.lock().item = i16::try_from(item).unwrap_or(i16::MAX);
    }

    /// Progress as it is now.
    pub(super) fn progress(&self) -> Progressed {
        let state = self.state.lock();
        let copied = *state.copy.acknowledged().borrow();
        Progressed {
            id: self.running.id,
            generation: self.running.generation,
            sent: state.before.saturating_add_unsigned(copied),
            item: state.item,
        }
    }

    /// Present progress, if it has changed since the last call.
    fn changed_progress(&self) -> Option<Progressed> {
        let now = self.progress();
        let mut state = self.state.lock();
        let progress = Some((now.item, now.sent));
        if state.published == progress {
            return None;
        }
        state.published = progress;
        Some(now)
    }
}

impl Deliveries {
    pub(crate) fn begin(&self, running: &RunningOperation) -> DeliveryGuard<'_> {
        let delivery = Arc::new(RunningDelivery {
            running: running.clone(),
            state: Mutex::default(),
        });
        self.0.lock().insert(running.id, Arc::clone(&delivery));
        DeliveryGuard {
            deliveries: self,
            delivery,
        }
    }

    /// Stops a delivery, if it runs here.
    pub(crate) fn stop(&self, operation_id: i64) {
        let delivery = self.0.lock().get(&operation_id).cloned();
        if let Some(delivery) = delivery {
            let mut state = delivery.state.lock();
            state.stopped = true;
            state.copy.cancel();
        }
    }

    fn all(&self) -> Vec<Arc<RunningDelivery>> {
        self.0.lock().values().cloned().collect()
    }
}

/// Runs for ever: stores and publishes progress, and sweeps uploads.
pub(crate) async fn watch(engine: Engine) {
    let sweep = async || {
        if let Err(error) = engine.sweep_uploads().await {
            tracing::error!(error = %causes(&error), "delete expired uploads failed");
        }
    };
    tokio::join!(
        repeat(CHECK_EVERY, || publish_progress(&engine)),
        repeat(SWEEP, sweep)
    );
}

async fn publish_progress(engine: &Engine) {
    let mut all = Vec::new();
    let mut batches: HashMap<i64, Vec<i64>> = HashMap::new();
    let mut phones = Vec::new();
    for delivery in engine.uploads.deliveries().all() {
        if let Some(progressed) = delivery.changed_progress() {
            all.push(progressed);
            let of = batches.entry(delivery.running.member_id).or_default();
            if !of.contains(&delivery.running.batch_id) {
                of.push(delivery.running.batch_id);
            }
            // The phone's card shows the progress of a replacement, too.
            if delivery.running.kind == Kind::Transfer {
                phones.push(delivery.running.phone_id);
            }
        }
    }
    let operation_ids: Vec<i64> = all.iter().map(|progressed| progressed.id).collect();
    if let Err(fault) = operations::progress(&engine.store, all).await {
        tracing::error!(
            ?operation_ids,
            error = %causes(&fault),
            "store delivery progress failed"
        );
        return;
    }
    for (member_id, batch_ids) in batches {
        let moved = Event::OperationsChanged(batch_ids);
        engine.event_sockets.publish(member_id, &moved);
    }
    for phone_id in phones {
        engine.publish_phone(phone_id).await;
    }
}
