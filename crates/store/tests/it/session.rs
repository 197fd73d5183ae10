//! Signing in, refreshing, signing out.

use std::collections::HashSet;

use domain::auth::SignIn;
use domain::session::{ACCESS_MS, GRACE_MS, REFRESH_MS};
use store::member::{Role, set_disabled};
use store::session::{
    RefreshError, SignInError, Terminal, actor_of, refresh, sign_in, sign_out, sweep,
};

use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, PASSWORD, on_each_database};

async fn acts(f: &Fixture, access: &str, now_ms: i64) -> bool {
    actor_of(&f.store, access.to_owned(), now_ms)
        .await
        .unwrap()
        .is_some()
}

#[test]
fn a_member_signs_in_by_number_and_an_operator_by_name() {
    on_each_database(async |f| {
        let tokens = f.tokens("+86 138-0000-0000").await;
        let actor = actor_of(&f.store, tokens.access, NOW)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(actor.member_id(), f.seeded.members[0].user_id);
        assert_eq!((actor.role(), actor.permissions().len()), (Role::Member, 0));

        let tokens = f.tokens("Admin").await;
        let actor = actor_of(&f.store, tokens.access, NOW)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(actor.member_id(), f.seeded.operators[0].user_id);
        assert_eq!(
            (actor.role(), actor.permissions()),
            (Role::Operator, &["*:*:*".to_owned()][..])
        );
    });
}

#[test]
fn a_wrong_password_and_an_unknown_account_get_one_answer() {
    on_each_database(async |f| {
        for (account, password) in [
            (OWNER, "wrong"),
            ("13312345678", PASSWORD),
            ("nobody", PASSWORD),
        ] {
            let form = SignIn::parse(account, password, None).unwrap();
            let refused = sign_in(&f.store, form, Terminal::Web, NOW)
                .await
                .err()
                .unwrap();
            assert!(
                matches!(refused, SignInError::BadCredentials),
                "{account}: {refused}"
            );
        }
    });
}

#[test]
fn a_disabled_account_learns_so_only_with_its_password_and_acts_no_more() {
    on_each_database(async |f| {
        let tokens = f.tokens(OWNER).await;
        let id = f.seeded.members[0].user_id;
        set_disabled(&f.store, id, true).await.unwrap();
        let attempt = async |password: &str| {
            let form = SignIn::parse(OWNER, password, None).unwrap();
            sign_in(&f.store, form, Terminal::Web, NOW)
                .await
                .err()
                .unwrap()
        };
        assert!(matches!(
            attempt("wrong").await,
            SignInError::BadCredentials
        ));
        assert!(
            matches!(attempt(PASSWORD).await, SignInError::Disabled { member_id } if member_id == id)
        );
        assert!(!acts(f, &tokens.access, NOW).await);
        let refused = refresh(&f.store, tokens.refresh, NOW).await.err().unwrap();
        assert!(matches!(refused, RefreshError::Invalid));

        set_disabled(&f.store, id, false).await.unwrap();
        assert!(acts(f, &tokens.access, NOW).await);
    });
}

#[test]
fn an_access_token_ends_after_fifteen_minutes() {
    on_each_database(async |f| {
        let tokens = f.tokens(OWNER).await;
        assert_eq!(tokens.access_expires_ms, NOW + ACCESS_MS);
        assert!(acts(f, &tokens.access, NOW + ACCESS_MS - 1).await);
        assert!(!acts(f, &tokens.access, NOW + ACCESS_MS).await);
    });
}

#[test]
fn no_token_serves_as_another_kind_of_token() {
    on_each_database(async |f| {
        let tokens = f.tokens(OWNER).await;
        assert!(!acts(f, &tokens.refresh, NOW).await);
        assert!(!acts(f, &"a".repeat(5000), NOW).await);
        for wrong in [tokens.access, String::new(), "a".repeat(5000)] {
            let refused = refresh(&f.store, wrong, NOW).await.err().unwrap();
            assert!(matches!(refused, RefreshError::Invalid));
        }
    });
}

#[test]
fn a_refresh_token_ends_after_thirty_days() {
    on_each_database(async |f| {
        let first = f.tokens(OWNER).await;
        let refused = refresh(&f.store, first.refresh.clone(), NOW + REFRESH_MS)
            .await
            .err()
            .unwrap();
        assert!(matches!(refused, RefreshError::Expired));
        let next = refresh(&f.store, first.refresh, NOW + REFRESH_MS - 1)
            .await
            .unwrap();
        assert_eq!(next.refresh_expires_ms, NOW + REFRESH_MS - 1 + REFRESH_MS);
        assert!(acts(f, &next.access, NOW + REFRESH_MS).await);
    });
}

