//! Orders of a provider, and what becomes of them when the phone is told to do them badly.

use std::time::{Duration, Instant};

use eventually::eventually;
use handset::{HandsetError, Host, HostCommand, Power, Report};
use phone_wire::service::Service;
use tokio::sync::Semaphore;

use crate::support::Stage;

async fn fault(stage: &Stage, words: &str) {
    let command = HostCommand::Fault {
        fault: words.to_owned(),
    };
    stage
        .host
        .execute(0, command)
        .await
        .expect("there is such a fault");
}

async fn state(host: &Host) -> Report {
    host.execute(0, HostCommand::State).await.expect("a report")
}

async fn until(what: &str, host: &Host, holds: impl Fn(&Report) -> bool) {
    eventually(what, async || {
        let now = state(host).await;
        if holds(&now) {
            Ok(())
        } else {
            Err(format!("{now:?}"))
        }
    })
    .await;
}

fn recreate() -> HostCommand {
    serde_json::from_str(r#"{"do":"recreate","identity":{"android_id":"00000000000000aa"}}"#)
        .expect("an order")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_cuts_no_connection() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let before = state(&stage.host).await;
    assert!(before.booted && before.power == Power::On);
    assert_eq!(
        adb.output("cat /proc/sys/kernel/random/boot_id")
            .await
            .trim(),
        before.boot_id
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_listens_at_the_port_of_a_phone_that_is_off() {
    let stage = Stage::new().await;
    let address = stage.host.addresses()[0];
    // A connection that ends with the phone keeps its port busy for a while.
    let before = stage.connect().await;
    let off = stage.host.execute(0, HostCommand::PowerOff).await;
    assert_eq!(off.expect("done").power, Power::Off);
    let taken = std::net::TcpListener::bind(address).map_err(|error| error.kind());
    assert_eq!(taken.err(), Some(std::io::ErrorKind::AddrInUse));
    let refused = std::net::TcpStream::connect(address).map_err(|error| error.kind());
    assert_eq!(refused.err(), Some(std::io::ErrorKind::ConnectionRefused));
    drop(before);
    let on = stage.host.execute(0, HostCommand::PowerOn).await;
    assert_eq!(on.expect("done").power, Power::On);
    let mut adb = stage.connect().await;
    assert_eq!(adb.output("echo back").await, "back\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_content_of_a_phone_is_another_after_a_wipe_only() {
    let stage = Stage::new().await;
    let first = state(&stage.host).await;
    let rebooted = stage
        .host
        .execute(0, HostCommand::Reboot)
        .await
        .expect("done");
    assert_ne!(rebooted.boot_id, first.boot_id);
    assert!(!rebooted.booted, "it takes a while");
    assert!(first.data_id.is_some() && rebooted.data_id == first.data_id);
    until("it is up", &stage.host, |report| report.booted).await;
    let stage = stage.restart().await;
    assert_eq!(state(&stage.host).await.data_id, first.data_id, "kept");
    let wiped = stage
        .host
        .execute(0, HostCommand::Wipe)
        .await
        .expect("done");
    assert!(wiped.data_id.is_some() && wiped.data_id != first.data_id);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_is_to_be_refused_changes_nothing_and_is_refused_once() {
    let stage = Stage::new().await;
    let before = state(&stage.host).await;
    for (step, command) in [
        ("power", HostCommand::PowerOff),
        ("power", HostCommand::Reboot),
        ("wipe", HostCommand::Wipe),
        ("recreate", recreate()),
    ] {
        fault(&stage, &format!("{step}:refuse")).await;
        let refused = stage.host.execute(0, command).await;
        assert!(
            matches!(refused, Err(HandsetError::Refused(word)) if word == step),
            "{refused:?}"
        );
        assert_eq!(state(&stage.host).await, before);
    }
    let wiped = stage
        .host
        .execute(0, HostCommand::Wipe)
        .await
        .expect("once");
    assert_ne!(wiped.data_id, before.data_id);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_in_whose_middle_a_phone_dies_is_half_done() {
    let stage = Stage::new().await;
    let before = state(&stage.host).await;
    fault(&stage, "power:die").await;
    let died = stage.host.execute(0, HostCommand::PowerOff).await;
    assert!(matches!(died, Err(HandsetError::BrokeDown("power"))));
    let report = state(&stage.host).await;
    assert_eq!((report.power, report.booted), (Power::Broken, false));
    stage
        .host
        .execute(0, HostCommand::PowerOn)
        .await
        .expect("it helps");

    fault(&stage, "wipe:die").await;
    let died = stage.host.execute(0, HostCommand::Wipe).await;
    assert!(matches!(died, Err(HandsetError::BrokeDown("wipe"))));
    let report = state(&stage.host).await;
    assert_eq!((report.power, report.data_id), (Power::Broken, None));
    stage
        .host
        .execute(0, HostCommand::PowerOn)
        .await
        .expect("it helps");

    fault(&stage, "recreate:die:300").await;
    let died = stage.host.execute(0, recreate()).await;
    assert!(matches!(died, Err(HandsetError::BrokeDown("recreate"))));
    until("it comes back", &stage.host, |report| report.booted).await;
    let report = state(&stage.host).await;
    assert_eq!(report.identity, before.identity, "not yet another one");
    assert!(report.data_id.is_some() && report.data_id != before.data_id);
    let said = stage
        .host
        .execute_line(r#"{"id":1,"phone":0,"do":"fault","fault":"wipe:die"}"#)
        .await;
    assert!(!said.contains("broken"), "{said}");
    let said = stage
        .host
        .execute_line(r#"{"id":2,"phone":0,"do":"wipe"}"#)
        .await;
    assert!(said.contains(r#""broken":true"#), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_step_is_done_later_and_questions_are_answered_meanwhile() {
    let stage = Stage::new().await;
    let before = state(&stage.host).await;
    fault(&stage, "wipe:slow:5000").await;
    let wiping = stage.host.execute(0, HostCommand::Wipe);
    let looking = async {
        assert_eq!(state(&stage.host).await, before, "it serves until then");
        stage.connect().await.output("true").await;
        assert_eq!(state(&stage.host).await, before, "it is not done yet");
    };
    let (wiped, ()) = tokio::join!(wiping, looking);
    assert_ne!(wiped.expect("done").data_id, before.data_id);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_step_waits_until_it_is_released_and_so_does_the_next_one() {
    let stage = Stage::new().await;
    let before = state(&stage.host).await;
    fault(&stage, "wipe:hold").await;
    let wiping = stage.host.execute(0, HostCommand::Wipe);
    tokio::pin!(wiping);
    // The wipe is ordered first, and the phone answers in order.
    let looking = async { assert_eq!(state(&stage.host).await, before, "it serves until then") };
    tokio::select! {
        biased;
        done = &mut wiping => panic!("{done:?}"),
        () = looking => {}
    }
    fault(&stage, "none").await;
    assert_ne!(wiping.await.expect("done").data_id, before.data_id);

    fault(&stage, "state:hold").await;
    let mut adb = stage.connect().await;
    let held = futures(vec![state(&stage.host), state(&stage.host)]);
    let release = async { adb.output("setprop owl.fault none").await };
    let (reports, _) = tokio::join!(held, release);
    assert_eq!(reports[0], reports[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_order_is_refused_when_its_time_is_over() {
    let stage = Stage::new().await;
    let before = state(&stage.host).await;
    fault(&stage, "power:hold").await;
    let within = Some(Duration::from_millis(100));
    let held = stage
        .host
        .execute_within(0, HostCommand::Reboot, within)
        .await;
    assert!(matches!(held, Err(HandsetError::Late)), "{held:?}");
    assert_eq!(state(&stage.host).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_was_not_begun_in_its_time_is_never_done() {
    let stage = Stage::new().await;
    let before = state(&stage.host).await;
    fault(&stage, "wipe:slow:600000").await;
    let slow = stage
        .host
        .execute_within(0, HostCommand::Wipe, Some(Duration::from_millis(200)));
    // The reboot waits behind the slow wipe.
    let behind =
        stage
            .host
            .execute_within(0, HostCommand::Reboot, Some(Duration::from_millis(100)));
    let (slow, behind) = tokio::join!(slow, behind);
    assert!(matches!(slow, Err(HandsetError::Late)), "{slow:?}");
    assert!(matches!(behind, Err(HandsetError::Late)), "{behind:?}");
    assert_eq!(state(&stage.host).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_orders_wait_for_a_slow_phone_than_it_takes() {
    let stage = Stage::new().await;
    fault(&stage, "power:hold").await;
    // The time of all but the held one is over before their turn comes. It is released once what is too much was refused.
    let refused = Semaphore::new(0);
    let order = async |n: u32| {
        let within = (n > 0).then_some(Duration::ZERO);
        let order = stage.host.execute_within(0, HostCommand::Reboot, within);
        let outcome = order.await;
        if matches!(outcome, Err(HandsetError::Busy(_))) {
            refused.add_permits(1);
        }
        outcome
    };
    let release = async {
        let _all = refused.acquire_many(3).await.expect("it stays open");
        fault(&stage, "none").await;
    };
    let (outcomes, ()) = tokio::join!(futures((0..12).map(order).collect()), release);
    let (mut done, mut late, mut busy) = (0, 0, 0);
    for outcome in outcomes {
        match outcome {
            Ok(_) => done += 1,
            Err(HandsetError::Late) => late += 1,
            Err(HandsetError::Busy(8)) => busy += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((done, late, busy), (1, 8, 3));
}

/// All at once, in the order in which they are given.
async fn futures<T>(all: Vec<impl Future<Output = T>>) -> Vec<T> {
    let mut all: Vec<_> = all.into_iter().map(Box::pin).collect();
    let mut done: Vec<Option<T>> = all.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, done) in all.iter_mut().zip(&mut done) {
            if done.is_none()
                && let std::task::Poll::Ready(value) = future.as_mut().poll(context)
            {
                *done = Some(value);
            }
        }
        if done.iter().all(Option::is_some) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    done.into_iter().flatten().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_boot_is_slow_never_ends_or_kills_as_told_and_the_next_one_goes_well() {
    let stage = Stage::of(2).await;
    fault(&stage, "boot:slow:600000").await;
    stage
        .host
        .execute(0, HostCommand::Reboot)
        .await
        .expect("it goes up");
    let mut adb = stage.connect().await;
    assert_eq!(adb.output("getprop sys.boot_completed").await, "\n");
    assert_eq!(adb.output("getprop owl.fault").await, "\n", "struck");
    stage
        .host
        .execute(0, HostCommand::Reboot)
        .await
        .expect("it goes up");
    until("it is up", &stage.host, |report| report.booted).await;

    fault(&stage, "boot:refuse").await;
    stage
        .host
        .execute(0, HostCommand::Reboot)
        .await
        .expect("it goes up");
    // The second phone, whose boot began later, is up, and the first is not.
    let other = stage.host.execute(1, HostCommand::Reboot).await;
    other.expect("it goes up");
    eventually("the other one is up", async || {
        let report = stage.host.execute(1, HostCommand::State).await;
        report.expect("a report").booted
    })
    .await;
    assert!(!state(&stage.host).await.booted);

    fault(&stage, "boot:die:1500").await;
    let wiped = stage
        .host
        .execute(0, HostCommand::Wipe)
        .await
        .expect("it goes up");
    // A busy machine may look too seldom to see it broken; a boot that nobody asked for shows the same.
    until("it dies", &stage.host, |report| {
        report.power == Power::Broken || report.boot_id != wiped.boot_id
    })
    .await;
    until("it comes back", &stage.host, |report| {
        report.booted && report.boot_id != wiped.boot_id
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_density_is_late_refused_or_deadly_as_told() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.output("setprop owl.fault density:refuse").await;
    let (_, why, code) = adb.shell("wm density 280").await;
    assert!(why.contains("refused") && code != 0, "{why}");
    assert_eq!(state(&stage.host).await.density, 320);
    adb.output("setprop owl.fault density:slow:300").await;
    let begun = Instant::now();
    adb.output("wm density 280").await;
    assert!(begun.elapsed() >= Duration::from_millis(300));
    assert_eq!(state(&stage.host).await.density, 280);
    adb.output("setprop owl.fault density:die:200").await;
    adb.ask(&Service::shell_v2("wm density 240")).await;
    assert!(adb.is_dropped().await);
    until("it comes back", &stage.host, |report| report.booted).await;
    assert_eq!(state(&stage.host).await.density, 240);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_that_is_asked_on_the_phone_goes_wrong_as_well() {
    let stage = Stage::new().await;
    let before = state(&stage.host).await;
    let mut adb = stage.connect().await;
    adb.output("setprop owl.fault power:refuse").await;
    adb.output("reboot").await;
    eventually("it is refused", async || {
        adb.output("getprop owl.fault").await == "\n"
    })
    .await;
    assert_eq!(state(&stage.host).await.boot_id, before.boot_id);
    // Broken until it is switched on: a busy machine may look too seldom to see it broken for a while.
    adb.output("setprop owl.fault power:die").await;
    adb.ask(&Service::shell_v2("reboot")).await;
    until("it dies", &stage.host, |report| {
        report.power == Power::Broken
    })
    .await;
    stage
        .host
        .execute(0, HostCommand::PowerOn)
        .await
        .expect("it helps");
    until("it comes back", &stage.host, |report| {
        report.booted && report.boot_id != before.boot_id
    })
    .await;
}
