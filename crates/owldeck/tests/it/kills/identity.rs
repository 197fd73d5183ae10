//! The server is killed at many points while a phone becomes a new device, another one is given another proxy, and a third one is taken into
//! maintenance or out of it. Each phone is whole afterwards, as it was or as it was to be, and what was answered holds.

use std::time::Duration;

use domain::operations::SETTLE_MS;
use eventually::LIMIT;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use crate::demo::{Demo, Member, OPERATOR, OWNER, owldeck, rounds};
use crate::operations::{ENTER, MAIN, NEW_DEVICE, begin, over, shell};
use crate::proxies::{CHANGE, ON_PHONE, PythonProxy, fetched, setting_when, with};

/// Points of time at which the server is killed, unless `OWLDECK_ROUNDS` says how many.
const KILLS: u32 = 3;
/// The points lie within this time: as long as a new device takes.
const SPREAD: Duration = Duration::from_millis(2400);
/// How far the clock is moved at once while an order whose fate is unknown gets its settling time, and how far in all, seconds.
const NUDGE_S: i64 = 5;
const MOVED_S: i64 = SETTLE_MS / 1000 + 30;
/// The phones by their port.
const RENEWED: usize = 0;
const PROXIED: usize = 1;
const MAINTAINED: usize = 2;
const NAMES: [&str; 3] = [MAIN, "小店客服", "选品 A"];
/// Models that the phone becomes by turns.
const MODELS: [&str; 2] = ["2211133G", "SM-S901B"];
const FACTS: &str = "/app-api/infra/renew-redesign/proxy";
const MAINTENANCE: &str = "/admin-api/maintenance";
const FOLDER: &str = "/sdcard/Download";
const MARK: &str = "/sdcard/Download/mark.txt";
/// Status of a phone under maintenance.
const UNDER: i64 = 99;

/// The identity that a phone shows.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shown {
    model: String,
    serial: String,
    android_id: String,
}

async fn identity(address: &str) -> Shown {
    Shown {
        model: shell(address, "getprop", &["ro.product.model"]).await,
        serial: shell(address, "getprop", &["ro.serialno"]).await,
        android_id: shell(address, "settings", &["get", "secure", "android_id"]).await,
    }
}

/// The wishes of one point.
struct Wishes {
    model: &'static str,
    /// Protocol of the proxy; none: it is taken off.
    protocol: Option<&'static str>,
    /// The maintenance is set, or ended.
    sets: bool,
}

impl Wishes {
    fn of(point: u32) -> Self {
        Self {
            model: MODELS[point as usize % 2],
            protocol: [Some("SOCKS5"), Some("HTTP"), None][point as usize % 3],
            sets: point.is_multiple_of(2),
        }
    }
}

/// The scene's ids and tokens.
struct Scene {
    owner: String,
    operator: String,
    ids: [i64; 3],
    owl_id: Value,
    ahead_s: i64,
}

/// The running maintenance; null without one.
async fn maintenance(operator: &Member<'_>) -> Value {
    let page = operator
        .get(&format!("{MAINTENANCE}/page?state=running"))
        .await;
    page["list"][0]["maintenanceId"].clone()
}

/// Begins everything at once; cut off after so long, with the answers that came by then: the batch, the proxy's code, the maintenance's.
async fn begin_all(
    (owner, operator): (&Member<'_>, &Member<'_>),
    scene: &Scene,
    (wishes, proxy): (&Wishes, &PythonProxy),
    cut: Duration,
) -> [Option<Value>; 3] {
    let renew = json!({ "phoneId": scene.ids[RENEWED], "model": wishes.model, "keep": "files" });
    let mut change = json!({ "phoneId": scene.ids[PROXIED] });
    if let Some(protocol) = wishes.protocol {
        change = with(change, &proxy.fields(protocol));
    }
    let (path, body) = if wishes.sets {
        let owl_ids = [&scene.owl_id];
        let reasons = json!({ "reasonZh": "检修", "reasonEn": "Repair" });
        let body = json!({ "scope": "phones", "owlIds": owl_ids });
        (format!("{MAINTENANCE}/create"), with(body, &reasons))
    } else {
        let body = json!({ "maintenanceId": maintenance(operator).await });
        (format!("{MAINTENANCE}/end"), body)
    };
    let until = Instant::now() + cut;
    let within = async |asked| {
        let answer: Result<Value, _> = timeout(cut, asked).await;
        answer.ok()
    };
    let answers = tokio::join!(
        within(owner.post(NEW_DEVICE, &renew)),
        within(owner.post(CHANGE, &change)),
        within(operator.post(&path, &body)),
    );
    tokio::time::sleep_until(until).await;
    answers.into()
}

