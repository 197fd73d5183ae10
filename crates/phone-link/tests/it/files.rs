//! Files to and from a scripted sync service.

use phone_link::wire::Decoder;
use phone_link::wire::packet::Packet;
use phone_link::wire::service::Service;
use phone_link::wire::sync::{
    DATA_CHUNK_BYTES, Entry, Expect, MODE_FILE, PATH_MAX_BYTES, Stat, SyncReply, SyncRequest,
    SyncRequests,
};
use phone_link::{FileError, Link};

use super::adbd::{Adbd, Ids, pair};

async fn accept_sync(adbd: &mut Adbd) -> (Ids, Decoder<SyncRequests>) {
    let (service, ids) = adbd.accept().await;
    assert_eq!(service, Service::Sync);
    (ids, Decoder::default())
}

async fn reply(adbd: &mut Adbd, ids: Ids, replies: &[SyncReply]) {
    let mut bytes = bytes::BytesMut::new();
    for reply in replies {
        reply.encode(&mut bytes).unwrap();
    }
    adbd.write(ids, bytes.freeze()).await;
}

/// Answers one request of one run; gives the request.
async fn answer(adbd: &mut Adbd, replies: &[SyncReply]) -> SyncRequest {
    let (ids, mut requests) = accept_sync(adbd).await;
    let request = adbd.message(ids, &mut requests).await.unwrap();
    reply(adbd, ids, replies).await;
    request
}

#[tokio::test]
async fn files_of_every_length_arrive_whole() {
    for length in [0, 1, DATA_CHUNK_BYTES, DATA_CHUNK_BYTES + 1, 300_000] {
        let (link, mut adbd) = pair().await;
        let content: Vec<u8> = (0..length).map(|at| at as u8).collect();
        let mut from = content.as_slice();
        let push = link.push("/sdcard/你好, x", MODE_FILE, 1_700_000_000, &mut from);
        let (sent, ()) = tokio::join!(push, async {
            let (ids, mut requests) = accept_sync(&mut adbd).await;
            let send = adbd.message(ids, &mut requests).await.unwrap();
            let path = "/sdcard/你好, x".to_owned();
            assert_eq!(
                send,
                SyncRequest::Send {
                    path,
                    mode: MODE_FILE
                }
            );
            let mut stored = Vec::new();
            loop {
                match adbd.message(ids, &mut requests).await.unwrap() {
                    SyncRequest::Data(data) => stored.extend_from_slice(&data),
                    SyncRequest::Done(mtime_s) => {
                        assert_eq!(mtime_s, 1_700_000_000);
                        break;
                    }
                    other => panic!("{other:?}"),
                }
            }
            assert!(stored == content, "{length} bytes");
            reply(&mut adbd, ids, &[SyncReply::Okay]).await;
        });
        assert_eq!(sent.unwrap(), length as u64);
    }
}

#[tokio::test]
async fn a_push_that_is_refused_on_the_way_stops_early() {
    let (link, mut adbd) = pair().await;
    let content = vec![7; 40 * DATA_CHUNK_BYTES];
    let mut from = content.as_slice();
    let push = link.push("/full", MODE_FILE, 0, &mut from);
    let (result, received) = tokio::join!(push, async {
        let (ids, mut requests) = accept_sync(&mut adbd).await;
        let _send = adbd.message(ids, &mut requests).await.unwrap();
        reply(
            &mut adbd,
            ids,
            &[SyncReply::Fail("No space left".to_owned())],
        )
        .await;
        let mut received = 0;
        while let Some(SyncRequest::Data(_)) = adbd.message(ids, &mut requests).await {
            received += 1;
        }
        received
    });
    assert!(matches!(result, Err(FileError::Refused(why)) if why == "No space left"));
    assert!(
        received < 40,
        "{received} chunks were sent to a phone that refused"
    );
}

#[tokio::test]
async fn a_push_that_the_phone_ends_says_why() {
    let (link, mut adbd) = pair().await;
    let content = vec![7; 4 * DATA_CHUNK_BYTES];
    let mut from = content.as_slice();
    let push = link.push("/x", MODE_FILE, 0, &mut from);
    let (result, ()) = tokio::join!(push, async {
        let (ids, _) = accept_sync(&mut adbd).await;
        reply(&mut adbd, ids, &[SyncReply::Fail("no".to_owned())]).await;
        adbd.close(ids).await;
    });
    assert!(matches!(result, Err(FileError::Refused(why)) if why == "no"));
}

