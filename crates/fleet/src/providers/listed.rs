//! Phones at ADB addresses that an operator listed.

use super::Provider;

/// Plain addresses; somebody else runs the phones.
#[derive(Debug, Clone, PartialEq, Eq)]
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
