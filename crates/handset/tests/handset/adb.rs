//! Handshake, streams, and what ends a connection.

use bytes::{Bytes, BytesMut};
use phone_wire::banner::{Banner, Feature, Features, Role};
use phone_wire::packet::{Command, PAYLOAD_MAX_BYTES, Packet, VERSION, VERSION_MIN};
use phone_wire::service::Service;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Adb, Stage, soon, start};

#[tokio::test(flavor = "multi_thread")]
async fn the_banner_names_the_phone_and_what_works() {
    let stage = Stage::new().await;
    let adb = stage.connect().await;
    let identity = stage.host.identity(0).unwrap();
    assert_eq!(adb.banner.role, Role::Device);
    assert!(
        adb.banner
            .properties
            .contains(&("ro.product.model".to_owned(), identity.model))
    );
    assert!(adb.banner.features.has(Feature::ShellV2) && adb.banner.features.has(Feature::LsV2));
    assert!(
        adb.banner.features.has(Feature::DelayedAck) && adb.banner.features.has(Feature::AbbExec)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_of_the_old_version_gets_checksums() {
    let stage = Stage::new().await;
    let mut adb = Adb::connect_as(stage.host.addresses()[0], VERSION_MIN).await;
    assert_eq!(adb.output("echo sums").await, "sums\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_connections_and_streams_live_side_by_side() {
    let stage = Stage::new().await;
    let (mut one, mut two) = (stage.connect().await, stage.connect().await);
    let slow = one.open(&Service::shell_v2("sleep 3000")).await.unwrap();
    let endless = one.open(&Service::Source(u64::MAX)).await.unwrap();
    one.held.insert(endless);
    assert_eq!(one.output("echo a").await, "a\n");
    assert_eq!(two.output("echo b").await, "b\n");
    one.close(slow).await;
    one.close(endless).await;
    assert_eq!(one.output("echo c").await, "c\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn source_gives_exactly_its_number_and_sink_takes_all() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let source = adb.open(&Service::Source(300_001)).await.unwrap();
    assert_eq!(adb.read_to_end(source).await.len(), 300_001);
    let sink = adb.open(&Service::Sink(0)).await.unwrap();
    assert!(adb.write(sink, vec![1; 500_000]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_service_or_socket_is_refused_and_the_connection_stays() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    assert_eq!(adb.open(&Service::Other("jdwp:1".into())).await, None);
    assert_eq!(
        adb.open(&Service::local_abstract("scrcpy_00000001")).await,
        None
    );
    assert_eq!(adb.open(&Service::Tcp(80)).await, None);
    assert_eq!(adb.output("echo still").await, "still\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn packets_for_streams_that_are_gone_are_ignored() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.send(&Packet::write(99, 98, Bytes::from_static(b"x")))
        .await;
    adb.send(&Packet::close(99, 98)).await;
    adb.send(&Packet::okay(99, 98)).await;
    adb.send(&Packet::new(
        Command::Unknown(0x4141_4141),
        1,
        2,
        Bytes::new(),
    ))
    .await;
    assert_eq!(adb.output("echo still").await, "still\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_that_does_not_wait_for_okay_loses_its_connection() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let id = adb.open(&Service::shell_v2("sleep 3000")).await.unwrap();
    let mut flood = BytesMut::new();
    for _ in 0..2000 {
        Packet::write(id, 1, Bytes::from_static(b"flood")).encode(true, &mut flood);
    }
    adb.send_raw(&flood).await;
    assert!(adb.is_dropped().await);
    assert_eq!(stage.connect().await.output("echo still").await, "still\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_ends_only_its_own_connection() {
    let stage = Stage::new().await;
    let mut good = stage.connect().await;
    let mut before = TcpStream::connect(stage.host.addresses()[0]).await.unwrap();
    before
        .write_all(b"GET / HTTP/1.1\r\nHost: phone\r\n\r\n")
        .await
        .unwrap();
    let mut rest = Vec::new();
    // A reset is as good as an end here.
    let _ = soon("garbage is refused", before.read_to_end(&mut rest)).await;
    assert_eq!(rest, b"");
    let mut after = stage.connect().await;
    after.send_raw(&[0xff; 64]).await;
    assert!(after.is_dropped().await);
    assert_eq!(good.output("echo still").await, "still\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_but_cnxn_opens_a_connection() {
    let stage = Stage::new().await;
    let mut socket = TcpStream::connect(stage.host.addresses()[0]).await.unwrap();
    let mut bytes = BytesMut::new();
    Packet::open(1, &Service::Sync).encode(true, &mut bytes);
    socket.write_all(&bytes).await.unwrap();
    let mut rest = Vec::new();
    let _ = soon("an early OPEN is refused", socket.read_to_end(&mut rest)).await;
    assert_eq!(rest, b"");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_oversized_hello_is_refused() {
    let stage = Stage::new().await;
    for (size, answered) in [(4096, true), (4097, false)] {
        let mut socket = TcpStream::connect(stage.host.addresses()[0]).await.unwrap();
        let mut payload = Banner::host(Features::default()).to_string().into_bytes();
        payload.resize(size, b'x');
        let mut bytes = BytesMut::new();
        Packet::new(Command::Connect, VERSION, 4096, payload.into()).encode(true, &mut bytes);
        socket.write_all(&bytes).await.unwrap();
        let mut first = [0; 4];
        let read = soon("an answer or an end", socket.read(&mut first)).await;
        assert_eq!(read.unwrap_or(0) > 0, answered, "{size} bytes");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_serves_as_many_phones_as_asked_each_its_own() {
    let host = start(3, None).await;
    let addresses = host.addresses();
    assert_eq!(addresses.len(), 3);
    let mut serials = std::collections::HashSet::new();
    for (index, address) in addresses.iter().enumerate() {
        let serial = Adb::connect(*address)
            .await
            .output("getprop ro.serialno")
            .await;
        assert_eq!(serial.trim(), host.identity(index).unwrap().serial);
        serials.insert(serial);
    }
    assert_eq!(serials.len(), 3);
    assert_eq!(host.identity(3), None);
    host.stop().await;
    assert!(
        TcpStream::connect(addresses[0]).await.is_err(),
        "a stopped phone does not listen"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_outlives_a_restart_and_follows_from_the_number_without_a_folder() {
    let stage = Stage::new().await;
    let before = stage.host.identity(0).unwrap();
    let stage = stage.restart().await;
    assert_eq!(stage.host.identity(0).unwrap(), before);
    let (one, two) = (start(2, None).await, start(2, None).await);
    assert_eq!(one.identity(1), two.identity(1));
    assert_ne!(one.identity(0), one.identity(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_or_too_few_phones_are_refused() {
    use handset::{HandsetError, Host, HostOptions, PHONES_LIMIT};
    for (port, count) in [(0, 0), (0, PHONES_LIMIT + 1), (65_535, 2)] {
        let listen = std::net::SocketAddr::from(([127, 0, 0, 1], port));
        let refused = Host::start(HostOptions {
            listen,
            count,
            data_dir: None,
        })
        .await;
        assert!(
            matches!(refused, Err(HandsetError::Count(..))),
            "{count} from {port}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stalling_phone_accepts_and_says_nothing_until_it_heals() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.output("setprop owl.fault stall").await;
    let mut socket = TcpStream::connect(stage.host.addresses()[0]).await.unwrap();
    let mut hello = BytesMut::new();
    Packet::connect(
        VERSION,
        PAYLOAD_MAX_BYTES,
        &Banner::host(Features::default()),
    )
    .encode(true, &mut hello);
    socket.write_all(&hello).await.unwrap();
    // The old connection works on, and whatever it is asked takes longer than an answer would.
    adb.output("sleep 0.3").await;
    let mut byte = [0];
    let early = socket.try_read(&mut byte);
    assert_eq!(
        early.unwrap_err().kind(),
        std::io::ErrorKind::WouldBlock,
        "neither an answer nor an end"
    );
    adb.output("setprop owl.fault none").await;
    let read = soon("the end of the stalled connection", socket.read(&mut byte)).await;
    assert_eq!(read.unwrap(), 0);
    stage.connect().await;
}
