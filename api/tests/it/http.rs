//! Common traits of all answers: headers, refusals of what cannot be read, and logs without secrets.

mod address;
mod base;
pub mod contract;
mod disposition;
mod embedding;
mod error;
mod failed_calls;
mod limits;
mod span;
mod tus;

use std::collections::HashSet;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use reqwest::Method;
use serde_json::json;

use crate::server::log::Log;
use crate::server::{OWNER, PASSWORD, with_server};

const LIST: &str = "/app-api/trade/phone/app-page";

#[test]
fn every_answer_is_dressed_whatever_it_says() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let json = ("content-type", "application/json");
        let replies = [
            s.get("/healthz", "").await,
            s.get("/getInfo", &token).await,
            s.get("/getInfo", "").await,
            s.get("/app-api/nowhere", &token).await,
            s.get("/nowhere", "").await,
            s.get(LIST, &token).await,
            s.send(Method::POST, LIST, &[json], "{").await,
            s.send(
                Method::POST,
                "/app-api/member/auth/sms-login",
                &[json],
                vec![b' '; 300 * 1024],
            )
            .await,
        ];
        let mut ids = HashSet::new();
        for reply in replies {
            let policy = reply.header("content-security-policy");
            assert!(
                policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
                "{policy}"
            );
            for part in [
                "object-src 'none'",
                "base-uri 'none'",
                "frame-ancestors 'none'",
            ] {
                assert!(policy.contains(part), "{policy}");
            }
            assert_eq!(reply.header("x-content-type-options"), "nosniff");
            assert!(!reply.header("referrer-policy").is_empty());
            assert_eq!(reply.header("cache-control"), "no-store");
            assert!(reply.header("x-request-id").len() >= 16);
            assert!(
                ids.insert(reply.header("x-request-id")),
                "a request's id is its own"
            );
        }
    });
}

#[test]
fn a_compressed_body_is_read_and_its_limit_counts_what_comes_out() {
    let packed = |body: &[u8]| {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(body).unwrap();
        gzip.finish().unwrap()
    };
    with_server(async |s| {
        let sent = async |encoding, body| {
            let headers = [
                ("content-type", "application/json"),
                ("content-encoding", encoding),
            ];
            let call = "/app-api/member/auth/sms-login";
            s.send(Method::POST, call, &headers, body).await.code()
        };
        // Read, and then judged: there is no such account.
        let body = json!({ "mobile": "1", "code": "1", "scene": 1 }).to_string();
        let plain = sent("identity", body.clone().into_bytes()).await;
        assert_eq!(sent("gzip", packed(body.as_bytes())).await, plain);
        let most = 256 * 1024;
        let spaces = |bytes| packed(&[body.as_bytes(), &vec![b' '; bytes - body.len()]].concat());
        assert_eq!(sent("gzip", spaces(most)).await, plain, "at the limit");
        let too_large = domain::codes::TOO_LARGE.number;
        for bytes in [most + 1, 100 << 20] {
            assert_eq!(sent("gzip", spaces(bytes)).await, too_large, "{bytes}");
        }
        let unknown = sent("br", packed(b"{}")).await;
        assert_eq!(unknown, domain::codes::BAD_REQUEST.number);
    });
}

#[test]
fn an_unknown_call_gets_an_envelope_and_an_unknown_page_a_status() {
    with_server(async |s| {
        for path in [
            "/app-api/nowhere",
            "/app-api/trade/phone/app-page/x",
            "/system/nowhere",
        ] {
            let reply = s.get(path, "").await;
            assert_eq!((reply.status, reply.code()), (200, 404), "{path}");
        }
        assert_eq!(
            s.get(LIST, "").await.code(),
            404,
            "a call by another method"
        );
        assert_eq!(s.get("/nowhere", "").await.status, 404);
    });
}

#[test]
fn a_body_that_cannot_be_read_is_refused_in_the_users_words() {
    with_server(async |s| {
        let bearer = format!("Bearer {}", s.token(OWNER).await);
        for body in [
            "",
            "{",
            "[1]",
            "null",
            "\"x\"",
            "{\"pageNo\":{}}",
            "{\"pageNo\":1}}",
            "\u{feff}{}",
        ] {
            for (lang, words) in [
                ("zh-CN", "请求参数不正确"),
                ("en-US", "The request could not be read"),
            ] {
                let headers = [
                    ("content-type", "application/json"),
                    ("accept-language", lang),
                    ("authorization", &bearer),
                ];
                let reply = s.send(Method::POST, LIST, &headers, body).await;
                assert_eq!(
                    (reply.status, reply.code(), reply.msg().as_str()),
                    (200, 400, words),
                    "{body}"
                );
            }
        }
    });
}

