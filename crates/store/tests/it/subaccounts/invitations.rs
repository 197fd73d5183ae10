//! Invitations, and a parent with as many sub-accounts as there may be.

use domain::access::{DelegatedPermission, Level};
use domain::auth::PhoneNumber;
use domain::operations::Kind;
use domain::subaccounts::{Refusal, SubName};
use store::subaccounts::{
    GuestAction, Identity, NewInvitation, SubAccountError, SubAccountState, SubQuery, add, invite,
    page, remove, sweep, withdraw,
};

use super::{NEW, agreed, all, asked, consent, level, refused};
use crate::fixture::{DAY, GUEST, NOW, OWNER, STRANGER, on_each_database};
use crate::operations::begin;
use crate::operations::replacement::spare;

fn invitation(number: &str, phone_ids: Vec<i64>, may: &[DelegatedPermission]) -> NewInvitation {
    NewInvitation {
        number: PhoneNumber::parse(number).unwrap(),
        name: SubName::parse("仓储").unwrap(),
        phone_ids,
        permissions: may.iter().copied().collect(),
    }
}

#[test]
fn an_invitation_waits_a_day_and_gives_what_it_promised() {
    on_each_database(async |f| {
        let (owner, guest, stranger) = (
            f.actor(OWNER).await,
            f.actor(GUEST).await,
            f.actor(STRANGER).await,
        );
        let (a, b, gone) = (
            f.phone("甲", 30).await,
            f.phone("乙", 30).await,
            f.phone("丙", 30).await,
        );
        let rename = [DelegatedPermission::Rename];
        f.execute(&format!(
            "UPDATE phones SET recycled_ms = {NOW} WHERE id = {gone};"
        ));
        for (who, number, ids, refusal) in [
            (&owner, NEW, vec![a, gone], "Phone"),
            (&owner, NEW, vec![7], "Phone"),
            (&stranger, NEW, vec![a], "Phone"),
            (&owner, OWNER, vec![], "Myself"),
        ] {
            let result = invite(&f.store, who, invitation(number, ids, &[]), NOW).await;
            let refused = format!("{:?}", result.unwrap_err());
            assert!(refused.contains(refusal), "{refused}");
        }
        f.execute(&format!(
            "UPDATE phones SET recycled_ms = NULL WHERE id = {gone};"
        ));

        // A second invitation of a number takes the place of the first.
        let first = invite(&f.store, &owner, invitation(GUEST, vec![gone], &[]), NOW).await;
        let both = invitation(GUEST, vec![a, b], &rename);
        let invited = invite(&f.store, &owner, both, NOW).await.unwrap();
        assert_ne!(first.unwrap().id, invited.id);
        let found = page(&f.store, &owner, all(), NOW).await.unwrap();
        assert_eq!((found.all, found.invited, found.total), (0, 1, 1));
        let row = &found.list[0];
        assert_eq!(
            (row.identity, row.phone.as_str(), row.phones),
            (Identity::Invitation(invited.id, NOW + DAY), GUEST, 2)
        );
        assert_eq!(
            (row.standing, row.name.as_str()),
            (SubAccountState::Invited, "仓储")
        );
        assert_eq!(
            level(f, &guest, a).await,
            None,
            "nothing counts before consent"
        );
        let foreign = withdraw(&f.store, &stranger, invited.id).await;
        assert!(matches!(foreign, Err(SubAccountError::Unknown)));

        // One of the phones is handed on before the number agrees.
        f.execute(&format!(
            "UPDATE phones SET owner_id = {} WHERE id = {b};",
            stranger.member_id()
        ));
        let sent = asked(f, &owner, GUEST, NOW).await;
        let shown = consent(GUEST, &sent.code, &sent.uuid);
        let child = add(&f.store, &owner, shown, SubName::default(), NOW)
            .await
            .unwrap();
        let found = page(&f.store, &owner, all(), NOW).await.unwrap();
        assert_eq!((found.all, found.invited, found.given), (1, 0, 1));
        let row = &found.list[0];
        assert_eq!((row.name.as_str(), row.phones), ("仓储", 1));
        assert_eq!(row.permissions, rename.into_iter().collect());
        assert_eq!(level(f, &guest, a).await, Some(Level::Operate));
        let nested = invite(&f.store, &guest, invitation(NEW, vec![], &[]), NOW).await;
        assert_eq!(refused(nested.map(|invited| invited.id)), Refusal::Nested);
        remove(&f.store, &owner, Some(child), NOW).await.unwrap();

        // A day later it is over: who agrees then gets no phones.
        let late = invite(&f.store, &owner, invitation(NEW, vec![a], &rename), NOW);
        let late = late.await.unwrap();
        let tomorrow = NOW + DAY;
        let found = page(&f.store, &owner, all(), tomorrow).await.unwrap();
        assert_eq!((found.invited, found.total), (0, 0));
        let new = agreed(f, &owner, NEW, tomorrow).await.unwrap();
        let found = page(&f.store, &owner, all(), tomorrow).await.unwrap();
        assert_eq!(found.list[0].identity, Identity::Member(new));
        assert_eq!(found.list[0].phones, 0);
        assert_eq!(sweep(&f.store, tomorrow).await.unwrap(), 1);
        let over = withdraw(&f.store, &owner, late.id).await;
        assert!(matches!(over, Err(SubAccountError::Unknown)));
        // A member who becomes a sub-account invites no more: the open invitation is gone.
        invite(&f.store, &guest, invitation(STRANGER, vec![], &[]), NOW)
            .await
            .unwrap();
        agreed(f, &owner, GUEST, NOW + 2 * DAY).await.unwrap();
        assert_eq!(page(&f.store, &guest, all(), NOW).await.unwrap().invited, 0);
    });
}