/// The phone is whole: another device in all parts or in none, with its files.
async fn judge_renewed(
    demo: &Demo,
    scene: &mut Scene,
    (before, wishes): (&Shown, &Wishes),
    answer: Option<&Value>,
) -> bool {
    let owner = demo.again(&scene.owner);
    let (until, furthest_s) = (Instant::now() + 2 * LIMIT, scene.ahead_s + MOVED_S);
    loop {
        let phone = owner.phone_when(NAMES[RENEWED], |_| true).await;
        let status = phone["businessStatus"].as_i64();
        match (phone["operation"].is_null(), status) {
            (true, Some(1)) => break,
            (true, Some(9)) => {
                let asked = json!({ "phoneId": phone["phoneId"] });
                let batch = begin(&owner, ENTER, &asked).await;
                over(&owner, batch).await;
            }
            _ => {
                sleep(Duration::from_millis(250)).await;
                if scene.ahead_s + NUDGE_S <= furthest_s {
                    scene.ahead_s += NUDGE_S;
                    demo.move_clock(scene.ahead_s);
                }
            }
        }
        assert!(Instant::now() < until, "it runs: {phone}");
    }
    if let Some(answer) = answer {
        let batch = answer["data"]["batchId"].as_i64();
        let batch = batch.unwrap_or_else(|| panic!("a batch: {answer}"));
        let ended = over(&owner, batch).await;
        let state = ended["state"].as_str().unwrap_or_default();
        assert!(["done", "failed"].contains(&state), "{ended}");
    }
    let address = &demo.addresses()[RENEWED];
    let now = identity(address).await;
    let is_new = now != *before;
    if is_new {
        assert_eq!(now.model, wishes.model);
        assert_ne!(now.serial, before.serial);
        assert_ne!(now.android_id, before.android_id);
    }
    let files = shell(address, "ls", &[FOLDER]).await;
    assert!(files.contains("mark.txt"), "{files}");
    is_new
}

/// The phone has the proxy that the server says, which is the one that was wished where that was answered.
async fn judge_proxied(
    demo: &Demo,
    scene: &Scene,
    (wishes, proxy): (&Wishes, &PythonProxy),
    (before, answer): (&Value, Option<&Value>),
) -> Value {
    let owner = demo.again(&scene.owner);
    let facts = format!("{FACTS}?phoneId={}", scene.ids[PROXIED]);
    let now = owner.get(&facts).await["proxy"]["protocol"].clone();
    let wished = json!(wishes.protocol);
    match answer {
        Some(answer) => {
            assert_eq!(answer["code"], 0, "{answer}");
            assert_eq!(now, wished);
        }
        None => assert!(now == wished || now == *before, "{now}"),
    }
    let address = &demo.addresses()[PROXIED];
    let Some(protocol) = now.as_str() else {
        setting_when(address, "null").await;
        return now;
    };
    setting_when(address, ON_PHONE).await;
    while proxy.seen.try_recv().is_ok() {}
    let port = demo.origin.rsplit_once(':').expect("a port").1;
    let url = format!("http://beyond.example:{port}/sandbox/address");
    assert_eq!(fetched(address, "-p", &url).await, "127.0.0.1");
    let seen = proxy.seen.recv_timeout(LIMIT).expect("a request");
    assert_eq!(
        (&seen["protocol"], &seen["allowed"]),
        (&json!(protocol), &json!(true))
    );
    now
}

