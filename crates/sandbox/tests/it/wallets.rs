//! Behaviour that both wallets have in common: schedules, restarts, the pages.

use connectors::wallets::{TradeState, TradeType, Wallet};
use eventually::eventually;

use crate::server::{NOW, Server};
use crate::shop::{
    Ear, alipay, alipay_settings, order, pay_page, payment, press, wechat_pay, wechat_pay_settings,
};

const NOWHERE: &str = "http://127.0.0.1:1/callback";

/// Seconds after which a notification that nobody takes comes again.
async fn comes_again(wallet: &Wallet, server: &Server, ear: &mut Ear, pauses_s: &[i64]) {
    let order_no = order("O202611210001");
    let shown = wallet.create(&payment(&order_no, TradeType::Qr), NOW).await;
    press(server, &pay_page(server, &shown.unwrap()).await, "pay").await;
    let first = ear.next().await.verified(wallet, NOW).await.unwrap();
    let mut now = NOW;
    for pause in pauses_s {
        settled(server, now + pause * 1000).await;
        assert!(ear.is_silent(), "before {pause} s are over");
        now += pause * 1000;
        server.set_now(now);
        let again = ear.next().await.verified(wallet, now).await.unwrap();
        assert_eq!(again.id, first.id);
        assert_eq!(again.event, first.event);
    }
    // After the last one nothing comes any more.
    gone(server).await;
    server.set_now(now + 30 * 24 * 60 * 60 * 1000);
    assert!(ear.is_silent());
}

/// Waits until the last attempt is written down, then moves the clock to just before the next one.
async fn settled(server: &Server, next_ms: i64) {
    let wanted = format!("\"next_ms\":{next_ms}");
    until(server, |book| {
        book.lines()
            .last()
            .is_some_and(|line| line.contains(&wanted))
    })
    .await;
    server.set_now(next_ms - 1);
}

async fn gone(server: &Server) {
    until(server, |book| {
        book.lines()
            .last()
            .is_some_and(|line| line.contains("\"news\":[]"))
    })
    .await;
}

async fn until(server: &Server, fits: impl Fn(&str) -> bool) {
    let path = server.outbox.with_file_name("keys").join("wallets.jsonl");
    eventually("the book", async || {
        let book = std::fs::read_to_string(&path).unwrap();
        if fits(&book) { Ok(()) } else { Err(book) }
    })
    .await;
}

#[tokio::test]
async fn alipay_tells_eight_times_within_25_hours() {
    let server = Server::start();
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    let wallet = alipay(&alipay_settings(&server, &ear.url));
    let pauses = [240, 600, 600, 3600, 7200, 21_600, 54_000];
    comes_again(&wallet, &server, &mut ear, &pauses).await;
}

#[tokio::test]
async fn wechat_pay_tells_sixteen_times_within_a_day() {
    let server = Server::start();
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    let wallet = wechat_pay(&wechat_pay_settings(&server, &ear.url));
    let pauses = [
        15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600,
    ];
    comes_again(&wallet, &server, &mut ear, &pauses).await;
}

#[tokio::test]
async fn a_restart_forgets_no_payment_no_key_and_nothing_that_is_to_be_told() {
    let server = Server::start();
    let mut ear = Ear::open().await;
    let settings = wechat_pay_settings(&server, &ear.url);
    let wallet = wechat_pay(&settings);
    let (paid, open) = (order("O202611210001"), order("O202611210002"));
    for order_no in [&paid, &open] {
        let shown = wallet.create(&payment(order_no, TradeType::Qr), NOW).await;
        let page = pay_page(&server, &shown.unwrap()).await;
        if order_no == &paid {
            press(&server, &page, "pay").await;
        }
    }
    // As a kill in the middle of a line leaves it.
    let book = server.outbox.with_file_name("keys").join("wallets.jsonl");
    let mut text = std::fs::read_to_string(&book).unwrap();
    text.push_str("{\"which\":\"Ali");
    std::fs::write(&book, text).unwrap();
    let server = server.again().await;
    let _deliveries = server.sandbox.deliveries().unwrap();
    ear.take_next(&wallet);
    assert!(ear.next().await.verified(&wallet, NOW).await.is_ok());
    let state = wallet.query(&paid, NOW).await.unwrap();
    assert!(matches!(state, TradeState::Paid(_)), "{state:?}");
    let state = wallet.query(&open, NOW).await.unwrap();
    assert_eq!(state, TradeState::Waiting);
    // Told once.
    gone(&server).await;
    assert!(ear.is_silent());
}

#[tokio::test]
async fn a_payment_whose_notification_is_lost_is_found_by_asking() {
    let server = Server::start();
    let _deliveries = server.sandbox.deliveries().unwrap();
    let mut ear = Ear::open().await;
    let wallet = alipay(&alipay_settings(&server, &ear.url));
    let order_no = order("O202611210001");
    let shown = wallet
        .create(&payment(&order_no, TradeType::Page), NOW)
        .await;
    press(
        &server,
        &pay_page(&server, &shown.unwrap()).await,
        "payUnheard",
    )
    .await;
    let state = wallet.query(&order_no, NOW).await.unwrap();
    assert!(matches!(state, TradeState::Paid(_)), "{state:?}");
    gone(&server).await;
    assert!(ear.is_silent());
}

#[tokio::test]
async fn the_pages_speak_both_languages_and_make_no_markup_of_a_subject() {
    let server = Server::start();
    let wallet = alipay(&alipay_settings(&server, NOWHERE));
    let order_no = order("O202611210001");
    let shown = wallet
        .create(&payment(&order_no, TradeType::Page), NOW)
        .await;
    let page = pay_page(&server, &shown.unwrap()).await;
    let path = page.strip_prefix(&server.base).unwrap().to_owned();
    for (tag, pay, waiting) in [
        ("zh-CN", ">付款<", "等待付款"),
        ("en-US", ">Pay<", "Waiting to be paid"),
    ] {
        let (status, html) = server.get(&format!("{path}?lang={tag}")).await;
        assert_eq!(status, 200);
        assert!(html.contains(pay) && html.contains(waiting), "{html}");
        assert!(html.contains("¥1,092.00") && html.contains("O202611210001"));
        assert!(html.contains("&lt;b&gt;S4") && !html.contains("<b>S4"));
        let (_, list) = server.get(&format!("/sandbox/payments?lang={tag}")).await;
        assert!(list.contains(waiting) && list.contains(&path), "{list}");
        assert!(!list.contains("<b>S4"));
    }
    press(&server, &page, "pay").await;
    let (_, html) = server.get(&format!("{path}?lang=en-US")).await;
    assert!(html.contains(">Paid<") && !html.contains("<form"), "{html}");
    let (status, _) = server.get("/sandbox/payments/nothing").await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn the_list_is_locked_where_others_can_reach_it() {
    let server = Server::start_public();
    assert_eq!(server.get("/sandbox/payments").await.0, 400);
    assert_eq!(server.get("/sandbox/payments?key=guess").await.0, 400);
    let page = server.sandbox.payments_page();
    let path = page.strip_prefix(&server.base).unwrap();
    assert_eq!(server.get(path).await.0, 200);
}
