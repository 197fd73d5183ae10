//! Guesses of passwords: how many are looked at, from where, and who is never locked out.

use std::net::IpAddr;

use domain::auth::limits::{
    ACCOUNT_CAPTCHA_AFTER, ACCOUNT_GUESSES, ADDRESS_CAPTCHA_AFTER, ADDRESS_GUESSES, DEVICE_GUESSES,
    GUESS_WINDOW_MS,
};
use domain::auth::{CaptchaAction, SignIn};
use fresh_database::PASSWORD_HASH;
use store::auth::captcha::Solution;
use store::session::{Arrival, Attempt, SignInError, Terminal, Tokens, needs_captcha, sign_in};

use crate::auth::verification::solution;
use crate::fixture::{Fixture, GUEST, MINUTE, NOW, OWNER, PASSWORD, load, on_each_database};

fn address(n: u8) -> IpAddr {
    IpAddr::from([192, 0, 2, n])
}

#[derive(Clone)]
struct Try<'a> {
    account: &'a str,
    password: &'a str,
    from: Option<IpAddr>,
    device: Option<&'a str>,
    captcha: Option<Solution>,
}

impl<'a> Try<'a> {
    fn wrong(account: &'a str) -> Self {
        Self {
            account,
            password: "wrong",
            from: Some(address(1)),
            device: None,
            captcha: None,
        }
    }

    fn right(account: &'a str) -> Self {
        Self {
            password: PASSWORD,
            ..Self::wrong(account)
        }
    }

    async fn at(self, f: &Fixture, now_ms: i64) -> Result<Tokens, SignInError> {
        let attempt = Attempt {
            form: SignIn::parse(self.account, self.password, None)
                .ok()
                .unwrap(),
            captcha: self.captcha,
            device: self.device.map(str::to_owned),
            social_token: None,
        };
        let arrival = Arrival {
            terminal: Terminal::Web,
            address: self.from,
            device: String::new(),
            ..Arrival::default()
        };
        sign_in(&f.store, attempt, arrival, now_ms).await
    }

    /// Signs in with a captcha that was read well.
    async fn solved(self, f: &Fixture, now_ms: i64) -> Result<Tokens, SignInError> {
        let captcha = Some(solution(f, CaptchaAction::Login, now_ms).await);
        Self { captcha, ..self }.at(f, now_ms).await
    }
}

fn waits(result: &Result<Tokens, SignInError>) -> Option<i64> {
    match result {
        Err(SignInError::TooMany { retry_after_ms }) => Some(*retry_after_ms),
        _ => None,
    }
}

#[test]
fn after_three_failures_a_captcha_and_after_ten_a_wait() {
    on_each_database(async |f| {
        // An account that exists and one that does not are treated alike.
        for (n, account) in [OWNER, "13312345678", "nobody"].into_iter().enumerate() {
            let from = Some(address(n as u8 + 10));
            let wrong = || Try {
                from,
                ..Try::wrong(account)
            };
            for _ in 0..ACCOUNT_CAPTCHA_AFTER {
                let refused = wrong().at(f, NOW).await;
                assert!(
                    matches!(refused, Err(SignInError::BadCredentials)),
                    "{account}"
                );
            }
            for _ in 0..20 {
                let refused = wrong().at(f, NOW).await;
                assert!(
                    matches!(refused, Err(SignInError::CaptchaNeeded)),
                    "{account}: uncounted"
                );
            }
            let misread = Solution {
                uuid: "u".to_owned(),
                text: Some("x".to_owned()),
            };
            let refused = Try {
                captcha: Some(misread),
                ..wrong()
            }
            .at(f, NOW)
            .await;
            assert!(matches!(refused, Err(SignInError::CaptchaWrong)));
            for _ in ACCOUNT_CAPTCHA_AFTER..ACCOUNT_GUESSES {
                let refused = wrong().solved(f, NOW).await;
                assert!(
                    matches!(refused, Err(SignInError::BadCredentials)),
                    "{account}"
                );
            }
            let right = Try {
                from,
                ..Try::right(account)
            };
            let at_once = right.clone().solved(f, NOW + MINUTE).await;
            assert_eq!(waits(&at_once), Some(GUESS_WINDOW_MS - MINUTE), "{account}");
            let last = right.clone().solved(f, NOW + GUESS_WINDOW_MS - 1).await;
            assert_eq!(waits(&last), Some(1));
        }
        let again = Try::right(OWNER).at(f, NOW + GUESS_WINDOW_MS).await;
        assert!(again.is_ok(), "{:?}", again.err());
    });
}

