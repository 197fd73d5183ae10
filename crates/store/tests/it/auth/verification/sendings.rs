//! How many messages are sent: a minute, a day, an address, a member, a hundred at once.

use domain::auth::limits::{ADDRESS_SENDINGS, MEMBER_SENDINGS, SENDING_WINDOW_MS};
use domain::auth::{CaptchaAction, CodeRules, DAILY_CODES, Purpose, RESEND_MS, Target};
use domain::zone::Zone;
use store::auth::verification::{self, CodeRequest, CodeRequestError};
use store::{Stamp, Store};

use super::{STRANGER, address, ask, is_right, question, solution};
use crate::fixture::{DAY, NOW, OWNER, on_each_database};

#[test]
fn one_code_a_minute_whatever_its_purpose() {
    on_each_database(async |f| {
        ask(f, OWNER, Purpose::Login, NOW).await.unwrap();
        for (purpose, later, wait) in [
            (Purpose::Login, 0, RESEND_MS),
            (Purpose::Reset, 1, RESEND_MS - 1),
            (Purpose::Register, RESEND_MS - 1, 1),
        ] {
            let refused = ask(f, OWNER, purpose, NOW + later).await.err();
            assert!(
                matches!(refused, Some(CodeRequestError::TooSoon { retry_after_ms }) if retry_after_ms == wait),
                "{refused:?}"
            );
        }
        assert!(ask(f, OWNER, Purpose::Login, NOW + RESEND_MS).await.is_ok());
    });
}

#[test]
fn a_hundred_requests_at_once_send_one_code_even_for_two_servers() {
    on_each_database(async |f| {
        let kind = f.store.kind();
        let second = Store::open_with_long_timeouts(&f.url, Stamp::Demo).unwrap();
        let mut asked = Vec::new();
        for n in 0..100 {
            let captcha = Some(solution(f, CaptchaAction::Sms, NOW).await);
            // Many places, many spellings, many purposes: one number.
            let spelling = [
                "13312345678",
                "+8613312345678",
                "0086 133-1234-5678",
                "１３３１２３４５６７８",
            ][n % 4];
            let purpose = [Purpose::Login, Purpose::Reset, Purpose::Register][n % 3];
            let ask = CodeRequest {
                captcha,
                address: Some(address(n)),
                ..question(spelling, purpose, NOW)
            };
            let store = if n % 2 == 0 {
                f.store.clone()
            } else {
                second.clone()
            };
            asked.push((store, ask));
        }
        let asked: Vec<_> = asked
            .into_iter()
            .map(|(store, ask)| {
                tokio::spawn(async move { verification::ask(&store, ask, NOW).await })
            })
            .collect();
        let mut sent = 0;
        for one in asked {
            match one.await.unwrap() {
                Ok(_) => sent += 1,
                Err(CodeRequestError::TooSoon { .. }) => {}
                Err(other) => panic!("{kind:?}: {other}"),
            }
        }
        assert_eq!(sent, 1);
        // Nothing is remembered but in the database: another server counts on.
        drop(second);
        let later = Store::open_existing(&f.url).unwrap();
        let target = Target::parse(STRANGER).unwrap();
        let day = Zone::default().day_of(NOW);
        assert_eq!(
            verification::left(&later, target, CodeRules::default(), day)
                .await
                .unwrap(),
            DAILY_CODES - 1
        );
    });
}

/// Twenty ways to write one number.
const SPELLINGS: [&str; 20] = [
    "13312345678",
    "+8613312345678",
    "008613312345678",
    "8613312345678",
    "013312345678",
    " 133 1234 5678 ",
    "133-1234-5678",
    "133.1234.5678",
    "(133)12345678",
    "+86 133 1234 5678",
    "+86-133-1234-5678",
    "(+86)13312345678",
    "0086 133 1234 5678",
    "１３３１２３４５６７８",
    "＋８６１３３１２３４５６７８",
    "133\u{3000}1234\u{3000}5678",
    "133\u{2011}1234\u{2011}5678",
    "\u{202d}13312345678\u{202c}",
    "133\u{a0}12345678",
    "\u{200b}13312345678",
];

#[test]
fn twenty_spellings_and_all_purposes_share_ten_codes_a_day() {
    on_each_database(async |f| {
        let purposes = [
            Purpose::Login,
            Purpose::Reset,
            Purpose::Register,
            Purpose::Bind,
        ];
        let mut sent = 0;
        for (n, spelling) in SPELLINGS.iter().enumerate() {
            let at = NOW + i64::try_from(n).unwrap() * RESEND_MS;
            match ask(f, spelling, purposes[n % 4], at).await {
                Ok(granted) => {
                    sent += 1;
                    assert_eq!(granted.left, DAILY_CODES - sent);
                }
                Err(CodeRequestError::Daily) => assert_eq!(sent, DAILY_CODES, "{spelling}"),
                Err(other) => panic!("{spelling}: {other}"),
            }
        }
        assert_eq!(sent, DAILY_CODES);
        let day = Zone::default().day_of(NOW);
        let left = async |text: &str, day| {
            verification::left(
                &f.store,
                Target::parse(text).unwrap(),
                CodeRules::default(),
                day,
            )
            .await
            .unwrap()
        };
        assert_eq!(left("+86 133 1234 5678", day).await, 0);
        assert_eq!(
            left(OWNER, day).await,
            DAILY_CODES,
            "members and others alike"
        );
        assert_eq!(left(STRANGER, day + 1).await, DAILY_CODES);
    });
}

