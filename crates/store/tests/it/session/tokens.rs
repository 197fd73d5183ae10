//! Tokens of programs: made with a proof, within scopes and phones, ended by hand, by time and with the account's other sessions.

use domain::access::Level;
use domain::auth::Purpose;
use domain::phones::ListQuery;
use domain::session::{NewToken, Scope, TOKEN_CALLS_A_MINUTE, TOKENS_MAX};
use store::auth::verification::TypedCode;
use store::phones;
use store::play::{EmbedAsk, embed, embeds, end_embed};
use store::session::{
    Actor, MadeToken, TokenError, actor_of, count_call, end_others, list, make_token, revoke_token,
    tokens,
};

use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, STRANGER, on_each_database};
use crate::member::{phone, sent};
use crate::play::control;

const FROM: std::net::IpAddr = std::net::IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9));

fn wish(scopes: &[Scope], phones: Option<Vec<i64>>, days: i64) -> NewToken {
    NewToken::parse("CI", scopes, phones, days).unwrap()
}

/// Makes a token as its member does: with a code. What is counted of codes begins anew each time.
async fn made(f: &Fixture, actor: &Actor, new: NewToken) -> Result<MadeToken, TokenError> {
    f.execute("DELETE FROM sendings; DELETE FROM limits;");
    let typed = sent(f, actor, Purpose::Token, phone(OWNER), NOW).await;
    make_token(&f.store, actor, new, typed, NOW).await
}

async fn holder(f: &Fixture, token: &MadeToken, now_ms: i64) -> Option<Actor> {
    actor_of(&f.store, token.text.clone(), now_ms)
        .await
        .unwrap()
}

async fn listed(f: &Fixture, actor: &Actor) -> phones::List {
    let query = ListQuery::parse(None, None, None, None, None).unwrap();
    phones::list(&f.store, actor, query, NOW).await.unwrap()
}

#[test]
fn a_token_acts_within_its_scopes_its_phones_and_its_time() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (one, other) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let new = wish(&[Scope::PhonesControl], Some(vec![one]), 7);
        let token = made(f, &owner, new).await.unwrap();
        assert!(token.text.starts_with("owl_") && token.text.len() == 47);
        assert_eq!(token.until_ms, NOW + 7 * DAY);
        let program = holder(f, &token, NOW + 7 * DAY - 1).await.unwrap();
        assert!(holder(f, &token, NOW + 7 * DAY).await.is_none());
        assert_eq!(program.member_id(), owner.member_id());

        let started = control(f, &program, one, NOW).await.unwrap();
        assert_eq!(started.level, Level::Operate, "never the owner's level");
        assert!(control(f, &program, other, NOW).await.is_err());
        let seen = listed(f, &program).await;
        let rows: Vec<_> = seen.rows.iter().map(|r| (r.phone.id, r.level)).collect();
        assert_eq!(rows, [(one, Level::Operate)]);
        assert_eq!(
            (seen.total, seen.summary.total),
            (1, 1),
            "others are not counted"
        );

        let all = made(f, &owner, wish(&[Scope::PhonesRead], None, 1)).await;
        let reader = holder(f, &all.unwrap(), NOW).await.unwrap();
        assert!(!control(f, &reader, other, NOW).await.unwrap().control);
        let seen = listed(f, &reader).await;
        assert!(seen.rows.iter().all(|row| row.level == Level::View));
        assert_eq!(seen.rows.len(), 2);

        let own = list(&f.store, &owner, (0, 10), NOW).await.unwrap();
        assert_eq!(own.total, 1, "a token is no sign-in, and ends none");
        assert_eq!(end_others(&f.store, &owner, NOW).await.unwrap(), 0);
        assert!(holder(f, &token, NOW).await.is_some());
    });
}