#[test]
fn all_names_of_an_account_are_counted_together() {
    on_each_database(async |f| {
        let spellings = [
            "13800000000",
            "+86 138 0000 0000",
            "１３８００００００００",
            "0138-0000-0000",
        ];
        for spelling in &spellings[..ACCOUNT_CAPTCHA_AFTER as usize] {
            let refused = Try::wrong(spelling).at(f, NOW).await;
            assert!(matches!(refused, Err(SignInError::BadCredentials)));
        }
        let refused = Try::wrong(spellings[3]).at(f, NOW).await;
        assert!(matches!(refused, Err(SignInError::CaptchaNeeded)));
        assert!(
            Try::right(GUEST).at(f, NOW).await.is_ok(),
            "another account is not concerned"
        );
    });
}

#[test]
fn of_a_thousand_guesses_at_once_ten_are_looked_at() {
    on_each_database(async |f| {
        let tries: Vec<_> = (0..1000_usize)
            .map(|n| {
                let store = f.store.clone();
                let from = Some(IpAddr::from([10, 1, (n >> 8) as u8, n as u8]));
                tokio::spawn(async move {
                    let form = SignIn::parse(OWNER, "wrong", None).ok().unwrap();
                    let arrival = Arrival {
                        address: from,
                        ..Arrival::default()
                    };
                    sign_in(&store, form, arrival, NOW).await.err().unwrap()
                })
            })
            .collect();
        let mut looked_at = 0;
        for one in tries {
            match one.await.unwrap() {
                SignInError::BadCredentials => looked_at += 1,
                SignInError::TooMany { .. } | SignInError::CaptchaNeeded => {}
                other => panic!("{other}"),
            }
        }
        assert!((1..=ACCOUNT_GUESSES).contains(&looked_at), "{looked_at}");
    });
}

#[test]
fn of_thirty_guesses_at_once_with_captchas_ten_are_looked_at_and_then_the_right_password_waits() {
    on_each_database(async |f| {
        let mut solved = Vec::new();
        for _ in 0..30 {
            solved.push(solution(f, CaptchaAction::Login, NOW).await);
        }
        let tries: Vec<_> = (100..)
            .zip(solved)
            .map(|(n, captcha)| {
                let store = f.store.clone();
                let attempt = Attempt {
                    captcha: Some(captcha),
                    ..SignIn::parse(OWNER, "wrong", None).ok().unwrap().into()
                };
                let arrival = Arrival {
                    address: Some(address(n)),
                    ..Arrival::default()
                };
                tokio::spawn(
                    async move { sign_in(&store, attempt, arrival, NOW).await.err().unwrap() },
                )
            })
            .collect();
        let (mut looked_at, mut waiting) = (0, 0);
        for one in tries {
            match one.await.unwrap() {
                SignInError::BadCredentials => looked_at += 1,
                SignInError::TooMany { retry_after_ms } => {
                    assert_eq!(retry_after_ms, GUESS_WINDOW_MS);
                    waiting += 1;
                }
                other => panic!("{other}"),
            }
        }
        assert_eq!(
            (looked_at, waiting),
            (ACCOUNT_GUESSES, 30 - ACCOUNT_GUESSES)
        );
        let right = Try {
            from: Some(address(200)),
            ..Try::right(OWNER)
        };
        assert_eq!(waits(&right.solved(f, NOW).await), Some(GUESS_WINDOW_MS));
    });
}

#[test]
fn a_member_gets_in_from_a_known_device_whatever_others_guess() {
    on_each_database(async |f| {
        let mine = Some("my own browser");
        let known = || Try {
            device: mine,
            from: Some(address(2)),
            ..Try::right(OWNER)
        };
        assert!(known().at(f, NOW).await.is_ok());
        for n in 0..ACCOUNT_GUESSES {
            // Also a device that somebody else has used, or that nobody has.
            let device = [None, Some("theirs")][n as usize % 2];
            let _ = Try {
                device,
                ..Try::wrong(OWNER)
            }
            .solved(f, NOW)
            .await;
        }
        assert!(
            waits(&Try::right(OWNER).solved(f, NOW).await).is_some(),
            "strangers wait"
        );
        let other = Try {
            device: mine,
            from: Some(address(3)),
            ..Try::wrong(GUEST)
        };
        assert!(
            matches!(other.at(f, NOW).await, Err(SignInError::BadCredentials)),
            "known for one member only"
        );
        // The device's own guesses are few, and success begins them anew.
        for round in 0..2 {
            for _ in 0..DEVICE_GUESSES - 1 {
                let wrong = Try {
                    password: "wrong",
                    ..known()
                };
                assert!(
                    matches!(wrong.at(f, NOW).await, Err(SignInError::BadCredentials)),
                    "{round}"
                );
            }
            assert!(known().at(f, NOW).await.is_ok(), "{round}");
        }
        for _ in 0..DEVICE_GUESSES {
            let _ = Try {
                password: "wrong",
                ..known()
            }
            .at(f, NOW)
            .await;
        }
        assert_eq!(waits(&known().at(f, NOW).await), Some(GUESS_WINDOW_MS));
        assert!(known().at(f, NOW + GUESS_WINDOW_MS).await.is_ok());
    });
}

