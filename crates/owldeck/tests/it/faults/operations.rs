//! Phones that refuse, die or are slow at each step of each kind: how the operation ends, what the member reads, and the way back.
//! Each phone has a fault of its own; the clock is moved when everything stands.

use std::time::Duration;

use eventually::{LIMIT, eventually};
use futures_util::future::join_all;
use phone_link::{Link, LinkOptions, ShellCommand};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::demo::{Demo, Member, OPERATOR, OWNER};
use crate::operations::{
    DENSITY, ENTER, NEW_DEVICE, POWER_OFF, POWER_ON, PROBE, REBOOT, RESET, UPGRADE, begin, done,
    over, row, shell,
};

/// Enough for each case of a round to have a phone of the owner.
const PHONES: u16 = 28;
/// Beyond every deadline.
const BEYOND_S: i64 = 2 * 10 * 60 + 1;

/// Action that brings the phone back.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Cure {
    /// Nothing has to.
    None,
    /// "Enter directly", once the phone is up.
    Enter,
    Reboot,
    PowerOn,
}

/// Operation, fault, step where it stands or ends (empty: it is done all the same), reason (none: no picture or no connection), the phone's
/// status then, the way back.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
    i64,
    Cure,
);

const REFUSED: Option<&str> = Some("云手机拒绝了此操作");
const SILENT: Option<&str> = Some("云手机没有响应指令");
const NOT_UP: Option<&str> = Some("云手机没有在规定时间内启动");
const AWAY: Option<&str> = Some("连接不上云手机");
const LATE: Option<&str> = Some("没有在规定时间内完成");
const BLIND: Option<&str> = Some("取不到云手机的画面");
const NO_SYSTEM: Option<&str> = Some("云手机的系统还没有启动完成");

/// A phone that refuses says so at once; a phone that never starts is found out at the deadline.
const REFUSE: [Case; 21] = [
    (REBOOT, "state:refuse", "look", REFUSED, 3, Cure::Enter),
    (REBOOT, "power:refuse", "act", REFUSED, 3, Cure::Enter),
    (REBOOT, "boot:refuse", "boot", NOT_UP, 3, Cure::Reboot),
    (RESET, "state:refuse", "look", REFUSED, 5, Cure::Enter),
    (RESET, "wipe:refuse", "act", REFUSED, 5, Cure::Enter),
    (RESET, "boot:refuse", "boot", NOT_UP, 5, Cure::Reboot),
    (UPGRADE, "state:refuse", "look", REFUSED, 7, Cure::Enter),
    (UPGRADE, "upgrade:refuse", "act", REFUSED, 7, Cure::Enter),
    (UPGRADE, "boot:refuse", "boot", NOT_UP, 7, Cure::Reboot),
    (
        POWER_ON,
        "power-on:refuse",
        "act",
        REFUSED,
        3,
        Cure::PowerOn,
    ),
    (POWER_ON, "boot:refuse", "boot", NOT_UP, 3, Cure::Reboot),
    (POWER_ON, "boot:die:30000", "boot", NOT_UP, 3, Cure::Enter),
    (POWER_ON, "boot:slow:30000", "boot", NOT_UP, 3, Cure::Enter),
    (POWER_OFF, "power:refuse", "act", REFUSED, 1, Cure::None),
    (POWER_OFF, "state:refuse", "", None, 0, Cure::PowerOn),
    (DENSITY, "density:refuse", "act", REFUSED, 1, Cure::None),
    (DENSITY, "state:refuse", "", None, 1, Cure::None),
    (ENTER, "state:refuse", "verify", REFUSED, 3, Cure::Enter),
    (PROBE, "state:refuse", "link", REFUSED, 1, Cure::None),
    (PROBE, "boot:refuse", "system", NO_SYSTEM, 0, Cure::Reboot),
    (PROBE, "screen:refuse", "screen", BLIND, 1, Cure::None),
];

