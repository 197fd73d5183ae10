//! Files of a phone, there and back, through the calls.

mod folders;
pub mod kit;

use eventually::LIMIT;
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep};

use self::kit::*;
use crate::demo::{Demo, GUEST, OWNER};
use crate::play::{FIRST, SECOND};

/// Tickets of before the clock was moved, and how soon one after the other is shown.
const TRIES: usize = 20;
const EVERY: Duration = Duration::from_millis(50);

#[tokio::test(flavor = "multi_thread")]
async fn files_come_back_as_they_went_whatever_their_size_and_name() {
    let demo = Demo::noted(4).await;
    let owner = demo.sign_in(OWNER).await;
    let files = Files::of(&demo, &owner, owner.running(FIRST).await);
    for (name, length) in [
        ("empty", 0),
        ("one", 1),
        ("64k-1", 65_535),
        ("64k", 65_536),
        ("64k+1", 65_537),
        ("照片 一.jpg", 10),
        ("-rf", 11),
        ("a;reboot", 12),
        ("$(reboot)", 13),
        ("`reboot`", 14),
        ("it's", 15),
        ("\u{202e}gpj.exe", 16),
        ("🦉🦉", 17),
        (" blanks ", 18),
        ("a&b>c", 0),
    ] {
        let content = bytes(length);
        let put = files.put(Put::new(name, &content)).await;
        if name.contains('>') {
            assert_eq!(code(&put), NAME, "{name}");
            continue;
        }
        assert_eq!(
            (code(&put), &put["data"]["offset"]),
            (0, &json!(length)),
            "{name}: {put}"
        );
        let path = format!("{FOLDER}/{name}");
        assert!(files.fetch(&path).await == content, "{name}");
        assert_eq!(files.names(FOLDER).await[name], length as u64);
        let renamed = files
            .rename(&path, json!({ "name": format!("{name}2") }))
            .await;
        assert_eq!(renamed, 0, "{name}");
        let gone = files.delete(&[&format!("{path}2")]).await;
        assert_eq!(gone["data"]["list"][0]["code"], 0, "{name}: {gone}");
    }
    assert!(files.names(FOLDER).await.is_empty());
    // No name was ever more than one quoted word of a command.
    let lines = demo
        .told(0)
        .into_iter()
        .filter_map(|told| told["shell"].as_str().map(str::to_owned));
    let lines: Vec<String> = lines.filter(|line| line.contains("reboot")).collect();
    assert!(!lines.is_empty(), "the journal tells commands");
    for line in lines {
        let plain: String = line.split('\'').step_by(2).collect();
        assert!(!plain.contains("reboot"), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_that_was_cut_goes_on_where_it_ended() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let files = Files::of(&demo, &owner, owner.running(FIRST).await);
    let content = bytes(3_000_000);
    let put = Put::new("big.bin", &content);
    let cut = 200_000 + random(2_500_000);
    let tcp = files.begun(put, 0, cut).await;
    files.arrived(put).await;
    drop(tcp);
    // Bytes that were on their way still arrive, so the offset that is told is tried again until it moves no more.
    let until = Instant::now() + LIMIT;
    let mut offset = files.arrived(put).await;
    loop {
        let answer = files.piece(put, offset, content.len()).await;
        if code(&answer) == 0 {
            break;
        }
        assert_eq!(code(&answer), OFFSET, "{answer}");
        offset = answer["data"]["offset"].as_u64().expect("a place") as usize;
        assert!(Instant::now() < until, "it goes on");
    }
    assert!(offset <= cut, "{offset} of {cut}");
    assert!(
        files.fetch(&format!("{FOLDER}/big.bin")).await == content,
        "cut at {cut}"
    );
    let names = files.names(FOLDER).await;
    assert_eq!(names.len(), 1, "nothing of the way is left: {names:?}");

    // Other pieces than the next one are refused, and so are too large ones.
    let small = Put::new("small.bin", &content[..100]);
    let ahead = files.piece(small, 50, 100).await;
    assert_eq!(
        (code(&ahead), &ahead["data"]["offset"]),
        (OFFSET, &json!(0))
    );
    let half = files.piece(small, 0, 50).await;
    assert_eq!(half["data"]["offset"], 50);
    let listed = files.listed(FOLDER).await;
    let unfinished = |entry: &&Value| entry["unfinished"] == true;
    let unfinished = listed["data"]["list"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(unfinished)
        .count();
    assert_eq!(unfinished, 1);
    let huge = Put::new("huge", &[]);
    assert_eq!(code(&files.announced(huge, (4 << 30) + 1).await), SIZE);
    // Given up, nothing is left.
    assert_eq!(files.give_up(small).await, 0);
    assert_eq!(files.names(FOLDER).await.len(), 1);
    assert_eq!(files.uploaded(small).await["data"]["offset"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_goes_on_where_it_ended_and_a_ticket_opens_once() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let (first, second) = (owner.running(FIRST).await, owner.running(SECOND).await);
    let files = Files::of(&demo, &owner, second);
    let content = bytes(300_000);
    let name = "数据 \"1\".bin".replace('"', "'");
    assert_eq!(code(&files.put(Put::new(&name, &content)).await), 0);
    let path = format!("{FOLDER}/{name}");

    let whole = files.response(&files.ticket(&path).await, None).await;
    let head = whole.headers().clone();
    assert_eq!(
        (
            whole.status(),
            head["content-length"].to_str().expect("text")
        ),
        (reqwest::StatusCode::OK, "300000")
    );
    assert_eq!(
        head["content-disposition"],
        "attachment; filename=\"__ _1_.bin\"; filename*=UTF-8''%E6%95%B0%E6%8D%AE%20%271%27.bin"
    );
    assert_eq!(head["x-content-type-options"], "nosniff");
    assert_eq!(head["accept-ranges"], "bytes");
    let tag = head["etag"].to_str().expect("text").to_owned();
    // Two are read at a time: this one gives its place up in the middle.
    drop(whole);
    let at = 1 + random(299_998);
    let rest = files
        .response(
            &files.ticket(&path).await,
            Some((&format!("bytes={at}-"), &tag)),
        )
        .await;
    assert_eq!(rest.status(), 206);
    assert_eq!(
        rest.headers()["content-range"],
        format!("bytes {at}-299999/300000")
    );
    assert!(
        rest.bytes().await.expect("a body") == content[at..],
        "from {at}"
    );
    let changed = files
        .response(&files.ticket(&path).await, Some(("bytes=5-", "\"other\"")))
        .await;
    assert_eq!(
        (changed.status().as_u16(), changed.content_length()),
        (200, Some(300_000))
    );
    drop(changed);
    let beyond = files
        .response(&files.ticket(&path).await, Some(("bytes=300000-", &tag)))
        .await;
    assert_eq!(beyond.status(), 416);

    let refused = async |ticket: &str, by: &Files<'_>| {
        code(&by.response(ticket, None).await.json().await.expect("JSON"))
    };
    let ticket = files.ticket(&path).await;
    assert_eq!(files.response(&ticket, None).await.status(), 200);
    assert_eq!(refused(&ticket, &files).await, TICKET, "twice");
    let ticket = files.ticket(&path).await;
    let others = Files::of(&demo, &guest, second);
    assert_eq!(
        refused(&ticket, &others).await,
        TICKET,
        "another member, though it may operate the phone"
    );
    assert_eq!(
        files.response(&ticket, None).await.status(),
        200,
        "a stranger does not spend it"
    );
    assert_eq!(refused("made-up", &files).await, TICKET);
    // The clock's file is read a moment later: each try has a ticket of its own, of before the move.
    let mut early = Vec::new();
    for _ in 0..TRIES {
        early.push(files.ticket(&path).await);
    }
    demo.move_clock(31);
    let mut late = None;
    for ticket in &early {
        let answer = files.response(ticket, None).await;
        if answer.headers()["content-type"] == "application/json" {
            late = Some(code(&answer.json().await.expect("JSON")));
            break;
        }
        sleep(EVERY).await;
    }
    assert_eq!(late, Some(TICKET), "30 s");

    // A viewer sees no files; a stranger's phone is none.
    let viewer = Files::of(&demo, &guest, first);
    let unknown = Files::of(&demo, &guest, 4711);
    let third = owner
        .phones()
        .await
        .into_iter()
        .find(|p| p["phoneAlias"] != FIRST && p["phoneAlias"] != SECOND);
    let foreign = Files::of(
        &demo,
        &guest,
        third.expect("a third")["phoneId"].as_i64().expect("an id"),
    );
    for (by, wanted) in [
        (&viewer, 1_011_101_004),
        (&unknown, 1_011_101_001),
        (&foreign, 1_011_101_001),
    ] {
        assert_eq!(code(&by.listed("/sdcard").await), wanted);
        assert_eq!(code(&by.put(Put::new("a", b"a")).await), wanted);
        assert_eq!(code(&by.uploaded(Put::new("a", b"a")).await), wanted);
        assert_eq!(code(&by.delete(&["/sdcard/a"]).await), wanted);
        assert_eq!(by.rename("/sdcard/a", json!({ "name": "b" })).await, wanted);
        assert_eq!(
            by.post("folder", json!({ "path": "/sdcard", "name": "a" }))
                .await,
            wanted
        );
        assert_eq!(
            by.post("ticket", json!({ "path": "/sdcard/a" })).await,
            wanted
        );
    }
    assert_eq!(
        foreign.listed("/sdcard").await,
        unknown.listed("/sdcard").await
    );
    assert!(
        others.fetch(&path).await == content,
        "whoever may operate it has its files"
    );
}
