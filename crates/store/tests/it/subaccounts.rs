//! Sub-accounts: joined by consent, one level deep, given phones with permissions, switched, ended.

use domain::access::{DelegatedPermission, DelegatedPermissions, Level};
use domain::auth::{Code, CodeRules, PhoneNumber, Purpose, RESEND_MS, Target};
use domain::codes::{PHONE_ABSENT, RIGHT_MISSING, SHARE_RECYCLED};
use domain::subaccounts::{Refusal, SubName};
use domain::text::names::Name;
use domain::zone::Zone;
use store::access::{Watch, status};
use store::auth::verification::{self, CodeRequest, OutgoingCode, TypedCode};
use store::groups;
use store::play::{Mode, open, start};
use store::session::Actor;
use store::subaccounts::{
    Consent, GuestAction, Identity, PhoneQuery, SubAccountError, SubAccountState, SubQuery,
    activity, add, give, page, parent, phones, remove, set_enabled, take,
};

use crate::fixture::{Fixture, GUEST, NOW, OWNER, STRANGER, on_each_database};

mod imports;
mod invitations;

const NEW: &str = "13300000001";

/// A code for the consent of a number, asked for by a member. Each number is asked once at a moment.
async fn asked(f: &Fixture, who: &Actor, number: &str, now_ms: i64) -> OutgoingCode {
    let ask = CodeRequest {
        purpose: Purpose::SubAccount,
        target: Some(Target::parse(number).unwrap()),
        captcha: None,
        actor: Some(who.clone()),
        address: None,
        day: Zone::default().day_of(now_ms),
        rules: CodeRules::default(),
    };
    verification::ask(&f.store, ask, now_ms).await.unwrap()
}

fn consent(number: &str, code: &str, uuid: &str) -> Consent {
    Consent {
        number: PhoneNumber::parse(number).unwrap(),
        typed: TypedCode {
            code: Code::parse(code).unwrap(),
            uuid: uuid.to_owned(),
        },
        address: None,
    }
}

/// A number agrees to become a member's sub-account.
pub async fn agreed(
    f: &Fixture,
    who: &Actor,
    number: &str,
    now_ms: i64,
) -> Result<i64, SubAccountError> {
    let sent = asked(f, who, number, now_ms).await;
    let name = SubName::parse("仓储").unwrap();
    let consent = consent(number, &sent.code, &sent.uuid);
    add(&f.store, who, consent, name, now_ms).await
}

