//! Orders to phones from outside, by the fleet: simulated ones through their host, as the demo runs it; others over ADB.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use domain::identity::Keep;
use domain::lang::Lang;
use eventually::{LIMIT, eventually};
use fleet::providers::simulated::{HandsetCommand, Supervisor};
use fleet::providers::{Evidence, IdentityRequest, Provider, ProviderError, Switch};
use fleet::{Fleet, FleetOptions, PhoneSpec, Timing};
use handset::{Host, HostOptions};
use phone_link::{Link, LinkOptions, ShellCommand};
use tempfile::TempDir;
use tokio::runtime::Handle;
use tokio::time::timeout;

fn fleet() -> Fleet {
    Fleet::new(FleetOptions {
        server_file: None,
        runtime: Handle::current(),
        clock: Arc::new(|| 0),
        timing: Timing::default(),
    })
}

fn attach(fleet: &Fleet, phone_id: i64, address: &str) {
    fleet.attach(PhoneSpec {
        phone_id,
        address: address.to_owned(),
    });
}

/// A fleet with two phones, 1 and 2, in the binary as a child, and where they answer.
struct Hosted {
    fleet: Fleet,
    addresses: Vec<String>,
    _data: TempDir,
    /// The port before theirs, so that no other test takes the same.
    _claim: TcpListener,
}

async fn hosted() -> Hosted {
    let data = tempfile::tempdir().expect("a folder");
    let free = |port| TcpListener::bind(("127.0.0.1", port));
    let (first, claim) = (20_000..30_000)
        .step_by(3)
        .find_map(|port| {
            let claim = free(port).ok()?;
            (free(port + 1).is_ok() && free(port + 2).is_ok()).then_some((port + 1, claim))
        })
        .expect("free ports");
    let addresses: Vec<String> = (first..first + 2)
        .map(|port| format!("127.0.0.1:{port}"))
        .collect();
    let args = [
        "handset",
        "--until-eof",
        "--count",
        "2",
        "--listen",
        &addresses[0],
        "--data",
    ];
    let mut args: Vec<String> = args.map(str::to_owned).to_vec();
    args.push(data.path().display().to_string());
    let command = HandsetCommand {
        program: env!("CARGO_BIN_EXE_owldeck").into(),
        args,
    };
    let supervisor = Supervisor::start(command, addresses.clone(), &Handle::current());
    assert_eq!(supervisor.ready(LIMIT).await, Ok(()));
    let fleet = fleet();
    fleet.provide(&(Arc::new(supervisor) as Arc<dyn Provider>));
    attach(&fleet, 1, &addresses[0]);
    attach(&fleet, 2, &addresses[1]);
    usable(&fleet, 1).await;
    Hosted {
        fleet,
        addresses,
        _data: data,
        _claim: claim,
    }
}

async fn usable(fleet: &Fleet, phone_id: i64) {
    eventually("the phone can be used", async || {
        let healths = fleet.health();
        let mut of_phone = healths.iter().filter(|health| health.phone_id == phone_id);
        of_phone.any(|health| health.healthy)
    })
    .await;
}

/// Waits for another boot than that of the evidence, and for its end.
async fn rebooted(fleet: &Fleet, phone_id: i64, before: &Evidence) -> Evidence {
    eventually("another boot", async || {
        let now = fleet.evidence(phone_id).await.ok();
        now.filter(|now| now.booted && now.boot_id != before.boot_id)
    })
    .await
}

