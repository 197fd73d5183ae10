//! WeChat Pay: the product's client against it, every way and every refusal.

use connectors::Secret;
use connectors::wallets::{
    AppCall, Closing, Event, NotificationError, RefundNo, RefundState, Show, TradeState, TradeType,
    WalletError,
};
use connectors::wechat_pay::{MerchantCertificate, Settings};

use crate::server::{NOW, Server, client};
use crate::shop::{
    Ear, H5, Heard, begun, fen, is_paid_told_and_found, no_more_goes_back, order, pay_page,
    payment, press, refund, wechat_pay, wechat_pay_settings,
};

const NOWHERE: &str = "http://127.0.0.1:1/callback";

#[tokio::test]
async fn every_way_is_paid_told_and_found_in_both_modes() {
    let server = Server::start();
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    for (mode, by_certificate) in [false, true].into_iter().enumerate() {
        let mut settings = wechat_pay_settings(&server, &ear.url);
        if by_certificate {
            settings.public_key = None;
        }
        let wallet = wechat_pay(&settings);
        for (n, way) in [TradeType::Qr, TradeType::App, H5].into_iter().enumerate() {
            let order_no = order(&format!("O2026112100{mode}{n}"));
            let absent = wallet.query(&order_no, NOW).await.unwrap();
            assert_eq!(absent, TradeState::Absent, "{way:?}");
            let shown = wallet.create(&payment(&order_no, way), NOW).await.unwrap();
            // A payment that is created again is the same payment.
            let again = wallet.create(&payment(&order_no, way), NOW).await.unwrap();
            if way != TradeType::App {
                assert_eq!(again, shown);
            }
            let waiting = wallet.query(&order_no, NOW).await.unwrap();
            assert_eq!(waiting, TradeState::Waiting, "{way:?}");
            let page = pay_page(&server, &shown).await;
            let heard =
                is_paid_told_and_found(&server, (&wallet, &mut ear), &order_no, &page).await;
            let serial = heard.headers.iter().find(|(n, _)| n == "wechatpay-serial");
            let by_key = serial.unwrap().1.starts_with("PUB_KEY_ID_");
            assert_eq!(by_key, !by_certificate);
        }
    }
}

#[tokio::test]
async fn both_kinds_of_keys_prove_it_while_a_merchant_moves() {
    let server = Server::start();
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    let after = wechat_pay_settings(&server, &ear.url);
    let before = Settings {
        public_key: None,
        ..after.clone()
    };
    let order_no = order("O202611210001");
    let old = wechat_pay(&before);
    let shown = old
        .create(&payment(&order_no, TradeType::Qr), NOW)
        .await
        .unwrap();
    let new = wechat_pay(&after);
    ear.take_next(&new);
    press(&server, &pay_page(&server, &shown).await, "pay").await;
    let heard = ear.next().await;
    assert!(heard.verified(&new, NOW).await.is_ok());
    let renumbered = |mut heard: Heard, change: &dyn Fn(&str) -> String| {
        for (name, value) in &mut heard.headers {
            if name == "wechatpay-serial" {
                *value = change(value);
            }
        }
        heard
    };
    // A number is the same in lower case.
    let lower = renumbered(heard, &str::to_lowercase);
    for wallet in [&old, &new] {
        assert!(lower.verified(wallet, NOW).await.is_ok());
    }
    // A number that nobody has is refused.
    let strange = renumbered(lower, &|_| "40001".to_owned());
    for wallet in [&old, &new] {
        let refused = strange.verified(wallet, NOW).await.unwrap_err();
        assert!(matches!(refused, NotificationError::Signature), "{refused}");
    }
}

