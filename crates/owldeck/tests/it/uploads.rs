//! Files and apps on their way from a member to phones: what the API says, and what the phones themselves show.

use std::path::Path;

use eventually::eventually;
use serde_json::{Value, json};

use crate::apks::{self, Wish};
use crate::demo::{Demo, GUEST, Member, OWNER};
use crate::operations::{MAIN, POWER_OFF, POWER_ON, begin, done, over, row, shell};
use crate::tus::{FILES, Tus};

pub const INSTALL: &str = "/app-api/infra/cacloud/install";
const CANCEL: &str = "/app-api/infra/operation/cancel";
const RETRY: &str = "/app-api/infra/operation/retry";
const PACKAGE: &str = "org.example.crane";
const DOWNLOAD: &str = "/sdcard/Download";
const PIECE_BYTES: usize = 1 << 20;

/// Sends bytes as a browser does; the file as the server knows it then.
pub async fn upload(demo: &Demo, member: &Member<'_>, name: &str, bytes: &[u8]) -> Value {
    let set = format!("s{}-{}", name.len() + bytes.len(), std::process::id());
    let tus = Tus {
        demo,
        token: &member.token,
    };
    let metadata = [("set", set.as_str()), ("filename", name)];
    let answer = tus.create(FILES, bytes.len() as u64, &metadata).await;
    let location = answer["data"]["location"].as_str();
    let location = location.unwrap_or_else(|| panic!("announced: {answer}"));
    for (nth, piece) in bytes.chunks(PIECE_BYTES).enumerate() {
        let sent = tus.append(location, nth * PIECE_BYTES, piece).await;
        assert_eq!(sent["code"], 0, "{sent}");
    }
    let id = &answer["data"]["uploadId"];
    member
        .get(&format!("/app-api/infra/upload/info?uploadId={id}"))
        .await
}

pub async fn upload_file(demo: &Demo, member: &Member<'_>, name: &str, path: &Path) -> Value {
    let bytes = std::fs::read(path).expect("an APK");
    upload(demo, member, name, &bytes).await
}

pub fn push(phone: i64, file: &Value, choice: &str) -> Value {
    json!({ "phoneId": phone, "uploadIds": [file["uploadId"]], "choice": choice })
}

/// An archive of files as they are.
pub fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut table) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let size = u32::try_from(content.len()).expect("small").to_le_bytes();
        let name_bytes = u16::try_from(name.len()).expect("short").to_le_bytes();
        let mut middle = [20, 0, 0, 0, 0, 0].to_vec();
        middle.extend([0; 8]);
        middle.extend(size);
        middle.extend(size);
        middle.extend(name_bytes);
        middle.extend([0; 2]);
        let at = u32::try_from(out.len()).expect("small").to_le_bytes();
        out.extend(b"PK\x03\x04");
        out.extend(&middle);
        out.extend(name.as_bytes());
        out.extend(*content);
        table.extend(b"PK\x01\x02\x14\x00");
        table.extend(&middle);
        table.extend([0; 10]);
        table.extend(at);
        table.extend(name.as_bytes());
    }
    let count = u16::try_from(files.len()).expect("few").to_le_bytes();
    let (bytes, at) = (table.len() as u32, out.len() as u32);
    out.extend(table);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count);
    out.extend(count);
    out.extend(bytes.to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend([0; 2]);
    out
}

/// Where the owner's first phone answers.
pub fn main_address(demo: &Demo) -> String {
    demo.addresses()[0].clone()
}

