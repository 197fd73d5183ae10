//! Alipay's gateway: the product's client against it, every way and every refusal.

use connectors::Secret;
use connectors::alipay::{Settings, Trust};
use connectors::wallets::{
    Closing, Event, RefundNo, RefundState, Show, TradeState, TradeType, WalletError,
};

use crate::server::{NOW, Server, client};
use crate::shop::{
    Ear, H5, alipay, alipay_settings, begun, certificates, fen, is_paid_told_and_found,
    no_more_goes_back, order, pay_page, payment, press, refund, wechat_pay_settings,
};

const NOWHERE: &str = "http://127.0.0.1:1/callback";

#[tokio::test]
async fn every_way_is_paid_told_and_found_in_both_modes() {
    let server = Server::start();
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    for (mode, certified) in [false, true].into_iter().enumerate() {
        let mut settings = alipay_settings(&server, &ear.url);
        if certified {
            settings.trust = certificates(server.sandbox.wallet_keys().unwrap());
        }
        let wallet = alipay(&settings);
        for (n, way) in [TradeType::Page, TradeType::Qr, TradeType::App, H5]
            .into_iter()
            .enumerate()
        {
            let order_no = order(&format!("O2026112100{mode}{n}"));
            let shown = wallet.create(&payment(&order_no, way), NOW).await.unwrap();
            assert_eq!(matches!(shown, Show::Qr(_)), way == TradeType::Qr);
            // The buyer has not come yet.
            let absent = wallet.query(&order_no, NOW).await.unwrap();
            assert_eq!(absent, TradeState::Absent, "{way:?}");
            let page = pay_page(&server, &shown).await;
            let waiting = wallet.query(&order_no, NOW).await.unwrap();
            assert_eq!(waiting, TradeState::Waiting, "{way:?}");
            is_paid_told_and_found(&server, (&wallet, &mut ear), &order_no, &page).await;
        }
    }
}

#[tokio::test]
async fn the_browser_comes_back_with_words_that_are_signed() {
    let server = Server::start();
    let wallet = alipay(&alipay_settings(&server, NOWHERE));
    let (_, page) = begun(&server, &wallet, "O202611210001", TradeType::Page).await;
    let next = press(&server, &page, "pay").await;
    let reply = client().get(&next).send().await.unwrap();
    let refresh = reply.headers()["refresh"].to_str().unwrap().to_owned();
    let start = "3; url=https://console.example/app/orderRecords?from=pay&app_id=";
    assert!(refresh.starts_with(start), "{refresh}");
    assert!(refresh.contains("&out_trade_no=O202611210001&") && refresh.contains("&sign="));
    // A buyer who cancels comes back without signed words.
    let (order_no, page) = begun(&server, &wallet, "O202611210002", TradeType::Page).await;
    let next = press(&server, &page, "cancel").await;
    let reply = client().get(&next).send().await.unwrap();
    let refresh = reply.headers()["refresh"].to_str().unwrap();
    assert_eq!(
        refresh,
        "3; url=https://console.example/app/orderRecords?from=pay"
    );
    let waiting = wallet.query(&order_no, NOW).await.unwrap();
    assert_eq!(waiting, TradeState::Waiting);
}

#[tokio::test]
async fn what_is_closed_lapsed_or_too_late_cannot_be_paid() {
    let server = Server::start();
    let wallet = alipay(&alipay_settings(&server, NOWHERE));
    let mut pages = Vec::new();
    for name in ["O2026_closed", "O2026_lapsed", "O2026_late"] {
        pages.push(begun(&server, &wallet, name, TradeType::Page).await);
    }
    let closing = wallet.close(&pages[0].0, NOW).await.unwrap();
    assert_eq!(closing, Closing::Closed);
    press(&server, &pages[1].1, "lapse").await;
    server.set_now(NOW + 15 * 60 * 1000 - 1);
    let waiting = wallet.query(&pages[2].0, NOW).await.unwrap();
    assert_eq!(waiting, TradeState::Waiting);
    server.set_now(NOW + 15 * 60 * 1000);
    for (order_no, page) in &pages {
        press(&server, page, "pay").await;
        let state = wallet.query(order_no, NOW).await.unwrap();
        assert_eq!(state, TradeState::Closed, "{order_no:?}");
        // Asked for again, it is closed all the same.
        let closing = wallet.close(order_no, NOW).await.unwrap();
        assert_eq!(closing, Closing::Closed);
    }
    let unseen = wallet.close(&order("O2026_unseen"), NOW).await.unwrap();
    assert_eq!(unseen, Closing::Absent);
}

#[tokio::test]
async fn closing_what_was_paid_says_so() {
    let server = Server::start();
    let wallet = alipay(&alipay_settings(&server, NOWHERE));
    let (order_no, page) = begun(&server, &wallet, "O202611210001", TradeType::Qr).await;
    press(&server, &page, "payUnheard").await;
    let closing = wallet.close(&order_no, NOW).await.unwrap();
    assert!(matches!(closing, Closing::Paid(paid) if paid.amount == fen(109_200)));
}