#[test]
fn a_body_of_256_kib_is_read_and_one_byte_more_is_not() {
    with_server(async |s| {
        let bearer = format!("Bearer {}", s.token(OWNER).await);
        let headers = [
            ("content-type", "application/json"),
            ("authorization", bearer.as_str()),
        ];
        let padded = |bytes: usize| format!("{{}}{}", " ".repeat(bytes - 2));
        assert_eq!(
            s.send(Method::POST, LIST, &headers, padded(256 * 1024))
                .await
                .code(),
            0
        );
        assert_eq!(
            s.send(Method::POST, LIST, &headers, padded(256 * 1024 + 1))
                .await
                .code(),
            413
        );
    });
}

#[test]
fn the_server_is_healthy_while_its_database_answers() {
    with_server(async |s| {
        let reply = s.get("/healthz", "").await;
        assert_eq!((reply.status, reply.text.trim()), (200, "ok"));
    });
}

#[test]
fn the_log_names_call_code_and_request_and_no_secret() {
    let log = Log::kept();
    with_server(async |s| {
        let signed_in = s.sign_in(OWNER).await;
        let tokens = signed_in.data();
        let (access, refresh) = (
            tokens["accessToken"].as_str().unwrap(),
            tokens["refreshToken"].as_str().unwrap(),
        );
        let id = s.phone("甲", 30).await;
        let ticket = s.start(access, json!({ "phoneId": id })).await.data()["ticket"]
            .as_str()
            .unwrap()
            .to_owned();
        s.get(&format!("/getInfo?token={access}"), "").await;
        s.get(&format!("/app-api/nowhere?refreshToken={refresh}"), "")
            .await;
        s.send(
            Method::GET,
            &format!("/websocket/play/{id}?token={ticket}"),
            &[],
            "",
        )
        .await;
        s.send(
            Method::POST,
            &format!("/app-api/member/auth/refresh-token?refreshToken={refresh}"),
            &[],
            "",
        )
        .await;

        let asked = json!({ "purpose": "password" });
        s.post("/app-api/member/captcha/sendSmsCode", access, asked)
            .await
            .data();
        s.get("/app-api/member/captcha/captchaImage?action=login", "")
            .await
            .data();

        let broken = json!({ "kind": "TypeError", "words": "one\ntwo", "at": "a.js:1:2", "path": format!("/app/index?q={OWNER}") });
        s.post("/app-api/system/tracking/page-error", access, broken)
            .await
            .data();

        let text = log.text();
        let told = text
            .lines()
            .find(|line| line.contains("page error"))
            .expect("a line of the page's error");
        for part in ["TypeError", "one two", "a.js:1:2", "\"/app/index\""] {
            assert!(told.contains(part), "{told}");
        }
        let line = text
            .lines()
            .find(|line| line.contains(&signed_in.header("x-request-id")))
            .expect("a line of the request");
        for part in [
            "/app-api/member/auth/sms-login",
            "POST",
            "code=0",
            "status=200",
        ] {
            assert!(line.contains(part), "{line}");
        }
        let member = format!("member_id={}", tokens["userId"]);
        assert!(
            text.lines()
                .any(|l| l.contains("startPhone") && l.contains(&member)),
            "the member is named"
        );
        for secret in [PASSWORD, access, refresh, &ticket, OWNER] {
            assert!(!text.contains(secret), "a secret is in the log");
        }
        // A line begins with its time, whose figures may be those of any code.
        let words: HashSet<&str> = text
            .lines()
            .filter_map(|line| line.split_once('Z'))
            .flat_map(|(_, said)| said.split(|c: char| !c.is_ascii_alphanumeric()))
            .collect();
        let sent = s.sent();
        assert_eq!(sent.len(), 2, "a message and a captcha");
        for secret in sent {
            assert!(!words.contains(secret.code.as_str()), "{}", secret.channel);
        }
    });
}
