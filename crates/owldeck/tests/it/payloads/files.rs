//! Payloads as names of files and folders, as places, and as names of what is uploaded: files that have them, and no commands.

use std::collections::HashSet;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use super::{harmless, lines, payloads};
use crate::demo::{Demo, Member, OWNER};
use crate::files::kit::{FOLDER, Files, NAME, PATH, Put, code};
use crate::operations::{MAIN, begin, over};
use crate::tus::{FILES, Tus};

/// Payloads at a time: no more than a member's calls for files in a minute allow.
const TOGETHER: usize = 12;
/// Minutes that a session's token lives for sure.
const TOKEN_MINUTES: i64 = 10;
/// Files of one delivery.
const DELIVERED: usize = 10;

/// Each payload as the name of a file: there under exactly this name, found, fetched, renamed and taken away by it, or refused as a name.
async fn named(files: &Files<'_>, text: &str) -> bool {
    let path = format!("{FOLDER}/{text}");
    let put = files.put(Put::new(text, text.as_bytes())).await;
    let refused = code(&put) == NAME;
    assert!(refused || put["code"] == 0, "{text:?}: {put}");
    let folder = json!({ "path": FOLDER, "name": format!("{text}d") });
    assert_eq!(
        files.post("folder", folder).await == 0,
        !refused,
        "{text:?}"
    );
    if refused {
        let missing = [
            code(&files.listed(&path).await),
            // A ticket names a place; what is there is looked at when it is used.
            match code(
                &files
                    .send(Method::POST, "ticket", json!({ "path": path }))
                    .await,
            ) {
                0 => files.refused(&path).await,
                code => code,
            },
            files.rename(&path, json!({ "name": "plain" })).await,
            files
                .rename(&format!("{FOLDER}/plain"), json!({ "name": text }))
                .await,
            match files.delete(&[&path]).await {
                refused if refused["code"] != 0 => code(&refused),
                each => code(&each["data"]["list"][0]),
            },
        ];
        assert!(
            missing.iter().all(|code| *code != 0 && *code != 500),
            "{text:?}: {missing:?}"
        );
        return false;
    }
    assert!(files.fetch(&path).await == text.as_bytes(), "{text:?}");
    assert_eq!(
        files
            .rename(&path, json!({ "name": format!("{text}2") }))
            .await,
        0,
        "{text:?}"
    );
    let moved = json!({ "folder": format!("{path}d"), "name": text });
    assert_eq!(
        files.rename(&format!("{path}2"), moved).await,
        0,
        "{text:?}"
    );
    let inside = files.names(&format!("{path}d")).await;
    assert_eq!(inside.keys().collect::<Vec<_>>(), [text]);
    let gone = files.delete(&[&format!("{path}d")]).await;
    assert_eq!(gone["data"]["list"][0]["code"], 0, "{text:?}: {gone}");
    true
}

/// Each payload as a place: nothing of them is one, and nobody but the checker of places reads them.
async fn places(files: &Files<'_>, text: &str) {
    for path in [
        text.to_owned(),
        format!("/sdcard{text}"),
        format!("/sdcard/../{text}"),
    ] {
        let answers = [
            code(&files.listed(&path).await),
            files
                .post("folder", json!({ "path": path, "name": "a" }))
                .await,
            files.rename(&path, json!({ "folder": path })).await,
            code(
                &files
                    .put(Put {
                        folder: &path,
                        ..Put::new("a", b"a")
                    })
                    .await,
            ),
        ];
        assert!(
            answers.iter().all(|code| *code != 0 && *code != 500),
            "{path:?}: {answers:?}"
        );
        if !path.starts_with("/sdcard/") {
            assert_eq!(answers[0], PATH, "{path:?}");
        }
    }
}

