//! Addresses and networks as operators write them in settings, and the open internet.

mod reach;

use std::net::IpAddr;

use ipnet::IpNet;
use thiserror::Error;

pub use reach::is_public;

/// A network; a single address is one, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network(IpNet);

/// The text is neither an address nor a network.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is neither an IP address nor a network like 10.0.0.0/8")]
pub struct NotANetwork(pub String);

impl Network {
    /// Reads `10.0.0.0/8`, `fd00::/8` or one address. An IPv4 address mapped to IPv6 is read as IPv4.
    pub fn parse(text: &str) -> Option<Self> {
        let network = text.parse::<IpNet>();
        let address = || text.parse::<IpAddr>().map(|one| one.to_canonical().into());
        network.ok().or_else(|| address().ok()).map(Self)
    }

    /// Reads several networks, separated by commas.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, NotANetwork> {
        let entries = text.split(',').map(str::trim).filter(|e| !e.is_empty());
        entries
            .map(|entry| Self::parse(entry).ok_or_else(|| NotANetwork(entry.to_owned())))
            .collect()
    }

    /// Whether an address is in the network.
    pub fn contains(self, address: IpAddr) -> bool {
        self.0.contains(&address)
    }
}

/// Addresses that a member may make the server connect to: those of the open internet, and the networks that an operator allows beside them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedNetworks(Vec<Network>);

impl AllowedNetworks {
    /// Reads the operator's networks, separated by commas.
    pub fn parse(text: &str) -> Result<Self, NotANetwork> {
        Network::parse_all(text).map(Self)
    }

    /// Allows one more network.
    pub fn add(&mut self, network: Network) {
        self.0.push(network);
    }

    /// Whether a connection may be made to an address.
    pub fn lets(&self, address: IpAddr) -> bool {
        is_public(address) || (self.0.iter()).any(|net| net.contains(address.to_canonical()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_holds_what_begins_like_it() {
        for (network, address, inside) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("0.0.0.0/0", "192.0.2.9", true),
            ("0.0.0.0/0", "::1", false),
            ("fd00::/8", "fd12::1", true),
            ("::/0", "2001:db8::1", true),
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("::ffff:192.0.2.1", "192.0.2.1", true),
        ] {
            let network = Network::parse(network).unwrap();
            assert_eq!(
                network.contains(address.parse().unwrap()),
                inside,
                "{address}"
            );
        }
    }

    #[test]
    fn what_is_no_network_is_named() {
        assert_eq!(Network::parse_all(" 10.0.0.0/8 , ::1,").unwrap().len(), 2);
        for wrong in ["10.0.0.0/33", "::/129", "proxy", "10.0.0.0/x", "10.0.0/8"] {
            let refused = Network::parse_all(wrong);
            assert_eq!(refused, Err(NotANetwork(wrong.to_owned())));
        }
    }
}
