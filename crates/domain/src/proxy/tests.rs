//! Tests of the rules of proxies.

use super::*;

pub(crate) fn sample() -> Proxy {
    Proxy {
        protocol: Protocol::Socks5,
        host: "proxy.example".into(),
        port: 1080,
        login: Some(SealedLogin("sealed".into())),
        country: Some(392),
        city: None,
        tested: None,
    }
}

fn typed() -> Typed<'static> {
    Typed {
        protocol: "socks5",
        host: "Proxy.Example",
        port: Some(1080),
        user: "owl",
        password: "open: sesame",
    }
}

fn judged(typed: Typed<'_>) -> Result<Checked, InvalidField> {
    check(typed, &AllowedNetworks::default())
}

#[test]
fn a_proxy_is_kept_as_it_is_connected_to() {
    let checked = judged(typed()).unwrap();
    assert_eq!(
        (checked.protocol, checked.host.as_str(), checked.port),
        (Protocol::Socks5, "proxy.example", 1080)
    );
    assert_eq!(checked.login.unwrap().password, "open: sesame");
    let open = judged(Typed {
        user: "",
        password: "",
        host: "[2001:4860:4860::8888]",
        ..typed()
    });
    let open = open.unwrap();
    assert_eq!(
        (open.host.as_str(), open.login),
        ("2001:4860:4860::8888", None)
    );
    for protocol in Protocol::ALL {
        assert_eq!(Protocol::from_code(protocol as i16), Some(protocol));
    }
    assert_eq!(Protocol::from_code(0), None);
}

#[test]
fn each_wrong_field_is_named() {
    let longest = "a".repeat(LOGIN_MAX_BYTES);
    let long = "a".repeat(LOGIN_MAX_BYTES + 1);
    let wrong = [
        (
            Typed {
                protocol: "socks4",
                ..typed()
            },
            InvalidField::Protocol,
        ),
        (
            Typed {
                port: None,
                ..typed()
            },
            InvalidField::Port,
        ),
        (
            Typed {
                port: Some(0),
                ..typed()
            },
            InvalidField::Port,
        ),
        (
            Typed {
                port: Some(25),
                ..typed()
            },
            InvalidField::Port,
        ),
        (
            Typed {
                port: Some(65_536),
                ..typed()
            },
            InvalidField::Port,
        ),
        (
            Typed {
                user: "",
                ..typed()
            },
            InvalidField::User,
        ),
        (
            Typed {
                user: "a:b",
                ..typed()
            },
            InvalidField::User,
        ),
        (
            Typed {
                user: "a\r\n",
                ..typed()
            },
            InvalidField::User,
        ),
        (
            Typed {
                user: &long,
                ..typed()
            },
            InvalidField::User,
        ),
        (
            Typed {
                password: "a\nb",
                ..typed()
            },
            InvalidField::Password,
        ),
        (
            Typed {
                password: &long,
                ..typed()
            },
            InvalidField::Password,
        ),
        (
            Typed {
                password: "",
                ..typed()
            },
            InvalidField::Password,
        ),
    ];
    for (typed, fault) in wrong {
        assert_eq!(judged(typed), Err(fault));
        assert_ne!(fault.text(Lang::Zh), fault.text(Lang::En));
    }
    assert!(
        judged(Typed {
            user: &longest,
            password: &longest,
            port: Some(65_535),
            ..typed()
        })
        .is_ok()
    );
}

#[test]
fn what_leads_home_and_what_is_no_host_is_refused() {
    for (host, fault) in [
        ("", InvalidField::Host),
        ("proxy..example", InvalidField::Host),
        ("http://proxy.example", InvalidField::Host),
        ("proxy.example:1080", InvalidField::Host),
        ("user@proxy.example", InvalidField::Host),
        ("proxy example", InvalidField::Host),
        ("'; reboot", InvalidField::Host),
        ("127.1", InvalidField::Host),
        ("2130706433", InvalidField::Host),
        ("0x7f000001", InvalidField::Host),
        ("0177.0.0.01", InvalidField::Host),
        ("127.0.0.1", InvalidField::Closed),
        ("10.0.0.1", InvalidField::Closed),
        ("169.254.169.254", InvalidField::Closed),
        ("::1", InvalidField::Closed),
        ("[::ffff:127.0.0.1]", InvalidField::Closed),
        ("fd00::1", InvalidField::Closed),
    ] {
        assert_eq!(judged(Typed { host, ..typed() }), Err(fault), "{host}");
    }
    assert_eq!(InvalidField::Closed.field(), "ip");
    let allowed = AllowedNetworks::parse("10.1.0.0/16").unwrap();
    assert!(
        check(
            Typed {
                host: "10.1.2.3",
                ..typed()
            },
            &allowed
        )
        .is_ok()
    );
    assert_eq!(
        check(
            Typed {
                host: "10.2.2.3",
                ..typed()
            },
            &allowed
        ),
        Err(InvalidField::Closed)
    );
}

#[test]
fn neither_words_nor_debug_tell_a_login() {
    let login = judged(typed()).unwrap();
    assert!(!format!("{login:?}").contains("sesame"));
    let proxy = sample();
    assert_eq!(proxy.to_string(), "SOCKS5 proxy.example:1080");
    assert!(!format!("{proxy:?}").contains("sealed"));
    let six = Proxy {
        host: "2001:db8::1".into(),
        ..proxy
    };
    assert_eq!(six.to_string(), "SOCKS5 [2001:db8::1]:1080");
}
