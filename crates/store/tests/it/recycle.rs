//! The end of rentals: reminders, grace, recycle bin, wipe, and what comes back with more time.

mod auto_renew;
mod giving_up;
mod model;
mod reminders;

use domain::notices::Kind;
use domain::operations::{Effect, Event, Evidence, SETTLE_MS};
use domain::orders::{Key, OrderRules, PayWay, Wallet};
use domain::phones::{ListQuery, Power, Rental};
use store::notices::{self, Notice, Wanted};
use store::operations::{Advance, advance as advance_operation, take, wipe_left};
use store::orders::{self, Draft, NewOrder, Settlement};
use store::phones::{Listed, list};
use store::recycle::{self, Bin, BinPage, BinQuery, PurgedPage, Step};
use store::session::Actor;
use store::{Store, groups, tags};

use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, load, on_each_database};

/// The end of a rental of a day that began now.
const END: i64 = NOW + DAY;
/// When its phone goes into the recycle bin.
const BIN: i64 = END + 7 * DAY;
/// When it is wiped.
const PURGE: i64 = BIN + 7 * DAY;

/// Does all that is due; each step with the phones that it changed.
pub async fn pass(store: &Store, now_ms: i64) -> Vec<(Step, Vec<i64>)> {
    let rules = OrderRules::default();
    let mut done = Vec::new();
    loop {
        let all = recycle::due(store, rules, now_ms).await.unwrap();
        if all.is_empty() {
            return done;
        }
        for due in all {
            let step = due.step;
            let changed = recycle::advance(store, rules, due, now_ms).await.unwrap();
            assert!(!changed.is_empty(), "{step:?} is due and changes nothing");
            done.push((step, changed));
        }
    }
}

async fn listed(store: &Store, who: &Actor, now_ms: i64) -> Vec<Listed> {
    let query = ListQuery::parse(None, None, None, None, Some(200)).unwrap();
    list(store, who, query, now_ms).await.unwrap().rows
}

async fn bin(store: &Store, who: &Actor, now_ms: i64) -> BinPage {
    let query = BinQuery {
        limit: 200,
        ..BinQuery::default()
    };
    let kept = OrderRules::default().retention;
    recycle::bin(store, who, kept, query, now_ms).await.unwrap()
}

async fn purged(store: &Store, who: &Actor) -> PurgedPage {
    recycle::purged(store, who, (0, 200)).await.unwrap()
}

/// The member's messages of a kind, the oldest first.
async fn told(store: &Store, who: &Actor, kind: Kind) -> Vec<Notice> {
    let wanted = Wanted {
        kind: Some(kind),
        read: None,
    };
    let page = notices::list(store, who, wanted, (0, 1000)).await.unwrap();
    page.list.into_iter().rev().collect()
}

/// A price for the fixture's configuration, by which it is renewed.
async fn sell(f: &Fixture) {
    let shelf =
        r#"{"prices":[{"configuration":"VIP","days":30,"tiers":[{"from":1,"unitFen":4500}]}]}"#;
    load(&f.store, shelf).await;
}

/// Pays for another month of a phone.
async fn renew(f: &Fixture, who: &Actor, phone_id: i64, trade_no: &str, now_ms: i64) {
    let store = &f.store;
    let new = NewOrder {
        draft: month(store, Some(phone_id)).await,
        expected_total_fen: 4500,
        points: 0,
        agreed: true,
        agreement: None,
    };
    let (rules, key) = (OrderRules::default(), Key::parse(trade_no).ok());
    let made = orders::create(store, who, rules, new, key, now_ms).await;
    let order_id = made.unwrap().order.id;
    let begun = orders::attempt(store, who, order_id, Wallet::Alipay, PayWay::Pc, now_ms)
        .await
        .unwrap();
    let money = Settlement {
        attempt: begun.number,
        trade_no: trade_no.to_owned(),
        amount_fen: 4500,
        paid_ms: Some(now_ms),
    };
    orders::settle(store, Wallet::Alipay, money, now_ms)
        .await
        .unwrap();
}

/// A month of another phone, or another month of a phone.
async fn month(store: &Store, phone_id: Option<i64>) -> Draft {
    let shelf = orders::shelf(store, None, NOW).await.unwrap();
    let sold = shelf.iter().find(|c| !c.packages.is_empty()).unwrap();
    let package_id = sold.packages[0].id;
    match phone_id {
        Some(id) => Draft::Renewal {
            lines: vec![(id, package_id)],
        },
        None => Draft::Purchase {
            configuration_id: sold.id,
            carrier: None,
            package_id,
            quantity: 1,
        },
    }
}