fn refused(result: Result<i64, SubAccountError>) -> Refusal {
    match result {
        Err(SubAccountError::Refused(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

async fn level(f: &Fixture, who: &Actor, phone_id: i64) -> Option<Level> {
    let watch = Watch {
        actor: who.clone(),
        phone_ids: vec![phone_id],
    };
    status(&f.store, vec![watch], NOW).await.unwrap()[0].phones[0].level
}

fn all() -> SubQuery {
    SubQuery {
        limit: 200,
        ..SubQuery::default()
    }
}

#[test]
fn an_account_joins_by_its_own_code_which_who_asked_for_it_shows_once() {
    on_each_database(async |f| {
        let (owner, guest, stranger) = (
            f.actor(OWNER).await,
            f.actor(GUEST).await,
            f.actor(STRANGER).await,
        );
        let sent = asked(f, &owner, GUEST, NOW).await;
        assert_eq!(sent.by, "138****0000");
        let wrong = if sent.code == "000000" {
            "000001"
        } else {
            "000000"
        };
        // A wrong code, and the right one shown by another member than asked for it.
        for (who, code) in [(&owner, wrong), (&stranger, sent.code.as_str())] {
            let shown = consent(GUEST, code, &sent.uuid);
            let result = add(&f.store, who, shown, SubName::default(), NOW).await;
            assert!(matches!(result, Err(SubAccountError::Code)), "{result:?}");
        }
        assert_eq!(parent(&f.store, &guest).await.unwrap(), None);
        let shown = consent(GUEST, &sent.code, &sent.uuid);
        let child = add(&f.store, &owner, shown, SubName::default(), NOW).await;
        assert_eq!(child.unwrap(), guest.member_id());
        assert_eq!(
            parent(&f.store, &guest).await.unwrap().unwrap().phone,
            "138****0000"
        );
        assert_eq!(parent(&f.store, &owner).await.unwrap(), None);
        let shown = consent(GUEST, &sent.code, &sent.uuid);
        let again = add(&f.store, &owner, shown, SubName::default(), NOW).await;
        assert!(
            matches!(again, Err(SubAccountError::Code)),
            "a code serves once"
        );
    });
}

#[test]
fn an_account_has_one_parent_and_is_no_parent_itself() {
    on_each_database(async |f| {
        let (owner, guest, stranger) = (
            f.actor(OWNER).await,
            f.actor(GUEST).await,
            f.actor(STRANGER).await,
        );
        agreed(f, &owner, GUEST, NOW).await.unwrap();
        assert_eq!(
            refused(agreed(f, &owner, OWNER, NOW).await),
            Refusal::Myself
        );
        let later = NOW + RESEND_MS;
        assert_eq!(
            refused(agreed(f, &owner, GUEST, later).await),
            Refusal::Already
        );
        let later = later + RESEND_MS;
        assert_eq!(
            refused(agreed(f, &stranger, GUEST, later).await),
            Refusal::Another
        );
        assert_eq!(
            refused(agreed(f, &stranger, OWNER, later).await),
            Refusal::Parent
        );
        assert_eq!(
            refused(agreed(f, &guest, STRANGER, later).await),
            Refusal::Nested
        );
        let later = later + RESEND_MS;
        assert_eq!(
            refused(agreed(f, &guest, OWNER, later).await),
            Refusal::Nested,
            "its own parent"
        );
    });
}

#[test]
fn a_number_without_an_account_gets_one_and_the_list_finds_sub_accounts_by_name() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let sent = asked(f, &owner, GUEST, NOW).await;
        let name = SubName::parse("门店一部").unwrap();
        let shown = consent(GUEST, &sent.code, &sent.uuid);
        let child = add(&f.store, &owner, shown, name, NOW).await.unwrap();
        let new = agreed(f, &owner, NEW, NOW).await.unwrap();
        let found = page(&f.store, &owner, all(), NOW).await.unwrap();
        assert_eq!((found.total, found.all, found.off), (2, 2, 0));
        let ids: Vec<Identity> = found.list.iter().map(|sub| sub.identity).collect();
        assert!(ids.contains(&Identity::Member(new)) && ids.contains(&Identity::Member(child)));
        let named = SubQuery {
            keyword: "门店".to_owned(),
            ..all()
        };
        let named = page(&f.store, &owner, named, NOW).await.unwrap();
        assert_eq!(
            (named.total, named.list[0].phone.as_str()),
            (1, "139****0000")
        );
    });
}

#[test]
fn a_relation_is_ended_by_either_side_and_by_nobody_else() {
    on_each_database(async |f| {
        let (owner, guest, stranger) = (
            f.actor(OWNER).await,
            f.actor(GUEST).await,
            f.actor(STRANGER).await,
        );
        let child = agreed(f, &owner, GUEST, NOW).await.unwrap();
        let new = agreed(f, &owner, NEW, NOW).await.unwrap();
        let foreign = remove(&f.store, &stranger, Some(child), NOW).await;
        assert!(matches!(foreign, Err(SubAccountError::Unknown)));
        let both = [owner.member_id(), child];
        assert_eq!(remove(&f.store, &guest, None, NOW).await.unwrap(), both);
        let over = remove(&f.store, &guest, None, NOW).await;
        assert!(matches!(over, Err(SubAccountError::Unknown)));
        remove(&f.store, &owner, Some(new), NOW).await.unwrap();
        assert_eq!(page(&f.store, &owner, all(), NOW).await.unwrap().all, 0);
    });
}

/// The guest as the owner's sub-account, with a phone that it may rename.
struct Given {
    owner: Actor,
    guest: Actor,
    stranger: Actor,
    /// The guest's id.
    child: i64,
    phone: i64,
}

impl Given {
    const RENAME: [DelegatedPermission; 1] = [DelegatedPermission::Rename];

    async fn to_guest(f: &Fixture) -> Self {
        let (owner, guest, stranger) = (
            f.actor(OWNER).await,
            f.actor(GUEST).await,
            f.actor(STRANGER).await,
        );
        let phone = f.phone("甲", 30).await;
        let child = agreed(f, &owner, GUEST, NOW).await.unwrap();
        let rename = DelegatedPermissions::from_iter(Self::RENAME);
        give(&f.store, &owner, child, vec![phone], rename, NOW)
            .await
            .unwrap();
        Self {
            owner,
            guest,
            stranger,
            child,
            phone,
        }
    }
}

#[test]
fn phones_are_given_but_for_one_that_is_recycled_and_one_that_is_not_there() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (a, gone) = (f.phone("甲", 30).await, f.phone("丙", 30).await);
        f.execute(&format!(
            "UPDATE phones SET recycled_ms = {NOW} WHERE id = {gone};"
        ));
        let child = agreed(f, &owner, GUEST, NOW).await.unwrap();
        let none = DelegatedPermissions::default();
        let done = give(&f.store, &owner, child, vec![a, gone, 7], none, NOW).await;
        assert_eq!(
            done.unwrap().refused,
            [(gone, SHARE_RECYCLED), (7, PHONE_ABSENT)]
        );
        assert_eq!(level(f, &guest, a).await, Some(Level::Operate));
        f.execute(&format!(
            "UPDATE phones SET recycled_ms = NULL WHERE id = {gone};"
        ));
    });
}

