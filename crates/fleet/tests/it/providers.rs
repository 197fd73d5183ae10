//! The supervisor of simulated phones, with this very test program as the host; phones that somebody else runs.

use std::io::{BufRead, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use domain::identity::Keep;
use domain::phones::{Ability, Unable};
use eventually::eventually;
use fleet::providers::listed::Listed;
use fleet::providers::simulated::{HandsetCommand, Supervisor, SupervisorError};
use fleet::providers::{IdentityRequest, Provider, ProviderError, Switch};
use fleet::{Fleet, FleetError};
use stopwatch::Stopwatch;
use tokio::net::TcpStream;
use tokio::runtime::Handle;

use crate::stand_in::{StandIn, kept_address};
use crate::{attach, fleet_with, healthy, soon, timing};

/// Answer of a well-behaved host, but for the number of the order.
const REPORT: &str = r#""ok":true,"report":{"power":"on","boot_id":"b1","booted":true,"data_id":"d1","density":320,"apps_bytes":0,
    "identity":{"serial":"S1","android_id":"a1","build_id":"B1","brand":"x"}}"#;

/// Run by the supervisor: listens where an argument says, until an `x` comes there, and answers orders as another argument says.
#[test]
#[ignore = "it is the host that other tests run"]
fn host() {
    let argument =
        |name: &str| std::env::args().find_map(|arg| arg.strip_prefix(name).map(str::to_owned));
    let address = argument("listen-").expect("an address");
    let manner = argument("manner-").unwrap_or_default();
    let listener = TcpListener::bind(&address).expect("a free port");
    // The harness may have begun the line.
    writeln!(std::io::stdout(), "\n{address}").expect("a reader");
    std::thread::spawn(move || answer(&manner));
    for socket in listener.incoming() {
        let mut first = [0];
        if std::io::Read::read(&mut socket.expect("a connection"), &mut first)
            .is_ok_and(|count| count == 1 && first == *b"x")
        {
            std::process::exit(3);
        }
    }
}

