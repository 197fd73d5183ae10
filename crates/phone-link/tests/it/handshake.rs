//! The first packets, and every way they go wrong.

use bytes::{Bytes, BytesMut};
use kept_port::KeptPort;
use phone_link::wire::banner::{Banner, Feature};
use phone_link::wire::packet::{
    Command, PAYLOAD_MAX_BYTES, Packet, PacketError, VERSION, VERSION_MIN, sum_of,
};
use phone_link::wire::service::Service;
use phone_link::{Link, LinkError, LinkOptions, Priority};
use tokio::io::{AsyncReadExt, AsyncWriteExt, split};
use tokio::net::TcpListener;

use super::adbd::{Adbd, BANNER, ends, pair};

/// Error of a link that gets these bytes instead of a greeting; the phone then stays silent.
async fn refused(answer: &[u8]) -> LinkError {
    let (host, mut adbd) = ends(64 * 1024);
    let (read, write) = split(host);
    let (link, ()) = tokio::join!(Link::over(read, write, LinkOptions::default()), async {
        adbd.next().await.unwrap();
        adbd.raw(answer).await;
    });
    link.unwrap_err()
}

fn encoded(packet: &Packet) -> BytesMut {
    let mut out = BytesMut::new();
    packet.encode(true, &mut out);
    out
}

#[tokio::test]
async fn a_link_greets_with_its_features_and_a_checksum() {
    let (host, mut adbd) = ends(64 * 1024);
    let (read, write) = split(host);
    let (link, hello) = tokio::join!(Link::over(read, write, LinkOptions::default()), async {
        let hello = adbd.next().await.unwrap();
        let banner = Banner::parse(BANNER.as_bytes()).unwrap();
        adbd.raw(&encoded(&Packet::connect(VERSION, 4096, &banner)))
            .await;
        hello
    });
    assert_eq!((hello.arg0, hello.arg1), (VERSION, PAYLOAD_MAX_BYTES));
    assert_ne!(sum_of(&hello.payload), 0);
    let ours = Banner::parse(&hello.payload).unwrap();
    assert!(ours.features.has(Feature::ShellV2));
    assert!(ours.features.has(Feature::DelayedAck));

    let link = link.unwrap();
    assert!(link.has(Feature::Cmd));
    assert!(!link.has(Feature::StatV2), "the phone does not have it");
    assert!(!link.has(Feature::DelayedAck), "the phone does not have it");
    assert!(link.closed_now().is_none());
}

#[tokio::test]
async fn an_old_phone_gets_checksums_and_short_packets() {
    let (host, mut adbd) = ends(64 * 1024);
    let (read, write) = split(host);
    let (link, ()) = tokio::join!(
        Link::over(read, write, LinkOptions::default()),
        adbd.greet(VERSION_MIN, 4096)
    );
    let link = link.unwrap();
    let long = Service::Exec("x".repeat(4096));
    let too_long = link.open(&long, Priority::Interactive).await.unwrap_err();
    assert!(matches!(too_long, phone_link::OpenError::TooLong(_)));

    let service = Service::shell_v2("id");
    let (stream, ids) = tokio::join!(link.open(&service, Priority::Interactive), async {
        // An OKAY without data has the sum 0 in both versions.
        adbd.accept().await.1
    });
    let mut stream = stream.unwrap();
    let (written, ()) = tokio::join!(stream.write_all(&[1; 5000]), async {
        adbd.listen().await;
        // Offset 16: the sum of 4096 ones.
        assert_eq!(adbd.buffered()[16..20], 4096_u32.to_le_bytes());
        assert_eq!(adbd.data(ids).await.unwrap().len(), 4096);
        assert_eq!(adbd.data(ids).await.unwrap().len(), 904);
    });
    written.unwrap();
}

#[tokio::test]
async fn a_phone_that_wants_a_key_or_tls_is_named() {
    let token = Packet::new(Command::Auth, 1, 0, Bytes::from(vec![7; 20]));
    assert!(matches!(
        refused(&encoded(&token)).await,
        LinkError::AuthRequired
    ));
    let tls = Packet::new(Command::Tls, 0x0100_0000, 0, Bytes::new());
    assert!(matches!(
        refused(&encoded(&tls)).await,
        LinkError::TlsRequired
    ));
}

#[tokio::test]
async fn broken_greetings_are_refused_by_their_cause() {
    let early = refused(&encoded(&Packet::okay(1, 2))).await;
    assert!(matches!(early, LinkError::Unexpected(Command::Okay)));

    let noise = refused(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
    assert!(matches!(
        noise,
        LinkError::Packet(PacketError::Magic { .. })
    ));
    assert!(noise.is_protocol_violation());

    let long = Packet::new(
        Command::Connect,
        VERSION,
        PAYLOAD_MAX_BYTES,
        vec![b'a'; 4097].into(),
    );
    assert!(matches!(
        refused(&encoded(&long)).await,
        LinkError::Packet(PacketError::TooLong {
            length: 4097,
            limit: 4096
        })
    ));

    let tiny = Packet::connect(VERSION, 4095, &Banner::default());
    assert!(matches!(
        refused(&encoded(&tiny)).await,
        LinkError::PayloadLimit(4095)
    ));

    let banner = Banner::parse(BANNER.as_bytes()).unwrap();
    let mut damaged = encoded(&Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &banner));
    damaged[16] ^= 1;
    assert!(matches!(
        refused(&damaged).await,
        LinkError::Packet(PacketError::Checksum { .. })
    ));
}

#[tokio::test(start_paused = true)]
async fn a_silent_phone_is_given_up_after_ten_seconds() {
    let begun = tokio::time::Instant::now();
    let half = &encoded(&Packet::okay(1, 2))[..23];
    assert!(matches!(refused(half).await, LinkError::HandshakeTimeout));
    assert_eq!(begun.elapsed().as_secs(), 10);
}

#[tokio::test]
async fn a_phone_that_hangs_up_is_named() {
    let (host, adbd) = ends(64 * 1024);
    drop(adbd);
    let (read, write) = split(host);
    let error = Link::over(read, write, LinkOptions::default())
        .await
        .unwrap_err();
    assert!(matches!(error, LinkError::HungUp | LinkError::Io(_)));
}

#[tokio::test]
async fn an_address_without_a_phone_is_refused() {
    let nobody = KeptPort::bind();
    let address = nobody.address().to_string();
    let error = Link::connect(&address, LinkOptions::default())
        .await
        .unwrap_err();
    assert!(matches!(error, LinkError::Connect(_)));
}

#[tokio::test]
async fn a_link_over_tcp_works_and_ends_with_its_phone() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (link, socket) = tokio::join!(Link::connect(&address, LinkOptions::default()), async {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut head = [0; 24];
        socket.read_exact(&mut head).await.unwrap();
        let banner = Banner::parse(BANNER.as_bytes()).unwrap();
        let hello = encoded(&Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &banner));
        // In two pieces, as a network may.
        socket.write_all(&hello[..30]).await.unwrap();
        socket.flush().await.unwrap();
        socket.write_all(&hello[30..]).await.unwrap();
        socket
    });
    let link = link.unwrap();
    assert_eq!(link.banner().properties[0].1, "Test");
    drop(socket);
    assert!(matches!(
        link.closed().await,
        LinkError::HungUp | LinkError::Io(_)
    ));
}

#[tokio::test]
async fn dropping_the_link_hangs_up() {
    let (link, mut adbd): (Link, Adbd) = pair().await;
    let clone = link.clone();
    drop(link);
    assert!(clone.closed_now().is_none(), "a clone keeps it");
    drop(clone);
    assert_eq!(adbd.next().await, None);
}
