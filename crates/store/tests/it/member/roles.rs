//! Roles of operators.

use domain::permissions::{EDIT_ROLES, EVERYTHING, LIST_ROLES};
use domain::roles::RoleName;
use store::audit::Author;
use store::member::roles::{RoleError, RoleRow, create, give, list, remove, update};
use store::session::{Actor, actor_of};

use crate::fixture::{Fixture, NOW, load, on_each_database};

async fn by(f: &Fixture, account: &str) -> Author {
    Author {
        actor: f.actor(account).await,
        address: None,
        now_ms: NOW,
    }
}

fn name(typed: &str) -> RoleName {
    RoleName::parse(typed).unwrap()
}

fn all(permissions: &[&str]) -> Vec<String> {
    permissions.iter().map(|one| (*one).to_owned()).collect()
}

/// Makes an operator who holds these; answers its id.
async fn operator(f: &Fixture, account: &str, permissions: &[&str]) -> i64 {
    let seed = serde_json::json!({ "operators": [{ "userName": account, "password": fresh_database::PASSWORD_HASH, "permissions": permissions }] });
    load(&f.store, &seed.to_string()).await.operators[0].user_id
}

async fn may(f: &Fixture, account: &str) -> Vec<String> {
    let actor: Actor = f.actor(account).await;
    actor.permissions().to_vec()
}

async fn made(f: &Fixture, typed: &str, permissions: &[&str]) -> RoleRow {
    let admin = by(f, "admin").await;
    create(&f.store, admin, name(typed), all(permissions))
        .await
        .unwrap()
}

#[test]
fn an_operator_may_what_its_roles_and_its_own_list_say_together() {
    on_each_database(async |f| {
        let clerk = operator(f, "clerk", &["member:list"]).await;
        let role = made(f, "客服", &["system:audit:list", "member:list"]).await;
        assert_eq!(role.permissions, ["member:list", "system:audit:list"]);
        give(&f.store, by(f, "admin").await, clerk, vec![role.id])
            .await
            .unwrap();
        assert_eq!(may(f, "clerk").await, ["member:list", "system:audit:list"]);

        // A live session may at once what the role says from now on.
        let token = f.tokens("clerk").await.access;
        let seen = (role.id, role.updated_ms);
        let wanted = all(&["member:points"]);
        let admin = by(f, "admin").await;
        let changed = update(&f.store, admin, seen, name("客服"), wanted)
            .await
            .unwrap();
        assert!(changed.updated_ms > role.updated_ms);
        let actor = actor_of(&f.store, token, NOW).await.unwrap().unwrap();
        assert_eq!(actor.permissions(), ["member:list", "member:points"]);

        let seen = (role.id, changed.updated_ms);
        remove(&f.store, by(f, "admin").await, seen).await.unwrap();
        assert_eq!(may(f, "clerk").await, ["member:list"], "its own stay");
        let (roles, operators) = list(&f.store).await.unwrap();
        assert!(roles.is_empty());
        let clerk = operators.iter().find(|one| one.id == clerk).unwrap();
        assert_eq!(
            (clerk.own.as_slice(), clerk.roles.len()),
            (&all(&["member:list"])[..], 0)
        );
    });
}

#[test]
fn the_second_of_two_who_change_a_role_is_told_what_it_is_now() {
    on_each_database(async |f| {
        let role = made(f, "客服", &["member:list"]).await;
        let seen = (role.id, role.updated_ms);
        let admin = by(f, "admin").await;
        let first = update(
            &f.store,
            admin,
            seen,
            name("客服组"),
            all(&["member:reveal"]),
        )
        .await;
        let first = first.unwrap();
        let admin = by(f, "admin").await;
        let second = update(&f.store, admin, seen, name("客服"), all(&[])).await;
        let Err(RoleError::Changed(now)) = second else {
            panic!("{second:?}");
        };
        assert_eq!(
            (&now.now, now.by.as_str(), now.at_ms),
            (&first, "admin", NOW)
        );
        let removed = remove(&f.store, by(f, "admin").await, seen).await;
        assert!(matches!(removed, Err(RoleError::Changed(_))), "{removed:?}");
        assert_eq!(list(&f.store).await.unwrap().0, [first]);
    });
}