#[tokio::test]
async fn money_goes_back_once_in_parts_and_never_more_than_came() {
    let server = Server::start();
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    let wallet = alipay(&alipay_settings(&server, &ear.url));
    let (order_no, page) = begun(&server, &wallet, "O202611210001", TradeType::Page).await;
    let (first, second) = (
        RefundNo::parse("R1").unwrap(),
        RefundNo::parse("R2").unwrap(),
    );
    let part = refund(&order_no, &first, 100);
    // Not paid yet.
    let refused = wallet.refund(&part, NOW).await.unwrap_err();
    assert!(matches!(refused, WalletError::Refused { .. }), "{refused}");
    press(&server, &page, "payUnheard").await;
    let unknown = wallet.refund_state(&part, NOW).await.unwrap();
    assert_eq!(unknown, RefundState::Absent);
    let done = RefundState::Done { at_ms: Some(NOW) };
    ear.take_next(&wallet);
    for _ in 0..3 {
        assert_eq!(wallet.refund(&part, NOW).await.unwrap(), done);
        assert_eq!(wallet.refund_state(&part, NOW).await.unwrap(), done);
    }
    let told = ear.next().await.verified(&wallet, NOW).await.unwrap();
    assert!(
        matches!(&told.event, Event::Refund(news) if news.refund_no == first && news.state == done),
        "{:?}",
        told.event
    );
    // Refunds of another amount under the same number, of more than is left and of more than was paid are refused.
    no_more_goes_back(&wallet, &order_no, (&first, &second), NOW).await;
    let rest = refund(&order_no, &second, 109_100);
    assert_eq!(wallet.refund(&rest, NOW).await.unwrap(), done);
    // Closed at Alipay, and paid all the same.
    let state = wallet.query(&order_no, NOW).await.unwrap();
    assert!(matches!(state, TradeState::Paid(_)), "{state:?}");
    let told = ear.next().await.verified(&wallet, NOW).await.unwrap();
    assert!(matches!(told.event, Event::Refund(news) if news.refund_no == second));
}

#[tokio::test]
async fn whoever_is_not_our_app_is_refused_provably() {
    let server = Server::start();
    let fine = alipay_settings(&server, NOWHERE);
    let keys = server.sandbox.wallet_keys().unwrap();
    let others = [
        Settings {
            private_key: Secret::new(keys.wechat_pay_private_key.clone()),
            ..fine.clone()
        },
        Settings {
            app_id: "2021000000000809".to_owned(),
            ..fine.clone()
        },
    ];
    for settings in &others {
        let refused = alipay(settings).query(&order("O202611210001"), NOW).await;
        let refused = refused.unwrap_err();
        assert!(matches!(refused, WalletError::Refused { .. }), "{refused}");
    }
    // A merchant that takes another key for Alipay's believes nothing.
    let settings = Settings {
        trust: Trust::PublicKey(keys.wechat_pay_public_key.clone()),
        ..fine.clone()
    };
    let unverified = alipay(&settings).query(&order("O202611210001"), NOW).await;
    let unverified = unverified.unwrap_err();
    assert!(
        matches!(unverified, WalletError::Unverified(_)),
        "{unverified}"
    );
    // One certificate in place of another.
    let Trust::Certificates { app, root, .. } = certificates(keys) else {
        panic!("certificates");
    };
    let settings = Settings {
        trust: Trust::Certificates {
            app: app.clone(),
            alipay: app,
            root,
        },
        ..fine
    };
    let unverified = alipay(&settings).query(&order("O202611210001"), NOW).await;
    assert!(unverified.unwrap_err().may_have_happened());
}

#[tokio::test]
async fn a_link_that_was_changed_opens_nothing() {
    let server = Server::start();
    let wallet = alipay(&alipay_settings(&server, NOWHERE));
    let order_no = order("O202611210001");
    let shown = wallet
        .create(&payment(&order_no, TradeType::Page), NOW)
        .await;
    let Show::Page(link) = shown.unwrap() else {
        panic!("a page");
    };
    for (from, to) in [
        ("1092.00", "1.00"),
        ("O202611210001", "O202611210002"),
        ("page.pay", "wap.pay"),
        ("RSA2", "RSA"),
        ("sign=", "sign=A"),
        ("app_id=2021", "app_id=2022"),
        ("utf-8", "gbk"),
    ] {
        let changed = link.replacen(from, to, 1);
        assert_ne!(changed, link);
        let reply = client().get(&changed).send().await.unwrap();
        assert_eq!(reply.status(), 400, "{to}");
    }
    let reply = client().get(&link).send().await.unwrap();
    assert_eq!(reply.status(), 303);
    // An order number that comes again with another amount is no second payment.
    let mut other = payment(&order_no, TradeType::Page);
    other.amount = fen(1);
    let Show::Page(link) = wallet.create(&other, NOW).await.unwrap() else {
        panic!("a page");
    };
    assert_eq!(client().get(&link).send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn a_notification_of_the_other_wallet_is_refused() {
    let server = Server::start();
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    let alipay = alipay(&alipay_settings(&server, &ear.url));
    let other = crate::shop::wechat_pay(&wechat_pay_settings(&server, &ear.url));
    let order_no = order("O202611210001");
    for (paid, wrong) in [(&alipay, &other), (&other, &alipay)] {
        let shown = paid
            .create(&payment(&order_no, TradeType::Qr), NOW)
            .await
            .unwrap();
        ear.take_next(paid);
        press(&server, &pay_page(&server, &shown).await, "pay").await;
        let heard = ear.next().await;
        assert!(heard.verified(wrong, NOW).await.is_err());
        assert!(heard.verified(paid, NOW).await.is_ok());
    }
}
