//! Address of a request's client: whose word for it is believed.

use std::net::SocketAddr;

use actix_web::test::TestRequest;
use api::Proxies;

/// Address of the client of a request with these lines of `X-Forwarded-For`.
fn client(proxies: &str, peer: &str, forwarded: &[&str]) -> String {
    let proxies: Proxies = proxies.parse().unwrap();
    let peer = SocketAddr::new(peer.parse().unwrap(), 443);
    let mut request = TestRequest::default().peer_addr(peer);
    for line in forwarded {
        request = request.append_header(("x-forwarded-for", *line));
    }
    proxies.client_of(&request.to_http_request()).to_string()
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
