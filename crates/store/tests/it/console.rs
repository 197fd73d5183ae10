//! All phones as operators find them: one word, a state, a configuration; adding, taking back and removing; what waits for a person.

mod overview;

use domain::lang::Lang;
use domain::notices::Kind as NoticeKind;
use domain::phones::{PhoneActivity, Status, TakingReason};
use store::audit::{self, Author};
use store::console::phones::{self, EventKind, PhoneFilter, PhoneState, RemoveError, TakeError};
use store::console::{ticks, waiting};
use store::notices::{self, Wanted};
use store::phones::StockError;

use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, on_each_database};
use crate::operations::begin;

async fn author(f: &Fixture) -> Author {
    Author {
        actor: f.actor("admin").await,
        address: None,
        now_ms: NOW,
    }
}

/// Ids of the phones that a word finds, and their number.
async fn find(f: &Fixture, keyword: &str, state: Option<PhoneState>) -> (Vec<i64>, i64) {
    let filter = PhoneFilter {
        keyword: keyword.to_owned(),
        state,
        ..PhoneFilter::default()
    };
    let found = phones::find(&f.store, filter, (0, 20)).await.unwrap();
    let ids = found.rows.iter().map(|row| row.id).collect();
    (ids, found.total)
}

/// Adds a phone to stock at this address.
async fn spare(f: &Fixture, address: &str) -> i64 {
    let kinds = phones::counts(&f.store).await.unwrap().kinds;
    let vip = kinds.iter().find(|kind| kind.name.zh == "VIP").unwrap();
    let made = phones::add(&f.store, author(f).await, vip.id, vec![address.to_owned()]).await;
    made.unwrap()[0].id
}

#[test]
fn any_phone_is_found_by_each_of_its_words() {
    on_each_database(async |f| {
        let phone_id = f.phone("赛车-01", 30).await;
        let other = f.phone("农场", 30).await;
        let stock = spare(f, "hz-03:5555").await;
        let row = phones::view(&f.store, phone_id, NOW)
            .await
            .unwrap()
            .unwrap()
            .row;
        let owner_id = row.owner_id.unwrap();
        for word in [
            phone_id.to_string().as_str(),
            &row.owl_id,
            &row.owl_id.to_lowercase(),
            &row.adb,
            "赛车",
            " 赛车-01 ",
        ] {
            assert_eq!(find(f, word, None).await, (vec![phone_id], 1), "{word}");
        }
        for word in [OWNER, &owner_id.to_string(), "127.0.0.1"] {
            assert_eq!(find(f, word, None).await.1, 2, "{word}");
        }
        assert_eq!(find(f, "hz-03", None).await, (vec![stock], 1));
        for word in [
            GUEST,
            "13600000001",
            "车-01",
            "OWL-NONE",
            "10.0.0.1:5555",
            "1",
        ] {
            assert_eq!(find(f, word, None).await, (vec![], 0), "{word}");
        }
        assert_eq!(find(f, "", Some(PhoneState::Rented)).await.1, 2);
        assert_eq!(find(f, "", Some(PhoneState::Stock)).await, (vec![stock], 1));
        let running = Some(PhoneState::Doing(PhoneActivity::Running));
        let mut both = find(f, "", running).await.0;
        both.sort_unstable();
        let mut expected = vec![phone_id, other];
        expected.sort_unstable();
        assert_eq!(both, expected);
        let failed = Some(PhoneState::Doing(PhoneActivity::Failed));
        assert_eq!(
            find(f, "", failed).await,
            (vec![stock], 1),
            "it has no link yet"
        );
    });
}

#[test]
fn counts_agree_with_what_the_states_show() {
    on_each_database(async |f| {
        f.phone("甲", 30).await;
        let stock = spare(f, "10.0.0.1:5555").await;
        let held = spare(f, "10.0.0.2:5555").await;
        f.execute(&format!(
            "UPDATE phones SET maintenance = TRUE WHERE id = {held};"
        ));
        let counts = phones::counts(&f.store).await.unwrap();
        assert_eq!((counts.all, counts.rented, counts.stock), (3, 1, 2));
        let states = [
            (PhoneActivity::Running, counts.running),
            (PhoneActivity::Failed, counts.failed),
            (PhoneActivity::Busy, counts.busy),
            (PhoneActivity::Off, counts.off),
            (PhoneActivity::Hold, counts.hold),
        ];
        for (doing, count) in states {
            let shown = find(f, "", Some(PhoneState::Doing(doing))).await.1;
            assert_eq!(shown, count, "{doing:?}");
        }
        let vip = counts
            .kinds
            .iter()
            .find(|kind| kind.name.zh == "VIP")
            .unwrap();
        assert_eq!((vip.all, vip.free), (3, 1), "{stock} alone is free");
    });
}

