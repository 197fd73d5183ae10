//! The server is killed at many points of all kinds at once: on one demo each kind has a phone of its own. Whatever happened, each operation
//! ends once, in time, no phone is told a thing twice, and the data is whole.

use std::time::Duration;

use domain::operations::SETTLE_MS;
use eventually::LIMIT;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

use crate::demo::{Demo, Member, OPERATOR, OWNER, owldeck, rounds};
use crate::operations::{
    DENSITY, ENTER, MAIN, NEW_DEVICE, POWER_OFF, POWER_ON, PROBE, REBOOT, RENAME, RESET, UPGRADE,
    begin, over, shell,
};

/// Points of time at which the server is killed, unless `OWLDECK_ROUNDS` says how many.
const KILLS: u32 = 4;
/// The points lie within this time: as long as the longest kind takes.
const SPREAD: Duration = Duration::from_millis(2200);
/// An operation that is due ends within so many milliseconds.
const LATEST_MS: i64 = 30_000;
/// How far the clock is moved at once while an order whose fate is unknown gets its settling time, seconds.
const NUDGE_S: i64 = 5;
/// How far it is moved in all: far from any deadline. What is not over by then waits for its phone, and gets the phone's own time alone.
const MOVED_S: i64 = (SETTLE_MS + LATEST_MS) / 1000;

/// The phones of the demo by their port, and what each is there for.
const REBOOTED: usize = 0;
const RESET_ONE: usize = 1;
const DENSE: usize = 2;
const UPGRADED: usize = 10;
const SWITCHED: [usize; 2] = [4, 5];
const ENTERED: usize = 6;
const PROBED: usize = 8;
const RENAMED: [usize; 2] = [8, 9];
const RENEWED: usize = 12;
const PHONES: u16 = 13;
const NAMES: [&str; 13] = [
    MAIN,
    "小店客服",
    "选品 A",
    "农场-03",
    "直播间",
    "短视频-02",
    "备用-04",
    "跑酷-11",
    "云机-009",
    "",
    "",
    "",
    "",
];

/// Something that is begun: by whom, what, on which phone of the demo, and its order as the phone's host hears it.
struct Begun {
    operator: bool,
    kind: &'static str,
    path: &'static str,
    body: Value,
    at: usize,
    order: Option<&'static str>,
    batch: i64,
}

/// The phones by port.
async fn ids(demo: &Demo) -> Vec<i64> {
    let owner = demo.sign_in(OWNER).await;
    let guest = demo.sign_in(crate::demo::GUEST).await;
    let mut ids = Vec::new();
    for (at, name) in NAMES.iter().enumerate() {
        let numbered = format!("云机-{:03}", at + 1);
        let alias = if name.is_empty() { &numbered } else { *name };
        let member = if at % 4 == 3 { &guest } else { &owner };
        ids.push(member.running(alias).await);
    }
    ids
}

/// A reboot that the phone refuses leaves it in the failed state that is entered directly.
async fn fail(owner: &Member<'_>, address: &str, id: i64) {
    shell(address, "setprop", &["owl.fault", "power:refuse"]).await;
    let failing = begin(owner, REBOOT, &json!({ "phoneId": id })).await;
    assert_eq!(over(owner, failing).await["state"], "failed");
}

/// All kinds, each on its phone. Of the two phones that are switched, one is on and one off; they change their parts each time.
fn actions(ids: &[i64], point: u32) -> Vec<Begun> {
    let turn = usize::from(point % 2 == 1);
    let (on, off) = (SWITCHED[turn], SWITCHED[1 - turn]);
    let action = |kind, path, at: usize, more: Value, order| {
        let mut body = json!({ "phoneIds": [ids[at]] });
        for (key, value) in more.as_object().expect("fields") {
            body[key] = value.clone();
        }
        Begun {
            operator: path == UPGRADE,
            kind,
            path,
            body,
            at,
            order,
            batch: 0,
        }
    };
    let none = || json!({});
    let names = json!({
        "phoneIds": RENAMED.map(|at| ids[at]),
        "phoneAlias": format!("名{point}-{{n}}"),
    });
    vec![
        action("reboot", REBOOT, REBOOTED, none(), Some("reboot")),
        action("factoryReset", RESET, RESET_ONE, none(), Some("wipe")),
        action(
            "newDevice",
            NEW_DEVICE,
            RENEWED,
            json!({ "model": "2211133G" }),
            Some("recreate"),
        ),
        action("upgradeImage", UPGRADE, UPGRADED, none(), Some("upgrade")),
        action("powerOff", POWER_OFF, on, none(), None),
        action("powerOn", POWER_ON, off, none(), None),
        action(
            "density",
            DENSITY,
            DENSE,
            json!({ "density": 200 + point }),
            None,
        ),
        action(
            "enterDirectly",
            ENTER,
            ENTERED,
            json!({ "phoneId": ids[ENTERED] }),
            None,
        ),
        action("probe", PROBE, PROBED, none(), None),
        action("rename", RENAME, RENAMED[0], names, None),
    ]
}

