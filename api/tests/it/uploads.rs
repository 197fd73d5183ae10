//! What members send, as browsers send it: announced, piece by piece, looked at; and everything that is refused.

use domain::codes;
use domain::uploads::{
    CHUNK_MAX_BYTES, FILE_MAX_BYTES, FILES_MAX, KEPT_MS, RECORD_KEPT_MS, UNFINISHED_MS,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{OWNER, Reply, STRANGER, Server, with_server};

const CREATE: &str = "/app-api/infra/upload/create";
const COMPLETE: &str = "/app-api/infra/upload/complete";
const REMOVE: &str = "/app-api/infra/upload/remove";
const INSTALL: &str = "/app-api/infra/cacloud/install";

async fn create(s: &Server, token: &str, set: &str, name: &str, size: i64) -> Reply {
    let body = json!({ "set": set, "name": name, "size": size });
    s.post(CREATE, token, body).await
}

async fn created(s: &Server, token: &str, set: &str, name: &str, size: usize) -> i64 {
    let size = i64::try_from(size).unwrap();
    let reply = create(s, token, set, name, size).await.data();
    reply["uploadId"].as_i64().unwrap()
}

async fn chunk(s: &Server, token: &str, id: i64, offset: usize, bytes: &[u8]) -> Reply {
    let bearer = format!("Bearer {token}");
    let path = format!("/app-api/infra/upload/chunk?uploadId={id}&offset={offset}");
    let headers = [
        ("content-type", "application/octet-stream"),
        ("authorization", bearer.as_str()),
    ];
    s.send(Method::PUT, &path, &headers, bytes.to_vec()).await
}

async fn info(s: &Server, token: &str, id: i64) -> Reply {
    let path = format!("/app-api/infra/upload/info?uploadId={id}");
    s.get(&path, token).await
}

/// A file that was sent completely.
pub async fn sent(s: &Server, token: &str, set: &str, name: &str, bytes: &[u8]) -> i64 {
    let id = created(s, token, set, name, bytes.len()).await;
    chunk(s, token, id, 0, bytes).await.data();
    s.post(COMPLETE, token, json!({ "uploadId": id }))
        .await
        .data();
    id
}

/// Names of what lies in the folder.
fn lying(s: &Server) -> Vec<String> {
    let names = std::fs::read_dir(s.uploads()).unwrap();
    let mut names: Vec<String> = names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_comes_in_pieces_and_goes_on_where_it_broke_off() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let id = created(s, &token, "a", "notes.txt", 11).await;
        let first = chunk(s, &token, id, 0, b"hello ").await.data();
        assert_eq!(
            (&first["received"], &first["kind"]),
            (&json!(6), &Value::Null)
        );
        let early = s.post(COMPLETE, &token, json!({ "uploadId": id })).await;
        assert_eq!(early.code(), codes::UPLOAD_UNFINISHED.number);
        // A piece that does not follow changes nothing and is told where to go on.
        for elsewhere in [0, 5, 7] {
            let refused = chunk(s, &token, id, elsewhere, b"x").await.json();
            assert_eq!(refused["code"], codes::UPLOAD_OFFSET.number, "{refused}");
            assert_eq!(refused["data"]["received"], 6);
        }
        // More than was announced.
        let longer = chunk(s, &token, id, 6, b"world!").await;
        assert_eq!(longer.code(), codes::TOO_LARGE.number);
        assert_eq!(info(s, &token, id).await.data()["received"], 6);
        chunk(s, &token, id, 6, b"world").await.data();
        let whole = s
            .post(COMPLETE, &token, json!({ "uploadId": id }))
            .await
            .data();
        assert_eq!(
            (&whole["kind"], &whole["name"], &whole["app"]),
            (&json!("file"), &json!("notes.txt"), &Value::Null)
        );
        // SHA-256 of "hello world".
        assert_eq!(
            whole["sha256"],
            "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"
        );
        assert_eq!(
            lying(s),
            [id.to_string()],
            "under its id, whatever its name"
        );
        let again = s
            .post(COMPLETE, &token, json!({ "uploadId": id }))
            .await
            .data();
        assert_eq!(again, whole, "asked twice, done once");
        s.post(REMOVE, &token, json!({ "uploadId": id }))
            .await
            .data();
        assert!(lying(s).is_empty());
        assert_eq!(
            info(s, &token, id).await.code(),
            codes::UPLOAD_ABSENT.number
        );
    });
}

