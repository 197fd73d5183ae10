//! `owldeck check` finds what must never be so of points, by name.

use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection, sql_query};
use store::Kind;
use store::check::check;

use super::{earned, pay, refund};
use crate::fixture::{Fixture, NOW, OWNER, on_each_database};
use crate::orders::{order_with, stock};

fn run(f: &Fixture, sql: &str) {
    let changed = match f.store.kind() {
        Kind::Sqlite => sql_query(sql).execute(&mut SqliteConnection::establish(&f.url).unwrap()),
        Kind::Postgres => sql_query(sql).execute(&mut PgConnection::establish(&f.url).unwrap()),
    };
    assert!(changed.unwrap() > 0, "{sql}");
}

/// Damage, the name of the check that finds it, and its repair.
const BREACHES: [(&str, &str, &str); 9] = [
    (
        "UPDATE point_entries SET points = points + 1 WHERE account = 3",
        "every record of points has two entries that add up to nothing, one of them its member's",
        "UPDATE point_entries SET points = points - 1 WHERE account = 3",
    ),
    (
        "UPDATE point_records SET balance = balance + 1 WHERE position = 2",
        "every record of points says the balance before it and its change",
        "UPDATE point_records SET balance = balance - 1 WHERE position = 2",
    ),
    (
        "UPDATE members SET point = point + 1 WHERE point > 0",
        "every member's points are the sum of all changes, and never less than none",
        "UPDATE members SET point = point - 1 WHERE point > 0",
    ),
    (
        "UPDATE point_lots SET rest = rest - 1 WHERE points = 1050",
        "all of a member's points are there to be spent or kept for unpaid orders",
        "UPDATE point_lots SET rest = rest + 1 WHERE points = 1050",
    ),
    (
        "UPDATE orders SET points = points + 1 WHERE state = 0",
        "every order keeps or has spent the points that it says, and no other keeps any",
        "UPDATE orders SET points = points - 1 WHERE state = 0",
    ),
    (
        "UPDATE orders SET points_rate = 2 WHERE state = 1",
        "every fulfilled order earned its points once, and spent them once",
        "UPDATE orders SET points_rate = 1 WHERE state = 1",
    ),
    (
        "UPDATE point_uses SET returned = returned - 1 WHERE returned > 0",
        "all points of an order whose money has all gone back were given back, and never more",
        "UPDATE point_uses SET returned = returned + 1 WHERE returned > 0",
    ),
    (
        "UPDATE point_lots SET points = points + 1 WHERE points = 1050",
        "every lot of points is what its order earned, or what an operator gave",
        "UPDATE point_lots SET points = points - 1 WHERE points = 1051",
    ),
    (
        "UPDATE point_lots SET expired = 1 WHERE points = 1050",
        "every lot of points is what its order earned, or what an operator gave",
        "UPDATE point_lots SET expired = 0 WHERE points = 1050",
    ),
];

#[test]
fn a_breach_of_points_is_found_by_name() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (shop, _) = earned(f, &owner).await;
        stock(f, "标准型", 2).await;
        let back = order_with(&f.store, &owner, shop.month(1), 500, NOW)
            .await
            .unwrap();
        pay(f, &owner, &back, NOW).await;
        refund(f, &owner, back.order.id, None, NOW).await;
        order_with(&f.store, &owner, shop.month(1), 500, NOW)
            .await
            .unwrap();
        for (wrong, name, right) in BREACHES {
            run(f, wrong);
            let findings = check(&f.store).await.unwrap();
            let broken: Vec<_> = findings.iter().filter(|f| !f.ok).map(|f| f.name).collect();
            assert!(broken.contains(&name), "{wrong}: {broken:?}");
            run(f, right);
        }
        assert!(check(&f.store).await.unwrap().iter().all(|found| found.ok));
    });
}
