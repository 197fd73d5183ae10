//! State that every handler reaches.

use domain::zone::Zone;
use engine::Engine;

use crate::about::About;
use crate::features::DemoView;
use crate::http::{Base, Embedders, FailedCalls, Proxies};

/// State that all workers share.
pub struct AppState {
    /// Store, fleet, clock and open sockets.
    pub engine: Engine,
    /// Origin that browsers see, when a proxy stands before the server or it speaks https itself; else the request's own host is taken.
    pub public_origin: Option<String>,
    /// Path of that origin below which browsers find the server.
    pub base: Base,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub proxies: Proxies,
    /// Origins that may frame the embedded pages.
    pub embedders: Embedders,
    /// Settings and start of the server, for operators.
    pub about: About,
    /// Accounts and pages that the sign-in page of a demo names.
    pub demo: Option<DemoView>,
    /// The last calls that failed by a fault of ours.
    pub failed_calls: FailedCalls,
}

impl AppState {
    /// Current time, Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.engine.clock.now_ms()
    }

    /// Time zone that tells what a day is.
    pub fn zone(&self) -> Zone {
        self.engine.order_rules().zone
    }

    /// Whether browsers come by https, so that cookies may be `Secure`.
    pub fn https(&self) -> bool {
        self.public_origin
            .as_deref()
            .is_some_and(|origin| origin.starts_with("https://"))
    }
}
