//! What every handler reaches.

use domain::orders::OrderRules;
use domain::zone::Zone;
use engine::Engine;

use crate::http::{Base, Embedders, Proxies};

/// Shared by all workers.
pub struct AppState {
    /// Store, fleet, clock and open sockets.
    pub engine: Engine,
    /// The origin that browsers see, when a proxy stands before the server or it speaks https itself; else the request's own host is taken.
    pub public_origin: Option<String>,
    /// Below which path of that origin browsers find the server.
    pub base: Base,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub proxies: Proxies,
    /// Who may show the embedded pages inside its own.
    pub embedders: Embedders,
    /// What orders may be, and with it what a day is.
    pub orders: OrderRules,
}

impl AppState {
    /// Unix milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.engine.clock.now_ms()
    }

    /// What a day is.
    pub fn zone(&self) -> Zone {
        self.orders.zone
    }

    /// Whether browsers come by https, so that cookies may be `Secure`.
    pub fn https(&self) -> bool {
        self.public_origin
            .as_deref()
            .is_some_and(|origin| origin.starts_with("https://"))
    }
}
