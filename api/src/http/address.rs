//! Address of a request's client: the peer, or what a trusted proxy says of it.

use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;

use actix_web::HttpRequest;
use domain::networks::{Network, NotANetwork};

/// Proxies whose `X-Forwarded-For` is believed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proxies(Vec<Network>);

impl FromStr for Proxies {
    type Err = NotANetwork;

    /// Reads addresses and networks, separated by commas.
    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        Network::parse_all(text).map(Self)
    }
}

impl Proxies {
    fn trust(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// The client's address. `X-Forwarded-For` is read from its end, as long as trusted proxies wrote it: what stands before that, anybody
    /// may have written.
    fn client(&self, peer: IpAddr, forwarded: &[&str]) -> IpAddr {
        let mut client = peer.to_canonical();
        let hops = forwarded.iter().flat_map(|line| line.split(','));
        for hop in hops.collect::<Vec<_>>().into_iter().rev() {
            if !self.trust(client) {
                break;
            }
            let Some(address) = read_hop(hop.trim()) else {
                break;
            };
            client = address;
        }
        client
    }

    /// Address of the client that sent a request.
    pub fn client_of(&self, request: &HttpRequest) -> IpAddr {
        let peer = request
            .peer_addr()
            .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
        let lines: Vec<&str> = request
            .headers()
            .get_all("x-forwarded-for")
            .filter_map(|line| line.to_str().ok())
            .collect();
        self.client(peer, &lines)
    }
}

/// Parses one hop: `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]:443`.
fn read_hop(text: &str) -> Option<IpAddr> {
    let address = text
        .parse::<IpAddr>()
        .or_else(|_| text.parse::<std::net::SocketAddr>().map(|a| a.ip()))
        .or_else(|_| text.trim_matches(['[', ']']).parse::<IpAddr>());
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: &str, peer: &str, forwarded: &[&str]) -> String {
        let proxies: Proxies = proxies.parse().unwrap();
        proxies.client(peer.parse().unwrap(), forwarded).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        for (proxies, peer, forwarded, expected) in [
            ("", "192.0.2.9", &["198.51.100.1"][..], "192.0.2.9"),
            ("10.0.0.0/8", "10.1.2.3", &["198.51.100.1"], "198.51.100.1"),
            ("10.0.0.0/8", "11.0.0.1", &["198.51.100.1"], "11.0.0.1"),
            // The proxy appends to the header, so a client's own entries stand before the proxy's.
            (
                "10.0.0.1",
                "10.0.0.1",
                &["1.2.3.4, 198.51.100.1"],
                "198.51.100.1",
            ),
            (
                "10.0.0.1",
                "10.0.0.1",
                &["1.2.3.4", "198.51.100.1"],
                "198.51.100.1",
            ),
            (
                "10.0.0.0/8",
                "10.0.0.1",
                &["1.2.3.4, 198.51.100.1, 10.9.9.9"],
                "198.51.100.1",
            ),
            ("10.0.0.1", "10.0.0.1", &["nonsense"], "10.0.0.1"),
            ("10.0.0.1", "10.0.0.1", &[], "10.0.0.1"),
            (
                "10.0.0.1",
                "10.0.0.1",
                &["198.51.100.1:5000"],
                "198.51.100.1",
            ),
            ("::1", "::1", &["[2001:db8::1]:443"], "2001:db8::1"),
            (
                "127.0.0.1",
                "::ffff:127.0.0.1",
                &["198.51.100.1"],
                "198.51.100.1",
            ),
            ("fd00::/8", "fd12::1", &["2001:db8::1"], "2001:db8::1"),
            ("0.0.0.0/0", "192.0.2.9", &["198.51.100.1"], "198.51.100.1"),
        ] {
            assert_eq!(
                client(proxies, peer, forwarded),
                expected,
                "{proxies} {peer} {forwarded:?}"
            );
        }
    }
}