fn answer(manner: &str) {
    let say = |line: &str| {
        let mut output = std::io::stdout();
        let said = output.write_all(line.replace("\n    ", "").as_bytes());
        said.and_then(|()| output.write_all(b"\n"))
            .and_then(|()| output.flush())
            .expect("a reader");
    };
    let mut held = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("text");
        let id = line
            .split(r#""id":"#)
            .nth(1)
            .and_then(|rest| rest.split(',').next())
            .expect("a number")
            .to_owned();
        let right = format!(r#"{{"id":{id},{REPORT}}}"#);
        match manner {
            "echo" => say(&format!(
                r#"{{"id":{id},"ok":false,"why":{}}}"#,
                serde_json::to_string(&line).expect("text")
            )),
            "mute" => {}
            "dies" => std::process::exit(4),
            "breaks" => say(&format!(
                r#"{{"id":{id},"ok":false,"why":"it fell\u0007 down\nhard","broken":true}}"#
            )),
            "empty" => say(&format!(r#"{{"id":{id},"ok":true}}"#)),
            // Two orders are answered the other way round.
            "turned" => {
                held.push(right);
                if held.len() == 2 {
                    held.drain(..).rev().for_each(|line| say(&line));
                }
            }
            "noisy" => {
                say("127.0.0.1:1 is where I listen");
                say(&"x".repeat(1_000_000));
                say(&format!(r#"{{"id":999999,{REPORT}}}"#));
                say(r#"{"id":"#);
                say(&right);
            }
            _ => say(&right),
        }
    }
}

fn command(address: &str) -> HandsetCommand {
    command_of(address, "plain")
}

fn command_of(address: &str, manner: &str) -> HandsetCommand {
    let args = [
        "--ignored",
        "--exact",
        "providers::host",
        &format!("listen-{address}"),
        &format!("manner-{manner}"),
    ]
    .map(str::to_owned)
    .to_vec();
    HandsetCommand {
        program: std::env::current_exe().expect("this program"),
        args,
    }
}

/// A fleet whose phone 1 is run by a host of this manner; the phone itself never speaks.
async fn hosted(manner: &str, limit: Duration) -> Fleet {
    let address = kept_address();
    let addresses = vec![address.clone()];
    let command = command_of(&address, manner);
    let supervisor = Supervisor::start_with_timeout(command, addresses, limit, &Handle::current());
    assert_eq!(supervisor.ready(LONG).await, Ok(()));
    let fleet = fleet_with(timing());
    fleet.provide(&(Arc::new(supervisor) as Arc<dyn Provider>));
    attach(&fleet, 1, &address);
    fleet
}

/// Much longer than anything takes here, on a busy machine too.
const LONG: Duration = Duration::from_mins(2);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_runs_is_restarted_when_it_dies_and_ends_with_its_supervisor() {
    let address = kept_address();
    let supervisor =
        Supervisor::start(command(&address), vec![address.clone()], &Handle::current());
    assert_eq!(supervisor.ready(LONG).await, Ok(()));
    assert_eq!(
        (supervisor.name(), supervisor.addresses()),
        ("simulated", &[address.clone()][..])
    );

    let mut order = TcpStream::connect(&address).await.expect("it accepts");
    tokio::io::AsyncWriteExt::write_all(&mut order, b"x")
        .await
        .expect("sent");
    let mut rest = Vec::new();
    let _ = soon(tokio::io::AsyncReadExt::read_to_end(&mut order, &mut rest)).await;
    eventually("it listens again", async || {
        TcpStream::connect(&address).await
    })
    .await;

    drop(supervisor);
    eventually("nobody listens", async || {
        TcpStream::connect(&address).await.is_err()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_cannot_run_is_told() {
    let command = HandsetCommand {
        program: "/nowhere/owldeck".into(),
        args: Vec::new(),
    };
    let supervisor = Supervisor::start(command, vec![kept_address()], &Handle::current());
    let Err(SupervisorError::NotReady(why)) = supervisor.first_start(LONG).await else {
        panic!("nothing can be ready")
    };
    assert!(why.contains("/nowhere/owldeck"), "{why}");
}

/// Two servers that look for free ports at once find the same ones: the slower must not take the other's phones for its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_whose_port_is_taken_is_not_ready_though_somebody_accepts_there() {
    let address = kept_address();
    let first = Supervisor::start(command(&address), vec![address.clone()], &Handle::current());
    assert_eq!(first.first_start(LONG).await, Ok(()));
    let second = Supervisor::start(command(&address), vec![address.clone()], &Handle::current());
    let Err(SupervisorError::NotReady(why)) = second.first_start(LONG).await else {
        panic!("the port is taken")
    };
    assert!(why.contains("ended"), "{why}");
    assert!(second.ready(Duration::from_millis(500)).await.is_err());
    assert_eq!(first.ready(LONG).await, Ok(()));
}

#[test]
fn listed_phones_are_where_the_operator_said() {
    let listed = Listed::new(vec!["10.0.0.1:5555".to_owned()]);
    assert_eq!(
        (listed.name(), listed.addresses()),
        ("listed", &["10.0.0.1:5555".to_owned()][..])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_are_lines_with_phone_and_deadline() {
    let fleet = hosted("echo", Duration::from_secs(7)).await;
    let said = |error: Result<(), ProviderError>| match error {
        Err(ProviderError::Refused(line)) => line,
        other => panic!("{other:?}"),
    };
    let wish = IdentityRequest {
        android_id: Some("00000000000000aa".to_owned()),
        ..IdentityRequest::default()
    };
    assert_eq!(
        said(fleet.power(1, true).await),
        r#"{"id":1,"phone":0,"within_ms":7000,"do":"power-on"}"#
    );
    assert!(said(fleet.power(1, false).await).contains(r#""do":"power-off""#));
    assert!(said(fleet.reboot(1).await).contains(r#""do":"reboot""#));
    assert!(said(fleet.wipe(1).await).contains(r#""do":"wipe""#));
    assert_eq!(
        said(fleet.recreate(1, &wish, Keep::Nothing).await),
        r#"{"id":5,"phone":0,"within_ms":7000,"do":"recreate","identity":{"android_id":"00000000000000aa"},"keep":"nothing"}"#
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_answer_finds_its_asker_whatever_else_a_host_says() {
    let fleet = hosted("turned", LONG).await;
    let (first, second) = soon(async { tokio::join!(fleet.evidence(1), fleet.wipe(1)) }).await;
    assert_eq!(second, Ok(()));
    let evidence = first.expect("a report");
    assert_eq!(
        (evidence.switch, evidence.booted, evidence.density),
        (Switch::On, true, Some(320))
    );
    assert_eq!(
        [
            evidence.boot_id,
            evidence.data_id,
            evidence.android_id,
            evidence.serial
        ],
        ["b1", "d1", "a1", "S1"].map(|text| Some(text.to_owned()))
    );
    let fleet = hosted("noisy", LONG).await;
    for _ in 0..3 {
        assert!(soon(fleet.evidence(1)).await.is_ok());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_is_silent_dies_or_talks_nonsense_ends_the_deed_with_its_cause() {
    let fleet = hosted("dies", LONG).await;
    assert_eq!(soon(fleet.wipe(1)).await, Err(ProviderError::HostDown));
    let fleet = hosted("breaks", LONG).await;
    assert_eq!(
        soon(fleet.wipe(1)).await,
        Err(ProviderError::BrokeDown("it fell down".to_owned()))
    );
    let fleet = hosted("empty", LONG).await;
    let broken = soon(fleet.evidence(1)).await;
    assert!(
        matches!(broken, Err(ProviderError::Broken(_))),
        "{broken:?}"
    );
    for (error, may) in [
        (ProviderError::HostDown, true),
        (ProviderError::Timeout, true),
        (ProviderError::BrokeDown(String::new()), true),
        (ProviderError::Refused(String::new()), false),
        (ProviderError::Unreachable, false),
    ] {
        assert_eq!(error.may_have_happened(), may, "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_does_not_answer_is_not_waited_for_for_ever() {
    let fleet = hosted("mute", Duration::from_millis(50)).await;
    let begun = Stopwatch::start();
    assert_eq!(soon(fleet.wipe(1)).await, Err(ProviderError::Timeout));
    begun.within(Duration::from_secs(15));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_does_to_a_listed_phone_what_its_place_cannot() {
    let phone = StandIn::at(&kept_address()).await;
    let fleet = fleet_with(timing());
    assert_eq!(
        fleet.capabilities(1).map_err(|error| error.to_string()),
        Err(FleetError::UnknownPhone(1).to_string())
    );
    assert_eq!(fleet.evidence(1).await, Err(ProviderError::UnknownPhone(1)));
    let mut events = fleet.health_events();
    attach(&fleet, 1, &phone.address);
    let capabilities = fleet.capabilities(1).expect("attached");
    for (ability, able) in [
        (Ability::Power, Err(Unable::NoPowerSwitch)),
        (Ability::Wipe, Err(Unable::NoStorage)),
        (Ability::Recreate, Err(Unable::FixedIdentity)),
        (Ability::Upgrade, Err(Unable::FixedImage)),
        (Ability::Reboot, Ok(())),
        (Ability::Density, Ok(())),
    ] {
        assert_eq!(capabilities.check(ability), able);
    }
    let wish = IdentityRequest::default();
    for (done, why) in [
        (fleet.power(1, false).await, Unable::NoPowerSwitch),
        (fleet.wipe(1).await, Unable::NoStorage),
        (
            fleet.recreate(1, &wish, Keep::Nothing).await,
            Unable::FixedIdentity,
        ),
        (fleet.upgrade(1).await, Unable::FixedImage),
    ] {
        assert_eq!(done, Err(ProviderError::Unable(why)));
    }
    healthy(&mut events, 1).await;
    // This one prints nothing at all, so nothing is believed.
    let refused = fleet.density(1, Some(280)).await;
    assert!(
        matches!(refused, Err(ProviderError::Refused(_))),
        "{refused:?}"
    );
    let evidence = fleet.evidence(1).await.expect("it answers");
    assert_eq!((evidence.boot_id, evidence.density), (None, None));
    drop(phone);
    eventually("it is unreachable", async || {
        fleet.reboot(1).await == Err(ProviderError::Unreachable)
    })
    .await;
}