#[test]
fn what_a_sub_account_was_given_is_given_on_or_taken_by_its_parent_alone() {
    on_each_database(async |f| {
        let given = Given::to_guest(f).await;
        let (guest, phones) = (&given.guest, vec![given.phone]);
        let other = agreed(f, &given.owner, NEW, NOW).await.unwrap();
        let none = DelegatedPermissions::default();
        let foreign = give(&f.store, guest, other, phones.clone(), none, NOW).await;
        assert!(matches!(foreign, Err(SubAccountError::Unknown)));
        let (stranger, child) = (&given.stranger, Some(given.child));
        let foreign = take(&f.store, stranger, child, phones.clone(), NOW).await;
        assert!(matches!(foreign, Err(SubAccountError::Unknown)));
        let taken = take(&f.store, guest, None, phones, NOW).await.unwrap();
        assert_eq!(taken.refused, [(given.phone, RIGHT_MISSING)]);
        assert_eq!(level(f, guest, given.phone).await, Some(Level::Operate));
    });
}

#[test]
fn each_phone_is_listed_with_its_own_permissions_and_the_account_with_all_of_them() {
    on_each_database(async |f| {
        let Given {
            owner,
            stranger,
            child,
            phone: b,
            ..
        } = Given::to_guest(f).await;
        let a = f.phone("乙", 30).await;
        let rename = DelegatedPermissions::from_iter(Given::RENAME);
        let both: DelegatedPermissions = [DelegatedPermission::Rename, DelegatedPermission::Power]
            .into_iter()
            .collect();
        give(&f.store, &owner, child, vec![a], both, NOW)
            .await
            .unwrap();
        let query = || PhoneQuery {
            member_id: Some(child),
            limit: 200,
            ..PhoneQuery::default()
        };
        let listed = phones(&f.store, &owner, query()).await.unwrap();
        let by_name: Vec<_> = listed.list.iter().map(|p| (p.phone_id, p.given)).collect();
        assert_eq!(listed.total, 2);
        assert!(by_name.contains(&(a, Some(both))) && by_name.contains(&(b, Some(rename))));
        let found = page(&f.store, &owner, all(), NOW).await.unwrap();
        let row = found
            .list
            .iter()
            .find(|sub| sub.identity == Identity::Member(child))
            .unwrap();
        assert_eq!((row.phones, row.permissions), (2, both));
        assert!(matches!(
            phones(&f.store, &stranger, query()).await,
            Err(SubAccountError::Unknown)
        ));
    });
}

#[test]
fn while_a_sub_account_is_off_nothing_that_it_was_given_counts() {
    on_each_database(async |f| {
        let given = Given::to_guest(f).await;
        let (owner, child) = (&given.owner, given.child);
        let foreign = set_enabled(&f.store, &given.stranger, child, false, NOW).await;
        assert!(matches!(foreign, Err(SubAccountError::Unknown)));
        set_enabled(&f.store, owner, child, false, NOW)
            .await
            .unwrap();
        assert_eq!(level(f, &given.guest, given.phone).await, None);
        let off = SubQuery {
            standing: Some(SubAccountState::Off),
            ..all()
        };
        assert_eq!(page(&f.store, owner, off, NOW).await.unwrap().total, 1);
        set_enabled(&f.store, owner, child, true, NOW)
            .await
            .unwrap();
        assert_eq!(
            level(f, &given.guest, given.phone).await,
            Some(Level::Operate)
        );
    });
}

#[test]
fn what_a_sub_account_did_is_told_of_it_alone() {
    on_each_database(async |f| {
        let given = Given::to_guest(f).await;
        let (owner, phone) = (&given.owner, given.phone);
        let other = agreed(f, owner, NEW, NOW).await.unwrap();
        let none = DelegatedPermissions::default();
        give(&f.store, owner, other, vec![phone], none, NOW)
            .await
            .unwrap();
        let started = start(&f.store, &given.guest, phone, Mode::Control, None, NOW)
            .await
            .unwrap();
        open(&f.store, started.ticket.text, phone, NOW + 1)
            .await
            .unwrap();
        let actions = activity(&f.store, owner, given.child).await.unwrap();
        assert_eq!(actions.len(), 1);
        assert_eq!(
            (actions[0].phone.as_str(), actions[0].doing),
            ("甲", GuestAction::Controlled)
        );
        assert_eq!(activity(&f.store, owner, other).await.unwrap(), []);
    });
}