#[test]
fn the_day_ends_at_midnight_of_the_set_zone_and_never_goes_back() {
    on_each_database(async |f| {
        let zone = Zone::default();
        // The last minutes before midnight in Shanghai, which is 16:00 in UTC.
        let day = zone.day_of(NOW);
        let midnight = (day + 1) * DAY - i64::from(zone.offset_minutes(NOW)) * 60_000;
        let start = midnight - DAILY_CODES * RESEND_MS;
        for n in 0..DAILY_CODES {
            ask(f, STRANGER, Purpose::Login, start + n * RESEND_MS)
                .await
                .unwrap();
        }
        let refused = ask(f, STRANGER, Purpose::Login, midnight - 1).await.err();
        assert!(
            matches!(refused, Some(CodeRequestError::Daily)),
            "{refused:?}"
        );
        let next = ask(f, STRANGER, Purpose::Login, midnight).await.unwrap();
        assert_eq!(next.left, DAILY_CODES - 1);
        // A clock that goes back a day finds the newest day's count.
        let back = ask(f, STRANGER, Purpose::Login, midnight - DAY)
            .await
            .unwrap();
        assert_eq!(back.left, DAILY_CODES - 2);
    });
}

#[test]
fn letter_boxes_with_tags_are_one_and_members_mail_gets_login_codes() {
    on_each_database(async |f| {
        assert!(ask(f, "a@example.com", Purpose::Login, NOW).await.is_ok());
        let refused = ask(f, "A+x@example.com", Purpose::Login, NOW).await.err();
        assert!(
            matches!(refused, Some(CodeRequestError::TooSoon { .. })),
            "{refused:?}"
        );
        for purpose in [Purpose::Reset, Purpose::Register, Purpose::Bind] {
            let refused = ask(f, "b@example.com", purpose, NOW).await.err();
            assert!(
                matches!(refused, Some(CodeRequestError::Target)),
                "{purpose:?} {refused:?}"
            );
        }
    });
}

#[test]
fn a_message_that_was_not_taken_does_not_count() {
    on_each_database(async |f| {
        let first = ask(f, STRANGER, Purpose::Login, NOW).await.unwrap();
        for _ in 0..3 {
            verification::not_sent(&f.store, first.clone(), NOW)
                .await
                .unwrap();
        }
        assert!(!is_right(f, &first.uuid, (STRANGER, Purpose::Login), &first.code, NOW).await);
        let second = ask(f, STRANGER, Purpose::Login, NOW + 1).await.unwrap();
        assert_eq!(second.left, DAILY_CODES - 1, "given back once");
        let refused = ask(f, STRANGER, Purpose::Login, NOW + 2).await.err();
        assert!(matches!(refused, Some(CodeRequestError::TooSoon { .. })));
    });
}

#[test]
fn an_address_and_a_member_cause_a_bounded_number_of_messages() {
    on_each_database(async |f| {
        let many = async |n: i64, at: i64| {
            let captcha = Some(solution(f, CaptchaAction::Sms, at).await);
            let number = format!("133{n:08}");
            let ask = CodeRequest {
                captcha,
                ..question(&number, Purpose::Login, at)
            };
            verification::ask(&f.store, ask, at).await
        };
        for n in 0..ADDRESS_SENDINGS {
            many(n, NOW + n).await.unwrap();
        }
        let refused = many(99_999_999, NOW + 100).await.err();
        let wait = SENDING_WINDOW_MS - 100;
        assert!(
            matches!(refused, Some(CodeRequestError::TooMany { retry_after_ms }) if retry_after_ms == wait),
            "{refused:?}"
        );
        assert!(many(99_999_999, NOW + SENDING_WINDOW_MS).await.is_ok());

        let actor = f.actor(OWNER).await;
        for n in 0..=MEMBER_SENDINGS {
            let ask = CodeRequest {
                actor: Some(actor.clone()),
                address: Some(address(usize::try_from(n).unwrap() + 1000)),
                ..question(&format!("135{n:08}"), Purpose::Phone, NOW)
            };
            let asked = verification::ask(&f.store, ask, NOW).await;
            assert_eq!(asked.is_ok(), n < MEMBER_SENDINGS, "{n}");
        }
    });
}

#[test]
fn an_operators_rules_say_how_soon_how_many_and_how_long() {
    on_each_database(async |f| {
        let rules = CodeRules::of(90, 3, 20).unwrap();
        let ask = async |at: i64| {
            let captcha = Some(solution(f, CaptchaAction::Sms, at).await);
            let ask = CodeRequest {
                captcha,
                rules,
                ..question(STRANGER, Purpose::Login, at)
            };
            verification::ask(&f.store, ask, at).await
        };
        let (soon, life) = (rules.resend_ms(), rules.life_ms());
        let first = ask(NOW).await.unwrap();
        assert_eq!((first.left, first.rules), (2, rules));
        let refused = ask(NOW + soon - 1).await.err();
        assert!(
            matches!(
                refused,
                Some(CodeRequestError::TooSoon { retry_after_ms: 1 })
            ),
            "{refused:?}"
        );
        let what = (STRANGER, Purpose::Login);
        assert!(is_right(f, &first.uuid, what, &first.code, NOW + life - 1).await);
        assert!(!is_right(f, &first.uuid, what, &first.code, NOW + life).await);
        ask(NOW + soon).await.unwrap();
        let target = Target::parse(STRANGER).unwrap();
        let day = Zone::default().day_of(NOW);
        let left = verification::left(&f.store, target, rules, day)
            .await
            .unwrap();
        assert_eq!(left, 1);
        ask(NOW + 2 * soon).await.unwrap();
        let refused = ask(NOW + 3 * soon).await.err();
        assert!(
            matches!(refused, Some(CodeRequestError::Daily)),
            "{refused:?}"
        );
    });
}