/// On a connection of the test's own.
pub async fn shell(address: &str, words: &[&str]) -> String {
    let link = Link::connect(address, LinkOptions::default())
        .await
        .expect("a phone");
    let mut command = ShellCommand::new("");
    for word in words {
        command = command.argument(word).expect("a word");
    }
    link.shell(&command).await.expect("an answer").text()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_simulated_phone_is_switched_wiped_and_made_another() {
    let Hosted {
        fleet,
        addresses,
        _data,
        _claim,
    } = hosted().await;
    let before = fleet.evidence(1).await.expect("evidence");
    assert_eq!(
        (before.switch, before.booted, before.density),
        (Switch::On, true, Some(320))
    );

    fleet.power(1, false).await.expect("off");
    fleet.power(1, false).await.expect("still off");
    let off = fleet.evidence(1).await.expect("evidence");
    assert_eq!((off.switch, off.booted), (Switch::Off, false));
    // A connection that just broke may have carried it; then there is none.
    eventually("no connection", async || {
        fleet.density(1, Some(280)).await == Err(ProviderError::Unreachable)
    })
    .await;
    fleet.power(1, true).await.expect("on");
    let on = rebooted(&fleet, 1, &before).await;
    assert_eq!(
        (&on.data_id, &on.android_id),
        (&before.data_id, &before.android_id)
    );

    usable(&fleet, 1).await;
    shell(&addresses[0], &["touch", "/sdcard/mine"]).await;
    eventually("the link", async || fleet.density(1, Some(280)).await).await;
    assert_eq!(
        shell(&addresses[0], &["wm", "density"]).await,
        "Physical density: 320\nOverride density: 280"
    );
    fleet.wipe(1).await.expect("wiped");
    let wiped = rebooted(&fleet, 1, &on).await;
    assert!(wiped.data_id.is_some() && wiped.data_id != on.data_id);
    assert_eq!(
        (&wiped.android_id, wiped.density),
        (&before.android_id, Some(320))
    );
    assert_eq!(shell(&addresses[0], &["ls", "/sdcard/mine"]).await, "");

    let wish = IdentityRequest {
        model: Some("OWL-1".to_owned()),
        android_id: Some("00000000000000aa".to_owned()),
        ..IdentityRequest::default()
    };
    fleet
        .recreate(1, &wish, Keep::Nothing)
        .await
        .expect("made another");
    let other = rebooted(&fleet, 1, &wiped).await;
    assert_eq!(other.android_id.as_deref(), Some("00000000000000aa"));
    assert_ne!(other.serial, before.serial);
    assert_eq!(
        shell(&addresses[0], &["getprop", "ro.product.model"]).await,
        "OWL-1"
    );
    // Soon, though the fleet found it gone again and again.
    eventually("the link", async || fleet.density(1, None).await).await;

    // Files that are kept stay, and nothing else does; the image is the same one.
    shell(&addresses[0], &["touch", "/sdcard/kept"]).await;
    shell(&addresses[0], &["touch", "/data/local/tmp/gone"]).await;
    let image = ["getprop", "ro.build.version.release"];
    let release = shell(&addresses[0], &image).await;
    let again = IdentityRequest {
        android_id: Some("00000000000000bb".to_owned()),
        ..IdentityRequest::default()
    };
    let done = fleet.recreate(1, &again, Keep::Files).await;
    done.expect("made another once more");
    let last = rebooted(&fleet, 1, &other).await;
    assert_eq!(last.android_id.as_deref(), Some("00000000000000bb"));
    assert!(last.data_id != other.data_id && last.serial != other.serial);
    assert_eq!(
        shell(&addresses[0], &["ls", "/sdcard/kept"]).await,
        "/sdcard/kept"
    );
    assert_eq!(shell(&addresses[0], &["ls", "/data/local/tmp"]).await, "");
    assert_eq!(shell(&addresses[0], &image).await, release);
    let read = eventually("it says who it is", async || fleet.identity(1).await).await;
    assert_eq!(
        (read.serial, read.android_id, read.files, read.apps),
        (
            last.serial.clone(),
            last.android_id.clone(),
            Some(1),
            Some(0)
        )
    );
    assert_eq!((read.screen, read.dpi), (Some((720, 1280)), Some(320)));
    fleet.reboot(1).await.expect("restarted");
    let restarted = rebooted(&fleet, 1, &last).await;
    assert_eq!(
        (&restarted.serial, &restarted.android_id, &restarted.data_id),
        (&last.serial, &last.android_id, &last.data_id),
        "it is the same one after a restart"
    );
    eventually("the link", async || fleet.density(1, None).await).await;

    let bad = IdentityRequest {
        model: Some("a\nb".to_owned()),
        ..IdentityRequest::default()
    };
    let refused = fleet.recreate(1, &bad, Keep::Nothing).await;
    assert_eq!(
        refused,
        Err(ProviderError::Refused(
            "no phone has such a model".to_owned()
        ))
    );
    let neighbour = fleet.evidence(2).await.expect("evidence");
    assert_ne!(neighbour.serial, other.serial);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_phone_delays_no_other_and_a_dead_one_is_brought_back() {
    let Hosted {
        fleet,
        addresses,
        _data,
        _claim,
    } = hosted().await;
    let before = fleet.evidence(1).await.expect("evidence");
    shell(&addresses[0], &["setprop", "owl.fault", "power:hold"]).await;
    let slow = {
        let fleet = fleet.clone();
        tokio::spawn(async move { fleet.reboot(1).await })
    };
    fleet.reboot(2).await.expect("restarted");
    assert!(!slow.is_finished(), "it is held");
    // Released, it restarts: perhaps before it has answered the command.
    let link = Link::connect(&addresses[0], LinkOptions::default()).await;
    let _ = link
        .expect("a phone")
        .shell(&ShellCommand::new("setprop owl.fault none"))
        .await;
    let slow = timeout(LIMIT, slow).await.expect("the slow one");
    assert_eq!(slow.expect("no panic"), Ok(()));
    rebooted(&fleet, 1, &before).await;

    let before = fleet.evidence(1).await.expect("evidence");
    shell(&addresses[0], &["setprop", "owl.fault", "wipe:die"]).await;
    let died = fleet.wipe(1).await;
    assert_eq!(
        died,
        Err(ProviderError::BrokeDown(
            "the phone broke down: wipe".to_owned()
        ))
    );
    let dead = fleet.evidence(1).await.expect("evidence");
    assert_eq!((dead.switch, dead.data_id), (Switch::Broken, None));
    fleet.reboot(1).await.expect("restarted");
    let back = rebooted(&fleet, 1, &before).await;
    assert!(back.data_id.is_some() && back.data_id != before.data_id);
    shell(&addresses[0], &["setprop", "owl.fault", "wipe:refuse"]).await;
    let refused = fleet.wipe(1).await;
    assert_eq!(
        refused,
        Err(ProviderError::Refused("the phone refuses: wipe".to_owned()))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_listed_phone_is_restarted_and_its_density_set_over_adb() {
    let data = tempfile::tempdir().expect("a folder");
    let host = Host::start(HostOptions {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        count: 1,
        data_dir: Some(data.path().to_owned()),
    })
    .await
    .expect("a phone");
    let fleet = fleet();
    attach(&fleet, 1, &host.addresses()[0].to_string());
    usable(&fleet, 1).await;
    let before = fleet.evidence(1).await.expect("evidence");
    let identity = host.identity(0).expect("a phone");
    assert_eq!(before.android_id, Some(identity.android_id));
    assert_eq!(before.serial, Some(identity.serial));
    assert_eq!(
        (before.switch, before.booted, before.data_id),
        (Switch::On, true, None)
    );
    fleet.density(1, Some(280)).await.expect("set");
    let too_low = fleet.density(1, Some(71)).await;
    assert_eq!(
        too_low,
        Err(ProviderError::Refused(
            "Error: density must be >= 72".to_owned()
        ))
    );
    fleet.reboot(1).await.expect("restarted");
    let before = Evidence {
        data_id: None,
        ..before
    };
    let after = rebooted(&fleet, 1, &before).await;
    assert_eq!(after.density, Some(280), "it survives");
    fleet.density(1, None).await.expect("its own");
    assert_eq!(
        fleet.evidence(1).await.expect("evidence").density,
        Some(320)
    );
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_simulated_phone_speaks_what_it_was_told_and_a_wiped_one_is_told_again() {
    let Hosted {
        fleet,
        addresses,
        _data,
        _claim,
    } = hosted().await;
    let speaks = async |number: usize, locale: &str| {
        eventually(locale, async || {
            shell(&addresses[number], &["getprop", "persist.sys.locale"]).await == locale
        })
        .await;
    };
    speaks(0, "zh-CN").await;
    fleet.set_language(1, Lang::En);
    speaks(0, "en-US").await;
    // The last word counts.
    fleet.set_language(1, Lang::Zh);
    fleet.set_language(1, Lang::En);
    fleet.set_language(1, Lang::Zh);
    speaks(0, "zh-CN").await;
    fleet.set_language(1, Lang::En);
    speaks(0, "en-US").await;
    speaks(1, "zh-CN").await;

    // The language that the phone's user chose stays: the fleet has nothing new to say.
    shell(&addresses[0], &["setprop", "persist.sys.locale", "fr-FR"]).await;
    fleet.set_language(1, Lang::En);
    speaks(0, "fr-FR").await;

    let before = fleet.evidence(1).await.expect("evidence");
    fleet.wipe(1).await.expect("wiped");
    rebooted(&fleet, 1, &before).await;
    speaks(0, "zh-CN").await;
    fleet.set_language(1, Lang::En);
    speaks(0, "en-US").await;
}
