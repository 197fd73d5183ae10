//! Signing in, refreshing, signing out.

mod ends;
mod proofs;
mod refreshes;
mod tokens;

use domain::auth::SignIn;
use domain::live::{Pushed, SessionEnd};
use domain::session::{ACCESS_MS, GRACE_MS, REFRESH_MS};
use store::member::{Role, set_disabled};
use store::session::{
    Actor, Arrival, EndError, RefreshError, SignInError, Terminal, Tokens, actor_of, end_one,
    end_others, ended, list, sign_in, sign_out, sweep,
};

use crate::fixture::{
    DAY, Fixture, GUEST, MINUTE, NOW, OWNER, PASSWORD, on_each_database, refresh,
};

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
        let admin = f.actor("admin").await;
        set_disabled(&f.store, &admin, id, true, NOW).await.unwrap();
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
            matches!(attempt(PASSWORD).await, SignInError::Disabled { member_id, .. } if member_id == id)
        );
        assert!(!acts(f, &tokens.access, NOW).await);
        let refused = refresh(&f.store, tokens.refresh, NOW).await.err().unwrap();
        assert!(matches!(refused, RefreshError::Invalid));

        set_disabled(&f.store, &admin, id, false, NOW)
            .await
            .unwrap();
        assert!(!acts(f, &tokens.access, NOW).await);
        assert!(acts(f, &f.tokens(OWNER).await.access, NOW).await);
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
        let tries: Vec<_> = (0..3)
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

async fn arrive(f: &Fixture, terminal: Terminal, device: &str, now_ms: i64) -> (Tokens, Actor) {
    let form = SignIn::parse(OWNER, PASSWORD, None).unwrap();
    let arrival = Arrival {
        terminal,
        address: "203.0.113.9".parse().ok(),
        device: device.to_owned(),
        ..Arrival::default()
    };
    let tokens = sign_in(&f.store, form, arrival, now_ms).await.unwrap();
    let actor = actor_of(&f.store, tokens.access.clone(), now_ms)
        .await
        .unwrap()
        .unwrap();
    (tokens, actor)
}

#[test]
fn the_list_shows_live_sessions_first_and_then_ninety_days_of_history() {
    on_each_database(async |f| {
        let (_, gone) = arrive(f, Terminal::Web, "Safari 18 · iPhone", NOW).await;
        let (_, app) = arrive(f, Terminal::App, "curl 8", NOW + MINUTE).await;
        let (_, here) = arrive(f, Terminal::Web, "Chrome 140 · Windows", NOW + 2 * MINUTE).await;
        let page = list(&f.store, &here, (0, 10), NOW + 3 * MINUTE)
            .await
            .unwrap();
        let ids: Vec<i64> = page.list.iter().map(|s| s.session_id).collect();
        assert_eq!(
            (ids, page.total),
            (
                vec![here.session_id(), app.session_id(), gone.session_id()],
                3
            )
        );
        let (first, last) = (&page.list[0], &page.list[2]);
        assert!(first.current && !last.current);
        assert_eq!(
            (first.terminal.as_str(), first.address.as_str()),
            ("WEB", "203.0.113.9")
        );
        assert_eq!(
            (last.device.as_str(), last.ended),
            (
                "Safari 18 · iPhone",
                Some((NOW + 2 * MINUTE, SessionEnd::Elsewhere))
            )
        );
        let second = list(&f.store, &here, (1, 1), NOW).await.unwrap();
        assert_eq!(second.list[0].session_id, app.session_id());

        let edge = NOW + 2 * MINUTE + 90 * DAY;
        for (at, total) in [(edge - 1, 3), (edge, 2)] {
            let page = list(&f.store, &here, (0, 10), at).await.unwrap();
            assert_eq!(page.total, total);
        }
        let guest = f.actor(GUEST).await;
        let page = list(&f.store, &guest, (0, 10), NOW).await.unwrap();
        assert_eq!(page.total, 1, "everybody sees their own");
    });
}

#[test]
fn the_last_use_is_noted_to_the_minute_and_once_a_minute() {
    on_each_database(async |f| {
        let start = NOW - NOW % MINUTE;
        let (tokens, actor) = arrive(f, Terminal::Web, "", start + 7).await;
        let seen = async || {
            let page = list(&f.store, &actor, (0, 1), start).await.unwrap();
            page.list[0].seen_ms
        };
        assert_eq!(seen().await, start);
        for (at, noted) in [
            (start + MINUTE - 1, start),
            (start + MINUTE, start + MINUTE),
            (start + 2 * MINUTE - 1, start + MINUTE),
            (start, start + MINUTE),
            (start + 5 * MINUTE + 30_000, start + 5 * MINUTE),
        ] {
            assert!(acts(f, &tokens.access, at).await);
            assert_eq!(seen().await, noted);
        }
        refresh(&f.store, tokens.refresh, start + 20 * MINUTE + 9)
            .await
            .unwrap();
        assert_eq!(seen().await, start + 20 * MINUTE);
    });
}

