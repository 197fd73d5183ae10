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