/// A phone that dies comes back after a while, later than the deadline. No more of them boot than have places at once.
const DIE: [Case; 17] = [
    (REBOOT, "state:die:30000", "look", AWAY, 3, Cure::Enter),
    (REBOOT, "power:die:30000", "act", SILENT, 3, Cure::Enter),
    (REBOOT, "boot:die:30000", "boot", NOT_UP, 3, Cure::Enter),
    (RESET, "state:die:30000", "look", AWAY, 5, Cure::Enter),
    (RESET, "wipe:die:30000", "act", SILENT, 5, Cure::Enter),
    (RESET, "boot:die:30000", "boot", NOT_UP, 5, Cure::Enter),
    (UPGRADE, "state:die:30000", "look", AWAY, 7, Cure::Enter),
    (UPGRADE, "upgrade:die:30000", "act", SILENT, 7, Cure::Enter),
    (UPGRADE, "boot:die:30000", "boot", NOT_UP, 7, Cure::Enter),
    (
        POWER_ON,
        "power-on:die:30000",
        "act",
        SILENT,
        3,
        Cure::Enter,
    ),
    (POWER_OFF, "power:die:30000", "act", SILENT, 1, Cure::None),
    (POWER_OFF, "state:die:30000", "verify", LATE, 1, Cure::None),
    (DENSITY, "density:die:30000", "verify", LATE, 1, Cure::None),
    (DENSITY, "state:die:30000", "verify", LATE, 1, Cure::None),
    (ENTER, "state:die:30000", "verify", AWAY, 3, Cure::Enter),
    (PROBE, "state:die:30000", "link", AWAY, 1, Cure::None),
    (PROBE, "screen:die:30000", "screen", None, 1, Cure::None),
];

/// A slow phone does the step after all, later than the deadline: what was not seen then is found out by a look.
const SLOW: [Case; 17] = [
    (REBOOT, "state:slow:30000", "look", AWAY, 3, Cure::Enter),
    (REBOOT, "power:slow:30000", "act", SILENT, 3, Cure::Enter),
    (REBOOT, "boot:slow:30000", "boot", NOT_UP, 3, Cure::Enter),
    (RESET, "state:slow:30000", "look", AWAY, 5, Cure::Enter),
    (RESET, "wipe:slow:30000", "act", SILENT, 5, Cure::Enter),
    (RESET, "boot:slow:30000", "boot", NOT_UP, 5, Cure::Enter),
    (UPGRADE, "state:slow:30000", "look", AWAY, 7, Cure::Enter),
    (UPGRADE, "upgrade:slow:30000", "act", SILENT, 7, Cure::Enter),
    (UPGRADE, "boot:slow:30000", "boot", NOT_UP, 7, Cure::Enter),
    (
        POWER_ON,
        "power-on:slow:30000",
        "act",
        SILENT,
        3,
        Cure::Enter,
    ),
    (
        POWER_OFF,
        "power:slow:30000",
        "act",
        SILENT,
        0,
        Cure::PowerOn,
    ),
    (
        POWER_OFF,
        "state:slow:30000",
        "verify",
        LATE,
        0,
        Cure::PowerOn,
    ),
    (DENSITY, "density:slow:30000", "act", SILENT, 1, Cure::None),
    (DENSITY, "state:slow:30000", "verify", LATE, 1, Cure::None),
    (ENTER, "state:slow:30000", "verify", LATE, 3, Cure::Enter),
    (PROBE, "state:slow:30000", "link", AWAY, 1, Cure::None),
    (PROBE, "screen:slow:30000", "screen", BLIND, 1, Cure::None),
];

/// A new device that refuses, dies or is slow at each step: a round of its own, since only so many may boot at once.
const NEW: [Case; 9] = [
    (NEW_DEVICE, "state:refuse", "look", REFUSED, 9, Cure::Enter),
    (
        NEW_DEVICE,
        "recreate:refuse",
        "act",
        REFUSED,
        9,
        Cure::Enter,
    ),
    (NEW_DEVICE, "boot:refuse", "boot", NOT_UP, 9, Cure::Reboot),
    (NEW_DEVICE, "state:die:30000", "look", AWAY, 9, Cure::Enter),
    (
        NEW_DEVICE,
        "recreate:die:30000",
        "act",
        SILENT,
        9,
        Cure::Enter,
    ),
    (NEW_DEVICE, "boot:die:30000", "boot", NOT_UP, 9, Cure::Enter),
    (NEW_DEVICE, "state:slow:30000", "look", AWAY, 9, Cure::Enter),
    (
        NEW_DEVICE,
        "recreate:slow:30000",
        "act",
        SILENT,
        9,
        Cure::Enter,
    ),
    (
        NEW_DEVICE,
        "boot:slow:30000",
        "boot",
        NOT_UP,
        9,
        Cure::Enter,
    ),
];

/// A phone of the owner.
struct FaultyPhone {
    id: i64,
    alias: String,
    address: String,
}