#[test]
fn a_piece_has_an_end_and_a_file_too() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let most = usize::try_from(CHUNK_MAX_BYTES).unwrap();
        let id = created(s, &token, "a", "large.bin", most + 1).await;
        let piece = vec![7; most + 1];
        let refused = chunk(s, &token, id, 0, &piece).await;
        assert_eq!(refused.code(), codes::TOO_LARGE.number);
        chunk(s, &token, id, 0, &piece[..most]).await.data();
        for (size, code) in [
            (FILE_MAX_BYTES + 1, codes::UPLOAD_SIZE),
            (0, codes::UPLOAD_SIZE),
            (-1, codes::UPLOAD_SIZE),
        ] {
            let refused = create(s, &token, "b", "a.txt", size).await;
            assert_eq!(refused.code(), code.number, "{size}");
        }
        for (set, name, sha256) in [
            ("", "a", None),
            ("../x", "a", None),
            ("a b", "a", None),
            ("s", "a", Some("12")),
        ] {
            let body = json!({ "set": set, "name": name, "size": 1, "sha256": sha256 });
            assert_eq!(
                s.post(CREATE, &token, body).await.code(),
                400,
                "{set} {sha256:?}"
            );
        }
        for name in ["", "..", "/", "\u{202e}"] {
            let refused = create(s, &token, "s", name, 1).await;
            assert_eq!(refused.code(), codes::UPLOAD_NAME.number, "{name:?}");
        }
    });
}

#[test]
fn a_set_has_ten_names_each_once_and_takes_none_while_one_is_on_its_way() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let first = created(s, &token, "a", "Café.txt", 2).await;
        for twin in ["Café.txt", "cafe\u{301}.TXT", "../Café.txt"] {
            let refused = create(s, &token, "a", twin, 2).await;
            assert_eq!(refused.code(), codes::UPLOAD_EXISTS.number, "{twin}");
            assert_eq!(refused.msg(), "File or app already exists");
        }
        created(s, &token, "b", "Café.txt", 2).await;
        chunk(s, &token, first, 0, b"a").await.data();
        let refused = create(s, &token, "a", "other.txt", 2).await;
        assert_eq!(refused.code(), codes::UPLOAD_RUNNING.number);
        assert_eq!(refused.msg(), "Cannot add more files during upload");
        chunk(s, &token, first, 1, b"b").await.data();
        s.post(COMPLETE, &token, json!({ "uploadId": first }))
            .await
            .data();
        for n in 1..FILES_MAX {
            created(s, &token, "a", &format!("{n}.txt"), 2).await;
        }
        let refused = create(s, &token, "a", "eleventh.txt", 2).await;
        assert_eq!(refused.code(), codes::UPLOAD_COUNT.number);
    });
}

#[test]
fn what_came_is_not_what_was_announced() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let body = json!({ "set": "a", "name": "a.txt", "size": 3, "sha256": "0".repeat(64) });
        let id = s.post(CREATE, &token, body).await.data()["uploadId"]
            .as_i64()
            .unwrap();
        chunk(s, &token, id, 0, b"abc").await.data();
        let damaged = s.post(COMPLETE, &token, json!({ "uploadId": id })).await;
        assert_eq!(damaged.code(), codes::UPLOAD_DAMAGED.number);
        assert_eq!(
            info(s, &token, id).await.code(),
            codes::UPLOAD_ABSENT.number
        );
        // What is called an app and is none can only be sent.
        for lie in [
            &b"<html><script>alert(1)</script>"[..],
            b"PK\x03\x04nothing",
        ] {
            let id = sent(s, &token, &format!("l{}", lie.len()), "lie.apk", lie).await;
            let told = info(s, &token, id).await.data();
            assert_eq!(
                (&told["kind"], &told["app"]),
                (&json!("file"), &Value::Null)
            );
        }
    });
}

#[test]
fn somebody_elses_file_is_answered_like_one_that_is_not_there() {
    with_server(async |s| {
        let (owner, stranger) = (s.token(OWNER).await, s.token(STRANGER).await);
        let id = sent(s, &owner, "a", "a.txt", b"mine").await;
        let phone = s.phone("甲", 30).await;
        for known in [id, 12_345] {
            assert_eq!(
                info(s, &stranger, known).await.code(),
                codes::UPLOAD_ABSENT.number
            );
            let piece = chunk(s, &stranger, known, 4, b"x").await;
            assert_eq!(piece.code(), codes::UPLOAD_ABSENT.number);
            for path in [COMPLETE, REMOVE] {
                let refused = s.post(path, &stranger, json!({ "uploadId": known })).await;
                assert_eq!(refused.code(), codes::UPLOAD_ABSENT.number, "{path}");
            }
            let body = json!({ "phoneId": phone, "uploadIds": [known] });
            let refused = s.post(INSTALL, &stranger, body).await;
            assert_eq!(refused.code(), codes::UPLOAD_ABSENT.number);
        }
        assert_eq!(info(s, &owner, id).await.data()["received"], 4);
    });
}

