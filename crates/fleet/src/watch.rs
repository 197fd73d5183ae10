//! A viewer's subscription to a phone's picture.

use std::sync::Arc;

use domain::phones::ScreenCause;
use domain::play::{EndReason, Size, Stage};
use relay::Viewer;
use tokio::sync::watch;

/// A viewer's subscription; dropping it ends it.
pub struct Watch {
    /// The pictures: whole messages for slot 0.
    pub viewer: Viewer,
    /// Stage of the session; falls back to [`Stage::Connecting`] while it recovers.
    pub stage: watch::Receiver<Stage>,
    /// The picture's size, once known.
    pub size: watch::Receiver<Option<Size>>,
    /// The newest text copied on the phone since the session began; only with the full picture.
    pub clipboard: watch::Receiver<Option<Arc<str>>>,
    /// Why the newest session was lost or could not be had, when the phone told; `None` for any other reason.
    pub cause: watch::Receiver<Option<ScreenCause>>,
    pub(crate) ended: watch::Receiver<Option<EndReason>>,
}

impl Watch {
    /// Waits until the session is lost for good. The future borrows nothing and may be polled beside the rest.
    pub fn ended(&self) -> impl Future<Output = EndReason> + Send + use<> {
        let mut ended = self.ended.clone();
        async move {
            let reason = ended
                .wait_for(Option::is_some)
                .await
                .ok()
                .and_then(|reason| *reason);
            // The phone was taken out of the fleet: nobody is left to say why.
            reason.unwrap_or(EndReason::Offline)
        }
    }
}