#[test]
fn a_phone_that_is_replaced_meanwhile_is_promised_by_its_successor() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let old = f.phone("甲", 30).await;
        invite(&f.store, &owner, invitation(GUEST, vec![old], &[]), NOW)
            .await
            .unwrap();
        let new = spare(f, 32_000..32_001).await;
        begin(f, OWNER, Kind::Replace, &[old]).await.unwrap();
        agreed(f, &owner, GUEST, NOW).await.unwrap();
        assert_eq!(level(f, &guest, old).await, None);
        assert_eq!(level(f, &guest, new[0]).await, Some(Level::Operate));
    });
}

#[test]
fn a_thousand_sub_accounts_are_one_page_away_and_the_most_there_are() {
    on_each_database(async |f| {
        let (owner, phone) = (f.actor(OWNER).await, f.phone("甲", 30).await);
        let me = owner.member_id();
        let rows = (1..=1000).map(|n| {
            format!(
                "INSERT INTO members (id, user_name, nickname, channel_code, role, password_hash, created_ms, parent_id, sub_name, sub_since_ms) \
                 VALUES ({n}, 'sub-{n}', '', '', 1, '', 1, {me}, 'No {n}', {n}); \
                 INSERT INTO allotments (id, phone_id, owner_id, member_id, ticks, created_ms) VALUES ({n}, {phone}, {me}, {n}, 2, 1); \
                 INSERT INTO audit (id, at_ms, kind, member_id, object, detail) VALUES ({n}, {n}, 'play.watch', {n}, 'phone:{phone}', '');"
            )
        });
        let sql: Vec<String> = rows.collect();
        f.execute(&sql.concat());
        let query = SubQuery {
            offset: 400,
            limit: 20,
            ..SubQuery::default()
        };
        let found = page(&f.store, &owner, query, NOW).await.unwrap();
        assert_eq!((found.all, found.total, found.given), (1000, 1000, 1));
        let row = &found.list[0];
        assert_eq!((row.identity, row.phones), (Identity::Member(600), 1));
        let used = row.last_use.as_ref().unwrap();
        assert_eq!(
            (used.at_ms, used.phone.as_str(), used.doing),
            (600, "甲", GuestAction::Watched)
        );
        let query = SubQuery {
            keyword: "no 777".to_owned(),
            ..all()
        };
        assert_eq!(page(&f.store, &owner, query, NOW).await.unwrap().total, 1);
        let more = invite(&f.store, &owner, invitation(NEW, vec![], &[]), NOW).await;
        assert_eq!(refused(more.map(|invited| invited.id)), Refusal::Limit);
        assert_eq!(refused(agreed(f, &owner, GUEST, NOW).await), Refusal::Limit);
    });
}