#[test]
fn spraying_from_one_address_ends_at_its_limit() {
    on_each_database(async |f| {
        assert!(
            !needs_captcha(&f.store, Some(address(1)), NOW)
                .await
                .unwrap()
        );
        for n in 0..ADDRESS_CAPTCHA_AFTER {
            let account = format!("133{n:08}");
            let refused = Try::wrong(&account).at(f, NOW).await;
            assert!(matches!(refused, Err(SignInError::BadCredentials)));
        }
        assert!(
            needs_captcha(&f.store, Some(address(1)), NOW)
                .await
                .unwrap()
        );
        assert!(matches!(
            Try::wrong("13399999999").at(f, NOW).await,
            Err(SignInError::CaptchaNeeded)
        ));
        // Accounts that exist, with cheap hashes: for one that does not, a costly hash is made in vain.
        let members: Vec<String> = (ADDRESS_CAPTCHA_AFTER..ADDRESS_GUESSES)
            .map(|n| format!(r#"{{"phone":"133{n:08}","password":"{PASSWORD_HASH}"}}"#))
            .collect();
        let members = members.join(",");
        load(&f.store, &format!(r#"{{"members":[{members}]}}"#)).await;
        for n in ADDRESS_CAPTCHA_AFTER..ADDRESS_GUESSES {
            let account = format!("133{n:08}");
            let refused = Try::wrong(&account).solved(f, NOW).await;
            assert!(matches!(refused, Err(SignInError::BadCredentials)), "{n}");
        }
        assert_eq!(
            waits(&Try::right(GUEST).solved(f, NOW).await),
            Some(GUESS_WINDOW_MS)
        );
        let elsewhere = Try {
            from: Some(address(2)),
            ..Try::right(GUEST)
        };
        assert!(elsewhere.at(f, NOW).await.is_ok());
        assert!(Try::right(GUEST).at(f, NOW + GUESS_WINDOW_MS).await.is_ok());
        assert!(
            !needs_captcha(&f.store, Some(address(1)), NOW + GUESS_WINDOW_MS)
                .await
                .unwrap()
        );
    });
}

#[test]
fn a_household_of_ipv6_is_one_address() {
    on_each_database(async |f| {
        for n in 0..ADDRESS_CAPTCHA_AFTER {
            let from = format!("2001:db8:1:2::{n:x}").parse().ok();
            let account = format!("133{n:08}");
            let _ = Try {
                from,
                ..Try::wrong(&account)
            }
            .at(f, NOW)
            .await;
        }
        for (from, needs) in [("2001:db8:1:2:ffff::1", true), ("2001:db8:1:3::1", false)] {
            assert_eq!(
                needs_captcha(&f.store, from.parse().ok(), NOW)
                    .await
                    .unwrap(),
                needs
            );
        }
    });
}

#[test]
fn right_passwords_are_no_guesses() {
    on_each_database(async |f| {
        for n in 0..ADDRESS_GUESSES + 5 {
            assert!(Try::right(GUEST).at(f, NOW + n).await.is_ok(), "{n}");
        }
    });
}

#[test]
fn a_refused_sign_in_is_kept_in_the_audit() {
    on_each_database(async |f| {
        let id = f.seeded.members[0].user_id;
        let _ = Try::wrong(OWNER).at(f, NOW).await;
        let actions = store::audit::of_member(&f.store, id).await.unwrap();
        let refused = actions
            .iter()
            .find(|action| action.kind == "session.refused")
            .unwrap();
        assert_eq!(
            (refused.at_ms, refused.address.as_deref()),
            (NOW, Some("192.0.2.1"))
        );
    });
}

#[test]
fn a_clock_that_goes_back_locks_nobody_out() {
    on_each_database(async |f| {
        let day = 24 * 60 * MINUTE;
        for _ in 0..ACCOUNT_GUESSES {
            let _ = Try::wrong(OWNER).solved(f, NOW + day).await;
        }
        assert!(waits(&Try::right(OWNER).solved(f, NOW + day).await).is_some());
        assert!(Try::right(OWNER).solved(f, NOW).await.is_ok());
    });
}