#[tokio::test]
async fn the_page_of_h5_goes_back_and_an_app_hands_over_what_was_signed() {
    let server = Server::start();
    let wallet = wechat_pay(&wechat_pay_settings(&server, NOWHERE));
    let order_no = order("O202611210001");
    let shown = wallet.create(&payment(&order_no, H5), NOW).await.unwrap();
    let page = pay_page(&server, &shown).await;
    let next = press(&server, &page, "pay").await;
    let reply = client().get(&next).send().await.unwrap();
    assert_eq!(
        reply.headers()["refresh"],
        "3; url=https://console.example/app/orderRecords?from=pay"
    );
    let order_no = order("O202611210002");
    let shown = wallet
        .create(&payment(&order_no, TradeType::App), NOW)
        .await;
    let Show::App(AppCall::WechatPay(mut call)) = shown.unwrap() else {
        panic!("an app's call");
    };
    assert_eq!(call.package, "Sign=WXPay");
    call.timestamp = "1".to_owned();
    let page = format!(
        "{}/app?appid={}&partnerid={}&prepayid={}&package=Sign%3DWXPay&noncestr={}&timestamp={}&sign=x",
        server.sandbox.wechat_pay_address(),
        call.appid,
        call.partnerid,
        call.prepayid,
        call.noncestr,
        call.timestamp
    );
    assert_eq!(client().get(&page).send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn an_address_of_h5_is_good_for_five_minutes_and_another_one_is_given() {
    const FIVE_MINUTES_MS: i64 = 5 * 60 * 1000;
    let server = Server::start();
    let wallet = wechat_pay(&wechat_pay_settings(&server, NOWHERE));
    let order_no = order("O202611210001");
    let first = wallet.create(&payment(&order_no, H5), NOW).await.unwrap();
    let Show::Page(address) = &first else {
        panic!("{first:?}");
    };
    for (later_ms, status) in [(FIVE_MINUTES_MS - 1, 200), (FIVE_MINUTES_MS, 400)] {
        server.set_now(NOW + later_ms);
        let reply = client().get(address).send().await.unwrap();
        assert_eq!(reply.status(), status, "{later_ms}");
    }
    let later = NOW + FIVE_MINUTES_MS;
    let second = wallet.create(&payment(&order_no, H5), later).await.unwrap();
    assert_ne!(first, second);
    press(&server, &pay_page(&server, &second).await, "pay").await;
    let found = wallet.query(&order_no, later).await.unwrap();
    assert!(matches!(found, TradeState::Paid(_)), "{found:?}");
    assert_eq!(wallet.shown_for_ms(H5), Some(FIVE_MINUTES_MS - 60_000));
    assert_eq!(wallet.shown_for_ms(TradeType::Qr), None);
}

#[tokio::test]
async fn what_is_closed_lapsed_or_too_late_cannot_be_paid() {
    let server = Server::start();
    let wallet = wechat_pay(&wechat_pay_settings(&server, NOWHERE));
    let mut pages = Vec::new();
    for name in ["O2026_closed", "O2026_lapsed", "O2026_late"] {
        pages.push(begun(&server, &wallet, name, TradeType::Qr).await);
    }
    let closing = wallet.close(&pages[0].0, NOW).await.unwrap();
    assert_eq!(closing, Closing::Closed);
    press(&server, &pages[1].1, "lapse").await;
    let later = NOW + 15 * 60 * 1000;
    server.set_now(later);
    for (order_no, page) in &pages {
        press(&server, page, "pay").await;
        let state = wallet.query(order_no, later).await.unwrap();
        assert_eq!(state, TradeState::Closed, "{order_no:?}");
        let closing = wallet.close(order_no, later).await.unwrap();
        assert_eq!(closing, Closing::Closed);
        let mut again = payment(order_no, TradeType::Qr);
        again.expires_ms = later + 60_000;
        let refused = wallet.create(&again, later).await.unwrap_err();
        assert!(
            matches!(&refused, WalletError::Refused { code, .. } if code == "ORDER_CLOSED"),
            "{refused}"
        );
    }
    let unseen = wallet.close(&order("O2026_unseen"), later).await.unwrap();
    assert_eq!(unseen, Closing::Absent);
}

#[tokio::test]
async fn money_goes_back_once_in_parts_and_never_more_than_came() {
    let server = Server::start();
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    let wallet = wechat_pay(&wechat_pay_settings(&server, &ear.url));
    let (order_no, page) = begun(&server, &wallet, "O202611210001", TradeType::Qr).await;
    let (first, second) = (
        RefundNo::parse("R1").unwrap(),
        RefundNo::parse("R2").unwrap(),
    );
    let part = refund(&order_no, &first, 100);
    let refused = wallet.refund(&part, NOW).await.unwrap_err();
    assert!(matches!(refused, WalletError::Refused { .. }), "{refused}");
    press(&server, &page, "payUnheard").await;
    let closing = wallet.close(&order_no, NOW).await.unwrap();
    assert!(matches!(closing, Closing::Paid(paid) if paid.amount == fen(109_200)));
    let unknown = wallet.refund_state(&part, NOW).await.unwrap();
    assert_eq!(unknown, RefundState::Absent);
    for _ in 0..3 {
        let state = wallet.refund(&part, NOW).await.unwrap();
        assert_eq!(state, RefundState::Processing);
    }
    assert!(ear.is_silent());
    // A moment later it has arrived, and is told.
    let later = NOW + 2000;
    ear.take_next(&wallet);
    server.set_now(later);
    let done = RefundState::Done { at_ms: Some(later) };
    assert_eq!(wallet.refund_state(&part, later).await.unwrap(), done);
    let told = ear.next().await.verified(&wallet, later).await.unwrap();
    assert!(
        matches!(&told.event, Event::Refund(news) if news.refund_no == first && news.state == done),
        "{:?}",
        told.event
    );
    no_more_goes_back(&wallet, &order_no, (&first, &second), later).await;
    let state = wallet.query(&order_no, later).await.unwrap();
    assert!(matches!(state, TradeState::Paid(_)), "{state:?}");
}

#[tokio::test]
async fn whoever_is_not_our_merchant_is_refused() {
    let server = Server::start();
    let fine = wechat_pay_settings(&server, NOWHERE);
    let keys = server.sandbox.wallet_keys().unwrap();
    let others = [
        Settings {
            private_key: Secret::new(keys.alipay_private_key.clone()),
            ..fine.clone()
        },
        Settings {
            mch_id: "1900000809".to_owned(),
            ..fine.clone()
        },
        Settings {
            certificate: MerchantCertificate::SerialNo("1".to_owned()),
            ..fine.clone()
        },
        Settings {
            app_id: "wx0".to_owned(),
            ..fine.clone()
        },
    ];
    let order_no = order("O202611210001");
    for settings in &others {
        let wallet = wechat_pay(settings);
        let refused = wallet.create(&payment(&order_no, TradeType::Qr), NOW).await;
        let refused = refused.unwrap_err();
        assert!(matches!(refused, WalletError::Refused { .. }), "{refused}");
    }
    // Too far from WeChat Pay's clock: neither side believes the other.
    let wallet = wechat_pay(&fine);
    let early = wallet.query(&order_no, NOW - 301_000).await.unwrap_err();
    assert!(matches!(early, WalletError::Unverified(_)), "{early}");
    // By certificates, the APIv3 key is the proof.
    let settings = Settings {
        public_key: None,
        api_key: Secret::new("a".repeat(32)),
        ..fine.clone()
    };
    let unverified = wechat_pay(&settings).query(&order_no, NOW).await;
    assert!(unverified.unwrap_err().may_have_happened());
    // An order number that comes again with another amount is no second payment.
    wallet
        .create(&payment(&order_no, TradeType::Qr), NOW)
        .await
        .unwrap();
    let mut other = payment(&order_no, TradeType::Qr);
    other.amount = fen(1);
    let refused = wallet.create(&other, NOW).await.unwrap_err();
    assert!(
        matches!(&refused, WalletError::Refused { code, .. } if code == "OUT_TRADE_NO_USED"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_notification_for_another_merchant_or_sealed_by_another_key_is_refused() {
    let server = Server::start();
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    let fine = wechat_pay_settings(&server, &ear.url);
    let wallet = wechat_pay(&fine);
    let order_no = order("O202611210001");
    let shown = wallet.create(&payment(&order_no, TradeType::Qr), NOW).await;
    ear.take_next(&wallet);
    press(&server, &pay_page(&server, &shown.unwrap()).await, "pay").await;
    let heard = ear.next().await;
    assert!(heard.verified(&wallet, NOW).await.is_ok());
    let stale = heard.verified(&wallet, NOW + 300_000).await.unwrap_err();
    assert!(matches!(stale, NotificationError::Stale(_)), "{stale}");
    let other_merchant = wechat_pay(&Settings {
        mch_id: "1900000809".to_owned(),
        ..fine.clone()
    });
    let refused = heard.verified(&other_merchant, NOW).await.unwrap_err();
    assert!(
        matches!(refused, NotificationError::WrongAccount("merchant")),
        "{refused}"
    );
    let other_app = wechat_pay(&Settings {
        app_id: "wx0".to_owned(),
        ..fine.clone()
    });
    let refused = heard.verified(&other_app, NOW).await.unwrap_err();
    assert!(
        matches!(refused, NotificationError::WrongAccount("app")),
        "{refused}"
    );
    let other_key = wechat_pay(&Settings {
        api_key: Secret::new("a".repeat(32)),
        ..fine
    });
    let refused = heard.verified(&other_key, NOW).await.unwrap_err();
    assert!(
        matches!(refused, NotificationError::Malformed("resource")),
        "{refused}"
    );
}

#[tokio::test]
async fn another_platform_certificate_is_fetched_and_believed_a_minute_later() {
    let server = Server::start();
    let mut settings = wechat_pay_settings(&server, NOWHERE);
    settings.public_key = None;
    let wallet = wechat_pay(&settings);
    let first = order("O202611210001");
    let absent = wallet.query(&first, NOW).await.unwrap();
    assert_eq!(absent, TradeState::Absent);
    let server = server.with_another_platform_certificate().await;
    // A wallet that is sent strange serial numbers does not ask for the list of certificates each time.
    let too_soon = wallet.query(&first, NOW + 1000).await.unwrap_err();
    assert!(too_soon.may_have_happened(), "{too_soon}");
    let later = NOW + 61_000;
    server.set_now(later);
    let absent = wallet.query(&first, later).await.unwrap();
    assert_eq!(absent, TradeState::Absent);
    // Notifications are proven by the new certificate.
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    settings.notify_url.clone_from(&ear.url);
    let told = wechat_pay(&settings);
    let second = order("O202611210002");
    let shown = told.create(&payment(&second, TradeType::Qr), later).await;
    ear.take_next(&told);
    press(&server, &pay_page(&server, &shown.unwrap()).await, "pay").await;
    let heard = ear.next().await;
    assert!(heard.verified(&wallet, later).await.is_ok());
}
