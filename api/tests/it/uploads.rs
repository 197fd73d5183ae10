//! Uploads of members, as browsers send them: announced, piece by piece, looked at; and everything that is refused.

mod hostile;
mod library;
mod records;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::codes;
use domain::uploads::{FILE_MAX_BYTES, FILES_MAX, UNFINISHED_MS, UploadRules};
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{OWNER, Reply, STRANGER, Server, with_server};

const FILES: &str = "/app-api/infra/tus/files";
const PIECE: &str = "application/offset+octet-stream";
/// Brings files to phones.
pub const INSTALL: &str = "/app-api/infra/cacloud/install";

/// The headers of a request of tus, and more.
fn headers<'a>(bearer: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut headers = vec![
        ("authorization", bearer),
        ("accept-language", "en-US"),
        ("tus-resumable", "1.0.0"),
    ];
    headers.extend(more);
    headers
}

/// Announces a file of this length with these metadata.
async fn announce(s: &Server, token: &str, length: &str, metadata: &[(&str, &str)]) -> Reply {
    let bearer = format!("Bearer {token}");
    let pairs: Vec<String> = metadata
        .iter()
        .map(|(key, value)| format!("{key} {}", STANDARD.encode(value)))
        .collect();
    let pairs = pairs.join(",");
    let headers = headers(
        &bearer,
        &[("upload-length", length), ("upload-metadata", &pairs)],
    );
    s.send(Method::POST, FILES, &headers, "").await
}

async fn create(s: &Server, token: &str, set: &str, name: &str, size: i64) -> Reply {
    let metadata = [("set", set), ("filename", name)];
    announce(s, token, &size.to_string(), &metadata).await
}

/// A file that is announced.
pub async fn created(s: &Server, token: &str, set: &str, name: &str, size: usize) -> i64 {
    let size = i64::try_from(size).unwrap();
    let reply = create(s, token, set, name, size).await.data();
    reply["uploadId"].as_i64().unwrap()
}

fn place(id: i64) -> String {
    format!("{FILES}/{id}")
}

async fn piece(s: &Server, token: &str, id: i64, offset: usize, bytes: &[u8]) -> Reply {
    let (bearer, offset) = (format!("Bearer {token}"), offset.to_string());
    let headers = headers(
        &bearer,
        &[("content-type", PIECE), ("upload-offset", &offset)],
    );
    s.send(Method::PATCH, &place(id), &headers, bytes.to_vec())
        .await
}

/// Takes a file away.
pub async fn remove(s: &Server, token: &str, id: i64) -> Reply {
    let bearer = format!("Bearer {token}");
    s.send(Method::DELETE, &place(id), &headers(&bearer, &[]), "")
        .await
}

async fn info(s: &Server, token: &str, id: i64) -> Reply {
    let path = format!("/app-api/infra/upload/info?uploadId={id}");
    s.get(&path, token).await
}

/// A page of the library.
async fn library(s: &Server, token: &str, query: &str) -> Reply {
    s.get(&format!("/app-api/infra/upload/files?{query}"), token)
        .await
}

/// A file that was sent completely.
pub async fn sent(s: &Server, token: &str, set: &str, name: &str, bytes: &[u8]) -> i64 {
    let id = created(s, token, set, name, bytes.len()).await;
    let reply = piece(s, token, id, 0, bytes).await;
    assert_eq!(reply.status, 204, "{}", reply.text);
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
        let first = piece(s, &token, id, 0, b"hello ").await;
        assert_eq!(
            (first.status, first.header("upload-offset").as_str()),
            (204, "6")
        );
        let begun = info(s, &token, id).await.data();
        assert_eq!(
            (&begun["received"], &begun["kind"]),
            (&json!(6), &Value::Null)
        );
        // A piece that does not follow changes nothing and is told where to go on.
        for elsewhere in [0, 5, 7] {
            let refused = piece(s, &token, id, elsewhere, b"x").await;
            assert_eq!(refused.status, 409);
            assert_eq!(refused.code(), codes::UPLOAD_OFFSET.number);
            assert_eq!(refused.json()["data"]["received"], 6);
        }
        // More than was announced.
        let longer = piece(s, &token, id, 6, b"world!").await;
        assert_eq!(
            (longer.status, longer.code()),
            (413, codes::TOO_LARGE.number)
        );
        assert_eq!(info(s, &token, id).await.data()["received"], 6);
        let last = piece(s, &token, id, 6, b"world").await;
        assert_eq!(
            (last.status, last.header("upload-offset").as_str()),
            (204, "11")
        );
        let whole = info(s, &token, id).await.data();
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
            [whole["sha256"].as_str().unwrap()],
            "under its content, whatever its name"
        );
        assert_eq!(remove(s, &token, id).await.status, 204);
        s.engine.sweep_uploads().await.unwrap();
        assert!(lying(s).is_empty());
        assert_eq!(
            info(s, &token, id).await.code(),
            codes::UPLOAD_ABSENT.number
        );
    });
}

