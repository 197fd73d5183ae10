//! A refresh token that comes back: the same successor, or the end of the family.

use std::collections::HashSet;

use domain::auth::SignIn;
use domain::session::{ACCESS_MS, GRACE_MS, REFRESH_MS, SessionRules};
use store::session::{Arrival, RefreshError, Terminal, sign_in, sweep};

use super::acts;
use crate::fixture::{DAY, MINUTE, NOW, OWNER, PASSWORD, on_each_database, refresh};

#[test]
fn a_spent_token_is_answered_with_the_same_successor_for_ten_seconds() {
    on_each_database(async |f| {
        // Too late, or by a clock that went back.
        for beyond in [GRACE_MS + 1, -GRACE_MS - 1] {
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

            assert!(acts(f, &next.access, NOW).await);
            let refused = refresh(&f.store, first.refresh, NOW + beyond)
                .await
                .err()
                .unwrap();
            assert!(matches!(refused, RefreshError::Invalid), "{beyond}");
            assert!(!acts(f, &next.access, NOW).await, "reuse ends the family");
            let refused = refresh(&f.store, next.refresh, NOW).await.err().unwrap();
            assert!(matches!(refused, RefreshError::Invalid), "{beyond}");
        }
    });
}

#[test]
fn a_refresh_whose_answer_was_lost_is_repeated_until_somebody_uses_the_successor() {
    on_each_database(async |f| {
        let first = f.tokens(OWNER).await;
        let lost = refresh(&f.store, first.refresh.clone(), NOW).await.unwrap();
        // A tab that has the old access token uses nothing of the new pair.
        assert!(acts(f, &first.access, NOW).await);
        for now in [NOW + GRACE_MS + 1, NOW + DAY, NOW + REFRESH_MS - 1] {
            sweep(&f.store, now).await.unwrap();
            let again = refresh(&f.store, first.refresh.clone(), now).await;
            let again = again.unwrap();
            assert!(again.refresh == lost.refresh && again.access == lost.access);
            assert_eq!(again.access_expires_ms, now + ACCESS_MS);
            assert_eq!(again.refresh_expires_ms, lost.refresh_expires_ms);
        }
        let late = refresh(&f.store, first.refresh, NOW + REFRESH_MS).await;
        assert!(matches!(late, Err(RefreshError::Expired)));
    });
}

#[test]
fn once_either_half_of_the_successor_was_used_its_spent_token_ends_the_family() {
    on_each_database(async |f| {
        for by_access in [true, false] {
            let first = f.tokens(OWNER).await;
            refresh(&f.store, first.refresh.clone(), NOW).await.unwrap();
            let found = refresh(&f.store, first.refresh.clone(), NOW + MINUTE).await;
            let found = found.unwrap();
            let newest = if by_access {
                assert!(acts(f, &found.access, NOW + MINUTE).await);
                found
            } else {
                refresh(&f.store, found.refresh, NOW + MINUTE)
                    .await
                    .unwrap()
            };
            let stolen = refresh(&f.store, first.refresh, NOW + MINUTE + 1).await;
            assert!(matches!(stolen, Err(RefreshError::Invalid)));
            assert!(!acts(f, &newest.access, NOW + MINUTE + 1).await);
            let after = refresh(&f.store, newest.refresh, NOW + MINUTE + 1).await;
            assert!(matches!(after, Err(RefreshError::Invalid)));
        }
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
fn an_operators_rules_say_how_long_tokens_live() {
    on_each_database(async |f| {
        let rules = SessionRules::of(5, 1, 30).unwrap();
        let arrival = Arrival {
            rules,
            ..Terminal::Web.into()
        };
        let form = SignIn::parse(OWNER, PASSWORD, None).ok().unwrap();
        let first = sign_in(&f.store, form, arrival, NOW).await.unwrap();
        assert_eq!(first.access_expires_ms, NOW + rules.access_ms());
        let late = NOW + rules.refresh_ms();
        let refused = refresh(&f.store, first.refresh.clone(), late).await.err();
        assert!(
            matches!(refused, Some(RefreshError::Expired)),
            "{refused:?}"
        );
        // From the next refresh on a change of the rules holds for sessions that there are.
        let next = refresh(&f.store, first.refresh, late - 1).await.unwrap();
        assert_eq!(next.access_expires_ms, late - 1 + ACCESS_MS);
        assert_eq!(next.refresh_expires_ms, late - 1 + REFRESH_MS);
    });
}