#[test]
fn a_phone_that_is_taken_back_leaves_its_member_a_reason_and_waits_to_be_wiped() {
    on_each_database(async |f| {
        let phone_id = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let before = phones::view(&f.store, phone_id, NOW)
            .await
            .unwrap()
            .unwrap();
        let owner_id = before.row.owner_id.unwrap();
        assert_eq!(
            before.lent.as_ref().map(|lent| lent.to.as_str()),
            Some("139****0000")
        );
        let reason = || TakingReason::parse("违规使用").unwrap();
        let take = async |by: &str, owner_id| {
            let author = Author {
                actor: f.actor(by).await,
                address: None,
                now_ms: NOW,
            };
            phones::take_back(&f.store, author, phone_id, owner_id, reason()).await
        };
        assert!(matches!(
            take(OWNER, owner_id).await,
            Err(TakeError::Unknown)
        ));
        assert!(matches!(
            take("admin", owner_id + 1).await,
            Err(TakeError::NotRented)
        ));
        let unchanged = phones::view(&f.store, phone_id, NOW)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(unchanged, before);

        take("admin", owner_id).await.unwrap();
        let after = phones::view(&f.store, phone_id, NOW)
            .await
            .unwrap()
            .unwrap();
        assert_eq!((after.row.owner_id, after.row.is_left), (None, true));
        assert_eq!((after.row.status, after.lent), (Status::Maintenance, None));
        assert!(matches!(
            take("admin", owner_id).await,
            Err(TakeError::NotRented)
        ));
        let owner = f.actor(OWNER).await;
        let list = notices::list(&f.store, &owner, Wanted::default(), (0, 10))
            .await
            .unwrap();
        let told: Vec<_> = (list.list.iter())
            .map(|notice| (notice.kind(), notice.content(Lang::Zh)))
            .collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0].0, NoticeKind::Notice);
        assert!(
            told[0].1.contains("甲") && told[0].1.contains("违规使用"),
            "{told:?}"
        );
        let wiping = store::operations::wipe_left(&f.store, NOW).await.unwrap();
        assert_eq!(wiping, [phone_id]);
        let events = phones::history(&f.store, phone_id, None).await.unwrap();
        let taken = events.iter().find(|event| {
            matches!(&event.kind, EventKind::Action { kind, .. } if kind == "phone.takeBack")
        });
        assert_eq!(taken.map(|event| event.by.as_str()), Some("admin"));
    });
}

#[test]
fn only_free_stock_is_removed_and_its_address_is_free_again() {
    on_each_database(async |f| {
        let rented = f.phone("甲", 30).await;
        let stock = spare(f, "10.0.0.1:5555").await;
        let held = spare(f, "10.0.0.2:5555").await;
        f.execute(&format!(
            "UPDATE phones SET maintenance = TRUE WHERE id = {held};"
        ));
        let remove = async |by: &str, id: i64| {
            let author = Author {
                actor: f.actor(by).await,
                address: None,
                now_ms: NOW,
            };
            phones::remove(&f.store, author, id).await
        };
        for id in [rented, held] {
            assert!(matches!(
                remove("admin", id).await,
                Err(RemoveError::NotFree)
            ));
        }
        assert!(matches!(
            remove(OWNER, stock).await,
            Err(RemoveError::Unknown)
        ));
        assert!(matches!(
            remove("admin", 1).await,
            Err(RemoveError::Unknown)
        ));
        remove("admin", stock).await.unwrap();
        assert!(matches!(
            remove("admin", stock).await,
            Err(RemoveError::Unknown)
        ));
        assert_eq!(phones::view(&f.store, stock, NOW).await.unwrap(), None);
        assert_eq!(find(f, "", None).await.1, 2);
        let addresses = store::phones::addresses(&f.store).await.unwrap();
        assert!(addresses.iter().all(|address| address.phone_id != stock));
        let again = spare(f, "10.0.0.1:5555").await;
        assert_ne!(again, stock);
    });
}