#[test]
fn a_client_of_tus_is_told_what_the_server_can_and_where_its_file_is() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let bearer = format!("Bearer {token}");
        let abilities = s.send(Method::OPTIONS, FILES, &[], "").await;
        assert_eq!(abilities.status, 204);
        for (name, value) in [
            ("tus-resumable", "1.0.0"),
            ("tus-version", "1.0.0"),
            ("tus-extension", "creation,expiration,termination"),
            ("tus-max-size", "2147483648"),
        ] {
            assert_eq!(abilities.header(name), value, "{name}");
        }
        // Without a set each file is alone: two of one name do not meet.
        let first = announce(s, &token, "4", &[("filename", "店.txt")]).await;
        let second = announce(s, &token, "4", &[("filename", "店.txt")]).await;
        assert_eq!((first.status, second.status), (201, 201));
        let location = first.header("location");
        assert!(location.starts_with(&format!("{FILES}/")), "{location}");
        assert!(first.header("upload-expires").ends_with("GMT"));

        let of_tus = headers(&bearer, &[]);
        let head = s.send(Method::HEAD, &location, &of_tus, "").await;
        assert_eq!(
            [
                head.header("upload-offset"),
                head.header("upload-length"),
                head.header("cache-control"),
                head.header("tus-resumable"),
            ],
            ["0", "4", "no-store", "1.0.0"]
        );
        assert!(
            head.header("upload-metadata")
                .starts_with("filename 5bqXLnR4dA==,set ")
        );
    });
}

#[test]
fn another_version_of_tus_or_another_type_is_refused_and_changes_nothing() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let bearer = format!("Bearer {token}");
        let announced = announce(s, &token, "4", &[("filename", "店.txt")]).await;
        let location = announced.header("location");
        for version in ["0.2.2", ""] {
            let other = [
                ("authorization", bearer.as_str()),
                ("tus-resumable", version),
                ("content-type", PIECE),
                ("upload-offset", "0"),
            ];
            let refused = s.send(Method::PATCH, &location, &other, "data").await;
            assert_eq!(refused.status, 412, "{version}");
            assert_eq!(refused.header("tus-version"), "1.0.0");
            assert_eq!(refused.code(), codes::TUS_VERSION.number);
        }
        let typed = headers(
            &bearer,
            &[
                ("content-type", "application/octet-stream"),
                ("upload-offset", "0"),
            ],
        );
        let refused = s.send(Method::PATCH, &location, &typed, "data").await;
        assert_eq!(
            (refused.status, refused.code()),
            (415, codes::PIECE_TYPE.number)
        );
        let of_tus = headers(&bearer, &[]);
        let head = s.send(Method::HEAD, &location, &of_tus, "").await;
        assert_eq!(head.header("upload-offset"), "0");
    });
}

#[test]
fn a_network_that_passes_nothing_but_post_is_served() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let bearer = format!("Bearer {token}");
        let announced = announce(s, &token, "4", &[("filename", "店.txt")]).await;
        let location = announced.header("location");
        let overridden = |method| {
            headers(
                &bearer,
                &[
                    ("x-http-method-override", method),
                    ("content-type", PIECE),
                    ("upload-offset", "0"),
                ],
            )
        };
        let patched = s
            .send(Method::POST, &location, &overridden("PATCH"), "data")
            .await;
        assert_eq!(
            (patched.status, patched.header("upload-offset").as_str()),
            (204, "4")
        );
        let gone = s
            .send(Method::POST, &location, &overridden("DELETE"), "")
            .await;
        assert_eq!(gone.status, 204);
        let of_tus = headers(&bearer, &[]);
        let head = s.send(Method::HEAD, &location, &of_tus, "").await;
        assert_eq!(
            (head.status, head.header("upload-offset").as_str()),
            (404, "")
        );
    });
}