#[test]
fn nobody_gives_or_takes_what_it_has_not() {
    on_each_database(async |f| {
        let lead = operator(f, "lead", &[EDIT_ROLES, LIST_ROLES, "member:list"]).await;
        let strong = made(f, "店长", &[EVERYTHING]).await;
        let readers = made(f, "读者", &["member:list"]).await;
        let above = |result: &Result<RoleRow, RoleError>| matches!(result, Err(RoleError::Above));
        let refused = create(
            &f.store,
            by(f, "lead").await,
            name("新"),
            all(&["member:points"]),
        )
        .await;
        assert!(above(&refused), "{refused:?}");
        for (role, wanted) in [(&readers, &["member:points"][..]), (&strong, &[][..])] {
            let seen = (role.id, role.updated_ms);
            let refused =
                update(&f.store, by(f, "lead").await, seen, name("新"), all(wanted)).await;
            assert!(above(&refused), "{refused:?}");
        }
        let refused = give(&f.store, by(f, "lead").await, lead, vec![strong.id]).await;
        assert!(matches!(refused, Err(RoleError::Above)), "{refused:?}");
        let seen = (strong.id, strong.updated_ms);
        let refused = remove(&f.store, by(f, "lead").await, seen).await;
        assert!(matches!(refused, Err(RoleError::Above)), "{refused:?}");
        give(&f.store, by(f, "lead").await, lead, vec![readers.id])
            .await
            .unwrap();
        assert_eq!(list(&f.store).await.unwrap().0.len(), 2);
    });
}

#[test]
fn somebody_is_always_left_who_may_change_roles() {
    on_each_database(async |f| {
        let role = made(f, "店长", &[EDIT_ROLES]).await;
        let lead = operator(f, "lead", &[]).await;
        give(&f.store, by(f, "admin").await, lead, vec![role.id])
            .await
            .unwrap();
        f.execute("UPDATE members SET disabled = TRUE WHERE user_name = 'admin';");
        let seen = (role.id, role.updated_ms);
        let last = |result: Result<(), RoleError>| {
            assert!(matches!(result, Err(RoleError::Last)), "{result:?}");
        };
        last(remove(&f.store, by(f, "lead").await, seen).await);
        last(give(&f.store, by(f, "lead").await, lead, vec![]).await);
        let changed = update(&f.store, by(f, "lead").await, seen, name("店长"), vec![]).await;
        last(changed.map(drop));
        assert_eq!(may(f, "lead").await, [EDIT_ROLES], "all is as it was");
        f.execute("UPDATE members SET disabled = FALSE WHERE user_name = 'admin';");
    });
}

#[test]
fn a_role_has_a_name_of_its_own_and_known_permissions() {
    on_each_database(async |f| {
        made(f, "Shop lead", &[]).await;
        let taken = create(&f.store, by(f, "admin").await, name("shop LEAD"), vec![]).await;
        assert!(matches!(taken, Err(RoleError::Taken)), "{taken:?}");
        let unknown = create(
            &f.store,
            by(f, "admin").await,
            name("x"),
            all(&["of:nothing"]),
        )
        .await;
        assert!(
            matches!(unknown, Err(RoleError::NoPermission(_))),
            "{unknown:?}"
        );
        let member = f.seeded.members[0].user_id;
        let nobody = give(&f.store, by(f, "admin").await, member, vec![]).await;
        assert!(matches!(nobody, Err(RoleError::NoOperator)), "{nobody:?}");
        let admin = f.seeded.operators[0].user_id;
        let unknown = give(&f.store, by(f, "admin").await, admin, vec![1]).await;
        assert!(matches!(unknown, Err(RoleError::Unknown)), "{unknown:?}");
    });
}