/// An uploaded file of this name, if it may have one; what the server made of the name.
async fn uploaded(demo: &Demo, owner: &Member<'_>, at: usize, text: &str) -> Option<(i64, String)> {
    let tus = Tus {
        demo,
        token: &owner.token,
    };
    let hostile = [("set", text), ("filename", "a"), ("sha256", text)];
    let answer = tus.create(FILES, 1, &hostile).await;
    assert!(![0, 500].contains(&code(&answer)), "{text:?}: {answer}");
    let set = format!("s{}", at / DELIVERED);
    let metadata = [("set", set.as_str()), ("filename", text)];
    let answer = tus.create(FILES, 1, &metadata).await;
    assert_ne!(answer["code"], 500, "{text:?}: {answer}");
    let id = answer["data"]["uploadId"].as_i64()?;
    let location = answer["data"]["location"].as_str().expect("its address");
    let sent = tus.append(location, 0, b"a").await;
    assert_eq!(sent["code"], 0, "{sent}");
    let name = answer["data"]["name"].as_str().expect("a name");
    Some((id, name.to_owned()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_name_of_a_file_is_read_by_a_shell() {
    let demo = Demo::noted(4).await;
    let mut owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    let payloads = payloads();
    let mut taken = 0;
    for (minute, some) in (0..).zip(payloads.chunks(TOGETHER)) {
        demo.move_clock(60 * minute);
        if minute % TOKEN_MINUTES == TOKEN_MINUTES - 1 {
            owner = demo.sign_in(OWNER).await;
        }
        let files = Files::of(&demo, &owner, phone);
        let fine = join_all(some.iter().map(async |(_, text)| {
            places(&files, text).await;
            named(&files, text).await
        }));
        taken += fine.await.into_iter().filter(|fine| *fine).count();
    }
    let files = Files::of(&demo, &owner, phone);
    let least = payloads.len() / 5;
    assert!(taken >= least, "{taken} payloads are names of files");
    assert!(
        files.names(FOLDER).await.is_empty(),
        "each was found by its name again"
    );

    let mut there = HashSet::new();
    for (nth, some) in payloads.chunks(DELIVERED).enumerate() {
        // One after the other: a set takes no file while another one of it is on its way.
        let mut sent = Vec::new();
        for (at, (_, text)) in some.iter().enumerate() {
            sent.extend(uploaded(&demo, &owner, nth * DELIVERED + at, text).await);
        }
        let ids: Vec<i64> = sent.iter().map(|(id, _)| *id).collect();
        if ids.is_empty() {
            continue;
        }
        let body = json!({ "phoneId": phone, "uploadIds": ids, "choice": "push" });
        let batch = begin(&owner, "/app-api/infra/cacloud/install", &body).await;
        let end = over(&owner, batch).await;
        assert_eq!(end["state"], "done", "{end}");
        there.extend(sent.into_iter().map(|(_, name)| name));
        for id in ids {
            let tus = Tus {
                demo: &demo,
                token: &owner.token,
            };
            let gone = tus.remove(&format!("{FILES}/{id}")).await;
            assert_eq!(gone["code"], 0, "{gone}");
        }
    }
    let names: HashSet<String> = files.names(FOLDER).await.into_keys().collect();
    assert_eq!(names, there, "every file has its name");
    let least = payloads.len() * 3 / 4;
    assert!(there.len() >= least, "{} files arrive", there.len());

    for (_, text) in &payloads {
        let wish = json!({ "name": text, "scopes": [text], "days": 1, "code": text, "uuid": text });
        for body in [
            &wish,
            &json!({ "name": text, "scopes": ["phones:read"], "days": 1, "code": "1", "uuid": "1" }),
        ] {
            let answer = owner.post("/app-api/member/token/create", body).await;
            assert!(![0, 500].contains(&code(&answer)), "{text:?}: {answer}");
        }
    }
    let lines = lines(&demo);
    let told = |line: &&String| {
        payloads
            .iter()
            .any(|(mark, _)| line.contains(mark.as_str()))
    };
    assert!(
        lines.iter().filter(told).count() > taken,
        "the shell was given names"
    );
    harmless(&demo, &lines, &payloads);
    assert_eq!(code(&files.listed("/sdcard").await), 0);
    assert!(!files.names("/sdcard").await.contains_key("pwned"));
}
