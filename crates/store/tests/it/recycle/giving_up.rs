//! Giving phones up before their time.

use store::operations::{Advance, take, take_over, wipe_left};
use store::recycle::{RecycleError, give_up};

use super::{BIN, END, bin, listed, pass, purged, wipe};
use crate::fixture::{DAY, GUEST, MINUTE, NOW, OWNER, STRANGER, on_each_database};

#[test]
fn phones_in_grace_and_in_the_bin_are_given_up_all_or_none() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let first = f.phone("甲", 1).await;
        pass(&f.store, END).await;
        pass(&f.store, BIN).await;
        let second = f.phone("乙", 8).await;
        let running = f.phone("丙", 30).await;
        pass(&f.store, BIN).await;
        let all = vec![first, second, running];
        let refused = give_up(&f.store, &owner, all, BIN).await;
        assert!(matches!(refused, Err(RecycleError::NotOver)), "{refused:?}");
        assert_eq!(listed(&f.store, &owner, BIN).await.len(), 3);
        give_up(&f.store, &owner, vec![first, second], BIN)
            .await
            .unwrap();
        let left: Vec<i64> = listed(&f.store, &owner, BIN)
            .await
            .iter()
            .map(|row| row.phone.id)
            .collect();
        assert_eq!(left, [running]);
        let records = purged(&f.store, &owner).await.list;
        assert!(records.len() == 2 && records.iter().all(|one| one.given_up));
        let again = give_up(&f.store, &owner, vec![first], BIN).await;
        assert!(matches!(again, Err(RecycleError::Unknown)), "{again:?}");
        let mut both = vec![first, second];
        both.sort_unstable();
        assert_eq!(wipe(&f.store, BIN).await, both);
        assert_eq!(bin(&f.store, &owner, BIN).await.total, 0);
    });
}

#[test]
fn nobody_gives_up_what_is_not_theirs() {
    on_each_database(async |f| {
        let (guest, stranger) = (f.actor(GUEST).await, f.actor(STRANGER).await);
        let id = f.phone("甲", 1).await;
        f.grant("甲", "operate", 24 * 60).await;
        let lent = give_up(&f.store, &guest, vec![id], NOW).await;
        assert!(matches!(lent, Err(RecycleError::Right)), "{lent:?}");
        pass(&f.store, END).await;
        for who in [&guest, &stranger] {
            let refused = give_up(&f.store, who, vec![id], END).await;
            assert!(matches!(refused, Err(RecycleError::Unknown)), "{refused:?}");
        }
    });
}

/// A server that was away for days finds a wipe that ran over its deadline: the phone stays held, is wiped again, and has one proof.
#[test]
fn a_wipe_that_ran_over_its_deadline_is_begun_again_and_proved_once() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 1).await;
        pass(&f.store, END).await;
        give_up(&f.store, &owner, vec![id], END).await.unwrap();
        assert_eq!(wipe_left(&f.store, END).await.unwrap(), [id]);
        assert_eq!(take(&f.store, END).await.unwrap().len(), 1);
        let back = END + 2 * DAY;
        let found = take_over(&f.store, back).await.unwrap();
        assert!(
            matches!(
                found[..],
                [Advance::Ended {
                    failed: Some(_),
                    ..
                }]
            ),
            "{found:?}"
        );
        let proof = async || purged(&f.store, &owner).await.list.remove(0).wipe;
        assert_eq!(proof().await, None);
        // A phone that failed rests before it is tried again.
        assert_eq!(wipe(&f.store, back + 10 * MINUTE - 1).await, [0; 0]);
        assert_eq!(wipe(&f.store, back + 10 * MINUTE).await, [id]);
        let first = proof().await;
        assert!(first.is_some_and(|(_, at_ms)| at_ms > back));
        assert_eq!(wipe(&f.store, back + DAY).await, [0; 0]);
        assert_eq!(proof().await, first);
    });
}