#[test]
fn no_token_is_made_without_the_proof_for_foreign_phones_or_beyond_twenty() {
    on_each_database(async |f| {
        let (owner, stranger) = (f.actor(OWNER).await, f.actor(STRANGER).await);
        let phone_id = f.phone("甲", 30).await;
        let read = || wish(&[Scope::PhonesRead], None, 1);
        let typed = sent(f, &owner, Purpose::Token, phone(OWNER), NOW).await;
        let wrong = TypedCode {
            uuid: "another".to_owned(),
            ..typed.clone()
        };
        let refused = make_token(&f.store, &owner, read(), wrong, NOW).await;
        assert!(matches!(refused.err(), Some(TokenError::Code)));
        let spent = make_token(&f.store, &owner, read(), typed.clone(), NOW).await;
        let first = spent.unwrap();
        let again = make_token(&f.store, &owner, read(), typed, NOW).await;
        assert!(matches!(again.err(), Some(TokenError::Code)), "once");
        let foreign = wish(&[Scope::PhonesRead], Some(vec![phone_id]), 1);
        let typed = sent(f, &stranger, Purpose::Token, phone(STRANGER), NOW).await;
        let refused = make_token(&f.store, &stranger, foreign, typed, NOW).await;
        assert!(matches!(refused.err(), Some(TokenError::Phone)));

        for _ in 1..TOKENS_MAX {
            made(f, &owner, read()).await.unwrap();
        }
        let refused = made(f, &owner, read()).await;
        assert!(matches!(refused.err(), Some(TokenError::TooMany)));
        revoke_token(&f.store, &owner, first.token_id, NOW)
            .await
            .unwrap();
        made(f, &owner, read()).await.unwrap();
    });
}

#[test]
fn its_use_is_counted_and_noted_and_revoking_ends_what_it_lent_on() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let phone_id = f.phone("甲", 30).await;
        let token = made(f, &owner, wish(&[Scope::PhonesControl], None, 1)).await;
        let token = token.unwrap();
        let program = holder(f, &token, NOW).await.unwrap();
        let before = tokens(&f.store, &owner, NOW).await.unwrap();
        assert_eq!((before.len(), &before[0].used), (1, &None));
        let call = async |now| count_call(&f.store, &program, FROM, now).await.unwrap();
        for _ in 0..TOKEN_CALLS_A_MINUTE {
            assert_eq!(call(NOW).await, Ok(()));
        }
        assert_eq!(call(NOW).await, Err(MINUTE));
        assert_eq!(call(NOW + MINUTE).await, Ok(()));
        assert_eq!(
            count_call(&f.store, &owner, FROM, NOW).await.unwrap(),
            Ok(())
        );
        let used = tokens(&f.store, &owner, NOW).await.unwrap().remove(0).used;
        assert_eq!(used, Some((NOW + MINUTE, "203.0.113.9".to_owned())));

        let ask = EmbedAsk {
            phone_id,
            operate: true,
            opens_ms: MINUTE,
            lasts_ms: MINUTE,
        };
        let lent = embed(&f.store, &program, ask, NOW).await.unwrap();
        let owners = embed(&f.store, &owner, ask, NOW).await.unwrap();
        let seen = embeds(&f.store, &program, NOW).await.unwrap();
        assert_eq!(seen.len(), 1, "a token sees its own");
        assert!(
            end_embed(&f.store, &program, owners.embed_id, NOW)
                .await
                .is_err()
        );
        assert!(
            revoke_token(&f.store, &guest, token.token_id, NOW)
                .await
                .is_err()
        );
        revoke_token(&f.store, &owner, token.token_id, NOW)
            .await
            .unwrap();
        assert!(holder(f, &token, NOW).await.is_none());
        assert!(tokens(&f.store, &owner, NOW).await.unwrap().is_empty());
        let left = embeds(&f.store, &owner, NOW).await.unwrap();
        let left: Vec<i64> = left.iter().map(|embed| embed.embed_id).collect();
        assert_eq!(left, [owners.embed_id], "not {}", lent.embed_id);
        let again = revoke_token(&f.store, &owner, token.token_id, NOW).await;
        assert!(matches!(again, Err(TokenError::Unknown)));
    });
}

#[test]
fn a_new_password_ends_all_tokens() {
    on_each_database(async |f| {
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        let token = made(f, &owner, wish(&[Scope::OrdersRead], None, 1)).await;
        let token = token.unwrap();
        assert!(holder(f, &token, NOW).await.is_some());
        let password =
            domain::auth::NewPassword::parse("xK9$mPq2", domain::auth::PasswordRule::Reset);
        let password = password.ok().unwrap();
        store::member::reset_password(&f.store, &admin, owner.member_id(), password, NOW)
            .await
            .unwrap();
        assert!(holder(f, &token, NOW).await.is_none());
    });
}
