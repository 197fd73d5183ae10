//! Links: which phones are told to be healthy, which not, and why.

use std::time::Duration;

use bytes::BytesMut;
use domain::play::EndReason;
use eventually::eventually;
use fleet::{FleetError, KeyPair, PhoneFault, PictureKind, Timing};
use phone_wire::auth::Auth;
use phone_wire::banner::Banner;
use phone_wire::packet::{PAYLOAD_MAX_BYTES, Packet, TOKEN_BYTES, VERSION};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use crate::stand_in::{Act, Manner, StandIn, kept_address};
use crate::{
    abnormal, attach, fleet_with, fleet_with_key, healthy, one_phone, one_phone_with, soon, timing,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreachable_phone_is_abnormal_and_becomes_healthy_once_it_is_there() {
    let address = kept_address();
    let fleet = fleet_with(timing());
    let mut events = fleet.health_events();
    attach(&fleet, 1, &address);
    assert!(matches!(
        abnormal(&mut events, 1).await,
        PhoneFault::Unreachable(_)
    ));
    let _phone = StandIn::at(&address).await;
    healthy(&mut events, 1).await;
    assert!(fleet.health().iter().all(|health| health.healthy) && fleet.health().len() == 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_whose_connection_was_cut_is_connected_again() {
    let (fleet, phone) = one_phone().await;
    let mut events = fleet.health_events();
    phone.act(Act::Cut);
    assert!(matches!(
        abnormal(&mut events, 1).await,
        PhoneFault::Unreachable(_)
    ));
    healthy(&mut events, 1).await;
    assert_eq!(phone.manner.connections(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_stops_answering_is_silent() {
    let (fleet, phone) = one_phone_with(Timing {
        probe_timeout: Duration::from_millis(500),
        ..timing()
    })
    .await;
    let mut events = fleet.health_events();
    Manner::set(&phone.manner.mute, true);
    assert_eq!(abnormal(&mut events, 1).await, PhoneFault::Silent);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_has_not_booted_is_starting() {
    let phone = StandIn::start().await;
    Manner::set(&phone.manner.booting, true);
    let fleet = fleet_with(timing());
    let mut events = fleet.health_events();
    attach(&fleet, 1, &phone.address);
    assert_eq!(abnormal(&mut events, 1).await, PhoneFault::Starting);
    Manner::set(&phone.manner.booting, false);
    healthy(&mut events, 1).await;
    assert_eq!(phone.manner.connections(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_adb_bytes_make_that_phone_abnormal_and_no_other() {
    let (fleet, broken) = one_phone().await;
    let sound = StandIn::start().await;
    let mut events = fleet.health_events();
    attach(&fleet, 2, &sound.address);
    healthy(&mut events, 2).await;
    let mut watch = fleet.watch(2, PictureKind::Full).expect("attached");
    soon(watch.viewer.next()).await.expect("a picture");

    broken.act(Act::AdbBytes(b"this is not a packet of the protocol"));
    assert!(matches!(
        abnormal(&mut events, 1).await,
        PhoneFault::BrokenBytes(_)
    ));
    for _ in 0..10 {
        sound.act(Act::Picture { key: false });
        soon(watch.viewer.next()).await.expect("a picture");
    }
    assert_eq!(sound.manner.connections(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_phones_are_connected_and_each_has_one_connection() {
    let mut phones = Vec::new();
    let fleet = fleet_with(timing());
    let mut events = fleet.health_events();
    for phone_id in 0..60 {
        let phone = StandIn::start().await;
        attach(&fleet, phone_id, &phone.address);
        attach(&fleet, phone_id, &phone.address);
        phones.push(phone);
    }
    for _ in 0..phones.len() {
        let event = soon(events.recv()).await.expect("an event");
        assert!(event.healthy, "{event:?}");
    }
    assert!(phones.iter().all(|phone| phone.manner.connections() == 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_detached_phone_is_let_go_and_its_viewers_are_told() {
    let (fleet, phone) = one_phone_with(Timing {
        linger: Duration::from_mins(1),
        ..timing()
    })
    .await;
    let mut watch = fleet.watch(1, PictureKind::Full).expect("attached");
    soon(watch.viewer.next()).await.expect("a picture");
    let ended = watch.ended();
    fleet.detach(1);
    assert_eq!(soon(ended).await, EndReason::Offline);
    assert!(soon(watch.viewer.next()).await.is_none());
    assert_eq!(
        fleet.watch(1, PictureKind::Full).err(),
        Some(FleetError::UnknownPhone(1))
    );
    eventually("the phone's servers are gone", async || {
        phone.manner.servers() == 0
    })
    .await;
    assert!(fleet.health().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_attached_again_at_another_address_moves_there() {
    let (fleet, _old) = one_phone().await;
    let new = StandIn::start().await;
    let mut events = fleet.health_events();
    attach(&fleet, 1, &new.address);
    healthy(&mut events, 1).await;
    assert_eq!(new.manner.connections(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropping_the_fleet_closes_its_links() {
    let (fleet, phone) = one_phone().await;
    let mut watch = fleet.watch(1, PictureKind::Full).expect("attached");
    soon(watch.viewer.next()).await.expect("a picture");
    drop(fleet);
    assert!(soon(watch.viewer.next()).await.is_none());
    eventually("the phone's servers are gone", async || {
        phone.manner.servers() == 0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_shows_its_owner_our_key_says_so_while_it_waits() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let key = KeyPair::generate().expect("a key");
    let fleet = fleet_with_key(timing(), key);
    let mut events = fleet.health_events();
    attach(&fleet, 1, &address);
    let (mut socket, _) = soon(listener.accept()).await.expect("the fleet connects");
    let mut tokens = BytesMut::new();
    for token in [[1; TOKEN_BYTES], [2; TOKEN_BYTES]] {
        Auth::Token(token).to_packet().encode(true, &mut tokens);
    }
    socket.write_all(&tokens).await.expect("the fleet listens");
    let fault = abnormal(&mut events, 1).await;
    assert!(
        matches!(&fault, PhoneFault::Refused(why) if why.contains("owner is asked")),
        "{fault}"
    );
    let banner = Banner::parse(b"device::features=shell_v2,cmd").expect("a banner");
    let mut welcome = BytesMut::new();
    Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &banner).encode(true, &mut welcome);
    socket.write_all(&welcome).await.expect("the fleet waits");
    drop(socket);
    let gone = abnormal(&mut events, 1).await;
    assert!(matches!(gone, PhoneFault::Unreachable(_)), "{gone}");
}