#[test]
fn one_session_is_ended_by_hand_or_all_others() {
    on_each_database(async |f| {
        let (web, here) = arrive(f, Terminal::Web, "a", NOW).await;
        let (app, app_actor) = arrive(f, Terminal::App, "b", NOW).await;
        let (pc, pc_actor) = arrive(f, Terminal::Pc, "c", NOW).await;
        let guest = f.actor(GUEST).await;
        for unknown in [guest.session_id(), 1, 0, -1] {
            let refused = end_one(&f.store, &here, unknown, NOW).await;
            assert!(matches!(refused, Err(EndError::Unknown)), "{unknown}");
        }
        end_one(&f.store, &here, app_actor.session_id(), NOW)
            .await
            .unwrap();
        assert!(!acts(f, &app.access, NOW).await && acts(f, &pc.access, NOW).await);
        let again = end_one(&f.store, &here, app_actor.session_id(), NOW).await;
        assert!(matches!(again, Err(EndError::Unknown)));
        assert_eq!(end_others(&f.store, &here, NOW).await.unwrap(), 1);
        assert!(!acts(f, &pc.access, NOW).await && acts(f, &web.access, NOW).await);
        let told = ended(&f.store, vec![pc_actor.session_id(), here.session_id()])
            .await
            .unwrap();
        assert_eq!(told.len(), 1);
        assert_eq!(told[&pc_actor.session_id()].reason, "ended");
        for token in [app.refresh, pc.refresh] {
            assert!(refresh(&f.store, token, NOW).await.is_err());
        }
    });
}

#[test]
fn a_device_that_was_replaced_is_told_by_which() {
    on_each_database(async |f| {
        let (_, old) = arrive(f, Terminal::Web, "Chrome 140 · Windows", NOW).await;
        arrive(f, Terminal::App, "an app", NOW).await;
        let asked = vec![old.session_id(); 3];
        assert!(ended(&f.store, asked.clone()).await.unwrap().is_empty());
        arrive(f, Terminal::Web, "Safari 18 · iPhone", NOW).await;
        let pushed = Pushed {
            reason: "elsewhere",
            device: Some("Safari 18 · iPhone".to_owned()),
        };
        assert_eq!(
            ended(&f.store, asked).await.unwrap()[&old.session_id()],
            pushed
        );
        assert!(pushed.by_another_device());
    });
}

#[test]
fn reuse_is_kept_in_the_trail_and_told_to_the_member() {
    on_each_database(async |f| {
        let (first, actor) = arrive(f, Terminal::Web, "Chrome 140 · Windows", NOW).await;
        let next = refresh(&f.store, first.refresh.clone(), NOW).await.unwrap();
        assert!(acts(f, &next.access, NOW).await);
        let late = NOW + GRACE_MS + 1;
        assert!(
            refresh(&f.store, first.refresh.clone(), late)
                .await
                .is_err()
        );
        // A second use of the old token changes nothing more.
        assert!(refresh(&f.store, first.refresh, late).await.is_err());
        let actions = store::audit::of_member(&f.store, actor.member_id())
            .await
            .unwrap();
        let kinds: Vec<_> = actions.iter().map(|action| action.kind.as_str()).collect();
        assert_eq!(kinds, ["session.reuse", "session.begin"]);
        let (_, again) = arrive(f, Terminal::Web, "Chrome 140 · Windows", late).await;
        let page =
            store::notices::list(&f.store, &again, store::notices::Wanted::default(), (0, 10))
                .await
                .unwrap();
        let texts: Vec<_> = page
            .list
            .iter()
            .map(|n| n.content(domain::lang::Lang::En))
            .collect();
        assert!(
            texts.len() == 1 && texts[0].contains("Chrome 140 · Windows"),
            "{texts:?}"
        );
        let told = ended(&f.store, vec![actor.session_id()]).await.unwrap();
        assert_eq!(told[&actor.session_id()].reason, "ended");
    });
}

#[test]
fn a_session_that_nobody_refreshed_for_thirty_days_has_expired() {
    on_each_database(async |f| {
        let (_, gone) = arrive(f, Terminal::App, "", NOW).await;
        let state = async |at: i64| {
            sweep(&f.store, at).await.unwrap();
            let (_, here) = arrive(f, Terminal::Web, "", at).await;
            let page = list(&f.store, &here, (0, 10), at).await.unwrap();
            let one = page
                .list
                .into_iter()
                .find(|s| s.session_id == gone.session_id());
            one.unwrap().ended
        };
        assert_eq!(state(NOW + REFRESH_MS - 1).await, None);
        let at = NOW + REFRESH_MS;
        assert_eq!(state(at).await, Some((at, SessionEnd::Expired)));
    });
}
