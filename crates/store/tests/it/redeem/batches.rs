//! Batches: made, shown once, listed, looked up, voided.

use std::collections::HashSet;

use domain::redeem::batch::{BatchState, Form, NewBatch};
use domain::redeem::{ALPHABET, CODE_CHARS, Refusal};
use store::redeem::{
    BatchError, BatchFilter, MadeBatch, codes, create, find, history, page, void_batch, void_code,
};
use store::session::Actor;

use super::{CODE, OTHER, code, refused, seed, stock, used, used_at};
use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, on_each_database, try_load};

fn days(note: &str, count: i64) -> NewBatch {
    let form = Form {
        note: note.to_owned(),
        gives: "days".to_owned(),
        days: 3,
        count,
        until_ms: NOW + 5 * DAY,
        ..Form::default()
    };
    NewBatch::parse(&form, NOW).unwrap()
}

async fn made(f: &Fixture, admin: &Actor, note: &str, count: i64) -> MadeBatch {
    create(&f.store, admin, days(note, count), NOW)
        .await
        .unwrap()
}

#[test]
fn a_batch_has_codes_of_chance_of_which_four_characters_are_kept() {
    on_each_database(async |f| {
        let admin = f.actor("admin").await;
        let first = made(f, &admin, "渠道：云栖", 1000).await;
        let second = made(f, &admin, "补偿", 1).await;
        assert_eq!((first.number, second.number), (1, 2));
        let different: HashSet<_> = first.codes.iter().collect();
        assert_eq!(different.len(), 1000);
        for code in &first.codes {
            assert_eq!(code.as_str().len(), CODE_CHARS);
            assert!(code.as_str().bytes().all(|byte| ALPHABET.contains(&byte)));
        }
        let listed = codes(&f.store, first.id, false, (0, 3)).await.unwrap();
        assert_eq!(listed.total, 1000);
        for (row, code) in listed.list.iter().zip(&first.codes) {
            assert_eq!(row.head, code.head());
        }
        let found = find(&f.store, first.codes[7].clone(), NOW).await.unwrap();
        assert_eq!((found.code.position, found.batch.id), (8, first.id));
        assert_eq!(found.batch.made_by, "admin");
        let absent = find(&f.store, code(CODE), NOW).await;
        assert!(matches!(absent, Err(BatchError::Absent)));
    });
}

#[test]
fn a_batch_of_a_configuration_that_is_not_there_is_not_made() {
    on_each_database(async |f| {
        let admin = f.actor("admin").await;
        let mut new = days("补偿", 2);
        new.gift.configuration_id = Some(9);
        let refused = create(&f.store, &admin, new, NOW).await;
        assert!(matches!(refused, Err(BatchError::Configuration)));
        let all = page(&f.store, BatchFilter::default(), (0, 10), NOW).await;
        assert_eq!(all.unwrap().total, 0);
    });
}

#[test]
fn batches_are_filtered_by_where_they_stand_and_by_words() {
    on_each_database(async |f| {
        let (admin, owner) = (f.actor("admin").await, f.actor(OWNER).await);
        let id = f.phone("Z-1", 1).await;
        let open = made(f, &admin, "渠道 Café", 3).await;
        let used_up = made(f, &admin, "社群 100%", 1).await;
        let voided = made(f, &admin, "泄露", 2).await;
        for code in [&open.codes[0], &used_up.codes[0]] {
            used_at(f, &owner, (code.as_str(), Some(id)), NOW)
                .await
                .unwrap();
        }
        assert_eq!(
            void_batch(&f.store, &admin, voided.id, NOW).await.unwrap(),
            2
        );
        let listed = async |word: &str, state: Option<BatchState>, now_ms| {
            let filter = BatchFilter {
                keyword: Some(word.to_owned()),
                state,
            };
            let found = page(&f.store, filter, (0, 10), now_ms).await.unwrap();
            let numbers: Vec<i64> = found.list.iter().map(|batch| batch.number).collect();
            assert_eq!(found.total, i64::try_from(numbers.len()).unwrap());
            (numbers, found.summary)
        };
        let (all, summary) = listed("", None, NOW).await;
        assert_eq!(all, [3, 2, 1]);
        assert_eq!(summary.batches, [1, 1, 1, 0]);
        assert_eq!((summary.left, summary.ending), (2, 1));
        for (state, numbers) in [
            (BatchState::Open, vec![1]),
            (BatchState::UsedUp, vec![2]),
            (BatchState::Voided, vec![3]),
            (BatchState::Expired, vec![]),
        ] {
            assert_eq!(listed("", Some(state), NOW).await.0, numbers, "{state:?}");
        }
        let (expired, summary) = listed("", Some(BatchState::Expired), NOW + 5 * DAY).await;
        assert_eq!((expired, summary.batches), (vec![1], [0, 1, 1, 1]));
        for (word, numbers) in [
            ("社群", vec![2]),
            ("c-0003", vec![3]),
            ("100%", vec![2]),
            // A word is found whatever the case, the width, or how letters are composed.
            ("ＣＡＦE\u{301}", vec![1]),
            ("Admin", vec![3, 2, 1]),
            ("nothing", vec![]),
        ] {
            assert_eq!(listed(word, None, NOW).await.0, numbers, "{word}");
        }
    });
}

