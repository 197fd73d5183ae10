//! Addresses that a member may make the server connect to: those of the open internet, in whatever form they are written. Any other address
//! leads back to the server, its neighbours or a cloud's own services.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 networks outside the open internet (IANA's registry of special-purpose addresses): first address, bits.
const CLOSED: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Shared by a provider's customers.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Link-local; 169.254.169.254 serves a cloud machine its secrets.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// Whether an address belongs to the open internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = address.to_bits();
    !CLOSED
        .iter()
        .any(|(first, width)| (bits ^ first.to_bits()) >> (32 - width) == 0)
}

/// Whether an IPv6 address is routed (2000::/3) and not reserved; an IPv4 address inside it is judged instead.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let within = |at: usize| {
        let bits = u32::from(parts[at]) << 16 | u32::from(parts[at + 1]);
        is_public_v4(Ipv4Addr::from_bits(bits))
    };
    match parts {
        // IPv4-mapped IPv6; NAT64 with the well-known prefix (64:ff9b:1::/48 is for a network's own use).
        [0, 0, 0, 0, 0, 0xffff, _, _] | [0x64, 0xff9b, 0, 0, 0, 0, _, _] => within(6),
        // 6to4.
        [0x2002, ..] => within(1),
        // Reserved for protocols: Teredo, benchmarks, identities; and for documents.
        [0x2001, 0..0x200 | 0x0db8, ..] | [0x3fff, 0..0x1000, ..] => false,
        [0x2000..0x4000, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn judged(text: &str) -> bool {
        is_public(text.parse().unwrap())
    }

    #[test]
    fn what_leads_home_is_refused_in_every_form() {
        for closed in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "10.255.255.255",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::8.8.8.8",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:0:127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b::169.254.169.254",
            "64:ff9b:1::8.8.8.8",
            "100::1",
            "2001::1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:a9fe:a9fe::1",
            "2002:c0a8:1::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!judged(closed), "{closed}");
        }
    }

    #[test]
    fn the_open_internet_is_reached_up_to_its_edges() {
        for open in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "::ffff:1.1.1.1",
            "64:ff9b::1.1.1.1",
            "2001:200::1",
            "2002:101:101::1",
            "2400:cb00::1",
            "2606:4700:4700::1111",
            "3fff:1000::1",
        ] {
            assert!(judged(open), "{open}");
        }
    }

    proptest! {
        /// An IPv4 address is judged alike, however IPv6 wraps it.
        #[test]
        fn a_wrapped_address_is_judged_as_itself(bits: u32) {
            let plain = Ipv4Addr::from_bits(bits);
            let (high, low) = ((bits >> 16) as u16, bits as u16);
            let open = is_public(plain.into());
            prop_assert_eq!(is_public(plain.to_ipv6_mapped().into()), open);
            let nat64 = Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, high, low);
            prop_assert_eq!(is_public(nat64.into()), open);
            let to4 = Ipv6Addr::new(0x2002, high, low, 0, 0, 0, 0, 1);
            prop_assert_eq!(is_public(to4.into()), open);
            // The standard library's own methods for some of these networks.
            let home = plain.is_private() || plain.is_loopback() || plain.is_link_local() || plain.is_multicast()
                || plain.is_unspecified() || plain.is_broadcast() || plain.is_documentation();
            prop_assert!(!(home && open), "{}", plain);
        }

        #[test]
        fn no_address_of_a_site_or_link_is_open(bits: u128) {
            let address = Ipv6Addr::from_bits(bits);
            let home = address.is_unique_local() || address.is_unicast_link_local() || address.is_multicast()
                || address.is_loopback() || address.is_unspecified();
            prop_assert!(!(home && is_public(address.into())), "{}", address);
        }
    }
}
