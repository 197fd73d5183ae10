//! Redeem codes: made, shown, used once, guessed in vain.

mod batches;
mod breaches;
mod guessing;
mod races;
mod using;

use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};

use domain::phones::ListQuery;
use domain::redeem::{Code, Refusal};
use store::phones::{List, Listed, list};
use store::redeem::{Guesser, RedeemError, Redeemed, redeem};
use store::seed::Seeded;
use store::session::Actor;

use crate::fixture::{Fixture, NOW, load};

/// For as long as the tests of a file take, every port is another's.
static PORTS: AtomicU32 = AtomicU32::new(40_000);

const CODE: &str = "7QKM-2VXA-9HMT-P4XE-B3TN";
const OTHER: &str = "H4TR-8WNC-K2US-DV6M-ABCD";

fn code(text: &str) -> Code {
    Code::parse(text).unwrap()
}

/// Member who shows a code, from the address whose last byte is `end`.
fn at(actor: &Actor, end: u8) -> Guesser {
    Guesser {
        actor: actor.clone(),
        address: Some(IpAddr::from([203, 0, 113, end])),
    }
}

async fn used_at(
    f: &Fixture,
    actor: &Actor,
    (text, phone_id): (&str, Option<i64>),
    now_ms: i64,
) -> Result<Redeemed, RedeemError> {
    redeem(&f.store, at(actor, 1), (code(text), phone_id), now_ms).await
}

async fn used(f: &Fixture, actor: &Actor, text: &str) -> Result<Redeemed, RedeemError> {
    used_at(f, actor, (text, None), NOW).await
}

/// Refusal, by the rules, of a code that was not used.
fn refused(result: Result<Redeemed, RedeemError>) -> Refusal {
    match result {
        Err(RedeemError::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

/// Adds phones to stock.
async fn stock(f: &Fixture, configuration: &str, count: u32) {
    let phones: Vec<String> = (0..count)
        .map(|_| {
            let port = PORTS.fetch_add(1, Ordering::Relaxed);
            format!(r#"{{"configuration":"{configuration}","adb":"127.0.0.1:{port}"}}"#)
        })
        .collect();
    load(&f.store, &format!(r#"{{"stock":[{}]}}"#, phones.join(","))).await;
}

/// Makes a code that gives a phone of the fixture's configuration for 30 days.
async fn phone_code(f: &Fixture, text: &str) -> Seeded {
    seed(
        f,
        &format!(r#"{{"code":"{text}","gives":"phone","days":30,"configuration":"VIP"}}"#),
    )
    .await
}

/// Makes a code that gives 30 days to any phone.
async fn days_code(f: &Fixture, text: &str) -> Seeded {
    seed(
        f,
        &format!(r#"{{"code":"{text}","gives":"days","days":30}}"#),
    )
    .await
}

/// Makes codes.
async fn seed(f: &Fixture, list: &str) -> Seeded {
    load(&f.store, &format!(r#"{{"redeemCodes":[{list}]}}"#)).await
}

/// First page of a member's phones.
async fn first_page(f: &Fixture, actor: &Actor) -> List {
    let query = ListQuery::parse(None, None, None, None, None).unwrap();
    list(&f.store, actor, query, NOW).await.unwrap()
}

async fn phones_of(f: &Fixture, actor: &Actor) -> Vec<Listed> {
    first_page(f, actor).await.rows
}
