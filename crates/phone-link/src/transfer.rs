//! How far a copy to a phone is, and the way to stop it.

use std::sync::Arc;

use tokio::sync::watch;

/// One copy as its caller sees it; clones speak of the same copy.
#[derive(Debug, Clone)]
pub struct Transfer {
    acknowledged: Arc<watch::Sender<u64>>,
    cancelled: Arc<watch::Sender<bool>>,
}

impl Default for Transfer {
    fn default() -> Self {
        Self {
            acknowledged: Arc::new(watch::Sender::new(0)),
            cancelled: Arc::new(watch::Sender::new(false)),
        }
    }
}

impl Transfer {
    /// Bytes of content that the phone has taken: what it acknowledged, not what was handed to the network.
    pub fn acknowledged(&self) -> watch::Receiver<u64> {
        self.acknowledged.subscribe()
    }

    /// Stops the copy as soon as possible; the phone keeps nothing of it. One that is done stays done.
    pub fn cancel(&self) {
        self.cancelled.send_replace(true);
    }

    /// Waits until it is cancelled.
    pub(crate) async fn cancelled(&self) {
        let mut cancelled = self.cancelled.subscribe();
        // The sender lives in `self`.
        let _ = cancelled.wait_for(|cancelled| *cancelled).await;
    }

    /// Never goes back.
    pub(crate) fn advance(&self, bytes: u64) {
        self.acknowledged.send_if_modified(|known| {
            let news = bytes > *known;
            *known = bytes.max(*known);
            news
        });
    }
}