async fn faulty_phones(demo: &Demo) -> Vec<FaultyPhone> {
    let owner = demo.sign_in(OWNER).await;
    let addresses = demo.addresses();
    let mut mine = Vec::new();
    for (at, address) in addresses.into_iter().enumerate() {
        if at % 4 == 3 {
            continue;
        }
        let alias = match at {
            0 => "主力-01".to_owned(),
            1 => "小店客服".to_owned(),
            2 => "选品 A".to_owned(),
            4 => "直播间".to_owned(),
            5 => "短视频-02".to_owned(),
            6 => "备用-04".to_owned(),
            at => format!("云机-{:03}", at + 1),
        };
        let id = owner.running(&alias).await;
        mine.push(FaultyPhone { id, alias, address });
    }
    mine
}

fn body(path: &str, id: i64) -> Value {
    match path {
        DENSITY => json!({ "phoneId": id, "density": 240 }),
        RESET => json!({ "phoneIds": [id] }),
        NEW_DEVICE => json!({ "phoneIds": [id], "model": "2211133G" }),
        _ => json!({ "phoneId": id }),
    }
}

async fn fault(faulty: &FaultyPhone, fault: &str) {
    shell(&faulty.address, "setprop", &["owl.fault", fault]).await;
}

/// Whether the fault waits for a look, which anybody may take: the server looks at a phone by itself while it is not sure of it.
fn hits_a_look((_, word, ..): Case) -> bool {
    word.starts_with("state:")
}

/// Brings a phone where the kind can begin, with its fault waiting unless that hits a look.
async fn prepare(owner: &Member<'_>, case: Case, faulty: &FaultyPhone) {
    let (path, word, ..) = case;
    let one = json!({ "phoneId": faulty.id });
    if path == ENTER {
        fault(faulty, "power:refuse").await;
        let failing = begin(owner, REBOOT, &one).await;
        assert_eq!(over(owner, failing).await["state"], "failed");
    }
    if !hits_a_look(case) {
        fault(faulty, word).await;
    }
    if path == POWER_ON {
        done(owner, POWER_OFF, &one).await;
    }
    if path == PROBE && word.starts_with("boot:") {
        restart_itself(faulty).await;
        let starts = |p: &Value| p["businessStatus"] == 0 && p["reason"] == "设备正在启动";
        owner.phone_when(&faulty.alias, starts).await;
    }
}

/// Restarts the phone from within: nobody here asked for it, so that is no operation.
async fn restart_itself(faulty: &FaultyPhone) {
    let link = Link::connect(&faulty.address, LinkOptions::default()).await;
    // The phone may go before it has answered.
    let _ = link
        .expect("a link")
        .shell(&ShellCommand::new("reboot"))
        .await;
}

/// Waits until it is over, or stands where only the deadline helps.
async fn stands(member: &Member<'_>, (path, word, step, ..): Case, batch: i64) {
    eventually(format!("{path} {word} stands"), async || {
        let row = row(member, batch).await;
        if !row["endTime"].is_null() || row["step"] == step {
            Ok(())
        } else {
            Err(row)
        }
    })
    .await;
}

async fn ends(
    member: &Member<'_>,
    owner: &Member<'_>,
    case: Case,
    faulty: &FaultyPhone,
    batch: i64,
) {
    let (path, word, mut step, mut reason, status, way) = case;
    let row = over(member, batch).await;
    if (step, &row["step"]) == ("look", &json!("act")) && word.contains(":die") {
        // There was time for a second look: its host says that the phone is broken, which another start may mend, and it obeys nothing.
        (step, reason) = ("act", SILENT);
    }
    let place = format!("{path} {word}: {row}");
    let failed = !step.is_empty();
    assert_eq!(
        row["state"],
        if failed { "failed" } else { "done" },
        "{place}"
    );
    if failed {
        assert_eq!(row["step"], step, "{place}");
        // A picture that a dying phone owes is missing, or its connection is: both are said so.
        match reason {
            Some(reason) => assert_eq!(row["reason"], reason, "{place}"),
            None => assert!([BLIND, AWAY].contains(&row["reason"].as_str()), "{place}"),
        }
        assert_eq!(row["retryable"], true, "{place}");
    }
    let dies = word.contains(":die");
    // A phone that is away for a moment and failed nothing is unwell until it is back; one that is slow to go off is on until then.
    let slow_off = word.contains(":slow") && way == Cure::PowerOn;
    if slow_off || dies && way == Cure::None {
        return;
    }
    let shown = owner
        .phone_when(&faulty.alias, |p| p["businessStatus"] == status)
        .await;
    // The reason of a failure is said on the phone, too. A phone that was entered directly says there why it failed before.
    if let (Some(reason), 3 | 5 | 7 | 9) = (reason, status)
        && path != ENTER
    {
        assert_eq!(shown["reason"], reason, "{place}");
    }
}