/// Begins all kinds at once.
async fn begin_all(owner: &Member<'_>, operator: &Member<'_>, actions: Vec<Begun>) -> Vec<Begun> {
    let mut begun = Vec::new();
    for action in actions {
        let by = if action.operator { operator } else { owner };
        let batch = begin(by, action.path, &action.body).await;
        begun.push(Begun { batch, ..action });
    }
    begun
}

async fn rows(member: &Member<'_>, batch: i64) -> Vec<Value> {
    let path = format!("/app-api/infra/operation/info?batchId={batch}");
    let receipt = member.get(&path).await;
    receipt["list"].as_array().expect("rows").clone()
}

/// How often a phone's host was given an order.
fn orders(demo: &Demo, at: usize, order: &str) -> usize {
    demo.told(at)
        .iter()
        .filter(|told| told["order"] == order)
        .count()
}

/// A batch of the owner's.
fn of_owner(begun: &[Begun]) -> i64 {
    let own = begun.iter().find(|one| !one.operator);
    own.expect("a member's batch").batch
}

/// Time of the server's clock, in ms.
async fn server_ms(member: &Member<'_>, batch: i64) -> i64 {
    let path = format!("/app-api/infra/operation/info?batchId={batch}");
    let receipt = member.get(&path).await;
    receipt["now"].as_i64().expect("a time")
}

/// Waits until all are over, moving the clock on for those that settle.
async fn all_over(demo: &Demo, by: &By, begun: &[Begun], ahead_s: &mut i64) -> Vec<Vec<Value>> {
    let until = Instant::now() + LIMIT;
    let furthest_s = *ahead_s + MOVED_S;
    loop {
        let mut all = Vec::new();
        for one in begun {
            let member = demo.again(if one.operator {
                &by.operator
            } else {
                &by.owner
            });
            all.push(rows(&member, one.batch).await);
        }
        let is_open = |row: &&Value| row["endTime"].is_null();
        let open: Vec<&Value> = all.iter().flatten().filter(is_open).collect();
        if open.is_empty() {
            return all;
        }
        assert!(Instant::now() < until, "they end: {open:?}");
        sleep(Duration::from_millis(250)).await;
        if *ahead_s + NUDGE_S <= furthest_s {
            *ahead_s += NUDGE_S;
            demo.move_clock(*ahead_s);
        }
    }
}

/// Every phone runs again, but the one that is to be off. A restart of the server restarts the simulated phones, which are all on then: until
/// the server saw that, its list has the old state of the phone that is to be off. So the phone itself is asked, too.
async fn heal(owner: &Member<'_>, (off, address): (i64, &str)) {
    let until = Instant::now() + LIMIT;
    loop {
        let mine = owner.phones().await;
        let is_right = |p: &&Value| {
            let is_off = p["power"] == "off";
            p["operation"].is_null()
                && if p["phoneId"] == off {
                    is_off
                } else {
                    p["businessStatus"] == 1
                }
        };
        let Some(now) = mine.iter().find(|p| !is_right(p)) else {
            if TcpStream::connect(address).await.is_err() {
                return;
            }
            assert!(Instant::now() < until, "the server sees that {off} is on");
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let path = match (now["businessStatus"].as_i64(), now["power"].as_str()) {
            (Some(3 | 5 | 7 | 9), _) => Some(ENTER),
            (Some(0), Some("off")) => Some(POWER_ON),
            (Some(1), _) if now["phoneId"] == off => Some(POWER_OFF),
            _ => None,
        };
        if let Some(path) = path {
            let asked = json!({ "phoneId": now["phoneId"] });
            let answer = owner.post(path, &asked).await;
            if let Some(batch) = answer["data"]["batchId"].as_i64() {
                over(owner, batch).await;
            }
        } else {
            sleep(Duration::from_millis(50)).await;
        }
        assert!(Instant::now() < until, "it is whole: {now}");
    }
}

/// How often the server said that an operation of this kind ended on this phone.
fn endings(log: &str, kind: &str, phone: i64) -> usize {
    log.lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|said| said["message"] == "operation ended")
        .filter(|said| said["kind"] == kind && said["phone_id"] == phone)
        .count()
}

