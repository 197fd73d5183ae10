//! Captchas: one try, one action, one request.

use std::collections::HashSet;

use domain::auth::limits::{ADDRESS_CAPTCHAS, CAPTCHA_LIFE_MS, SENDING_WINDOW_MS};
use domain::auth::{CaptchaAction, Purpose, RESEND_MS};
use store::auth::captcha::{self, CaptchaError, Solution};
use store::auth::verification::{self, CodeRequest, CodeRequestError};

use super::{STRANGER, address, question, solution};
use crate::fixture::{GUEST, NOW, on_each_database};

#[test]
fn without_a_fresh_captcha_of_its_action_no_code_is_sent() {
    on_each_database(async |f| {
        let with = async |captcha: Option<Solution>, at: i64| {
            verification::ask(
                &f.store,
                CodeRequest {
                    captcha,
                    ..question(STRANGER, Purpose::Login, at)
                },
                at,
            )
            .await
        };
        let refused = with(None, NOW).await.err();
        assert!(
            matches!(refused, Some(CodeRequestError::CaptchaNeeded)),
            "{refused:?}"
        );
        let good = solution(f, CaptchaAction::Sms, NOW).await;
        let wrong = |text: &str| Solution {
            text: Some(text.to_owned()),
            ..good.clone()
        };
        let refusals = [
            wrong(""),
            wrong("00000"),
            good.clone(),
            Solution {
                uuid: "unknown".to_owned(),
                ..good.clone()
            },
            solution(f, CaptchaAction::Login, NOW).await,
            solution(f, CaptchaAction::Register, NOW).await,
            solution(f, CaptchaAction::Sms, NOW - CAPTCHA_LIFE_MS).await,
        ];
        for (n, shown) in refusals.into_iter().enumerate() {
            // The third is the right answer after a wrong one: used up.
            let refused = with(Some(shown), NOW).await.err();
            assert!(
                matches!(refused, Some(CodeRequestError::CaptchaWrong)),
                "{n}: {refused:?}"
            );
        }
        let once = solution(f, CaptchaAction::Sms, NOW).await;
        let lower = Solution {
            text: once.text.clone().map(|t| t.to_lowercase()),
            ..once.clone()
        };
        assert!(with(Some(lower), NOW + CAPTCHA_LIFE_MS - 1).await.is_ok());
        let refused = with(Some(once), NOW + RESEND_MS).await.err();
        assert!(
            matches!(refused, Some(CodeRequestError::CaptchaWrong)),
            "used: {refused:?}"
        );
        let register = Some(solution(f, CaptchaAction::Register, NOW).await);
        let ask = CodeRequest {
            captcha: register,
            ..question(GUEST, Purpose::Register, NOW)
        };
        assert!(
            verification::ask(&f.store, ask, NOW).await.is_ok(),
            "registration takes its own"
        );
    });
}

#[test]
fn a_captcha_that_was_checked_serves_one_request() {
    on_each_database(async |f| {
        let drawn = captcha::draw(&f.store, CaptchaAction::Sms, None, NOW)
            .await
            .unwrap();
        let solved = Solution {
            uuid: drawn.uuid.clone(),
            text: None,
        };
        let ask = || CodeRequest {
            captcha: Some(solved.clone()),
            ..question(STRANGER, Purpose::Login, NOW)
        };
        captcha::check(&f.store, drawn.uuid.clone(), drawn.text.clone(), NOW)
            .await
            .unwrap();
        assert!(verification::ask(&f.store, ask(), NOW).await.is_ok());
        let again = verification::ask(&f.store, ask(), NOW + RESEND_MS)
            .await
            .err();
        assert!(
            matches!(again, Some(CodeRequestError::CaptchaWrong)),
            "{again:?}"
        );

        let unchecked = captcha::draw(&f.store, CaptchaAction::Sms, None, NOW)
            .await
            .unwrap();
        let solved = Solution {
            uuid: unchecked.uuid.clone(),
            text: None,
        };
        let ask = CodeRequest {
            captcha: Some(solved),
            ..question(GUEST, Purpose::Login, NOW)
        };
        let refused = verification::ask(&f.store, ask, NOW).await.err();
        assert!(
            matches!(refused, Some(CodeRequestError::CaptchaWrong)),
            "not checked: {refused:?}"
        );

        let failed = captcha::draw(&f.store, CaptchaAction::Sms, None, NOW)
            .await
            .unwrap();
        for text in ["wrong".to_owned(), failed.text] {
            let refused = captcha::check(&f.store, failed.uuid.clone(), text, NOW)
                .await
                .err();
            assert!(
                matches!(refused, Some(CaptchaError::Wrong)),
                "one try: {refused:?}"
            );
        }
    });
}

#[test]
fn captchas_differ_are_pictures_with_sound_and_are_bounded_by_address() {
    on_each_database(async |f| {
        let mut texts = HashSet::new();
        for n in 0..5 {
            let drawn = captcha::draw(&f.store, CaptchaAction::Login, Some(address(n)), NOW)
                .await
                .unwrap();
            assert!(drawn.picture.starts_with(b"\x89PNG\r\n") && drawn.picture.len() < 40_000);
            assert!(drawn.sound.starts_with(b"RIFF") && drawn.sound[8..16] == *b"WAVEfmt ");
            let said = u32::from_le_bytes(drawn.sound[40..44].try_into().unwrap());
            assert_eq!(drawn.sound.len(), 44 + said as usize);
            assert!(drawn.sound.len() < 200_000, "{}", drawn.sound.len());
            assert_eq!(drawn.expires_ms, NOW + CAPTCHA_LIFE_MS);
            assert!(texts.insert(drawn.text));
        }
        let longer: HashSet<usize> = async {
            let mut sizes = HashSet::new();
            for _ in 0..4 {
                sizes.insert(
                    captcha::draw(&f.store, CaptchaAction::Login, None, NOW)
                        .await
                        .unwrap()
                        .sound
                        .len(),
                );
            }
            sizes
        }
        .await;
        assert_eq!(longer.len(), 1, "the length of the sound tells nothing");
    });
}

#[test]
fn an_address_gets_a_bounded_number_of_captchas_an_hour() {
    on_each_database(async |f| {
        let draws: Vec<_> = (0..ADDRESS_CAPTCHAS + 5)
            .map(|_| {
                let store = f.store.clone();
                tokio::spawn(async move {
                    captcha::draw(&store, CaptchaAction::Sms, Some(address(7)), NOW).await
                })
            })
            .collect();
        let mut drawn = 0;
        for one in draws {
            match one.await.unwrap() {
                Ok(_) => drawn += 1,
                Err(CaptchaError::TooMany { retry_after_ms }) => {
                    assert_eq!(retry_after_ms, SENDING_WINDOW_MS);
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(drawn, ADDRESS_CAPTCHAS);
        assert!(
            captcha::draw(&f.store, CaptchaAction::Sms, Some(address(8)), NOW)
                .await
                .is_ok()
        );
    });
}
