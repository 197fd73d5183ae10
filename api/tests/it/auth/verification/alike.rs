//! Whether an account exists is told by no answer and by no answer's time: Mann-Whitney over interleaved samples.

use std::time::Instant;

use domain::auth::limits::{ACCOUNT_CAPTCHA_AFTER, ACCOUNT_GUESSES};
use serde_json::{Value, json};

use super::{
    CAPTCHA_NEEDED, CHANGE, CHOSEN, NEWCOMER, REGISTER, SEND, SIGN_IN, TOO_MANY, captcha,
    wrong_password,
};
use crate::server::{GUEST, OWNER, Reply, Server, with_server};

/// Hash of a password that nobody knows, at the cost of the product's own. Seeded members have hashes that cost next to nothing: an account
/// would be told by its quick answer.
const COSTLY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$zLVbZ/Y4C5PMCM1gSBnqHQ$0zifphPEXC5W2GadH950tzc21a27cObnS+cgVU/lrtQ";

/// How often a value of the first is below one of the second, ties half: 0.5 when nothing tells them apart.
fn auc(first: &[f64], second: &[f64]) -> f64 {
    let wins: f64 = first
        .iter()
        .flat_map(|a| {
            second.iter().map(move |b| {
                if a < b {
                    1.0
                } else if a > b {
                    0.0
                } else {
                    0.5
                }
            })
        })
        .sum();
    wins / (first.len() * second.len()) as f64
}

/// Of each kind; 400 together.
const SAMPLES: usize = 200;
/// A burst of load may fall on one kind: a difference that is there is there in each of so many tries. A server across a socket takes its
/// time for each of them: there the tries add up.
const TRIES: usize = 3;
const AUC_MAX: f64 = 0.60;

/// An answer without what is drawn anew each time.
fn told(reply: &Reply) -> (u16, Value) {
    let mut answer = reply.json();
    for drawn in ["uuid", "handle"] {
        if let Some(field) = answer["data"].get_mut(drawn) {
            *field = json!(drawn);
        }
    }
    if let Some(phone) = answer["data"].get_mut("phone") {
        *phone = json!("as it was asked for");
    }
    (reply.status, answer)
}

/// How an account that exists and one that does not are asked for.
const BOTH: [&str; 2] = [OWNER, NEWCOMER];

/// Asks for both, one after the other in changing order. `prepare` makes what the nth pair needs for its first or second question
/// and is not timed.
async fn indistinguishable<P>(
    s: &Server,
    what: &str,
    prepare: impl AsyncFn(usize, bool) -> P,
    ask: impl AsyncFn(&str, P) -> Reply,
) {
    let on_a_server = s.url.starts_with("postgres");
    let mut worst: f64 = 0.0;
    let mut took = [Vec::new(), Vec::new()];
    for _ in 0..TRIES {
        if !on_a_server {
            took = [Vec::new(), Vec::new()];
        }
        for n in 0..SAMPLES {
            let mut answers = [None, None];
            for (second, kind) in [(false, n % 2), (true, 1 - n % 2)] {
                let prepared = prepare(n, second).await;
                let begun = Instant::now();
                let reply = ask(BOTH[kind], prepared).await;
                took[kind].push(begun.elapsed().as_secs_f64());
                answers[kind] = Some(told(&reply));
            }
            assert_eq!(answers[0], answers[1], "{what}");
        }
        let found = auc(&took[0], &took[1]);
        worst = found.max(1.0 - found);
        if worst <= AUC_MAX {
            return;
        }
    }
    panic!(
        "{what} tells accounts apart by time: AUC {worst:.3} after {TRIES} tries; {}",
        s.url
    );
}

/// Two that serve again and again, kept in a table of the test's own: drawing 400 would take ten times as long as what is timed.
async fn two_captchas(s: &Server) -> [(String, String); 2] {
    let two = [captcha(s, "sms").await, captcha(s, "sms").await];
    s.execute("CREATE TABLE drawn AS SELECT * FROM captchas");
    s.execute("UPDATE drawn SET expires_ms = expires_ms + 3600000");
    two
}