/// The tokens of who acts.
struct By {
    owner: String,
    operator: String,
}

/// The moment after which a server that took over was there: by its clock, and by ours.
struct Restart {
    server_ms: i64,
    here: Instant,
}

impl Restart {
    /// When everything must have ended: what settles within its time, what waits for a phone as soon as the phone answered. Its answer came
    /// by now, so by the server's clock at the latest as long after the restart as it was here.
    fn latest_ms(&self) -> i64 {
        let phones_ms = i64::try_from(self.here.elapsed().as_millis()).expect("a while");
        self.server_ms + SETTLE_MS + LATEST_MS + phones_ms
    }
}

/// Checks that all that was begun ended in time, and was ordered and ended at most once.
fn judge(
    demo: &Demo,
    begun: &[Begun],
    ended: &[Vec<Value>],
    before: &Before,
    ids: &[i64],
    restart: &Restart,
) {
    let log = demo.log();
    let latest_ms = restart.latest_ms();
    for (at, (one, rows)) in begun.iter().zip(ended).enumerate() {
        for row in rows {
            let place = format!("{}: {row}", one.kind);
            let state = row["state"].as_str().unwrap_or_default();
            assert!(["done", "failed"].contains(&state), "{place}");
            let end_ms = row["endTime"].as_i64().expect("it is over");
            let due_ms = row["deadline"].as_i64().unwrap_or(latest_ms);
            assert!(end_ms <= latest_ms.min(due_ms + LATEST_MS), "{place}");
        }
        if let Some(order) = one.order {
            let told = orders(demo, one.at, order) - before.orders[at];
            assert!(told <= 1, "{} was ordered {told} times", one.kind);
        }
        let told = endings(&log, one.kind, ids[one.at]) - before.endings[at];
        assert!(told <= 1, "{} ended {told} times", one.kind);
    }
    let check = owldeck(demo.data.path(), &["check"]);
    assert!(
        check.status.success(),
        "{}",
        String::from_utf8_lossy(&check.stdout)
    );
}

/// Orders and endings that were counted before anything was begun.
struct Before {
    orders: Vec<usize>,
    endings: Vec<usize>,
}

impl Before {
    fn of(demo: &Demo, begun: &[Begun], ids: &[i64]) -> Self {
        let log = demo.log();
        let orders_of = |one: &Begun| one.order.map_or(0, |order| orders(demo, one.at, order));
        Self {
            orders: begun.iter().map(orders_of).collect(),
            endings: begun
                .iter()
                .map(|one| endings(&log, one.kind, ids[one.at]))
                .collect(),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_runs_when_the_server_is_killed_ends_once_and_in_time() {
    let mut demo = Demo::noted(PHONES).await;
    let ids = ids(&demo).await;
    let by = By {
        owner: demo.sign_in(OWNER).await.token,
        operator: demo.sign_in(OPERATOR).await.token,
    };
    let mut ahead_s = 0;
    let addresses = demo.addresses();
    let switched = |turn: usize| (ids[SWITCHED[turn]], addresses[SWITCHED[turn]].as_str());
    heal(&demo.again(&by.owner), switched(1)).await;
    let kills = rounds(KILLS);
    for point in 0..kills {
        let (owner, operator) = (demo.again(&by.owner), demo.again(&by.operator));
        fail(&owner, &addresses[ENTERED], ids[ENTERED]).await;
        let plan = actions(&ids, point);
        let before = Before::of(&demo, &plan, &ids);
        let begun = begin_all(&owner, &operator, plan).await;
        sleep(SPREAD * point / kills).await;
        demo.kill_and_restart().await;
        let restart = Restart {
            server_ms: server_ms(&demo.again(&by.owner), of_owner(&begun)).await,
            here: Instant::now(),
        };
        let ended = all_over(&demo, &by, &begun, &mut ahead_s).await;
        judge(&demo, &begun, &ended, &before, &ids, &restart);
        let off = usize::from(point % 2 == 1);
        heal(&demo.again(&by.owner), switched(off)).await;
    }
    // Orders and endings are in the journal and the log at all, so the counts above are not of nothing.
    assert!(orders(&demo, REBOOTED, "reboot") > 0);
    assert!(endings(&demo.log(), "reboot", ids[REBOOTED]) > 0);
}
