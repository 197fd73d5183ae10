//! Giving phones up before their time.

use store::recycle::{RecycleError, give_up};

use super::{BIN, END, bin, listed, pass, purged, wipe};
use crate::fixture::{GUEST, NOW, OWNER, STRANGER, on_each_database};

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
        assert_eq!(listed(f, &owner, BIN).await.len(), 3);
        give_up(&f.store, &owner, vec![first, second], BIN)
            .await
            .unwrap();
        let left: Vec<i64> = listed(f, &owner, BIN)
            .await
            .iter()
            .map(|row| row.phone.id)
            .collect();
        assert_eq!(left, [running]);
        let records = purged(f, &owner).await.list;
        assert!(records.len() == 2 && records.iter().all(|one| one.given_up));
        let again = give_up(&f.store, &owner, vec![first], BIN).await;
        assert!(matches!(again, Err(RecycleError::Unknown)), "{again:?}");
        let mut both = vec![first, second];
        both.sort_unstable();
        assert_eq!(wipe(&f.store, BIN).await, both);
        assert_eq!(bin(f, &owner, BIN).await.total, 0);
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