#[test]
fn no_answer_and_no_time_tells_whether_an_account_exists() {
    with_server(async |s| {
        s.statement(&format!(
            "UPDATE members SET password_hash = '{COSTLY_HASH}' WHERE phone = '{OWNER}'"
        ));
        let anew = async |_, second: bool| {
            if !second {
                s.forgive();
            }
        };
        indistinguishable(s, "sign-in", anew, async |phone, ()| {
            wrong_password(s, phone).await
        })
        .await;
        indistinguishable(s, "sign-in by code", anew, async |phone, ()| {
            let body = json!({ "phone": phone, "code": "123456", "uuid": "u", "agreed": true });
            s.post(SIGN_IN, "", body).await
        })
        .await;
        indistinguishable(s, "registration", anew, async |phone, ()| {
            let body = json!({ "phone": phone, "password": CHOSEN, "code": "123456", "uuid": "u", "agreed": true });
            s.post(REGISTER, "", body).await
        })
        .await;
        indistinguishable(s, "reset", anew, async |phone, ()| {
            let body =
                json!({ "phone": phone, "code": "123456", "uuid": "u", "newPassword": CHOSEN });
            s.post(CHANGE, "", body).await
        })
        .await;
        let guest = s.token(GUEST).await;
        indistinguishable(s, "looking for a member", anew, async |phone, ()| {
            let path = format!("/app-api/member/member/queryMemberByPhone?phone={phone}");
            s.get(&path, &guest).await
        })
        .await;
        let drawn = two_captchas(s).await;
        let solved = async |n: usize, second: bool| {
            anew(n, second).await;
            if !second {
                s.execute("DELETE FROM captchas");
                s.execute("INSERT INTO captchas SELECT * FROM drawn");
            }
            let purpose = ["login", "reset", "register"][n % 3];
            (purpose, drawn[usize::from(second)].clone())
        };
        indistinguishable(s, "sending a code", solved, async |phone, (purpose, (uuid, text))| {
            let body = json!({ "phone": phone, "purpose": purpose, "captchaUuid": uuid, "captchaCode": text });
            let reply = s.post(SEND, "", body).await;
            assert_eq!(reply.code(), 0, "{}", reply.text);
            reply
        })
        .await;
    });
}

#[test]
fn a_captcha_and_a_wait_are_demanded_alike_of_members_and_others() {
    with_server(async |s| {
        for nth in 0..ACCOUNT_CAPTCHA_AFTER {
            let answers = [
                wrong_password(s, BOTH[0]).await,
                wrong_password(s, BOTH[1]).await,
            ];
            assert_eq!(told(&answers[0]), told(&answers[1]), "guess {nth}");
        }
        indistinguishable(
            s,
            "the demand for a captcha",
            async |_, _| (),
            async |phone, ()| {
                let reply = wrong_password(s, phone).await;
                assert_eq!(reply.code(), CAPTCHA_NEEDED);
                reply
            },
        )
        .await;
        for nth in ACCOUNT_CAPTCHA_AFTER..=ACCOUNT_GUESSES {
            let mut codes = Vec::new();
            for phone in BOTH {
                let (uuid, text) = captcha(s, "login").await;
                let body = json!({ "phone": phone, "password": "wrong", "captchaUuid": uuid, "captchaCode": text, "agreed": true });
                let reply = s.post(SIGN_IN, "", body).await;
                codes.push((reply.status, reply.code(), reply.msg()));
            }
            assert_eq!(codes[0], codes[1], "guess {nth}");
            assert_eq!(
                codes[0].1 == TOO_MANY,
                nth == ACCOUNT_GUESSES,
                "guess {nth}"
            );
        }
    });
}

#[test]
fn names_and_addresses_of_mail_are_told_no_more_than_numbers() {
    with_server(async |s| {
        s.statement(&format!(
            "UPDATE members SET email = 'here@mail.example' WHERE phone = '{OWNER}'"
        ));
        let pairs = [
            ("admin", "nobody1"),
            ("here@mail.example", "gone@mail.example"),
        ];
        for (known, unknown) in pairs {
            let answers = [
                wrong_password(s, known).await,
                wrong_password(s, unknown).await,
            ];
            assert_eq!(told(&answers[0]), told(&answers[1]), "{known}");
        }
        s.forgive();
        let mut answers = Vec::new();
        for email in ["here@mail.example", "gone@mail.example"] {
            let (uuid, text) = captcha(s, "sms").await;
            let body = json!({ "email": email, "purpose": "login", "captchaUuid": uuid, "captchaCode": text });
            let sent = s.post(SEND, "", body).await;
            let body = json!({ "email": email, "code": "123456", "uuid": "u", "agreed": true });
            answers.push((told(&sent), told(&s.post(SIGN_IN, "", body).await)));
        }
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0].0.1["code"], 0);
    });
}