#[tokio::test]
async fn a_file_is_read_up_to_its_limit_and_not_one_byte_more() {
    let replies = [
        SyncReply::Data(vec![1; 1000].into()),
        SyncReply::Data(vec![2; 24].into()),
        SyncReply::Done(Expect::File),
    ];
    for (limit, fits) in [(1024, true), (1023, false)] {
        let (link, mut adbd) = pair().await;
        let (content, request) =
            tokio::join!(link.read_file("/a", limit), answer(&mut adbd, &replies));
        assert_eq!(request, SyncRequest::Receive("/a".to_owned()));
        match content {
            Ok(content) => assert!(fits && content.len() == 1024 && content[1023] == 2),
            Err(error) => assert!(!fits && matches!(error, FileError::TooLarge(1023))),
        }
    }
}

#[tokio::test]
async fn facts_and_folders_are_read() {
    let (link, mut adbd) = pair().await;
    let stat = Stat {
        mode: MODE_FILE,
        size: 5,
        mtime_s: 9,
    };
    let something = [SyncReply::Stat(stat)];
    let (found, request) = tokio::join!(link.stat("/a"), answer(&mut adbd, &something));
    assert_eq!(found.unwrap(), Some(stat));
    assert_eq!(request, SyncRequest::Stat("/a".to_owned()));
    let nothing = [SyncReply::Stat(Stat::default())];
    let (found, _) = tokio::join!(link.stat("/b"), answer(&mut adbd, &nothing));
    assert_eq!(found.unwrap(), None);

    let entry = |name: &str| Entry {
        stat,
        name: name.to_owned(),
    };
    let mut replies: Vec<SyncReply> = [".", "..", "一", "two"]
        .map(|name| SyncReply::Entry(entry(name)))
        .to_vec();
    replies.push(SyncReply::Done(Expect::List));
    let (listing, request) = tokio::join!(link.list("/c"), answer(&mut adbd, &replies));
    assert_eq!(listing.unwrap(), [entry("一"), entry("two")]);
    assert_eq!(request, SyncRequest::List("/c".to_owned()));
}

async fn failed(replies: &[SyncReply], raw: &'static [u8]) -> FileError {
    let (link, mut adbd): (Link, Adbd) = pair().await;
    let (result, ()) = tokio::join!(link.stat("/a"), async {
        let (ids, mut requests) = accept_sync(&mut adbd).await;
        adbd.message(ids, &mut requests).await.unwrap();
        if !replies.is_empty() {
            reply(&mut adbd, ids, replies).await;
        }
        if !raw.is_empty() {
            adbd.write(ids, raw).await;
        }
        adbd.close(ids).await;
    });
    result.unwrap_err()
}

#[tokio::test]
async fn a_sync_service_that_errs_is_named() {
    assert!(matches!(failed(&[], b"").await, FileError::Cut));
    assert!(matches!(failed(&[], b"EVIL0000").await, FileError::Sync(_)));
    assert!(matches!(
        failed(&[SyncReply::Okay], b"").await,
        FileError::Unexpected
    ));
    let denied = failed(&[SyncReply::Fail("denied".to_owned())], b"").await;
    assert!(matches!(denied, FileError::Refused(why) if why == "denied"));
}

#[tokio::test]
async fn a_path_that_cannot_be_sent_is_refused_here() {
    let (link, mut adbd) = pair().await;
    for path in ["", "a\0b", &"a".repeat(PATH_MAX_BYTES + 1)] {
        let (result, _) = tokio::join!(link.stat(path), adbd.accept());
        assert!(matches!(result, Err(FileError::Sync(_))), "{path:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_file_that_does_not_move_is_given_up_after_thirty_seconds() {
    let (link, mut adbd) = pair().await;
    let begun = tokio::time::Instant::now();
    let (result, (ids, _)) = tokio::join!(link.stat("/a"), accept_sync(&mut adbd));
    assert!(matches!(result, Err(FileError::Timeout)));
    assert_eq!(begun.elapsed().as_secs(), 30);
    let request = adbd.next().await.unwrap();
    assert_eq!(request.arg0, ids.host);
    adbd.expect(Packet::close(ids.host, ids.phone)).await;
}
