//! Members' files in an S3-compatible store, a stranger's (`s3rver`): put there once, brought near when they are sent, taken out again.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use eventually::eventually;
use kept_port::KeptPort;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::apks::{self, Wish};
use crate::demo::{Demo, Member, OWNER};
use crate::operations::{MAIN, begin, done, over, shell};
use crate::tus::{FILES, Tus};
use crate::uploads::{INSTALL, archive, main_address, push, upload};

const RETRY: &str = "/app-api/infra/operation/retry";
const BUCKET: &str = "files";
/// The one key of the store.
const KEY_ID: &str = "S3RVER";
const SECRET: &str = "S3RVER";

/// A running store; dropped, it ends.
struct S3 {
    child: Child,
    address: String,
    folder: tempfile::TempDir,
    /// Lines about the requests that it answered.
    answered: Arc<Mutex<Vec<String>>>,
    /// Keeps its port while it is started again.
    kept: KeptPort,
}

impl S3 {
    async fn start() -> Self {
        let program = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../e2e/strangers/s3rver/node_modules/s3rver/bin/s3rver.js");
        assert!(
            program.exists(),
            "npm ci in e2e/strangers/s3rver (cargo xtask test does it)"
        );
        let folder = tempfile::tempdir().expect("a folder");
        let kept = KeptPort::bind();
        let (child, address, answered) = run(&program, folder.path(), kept.address().port()).await;
        Self {
            child,
            address,
            folder,
            answered,
            kept,
        }
    }

    /// How often an object was read: its lines tell status and size, and what is written has none.
    fn reads(&self, sha256: &str) -> usize {
        let answered = self.answered.lock().expect("no panic");
        let read = |line: &&String| {
            line.contains(sha256) && line.contains(" 200 ") && !line.ends_with(" 0b")
        };
        answered.iter().filter(read).count()
    }

    async fn stop(&mut self) {
        self.child.kill().await.expect("it ends");
    }

    /// Names of the objects that are in the bucket.
    fn objects(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders: Vec<PathBuf> = vec![self.folder.path().join(BUCKET)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.file_name().and_then(|name| name.to_str());
                let name = name.expect("a name").to_owned();
                if path.is_dir() {
                    folders.push(path);
                } else if let Some(name) = name.strip_suffix("._S3rver_object") {
                    found.push(name.to_owned());
                }
            }
        }
        found.sort();
        found
    }
}

/// Starts the store on a folder; it says where it listens.
async fn run(program: &Path, folder: &Path, port: u16) -> (Child, String, Arc<Mutex<Vec<String>>>) {
    let mut child = Command::new("node")
        .arg(program)
        .args(["-a", "127.0.0.1", "-p", &port.to_string()])
        .args(["--configure-bucket", BUCKET, "-d"])
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("node runs");
    let mut lines = BufReader::new(child.stdout.take().expect("its words")).lines();
    let address = loop {
        let line = lines.next_line().await.expect("words").expect("a line");
        if let Some((_, address)) = line.split_once("listening on ") {
            break address.to_owned();
        }
    };
    // Lines that the store prints for each request are read, or the store would wait.
    let answered = Arc::<Mutex<Vec<String>>>::default();
    let told = Arc::clone(&answered);
    tokio::spawn(async move {
        while let Ok(Some(line)) = lines.next_line().await {
            told.lock().expect("no panic").push(line);
        }
    });
    (child, address, answered)
}

fn near(demo: &Demo, file: &Value) -> PathBuf {
    let sha256 = file["sha256"].as_str().expect("a digest");
    demo.data.path().join("uploads").join(sha256)
}

/// Settings of a server whose files lie in the store.
fn settings(s3: &S3) -> Vec<(&'static str, String)> {
    vec![
        ("OWLDECK_S3_BUCKET", BUCKET.to_owned()),
        ("OWLDECK_S3_ENDPOINT", format!("http://{}", s3.address)),
        ("OWLDECK_S3_KEY_ID", KEY_ID.to_owned()),
        ("OWLDECK_S3_SECRET", SECRET.to_owned()),
    ]
}

