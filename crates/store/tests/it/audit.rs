//! The trail of actions: with the action or not at all, and never changed.

use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection, sql_query};
use domain::auth::{NewPassword, PasswordRule};
use store::Kind;
use store::audit::{By, Filter, list, of_member};
use store::member::{NewOperator, OperatorError, add_operator, profile, set_disabled};
use store::phones::{NewPhone, add_stock};

use crate::fixture::{NOW, OWNER, STRANGER, on_each_database};

#[test]
fn a_kept_deed_never_changes() {
    on_each_database(async |f| {
        f.actor(OWNER).await;
        let id = f.seeded.members[0].user_id;
        let kept = of_member(&f.store, id).await.unwrap();
        assert_eq!(
            (kept[0].kind.as_str(), kept[0].at_ms),
            ("session.begin", NOW)
        );
        for forged in [
            "UPDATE audit SET detail = 'nothing happened'",
            "DELETE FROM audit",
        ] {
            let refused = match f.store.kind() {
                Kind::Sqlite => {
                    sql_query(forged).execute(&mut SqliteConnection::establish(&f.url).unwrap())
                }
                Kind::Postgres => {
                    sql_query(forged).execute(&mut PgConnection::establish(&f.url).unwrap())
                }
            };
            let words = refused.unwrap_err().to_string();
            assert!(words.contains("audit rows never change"), "{words}");
        }
        assert_eq!(of_member(&f.store, id).await.unwrap(), kept);
    });
}

#[test]
fn what_a_command_makes_is_recorded_as_the_commands() {
    on_each_database(async |f| {
        let operator = |name: &str, permission: &str| {
            NewOperator::parse(name, vec![permission.to_owned()]).and_then(NewOperator::known)
        };
        let password = || NewPassword::parse("Another#2026", PasswordRule::Reset).unwrap();
        let new = operator("zhoumin", "order:refund").unwrap();
        let id = add_operator(&f.store, new.clone(), password(), NOW)
            .await
            .unwrap();
        let again = add_operator(&f.store, new, password(), NOW).await;
        assert!(matches!(again, Err(OperatorError::Taken)));
        let unknown = operator("other", "order:refunds");
        assert!(matches!(unknown, Err(OperatorError::Unknown(_))));
        let made = profile(&f.store, id).await.unwrap().unwrap();
        assert_eq!(made.permissions, ["order:refund"]);
        let phone = |adb: &str| NewPhone {
            configuration: "VIP".to_owned(),
            adb: adb.to_owned(),
        };
        let both = vec![phone("10.0.0.1:1"), phone("10.0.0.1:1")];
        assert!(add_stock(&f.store, both, NOW).await.is_err());
        add_stock(&f.store, vec![phone("10.0.0.1:1")], NOW + 1)
            .await
            .unwrap();
        let filter = Filter {
            by: Some(By::Server),
            ..Filter::default()
        };
        let (rows, total) = list(&f.store, filter, (0, 10)).await.unwrap();
        let kinds: Vec<&str> = rows.iter().map(|row| row.record.kind.as_str()).collect();
        assert_eq!((kinds, total), (vec!["phone.create", "account.create"], 2));
        let after = rows[0].record.value_after.as_deref().unwrap();
        assert!(after.contains("10.0.0.1:1"), "{after}");
    });
}

#[test]
fn the_audit_is_found_by_account_object_address_kind_and_time() {
    on_each_database(async |f| {
        let admin = f.actor("admin").await;
        let stranger = f.seeded.members[2].user_id;
        set_disabled(&f.store, &admin, stranger, true, NOW + 5)
            .await
            .unwrap();
        let found = async |filter: Filter| {
            let (rows, total) = list(&f.store, filter, (0, 10)).await.unwrap();
            assert_eq!(usize::try_from(total), Ok(rows.len()));
            rows.into_iter()
                .map(|row| (row.record.kind, row.name))
                .collect::<Vec<_>>()
        };
        let by_word = async |word: &str| {
            found(Filter {
                keyword: Some(word.to_owned()),
                ..Filter::default()
            })
            .await
        };
        let row = |kind: &str| (kind.to_owned(), "admin".to_owned());
        let both = [row("admin.disable"), row("session.begin")];
        assert_eq!(by_word("admin").await, both, "the newest first");
        assert_eq!(by_word(&admin.member_id().to_string()).await, both);
        // Actions done to an account are found under its phone number, and under its id behind `member:`.
        assert_eq!(by_word(STRANGER).await, both[..1]);
        assert_eq!(by_word(&format!("member:{stranger}")).await, both[..1]);
        assert_eq!(by_word("192.0.2.1").await, []);
        assert_eq!(by_word("nobody").await, []);
        let after = found(Filter {
            by: Some(By::Operators),
            from_ms: Some(NOW + 5),
            until_ms: Some(NOW + 6),
            ..Filter::default()
        });
        assert_eq!(after.await, both[..1]);
        let kind = found(Filter {
            kind: Some("session.begin".to_owned()),
            by: Some(By::Members),
            ..Filter::default()
        });
        assert_eq!(kind.await, []);
        let (rows, _) = list(&f.store, Filter::default(), (0, 1)).await.unwrap();
        let record = &rows[0].record;
        assert_eq!(
            record.value_before.as_deref(),
            Some(r#"{"disabled":false}"#)
        );
        assert_eq!(record.value_after.as_deref(), Some(r#"{"disabled":true}"#));
    });
}
