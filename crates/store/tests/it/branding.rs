//! Branding, contacts and ways to sign in as operators change them.

use domain::auth::limits::{ALL_TESTS, OPERATOR_TESTS, SENDING_WINDOW_MS};
use domain::auth::ways::{InvalidWays, SignInMethod, SwitchedOff};
use domain::lang::LocalizedName;
use store::audit::Author;
use store::auth::entry::{self, Entry, EntryError, TestError};
use store::branding::{BrandError, Branding, BrandingSettings, Contact, ContactKind, Wanted};
use store::branding::{contacts, save, settings};

use crate::fixture::{Fixture, NOW, OWNER, on_each_database};

async fn author(f: &Fixture) -> Author {
    Author {
        actor: f.actor("admin").await,
        address: None,
        now_ms: NOW,
    }
}

fn group(account: &str) -> Contact {
    let address = format!("https://qun.example/{account}");
    Contact::parse(ContactKind::Group, account, &address).unwrap()
}

fn named(zh: &str, seen_ms: i64, contacts: Vec<(Option<i64>, Contact)>) -> Wanted {
    let title = LocalizedName {
        zh: zh.to_owned(),
        en: String::new(),
    };
    Wanted {
        branding: Branding {
            title,
            ..Branding::default()
        },
        contacts,
        seen_ms,
    }
}

fn accounts(settings: &BrandingSettings) -> Vec<&str> {
    settings
        .contacts
        .iter()
        .map(|contact| contact.account.as_str())
        .collect()
}

#[test]
fn contacts_keep_their_order_and_those_that_stay_their_ids() {
    on_each_database(async |f| {
        let first = [(None, group("1")), (None, group("2"))].to_vec();
        let made = save(&f.store, author(f).await, named("甲", 0, first))
            .await
            .unwrap();
        assert_eq!(accounts(&made), ["1", "2"]);
        let (one, two) = (made.contacts[0].id, made.contacts[1].id);
        // The second comes first; an id that is named twice, and a stranger's, are new ones.
        let changed = [
            (Some(two), group("2")),
            (Some(two), group("3")),
            (Some(7), group("4")),
        ];
        let wanted = named("甲", made.updated_ms, changed.to_vec());
        let after = save(&f.store, author(f).await, wanted).await.unwrap();
        assert_eq!(accounts(&after), ["2", "3", "4"]);
        assert_eq!(after.contacts[0].id, two);
        let others = [after.contacts[1].id, after.contacts[2].id];
        assert!(others.iter().all(|id| ![one, two, 7].contains(id)));
        let (page, total) = contacts(&f.store, ContactKind::Group, (0, 1))
            .await
            .unwrap();
        assert_eq!((page[0].account.as_str(), total), ("2", 3));
    });
}

#[test]
fn of_two_who_change_the_branding_the_second_is_told_and_changes_nothing() {
    on_each_database(async |f| {
        let seen_ms = settings(&f.store).await.unwrap().updated_ms;
        let first = save(&f.store, author(f).await, named("甲", seen_ms, Vec::new()))
            .await
            .unwrap();
        let second = named("乙", seen_ms, vec![(None, group("1"))]);
        let told = save(&f.store, author(f).await, second).await;
        let Err(BrandError::Changed(told)) = told else {
            panic!("not told");
        };
        assert_eq!(
            (&told.now, told.by.as_str(), told.at_ms),
            (&first, "admin", NOW)
        );
        assert_eq!(settings(&f.store).await.unwrap(), first);
    });
}

#[test]
fn a_picture_that_was_never_uploaded_is_refused() {
    on_each_database(async |f| {
        let mut wanted = named("甲", 0, Vec::new());
        wanted.branding.left_bg = "/app-api/system/front/picture/none".to_owned();
        let refused = save(&f.store, author(f).await, wanted).await;
        assert!(matches!(refused, Err(BrandError::Picture("leftBg"))));
        assert_eq!(settings(&f.store).await.unwrap().updated_ms, 0);
    });
}

fn ways(on: &[SignInMethod], login_way: &str, updated_ms: i64) -> Entry {
    Entry {
        register_type: String::new(),
        login_way: login_way.to_owned(),
        off: SwitchedOff::all_but(on),
        updated_ms,
    }
}

#[test]
fn an_operator_keeps_a_way_in_of_its_own() {
    on_each_database(async |f| {
        // The operator has an account name and a password, no number.
        let by_code = ways(&[SignInMethod::Sms], "sms", 0);
        let all = SignInMethod::ALL.to_vec();
        let refused = entry::save(&f.store, author(f).await, by_code.clone(), all.clone()).await;
        assert!(matches!(
            refused,
            Err(EntryError::Refused(InvalidWays::Own))
        ));
        assert!(
            entry::current(&f.store)
                .await
                .unwrap()
                .off
                .allows(SignInMethod::Password)
        );

        let owner = Author {
            actor: f.actor(OWNER).await,
            ..author(f).await
        };
        let saved = entry::save(&f.store, owner, by_code, all.clone())
            .await
            .unwrap();
        assert_eq!(saved, entry::current(&f.store).await.unwrap());
        assert!(!saved.off.allows(SignInMethod::Password) && saved.off.allows(SignInMethod::Sms));

        let late = ways(&SignInMethod::ALL, "phone", 0);
        let told = entry::save(&f.store, author(f).await, late, all).await;
        let Err(EntryError::Changed(told)) = told else {
            panic!("not told");
        };
        assert_eq!(told.now, saved);
    });
}

#[test]
fn senders_are_tried_a_bounded_number_of_times() {
    on_each_database(async |f| {
        let admin = author(f).await;
        for _ in 0..OPERATOR_TESTS {
            entry::count_test(&f.store, &admin).await.unwrap();
        }
        let refused = entry::count_test(&f.store, &admin).await.err();
        assert!(
            matches!(refused, Some(TestError::TooMany { retry_after_ms }) if retry_after_ms == SENDING_WINDOW_MS),
            "{refused:?}"
        );
        let others = [OWNER, "13900000000", "13700000000"];
        let mut allowed = OPERATOR_TESTS;
        for who in others {
            let author = Author {
                actor: f.actor(who).await,
                ..admin.clone()
            };
            for _ in 0..OPERATOR_TESTS {
                allowed += i64::from(entry::count_test(&f.store, &author).await.is_ok());
            }
        }
        assert_eq!(allowed, ALL_TESTS);
        let later = Author {
            now_ms: NOW + SENDING_WINDOW_MS,
            ..admin
        };
        assert!(entry::count_test(&f.store, &later).await.is_ok());
    });
}
