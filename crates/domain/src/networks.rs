//! Addresses and networks as operators write them in settings.

use std::net::IpAddr;

use thiserror::Error;

/// A network: a single address, or all addresses with the same prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

/// The text is neither an address nor a network.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is neither an IP address nor a network like 10.0.0.0/8")]
pub struct NotANetwork(pub String);

impl Network {
    /// Reads `10.0.0.0/8`, `fd00::/8` or one address.
    pub fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address = address.parse::<IpAddr>().ok()?.to_canonical();
        let widest = if address.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            Some(prefix) => prefix.parse().ok().filter(|p| *p <= widest)?,
            None => widest,
        };
        Some(Self { address, prefix })
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
        match (self.address, address) {
            (IpAddr::V4(net), IpAddr::V4(one)) => {
                let shift = 32 - u32::from(self.prefix);
                (net.to_bits() ^ one.to_bits())
                    .checked_shr(shift)
                    .unwrap_or(0)
                    == 0
            }
            (IpAddr::V6(net), IpAddr::V6(one)) => {
                let shift = 128 - u32::from(self.prefix);
                (net.to_bits() ^ one.to_bits())
                    .checked_shr(shift)
                    .unwrap_or(0)
                    == 0
            }
            _ => false,
        }
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