#[test]
fn a_file_has_an_end_a_name_and_a_set() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let longest = (FILE_MAX_BYTES + 1).to_string();
        for (length, code) in [
            (longest.as_str(), codes::UPLOAD_SIZE.number),
            ("0", codes::UPLOAD_SIZE.number),
            ("-1", 400),
            ("1.5", 400),
            ("", 400),
        ] {
            let refused = announce(s, &token, length, &[("filename", "a.txt")]).await;
            assert_eq!(refused.code(), code, "{length}");
        }
        for (set, name, sha256) in [
            ("", "a", None),
            ("../x", "a", None),
            ("a b", "a", None),
            ("s", "a", Some("12")),
        ] {
            let mut metadata = vec![("set", set), ("filename", name)];
            metadata.extend(sha256.map(|digits| ("sha256", digits)));
            let refused = announce(s, &token, "1", &metadata).await;
            assert_eq!(
                (refused.status, refused.code()),
                (400, 400),
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
        assert_eq!(piece(s, &token, first, 0, b"a").await.status, 204);
        let refused = create(s, &token, "a", "other.txt", 2).await;
        assert_eq!(refused.code(), codes::UPLOAD_RUNNING.number);
        assert_eq!(refused.msg(), "Cannot add more files during upload");
        assert_eq!(piece(s, &token, first, 1, b"b").await.status, 204);
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
        let digits = "0".repeat(64);
        let metadata = [("filename", "a.txt"), ("sha256", digits.as_str())];
        let announced = announce(s, &token, "3", &metadata).await.data();
        let id = announced["uploadId"].as_i64().unwrap();
        let damaged = piece(s, &token, id, 0, b"abc").await;
        assert_eq!(
            (damaged.status, damaged.code()),
            (460, codes::UPLOAD_DAMAGED.number)
        );
        assert_eq!(
            info(s, &token, id).await.code(),
            codes::UPLOAD_ABSENT.number
        );
        // A file that is called an app and is none can only be sent.
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
            for refused in [
                piece(s, &stranger, known, 4, b"x").await,
                remove(s, &stranger, known).await,
            ] {
                assert_eq!(
                    (refused.status, refused.code()),
                    (404, codes::UPLOAD_ABSENT.number)
                );
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
        // A group's are one batch, up to its own limit.
        let group = async |n: i64| {
            let crowd: Vec<i64> = (1..=n).collect();
            let body = json!({ "phoneIds": crowd, "uploadIds": [ids[0]], "inGroup": true });
            s.post(INSTALL, &owner, body).await
        };
        assert_eq!(group(300).await.data()["fail"], 300);
        assert_eq!(group(301).await.code(), codes::PHONE_COUNT.number);
        let twice = json!([ids[0], ids[0]]);
        assert_eq!(push(twice).await.code(), codes::UPLOAD_EXISTS.number);
        let twin = sent(s, &owner, "twin", "0.TXT", b"other data").await;
        let alike = json!([ids[0], twin]);
        assert_eq!(push(alike).await.code(), codes::UPLOAD_EXISTS.number);
        let half = created(s, &owner, "half", "half.txt", 9).await;
        let unfinished = push(json!([half])).await;
        assert_eq!(unfinished.code(), codes::UPLOAD_UNFINISHED.number);
        // A member who has no phone sends to none, and each phone has its own answer.
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
        // A file that is being sent stays until that is over.
        let busy = remove(s, &owner, ids[0]).await;
        assert_eq!((busy.status, busy.code()), (423, codes::UPLOAD_BUSY.number));
        let cancel = json!({ "batchId": begun["batchId"] });
        s.post("/app-api/infra/operation/cancel", &owner, cancel)
            .await
            .data();
        assert_eq!(remove(s, &owner, ids[0]).await.status, 204);
    });
}

#[test]
fn files_go_by_time_and_the_half_ones_sooner() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let whole = sent(s, &token, "a", "a.txt", b"data").await;
        let half = created(s, &token, "b", "b.txt", 9).await;
        let now_ms = s.clock.now_ms();
        let rules = UploadRules::default();
        let sweep = async |later: i64| {
            store::uploads::sweep(&s.store, rules, now_ms + later)
                .await
                .unwrap();
            let known = store::uploads::known(&s.store).await.unwrap();
            (known.complete.contains_key(&whole), known.unfinished)
        };
        let minute = 60_000;
        assert_eq!(sweep(UNFINISHED_MS - minute).await, (true, [half].into()));
        assert_eq!(sweep(UNFINISHED_MS + minute).await, (true, [].into()));
        assert_eq!(sweep(rules.kept_ms() - minute).await, (true, [].into()));
        assert_eq!(sweep(rules.kept_ms() + minute).await, (false, [].into()));
    });
}