async fn version_on(address: &str) -> String {
    let listed = shell(
        address,
        "cmd package list packages -3 -f -U --show-versioncode",
        &[],
    )
    .await;
    listed
        .lines()
        .find(|line| line.contains(PACKAGE))
        .map_or_else(String::new, str::to_owned)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_app_is_installed_replaced_and_taken_back_to_an_older_one() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    let address = main_address(&demo);
    let folder = tempfile::tempdir().expect("a folder");
    let seven = apks::make(folder.path(), "seven", &Wish::default()).await;
    let older = Wish {
        version: 6,
        ..Wish::default()
    };
    let six = apks::make(folder.path(), "six", &older).await;
    let other = Wish {
        version: 8,
        signer: Some("second"),
        ..Wish::default()
    };
    let stranger = apks::make(folder.path(), "other", &other).await;

    let seven = upload_file(&demo, &owner, "crane-7.apk", &seven).await;
    assert_eq!(
        (
            &seven["kind"],
            &seven["app"]["package"],
            &seven["app"]["label"]
        ),
        (&json!("apk"), &json!(PACKAGE), &json!("纸鹤"))
    );
    assert_eq!(seven["app"]["versionName"], "7.0");
    let icon = seven["icon"].as_str().expect("its icon");
    assert!(icon.starts_with("data:image/png;base64,"), "{icon}");

    let ended = done(&owner, INSTALL, &push(phone, &seven, "install")).await;
    assert_eq!(ended["sent"]["bytes"], ended["sent"]["total"], "{ended}");
    assert!(version_on(&address).await.contains("versionCode:7"));
    // The phone went on running.
    assert_eq!(owner.running(MAIN).await, phone);

    let six = upload_file(&demo, &owner, "crane-6.apk", &six).await;
    let refused = begin(&owner, INSTALL, &push(phone, &six, "install")).await;
    let refused = over(&owner, refused).await;
    assert_eq!(
        (&refused["state"], &refused["retryable"]),
        (&json!("failed"), &json!(false))
    );
    let reason = refused["reason"].as_str().expect("a reason");
    assert!(
        reason.contains("crane-6.apk") && reason.contains("允许降级"),
        "{reason}"
    );
    assert!(version_on(&address).await.contains("versionCode:7"));

    let mut back = push(phone, &six, "both");
    back["allowDowngrade"] = json!(true);
    back["grantPermissions"] = json!(true);
    done(&owner, INSTALL, &back).await;
    assert!(version_on(&address).await.contains("versionCode:6"));
    let listed = shell(&address, "ls", &[DOWNLOAD]).await;
    assert!(listed.contains("crane-6.apk"), "both: {listed}");

    let mut kept = push(phone, &seven, "install");
    kept["replace"] = json!(false);
    let exists = over(&owner, begin(&owner, INSTALL, &kept).await).await;
    let reason = exists["reason"].as_str().expect("a reason");
    assert!(reason.contains("覆盖安装"), "{reason}");
    let stranger = upload_file(&demo, &owner, "crane-8.apk", &stranger).await;
    let foreign = begin(&owner, INSTALL, &push(phone, &stranger, "install")).await;
    let foreign = over(&owner, foreign).await;
    let reason = foreign["reason"].as_str().expect("a reason");
    assert!(reason.contains("签名不同"), "{reason}");
    assert!(version_on(&address).await.contains("versionCode:6"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_archives_of_an_app_become_one_app_and_a_phone_without_room_takes_it_later() {
    let demo = Demo::noted(4).await;
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
    let (base, split) = (
        std::fs::read(base).expect("an APK"),
        std::fs::read(split).expect("an APK"),
    );
    // The split stands first, and more lies beside them.
    let bundle = archive(&[
        ("manifest.json", b"{}"),
        ("config.zh.apk", &split),
        ("org.example.crane.apk", &base),
        ("Android/obb/org.example.crane/main.obb", b"more"),
    ]);
    let bundle = upload(&demo, &owner, "crane.xapk", &bundle).await;
    assert_eq!(
        (&bundle["kind"], &bundle["app"]["label"]),
        (&json!("bundle"), &json!("纸鹤"))
    );
    // A part of an app alone is none.
    let alone = upload(&demo, &owner, "config.zh.apk", &split).await;
    assert_eq!(alone["kind"], "file");

    shell(&address, "setprop", &["owl.fault", "full"]).await;
    let batch = begin(&owner, INSTALL, &push(phone, &bundle, "install")).await;
    let full = over(&owner, batch).await;
    assert_eq!(
        (&full["state"], &full["retryable"]),
        (&json!("failed"), &json!(true)),
        "{full}"
    );
    let reason = full["reason"].as_str().expect("a reason");
    assert!(reason.contains("存储空间不足"), "{reason}");
    let log = demo.log();
    let mut lines = log
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let told: Value = lines
        .rfind(|line: &Value| line["message"] == "deliver file failed")
        .expect("a line of what was not delivered");
    assert_eq!(told["phone_id"], phone, "{told}");
    // The error says what failed in the phone's words, once.
    let error = told["error"].as_str().expect("words");
    assert!(
        error.contains("INSTALL_FAILED_INSUFFICIENT_STORAGE"),
        "{told}"
    );
    assert_eq!(error.matches("INSTALL_FAILED").count(), 1, "{told}");
    assert_eq!(version_on(&address).await, "");
    shell(&address, "setprop", &["owl.fault", "none"]).await;
    let answer = owner.post(RETRY, &json!({ "batchId": batch })).await;
    let again = answer["data"]["batchId"].as_i64().expect("a batch");
    assert_eq!(over(&owner, again).await["state"], "done");
    let paths = shell(&address, "pm path", &[PACKAGE]).await;
    assert_eq!(paths.lines().count(), 2, "base and split: {paths}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_lies_in_download_once_and_another_of_its_name_beside_it() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let (phone, shared) = (owner.running(MAIN).await, owner.running("小店客服").await);
    let address = main_address(&demo);
    let name = "采购 清单'$(id).txt";
    let first = upload(&demo, &owner, name, b"one").await;
    for _ in 0..2 {
        done(&owner, INSTALL, &push(phone, &first, "push")).await;
    }
    let second = upload(&demo, &owner, name, b"another").await;
    // A second file of the same name is refused in words, until it is known what becomes of both.
    let batch = begin(&owner, INSTALL, &push(phone, &second, "install")).await;
    let refused = over(&owner, batch).await;
    assert_eq!(
        (
            &refused["state"],
            &refused["retryable"],
            &refused["nameTaken"],
            &refused["reason"]
        ),
        (
            &json!("failed"),
            &json!(false),
            &json!(true),
            &json!(format!("{name}：云手机上已有同名文件，可改名发送或替换"))
        )
    );
    let again = async |batch: i64, existing: &str| {
        let body = json!({ "batchId": batch, "existing": existing });
        owner.post(RETRY, &body).await
    };
    let nothing = owner.post(RETRY, &json!({ "batchId": batch })).await;
    assert_eq!(nothing["code"], 1_011_104_002, "{nothing}");
    let renamed = again(batch, "rename").await["data"]["batchId"].as_i64();
    let renamed = over(&owner, renamed.expect("a batch")).await;
    assert_eq!(renamed["state"], "done");
    let listed = shell(&address, "ls", &[DOWNLOAD]).await;
    let ours: Vec<&str> = listed
        .lines()
        .filter(|line| line.contains("采购"))
        .collect();
    assert_eq!(ours, ["采购 清单'$(id) (2).txt", name], "{listed}");
    let path = format!("{DOWNLOAD}/{name}");
    assert_eq!(shell(&address, "cat", &[&path]).await, "one");
    let replaced = again(batch, "replace").await["data"]["batchId"].as_i64();
    let replaced = over(&owner, replaced.expect("a batch")).await;
    assert_eq!(replaced["state"], "done");
    assert_eq!(shell(&address, "cat", &[&path]).await, "another");
    let all = shell(&address, "ls", &["-a", DOWNLOAD]).await;
    assert!(!all.contains(".part"), "{all}");

    // A member who may only look sends nothing; a member who may operate does, their own files.
    let own = upload(&demo, &guest, "hello.txt", b"hello").await;
    let viewer = guest.post(INSTALL, &push(phone, &own, "push")).await;
    assert_eq!(viewer["data"]["list"][0]["code"], 1_011_101_004, "{viewer}");
    done(&guest, INSTALL, &push(shared, &own, "push")).await;
    let foreign = guest.post(INSTALL, &push(shared, &first, "push")).await;
    assert_eq!(foreign["code"], 1_011_110_001, "{foreign}");

    // Of two phones one is off: tried again when it is on, and only there.
    let off = json!({ "phoneId": shared });
    done(&owner, POWER_OFF, &off).await;
    let both =
        json!({ "phoneIds": [phone, shared], "uploadIds": [second["uploadId"]], "choice": "push" });
    let answer = owner.post(INSTALL, &both).await;
    assert_eq!(
        (&answer["data"]["success"], &answer["data"]["fail"]),
        (&json!(1), &json!(1)),
        "{answer}"
    );
    let batch = answer["data"]["batchId"].clone();
    done(&owner, POWER_ON, &off).await;
    owner.running("小店客服").await;
    let answer = owner.post(RETRY, &json!({ "batchId": batch })).await;
    assert_eq!(answer["data"]["success"], 1, "{answer}");
    let again = answer["data"]["batchId"].as_i64().expect("a batch");
    assert_eq!(over(&owner, again).await["state"], "done");
}

/// A row whose phone has acknowledged some of what is sent, and not all.
async fn on_its_way(member: &Member<'_>, batch: i64) -> Value {
    eventually("it begins", async || {
        let row = row(member, batch).await;
        let (bytes, total) = (row["sent"]["bytes"].as_i64(), row["sent"]["total"].as_i64());
        if bytes > Some(0) && bytes < total {
            return Ok(row);
        }
        assert_ne!(row["state"], "done", "it is slow: {row}");
        Err(row)
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_on_its_way_is_stopped_and_what_a_restart_cut_off_is_sent_again() {
    let mut demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    let address = main_address(&demo);
    let bytes: Vec<u8> = (0..48u32 << 20).map(|n| (n >> 8) as u8).collect();
    let file = upload(&demo, &owner, "large.bin", &bytes).await;
    shell(&address, "setprop", &["owl.fault", "slow:150"]).await;

    let batch = begin(&owner, INSTALL, &push(phone, &file, "push")).await;
    let moving = on_its_way(&owner, batch).await;
    assert_eq!(
        (&moving["state"], &moving["step"], &moving["sent"]["file"]),
        (&json!("running"), &json!("send"), &json!("large.bin"))
    );
    assert!(moving["cancellable"].as_bool().expect("a flag"));
    let stopped = owner.post(CANCEL, &json!({ "batchId": batch })).await;
    assert_eq!(stopped["data"]["cancelled"], 1, "{stopped}");
    assert_eq!(over(&owner, batch).await["state"], "cancelled");

    // The phone is free, and the next one is cut off by a power cut of the server.
    let batch = begin(&owner, INSTALL, &push(phone, &file, "push")).await;
    on_its_way(&owner, batch).await;
    let token = owner.token.clone();
    demo.kill_and_restart().await;
    let (owner, address) = (demo.again(&token), main_address(&demo));
    shell(&address, "setprop", &["owl.fault", "none"]).await;
    let ended = over(&owner, batch).await;
    assert_eq!(ended["state"], "done", "{ended}");
    let listed = shell(&address, "ls -l", &[DOWNLOAD]).await;
    let ours: Vec<&str> = listed
        .lines()
        .filter(|line| line.contains("large"))
        .collect();
    assert_eq!(
        ours.len(),
        1,
        "nothing is left of what was stopped: {listed}"
    );
    assert!(ours[0].contains(&bytes.len().to_string()), "{listed}");
    let folder = std::fs::read_dir(demo.data.path().join("uploads")).expect("the folder");
    assert_eq!(folder.count(), 1, "the file itself");
}
