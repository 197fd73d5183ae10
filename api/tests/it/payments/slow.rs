//! A wallet that is slow or away: whoever waits for it waits three seconds, nobody else notices.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::buyer::{Buyer, at_the_page};
use super::shop;
use crate::server::{GUEST, OWNER, Server, with_shop};

/// What the way to the wallet adds to each answer.
const SLOW: Duration = Duration::from_secs(20);
/// The longest that a caller waits is three seconds; a busy machine adds the rest.
const LONGEST: Duration = Duration::from_secs(3 + 7);
static IS_SLOW: AtomicBool = AtomicBool::new(true);

/// A way to an address that is slow as long as it is told so; the address of its near end.
fn slow_way(address: String) -> String {
    let (origin, path) = split(&address);
    let far = origin.strip_prefix("http://").unwrap().to_owned();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let near = format!("http://{}{path}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async move {
            let listener = TcpListener::from_std(listener).unwrap();
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(pass(stream, far.clone()));
            }
        });
    });
    near
}

fn split(address: &str) -> (&str, &str) {
    let at = address[8..].find('/').unwrap() + 8;
    address.split_at(at)
}

async fn pass(mut near: TcpStream, far: String) {
    let Ok(mut far) = TcpStream::connect(far).await else {
        return;
    };
    let (mut asked, mut answered) = ([0; 16_384], [0; 16_384]);
    loop {
        tokio::select! {
            read = near.read(&mut asked) => match read {
                Ok(n) if n > 0 => {
                    if far.write_all(&asked[..n]).await.is_err() {
                        return;
                    }
                }
                _ => return,
            },
            read = far.read(&mut answered) => match read {
                Ok(n) if n > 0 => {
                    if IS_SLOW.load(Ordering::Relaxed) {
                        tokio::time::sleep(SLOW).await;
                    }
                    if near.write_all(&answered[..n]).await.is_err() {
                        return;
                    }
                }
                _ => return,
            },
        }
    }
}

/// The middle of ten waits for something that has nothing to do with payments, and of writing.
async fn usual_wait(s: &Server, buyer: &Buyer<'_>) -> Duration {
    let mut waits = Vec::new();
    for n in 0..10 {
        let begun = Instant::now();
        let body = serde_json::json!({ "name": format!("组{n}") });
        let made = s
            .post("/app-api/trade/phone-group/create", &buyer.token, body)
            .await
            .data();
        let body = serde_json::json!({ "id": made["id"] });
        s.post("/app-api/trade/phone-group/delete", &buyer.token, body)
            .await
            .data();
        waits.push(begun.elapsed());
    }
    waits.sort();
    waits[5]
}

#[test]
fn a_slow_wallet_costs_three_seconds_and_holds_up_nobody_else() {
    with_shop(slow_way, async |s| {
        IS_SLOW.store(true, Ordering::Relaxed);
        shop::stock(s, 2).await;
        let (buyer, other) = (Buyer::new(s, OWNER).await, Buyer::new(s, GUEST).await);
        let order = buyer.order(1).await;
        let usual = usual_wait(s, &other).await;
        let asking = async {
            let begun = Instant::now();
            let pending = buyer.begin(order, 2, "pc").await;
            assert!(begun.elapsed() < LONGEST, "{:?}", begun.elapsed());
            pending
        };
        let meanwhile = async {
            // While the wallet is asked, the database is nobody's.
            let wait = usual_wait(s, &other).await;
            // Whoever held a lock for the wallet would cost each of these seconds; the second is the machine's.
            let longest = usual * 2 + Duration::from_secs(1);
            assert!(wait < longest, "{wait:?} beside {usual:?}");
        };
        let (pending, ()) = tokio::join!(asking, meanwhile);
        assert_eq!(pending["show"], Value::Null);
        // The wallet comes to itself; the same payment is shown, and can be paid.
        IS_SLOW.store(false, Ordering::Relaxed);
        let shown = buyer.begin(order, 2, "pc").await;
        assert_eq!(shown["attempt"], pending["attempt"]);
        at_the_page(s, &shown, "pay").await;
        let paid = buyer.info_when(order, |o| o["state"] == "paid").await;
        assert_eq!(paid["phones"].as_array().unwrap().len(), 1);
    });
}

/// Nobody answers there.
fn nowhere(address: String) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let (_, path) = split(&address);
    format!("http://{}{path}", listener.local_addr().unwrap())
}

#[test]
fn a_wallet_that_is_away_is_said_to_be_and_the_other_one_takes_the_money() {
    with_shop(nowhere, async |s| {
        shop::stock(s, 1).await;
        let buyer = Buyer::new(s, OWNER).await;
        let order = buyer.order(1).await;
        let body = serde_json::json!({ "orderId": order, "wallet": 2, "way": "pc" });
        let reply = buyer.post(super::buyer::PAY, body).await;
        assert_eq!(reply.code(), 1_011_108_019, "{}", reply.text);
        let begun = buyer.begin(order, 1, "pc").await;
        at_the_page(s, &begun, "pay").await;
        buyer.info_when(order, |o| o["state"] == "paid").await;
    });
}
