//! The command line: what each command refuses, and what it prints.

use std::process::Output;

use serde_json::{Value, json};

use crate::demo::{Demo, owldeck};

fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "it is refused");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_database_refuses_serve_and_a_live_one_refuses_demo() {
    let demo = Demo::start().await;
    let told = refusal(&owldeck(demo.data.path(), &["serve"]));
    assert!(told.contains("stamped `demo`"), "{told}");

    let live = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", live.path().join("owldeck.sqlite").display());
    drop(store::Store::open(&url, store::Stamp::Live).expect("a live database"));
    let told = refusal(&owldeck(live.path(), &["demo"]));
    assert!(told.contains("stamped `live`"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn check_proves_a_running_demo_and_seed_prints_what_it_made() {
    let demo = Demo::start().await;
    let checked = owldeck(demo.data.path(), &["check"]);
    let lines = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success(), "{lines}");
    assert!(
        lines.lines().count() >= 10 && lines.lines().all(|line| line.starts_with("ok")),
        "{lines}"
    );

    let made = demo.seed(&json!({ "members": [{ "phone": "13700000000", "password": "Another#2026", "nickname": "新人" }] }));
    let printed: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    assert!(
        printed["members"][0]["userId"]
            .as_i64()
            .is_some_and(|id| id > 0),
        "{printed}"
    );
    let again =
        demo.seed(&json!({ "members": [{ "phone": "13700000000", "password": "Another#2026" }] }));
    assert!(refusal(&again).contains("exists already"));
    let unknown = demo.seed(&json!({ "prizes": [] }));
    assert!(refusal(&unknown).contains("prizes"));
}

#[test]
fn settings_that_mean_nothing_are_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("owldeck.toml");
    std::fs::write(&file, "lsiten = '127.0.0.1:1'\n").expect("room");
    let told = refusal(&owldeck(
        folder.path(),
        &["serve", "--config", file.to_str().expect("a path")],
    ));
    assert!(told.contains("lsiten"), "{told}");
}

#[test]
fn check_and_seed_need_a_database_that_was_set_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = refusal(&owldeck(folder.path(), &["check"]));
    assert!(told.contains("database"), "{told}");
}

#[test]
fn the_document_is_printed_without_a_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let printed = owldeck(folder.path(), &["openapi"]);
    let document: Value = serde_json::from_slice(&printed.stdout).expect("JSON");
    assert_eq!(document["info"]["title"], "Owldeck");
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("a folder").count(),
        0,
        "and leaves nothing behind"
    );
}
