//! Where phones come from. A provider says at which addresses its phones answer; the fleet talks to all of them alike.

pub mod listed;
pub mod simulated;

/// A source of phones.
pub trait Provider: Send + Sync {
    /// Its name in the stock.
    fn name(&self) -> &'static str;

    /// `host:port` of each of its phones' adbd, in a fixed order.
    fn addresses(&self) -> &[String];
}
