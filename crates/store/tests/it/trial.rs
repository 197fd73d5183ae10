//! The one trial phone of a new member.

use domain::phones::ListQuery;
use store::phones::list;

use crate::fixture::{DAY, NOW, STRANGER, load, on_each_database};

#[test]
fn a_trial_phone_is_given_once_per_number_even_to_fifty_calls_at_once() {
    on_each_database(async |f| {
        let stranger = f.actor(STRANGER).await;
        let none = store::phones::trial(&f.store, &stranger, NOW).await;
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
            tokio::spawn(async move { store::phones::trial(&store, &actor, NOW).await.is_ok() })
        });
        let mut given = 0;
        for call in calls.collect::<Vec<_>>() {
            given += usize::from(call.await.unwrap());
        }
        assert_eq!(given, 1);
        let query = ListQuery::parse(None, None, None, None, None).unwrap();
        let rows = list(&f.store, &stranger, query, NOW).await.unwrap().rows;
        assert_eq!((rows.len(), rows[0].until_ms), (1, NOW + DAY));
        let again = store::phones::trial(&f.store, &stranger, NOW + 2 * DAY).await;
        assert!(matches!(again, Err(store::phones::TrialError::Had)));
    });
}