#[test]
fn a_push_is_judged_before_anything_is_sent() {
    with_server(async |s| {
        let (owner, stranger) = (s.token(OWNER).await, s.token(STRANGER).await);
        let phone = s.phone("甲", 30).await;
        let mut ids = Vec::new();
        for n in 0..=FILES_MAX {
            let (set, name) = (format!("s{n}"), format!("{n}.txt"));
            ids.push(sent(s, &owner, &set, &name, b"data").await);
        }
        let push = async |ids: Value| {
            let body = json!({ "phoneId": phone, "uploadIds": ids, "choice": "push" });
            s.post(INSTALL, &owner, body).await
        };
        assert_eq!(push(json!([])).await.code(), codes::UPLOAD_NONE.number);
        assert_eq!(push(json!(ids)).await.code(), codes::UPLOAD_COUNT.number);
        let crowd: Vec<i64> = (1..=31).collect();
        let body = json!({ "phoneIds": crowd, "uploadIds": [ids[0]] });
        let refused = s.post(INSTALL, &owner, body).await;
        assert_eq!(refused.code(), codes::PHONE_COUNT.number);
        let twice = json!([ids[0], ids[0]]);
        assert_eq!(push(twice).await.code(), codes::UPLOAD_EXISTS.number);
        let twin = sent(s, &owner, "twin", "0.TXT", b"data").await;
        let alike = json!([ids[0], twin]);
        assert_eq!(push(alike).await.code(), codes::UPLOAD_EXISTS.number);
        let half = created(s, &owner, "half", "half.txt", 9).await;
        let unfinished = push(json!([half])).await;
        assert_eq!(unfinished.code(), codes::UPLOAD_UNFINISHED.number);
        // Whoever has no phone sends to none, and each phone has its own answer.
        let own = sent(s, &stranger, "a", "a.txt", b"data").await;
        let body = json!({ "phoneIds": [phone], "uploadIds": [own] });
        let foreign = s.post(INSTALL, &stranger, body).await.data();
        assert_eq!(foreign["list"][0]["code"], codes::PHONE_ABSENT.number);
        let begun = push(json!(ids[..FILES_MAX])).await.data();
        assert_eq!((&begun["success"], &begun["fail"]), (&json!(1), &json!(0)));
        let path = format!("/app-api/infra/operation/info?batchId={}", begun["batchId"]);
        let receipt = s.get(&path, &owner).await.data();
        assert_eq!(receipt["batch"]["kind"], "pushFile");
        assert_eq!(receipt["files"].as_array().unwrap().len(), FILES_MAX);
        assert_eq!(
            receipt["list"][0]["sent"],
            json!({ "bytes": 0, "total": 40, "file": null })
        );
        // What is being sent stays until it is over.
        let busy = s.post(REMOVE, &owner, json!({ "uploadId": ids[0] })).await;
        assert_eq!(busy.code(), codes::UPLOAD_BUSY.number);
        let cancel = json!({ "batchId": begun["batchId"] });
        s.post("/app-api/infra/operation/cancel", &owner, cancel)
            .await
            .data();
        s.post(REMOVE, &owner, json!({ "uploadId": ids[0] }))
            .await
            .data();
    });
}

#[test]
fn files_go_by_time_and_the_half_ones_sooner() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let whole = sent(s, &token, "a", "a.txt", b"data").await;
        let half = created(s, &token, "b", "b.txt", 9).await;
        let now_ms = s.clock.now_ms();
        let sweep = async |later: i64| {
            store::uploads::sweep(&s.store, now_ms + later)
                .await
                .unwrap();
            store::uploads::known(&s.store).await.unwrap()
        };
        let minute = 60_000;
        assert_eq!(sweep(UNFINISHED_MS - minute).await.len(), 2);
        let left = sweep(UNFINISHED_MS + minute).await;
        assert!(left.contains(&whole) && !left.contains(&half));
        assert_eq!(sweep(KEPT_MS - minute).await.len(), 1);
        assert!(sweep(KEPT_MS + minute).await.is_empty());
    });
}

