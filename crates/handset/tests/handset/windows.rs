//! Acknowledgement by bytes (`delayed_ack`), for hosts that can do it.

use phone_wire::banner::{Feature, Features};
use phone_wire::packet::{Command, Packet, VERSION};
use phone_wire::service::Service;

use crate::support::{Adb, Stage};

async fn connect(stage: &Stage) -> Adb {
    let features = Features::of(&[Feature::ShellV2, Feature::DelayedAck]);
    Adb::connect_with(stage.host.addresses()[0], VERSION, features).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_sends_a_hosts_window_and_not_a_byte_more() {
    let stage = Stage::new().await;
    let mut adb = connect(&stage).await;
    let source = Service::Source(200_000);
    adb.send(&Packet::open_with_window(1, 100_000, &source))
        .await;
    let accepted = adb.packet().await.unwrap();
    assert_eq!(
        (accepted.command, accepted.acknowledged()),
        (Command::Okay, Some(512 * 1024)),
        "and what the phone takes itself"
    );
    for (granted, next) in [(100_000, 50_000), (50_000, 50_000)] {
        let mut came = 0;
        while came < granted {
            let data = adb.packet().await.unwrap();
            assert_eq!(data.command, Command::Write);
            came += data.payload.len();
        }
        assert_eq!(came, granted);
        // Refused: its answer shows that nothing came in between.
        adb.send(&Packet::open(2, &source)).await;
        assert_eq!(adb.packet().await, Some(Packet::close(0, 2)));
        adb.send(&Packet::okay_bytes(1, accepted.arg0, next)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_acknowledges_otherwise_than_agreed_is_dropped() {
    let stage = Stage::new().await;
    let source = Service::Source(200_000);
    let mut adb = connect(&stage).await;
    adb.send(&Packet::open_with_window(1, 1000, &source)).await;
    let remote = adb.packet().await.unwrap().arg0;
    adb.send(&Packet::okay(1, remote)).await;
    assert!(adb.is_dropped().await);
    // And the other way round.
    let mut adb = stage.connect().await;
    adb.send(&Packet::open(1, &source)).await;
    let remote = adb.packet().await.unwrap().arg0;
    adb.send(&Packet::okay_bytes(1, remote, 1000)).await;
    assert!(adb.is_dropped().await);
    let mut adb = stage.connect().await;
    adb.send(&Packet::open_with_window(1, 1000, &source)).await;
    assert_eq!(adb.packet().await, Some(Packet::close(0, 1)));
}
