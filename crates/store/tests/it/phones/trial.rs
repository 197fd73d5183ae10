//! The one trial phone of a new member.

use domain::lang::Lang;
use domain::phones::{Alias, ListQuery, TRIAL_ALIAS};
use store::phones::{TrialError, list, trial};

use crate::fixture::{DAY, Fixture, GUEST, NOW, STRANGER, load, on_each_database};

#[test]
fn a_trial_phone_is_given_once_per_number_even_to_fifty_calls_at_once() {
    on_each_database(async |f| {
        let stranger = f.actor(STRANGER).await;
        let none = store::phones::trial(&f.store, &stranger, Lang::Zh, NOW).await;
        assert!(
            matches!(none, Err(store::phones::TrialError::None)),
            "{none:?}"
        );
        load(
            &f.store,
            r#"{"stock":[{"configuration":"VIP","adb":"127.0.0.1:19998"},{"configuration":"VIP","adb":"127.0.0.1:19999"}]}"#,
        )
        .await;
        let calls = (0..50).map(|_| {
            let (store, actor) = (f.store.clone(), stranger.clone());
            tokio::spawn(async move {
                store::phones::trial(&store, &actor, Lang::Zh, NOW)
                    .await
                    .is_ok()
            })
        });
        let mut given = 0;
        for call in calls.collect::<Vec<_>>() {
            given += usize::from(call.await.unwrap());
        }
        assert_eq!(given, 1);
        let query = ListQuery::parse(None, None, None, None, None).unwrap();
        let rows = list(&f.store, &stranger, query, NOW).await.unwrap().rows;
        assert_eq!((rows.len(), rows[0].until_ms), (1, NOW + DAY));
        let again = store::phones::trial(&f.store, &stranger, Lang::Zh, NOW + 2 * DAY).await;
        assert!(matches!(again, Err(store::phones::TrialError::Had)));
    });
}

#[test]
fn a_trial_phone_is_called_so_in_the_language_of_its_member() {
    on_each_database(async |f| {
        load(
            &f.store,
            r#"{"stock":[{"configuration":"VIP","adb":"127.0.0.1:19996"},{"configuration":"VIP","adb":"127.0.0.1:19997"}]}"#,
        )
        .await;
        for (who, lang, name) in [(STRANGER, Lang::Zh, "试用机"), (GUEST, Lang::En, "Trial")] {
            let actor = f.actor(who).await;
            store::phones::trial(&f.store, &actor, lang, NOW)
                .await
                .unwrap();
            let query = ListQuery::parse(None, None, None, None, None).unwrap();
            let rows = list(&f.store, &actor, query, NOW).await.unwrap().rows;
            assert_eq!(rows[0].phone.alias, name);
            // The name is one that a member could give.
            assert!(Alias::parse(TRIAL_ALIAS.in_lang(lang)).is_ok());
        }
    });
}

/// The stranger's number becomes the guest's, and the stranger has another one.
fn numbers_change_hands(f: &Fixture) {
    let sql = format!(
        "UPDATE members SET phone = '13600000001' WHERE phone = '{STRANGER}';
        UPDATE members SET phone = '{STRANGER}' WHERE phone = '{GUEST}';"
    );
    f.execute(&sql);
}

#[test]
fn neither_another_number_nor_another_account_brings_a_second_trial_phone() {
    on_each_database(async |f| {
        load(
            &f.store,
            r#"{"stock":[{"configuration":"VIP","adb":"127.0.0.1:19992"},{"configuration":"VIP","adb":"127.0.0.1:19993"}]}"#,
        )
        .await;
        let (first, second) = (f.actor(STRANGER).await, f.actor(GUEST).await);
        trial(&f.store, &first, Lang::Zh, NOW).await.unwrap();
        numbers_change_hands(f);
        for actor in [&first, &second] {
            let again = trial(&f.store, actor, Lang::Zh, NOW + 2 * DAY).await;
            assert!(matches!(again, Err(TrialError::Had)), "{again:?}");
        }
    });
}
