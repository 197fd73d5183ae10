//! The command line: what each command refuses, and what it prints.

use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use serde_json::{Value, json};

use crate::demo::{Demo, OWNER, owldeck};

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

/// Runs a command with a text on its standard input.
fn told(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_owldeck"))
        .env_clear()
        .env("OWLDECK_DATA_DIR", folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // A command that refuses its arguments reads nothing.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("an end")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_live_database_gets_its_first_operator_and_its_phones_by_commands() {
    let live = tempfile::tempdir().expect("a folder");
    let folder = live.path();
    let url = format!("sqlite://{}", folder.join("owldeck.sqlite").display());
    let store = store::Store::open(&url, store::Stamp::Live).expect("a live database");
    let add = ["operator", "add", "zhoumin"];
    for (args, input, why) in [
        (&add[..], "short\n", "the password is refused"),
        (&add[..], "", "the password is refused"),
        (
            &["operator", "add", "13800000000"][..],
            "Another#2026\n",
            "an operator has a name",
        ),
        (
            &[
                "operator",
                "add",
                "zhoumin",
                "--permissions",
                "system:usr:list",
            ][..],
            "Another#2026\n",
            "there is no permission `system:usr:list`",
        ),
    ] {
        let words = refusal(&told(folder, args, input));
        assert!(words.contains(why), "{words}");
    }
    let made = told(folder, &add, "Another#2026\n");
    let printed: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    assert!(printed["userId"].as_i64().is_some_and(|id| id > 0));
    let account = domain::auth::Account::parse("zhoumin").expect("a name");
    let opens = store::member::opens_with(&store, account, "Another#2026".to_owned());
    assert!(opens.await.expect("a store"));
    let words = refusal(&told(folder, &add, "Another#2026\n"));
    assert!(words.contains("exists already"), "{words}");

    let seed = folder.join("shop.json");
    let shop = json!({ "configurations": [{ "name": "VIP", "androidVersion": "14", "chip": "RK3588", "padType": 5, "dpi": 320 }] });
    std::fs::write(&seed, shop.to_string()).expect("room");
    let seeded = owldeck(folder, &["seed", "--file", seed.to_str().expect("a path")]);
    assert!(seeded.status.success());
    let phones = ["phone", "add", "--configuration", "VIP"];
    let row = [&phones[..], &["10.8.4.21-23", "10.8.4.30:5556"]].concat();
    let made = told(folder, &row, "");
    let printed: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    assert_eq!(printed["phones"].as_array().map(Vec::len), Some(4));
    assert_eq!(printed["phones"][2]["adb"], "10.8.4.23:5555");
    // The addresses of a file; one that is known refuses all.
    let words = refusal(&told(folder, &phones, "10.8.4.40\n10.8.4.22\n"));
    assert!(
        words.contains("a phone at 10.8.4.22:5555 exists already"),
        "{words}"
    );
    assert!(told(folder, &phones, "10.8.4.40\n").status.success());
    let words = refusal(&told(
        folder,
        &["phone", "add", "--configuration", "SVIP", "10.8.4.50"],
        "",
    ));
    assert!(
        words.contains("there is no configuration `SVIP`"),
        "{words}"
    );
    assert!(owldeck(folder, &["check"]).status.success());
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

/// Everything in a data folder but what the test itself made there: the log, and the folder of phones with it.
fn kept(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.ends_with("server.log") || path.ends_with("phones") {
            continue;
        }
        if path.is_dir() {
            found.extend(kept(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_reads_what_a_demo_keeps_and_a_folder_left_open_is_closed_and_told() {
    let mut demo = Demo::noted(1).await;
    demo.kill();
    let folder = demo.data.path().to_owned();
    std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).expect("ours");
    demo.restart().await;
    let all = kept(&folder);
    for name in [
        "owldeck.sqlite",
        "owldeck.sqlite-wal",
        "demo.json",
        "uploads",
    ] {
        assert!(
            all.iter().any(|path| path.ends_with(name)),
            "{name}: {all:?}"
        );
    }
    for path in all {
        let mode = std::fs::metadata(&path)
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    }
    let told = demo.log();
    assert!(
        told.contains("file permissions tightened") && told.contains("0755"),
        "{told}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_meets_a_locked_database_is_told_that_it_is_busy_and_the_log_says_why() {
    let demo = Demo::noted(1).await;
    let owner = demo.sign_in(OWNER).await;
    let url = demo.data.path().join("owldeck.sqlite");
    let mut other = SqliteConnection::establish(url.to_str().expect("a path")).expect("a database");
    other
        .batch_execute("PRAGMA busy_timeout = 60000; BEGIN IMMEDIATE")
        .expect("the lock");
    let group = json!({ "name": "农场" });
    let path = "/app-api/trade/phone-group/create";
    let refused = owner.post(path, &group).await;
    assert_eq!(refused["code"], 503, "{refused}");
    other.batch_execute("ROLLBACK").expect("the end");
    assert_eq!(owner.post(path, &group).await["code"], 0);

    let log = demo.log();
    let lines = log
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let line: Value = lines
        .filter(|line: &Value| line["message"] == "answer request failed")
        .find(|line| line["route"] == path)
        .expect("a line");
    assert_eq!(line["method"], "POST");
    let error = line["error"].as_str().expect("words");
    // The error says what failed and why, once each; or this writer stood behind one of the server's own.
    assert!(
        [
            "database: database is locked",
            "no turn at the database in time"
        ]
        .contains(&error),
        "{line}"
    );
}
