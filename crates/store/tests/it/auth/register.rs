//! Registering, signing in by a code, and setting another password.

use domain::auth::{
    Code, CodeRules, NewMember, NewMemberForm, NewPassword, PasswordRule, Purpose, SignIn,
};
use store::auth::register::{RegisterError, Registration, register};
use store::auth::verification::{OutgoingCode, TypedCode};
use store::session::{
    Actor, Arrival, PasswordChange, PasswordError, SignInError, Terminal, Tokens, actor_of,
    change_password, sign_in,
};

use crate::auth::verification::ask;
use crate::fixture::{Fixture, MINUTE, NOW, OWNER, PASSWORD, on_each_database, refresh};

const NEWCOMER: &str = "13312345678";
const CHOSEN: &str = "xK9$mPq2";

fn registration(phone: &str, sent: &OutgoingCode, code: &str) -> Registration {
    let form = NewMemberForm {
        phone,
        password: CHOSEN,
        code,
        uuid: &sent.uuid,
        channel_code: Some("spring"),
        agreed: true,
        ..NewMemberForm::default()
    };
    Registration {
        form: NewMember::parse(form).ok().unwrap(),
        arrival: Arrival::default(),
        device: Some("a browser".to_owned()),
        social_token: None,
    }
}

fn another(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

async fn enter(
    f: &Fixture,
    phone: &str,
    password: &str,
    now_ms: i64,
) -> Result<Tokens, SignInError> {
    let form = SignIn::parse(phone, password, None).ok().unwrap();
    sign_in(&f.store, form, Terminal::App, now_ms).await
}

async fn change(
    f: &Fixture,
    phone: Option<&str>,
    sent: &OutgoingCode,
    code: &str,
    actor: Option<Actor>,
    now_ms: i64,
) -> Result<(), PasswordError> {
    let rule = if actor.is_some() {
        PasswordRule::Account
    } else {
        PasswordRule::Reset
    };
    let change = PasswordChange {
        phone: phone.map(|p| domain::auth::PhoneNumber::parse(p).unwrap()),
        typed: TypedCode {
            code: Code::parse(code).unwrap(),
            uuid: sent.uuid.clone(),
        },
        password: NewPassword::parse(CHOSEN, rule).ok().unwrap(),
        actor,
        address: None,
    };
    change_password(&f.store, change, now_ms).await
}

#[test]
fn a_newcomer_registers_with_the_code_and_is_signed_in() {
    on_each_database(async |f| {
        let sent = ask(f, NEWCOMER, Purpose::Register, NOW).await.unwrap();
        let wrong = register(
            &f.store,
            registration(NEWCOMER, &sent, &another(&sent.code)),
            NOW,
        )
        .await;
        assert!(matches!(wrong, Err(RegisterError::WrongCode)));
        let tokens = register(&f.store, registration(NEWCOMER, &sent, &sent.code), NOW)
            .await
            .ok()
            .unwrap();
        let actor = actor_of(&f.store, tokens.access, NOW)
            .await
            .unwrap()
            .unwrap();
        let profile = store::member::profile(&f.store, actor.member_id())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            (
                profile.phone.as_deref(),
                profile.nickname.as_str(),
                profile.channel_code.as_str()
            ),
            (Some(NEWCOMER), "133****5678", "spring")
        );
        assert!(enter(f, NEWCOMER, CHOSEN, NOW).await.is_ok());
        let again = register(&f.store, registration(NEWCOMER, &sent, &sent.code), NOW).await;
        assert!(
            matches!(again, Err(RegisterError::WrongCode)),
            "the code is spent"
        );
        let actions = store::audit::of_member(&f.store, actor.member_id())
            .await
            .unwrap();
        assert!(
            actions
                .iter()
                .any(|action| action.kind == "member.register")
        );
    });
}

#[test]
fn a_taken_number_is_told_only_to_whoever_holds_it() {
    on_each_database(async |f| {
        let sent = ask(f, OWNER, Purpose::Register, NOW).await.unwrap();
        let wrong = register(
            &f.store,
            registration(OWNER, &sent, &another(&sent.code)),
            NOW,
        )
        .await;
        assert!(
            matches!(wrong, Err(RegisterError::WrongCode)),
            "as with a free number"
        );
        let right = register(&f.store, registration(OWNER, &sent, &sent.code), NOW).await;
        assert!(matches!(right, Err(RegisterError::Registered)));
        assert!(
            enter(f, OWNER, PASSWORD, NOW).await.is_ok(),
            "nothing changed"
        );
    });
}

#[test]
fn of_two_registrations_with_one_code_one_is_made() {
    on_each_database(async |f| {
        let sent = ask(f, NEWCOMER, Purpose::Register, NOW).await.unwrap();
        let both: Vec<_> = (0..2)
            .map(|_| {
                let (store, new) = (f.store.clone(), registration(NEWCOMER, &sent, &sent.code));
                tokio::spawn(async move { register(&store, new, NOW).await.is_ok() })
            })
            .collect();
        let mut made = 0;
        for one in both {
            made += i32::from(one.await.unwrap());
        }
        assert_eq!(made, 1);
    });
}