#[test]
fn a_record_tells_what_came_of_a_sending_for_ninety_days() {
    with_server(async |s| {
        let (owner, stranger) = (s.token(OWNER).await, s.token(STRANGER).await);
        let (phone, over) = (s.phone("甲", 30).await, s.phone("乙", -1).await);
        let first = sent(s, &owner, "a", "素材_1%.zip", b"data").await;
        let second = sent(s, &owner, "b", "other.txt", b"more data").await;
        let push = async |ids: Value, uploads: Value| {
            let body = json!({ "phoneIds": ids, "uploadIds": uploads, "choice": "push" });
            s.post(INSTALL, &owner, body).await.data()["batchId"].clone()
        };
        let asked = async |token: &str, query: &str| {
            let path = format!("/app-api/infra/upload/records?{query}");
            s.get(&path, token).await
        };
        let found = async |query: &str| {
            let page = asked(&owner, query).await.data();
            let list = page["list"].as_array().unwrap().clone();
            assert_eq!(page["total"], list.len(), "{query}");
            list.into_iter()
                .map(|record| record["batchId"].clone())
                .collect::<Vec<_>>()
        };
        // One to a phone that waits for it, one to a phone whose rental is over.
        let executing = push(json!([phone, over]), json!([first, second])).await;
        let failed = push(json!([over]), json!([second])).await;
        assert_eq!(found("").await, [failed.clone(), executing.clone()]);
        for (query, wanted) in [
            ("outcome=executing", vec![executing.clone()]),
            ("outcome=failed", vec![failed.clone()]),
            ("outcome=success", vec![]),
            ("outcome=partialSuccess", vec![]),
            (
                "kind=pushFile&keyword=OTHER",
                vec![failed.clone(), executing.clone()],
            ),
            ("kind=installApp", vec![]),
            ("keyword=_1%25.Z", vec![executing.clone()]),
            ("keyword=%25%25", vec![]),
            (&format!("keyword={executing}"), vec![executing.clone()]),
        ] {
            assert_eq!(found(query).await, wanted, "{query}");
        }
        for bad in ["outcome=some", "kind=reboot", "pageSize=0", "pageNo=0"] {
            assert_eq!(
                asked(&owner, bad).await.code(),
                codes::BAD_REQUEST.number,
                "{bad}"
            );
        }
        assert_eq!(asked(&stranger, "").await.data()["list"], json!([]));
        let page = asked(&owner, "").await.data();
        assert_eq!(
            (&page["executing"], &page["failed"]),
            (&json!(1), &json!(1))
        );
        let record = &page["list"][1];
        assert_eq!(
            (&record["states"], &record["outcome"], &record["choice"]),
            (
                &json!(["queued", "failed"]),
                &json!("executing"),
                &json!("push")
            )
        );
        assert_eq!((&record["size"], &record["sent"]), (&json!(13), &json!(0)));
        assert_eq!(
            (&record["uploadIds"], &record["kept"]),
            (&json!([first, second]), &json!(true))
        );
        assert_eq!(record["files"][0]["name"], "素材_1%.zip");

        // A phone that is busy may be asked again, one whose rental is over may not.
        let busy = push(json!([phone]), json!([second])).await;
        let page = asked(&owner, "outcome=failed").await.data();
        let retryable = |nth: usize| page["list"][nth]["retryable"].clone();
        assert_eq!((retryable(0), retryable(1)), (json!(true), json!(false)));

        // What is gone from the server cannot be sent on; a record that is over goes after ninety days, and its retry stays.
        let cancel = json!({ "batchId": executing });
        s.post("/app-api/infra/operation/cancel", &owner, cancel)
            .await
            .data();
        let minute = 60_000;
        let now_ms = s.clock.now_ms();
        s.clock.set_offset_s(120.0);
        let retry = json!({ "batchId": busy });
        let retried = s
            .post("/app-api/infra/operation/retry", &owner, retry)
            .await;
        let retried = retried.data()["batchId"].clone();
        let cancel = json!({ "batchId": retried });
        s.post("/app-api/infra/operation/cancel", &owner, cancel)
            .await
            .data();
        s.post(REMOVE, &owner, json!({ "uploadId": first }))
            .await
            .data();
        let page = asked(&owner, "").await.data();
        assert_eq!(
            (&page["list"][3]["kept"], &page["list"][3]["outcome"]),
            (&json!(false), &json!("failed"))
        );
        let sweep = async |later: i64| {
            store::operations::sweep_records(&s.store, now_ms + later)
                .await
                .unwrap()
        };
        assert_eq!(sweep(RECORD_KEPT_MS - minute).await, 0);
        assert_eq!(sweep(RECORD_KEPT_MS + minute).await, 3);
        assert_eq!(found("").await, [retried]);
    });
}
