//! Authorizations: found by number, given once, changed, recalled, given up, and never beyond the rental.

mod clips;
mod links;
mod trials;

use domain::access::Level;
use domain::auth::PhoneNumber;
use domain::notices::Kind;
use domain::phones::ListQuery;
use domain::sharing::{GrantEnd, Refusal, Until};
use domain::zone::Zone;
use store::access::{PhoneAccess, Watch, status};
use store::member::find_member;
use store::notices::{self, Wanted};
use store::phones::list;
use store::play::{Mode, open, start};
use store::session::Actor;
use store::sharing::{
    Authorized, Change, Direction, Grant, GrantFilter, GrantQuery, GrantRequest, GuestAction,
    NewGrant, SharingError, activity, authorize, candidates, findable, grants, leave, recall,
    set_findable, update,
};

use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, STRANGER, load, on_each_database};

const HOUR: i64 = 60 * MINUTE;

/// The handle that a lookup of a number answers.
async fn handle(f: &Fixture, who: &Actor, number: &str, now_ms: i64) -> String {
    let number = PhoneNumber::parse(number).unwrap();
    let found = find_member(&f.store, who, number, now_ms).await.unwrap();
    found.handle
}

fn asked(handle: &str, phone_ids: &[i64], until: Until) -> GrantRequest {
    GrantRequest {
        handle: handle.to_owned(),
        phone_ids: phone_ids.to_vec(),
        level: Level::Operate,
        until,
        agreement: None,
    }
}

async fn give(
    f: &Fixture,
    who: &Actor,
    asked: GrantRequest,
    now_ms: i64,
) -> Result<Authorized, SharingError> {
    authorize(&f.store, who, asked, Zone::default(), now_ms).await
}

/// Authorizes one phone to the guest for an hour.
async fn given(f: &Fixture, owner: &Actor, phone_id: i64) -> NewGrant {
    let to = handle(f, owner, GUEST, NOW).await;
    let done = give(f, owner, asked(&to, &[phone_id], Until::Hours(1)), NOW).await;
    done.unwrap().phones[0].1.unwrap()
}

async fn listed(f: &Fixture, who: &Actor, direction: Direction, query: GrantQuery) -> Vec<Grant> {
    let query = GrantQuery {
        limit: 200,
        ..query
    };
    let page = grants(&f.store, who, direction, query, NOW).await.unwrap();
    assert_eq!(page.total, i64::try_from(page.list.len()).unwrap());
    page.list
}

async fn titles(f: &Fixture, who: &Actor) -> Vec<String> {
    let wanted = Wanted {
        kind: Some(Kind::Notice),
        read: None,
    };
    let page = notices::list(&f.store, who, wanted, (0, 50)).await.unwrap();
    page.list
        .iter()
        .map(|notice| notice.title(domain::lang::Lang::En))
        .collect()
}

async fn access(f: &Fixture, who: &Actor, phone_id: i64, now_ms: i64) -> PhoneAccess {
    let watch = Watch {
        actor: who.clone(),
        phone_ids: vec![phone_id],
    };
    let all = status(&f.store, vec![watch], now_ms).await.unwrap();
    all[0].phones[0]
}

