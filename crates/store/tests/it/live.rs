//! Members who hear of a phone's changes, and the webhooks that tell of them. Tickets of the sockets are tested with the sockets.

mod webhooks;

use domain::access::DelegatedPermissions;
use domain::zone::Zone;
use store::live::viewers_of_phone;
use store::sharing::recall;
use store::subaccounts::{give, remove, set_enabled};

use crate::fixture::{Fixture, GUEST, MINUTE, NOW, OWNER, STRANGER, load, on_each_database};
use crate::subaccounts::agreed;

/// The members who see a phone, by their ids.
async fn viewers(f: &Fixture, phone_id: i64, now_ms: i64) -> Vec<i64> {
    let mut found = viewers_of_phone(&f.store, phone_id, now_ms).await.unwrap();
    found.sort_unstable();
    found
}

/// Grants the owner's phone to the guest for a minute; the grant's id.
async fn granted(f: &Fixture, alias: &str) -> i64 {
    let seeded = load(
        &f.store,
        &format!(
            r#"{{"grants":[{{"owner":"{OWNER}","phone":"{alias}","to":"{GUEST}","level":"view","expiresInMinutes":1}}]}}"#
        ),
    )
    .await;
    seeded.grants[0].id
}

#[test]
fn a_guest_hears_of_a_phone_until_the_grant_ends_or_is_recalled() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (phone, other) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let alone = [owner.member_id()];
        let mut both = [owner.member_id(), guest.member_id()];
        both.sort_unstable();
        let grant = granted(f, "甲").await;
        assert_eq!(viewers(f, phone, NOW + MINUTE - 1).await, both);
        assert_eq!(viewers(f, phone, NOW + MINUTE).await, alone);
        assert_eq!(viewers(f, other, NOW).await, alone);
        recall(&f.store, &owner, vec![grant], Zone::default(), NOW)
            .await
            .unwrap();
        assert_eq!(viewers(f, phone, NOW).await, alone);
    });
}

#[test]
fn a_sub_account_hears_of_what_it_was_given_while_it_is_on_and_its_parents() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (phone, other) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let child = agreed(f, &owner, STRANGER, NOW).await.unwrap();
        let alone = [owner.member_id()];
        let mut both = [owner.member_id(), child];
        both.sort_unstable();
        assert_eq!(viewers(f, phone, NOW).await, alone, "nothing was given yet");
        let none = DelegatedPermissions::default();
        give(&f.store, &owner, child, vec![phone], none, NOW)
            .await
            .unwrap();
        assert_eq!(viewers(f, phone, NOW).await, both);
        assert_eq!(viewers(f, other, NOW).await, alone);
        for (on, heard) in [(false, &alone[..]), (true, &both[..])] {
            set_enabled(&f.store, &owner, child, on, NOW).await.unwrap();
            assert_eq!(viewers(f, phone, NOW).await, heard);
        }
        remove(&f.store, &owner, Some(child), NOW).await.unwrap();
        assert_eq!(viewers(f, phone, NOW).await, alone);
    });
}

#[test]
fn nobody_hears_of_a_phone_in_stock_or_of_none() {
    on_each_database(async |f| {
        let stock = r#"{"stock":[{"configuration":"VIP","adb":"127.0.0.1:19999"}]}"#;
        let stock = load(&f.store, stock).await.stock[0].phone_id;
        for phone in [stock, 4711] {
            assert!(viewers(f, phone, NOW).await.is_empty(), "{phone}");
        }
    });
}