#[test]
fn batches_and_used_codes_from_before_are_found_by_their_names_as_people_read_them() {
    on_each_database(async |f| {
        let (admin, owner) = (f.actor("admin").await, f.actor(OWNER).await);
        let id = f.phone("Straße", 1).await;
        let batch = made(f, &admin, "Café", 1).await;
        used_at(f, &owner, (batch.codes[0].as_str(), Some(id)), NOW)
            .await
            .unwrap();
        // As an earlier version kept them, when the phone has gone.
        f.execute(
            "UPDATE redeem_batches SET note_key = ''; UPDATE redeem_codes SET alias_key = NULL;
            UPDATE phones SET alias_key = 'other'; DELETE FROM meta WHERE name = 'name_keys';",
        );
        let found = async |store: &store::Store| {
            let filter = BatchFilter {
                keyword: Some("CAFÉ".to_owned()),
                state: None,
            };
            let batches = page(store, filter, (0, 10), NOW).await.unwrap();
            f.execute("UPDATE phones SET alias_key = 'other';");
            let word = Some("STRASSE".to_owned());
            let used = history(store, &owner, word, (0, 10)).await.unwrap();
            (batches.total, used.total)
        };
        assert_eq!(found(&f.store).await, (0, 0));
        let opened = store::Store::open_existing(&f.url).unwrap();
        assert_eq!(found(&opened).await, (1, 1));
    });
}

#[test]
fn who_used_which_code_of_a_batch_is_seen_first() {
    on_each_database(async |f| {
        let (admin, owner) = (f.actor("admin").await, f.actor(OWNER).await);
        let id = f.phone("Z-1", 1).await;
        let batch = made(f, &admin, "渠道", 3).await;
        used_at(f, &owner, (batch.codes[2].as_str(), Some(id)), NOW)
            .await
            .unwrap();
        let all = codes(&f.store, batch.id, false, (0, 10)).await.unwrap();
        let order: Vec<i32> = all.list.iter().map(|row| row.position).collect();
        assert_eq!(order, [3, 1, 2]);
        let used = all.list[0].used.as_ref().unwrap();
        assert_eq!((used.phone.as_str(), used.used_ms), ("138****0000", NOW));
        assert_eq!(used.member_id, owner.member_id());
        let only = codes(&f.store, batch.id, true, (0, 10)).await.unwrap();
        assert_eq!((only.total, only.list.len()), (1, 1));
        let unknown = codes(&f.store, 9, false, (0, 10)).await;
        assert!(matches!(unknown, Err(BatchError::Absent)));
    });
}

#[test]
fn what_is_voided_is_used_by_nobody_and_what_was_used_stays() {
    on_each_database(async |f| {
        let (admin, owner) = (f.actor("admin").await, f.actor(OWNER).await);
        let id = f.phone("Z-1", 1).await;
        let batch = made(f, &admin, "渠道", 4).await;
        let use_one = async |at: usize| {
            let text = batch.codes[at].as_str();
            used_at(f, &owner, (text, Some(id)), NOW).await
        };
        use_one(0).await.unwrap();
        let row = find(&f.store, batch.codes[1].clone(), NOW).await.unwrap();
        let code_id = row.code.id;
        void_code(&f.store, &admin, code_id, NOW).await.unwrap();
        let again = void_code(&f.store, &admin, code_id, NOW).await;
        assert!(matches!(again, Err(BatchError::NothingLeft)));
        assert_eq!(refused(use_one(1).await), Refusal::Unusable);
        use_one(2).await.unwrap();
        assert_eq!(
            void_batch(&f.store, &admin, batch.id, NOW).await.unwrap(),
            1
        );
        assert_eq!(refused(use_one(3).await), Refusal::Unusable);
        assert_eq!(refused(use_one(0).await), Refusal::Used { at_ms: NOW });
        let nothing = void_batch(&f.store, &admin, batch.id, NOW).await;
        assert!(matches!(nothing, Err(BatchError::NothingLeft)));
        for unknown in [
            void_batch(&f.store, &admin, 9, NOW).await.err(),
            void_code(&f.store, &admin, 9, NOW).await.err(),
        ] {
            assert!(matches!(unknown, Some(BatchError::Absent)));
        }
    });
}

#[test]
fn a_seed_brings_codes_and_says_what_is_wrong_with_one() {
    on_each_database(async |f| {
        stock(f, "VIP", 1).await;
        let made = seed(
            f,
            &format!(
                r#"{{"code":"{CODE}","gives":"phone","days":7,"configuration":"VIP"}},{{"code":"{OTHER}","gives":"phone","days":7,"configuration":"VIP"}},{{"code":"ab cd-ef gh","gives":"days","days":1}}"#
            ),
        )
        .await;
        let printed: Vec<&str> = made
            .redeem_codes
            .iter()
            .map(|code| code.code.as_str())
            .collect();
        assert_eq!(printed, [CODE, OTHER, "ABCD-EFGH"]);
        assert_eq!(made.redeem_codes[0].batch_id, made.redeem_codes[1].batch_id);
        let guest = f.actor(GUEST).await;
        used(f, &guest, CODE).await.unwrap();
        for (list, why) in [
            (
                r#"{"code":"SHORT","gives":"days","days":1}"#,
                "the code is too short",
            ),
            (
                r#"{"code":"ABCD-EFGH","gives":"days","days":1}"#,
                "the code exists already",
            ),
            (
                r#"{"code":"ABCD-EFG2","gives":"points","days":1}"#,
                "gives is phone or days",
            ),
            (
                r#"{"code":"ABCD-EFG2","gives":"phone","days":1}"#,
                "a phone needs its configuration",
            ),
            (
                r#"{"code":"ABCD-EFG2","gives":"days","days":0}"#,
                "days or expiresInDays is out of range",
            ),
            (
                r#"{"code":"ABCD-EFG2","gives":"days","days":1,"configuration":"none"}"#,
                "there is no such configuration",
            ),
        ] {
            let refused = try_load(&f.store, &format!(r#"{{"redeemCodes":[{list}]}}"#)).await;
            let said = refused.unwrap_err().to_string();
            assert!(
                said.starts_with("redeemCodes: ") && said.ends_with(why),
                "{said}"
            );
        }
    });
}