#[test]
fn each_phone_is_authorized_as_far_as_it_can_be() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (free, shared) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let (over, bin) = (f.phone("丙", 30).await, f.phone("丁", 30).await);
        f.grant("乙", "view", 60).await;
        f.execute(&format!(
            "UPDATE phones SET expire_ms = {NOW}, ended_ms = {NOW} WHERE id = {over}; \
             UPDATE phones SET expire_ms = {NOW} - 8 * {DAY}, ended_ms = {NOW} - 8 * {DAY}, recycled_ms = {NOW} - {DAY} WHERE id = {bin};"
        ));
        let to = handle(f, &owner, GUEST, NOW).await;
        let ids = [free, shared, over, bin, 4242];
        let done = give(f, &owner, asked(&to, &ids, Until::At(NOW + 90 * DAY)), NOW).await;
        let done = done.unwrap();
        assert_eq!(done.guest_id, guest.member_id());
        let results: Vec<_> = done
            .phones
            .iter()
            .map(|(_, result)| result.map(|given| given.expire_ms))
            .collect();
        assert_eq!(
            results,
            [
                Ok(NOW + 30 * DAY),
                Err(Refusal::Shared),
                Err(Refusal::Expired),
                Err(Refusal::Recycled),
                Err(Refusal::Unknown),
            ]
        );
        // The guest sees both, and can pass none of them on.
        let on = handle(f, &guest, STRANGER, NOW).await;
        let passed = give(f, &guest, asked(&on, &[free], Until::Hours(1)), NOW).await;
        assert_eq!(passed.unwrap().phones, [(free, Err(Refusal::Right))]);
        let query = ListQuery::parse(None, None, None, None, Some(200)).unwrap();
        let rows = list(&f.store, &owner, query, NOW).await.unwrap().rows;
        let row = rows.iter().find(|row| row.phone.id == free).unwrap();
        let to = row.shared_to.as_ref().unwrap();
        assert_eq!(
            (to.phone.as_str(), to.level, to.until_ms),
            ("139****0000", Level::Operate, NOW + 30 * DAY)
        );
        assert_eq!(titles(f, &owner).await[0], "You shared: 甲");
        assert_eq!(titles(f, &guest).await[0], "Shared with you: 甲");
    });
}

#[test]
fn an_account_that_cannot_be_found_is_like_none() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let id = f.phone("甲", 30).await;
        let sub = r#"{"subAccounts":[{"parent":"13800000000","phone":"13600000009","password":"Owldeck#2026"}]}"#;
        load(&f.store, sub).await;
        let refused = async |handle: &str, now_ms: i64| {
            let asked = asked(handle, &[id], Until::Hours(1));
            give(f, &owner, asked, now_ms)
                .await
                .unwrap_err()
                .to_string()
        };
        let none = refused(&handle(f, &owner, "13555555555", NOW).await, NOW).await;
        // Found, and then no longer to be found.
        let before = handle(f, &owner, GUEST, NOW).await;
        assert!(findable(&f.store, &guest).await.unwrap());
        set_findable(&f.store, &guest, false).await.unwrap();
        assert_eq!(
            refused(&handle(f, &owner, GUEST, NOW).await, NOW).await,
            none
        );
        set_findable(&f.store, &guest, true).await.unwrap();
        f.execute(&format!(
            "UPDATE members SET disabled = TRUE WHERE id = {};",
            guest.member_id()
        ));
        assert_eq!(refused(&before, NOW).await, none, "disabled since");
        assert_eq!(none, SharingError::Account.to_string());
        let own = handle(f, &owner, OWNER, NOW).await;
        assert_eq!(refused(&own, NOW).await, SharingError::Myself.to_string());
        let child = handle(f, &owner, "13600000009", NOW).await;
        assert_eq!(
            refused(&child, NOW).await,
            SharingError::SubAccount.to_string()
        );
        let stranger = f.actor(STRANGER).await;
        let foreign = handle(f, &stranger, GUEST, NOW).await;
        let lookup = SharingError::Lookup.to_string();
        assert_eq!(refused(&foreign, NOW).await, lookup, "another member's");
        assert_eq!(refused(&before, NOW + 30 * MINUTE).await, lookup, "too old");
        assert_eq!(refused("x", NOW).await, lookup);
        let past = asked(
            &handle(f, &owner, STRANGER, NOW).await,
            &[id],
            Until::At(NOW),
        );
        let past = give(f, &owner, past, NOW).await;
        assert!(matches!(past, Err(SharingError::Until)), "{past:?}");
    });
}

