//! Proxies of phones: set by whoever may, counted, and lost with the rental.

use domain::proxy::{Protocol, Proxy, SealedLogin, TESTS_AN_HOUR, Tested};
use store::proxies::{self, ProxyError};

use crate::fixture::{GUEST, NOW, OWNER, on_each_database};

fn proxy(port: u16) -> Proxy {
    Proxy {
        protocol: Protocol::Socks5,
        host: "proxy.example".into(),
        port,
        login: Some(SealedLogin("sealed".into())),
        country: Some(392),
        city: Some(1_850_147),
        tested: None,
    }
}

#[test]
fn a_phone_has_one_proxy_whose_bytes_are_counted_until_another_takes_its_place() {
    on_each_database(async |f| {
        let (id, other) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let owner = f.actor(OWNER).await;
        proxies::change(&f.store, &owner, id, Some(proxy(1080)), NOW)
            .await
            .unwrap();
        let [first] = &proxies::all(&f.store, NOW).await.unwrap()[..] else {
            panic!("one proxy");
        };
        assert_eq!((&first.proxy, first.set_ms), (&proxy(1080), NOW));
        for _ in 0..2 {
            proxies::count(&f.store, vec![(id, first.generation, [3, 5])])
                .await
                .unwrap();
        }
        let of = proxies::of_phones(&f.store, &owner, vec![id, other], NOW)
            .await
            .unwrap();
        assert_eq!(of.len(), 1);
        assert_eq!((of[&id].bytes_up, of[&id].bytes_down), (6, 10));

        proxies::put(&f.store, id, proxy(1081), NOW + 1)
            .await
            .unwrap();
        // Bytes that the former proxy still reports are not the new one's.
        proxies::count(&f.store, vec![(id, first.generation, [3, 5])])
            .await
            .unwrap();
        let second = &proxies::all(&f.store, NOW).await.unwrap()[0];
        assert_eq!((second.proxy.port, second.bytes_up), (1081, 0));

        proxies::change(&f.store, &owner, id, None, NOW + 2)
            .await
            .unwrap();
        let leaving = &proxies::all(&f.store, NOW).await.unwrap()[0];
        assert!(leaving.leaving && leaving.proxy.login.is_none());
        let of = proxies::of_phones(&f.store, &owner, vec![id], NOW).await;
        assert!(of.unwrap().is_empty());
        proxies::taken_off(&f.store, id, first.generation)
            .await
            .unwrap();
        assert_eq!(proxies::all(&f.store, NOW).await.unwrap().len(), 1);
        proxies::taken_off(&f.store, id, leaving.generation)
            .await
            .unwrap();
        assert!(proxies::all(&f.store, NOW).await.unwrap().is_empty());
    });
}

#[test]
fn guests_change_none_and_the_end_of_a_rental_takes_it() {
    on_each_database(async |f| {
        let id = f.phone("甲", 1).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let refused = proxies::change(&f.store, &guest, id, Some(proxy(1)), NOW).await;
        assert!(matches!(refused, Err(ProxyError::Unknown)));
        f.grant("甲", "operate", 60).await;
        let refused = proxies::change(&f.store, &guest, id, Some(proxy(1)), NOW).await;
        assert!(matches!(refused, Err(ProxyError::Right)));
        let seen = proxies::of_phones(&f.store, &guest, vec![id], NOW).await;
        assert!(seen.unwrap().is_empty());
        proxies::change(&f.store, &owner, id, Some(proxy(1)), NOW)
            .await
            .unwrap();
        assert!(!proxies::all(&f.store, NOW).await.unwrap()[0].leaving);
        let over = NOW + 2 * 24 * 60 * 60 * 1000;
        let left = &proxies::all(&f.store, over).await.unwrap()[0];
        assert!(left.leaving && left.proxy.login.is_none());
        let refused = proxies::change(&f.store, &owner, id, Some(proxy(1)), over).await;
        assert!(matches!(refused, Err(ProxyError::Expired)));
    });
}

#[test]
fn tests_of_proxies_are_counted_by_the_hour() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        for _ in 0..TESTS_AN_HOUR {
            proxies::spend_test(&f.store, &owner, NOW).await.unwrap();
        }
        let full = proxies::spend_test(&f.store, &owner, NOW).await;
        assert!(matches!(full, Err(ProxyError::TooMany { .. })), "{full:?}");
        let later = NOW + 60 * 60 * 1000;
        proxies::spend_test(&f.store, &owner, later).await.unwrap();
    });
}

#[test]
fn each_phone_gets_its_own_and_one_that_may_not_is_refused_alone() {
    on_each_database(async |f| {
        let (one, two, over) = (
            f.phone("甲", 30).await,
            f.phone("乙", 30).await,
            f.phone("丙", -1).await,
        );
        let owner = f.actor(OWNER).await;
        let changes = [one, over, 4242, two].into_iter().zip(1080..);
        let changes = changes.map(|(id, port)| (id, Some(proxy(port)))).collect();
        let changed = proxies::change_each(&f.store, &owner, changes, NOW).await;
        let changed = changed.unwrap();
        assert!(matches!(
            &changed[..],
            [
                (_, Ok(())),
                (_, Err(ProxyError::Expired)),
                (4242, Err(ProxyError::Unknown)),
                (_, Ok(())),
            ]
        ));
        let of = proxies::of_phones(&f.store, &owner, vec![one, two], NOW).await;
        let of = of.unwrap();
        assert_eq!((of[&one].proxy.port, of[&two].proxy.port), (1080, 1083));
        assert_eq!(proxies::all(&f.store, NOW).await.unwrap().len(), 2);
    });
}

#[test]
fn a_test_is_of_the_proxy_that_passed_it() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let tested = |at_ms| Tested {
            at_ms,
            exit: "198.51.100.7".into(),
            delay_ms: 86,
        };
        let before = Proxy {
            tested: Some(tested(NOW - 1)),
            ..proxy(1080)
        };
        proxies::put(&f.store, id, before, NOW).await.unwrap();
        let of = async || {
            let of = proxies::of_phone(&f.store, &owner, id, NOW).await;
            of.unwrap().unwrap()
        };
        let first = of().await;
        assert_eq!(first.proxy.tested, Some(tested(NOW - 1)));
        proxies::note_test(&f.store, id, first.generation, tested(NOW))
            .await
            .unwrap();
        assert_eq!(of().await.proxy.tested, Some(tested(NOW)));
        proxies::put(&f.store, id, proxy(1081), NOW).await.unwrap();
        proxies::note_test(&f.store, id, first.generation, tested(NOW))
            .await
            .unwrap();
        assert_eq!(of().await.proxy.tested, None, "the new one was not tested");

        let strange = proxies::of_phone(&f.store, &guest, id, NOW).await;
        assert!(matches!(strange, Err(ProxyError::Unknown)));
        f.grant("甲", "operate", 60).await;
        let lent = proxies::of_phone(&f.store, &guest, id, NOW).await;
        assert!(matches!(lent, Err(ProxyError::Right)));
        proxies::leave(&f.store, id).await.unwrap();
        let gone = proxies::of_phone(&f.store, &owner, id, NOW).await;
        assert!(matches!(gone, Ok(None)));
    });
}
