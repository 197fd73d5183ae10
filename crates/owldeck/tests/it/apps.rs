//! Apps on phones: what the API lists, and what starting, stopping, clearing and removing do on the phones themselves.

use eventually::eventually;
use serde_json::{Value, json};

use crate::apks::{self, Wish};
use crate::demo::{Demo, Member, OWNER};
use crate::operations::{MAIN, NEW_DEVICE, begin, done, over, shell};
use crate::uploads::{INSTALL, main_address, push, upload_file};

const LIST: &str = "/app-api/infra/cacloud/apps";
const START: &str = "/app-api/infra/cacloud/start";
const STOP: &str = "/app-api/infra/cacloud/stop";
const RESTART: &str = "/app-api/infra/cacloud/restart";
const STORAGE: &str = "/app-api/infra/cacloud/storage";
const UNINSTALL: &str = "/app-api/infra/cacloud/uninstall-apk-async";
const CLEAR: &str = "/app-api/infra/cacloud/clear-app-data";
const CRANE: &str = "org.example.crane";
const TV: &str = "org.example.tv";
const HIDDEN: &str = "org.example.hidden";

/// The apps of phones, once all their archives were read.
async fn listed(member: &Member<'_>, phones: &[i64]) -> Value {
    eventually("all is read", async || {
        let answer = member.post(LIST, &json!({ "phoneIds": phones })).await;
        let data = answer["data"].clone();
        if data["reading"] == false {
            Ok(data)
        } else {
            Err(answer)
        }
    })
    .await
}

fn app<'a>(data: &'a Value, package: &str) -> &'a Value {
    let list = data["list"].as_array().expect("a list");
    let found = list.iter().find(|app| app["package"] == package);
    found.unwrap_or(&Value::Null)
}

fn named(phone: i64, packages: &str) -> Value {
    json!({ "phoneId": phone, "packageNames": packages })
}

