//! Many streams on one link, and what a phone may not do to them.

use std::io;

use bytes::Bytes;
use phone_link::wire::packet::{Command, Packet, PacketError};
use phone_link::wire::service::Service;
use phone_link::{Link, LinkError, OpenError, Priority, Stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::adbd::{Adbd, Ids, ends, greeted, pair};

async fn open(link: &Link, adbd: &mut Adbd, priority: Priority) -> (Stream, Ids) {
    let service = Service::local_abstract("test");
    let (stream, (asked, ids)) = tokio::join!(link.open(&service, priority), adbd.accept());
    assert_eq!(asked, service);
    (stream.unwrap(), ids)
}

async fn open_one(link: &Link, adbd: &mut Adbd) -> (Stream, Ids) {
    open(link, adbd, Priority::Interactive).await
}

#[tokio::test]
async fn two_streams_get_their_own_bytes() {
    let (link, mut adbd) = pair().await;
    let (mut first, one) = open_one(&link, &mut adbd).await;
    let (mut second, two) = open_one(&link, &mut adbd).await;
    assert_ne!(one.host, two.host);
    for (ids, data) in [(two, "b1"), (one, "a1"), (two, "b2"), (one, "a2")] {
        adbd.write(ids, data).await;
        adbd.expect(Packet::okay(ids.host, ids.phone)).await;
    }
    adbd.close(one).await;
    adbd.close(two).await;
    let mut text = String::new();
    first.read_to_string(&mut text).await.unwrap();
    second.read_to_string(&mut text).await.unwrap();
    assert_eq!(
        text, "a1a2b1b2",
        "everything before the end is read, then the end"
    );
}

#[tokio::test]
async fn a_slow_stream_keeps_its_okay_and_stalls_no_other() {
    const CHUNK: usize = 64 * 1024;
    let (link, mut adbd) = pair().await;
    let (mut slow, one) = open_one(&link, &mut adbd).await;
    let (mut quick, two) = open_one(&link, &mut adbd).await;
    for _ in 0..4 {
        adbd.write(one, vec![1; CHUNK]).await;
        adbd.expect(Packet::okay(one.host, one.phone)).await;
    }
    // One byte above what may wait: its OKAY is kept, but the other stream goes on.
    adbd.write(one, vec![2; 1]).await;
    for _ in 0..20 {
        adbd.write(two, vec![3; CHUNK]).await;
        adbd.expect(Packet::okay(two.host, two.phone)).await;
        assert_eq!(quick.chunk().await.unwrap().unwrap().len(), CHUNK);
    }
    assert_eq!(slow.chunk().await.unwrap().unwrap().len(), CHUNK);
    adbd.expect(Packet::okay(one.host, one.phone)).await;
    let mut rest = vec![0; 3 * CHUNK + 1];
    slow.read_exact(&mut rest).await.unwrap();
    assert_eq!(rest.last(), Some(&2));
}

#[tokio::test]
async fn a_phone_that_does_not_wait_for_its_okay_loses_the_link() {
    let (link, mut adbd) = pair().await;
    let (mut stream, ids) = open_one(&link, &mut adbd).await;
    adbd.write(ids, vec![1; 300 * 1024]).await;
    adbd.write(ids, vec![2; 1]).await;
    assert!(matches!(link.closed().await, LinkError::Overrun));
    assert_eq!(
        stream.chunk().await.unwrap().unwrap().len(),
        300 * 1024,
        "what came is still read"
    );
    assert!(matches!(stream.chunk().await, Err(LinkError::Overrun)));
}

#[tokio::test]
async fn one_write_is_under_way_until_the_phone_took_it() {
    let (link, mut adbd) = pair().await;
    let (mut stream, ids) = open_one(&link, &mut adbd).await;
    let write = tokio::spawn(async move {
        stream.write_all(&vec![7; 64 * 1024 + 1]).await.unwrap();
        stream.flush().await.unwrap();
        stream
    });
    let first = adbd.next().await.unwrap();
    assert_eq!(
        (first.command, first.payload.len()),
        (Command::Write, 64 * 1024)
    );
    // A service that is not ours: its answer shows that no second write came before the OKAY.
    adbd.send(Packet::new(Command::Open, 5, 0, Bytes::from_static(b"x")))
        .await;
    adbd.expect(Packet::close(0, 5)).await;
    adbd.send(Packet::okay(ids.phone, ids.host)).await;
    assert_eq!(adbd.data(ids).await.unwrap().len(), 1);
    drop(write.await.unwrap());
    adbd.expect(Packet::close(ids.host, ids.phone)).await;
}

#[tokio::test]
async fn the_last_write_goes_out_before_the_end() {
    let (link, mut adbd) = pair().await;
    for priority in [Priority::Interactive, Priority::Bulk] {
        let (mut stream, ids) = open(&link, &mut adbd, priority).await;
        stream.write_all(b"bye").await.unwrap();
        drop(stream);
        let bye = Packet::write(ids.host, ids.phone, Bytes::from_static(b"bye"));
        adbd.expect(bye).await;
        adbd.expect(Packet::close(ids.host, ids.phone)).await;
    }
}

#[tokio::test]
async fn a_touch_overtakes_a_file() {
    // A pipe so narrow that the first file's write is under way while the others queue.
    let (host, mut adbd) = ends(1024);
    let link = greeted(host, &mut adbd).await;
    let (mut file, one) = open(&link, &mut adbd, Priority::Bulk).await;
    let (mut other_file, two) = open(&link, &mut adbd, Priority::Bulk).await;
    let (mut touch, three) = open(&link, &mut adbd, Priority::Interactive).await;
    file.write_all(&vec![1; 64 * 1024]).await.unwrap();
    // The first bytes are here, so the writer is at the first file.
    adbd.listen().await;
    other_file.write_all(b"file").await.unwrap();
    touch.write_all(b"touch").await.unwrap();
    let mut order = Vec::new();
    for _ in 0..3 {
        order.push(adbd.next().await.unwrap().arg0);
    }
    assert_eq!(order, [one.host, three.host, two.host]);
}

#[tokio::test]
async fn a_refused_stream_is_told_from_a_dead_link() {
    let (link, mut adbd) = pair().await;
    let service = Service::local_abstract("nobody");
    let (stream, asked) = tokio::join!(link.open(&service, Priority::Interactive), adbd.refuse());
    assert_eq!(asked, service);
    assert!(matches!(stream, Err(OpenError::Refused)));

    let (stream, ()) = tokio::join!(link.open(&service, Priority::Interactive), async {
        adbd.opened().await;
        drop(adbd);
    });
    assert!(matches!(
        stream,
        Err(OpenError::Link(LinkError::HungUp | LinkError::Io(_)))
    ));
    let stream = link.open(&service, Priority::Interactive).await;
    assert!(matches!(stream, Err(OpenError::Link(_))));
}

#[tokio::test(start_paused = true)]
async fn a_service_that_opens_too_late_is_closed_again() {
    let (link, mut adbd) = pair().await;
    let begun = tokio::time::Instant::now();
    let late = link.open(&Service::Sync, Priority::Bulk).await;
    assert!(matches!(late, Err(OpenError::Timeout)));
    assert_eq!(begun.elapsed().as_secs(), 10);
    let (id, _) = adbd.opened().await;
    adbd.send(Packet::okay(99, id)).await;
    adbd.expect(Packet::close(id, 99)).await;
}

#[tokio::test]
async fn a_link_has_64_streams_and_not_one_more() {
    let (link, mut adbd) = pair().await;
    let mut streams = Vec::new();
    for _ in 0..64 {
        streams.push(open_one(&link, &mut adbd).await.0);
    }
    let one_more = link.open(&Service::Sync, Priority::Bulk).await;
    assert!(matches!(one_more, Err(OpenError::TooManyStreams(64))));
    streams.pop();
    streams.push(open_one(&link, &mut adbd).await.0);
    assert_eq!(streams.len(), 64);
}

#[tokio::test]
async fn packets_for_nobody_are_ignored() {
    let (link, mut adbd) = pair().await;
    let (mut stream, ids) = open_one(&link, &mut adbd).await;
    let stranger = Ids {
        phone: ids.phone + 1,
        host: ids.host,
    };
    adbd.write(stranger, "not yours").await;
    adbd.close(stranger).await;
    adbd.send(Packet::close(1, 77)).await;
    adbd.send(Packet::write(1, 77, Bytes::from_static(b"x")))
        .await;
    adbd.send(Packet::new(Command::Unknown(17), 0, 0, Bytes::new()))
        .await;
    adbd.write(ids, "yours").await;
    assert_eq!(stream.chunk().await.unwrap().unwrap(), "yours");
    adbd.expect(Packet::okay(ids.host, ids.phone)).await;
    // An old phone ends an open stream with 0.
    adbd.send(Packet::close(0, ids.host)).await;
    assert_eq!(stream.chunk().await.unwrap(), None);
    let broken = stream.write_all(b"x").await.unwrap_err();
    assert_eq!(broken.kind(), io::ErrorKind::BrokenPipe);
}

#[tokio::test]
async fn garbage_ends_the_link_and_every_stream_with_its_cause() {
    let (link, mut adbd) = pair().await;
    let (mut stream, ids) = open_one(&link, &mut adbd).await;
    adbd.write(ids, "good").await;
    adbd.raw(&[0xff; 24]).await;
    assert!(matches!(
        link.closed().await,
        LinkError::Packet(PacketError::Magic { .. })
    ));
    assert_eq!(stream.chunk().await.unwrap().unwrap(), "good");
    assert!(matches!(stream.chunk().await, Err(LinkError::Packet(_))));
    let error = stream.write_all(b"x").await.unwrap_err();
    assert!(error.get_ref().unwrap().is::<LinkError>());
}

#[tokio::test]
async fn a_length_above_the_limit_ends_the_link_before_its_data() {
    let (link, mut adbd) = pair().await;
    let mut head = Packet::write(1, 1, Bytes::new()).header(false);
    head[12..16].copy_from_slice(&(1024 * 1024 + 1_u32).to_le_bytes());
    adbd.raw(&head).await;
    assert!(matches!(
        link.closed().await,
        LinkError::Packet(PacketError::TooLong { .. })
    ));
}

#[tokio::test]
async fn a_second_greeting_ends_the_link() {
    let (link, mut adbd) = pair().await;
    let again = Packet::new(Command::Connect, 0x0100_0001, 4096, Bytes::new());
    adbd.send(again).await;
    assert!(matches!(
        link.closed().await,
        LinkError::Unexpected(Command::Connect)
    ));
}

#[tokio::test]
async fn a_phone_that_collects_answers_without_reading_loses_the_link() {
    let (host, mut adbd) = ends(1024);
    let link = greeted(host, &mut adbd).await;
    // Each of these asks for a CLSE; the pipe breaks when the link has enough.
    let mut packets = 0;
    while adbd.try_send(Packet::okay(5, 12_345)).await.is_ok() {
        packets += 1;
        assert!(packets < 10_000, "answers are collected without end");
    }
    assert!(packets > 1024, "{packets}");
    assert!(matches!(link.closed().await, LinkError::Flood));
}

#[tokio::test]
async fn a_phone_that_sends_what_nobody_asked_for_without_end_loses_the_link() {
    const STRAYS_MAX: usize = 4096;
    let (link, mut adbd) = pair().await;
    let strays = [
        Packet::close(9, 12_345),
        Packet::write(9, 12_345, Bytes::from_static(b"x")),
        Packet::new(Command::Unknown(7), 0, 0, Bytes::new()),
    ];
    for number in 0..STRAYS_MAX {
        adbd.send(strays[number % strays.len()].clone()).await;
    }
    // All were borne, and one that belongs to a stream starts the count over.
    let (_stream, _) = open_one(&link, &mut adbd).await;
    for number in 0..STRAYS_MAX {
        adbd.send(strays[number % strays.len()].clone()).await;
    }
    let (_other, _) = open_one(&link, &mut adbd).await;
    assert!(link.closed_now().is_none());
    for number in 0..=STRAYS_MAX {
        if adbd
            .try_send(strays[number % strays.len()].clone())
            .await
            .is_err()
        {
            break;
        }
    }
    assert!(matches!(link.closed().await, LinkError::Flood));
}

#[tokio::test(start_paused = true)]
async fn a_phone_that_takes_no_bytes_is_given_up() {
    let (host, mut adbd) = ends(1024);
    let link = greeted(host, &mut adbd).await;
    let (mut stream, _) = open_one(&link, &mut adbd).await;
    let begun = tokio::time::Instant::now();
    stream.write_all(&[7; 4096]).await.unwrap();
    assert!(matches!(link.closed().await, LinkError::Stalled));
    assert_eq!(begun.elapsed().as_secs(), 15);
}