#[test]
fn twenty_authorizations_of_one_phone_at_once_leave_one() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        let mut all = tokio::task::JoinSet::new();
        let to = [
            handle(f, &owner, GUEST, NOW).await,
            handle(f, &owner, STRANGER, NOW).await,
        ];
        for n in 0..20 {
            let (store, owner) = (f.store.clone(), owner.clone());
            let asked = asked(&to[n % 2], &[id], Until::Hours(1));
            all.spawn(async move {
                authorize(&store, &owner, asked, Zone::default(), NOW)
                    .await
                    .unwrap()
                    .phones[0]
                    .1
                    .is_ok()
            });
        }
        let done = all.join_all().await;
        assert_eq!(done.iter().filter(|done| **done).count(), 1);
        let given = listed(f, &owner, Direction::ByMe, GrantQuery::default()).await;
        assert_eq!(given.len(), 1);
    });
}

#[test]
fn a_phone_can_be_authorized_anew_once_the_last_authorization_is_over() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        given(f, &owner, id).await;
        let later = NOW + HOUR;
        let to = handle(f, &owner, STRANGER, later - 1).await;
        let again = || asked(&to, &[id], Until::Hours(1));
        let early = give(f, &owner, again(), later - 1).await.unwrap();
        assert_eq!(early.phones, [(id, Err(Refusal::Shared))]);
        let done = give(f, &owner, again(), later).await;
        assert!(done.unwrap().phones[0].1.is_ok());
    });
}

#[test]
fn an_end_says_who_ended_it() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (a, b, c) = (
            f.phone("甲", 30).await,
            f.phone("乙", 30).await,
            f.phone("丙", 30).await,
        );
        let [first, second, third] = [
            given(f, &owner, a).await.relation_id,
            given(f, &owner, b).await.relation_id,
            given(f, &owner, c).await.relation_id,
        ];
        assert_eq!(access(f, &guest, a, NOW).await.level, Some(Level::Operate));
        let zone = Zone::default();
        let foreign = recall(&f.store, &guest, vec![first], zone, NOW).await;
        assert_eq!(foreign.unwrap().relations, [(first, false)]);
        let foreign = leave(&f.store, &owner, vec![first], zone, NOW).await;
        assert_eq!(foreign.unwrap().relations, [(first, false)]);

        let recalled = recall(&f.store, &owner, vec![first, 4242], zone, NOW).await;
        let recalled = recalled.unwrap();
        assert_eq!(recalled.relations, [(first, true), (4242, false)]);
        let mut both = vec![owner.member_id(), guest.member_id()];
        both.sort_unstable();
        assert_eq!(recalled.member_ids, both);
        let again = recall(&f.store, &owner, vec![first], zone, NOW).await;
        assert_eq!(again.unwrap().relations, [(first, false)]);
        let left = leave(&f.store, &guest, vec![second], zone, NOW).await;
        assert_eq!(left.unwrap().relations, [(second, true)]);
        let how = async |id, at| access(f, &guest, id, at).await.ended;
        assert_eq!(how(a, NOW).await, Some(GrantEnd::Recalled));
        assert_eq!(how(b, NOW).await, Some(GrantEnd::Left));
        assert_eq!(how(c, NOW).await, None);
        assert_eq!(how(c, NOW + HOUR).await, Some(GrantEnd::Expired));
        let over = recall(&f.store, &owner, vec![third], zone, NOW + HOUR).await;
        assert_eq!(over.unwrap().relations, [(third, false)]);
        let told = titles(f, &guest).await;
        for title in ["Authorization given up: 乙", "Authorization recalled: 甲"] {
            assert!(told.iter().any(|each| each == title), "{told:?}");
        }
        assert_eq!(titles(f, &owner).await.len(), 5);
    });
}