/// Reason of a failure, in Chinese.
async fn failed(member: &Member<'_>, path: &str, body: &Value) -> String {
    let row = over(member, begin(member, path, body).await).await;
    assert_eq!(row["state"], "failed", "{row}");
    row["reason"].as_str().expect("a reason").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn apps_are_listed_started_stopped_cleared_and_removed() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let (phone, second) = (owner.running(MAIN).await, owner.running("选品 A").await);
    let address = main_address(&demo);
    let folder = tempfile::tempdir().expect("a folder");
    let wishes = [
        Wish::default(),
        Wish {
            package: TV,
            label: "电视播放器",
            launcher: "android.intent.category.LEANBACK_LAUNCHER",
            ..Wish::default()
        },
        Wish {
            package: HIDDEN,
            launcher: "",
            ..Wish::default()
        },
    ];
    for wish in &wishes {
        let apk = apks::make(folder.path(), wish.package, wish).await;
        let file = upload_file(&demo, &owner, &format!("{}.apk", wish.package), &apk).await;
        done(&owner, INSTALL, &push(phone, &file, "install")).await;
        if wish.package == CRANE {
            done(&owner, INSTALL, &push(second, &file, "install")).await;
        }
    }

    // Apps that both phones have come first; labels and icons come from archives, over the wire.
    let data = listed(&owner, &[phone, second]).await;
    assert_eq!(data["list"][0]["package"], CRANE, "{data}");
    let crane = app(&data, CRANE);
    assert_eq!(crane["label"], "纸鹤");
    let icon = crane["icon"].as_str().expect("an icon");
    assert!(icon.starts_with("data:image/png;base64,"), "{icon}");
    assert_eq!(crane["phones"].as_array().map(Vec::len), Some(2));
    let here = &crane["phones"][0];
    assert_eq!(
        (&here["phoneId"], &here["versionName"], &here["versionCode"]),
        (&json!(phone), &json!("7.0"), &json!(7))
    );
    assert_eq!(
        (&here["running"], &here["startable"]),
        (&json!(false), &json!(true))
    );
    assert!(here["size"].as_u64().expect("a size") > 1000, "{here}");
    assert_eq!(app(&data, TV)["phones"][0]["startable"], true);
    assert_eq!(app(&data, HIDDEN)["phones"][0]["startable"], false);
    assert!(data["phones"][0]["system"].as_u64().expect("a number") > 0);
    assert_eq!(app(&data, "com.android.settings"), &Value::Null, "{data}");

    // Started on both, also by the launcher of televisions; what no launcher starts says so and keeps nobody back.
    let both = json!({ "phoneIds": [phone, second], "packageNames": format!("{TV}，{CRANE}") });
    let batch = begin(&owner, START, &both).await;
    assert_eq!(over(&owner, batch).await["state"], "done");
    let data = listed(&owner, &[phone]).await;
    assert_eq!(app(&data, CRANE)["phones"][0]["inFront"], true, "{data}");
    assert_eq!(app(&data, TV)["phones"][0]["running"], true);
    let front = shell(&address, "dumpsys", &["activity", "activities"]).await;
    assert!(front.contains(CRANE), "{front}");
    let reason = failed(&owner, START, &named(phone, &format!("{HIDDEN},{TV}"))).await;
    assert_eq!(reason, format!("{HIDDEN}：没有桌面入口，无法启动"));

    // Restarted: the other one comes to the front; after a stop it is a start.
    done(&owner, RESTART, &named(phone, TV)).await;
    let front = shell(&address, "dumpsys", &["activity", "activities"]).await;
    assert!(front.contains(TV), "{front}");
    let reason = failed(&owner, RESTART, &named(phone, HIDDEN)).await;
    assert_eq!(reason, "没有桌面入口，无法启动");
    done(&owner, STOP, &named(phone, &format!("{CRANE},{TV}"))).await;
    assert_eq!(shell(&address, "pidof", &[CRANE]).await, "");
    done(&owner, RESTART, &named(phone, CRANE)).await;
    assert_ne!(shell(&address, "pidof", &[CRANE]).await, "");
    done(&owner, STOP, &named(phone, CRANE)).await;

    // The space is that of the phone's own `df`.
    let space = owner.post(STORAGE, &json!({ "phoneIds": [phone] })).await;
    let said = shell(&address, "df", &["-k", "/data"]).await;
    let here = &space["data"]["list"][0];
    for bytes in [&here["total"], &here["free"]] {
        let kib = bytes.as_u64().expect("bytes") / 1024;
        assert!(said.contains(&kib.to_string()), "{space} {said}");
    }

    let data_folder = format!("/data/data/{CRANE}");
    shell(&address, "mkdir", &["-p", &data_folder]).await;
    shell(&address, "touch", &[&format!("{data_folder}/kept")]).await;
    done(&owner, CLEAR, &named(phone, CRANE)).await;
    let left = shell(&address, "ls", &[&data_folder]).await;
    assert!(!left.contains("kept"), "{left}");

    // Apps of the system stay; what is not there is said, unless something else was.
    let reason = failed(&owner, UNINSTALL, &named(phone, "com.android.settings")).await;
    assert!(reason.contains("系统应用"), "{reason}");
    let reason = failed(&owner, UNINSTALL, &named(phone, "org.example.absent")).await;
    assert!(reason.contains("没有这个应用"), "{reason}");
    let packages = format!("{CRANE},org.example.absent,{TV}");
    done(&owner, UNINSTALL, &named(phone, &packages)).await;
    assert_eq!(
        shell(&address, "pm list packages -3", &[]).await,
        format!("package:{HIDDEN}")
    );
    let data = listed(&owner, &[phone, second]).await;
    let still = &app(&data, CRANE)["phones"];
    assert_eq!(still[0]["phoneId"], second, "{data}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn apps_stay_without_their_data_on_a_new_device_that_keeps_them() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    let address = main_address(&demo);
    let folder = tempfile::tempdir().expect("a folder");
    let apk = apks::make(folder.path(), CRANE, &Wish::default()).await;
    let file = upload_file(&demo, &owner, "crane.apk", &apk).await;
    done(&owner, INSTALL, &push(phone, &file, "install")).await;
    let session = format!("/data/data/{CRANE}/session");
    shell(&address, "mkdir", &["-p", &session]).await;

    let wish = json!({ "phoneId": phone, "model": "2211133G", "keep": "apps" });
    done(&owner, NEW_DEVICE, &wish).await;
    let model = shell(&address, "getprop", &["ro.product.model"]).await;
    assert_eq!(model, "2211133G");
    let packages = shell(&address, "pm list packages -3", &[]).await;
    assert_eq!(packages, format!("package:{CRANE}"));
    let data = shell(&address, "ls", &["/data/data"]).await;
    assert!(!data.contains(CRANE), "{data}");
}
