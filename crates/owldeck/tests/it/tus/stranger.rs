//! tuspy, a client of tus that knows nothing of this server.

use std::path::Path;

use serde_json::{Value, json};
use tokio::process::Command;

use super::FILES;
use crate::demo::{Demo, Member, OWNER};
use crate::files::kit::{FOLDER, Files, bytes};
use crate::play::FIRST;

/// Debian's Python: it has Debian's tuspy.
const PYTHON: &str = "/usr/bin/python3";
/// Bytes of a piece of the script's.
const PIECE_BYTES: usize = 64 * 1024;

/// Sends a file, breaking off after so many pieces; what the script says.
async fn send(
    demo: &Demo,
    member: &Member<'_>,
    path: &str,
    file: &Path,
    metadata: &Value,
    pieces: usize,
) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/tus/stranger.py");
    let told = Command::new(PYTHON)
        .arg(script)
        .arg(format!("{}{path}", demo.origin))
        .arg(&member.token)
        .arg(file)
        .args([metadata.to_string(), pieces.to_string()])
        .output()
        .await
        .expect("Python");
    let said = String::from_utf8_lossy(&told.stderr);
    assert!(told.status.success(), "{said}");
    serde_json::from_slice(&told.stdout).expect("JSON")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tuspy_sends_a_file_to_the_server_and_to_a_phone_and_goes_on_after_a_break() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("clip.mp4");
    let content = bytes(5 * PIECE_BYTES + 7);
    std::fs::write(&file, &content).expect("a file");

    let named = json!({ "filename": "clip.mp4" });
    let sent = send(&demo, &owner, FILES, &file, &named, 2).await;
    assert_eq!(
        (&sent["begun"], &sent["ended"]),
        (&json!(2 * PIECE_BYTES), &json!(content.len()))
    );
    let address = sent["address"].as_str().expect("an address");
    let id = address.rsplit('/').next().expect("an id");
    let info = format!("/app-api/infra/upload/info?uploadId={id}");
    let uploaded = owner.get(&info).await;
    assert_eq!(
        (&uploaded["name"], &uploaded["received"], &uploaded["kind"]),
        (&json!("clip.mp4"), &json!(content.len()), &json!("file"))
    );

    let named = json!({ "filename": "录像.mp4", "modifiedMs": "1700000000000" });
    let path = format!("/app-api/infra/tus/phones/{phone}");
    let sent = send(&demo, &owner, &path, &file, &named, 3).await;
    assert_eq!(
        (&sent["begun"], &sent["ended"]),
        (&json!(3 * PIECE_BYTES), &json!(content.len()))
    );
    let files = Files::of(&demo, &owner, phone);
    assert!(files.fetch(&format!("{FOLDER}/录像.mp4")).await == content);
}
