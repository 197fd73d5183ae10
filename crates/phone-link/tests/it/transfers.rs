//! Files over the second connection: progress, cancellation, and what happens where there is none.

use phone_link::wire::Decoder;
use phone_link::wire::packet::{PAYLOAD_MAX_BYTES, VERSION};
use phone_link::wire::service::Service;
use phone_link::wire::sync::{DATA_CHUNK_BYTES, MODE_FILE, SyncReply, SyncRequest, SyncRequests};
use phone_link::{CopyHandle, FileError, Link, LinkError, LinkOptions};
use tokio::net::TcpListener;

use super::adbd::{Adbd, pair};

/// A phone at an address, and the link to it.
async fn at_an_address() -> (TcpListener, Link, Adbd) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (link, adbd) = tokio::join!(
        Link::connect(&address, LinkOptions::default()),
        greeted(&listener)
    );
    (listener, link.unwrap(), adbd)
}

async fn greeted(listener: &TcpListener) -> Adbd {
    let (socket, _) = listener.accept().await.unwrap();
    let mut adbd = Adbd::over(socket);
    adbd.greet(VERSION, PAYLOAD_MAX_BYTES).await;
    adbd
}

/// Stores one pushed file; gives its bytes and calls `each` after each chunk.
async fn store(adbd: &mut Adbd, mut each: impl FnMut(usize)) -> Vec<u8> {
    let (service, ids) = adbd.accept().await;
    assert_eq!(service, Service::Sync);
    let mut requests = Decoder::<SyncRequests>::default();
    let mut stored = Vec::new();
    while let Some(request) = adbd.message(ids, &mut requests).await {
        match request {
            SyncRequest::Data(data) => {
                stored.extend_from_slice(&data);
                each(stored.len());
            }
            SyncRequest::Done(_) => {
                adbd.write(ids, SyncReply::Okay.to_bytes().unwrap()).await;
                return stored;
            }
            _ => {}
        }
    }
    stored
}

#[tokio::test]
async fn a_push_goes_over_a_connection_of_its_own_with_progress_by_acknowledged_bytes() {
    let (listener, link, mut adbd) = at_an_address().await;
    let content: Vec<u8> = (0..20 * DATA_CHUNK_BYTES).map(|at| at as u8).collect();
    let transfer = CopyHandle::default();
    let progress = transfer.acknowledged();
    let mut from = content.as_slice();
    let push = link.push_tracked("/sdcard/a", MODE_FILE, 0, &mut from, &transfer);
    let (sent, stored) = tokio::join!(push, async {
        let mut bulk = greeted(&listener).await;
        // Bytes that are acknowledged came here before.
        store(&mut bulk, |came| assert!(*progress.borrow() <= came as u64)).await
    });
    assert_eq!(sent.unwrap(), content.len() as u64);
    assert!(stored == content);
    assert_eq!(*progress.borrow(), content.len() as u64);
    // The first connection carried nothing of it: the next thing on it is this.
    let (found, service) = tokio::join!(link.stat("/x"), adbd.refuse());
    assert!(found.is_err());
    assert_eq!(service, Service::Sync);
}

#[tokio::test]
async fn the_second_connection_ends_with_its_last_file() {
    let (listener, link, _adbd) = at_an_address().await;
    let transfer = CopyHandle::default();
    for _ in 0..2 {
        let mut from = &b"content"[..];
        let push = link.push_tracked("/a", MODE_FILE, 0, &mut from, &transfer);
        let (sent, mut bulk) = tokio::join!(push, async {
            let mut bulk = greeted(&listener).await;
            store(&mut bulk, |_| ()).await;
            bulk
        });
        assert_eq!(sent.unwrap(), 7);
        while bulk.next().await.is_some() {}
    }
}

#[tokio::test]
async fn a_phone_that_takes_no_second_connection_gets_files_over_the_first() {
    let (listener, link, mut adbd) = at_an_address().await;
    drop(listener);
    let transfer = CopyHandle::default();
    let mut from = &b"content"[..];
    let push = link.push_tracked("/a", MODE_FILE, 0, &mut from, &transfer);
    let (sent, stored) = tokio::join!(push, store(&mut adbd, |_| ()));
    assert_eq!(sent.unwrap(), 7);
    assert_eq!(stored, b"content");
}

#[tokio::test]
async fn a_cancelled_push_ends_its_stream_and_nothing_else() {
    let (link, mut adbd) = pair().await;
    let content = vec![7; 100 * DATA_CHUNK_BYTES];
    let transfer = CopyHandle::default();
    let mut from = content.as_slice();
    let push = link.push_tracked("/a", MODE_FILE, 0, &mut from, &transfer);
    let (result, stored) = tokio::join!(
        push,
        store(&mut adbd, |came| {
            if came == 3 * DATA_CHUNK_BYTES {
                transfer.cancel();
            }
        })
    );
    assert!(matches!(result, Err(FileError::Cancelled)));
    assert!(stored.len() < content.len());
    assert!(link.closed_now().is_none());
    // A push that was cancelled before it began sends nothing.
    let mut from = content.as_slice();
    let again = link.push_tracked("/a", MODE_FILE, 0, &mut from, &transfer);
    assert!(matches!(again.await, Err(FileError::Cancelled)));
}

#[tokio::test]
async fn files_end_with_the_first_connection() {
    let (listener, link, adbd) = at_an_address().await;
    let content = vec![7; 100 * DATA_CHUNK_BYTES];
    let transfer = CopyHandle::default();
    let mut from = content.as_slice();
    let push = link.push_tracked("/a", MODE_FILE, 0, &mut from, &transfer);
    let (result, _bulk) = tokio::join!(push, async {
        let mut bulk = greeted(&listener).await;
        bulk.accept().await;
        drop(adbd);
        bulk
    });
    assert!(matches!(
        result,
        Err(FileError::Link(LinkError::HungUp | LinkError::Io(_)))
    ));
}
