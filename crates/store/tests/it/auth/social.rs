//! Accounts elsewhere: ways that are good once, and accounts that belong to one member, however many ask at once.

use domain::auth::social::{SOCIAL_WAY_MS, SUBJECT_MAX_BYTES, SocialKind};
use store::auth::social::{
    Outcome, SocialError, Subject, arrive, begin, bind_own, come_back, unlink,
};
use store::session::{Arrival, Terminal, Tokens};

use crate::fixture::{Fixture, GUEST, NOW, OWNER, on_each_database};

const PAGE: &str = "https://console.example/app/social-login";

fn somebody(subject: &str) -> Subject {
    Subject {
        kind: SocialKind::OpenId,
        issuer: "https://id.example".to_owned(),
        subject: subject.to_owned(),
        nickname: "某人".to_owned(),
    }
}

async fn come(f: &Fixture, who: Subject, now: i64) -> Result<Outcome, SocialError> {
    arrive(&f.store, who, Arrival::from(Terminal::Web), now).await
}

async fn known(f: &Fixture, who: Subject) -> Option<Tokens> {
    match come(f, who, NOW).await.unwrap() {
        Outcome::Known(tokens) => Some(tokens),
        Outcome::Unknown(_) => None,
    }
}

#[test]
fn a_way_is_good_once_whoever_comes_back_at_once() {
    on_each_database(async |f| {
        let begun = begin(
            &f.store,
            SocialKind::OpenId,
            PAGE.to_owned(),
            None,
            None,
            NOW,
        )
        .await
        .unwrap();
        assert!(begun.state.len() <= 128 && begun.state.bytes().all(|b| b.is_ascii_alphanumeric()));
        assert!((43..=128).contains(&begun.proof.verifier.len()));
        assert_ne!(begun.proof.nonce, begun.proof.verifier);
        let mut tries = tokio::task::JoinSet::new();
        for n in 0..16 {
            let (store, state) = (f.store.clone(), begun.state.clone());
            let browser = Some(begun.browser.clone());
            tries.spawn(async move {
                let code = format!("code {n}");
                come_back(&store, SocialKind::OpenId, state, &code, browser, NOW).await
            });
        }
        let mut back = Vec::new();
        while let Some(outcome) = tries.join_next().await {
            match outcome.unwrap() {
                Ok(found) => back.push(found),
                Err(error) => assert!(matches!(error, SocialError::State), "{error}"),
            }
        }
        assert_eq!(back.len(), 1);
        assert_eq!(back[0].redirect_uri, PAGE);
        // The proof that went along comes back, though it is stored nowhere.
        assert_eq!(back[0].proof.nonce, begun.proof.nonce);
        assert_eq!(back[0].proof.verifier, begun.proof.verifier);
    });
}

#[test]
fn a_way_ends_after_ten_minutes_and_one_code_is_never_taken_twice() {
    on_each_database(async |f| {
        let kind = SocialKind::Wechat;
        let begin = async |now| {
            begin(&f.store, kind, PAGE.to_owned(), None, None, now)
                .await
                .unwrap()
        };
        let back = async |begun: store::auth::social::Begun, code: &str, now| {
            let browser = Some(begun.browser);
            come_back(&f.store, kind, begun.state, code, browser, now).await
        };
        let late = back(begin(NOW).await, "a", NOW + SOCIAL_WAY_MS).await;
        assert!(matches!(late, Err(SocialError::State)));
        let in_time = back(begin(NOW).await, "a", NOW + SOCIAL_WAY_MS - 1).await;
        assert!(in_time.is_ok());
        let again = back(begin(NOW).await, "a", NOW).await;
        assert!(matches!(again, Err(SocialError::State)));
        // As long as the service itself could take it; later ways may come by the same text.
        let later = NOW + 2 * SOCIAL_WAY_MS;
        let after = back(begin(later).await, "a", later).await;
        assert!(after.is_ok());
    });
}

#[test]
fn two_members_who_bind_the_same_account_at_once_do_not_both_get_it() {
    on_each_database(async |f| {
        for round in 0..8 {
            let who = somebody(&format!("subject {round}"));
            let mut tries = tokio::task::JoinSet::new();
            for phone in [OWNER, GUEST] {
                let (store, who, actor) = (f.store.clone(), who.clone(), f.actor(phone).await);
                tries.spawn(async move {
                    let bound = bind_own(&store, &actor, who, NOW).await;
                    (actor, bound)
                });
            }
            let (mut won, mut lost) = (None, 0);
            while let Some(outcome) = tries.join_next().await {
                match outcome.unwrap() {
                    (actor, Ok(())) => assert!(won.replace(actor).is_none()),
                    (_, Err(error)) => {
                        assert!(matches!(error, SocialError::Taken), "{error}");
                        lost += 1;
                    }
                }
            }
            let won = won.expect("one of them has it");
            assert_eq!(lost, 1);
            let tokens = known(f, who.clone()).await.expect("it opens the account");
            assert_eq!(tokens.member_id, won.member_id());
            unlink(&f.store, &won, who.kind, NOW).await.unwrap();
            assert!(known(f, who).await.is_none());
        }
    });
}

#[test]
fn an_account_of_another_issuer_or_kind_is_another_account() {
    on_each_database(async |f| {
        let actor = f.actor(OWNER).await;
        bind_own(&f.store, &actor, somebody("1"), NOW)
            .await
            .unwrap();
        // Again is no refusal.
        bind_own(&f.store, &actor, somebody("1"), NOW)
            .await
            .unwrap();
        assert!(known(f, somebody("1")).await.is_some());
        let elsewhere = Subject {
            issuer: "https://id.example/".to_owned(),
            ..somebody("1")
        };
        assert!(known(f, elsewhere).await.is_none());
        let wechat = Subject {
            kind: SocialKind::Wechat,
            ..somebody("1")
        };
        assert!(known(f, wechat.clone()).await.is_none());
        let second = bind_own(&f.store, &actor, somebody("2"), NOW).await;
        assert!(matches!(second, Err(SocialError::Bound)));
        bind_own(&f.store, &actor, wechat, NOW).await.unwrap();
        let guest = f.actor(GUEST).await;
        let none = unlink(&f.store, &guest, SocialKind::Wechat, NOW).await;
        assert!(matches!(none, Err(SocialError::Unbound)));
    });
}

#[test]
fn a_subject_has_a_length() {
    on_each_database(async |f| {
        let longest = "s".repeat(SUBJECT_MAX_BYTES);
        assert!(come(f, somebody(&longest), NOW).await.is_ok());
        for subject in [String::new(), format!("{longest}s")] {
            let outcome = come(f, somebody(&subject), NOW).await;
            assert!(matches!(outcome, Err(SocialError::Subject)));
        }
    });
}