#[test]
fn a_spent_token_is_answered_with_the_same_successor_for_ten_seconds() {
    on_each_database(async |f| {
        let first = f.tokens(OWNER).await;
        let next = refresh(&f.store, first.refresh.clone(), NOW).await.unwrap();
        assert!(next.refresh != first.refresh && next.access != first.access);
        let again = refresh(&f.store, first.refresh.clone(), NOW + GRACE_MS)
            .await
            .unwrap();
        assert!(again == next);
        assert!(
            acts(f, &first.access, NOW).await,
            "tabs that did not refresh go on"
        );

        let refused = refresh(&f.store, first.refresh, NOW + GRACE_MS + 1)
            .await
            .err()
            .unwrap();
        assert!(matches!(refused, RefreshError::Invalid));
        assert!(!acts(f, &next.access, NOW).await, "reuse ends the family");
        let refused = refresh(&f.store, next.refresh, NOW).await.err().unwrap();
        assert!(matches!(refused, RefreshError::Invalid));
    });
}

#[test]
fn only_the_token_before_the_newest_has_grace() {
    on_each_database(async |f| {
        let first = f.tokens(OWNER).await;
        let second = refresh(&f.store, first.refresh.clone(), NOW).await.unwrap();
        let third = refresh(&f.store, second.refresh, NOW).await.unwrap();
        let refused = refresh(&f.store, first.refresh, NOW + 1)
            .await
            .err()
            .unwrap();
        assert!(matches!(refused, RefreshError::Invalid));
        assert!(!acts(f, &third.access, NOW + 1).await);
    });
}

#[test]
fn twenty_refreshes_at_once_make_one_lineage() {
    on_each_database(async |f| {
        let first = f.tokens(OWNER).await;
        let tabs: Vec<_> = (0..20)
            .map(|_| {
                let (store, token) = (f.store.clone(), first.refresh.clone());
                tokio::spawn(async move { refresh(&store, token, NOW).await.unwrap() })
            })
            .collect();
        let mut seen = HashSet::new();
        let mut newest = String::new();
        for tab in tabs {
            let tokens = tab.await.unwrap();
            newest = tokens.refresh.clone();
            seen.insert((tokens.access, tokens.refresh));
        }
        assert_eq!(seen.len(), 1);
        assert!(refresh(&f.store, newest, NOW + DAY).await.is_ok());
    });
}

#[test]
fn signing_out_ends_the_session_by_either_token_and_twice_is_no_error() {
    on_each_database(async |f| {
        for by_access in [true, false] {
            let tokens = f.tokens(OWNER).await;
            let (access, token) = (Some(tokens.access.clone()), Some(tokens.refresh.clone()));
            for _ in 0..2 {
                let (access, token) = if by_access {
                    (access.clone(), None)
                } else {
                    (None, token.clone())
                };
                sign_out(&f.store, access, token, NOW).await.unwrap();
            }
            assert!(!acts(f, &tokens.access, NOW).await);
            assert!(refresh(&f.store, tokens.refresh, NOW).await.is_err());
        }
        sign_out(&f.store, None, Some("unknown".to_owned()), NOW)
            .await
            .unwrap();
    });
}

#[test]
fn a_sign_in_elsewhere_ends_the_session_on_the_same_kind_of_terminal_only() {
    on_each_database(async |f| {
        let browser = f.tokens(OWNER).await;
        let form = SignIn::parse(OWNER, PASSWORD, None).unwrap();
        let app = sign_in(&f.store, form, Terminal::App, NOW).await.unwrap();
        let guest = f.tokens(GUEST).await;
        let other_browser = f.tokens(OWNER).await;
        assert!(!acts(f, &browser.access, NOW).await);
        for live in [&app, &guest, &other_browser] {
            assert!(acts(f, &live.access, NOW).await);
        }
    });
}

#[test]
fn sign_ins_at_once_leave_one_live_session() {
    on_each_database(async |f| {
        let tries: Vec<_> = (0..6)
            .map(|_| {
                let store = f.store.clone();
                let form = SignIn::parse(OWNER, PASSWORD, None).unwrap();
                tokio::spawn(
                    async move { sign_in(&store, form, Terminal::Web, NOW).await.unwrap() },
                )
            })
            .collect();
        let mut signed_in = Vec::new();
        for one in tries {
            signed_in.push(one.await.unwrap());
        }
        let mut live = 0;
        for tokens in signed_in {
            live += i32::from(acts(f, &tokens.access, NOW).await);
        }
        assert_eq!(live, 1);
    });
}

#[test]
fn tokens_past_their_life_are_swept() {
    on_each_database(async |f| {
        let tokens = f.tokens(OWNER).await;
        assert_eq!(sweep(&f.store, NOW + ACCESS_MS - 1).await.unwrap(), 0);
        assert_eq!(sweep(&f.store, NOW + ACCESS_MS).await.unwrap(), 1);
        assert!(
            refresh(&f.store, tokens.refresh, NOW + ACCESS_MS)
                .await
                .is_ok()
        );
    });
}