#[test]
fn level_and_end_are_changed_by_the_owner_alone() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let id = f.phone("甲", 30).await;
        let relation = given(f, &owner, id).await.relation_id;
        let zone = Zone::default();
        let change = async |who: &Actor, level, until, now_ms| {
            let change = Change { level, until };
            update(&f.store, who, relation, change, zone, now_ms).await
        };
        let lower = Some(Level::View);
        for (who, at) in [(&guest, NOW), (&owner, NOW + HOUR)] {
            let refused = change(who, lower, None, at).await;
            assert!(matches!(refused, Err(SharingError::Unknown)), "{refused:?}");
        }
        let past = change(&owner, None, Some(Until::At(NOW)), NOW).await;
        assert!(matches!(past, Err(SharingError::Until)));
        let both = change(&owner, lower, Some(Until::At(NOW + 99 * DAY)), NOW).await;
        assert_eq!(both.unwrap(), [owner.member_id(), guest.member_id()]);
        let now = &listed(f, &guest, Direction::ToMe, GrantQuery::default()).await[0];
        assert_eq!((now.level, now.expire_ms), (Level::View, NOW + 30 * DAY));
        assert_eq!(access(f, &guest, id, NOW).await.level, Some(Level::View));
        let told = titles(f, &guest).await;
        let changed = "Authorization changed: 甲".to_owned();
        assert!(told.contains(&changed), "{told:?}");
    });
}

#[test]
fn both_lists_are_filtered_and_hide_what_a_number_hides() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (a, b) = (f.phone("主力-01", 30).await, f.phone("农场", 30).await);
        f.phone("闲置", 30).await;
        given(f, &owner, a).await;
        f.grant("农场", "view", 60).await;
        f.execute(&format!(
            "UPDATE phones SET power_on = FALSE WHERE id = {b};"
        ));
        let by_me = async |query| {
            let rows = listed(f, &owner, Direction::ByMe, query).await;
            let mut ids: Vec<i64> = rows.iter().map(|grant| grant.phone_id).collect();
            ids.sort_unstable();
            ids
        };
        let keyword = |keyword: &str| GrantQuery {
            keyword: keyword.to_owned(),
            ..GrantQuery::default()
        };
        let mut all = vec![a, b];
        all.sort_unstable();
        for (query, found) in [
            (keyword(""), all.clone()),
            (keyword("主力"), vec![a]),
            (keyword("139"), all.clone()),
            (keyword("13900000000"), all.clone()),
            (keyword("%"), vec![]),
            (
                GrantQuery {
                    level: Some(Level::View),
                    ..GrantQuery::default()
                },
                vec![b],
            ),
            (
                GrantQuery {
                    standing: Some(GrantFilter::Normal),
                    ..GrantQuery::default()
                },
                vec![a],
            ),
            (
                GrantQuery {
                    standing: Some(GrantFilter::Other),
                    ..GrantQuery::default()
                },
                vec![b],
            ),
        ] {
            assert_eq!(by_me(query.clone()).await, found, "{query:?}");
        }
        // The hidden digits of a number cannot be found out one by one.
        assert_eq!(by_me(keyword("1390000")).await, Vec::<i64>::new());
        let to_me = listed(f, &guest, Direction::ToMe, GrantQuery::default()).await;
        assert_eq!(to_me.len(), 2);
        assert!(to_me.iter().all(|grant| grant.other == "138****0000"));
        let free = candidates(&f.store, &owner, String::new(), (0, 20), NOW)
            .await
            .unwrap();
        assert_eq!((free.total, free.list[0].alias.as_str()), (1, "闲置"));
        let none = candidates(&f.store, &owner, "主".to_owned(), (0, 20), NOW).await;
        assert_eq!(none.unwrap().total, 0);
    });
}

#[test]
fn the_owner_sees_what_a_guest_did_and_nobody_else_does() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let id = f.phone("甲", 30).await;
        let relation = given(f, &owner, id).await.relation_id;
        for (who, mode) in [
            (&guest, Mode::View),
            (&guest, Mode::Control),
            (&owner, Mode::View),
        ] {
            let started = start(&f.store, who, id, mode, None, NOW).await.unwrap();
            open(&f.store, started.ticket.text, id, NOW + 1)
                .await
                .unwrap();
        }
        let actions = activity(&f.store, &owner, relation).await.unwrap();
        let mut doings: Vec<GuestAction> = actions.iter().map(|action| action.doing).collect();
        doings.sort_by_key(|doing| *doing == GuestAction::Controlled);
        assert_eq!(doings, [GuestAction::Watched, GuestAction::Controlled]);
        let refused = activity(&f.store, &guest, relation).await;
        assert!(matches!(refused, Err(SharingError::Unknown)));
    });
}