#[test]
fn phones_are_added_all_or_none() {
    on_each_database(async |f| {
        let kinds = phones::counts(&f.store).await.unwrap().kinds;
        let vip = kinds.iter().find(|kind| kind.name.zh == "VIP").unwrap().id;
        let add = async |id: i64, addresses: &[&str]| {
            let addresses = addresses.iter().map(|each| (*each).to_owned()).collect();
            phones::add(&f.store, author(f).await, id, addresses).await
        };
        assert_eq!(
            add(vip, &["10.0.0.1:1", "10.0.0.2:1"]).await.unwrap().len(),
            2
        );
        let taken = add(vip, &["10.0.0.3:1", "10.0.0.2:1"]).await;
        assert!(matches!(taken, Err(StockError::AddressTaken(address)) if address == "10.0.0.2:1"));
        assert!(matches!(
            add(1, &["10.0.0.4:1"]).await,
            Err(StockError::Configuration(_))
        ));
        assert_eq!(find(f, "", None).await.1, 2);
        let asked = vec!["10.0.0.2:1".to_owned(), "10.0.0.3:1".to_owned()];
        let known = phones::known(&f.store, asked).await.unwrap();
        assert_eq!(known.keys().collect::<Vec<_>>(), ["10.0.0.2:1"]);
    });
}

#[test]
fn the_history_has_operations_and_records_and_goes_on_before_a_moment() {
    on_each_database(async |f| {
        let phone_id = f.phone("甲", 30).await;
        begin(f, OWNER, domain::operations::Kind::Reboot, &[phone_id])
            .await
            .unwrap();
        let author = author(f).await;
        phones::look(&f.store, author, phone_id).await.unwrap();
        let events = phones::history(&f.store, phone_id, None).await.unwrap();
        assert!(events.iter().any(|event| matches!(
            &event.kind,
            EventKind::Operation {
                kind: domain::operations::Kind::Reboot,
                ..
            }
        )));
        assert!(events.iter().any(
            |event| matches!(&event.kind, EventKind::Action { kind, .. } if kind == "phone.look")
        ));
        assert!(events.is_sorted_by_key(|event| std::cmp::Reverse(event.at_ms)));
        let earlier = phones::history(&f.store, phone_id, Some(NOW - DAY))
            .await
            .unwrap();
        assert_eq!(earlier, []);
        let recorded = audit::list(&f.store, audit::Filter::default(), (0, 50))
            .await
            .unwrap()
            .0;
        assert!(
            recorded
                .iter()
                .any(|row| row.record.kind == "phone.look" && row.name == "admin")
        );
    });
}

#[test]
fn ticks_stand_in_the_order_of_addresses() {
    on_each_database(async |f| {
        let late = spare(f, "10.0.0.1:10001").await;
        let early = spare(f, "10.0.0.1:9999").await;
        f.execute(&format!(
            "UPDATE phones SET maintenance = TRUE WHERE id = {early};"
        ));
        let hosts = vec![vec![late, early, 1], vec![]];
        let seen = ticks(&f.store, hosts).await.unwrap();
        assert_eq!(
            seen,
            [vec![PhoneActivity::Hold, PhoneActivity::Failed], vec![]]
        );
    });
}

#[test]
fn what_waits_is_told_to_those_who_may_see_it() {
    on_each_database(async |f| {
        let phone_id = f.phone("甲", 30).await;
        begin(f, OWNER, domain::operations::Kind::Reboot, &[phone_id])
            .await
            .unwrap();
        f.execute(&format!(
            "UPDATE operations SET state = 1, started_ms = {NOW}, deadline_ms = {NOW}, due_ms = {NOW} WHERE phone_id = {phone_id};"
        ));
        let admin = f.actor("admin").await;
        let count = async |now_ms| waiting(&f.store, &admin, now_ms).await.unwrap();
        let expected = domain::operations::Kind::Reboot.expected_ms();
        assert_eq!(count(NOW + expected).await.operations, Some(0));
        assert_eq!(count(NOW + expected + 1).await.operations, Some(1));
        assert_eq!(
            (count(NOW).await.feedback, count(NOW).await.refunds),
            (Some(0), Some(0))
        );
        let owner = f.actor(OWNER).await;
        let nothing = waiting(&f.store, &owner, NOW).await.unwrap();
        assert_eq!(nothing, store::console::Waiting::default());
    });
}