#[test]
fn a_login_code_lets_members_in_and_tells_others_to_register() {
    on_each_database(async |f| {
        let by_code = async |target: &str, sent: &OutgoingCode, code: &str| {
            let form = SignIn::by_code(target, code, &sent.uuid, None)
                .ok()
                .unwrap();
            sign_in(&f.store, form, Terminal::Web, NOW).await
        };
        let sent = ask(f, NEWCOMER, Purpose::Login, NOW).await.unwrap();
        let wrong = by_code(NEWCOMER, &sent, &another(&sent.code)).await;
        assert!(
            matches!(wrong, Err(SignInError::WrongCode)),
            "as with a member's number"
        );
        let right = by_code(NEWCOMER, &sent, &sent.code).await;
        assert!(matches!(right, Err(SignInError::Unregistered)));
        let sent = ask(f, OWNER, Purpose::Login, NOW).await.unwrap();
        assert!(
            by_code("+86 138-0000-0000", &sent, &sent.code)
                .await
                .is_ok()
        );
        let mail = ask(f, "nobody@example.com", Purpose::Login, NOW)
            .await
            .unwrap();
        let unknown = by_code("nobody@example.com", &mail, &mail.code).await;
        assert!(matches!(unknown, Err(SignInError::Unregistered)));
    });
}

#[test]
fn a_disabled_account_learns_so_only_with_a_right_code() {
    on_each_database(async |f| {
        let (admin, id) = (f.actor("admin").await, f.seeded.members[0].user_id);
        store::member::set_disabled(&f.store, &admin, id, true, NOW)
            .await
            .unwrap();
        let sent = ask(f, OWNER, Purpose::Login, NOW).await.unwrap();
        for (code, told) in [(another(&sent.code), false), (sent.code.clone(), true)] {
            let form = SignIn::by_code(OWNER, &code, &sent.uuid, None)
                .ok()
                .unwrap();
            let refused = sign_in(&f.store, form, Terminal::Web, NOW)
                .await
                .err()
                .unwrap();
            assert_eq!(
                matches!(refused, SignInError::Disabled { member_id, .. } if member_id == id),
                told
            );
        }
        let sent = ask(f, OWNER, Purpose::Reset, NOW + MINUTE).await.unwrap();
        let refused = change(f, Some(OWNER), &sent, &sent.code, None, NOW + MINUTE).await;
        assert!(matches!(refused, Err(PasswordError::Disabled { member_id }) if member_id == id));
    });
}

#[test]
fn a_reset_ends_every_session_and_opens_with_the_new_password_only() {
    on_each_database(async |f| {
        let before = f.tokens(OWNER).await;
        let sent = ask(f, OWNER, Purpose::Reset, NOW).await.unwrap();
        let wrong = change(f, Some(OWNER), &sent, &another(&sent.code), None, NOW).await;
        assert!(matches!(wrong, Err(PasswordError::WrongCode)));
        assert!(
            actor_of(&f.store, before.access.clone(), NOW)
                .await
                .unwrap()
                .is_some()
        );
        // The account's guesses are used up, as they often are before a reset.
        for _ in 0..3 {
            let _ = enter(f, OWNER, "wrong", NOW).await;
        }
        change(f, Some(OWNER), &sent, &sent.code, None, NOW)
            .await
            .unwrap();
        assert!(
            actor_of(&f.store, before.access, NOW)
                .await
                .unwrap()
                .is_none()
        );
        assert!(refresh(&f.store, before.refresh, NOW).await.is_err());
        assert!(enter(f, OWNER, CHOSEN, NOW).await.is_ok());
        assert!(matches!(
            enter(f, OWNER, PASSWORD, NOW).await,
            Err(SignInError::BadCredentials)
        ));
        let again = change(f, Some(OWNER), &sent, &sent.code, None, NOW).await;
        assert!(matches!(again, Err(PasswordError::WrongCode)), "spent");
        let id = f.seeded.members[0].user_id;
        let actions = store::audit::of_member(&f.store, id).await.unwrap();
        assert!(
            actions
                .iter()
                .any(|action| action.kind == "member.password" && action.detail == "reset")
        );
    });
}

#[test]
fn a_reset_of_a_number_without_account_tells_its_holder_only() {
    on_each_database(async |f| {
        let sent = ask(f, NEWCOMER, Purpose::Reset, NOW).await.unwrap();
        let wrong = change(f, Some(NEWCOMER), &sent, &another(&sent.code), None, NOW).await;
        assert!(matches!(wrong, Err(PasswordError::WrongCode)));
        let right = change(f, Some(NEWCOMER), &sent, &sent.code, None, NOW).await;
        assert!(matches!(right, Err(PasswordError::Unregistered)));
    });
}

#[test]
fn a_change_in_a_session_keeps_that_one_and_serves_its_own_number_only() {
    on_each_database(async |f| {
        let here = f.tokens(OWNER).await;
        let app = enter(f, OWNER, PASSWORD, NOW).await.ok().unwrap();
        let actor = actor_of(&f.store, here.access.clone(), NOW)
            .await
            .unwrap()
            .unwrap();
        let question = store::auth::verification::CodeRequest {
            purpose: Purpose::Password,
            target: None,
            captcha: None,
            actor: Some(actor.clone()),
            address: None,
            day: 0,
            rules: CodeRules::default(),
        };
        let sent = store::auth::verification::ask(&f.store, question, NOW)
            .await
            .unwrap();
        let foreign = change(
            f,
            Some(NEWCOMER),
            &sent,
            &sent.code,
            Some(actor.clone()),
            NOW,
        )
        .await;
        assert!(matches!(foreign, Err(PasswordError::Foreign)));
        let as_reset = change(f, Some(OWNER), &sent, &sent.code, None, NOW).await;
        assert!(
            matches!(as_reset, Err(PasswordError::WrongCode)),
            "asked for in a session"
        );
        change(f, None, &sent, &sent.code, Some(actor), NOW)
            .await
            .unwrap();
        assert!(
            actor_of(&f.store, here.access, NOW)
                .await
                .unwrap()
                .is_some()
        );
        assert!(actor_of(&f.store, app.access, NOW).await.unwrap().is_none());
    });
}
