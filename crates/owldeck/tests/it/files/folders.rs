//! Folders, links, and a phone that goes in the middle.

use eventually::eventually;
use phone_link::wire::sync::MODE_FILE;
use phone_link::{Link, LinkOptions};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::kit::*;
use crate::demo::{Demo, OWNER};
use crate::play::{FIRST, shell};

#[tokio::test(flavor = "multi_thread")]
async fn folders_are_made_things_moved_and_what_is_there_stays() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let files = Files::of(&demo, &owner, owner.running(FIRST).await);
    let folder = async |path: &str, name: &str| {
        files
            .post("folder", json!({ "path": path, "name": name }))
            .await
    };
    assert_eq!(folder(FOLDER, "a").await, 0);
    assert_eq!(folder(FOLDER, "a").await, TAKEN);
    assert_eq!(folder("/sdcard/none", "a").await, ABSENT);
    assert_eq!(folder(FOLDER, "a/b").await, NAME);
    assert_eq!(folder("/data/local/tmp", "a").await, PATH);
    assert_eq!(folder("/sdcard/..", "a").await, PATH);
    files
        .placed(Put {
            folder: "/sdcard/Download/a",
            ..Put::new("x", b"old")
        })
        .await;
    let again = Put {
        folder: "/sdcard/Download/a",
        ..Put::new("x", b"newer")
    };
    assert_eq!(code(&files.uploaded(again).await), TAKEN);
    assert_eq!(code(&files.put(again).await), TAKEN);
    assert!(files.fetch("/sdcard/Download/a/x").await == b"old");
    files
        .placed(Put {
            replace: true,
            ..again
        })
        .await;
    assert!(files.fetch("/sdcard/Download/a/x").await == b"newer");
    assert_eq!(
        code(
            &files
                .put(Put {
                    replace: true,
                    ..Put::new("a", b"a file")
                })
                .await
        ),
        TAKEN,
        "no folder gives way"
    );

    assert_eq!(
        files
            .rename(
                "/sdcard/Download/a",
                json!({ "folder": "/sdcard/Download/a/b" })
            )
            .await,
        1_011_121_015
    );
    assert_eq!(
        files
            .rename("/sdcard/Download/none", json!({ "name": "y" }))
            .await,
        ABSENT
    );
    assert_eq!(
        files
            .rename("/sdcard/Download/a/x", json!({ "name": ".." }))
            .await,
        NAME
    );
    assert_eq!(files.rename("/sdcard", json!({ "name": "y" })).await, PATH);
    assert_eq!(folder(FOLDER, "b").await, 0);
    assert_eq!(
        files
            .rename("/sdcard/Download/b", json!({ "name": "a" }))
            .await,
        TAKEN
    );
    assert_eq!(
        files
            .rename(
                "/sdcard/Download/a",
                json!({ "folder": "/sdcard/Download/b", "name": "c" })
            )
            .await,
        0
    );
    assert!(files.fetch("/sdcard/Download/b/c/x").await == b"newer");
    assert_eq!(code(&files.listed("/sdcard/Download/a").await), ABSENT);
    assert_eq!(code(&files.listed("/sdcard/Download/b/c/x").await), KIND);
    assert_eq!(files.refused("/sdcard/Download/b").await, KIND);
    assert_eq!(files.refused("/sdcard/Download/none").await, ABSENT);

    let gone = files
        .delete(&["/sdcard/Download/none", "/sdcard/Download/b"])
        .await;
    let codes = [0, 1].map(|row| gone["data"]["list"][row]["code"].as_i64().expect("a code"));
    assert_eq!(codes, [ABSENT, 0], "each has its own answer");
    assert!(files.names(FOLDER).await.is_empty());
    let many: Vec<String> = (0..=100).map(|n| format!("/sdcard/{n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (paths, wanted) in [
        (&many[..], COUNT),
        (&many[..100], 0),
        (&[], COUNT),
        (&["/sdcard/a", "/sdcard/a"], COUNT),
        (&["/sdcard"], PATH),
    ] {
        assert_eq!(code(&files.delete(paths).await), wanted, "{}", paths.len());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_that_lead_out_are_not_followed() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let files = Files::of(&demo, &owner, owner.running(FIRST).await);
    shell(&demo, 0, "echo secret > /data/local/tmp/secret").await;
    shell(&demo, 0, "ln -s /data/local/tmp /sdcard/out; ln -s /data/local/tmp/secret /sdcard/leak; ln -s /sdcard/Download /sdcard/in").await;
    let listed = files.listed("/sdcard").await;
    let kind = |name: &str| {
        let found = listed["data"]["list"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|e| e["name"] == name);
        found.unwrap_or_else(|| panic!("{name}: {listed}"))["kind"]
            .as_str()
            .expect("a kind")
            .to_owned()
    };
    assert_eq!(
        [kind("out"), kind("leak"), kind("Download")],
        ["link", "link", "folder"]
    );
    assert_eq!(code(&files.listed("/sdcard/out").await), OUTSIDE);
    assert_eq!(files.refused("/sdcard/leak").await, OUTSIDE);
    assert_eq!(files.refused("/sdcard/out/secret").await, OUTSIDE);
    assert_eq!(
        files
            .post("folder", json!({ "path": "/sdcard/out", "name": "a" }))
            .await,
        OUTSIDE
    );
    assert_eq!(
        files
            .rename("/sdcard/Download", json!({ "folder": "/sdcard/out" }))
            .await,
        OUTSIDE
    );
    assert_eq!(
        code(
            &files
                .put(Put {
                    folder: "/sdcard/out",
                    ..Put::new("a", b"a")
                })
                .await
        ),
        OUTSIDE
    );
    let deep = files.delete(&["/sdcard/out/secret"]).await;
    assert_eq!(deep["data"]["list"][0]["code"], OUTSIDE);
    // A link inside is followed; the link itself can go, and what it leads to stays.
    files
        .placed(Put {
            folder: "/sdcard/in",
            ..Put::new("a", b"a")
        })
        .await;
    assert!(files.fetch("/sdcard/Download/a").await == b"a");
    assert_eq!(
        code(&files.delete(&["/sdcard/out", "/sdcard/leak"]).await),
        0
    );
    assert_eq!(
        shell(&demo, 0, "cat /data/local/tmp/secret").await,
        "secret"
    );
    assert!(!files.names("/sdcard").await.contains_key("out"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_a_tab_or_a_line_end_in_its_name_is_listed_read_renamed_and_deleted() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let files = Files::of(&demo, &owner, owner.running(FIRST).await);
    let link = Link::connect(&demo.addresses()[0], LinkOptions::default())
        .await
        .expect("a phone");
    for name in ["a\tb", "a\nb", "a\r\n", "\n/data\nb"] {
        let path = format!("/sdcard/Documents/{name}");
        let pushed = link.push(&path, MODE_FILE, 0, &mut &b"xyz"[..]).await;
        assert_eq!(pushed.expect("a file"), 3, "{name:?}");
        let folder = path.rsplit_once('/').expect("a folder").0;
        let known = files.names(folder).await;
        let last = path.rsplit('/').next().expect("a name");
        assert_eq!(known.get(last), Some(&3), "{name:?}");
        let whole = files.response(&files.ticket(&path).await, None).await;
        let tag = whole.headers()["etag"].to_str().expect("a tag").to_owned();
        assert_eq!(whole.bytes().await.expect("bytes"), &b"xyz"[..], "{name:?}");
        let ticket = files.ticket(&path).await;
        let part = files.response(&ticket, Some(("bytes=1-", &tag))).await;
        assert_eq!(part.bytes().await.expect("bytes"), &b"yz"[..], "{name:?}");
        assert_eq!(files.rename(&path, json!({ "name": "plain" })).await, 0);
        let gone = files.delete(&[&format!("{folder}/plain")]).await;
        assert_eq!(gone["data"]["list"][0]["code"], 0, "{name:?}: {gone}");
    }
    let folders = files.listed("/sdcard/Documents").await;
    assert_eq!(folders["data"]["unnameable"], json!(0));
    let gone = files.delete(&["/sdcard/Documents/\n"]).await;
    assert_eq!(gone["data"]["list"][0]["code"], 0, "{gone}");
    assert_eq!(code(&files.listed("/sdcard/a\nb").await), ABSENT);
    // New names are plain.
    let named = json!({ "path": "/sdcard", "name": "a\nb" });
    assert_eq!(files.post("folder", named).await, NAME);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_goes_in_the_middle_is_told_of_and_the_file_goes_on_when_it_is_back() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let files = Files::of(&demo, &owner, owner.running(FIRST).await);
    let content = bytes(1_000_000);
    let put = Put::new("big.bin", &content);
    let mut tcp = files.begun(put, 0, 500_000).await;
    files.arrived(put).await;
    shell_of_the_dying(&demo).await;
    // The rest has nowhere to go: it is taken all the same, so that the answer is read.
    tcp.write_all(&content[500_000..])
        .await
        .expect("the rest is taken");
    let mut answer = String::new();
    tcp.read_to_string(&mut answer).await.expect("an answer");
    let body = answer.split_once("\r\n\r\n").expect("a body").1;
    assert!(body.contains(&NO_ANSWER.to_string()), "{answer}");
    eventually("it comes back", async || {
        code(&files.listed(FOLDER).await) == 0
    })
    .await;
    let offset = files.uploaded(put).await["data"]["offset"]
        .as_u64()
        .expect("a place") as usize;
    assert!(offset > 0 && offset <= 500_000, "{offset}");
    assert_eq!(code(&files.piece(put, offset, content.len()).await), 0);
    assert!(files.fetch(&format!("{FOLDER}/big.bin")).await == content);
}

/// Breaks the phone down; the phone need not answer the command that does so.
async fn shell_of_the_dying(demo: &Demo) {
    let link = Link::connect(&demo.addresses()[0], LinkOptions::default())
        .await
        .expect("a phone");
    let _ = link
        .shell(&phone_link::ShellCommand::new("setprop owl.fault die:1500"))
        .await;
}
