//! Codes by SMS and mail, and the captcha before them.

mod captchas;
mod sendings;

use std::net::IpAddr;

use domain::auth::limits::CAPTCHA_LIFE_MS;
use domain::auth::{
    CODE_LIFE_MS, CODE_TRIES, CaptchaAction, Code, CodeRules, DAILY_CODES, Purpose, RESEND_MS,
    SignIn, Target,
};
use domain::zone::Zone;
use store::auth::captcha::{self, Solution};
use store::auth::verification::{
    self, Check, CodeError, CodeRequest, CodeRequestError, OutgoingCode, TypedCode,
};
use store::session::{Actor, SignInError, Terminal, sign_in};

use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, on_each_database};

const STRANGER: &str = "13312345678";

/// An address for each number, so that only the number's own limits are met.
fn address(n: usize) -> IpAddr {
    IpAddr::from([10, 0, (n >> 8) as u8, n as u8])
}

/// A captcha that was read well.
pub async fn solution(f: &Fixture, action: CaptchaAction, now_ms: i64) -> Solution {
    let drawn = captcha::draw(&f.store, action, None, now_ms).await.unwrap();
    Solution {
        uuid: drawn.uuid,
        text: Some(drawn.text),
    }
}

fn question(target: &str, purpose: Purpose, now_ms: i64) -> CodeRequest {
    CodeRequest {
        purpose,
        target: Some(Target::parse(target).unwrap()),
        captcha: None,
        actor: None,
        address: Some(address(1)),
        day: Zone::default().day_of(now_ms),
        rules: CodeRules::default(),
    }
}

/// Asks for a code with a captcha that was read well.
pub async fn ask(
    f: &Fixture,
    target: &str,
    purpose: Purpose,
    now_ms: i64,
) -> Result<OutgoingCode, CodeRequestError> {
    let captcha = Some(solution(f, CaptchaAction::Sms, now_ms).await);
    let question = question(target, purpose, now_ms);
    verification::ask(
        &f.store,
        CodeRequest {
            captcha,
            ..question
        },
        now_ms,
    )
    .await
}

async fn ask_in_session(
    f: &Fixture,
    actor: &Actor,
    target: Option<&str>,
    purpose: Purpose,
    now_ms: i64,
) -> Result<OutgoingCode, CodeRequestError> {
    let ask = CodeRequest {
        target: target.map(|t| Target::parse(t).unwrap()),
        actor: Some(actor.clone()),
        ..question(OWNER, purpose, now_ms)
    };
    verification::ask(&f.store, ask, now_ms).await
}

async fn is_right(
    f: &Fixture,
    uuid: &str,
    (target, purpose): (&str, Purpose),
    code: &str,
    now_ms: i64,
) -> bool {
    let check = Check {
        purpose,
        target: Some(Target::parse(target).unwrap()),
        typed: TypedCode {
            code: Code::parse(code).unwrap(),
            uuid: uuid.to_owned(),
        },
        actor: None,
        address: None,
    };
    match verification::check(&f.store, check, now_ms).await {
        Ok(()) => true,
        Err(CodeError::Wrong) => false,
        Err(other) => panic!("{other}"),
    }
}

