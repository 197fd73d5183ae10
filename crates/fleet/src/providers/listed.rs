//! Phones at ADB addresses that an operator listed.

use super::Provider;

/// Plain addresses; somebody else runs the phones. What can be done to them is what they let be done over ADB.
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