/// The phone is under maintenance, or not, as the list of maintenance says and as was answered.
async fn judge_maintained(demo: &Demo, scene: &Scene, sets: bool, answer: Option<&Value>) -> bool {
    let runs = !maintenance(&demo.again(&scene.operator)).await.is_null();
    if let Some(answer) = answer {
        assert_eq!(answer["code"], 0, "{answer}");
        assert_eq!(runs, sets);
    }
    let status = if runs { UNDER } else { 1 };
    let owner = demo.again(&scene.owner);
    owner
        .phone_when(NAMES[MAINTAINED], |p| p["businessStatus"] == status)
        .await;
    runs
}

/// Puts the maintenance where the next point needs it.
async fn even_out(operator: &Member<'_>, (runs, wanted): (bool, bool), owl_id: &Value) {
    if runs == wanted {
        return;
    }
    let answer = if wanted {
        let body = json!({
            "scope": "phones", "owlIds": [owl_id], "reasonZh": "检修", "reasonEn": "Repair",
        });
        operator.post(&format!("{MAINTENANCE}/create"), &body).await
    } else {
        let body = json!({ "maintenanceId": maintenance(operator).await });
        operator.post(&format!("{MAINTENANCE}/end"), &body).await
    };
    assert_eq!(answer["code"], 0, "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_device_a_proxy_and_maintenance_that_are_killed_leave_whole_phones() {
    let mut demo =
        Demo::with_settings(4, vec![("OWLDECK_PROXY_ALLOW", "127.0.0.1".to_owned())]).await;
    let proxy = PythonProxy::start();
    let mut scene = {
        let owner = demo.sign_in(OWNER).await;
        let mut ids = [0; 3];
        for (id, name) in ids.iter_mut().zip(NAMES) {
            *id = owner.running(name).await;
        }
        let maintained = owner.phone_when(NAMES[MAINTAINED], |_| true).await;
        Scene {
            owner: owner.token.clone(),
            operator: demo.sign_in(OPERATOR).await.token,
            ids,
            owl_id: maintained["owlId"].clone(),
            ahead_s: 0,
        }
    };
    let count = demo.again(&scene.owner).phones().await.len();
    shell(&demo.addresses()[RENEWED], "touch", &[MARK]).await;
    let (mut proxied, mut renewed) = (Value::Null, 0);
    let kills = rounds(KILLS);
    for point in 0..kills {
        let wishes = Wishes::of(point);
        let before = identity(&demo.addresses()[RENEWED]).await;
        let (owner, operator) = (demo.again(&scene.owner), demo.again(&scene.operator));
        let cut = SPREAD * point / kills;
        let answers = begin_all((&owner, &operator), &scene, (&wishes, &proxy), cut).await;
        demo.kill_and_restart().await;

        let [renew, change, hold] = answers.each_ref().map(Option::as_ref);
        let runs = judge_maintained(&demo, &scene, wishes.sets, hold).await;
        proxied = judge_proxied(&demo, &scene, (&wishes, &proxy), (&proxied, change)).await;
        let is_new = judge_renewed(&demo, &mut scene, (&before, &wishes), renew).await;
        renewed += u32::from(is_new);
        let phones = demo.again(&scene.owner).phones().await;
        assert_eq!(phones.len(), count, "never one more, never one less");
        let next = Wishes::of(point + 1);
        let operator = demo.again(&scene.operator);
        even_out(&operator, (runs, !next.sets), &scene.owl_id).await;
        let check = owldeck(demo.data.path(), &["check"]);
        let said = String::from_utf8_lossy(&check.stdout).into_owned();
        assert!(check.status.success(), "{said}");
    }
    assert!(renewed > 0, "some became new devices");
}