fn seen(boot: &str, data: &str) -> Event {
    Event::Seen(Evidence {
        boot_id: Some(boot.to_owned()),
        data_id: Some(data.to_owned()),
        power: Some(Power::On),
        dpi: Some(320),
        booted: true,
        build_id: Some("build-1".to_owned()),
        linked: true,
        apps: None,
        android_id: None,
        identity: None,
        backup: None,
    })
}

/// Wipes what was left, as the engine does, with phones that do as they are told.
async fn wipe(store: &Store, now_ms: i64) -> Vec<i64> {
    let begun = wipe_left(store, now_ms).await.unwrap();
    let mut open = take(store, now_ms).await.unwrap();
    let (mut looks, mut at_ms, mut steps) = (0, now_ms, 0);
    while let Some(step) = open.pop() {
        (at_ms, steps) = (at_ms + SETTLE_MS, steps + 1);
        assert!(steps < 1000, "the wipes come to their end");
        let (at, event) = match step {
            Advance::Run(at, Effect::Observe) => {
                looks += 1;
                let before = looks % 2 == 1;
                let event = if before {
                    seen("b1", "d1")
                } else {
                    seen("b2", "d2")
                };
                (at, event)
            }
            Advance::Run(at, _) => (at, Event::Seen(Evidence::default())),
            Advance::Waits(at) => (at, seen("b2", "d2")),
            _ => continue,
        };
        open.push(
            advance_operation(store, at.id, at.generation, event, at_ms)
                .await
                .unwrap(),
        );
    }
    begun
}

#[test]
fn a_rental_goes_through_grace_and_bin_to_the_wipe_each_step_once() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 1).await;
        pass(&f.store, NOW).await;
        assert_eq!(pass(&f.store, END - 1).await, [(Step::Remind, vec![id])]);
        for (now_ms, step, rental, counts) in [
            (END, Step::End, Rental::Expired, (1, 0)),
            (BIN, Step::Recycle, Rental::Recycled, (0, 1)),
        ] {
            assert_eq!(pass(&f.store, now_ms - 1).await, []);
            assert_eq!(pass(&f.store, now_ms).await, [(step, vec![id])]);
            assert_eq!(pass(&f.store, now_ms).await, []);
            let rows = listed(&f.store, &owner, now_ms).await;
            assert_eq!(rows[0].phone.term().rental(now_ms), rental);
            let page = bin(&f.store, &owner, now_ms).await;
            assert_eq!((page.counts.grace, page.counts.bin), counts);
            assert_eq!(page.list[0].purge_ms, PURGE);
        }
        let soon = |at_ms| async move { bin(&f.store, &owner, at_ms).await.counts.soon };
        assert_eq!(soon(PURGE - DAY - 1).await, 0);
        let owner = f.actor(OWNER).await;
        assert_eq!(bin(&f.store, &owner, PURGE - DAY).await.counts.soon, 1);
        assert_eq!(pass(&f.store, PURGE - 1).await, []);
        assert_eq!(pass(&f.store, PURGE).await, [(Step::Purge, vec![id])]);
        assert_eq!(pass(&f.store, PURGE).await, []);
        assert!(listed(&f.store, &owner, PURGE).await.is_empty());
        let titles: Vec<String> = told(&f.store, &owner, Kind::Expired)
            .await
            .iter()
            .map(|notice| notice.title(domain::lang::Lang::Zh))
            .collect();
        assert_eq!(titles, ["甲已到期", "甲已移入回收站", "甲已彻底清除"]);

        let record = purged(&f.store, &owner).await.list.remove(0);
        assert_eq!((record.alias.as_str(), record.given_up), ("甲", false));
        assert_eq!((record.purged_ms, record.wipe), (PURGE, None));
        assert_eq!(wipe(&f.store, PURGE + MINUTE).await, [id]);
        let wiped = purged(&f.store, &owner).await.list.remove(0).wipe;
        assert!(wiped.is_some_and(|(_, at_ms)| at_ms > PURGE + MINUTE));
        assert_eq!(wipe(&f.store, PURGE + DAY).await, [0; 0]);
        assert_eq!(
            bin(&f.store, &owner, PURGE).await.counts,
            Bin {
                purged: 1,
                ..Bin::default()
            }
        );
    });
}