#[test]
fn phones_are_taken_from_one_from_all_and_by_the_end_of_the_relation() {
    on_each_database(async |f| {
        let given = Given::to_guest(f).await;
        let (owner, child, phone) = (&given.owner, given.child, given.phone);
        let kept = f.phone("乙", 30).await;
        let none = DelegatedPermissions::default();
        let other = agreed(f, owner, NEW, NOW).await.unwrap();
        for (member, ids) in [(child, vec![kept]), (other, vec![phone])] {
            give(&f.store, owner, member, ids, none, NOW).await.unwrap();
        }
        let from_one = take(&f.store, owner, Some(other), vec![phone], NOW).await;
        assert_eq!(from_one.unwrap().member_ids.len(), 1);
        assert_eq!(
            level(f, &given.guest, phone).await,
            Some(Level::Operate),
            "another one's"
        );
        give(&f.store, owner, other, vec![phone], none, NOW)
            .await
            .unwrap();
        let from_all = take(&f.store, owner, None, vec![phone], NOW + 2).await;
        assert_eq!(from_all.unwrap().member_ids.len(), 2);
        assert_eq!(level(f, &given.guest, phone).await, None);
        assert_eq!(level(f, &given.guest, kept).await, Some(Level::Operate));
        remove(&f.store, owner, Some(child), NOW).await.unwrap();
        assert_eq!(level(f, &given.guest, kept).await, None);
    });
}

#[test]
fn two_that_add_each_other_at_once_leave_one_parent() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (to_guest, to_owner) = (
            asked(f, &owner, GUEST, NOW).await,
            asked(f, &guest, OWNER, NOW).await,
        );
        let (one, two) = tokio::join!(
            add(
                &f.store,
                &owner,
                consent(GUEST, &to_guest.code, &to_guest.uuid),
                SubName::default(),
                NOW
            ),
            add(
                &f.store,
                &guest,
                consent(OWNER, &to_owner.code, &to_owner.uuid),
                SubName::default(),
                NOW
            ),
        );
        assert_ne!(one.is_ok(), two.is_ok(), "{one:?} {two:?}");
    });
}

#[test]
fn a_sub_account_moves_what_it_may_among_its_parents_groups() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (a, b) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let child = agreed(f, &owner, GUEST, NOW).await.unwrap();
        let name = |name| Name::parse(name).unwrap();
        let parents = groups::create(&f.store, &owner, name("主力"), NOW)
            .await
            .unwrap();
        let own = groups::create(&f.store, &guest, name("我的"), NOW)
            .await
            .unwrap();
        let rename: DelegatedPermissions = [DelegatedPermission::Rename].into_iter().collect();
        let group: DelegatedPermissions = [DelegatedPermission::Group].into_iter().collect();
        give(&f.store, &owner, child, vec![a, b], rename, NOW)
            .await
            .unwrap();
        assert_eq!(groups::of_parent(&f.store, &guest, NOW).await.unwrap(), []);
        give(&f.store, &owner, child, vec![a], group, NOW)
            .await
            .unwrap();
        let seen = groups::of_parent(&f.store, &guest, NOW).await.unwrap();
        assert_eq!(seen, [(parents, "主力".to_owned())]);

        let refused = async |to| {
            let moved = groups::move_phones(&f.store, &guest, vec![a, b], to, NOW).await;
            let refused = moved.unwrap().into_iter().map(|(id, _)| id);
            refused.collect::<Vec<_>>()
        };
        assert_eq!(refused(Some(parents)).await, [b], "only where it may");
        let counted = groups::list(&f.store, &owner).await.unwrap();
        assert_eq!(counted.groups[0].phones, 1);
        assert_eq!(
            refused(Some(own)).await,
            [a, b],
            "never into a group of its own"
        );
        assert_eq!(refused(None).await, [b]);
        assert_eq!(groups::list(&f.store, &owner).await.unwrap().ungrouped, 2);
        let stranger = f.actor(STRANGER).await;
        let foreign = groups::move_phones(&f.store, &stranger, vec![a], Some(parents), NOW).await;
        assert!(matches!(foreign, Err(groups::GroupError::Unknown)));
    });
}