/// Brings the phone back, and sees it running.
async fn heal(owner: &Member<'_>, (kind, word, .., way): Case, faulty: &FaultyPhone) {
    let path = match way {
        Cure::None | Cure::Enter => ENTER,
        Cure::Reboot => REBOOT,
        Cure::PowerOn => POWER_ON,
    };
    let until = Instant::now() + 2 * LIMIT;
    let mut away = way != Cure::None;
    while away {
        let answer = owner.post(path, &json!({ "phoneId": faulty.id })).await;
        let batch = answer["data"]["batchId"].as_i64();
        let batch = batch.unwrap_or_else(|| panic!("{word} {way:?}: {answer}"));
        let ended = over(owner, batch).await;
        away = ended["state"] != "done";
        assert!(
            !away || Instant::now() < until,
            "{word} {way:?} brings it back: {ended}"
        );
        sleep(Duration::from_millis(250)).await;
    }
    // A phone that nobody expects back is looked for at longer and longer intervals.
    eventually(format!("{word} is back"), async || {
        let mut mine = owner.phones().await.into_iter();
        let now = mine.find(|p| p["phoneId"] == faulty.id).unwrap_or_default();
        if now["businessStatus"] == 1 && now["operation"].is_null() {
            Ok(())
        } else {
            Err(now)
        }
    })
    .await;
    if kind == DENSITY {
        told_as_it_is(owner, word, faulty).await;
    }
}

/// The list says the density that the phone has, whatever the operation came to.
async fn told_as_it_is(owner: &Member<'_>, word: &str, faulty: &FaultyPhone) {
    eventually(format!("{word} is told as it is"), async || {
        let on_it = shell(&faulty.address, "wm", &["density"]).await;
        let mine = owner.phones().await;
        let now = mine.iter().find(|p| p["phoneId"] == faulty.id);
        let told = now.map(|p| p["dpi"].to_string()).unwrap_or_default();
        if on_it.trim_end().ends_with(&format!(" {told}")) {
            Ok(())
        } else {
            Err(format!("{told}, but {on_it}"))
        }
    })
    .await;
}

/// The owner and an operator, both signed in.
struct Actors<'a> {
    owner: Member<'a>,
    operator: Member<'a>,
}

impl<'a> Actors<'a> {
    async fn sign_in(demo: &'a Demo) -> Self {
        Self {
            owner: demo.sign_in(OWNER).await,
            operator: demo.sign_in(OPERATOR).await,
        }
    }

    /// Member who begins the operation of a case.
    fn of(&self, (path, ..): Case) -> &Member<'a> {
        if path == UPGRADE {
            &self.operator
        } else {
            &self.owner
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_refuses_at_whatever_step_ends_it_in_its_failed_state_and_has_a_way_back() {
    round(&REFUSE).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_dies_at_whatever_step_ends_it_in_its_failed_state_and_has_a_way_back() {
    round(&DIE).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_slow_at_whatever_step_ends_it_in_its_failed_state_and_has_a_way_back() {
    round(&SLOW).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_device_that_fails_at_whatever_step_ends_in_its_failed_state_and_has_a_way_back() {
    round(&NEW).await;
}

/// Each on a demo of its own: a look that one left behind would take another's fault.
async fn round(cases: &[Case]) {
    let demo = Demo::noted(PHONES).await;
    let faulty_phones = faulty_phones(&demo).await;
    assert!(cases.len() <= faulty_phones.len(), "a phone for each case");
    let actors = &Actors::sign_in(&demo).await;
    let all = || cases.iter().copied().zip(&faulty_phones);
    join_all(all().map(|(case, faulty)| prepare(&actors.owner, case, faulty))).await;
    let batches = join_all(all().map(async |(case, faulty)| {
        if hits_a_look(case) {
            // From its beginning an operation alone looks at its phone.
            fault(faulty, case.1).await;
        }
        let asked = body(case.0, faulty.id);
        begin(actors.of(case), case.0, &asked).await
    }))
    .await;
    let each = || all().zip(batches.iter().copied());
    join_all(each().map(|((case, _), batch)| stands(actors.of(case), case, batch))).await;
    demo.move_clock(BEYOND_S);
    // The access tokens are over, too: by that one sees that the clock was moved.
    eventually("the clock is moved", async || {
        actors.owner.post(REBOOT, &json!({})).await["code"] == 401
    })
    .await;
    let actors = &Actors::sign_in(&demo).await;
    join_all(
        each().map(|((case, faulty), batch)| {
            ends(actors.of(case), &actors.owner, case, faulty, batch)
        }),
    )
    .await;
    join_all(all().map(|(case, faulty)| heal(&actors.owner, case, faulty))).await;
}