async fn library(member: &Member<'_>) -> Value {
    member.get("/app-api/infra/upload/files").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_lie_in_the_store_and_are_brought_near_when_they_are_sent() {
    let mut s3 = S3::start().await;
    let mut demo = Demo::with_settings(4, settings(&s3)).await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    let address = main_address(&demo);
    let folder = tempfile::tempdir().expect("a folder");
    let base = apks::make(folder.path(), "base", &Wish::default()).await;
    let split = Wish {
        split: Some("config.zh"),
        ..Wish::default()
    };
    let split = apks::make(folder.path(), "split", &split).await;
    let read = |path| std::fs::read(path).expect("an APK");
    let bundle = archive(&[("base.apk", &read(base)), ("zh.apk", &read(split))]);
    // Larger than a part of an upload to the store.
    let long = b"0123456789".repeat(2_000_000);

    let app = upload(&demo, &owner, "纸鹤.apks", &bundle).await;
    let file = upload(&demo, &owner, "素材.bin", &long).await;
    let twin = upload(&demo, &owner, "other name.bin", &long).await;
    assert_eq!(twin["sha256"], file["sha256"]);
    let digest = |file: &Value| file["sha256"].as_str().expect("a digest").to_owned();
    let mut wanted = vec![digest(&app), digest(&file)];
    wanted.sort();
    assert_eq!(s3.objects(), wanted, "equal ones once");

    // Files that were not used lately are only in the store.
    let forget = |file: &Value| {
        std::fs::remove_file(near(&demo, file)).expect("it was near");
        drop(std::fs::remove_dir_all(
            near(&demo, file).with_extension("parts"),
        ));
    };
    forget(&app);
    forget(&file);
    done(&owner, INSTALL, &push(phone, &app, "install")).await;
    let paths = shell(&address, "pm path", &["org.example.crane"]).await;
    assert_eq!(paths.lines().count(), 2, "base and split: {paths}");
    done(&owner, INSTALL, &push(phone, &file, "push")).await;
    let sum = shell(&address, "sha256sum", &["/sdcard/Download/素材.bin"]).await;
    assert!(sum.starts_with(&digest(&file)), "{sum}");
    assert!(near(&demo, &file).exists());

    // A store that is away fails the phone in words, and the same goes on when it is back.
    shell(&address, "rm", &["/sdcard/Download/素材.bin"]).await;
    forget(&file);
    s3.stop().await;
    let batch = begin(&owner, INSTALL, &push(phone, &file, "push")).await;
    let failed = over(&owner, batch).await;
    assert_eq!(
        (&failed["state"], &failed["retryable"], &failed["reason"]),
        (
            &json!("failed"),
            &json!(true),
            &json!("素材.bin：暂时读不到服务器上的文件，可以重试")
        )
    );
    let program = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../e2e/strangers/s3rver/node_modules/s3rver/bin/s3rver.js");
    let port = s3.kept.address().port();
    (s3.child, _, s3.answered) = run(&program, s3.folder.path(), port).await;
    let answer = owner.post(RETRY, &json!({ "batchId": batch })).await;
    let again = answer["data"]["batchId"].as_i64().expect("a batch");
    assert_eq!(over(&owner, again).await["state"], "done");

    // Content that no upload has any more goes from the store too; content that is left under another name stays.
    assert_eq!(library(&owner).await["total"], 3);
    for gone in [&app, &file] {
        let tus = Tus {
            demo: &demo,
            token: &owner.token,
        };
        let path = format!("{FILES}/{}", gone["uploadId"]);
        assert_eq!(tus.remove(&path).await["code"], 0);
    }
    assert_eq!(library(&owner).await["list"][0]["name"], "other name.bin");
    demo.kill();
    demo.restart().await;
    let left = vec![digest(&file)];
    eventually("the store has what is left", async || s3.objects() == left).await;
    let log = demo.log();
    assert!(
        !log.contains("Credential=") && !log.contains("Signature="),
        "{log}"
    );
}

/// Phones of the demo, of which the owner has three of four.
const PHONES: u16 = 40;
/// Phones that get the file.
const RECEIVERS: usize = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_for_thirty_phones_is_read_from_the_store_once() {
    let s3 = S3::start().await;
    let demo = Demo::with_settings(PHONES, settings(&s3)).await;
    let owner = demo.sign_in(OWNER).await;
    let own = async || {
        let mine = owner.phones().await;
        let running = |phone: &&Value| phone["level"] == "owner" && phone["businessStatus"] == 1;
        let ids = mine.iter().filter(running);
        ids.filter_map(|phone| phone["phoneId"].as_i64())
            .collect::<Vec<_>>()
    };
    let ids = eventually("they run", async || {
        let ids = own().await;
        (ids.len() >= RECEIVERS).then_some(ids)
    })
    .await;
    assert_eq!(ids.len(), RECEIVERS);
    let file = upload(&demo, &owner, "素材.bin", &b"0123456789".repeat(300_000)).await;
    let sha256 = file["sha256"].as_str().expect("a digest");
    std::fs::remove_file(near(&demo, &file)).expect("it was near");
    assert_eq!(s3.reads(sha256), 0);

    let body = json!({ "phoneIds": ids, "uploadIds": [file["uploadId"]], "choice": "push" });
    let batch = begin(&owner, INSTALL, &body).await;
    let receipt = format!("/app-api/infra/operation/info?batchId={batch}");
    eventually("all have it", async || {
        let told = owner.get(&receipt).await["batch"].clone();
        assert_eq!(told["failed"], 0, "{told}");
        if told["done"] == RECEIVERS {
            Ok(())
        } else {
            Err(told)
        }
    })
    .await;
    let mut there = 0;
    for address in demo.addresses() {
        let listed = shell(&address, "ls", &["/sdcard/Download"]).await;
        there += usize::from(listed.contains("素材.bin"));
    }
    assert_eq!(there, RECEIVERS);
    eventually("the store says so", async || s3.reads(sha256) > 0).await;
    assert_eq!(s3.reads(sha256), 1);
}
