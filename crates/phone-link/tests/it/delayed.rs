//! Acknowledgement by bytes: windows both ways.

use bytes::Bytes;
use phone_link::wire::packet::{Command, PAYLOAD_MAX_BYTES, Packet, VERSION};
use phone_link::wire::service::Service;
use phone_link::{Link, LinkError, LinkOptions, Priority, Stream};
use tokio::io::{AsyncWriteExt, split};

use super::adbd::{Adbd, Ids, ends};

const WINDOW: usize = 512 * 1024;

async fn pair() -> (Link, Adbd) {
    let (host, mut adbd) = ends(8 * 1024 * 1024);
    let (read, write) = split(host);
    let (link, ()) = tokio::join!(Link::over(read, write, LinkOptions::default()), async {
        let hello = adbd.next().await.unwrap();
        assert_eq!(hello.command, Command::Connect);
        let banner = "device::features=shell_v2,cmd,delayed_ack";
        adbd.welcome(VERSION, PAYLOAD_MAX_BYTES, banner).await;
    });
    (link.unwrap(), adbd)
}

/// A stream whose phone takes `window` bytes.
async fn open(link: &Link, adbd: &mut Adbd, window: i32) -> (Stream, Ids) {
    let service = Service::local_abstract("test");
    let (stream, ids) = tokio::join!(link.open(&service, Priority::Interactive), async {
        let open = adbd.next().await.unwrap();
        assert_eq!(
            (open.command, open.arg1 as usize),
            (Command::Open, WINDOW),
            "the OPEN says what may come"
        );
        let ids = Ids {
            phone: open.arg0 + 1000,
            host: open.arg0,
        };
        adbd.send(Packet::okay_bytes(ids.phone, ids.host, window))
            .await;
        ids
    });
    (stream.unwrap(), ids)
}

#[tokio::test]
async fn writes_go_out_until_the_window_is_used_up_and_on_with_each_acknowledgement() {
    let (link, mut adbd) = pair().await;
    let (mut stream, ids) = open(&link, &mut adbd, 100_000).await;
    let writing = tokio::spawn(async move {
        stream.write_all(&vec![7; 300_000]).await.unwrap();
        stream
    });
    // The second write begins while some of the window is left, and may go beyond it.
    let mut came = 0;
    for length in [65_536, 65_536] {
        let packet = adbd.next().await.unwrap();
        assert_eq!(
            (packet.command, packet.payload.len()),
            (Command::Write, length)
        );
        came += length;
    }
    // A service that is not ours: its answer shows that no third write came.
    adbd.send(Packet::new(Command::Open, 5, 0, Bytes::from_static(b"x")))
        .await;
    adbd.expect(Packet::close(0, 5)).await;
    adbd.send(Packet::okay_bytes(ids.phone, ids.host, 131_072))
        .await;
    while came < 300_000 {
        came += adbd.next().await.unwrap().payload.len();
        adbd.send(Packet::okay_bytes(ids.phone, ids.host, 65_536))
            .await;
    }
    drop(writing.await.unwrap());
    adbd.expect(Packet::close(ids.host, ids.phone)).await;
}

#[tokio::test]
async fn no_window_however_large_lets_more_than_a_mebibyte_wait_here() {
    let (link, mut adbd) = pair().await;
    let (mut stream, ids) = open(&link, &mut adbd, i32::MAX).await;
    let writing = tokio::spawn(async move {
        stream.write_all(&vec![7; 3 << 20]).await.unwrap();
        stream
    });
    for _ in 0..16 {
        assert_eq!(adbd.next().await.unwrap().payload.len(), 65_536);
    }
    adbd.send(Packet::new(Command::Open, 5, 0, Bytes::from_static(b"x")))
        .await;
    adbd.expect(Packet::close(0, 5)).await;
    for _ in 0..32 {
        adbd.send(Packet::okay_bytes(ids.phone, ids.host, 65_536))
            .await;
        assert_eq!(adbd.next().await.unwrap().payload.len(), 65_536);
    }
    drop(writing.await.unwrap());
}

#[tokio::test]
async fn taken_bytes_are_acknowledged_together() {
    let (link, mut adbd) = pair().await;
    let (mut stream, ids) = open(&link, &mut adbd, 1000).await;
    for _ in 0..8 {
        adbd.write(ids, vec![1; WINDOW / 8]).await;
    }
    for _ in 0..2 {
        for _ in 0..2 {
            stream.chunk().await.unwrap().unwrap();
        }
        let quarter = i32::try_from(WINDOW / 4).unwrap();
        adbd.expect(Packet::okay_bytes(ids.host, ids.phone, quarter))
            .await;
    }
}

#[tokio::test]
async fn a_phone_that_sends_beyond_its_window_loses_the_link() {
    let (link, mut adbd) = pair().await;
    let (_stream, ids) = open(&link, &mut adbd, 1000).await;
    let mut sent = 0;
    // The phone's last packet may begin within the window.
    while sent + 65_536 <= WINDOW + PAYLOAD_MAX_BYTES as usize {
        adbd.write(ids, vec![1; 65_536]).await;
        sent += 65_536;
    }
    assert!(link.closed_now().is_none());
    adbd.write(ids, vec![1; 1]).await;
    assert!(matches!(link.closed().await, LinkError::Overrun));
}

#[tokio::test]
async fn an_acknowledgement_of_the_other_kind_ends_the_link() {
    let (link, mut adbd) = pair().await;
    let (_stream, ids) = open(&link, &mut adbd, 1000).await;
    adbd.send(Packet::okay(ids.phone, ids.host)).await;
    let cause = link.closed().await;
    assert!(matches!(cause, LinkError::Acknowledgement));
    assert!(cause.is_protocol_violation());

    let (link, mut adbd) = super::adbd::pair().await;
    let (stream, (_, ids)) = tokio::join!(link.open(&Service::Sync, Priority::Bulk), adbd.accept());
    adbd.send(Packet::okay_bytes(ids.phone, ids.host, 5)).await;
    assert!(matches!(link.closed().await, LinkError::Acknowledgement));
    drop(stream);
}

#[tokio::test]
async fn a_negative_acknowledgement_shrinks_the_window() {
    let (link, mut adbd) = pair().await;
    let (mut stream, ids) = open(&link, &mut adbd, 10).await;
    adbd.send(Packet::okay_bytes(ids.phone, ids.host, -10))
        .await;
    // An answer to this shows that the link has read both.
    adbd.send(Packet::new(Command::Open, 5, 0, Bytes::from_static(b"x")))
        .await;
    adbd.expect(Packet::close(0, 5)).await;
    let writing = tokio::spawn(async move {
        stream.write_all(b"late").await.unwrap();
        stream
    });
    tokio::task::yield_now().await;
    adbd.send(Packet::new(Command::Open, 6, 0, Bytes::from_static(b"x")))
        .await;
    adbd.expect(Packet::close(0, 6)).await;
    adbd.send(Packet::okay_bytes(ids.phone, ids.host, 1)).await;
    assert_eq!(adbd.next().await.unwrap().payload, "late");
    drop(writing.await.unwrap());
}
