//! Phones at ADB addresses that an operator listed.

use super::Provider;

/// Provider of phones at plain addresses, which somebody else runs. Only actions that phones allow over ADB can be done to them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    addresses: Vec<String>,
}

impl Listed {
    /// Phones at these addresses, each `host:port`.
    pub const fn new(addresses: Vec<String>) -> Self {
        Self { addresses }
    }
}

impl Provider for Listed {
    fn name(&self) -> &'static str {
        "listed"
    }

    fn addresses(&self) -> &[String] {
        &self.addresses
    }
}