/// A code that is not this one.
fn another(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

async fn enters(f: &Fixture, sent: &OutgoingCode, target: &str, code: &str, now_ms: i64) -> bool {
    let form = SignIn::by_code(target, code, &sent.uuid, None)
        .ok()
        .unwrap();
    match sign_in(&f.store, form, Terminal::Web, now_ms).await {
        Ok(_) => true,
        Err(SignInError::WrongCode) => false,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_code_signs_in_once() {
    on_each_database(async |f| {
        let sent = ask(f, OWNER, Purpose::Login, NOW).await.unwrap();
        assert_eq!((sent.code.len(), sent.left), (6, DAILY_CODES - 1));
        assert!(!enters(f, &sent, OWNER, &another(&sent.code), NOW).await);
        assert!(enters(f, &sent, OWNER, &sent.code, NOW).await);
        assert!(!enters(f, &sent, OWNER, &sent.code, NOW).await, "spent");
    });
}

#[test]
fn a_code_dies_with_its_fifth_wrong_try() {
    on_each_database(async |f| {
        let what = (OWNER, Purpose::Login);
        let sent = ask(f, OWNER, Purpose::Login, NOW).await.unwrap();
        for _ in 0..CODE_TRIES - 1 {
            assert!(!is_right(f, &sent.uuid, what, &another(&sent.code), NOW).await);
        }
        assert!(
            is_right(f, &sent.uuid, what, &sent.code, NOW).await,
            "the fifth is looked at"
        );
        assert!(
            !is_right(f, &sent.uuid, what, &sent.code, NOW).await,
            "no sixth"
        );
        assert!(!enters(f, &sent, OWNER, &sent.code, NOW).await);
    });
}

#[test]
fn a_hundred_tries_at_once_are_five() {
    on_each_database(async |f| {
        let sent = ask(f, OWNER, Purpose::Login, NOW).await.unwrap();
        let tries: Vec<_> = (0..100)
            .map(|n| {
                let (store, uuid) = (f.store.clone(), sent.uuid.clone());
                // All of them right: whoever is looked at is let in.
                let check = Check {
                    purpose: Purpose::Login,
                    target: Some(Target::parse(OWNER).unwrap()),
                    typed: TypedCode {
                        code: Code::parse(&sent.code).unwrap(),
                        uuid,
                    },
                    actor: None,
                    address: Some(address(n)),
                };
                tokio::spawn(async move { verification::check(&store, check, NOW).await.is_ok() })
            })
            .collect();
        let mut right = 0;
        for one in tries {
            right += i16::from(one.await.unwrap());
        }
        assert_eq!(right, CODE_TRIES);
    });
}

#[test]
fn a_code_belongs_to_its_number_purpose_and_request() {
    on_each_database(async |f| {
        let sent = ask(f, OWNER, Purpose::Login, NOW).await.unwrap();
        let other = ask(f, GUEST, Purpose::Login, NOW).await.unwrap();
        assert!(!is_right(f, &sent.uuid, (GUEST, Purpose::Login), &sent.code, NOW).await);
        for purpose in Purpose::ALL.into_iter().filter(|p| *p != Purpose::Login) {
            assert!(
                !is_right(f, &sent.uuid, (OWNER, purpose), &sent.code, NOW).await,
                "{purpose:?}"
            );
        }
        assert!(!is_right(f, &other.uuid, (OWNER, Purpose::Login), &sent.code, NOW).await);
        assert!(
            !is_right(
                f,
                &"x".repeat(200),
                (OWNER, Purpose::Login),
                &sent.code,
                NOW
            )
            .await
        );
        // None of these were tries of this code.
        for spelling in ["+86 138-0000-0000", "１３８００００００００"] {
            assert!(is_right(f, &sent.uuid, (spelling, Purpose::Login), &sent.code, NOW).await);
        }
    });
}

#[test]
fn a_code_lives_ten_minutes_and_not_beyond_the_next() {
    on_each_database(async |f| {
        let what = (OWNER, Purpose::Login);
        let first = ask(f, OWNER, Purpose::Login, NOW).await.unwrap();
        assert!(is_right(f, &first.uuid, what, &first.code, NOW + CODE_LIFE_MS - 1).await);
        assert!(!is_right(f, &first.uuid, what, &first.code, NOW + CODE_LIFE_MS).await);
        let second = ask(f, OWNER, Purpose::Login, NOW + RESEND_MS)
            .await
            .unwrap();
        assert!(
            !is_right(f, &first.uuid, what, &first.code, NOW + RESEND_MS).await,
            "resent"
        );
        assert!(is_right(f, &second.uuid, what, &second.code, NOW + RESEND_MS).await);
        // A code for something else leaves it alone.
        ask(f, OWNER, Purpose::Reset, NOW + 2 * RESEND_MS)
            .await
            .unwrap();
        assert!(is_right(f, &second.uuid, what, &second.code, NOW + 2 * RESEND_MS).await);
    });
}

#[test]
fn a_members_own_codes_need_a_session_and_go_home() {
    on_each_database(async |f| {
        for purpose in [
            Purpose::Password,
            Purpose::Delete,
            Purpose::Phone,
            Purpose::Mail,
        ] {
            let refused = ask(f, OWNER, purpose, NOW).await.err();
            assert!(
                matches!(refused, Some(CodeRequestError::Unauthenticated)),
                "{purpose:?}"
            );
        }
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        for purpose in [Purpose::Password, Purpose::Delete] {
            let refused = ask_in_session(f, &owner, Some(GUEST), purpose, NOW)
                .await
                .err();
            assert!(
                matches!(refused, Some(CodeRequestError::Target)),
                "{refused:?}"
            );
        }
        let sent = ask_in_session(f, &owner, None, Purpose::Password, NOW)
            .await
            .unwrap();
        assert_eq!(sent.target.as_str(), OWNER);
        let refused = ask_in_session(f, &admin, None, Purpose::Password, NOW)
            .await
            .err();
        assert!(
            matches!(refused, Some(CodeRequestError::NoTarget)),
            "{refused:?}"
        );
        // A code that somebody else learns is of no use to them: it belongs to the member who asked.
        let what = (OWNER, Purpose::Password);
        assert!(!is_right(f, &sent.uuid, what, &sent.code, NOW).await);
        let check = Check {
            purpose: Purpose::Password,
            target: None,
            typed: TypedCode {
                code: Code::parse(&sent.code).unwrap(),
                uuid: sent.uuid.clone(),
            },
            actor: Some(owner),
            address: None,
        };
        assert!(verification::check(&f.store, check, NOW).await.is_ok());
        let to_mail = ask_in_session(f, &admin, Some("x@example.com"), Purpose::Mail, NOW).await;
        assert_eq!(to_mail.unwrap().target.as_str(), "x@example.com");
    });
}

#[test]
fn what_is_over_is_swept_and_nothing_else() {
    on_each_database(async |f| {
        let sent = ask(f, STRANGER, Purpose::Login, NOW).await.unwrap();
        let what = (STRANGER, Purpose::Login);
        verification::sweep(&f.store, NOW + CODE_LIFE_MS - 1)
            .await
            .unwrap();
        assert!(is_right(f, &sent.uuid, what, &sent.code, NOW).await);
        assert!(
            verification::sweep(&f.store, NOW + CODE_LIFE_MS)
                .await
                .unwrap()
                >= 1
        );
        assert!(!is_right(f, &sent.uuid, what, &sent.code, NOW).await);
        captcha::draw(&f.store, CaptchaAction::Sms, None, NOW)
            .await
            .unwrap();
        assert_eq!(
            captcha::sweep(&f.store, NOW + CAPTCHA_LIFE_MS)
                .await
                .unwrap(),
            1
        );
        assert!(store::limits::sweep(&f.store, NOW + DAY).await.unwrap() >= 2);
        assert_eq!(store::limits::sweep(&f.store, NOW + DAY).await.unwrap(), 0);
    });
}
