//! Progress of a copy to a phone, and its cancellation.

use std::sync::Arc;

use tokio::sync::watch;

/// A copy as its caller sees it; clones refer to the same copy.
#[derive(Debug, Clone)]
pub struct CopyHandle {
    acknowledged: Arc<watch::Sender<u64>>,
    cancelled: Arc<watch::Sender<bool>>,
}

impl Default for CopyHandle {
    fn default() -> Self {
        Self {
            acknowledged: Arc::new(watch::Sender::new(0)),
            cancelled: Arc::new(watch::Sender::new(false)),
        }
    }
}

impl CopyHandle {
    /// Bytes of content that the phone acknowledged; those that were only handed to the network do not count.
    pub fn acknowledged(&self) -> watch::Receiver<u64> {
        self.acknowledged.subscribe()
    }

    /// Cancels the copy as soon as possible; the phone keeps nothing of it. A finished copy stays.
    pub fn cancel(&self) {
        self.cancelled.send_replace(true);
    }

    /// Waits until it is cancelled.
    pub(crate) async fn cancelled(&self) {
        let mut cancelled = self.cancelled.subscribe();
        // Waiting cannot fail, for `self` holds the sender.
        let _ = cancelled.wait_for(|cancelled| *cancelled).await;
    }

    /// Counts acknowledged bytes; the number never decreases.
    pub fn advance(&self, bytes: u64) {
        self.acknowledged.send_if_modified(|known| {
            let news = bytes > *known;
            *known = bytes.max(*known);
            news
        });
    }
}
