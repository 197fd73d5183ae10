//! `owldeck check` finds what must never be so of orders and money, by name.

use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection, sql_query};
use domain::orders::Reason;
use store::check::check;
use store::{Kind, orders};

use super::{Shop, buy, order, stock};
use crate::fixture::{Fixture, NOW, OWNER, on_each_database};

fn run(f: &Fixture, sql: &str) {
    let changed = match f.store.kind() {
        Kind::Sqlite => sql_query(sql).execute(&mut SqliteConnection::establish(&f.url).unwrap()),
        Kind::Postgres => sql_query(sql).execute(&mut PgConnection::establish(&f.url).unwrap()),
    };
    assert!(changed.unwrap() > 0, "{sql}");
}

const STOCK: &str =
    "all phones are those on the shelf, those kept for open orders, those rented and those held";

/// Damage, the name of the check that finds it, and its repair.
const BREACHES: [(&str, &str, &str); 13] = [
    (
        "UPDATE ledger_entries SET amount_fen = amount_fen + 1 WHERE account = 3",
        "every posting of the ledger adds up to nothing",
        "UPDATE ledger_entries SET amount_fen = amount_fen - 1 WHERE account = 3",
    ),
    (
        "UPDATE ledger_entries SET account = 2 WHERE account = 1",
        "every payment came into the ledger once",
        "UPDATE ledger_entries SET account = 1 WHERE account = 2",
    ),
    (
        "UPDATE ledger_entries SET account = 4 WHERE account = 3",
        "what the ledger owes of a payment is what is on its way back",
        "UPDATE ledger_entries SET account = 3 WHERE account = 4",
    ),
    (
        "UPDATE payments SET refund_fen = 1",
        "no more of a payment is spoken for than its refunds say",
        "UPDATE payments SET refund_fen = 0",
    ),
    (
        "UPDATE payments SET fulfilled = FALSE",
        "every payment that bought nothing goes back once, all of it",
        "UPDATE payments SET fulfilled = TRUE",
    ),
    (
        "UPDATE orders SET paid_fen = paid_fen + 1 WHERE state = 1",
        "every paid order is fulfilled once with all of its price",
        "UPDATE orders SET paid_fen = paid_fen - 1 WHERE state = 1",
    ),
    (
        "UPDATE orders SET state = 7 WHERE state = 1",
        "every order that was sold out goes back once",
        "UPDATE orders SET state = 1 WHERE state = 7",
    ),
    (
        "UPDATE phones SET reserved_by = -reserved_by WHERE reserved_by IS NOT NULL",
        "no phone is kept for an order and given, held or wiped as well",
        "UPDATE phones SET reserved_by = -reserved_by WHERE reserved_by IS NOT NULL",
    ),
    (
        "UPDATE orders SET quantity = quantity + 1",
        "every purchase brought as many phones as were paid, and every other none",
        "UPDATE orders SET quantity = quantity - 1",
    ),
    (
        "UPDATE phones SET reserved_by = 0 WHERE owner_id IS NULL AND reserved_by IS NULL",
        STOCK,
        "UPDATE phones SET reserved_by = NULL WHERE reserved_by = 0",
    ),
    (
        "UPDATE phones SET owner_id = (SELECT member_id FROM orders WHERE state = 0) WHERE reserved_by IS NOT NULL",
        STOCK,
        "UPDATE phones SET owner_id = NULL WHERE reserved_by IS NOT NULL",
    ),
    (
        "UPDATE orders SET quantity = quantity + 1 WHERE state = 0",
        STOCK,
        "UPDATE orders SET quantity = quantity - 1 WHERE state = 0",
    ),
    (
        "UPDATE orders SET agreed_ms = -1 - agreed_ms",
        "every order was made with a published authorization agreement",
        "UPDATE orders SET agreed_ms = -1 - agreed_ms",
    ),
];

/// The names of what does not hold.
async fn broken(f: &Fixture) -> Vec<&'static str> {
    let findings = check(&f.store).await.unwrap();
    findings
        .into_iter()
        .filter(|finding| !finding.ok)
        .map(|finding| finding.name)
        .collect()
}

#[test]
fn a_breach_of_orders_or_money_is_found_by_name() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let owner = f.actor(OWNER).await;
        buy(f, &owner, shop.month(1)).await;
        order(f, &owner, shop.month(1)).await;
        for (wrong, name, right) in BREACHES {
            run(f, wrong);
            let broken = broken(f).await;
            assert!(broken.contains(&name), "{wrong}: {broken:?}");
            run(f, right);
        }
    });
}

#[test]
fn a_phone_that_stays_after_all_of_its_money_went_back_is_found() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let owner = f.actor(OWNER).await;
        let (id, _) = buy(f, &owner, shop.month(1)).await;
        let reason = Reason::parse("买错了").unwrap();
        orders::request_refund(&f.store, &owner, id, reason, None, NOW)
            .await
            .unwrap();
        assert!(broken(f).await.is_empty());
        run(
            f,
            "UPDATE phones SET owner_id = left_by, assign_ms = (SELECT assign_ms FROM order_phones)",
        );
        let broken = broken(f).await;
        let name = "no phone stays with a buyer whose money has all gone back";
        assert!(broken.contains(&name), "{broken:?}");
        run(f, "UPDATE phones SET owner_id = NULL, assign_ms = 0");
    });
}
