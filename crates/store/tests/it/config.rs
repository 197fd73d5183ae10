//! Settings that operators change: locked by the environment, and in force over its defaults.

use domain::config::{Rules, Setting, Written};
use store::audit::Author;
use store::config::{ConfigError, Filter, by_key, create, list, rules, update};

use crate::fixture::{Fixture, NOW, on_each_database};

async fn author(f: &Fixture) -> Author {
    Author {
        actor: f.actor("admin").await,
        address: None,
        now_ms: NOW,
    }
}

async fn set(f: &Fixture, value: &str, locked: &[Setting]) -> Result<(), ConfigError> {
    let kept = by_key(&f.store, "phone.grace.days".to_owned())
        .await
        .unwrap()
        .unwrap();
    let written = Written {
        name: kept.name,
        key: kept.key,
        value: value.to_owned(),
        remark: String::new(),
    };
    let seen = (kept.id, Some(kept.version));
    update(
        &f.store,
        author(f).await,
        seen,
        written.checked().unwrap(),
        locked.to_vec(),
    )
    .await
}

#[test]
fn every_setting_has_its_row() {
    on_each_database(async |f| {
        for setting in Setting::ALL {
            let kept = by_key(&f.store, setting.key().to_owned())
                .await
                .unwrap()
                .unwrap();
            assert!(kept.built_in && kept.value.is_none());
            assert_eq!(kept.name, setting.words().zh);
        }
    });
}

#[test]
fn a_stored_setting_holds_unless_the_environment_sets_it() {
    on_each_database(async |f| {
        let usual = Rules::default();
        let in_force = async |locked: &[Setting]| {
            let rules = rules(&f.store, usual, locked.to_vec()).await.unwrap();
            Setting::GraceDays.of(&rules)
        };
        assert_eq!(in_force(&[]).await, 7);
        set(f, "9", &[]).await.unwrap();
        assert_eq!(in_force(&[]).await, 9);
        let locked = [Setting::GraceDays];
        assert_eq!(in_force(&locked).await, 7);
        let refused = set(f, "10", &locked).await;
        assert!(matches!(refused, Err(ConfigError::Locked)), "{refused:?}");
        // A value that an earlier version allowed and this one does not is the default.
        f.execute("UPDATE config SET value = '1000' WHERE key = 'phone.grace.days';");
        assert_eq!(in_force(&[]).await, 7);
    });
}

#[test]
fn values_are_found_by_parts_as_people_read_them() {
    on_each_database(async |f| {
        let written = Written {
            name: "Ｃafé 100%".to_owned(),
            key: "shop.hours".to_owned(),
            value: "9".to_owned(),
            remark: String::new(),
        };
        let id = create(&f.store, author(f).await, written.checked().unwrap());
        let id = id.await.unwrap();
        let found = async |filter: Filter| {
            let (rows, total) = list(&f.store, filter, (0, 100)).await.unwrap();
            assert_eq!(rows.len(), usize::try_from(total).unwrap());
            rows.iter().map(|row| row.id).collect::<Vec<_>>()
        };
        let by = |keyword: Option<&str>, name: Option<&str>, key: Option<&str>| {
            let owned = |part: Option<&str>| part.map(str::to_owned);
            Filter {
                keyword: owned(keyword),
                name: owned(name),
                key: owned(key),
                ..Filter::default()
            }
        };
        for part in ["CAFE\u{301}", "ｃａｆé", "100%", "SHOP.H"] {
            assert_eq!(found(by(Some(part), None, None)).await, [id], "{part}");
        }
        assert_eq!(found(by(None, Some("CAFÉ"), None)).await, [id]);
        assert_eq!(found(by(None, None, Some("Shop."))).await, [id]);
        assert_eq!(found(by(None, Some("café"), Some("hours"))).await, [id]);
        for (name, key) in [
            (Some("shop."), None),
            (None, Some("café")),
            (Some("café"), Some("minutes")),
        ] {
            let found = found(by(None, name, key)).await;
            assert!(found.is_empty(), "{name:?} {key:?}: {found:?}");
        }
        // A sign of patterns is itself.
        let pattern = found(by(Some("c%100"), None, None)).await;
        assert!(pattern.is_empty(), "{pattern:?}");
    });
}