#[test]
fn a_phone_comes_back_from_the_bin_with_its_group_its_tags_and_its_grants() {
    on_each_database(async |f| {
        sell(f).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let id = f.phone("甲", 1).await;
        let other = f.phone("乙", 1).await;
        f.grant("甲", "operate", 24 * 60).await;
        // This one ended by itself before the rental did.
        f.grant("乙", "operate", 60).await;
        let name = |text: &str| domain::text::names::Name::parse(text).unwrap();
        let group = groups::create(&f.store, &owner, name("一组"), NOW)
            .await
            .unwrap();
        groups::move_phones(&f.store, &owner, vec![id, other], Some(group), NOW)
            .await
            .unwrap();
        let tag = tags::create(&f.store, &owner, name("红"), NOW)
            .await
            .unwrap();
        tags::bind(&f.store, &owner, vec![tag], vec![id], NOW)
            .await
            .unwrap();
        for now_ms in [END, BIN] {
            pass(&f.store, now_ms).await;
            assert!(listed(&f.store, &guest, now_ms).await.is_empty());
        }
        let row = &bin(&f.store, &owner, BIN).await.list;
        let facts: Vec<_> = row
            .iter()
            .map(|p| (p.group.as_deref(), p.tags, p.grants))
            .collect();
        assert!(
            facts.contains(&(Some("一组"), 1, 1)) && facts.contains(&(Some("一组"), 0, 0)),
            "{facts:?}"
        );

        for (phone, trade_no) in [(id, "T1"), (other, "T2")] {
            renew(f, &owner, phone, trade_no, PURGE - 1).await;
        }
        let until = PURGE - 1 + 30 * DAY;
        let rows = listed(&f.store, &owner, PURGE).await;
        for row in &rows {
            assert_eq!(row.phone.term().rental(PURGE), Rental::Active);
            assert_eq!(
                (row.phone.expire_ms, row.phone.group_id),
                (until, Some(group))
            );
        }
        let tagged = rows.iter().find(|row| row.phone.id == id).unwrap();
        assert_eq!(tagged.tags, [(tag, "红".to_owned())]);
        let lent: Vec<(i64, i64)> = listed(&f.store, &guest, PURGE)
            .await
            .iter()
            .map(|row| (row.phone.id, row.until_ms))
            .collect();
        assert_eq!(lent, [(id, until)]);
        assert_eq!(pass(&f.store, PURGE + DAY).await, []);
    });
}

#[test]
fn a_server_that_was_down_takes_no_time_from_anybody() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 1).await;
        let back = END + 100 * DAY;
        assert_eq!(pass(&f.store, back).await, [(Step::End, vec![id])]);
        let page = bin(&f.store, &owner, back).await;
        assert_eq!(page.list[0].purge_ms, back + 14 * DAY);
        let later = back + 50 * DAY;
        assert_eq!(pass(&f.store, later).await, [(Step::Recycle, vec![id])]);
        let page = bin(&f.store, &owner, later).await;
        assert_eq!(page.list[0].purge_ms, later + 7 * DAY);
    });
}

#[test]
fn two_servers_that_look_at_once_do_each_step_once() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let mut ids = Vec::new();
        for n in 0..8 {
            ids.push(f.phone(&format!("机{n}"), 1).await);
        }
        ids.sort_unstable();
        let rules = OrderRules::default();
        for (now_ms, step) in [(END, Step::End), (BIN, Step::Recycle), (PURGE, Step::Purge)] {
            let due = recycle::due(&f.store, rules, now_ms).await.unwrap();
            let mut calls = Vec::new();
            for due in due.iter().cycle().take(due.len() * 4) {
                let (store, due) = (f.store.clone(), due.clone());
                calls.push(tokio::spawn(async move {
                    recycle::advance(&store, rules, due, now_ms).await.unwrap()
                }));
            }
            let mut changed = Vec::new();
            for call in calls {
                changed.extend(call.await.unwrap());
            }
            changed.sort_unstable();
            assert_eq!(changed, ids, "{step:?}");
        }
        assert_eq!(told(&f.store, &owner, Kind::Expired).await.len(), 3);
        assert_eq!(purged(&f.store, &owner).await.total, 8);
    });
}

#[test]
fn the_payment_that_comes_after_the_wipe_goes_back_and_the_one_before_restores() {
    on_each_database(async |f| {
        sell(f).await;
        let owner = f.actor(OWNER).await;
        let (kept, lost) = (f.phone("甲", 1).await, f.phone("乙", 1).await);
        for now_ms in [END, BIN] {
            pass(&f.store, now_ms).await;
        }
        renew(f, &owner, kept, "T1", PURGE - 1).await;
        let rules = OrderRules::default();
        let due = recycle::due(&f.store, rules, PURGE).await.unwrap();
        assert_eq!(due.len(), 1);
        assert_eq!(due[0].phone_ids, [lost]);
        // A look that began before the renewal wipes nothing.
        let mut stale = due[0].clone();
        stale.phone_ids.push(kept);
        let changed = recycle::advance(&f.store, rules, stale, PURGE).await;
        assert_eq!(changed.unwrap(), [lost]);
        assert_eq!(listed(&f.store, &owner, PURGE).await.len(), 1);
    });
}
