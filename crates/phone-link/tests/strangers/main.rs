//! The link against a phone's daemon that others wrote: adbkit's bridge (the device's side of ADB, with its own packets,
//! flow control and check of keys) in front of Debian's adb server. Behind them stands a small scripted phone.
//!
//! Needs `node`, `adb` and the packages of `e2e/strangers-link`; without them these tests fail.
#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails by panicking, as the test does"
)]

mod bridge;
mod phone;
mod record;
#[path = "../transcripts/walk.rs"]
mod walk;

use std::sync::{Arc, LazyLock};

use phone_link::wire::service::Service;
use phone_link::wire::sync::MODE_FILE;
use phone_link::{
    CopyHandle, KeyPair, Link, LinkError, LinkOptions, OpenError, Priority, ShellCommand,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use bridge::Bridge;
use record::Recorder;

/// Making one takes a while: the tests share it.
static KEY: LazyLock<Arc<KeyPair>> = LazyLock::new(|| Arc::new(KeyPair::generate().unwrap()));

fn options() -> LinkOptions {
    LinkOptions {
        key: Some(Arc::clone(&KEY)),
        ..LinkOptions::default()
    }
}

fn known() -> String {
    KEY.public().to_line("owldeck@owldeck")
}

#[tokio::test]
async fn a_known_key_is_let_in_by_its_signature_alone() {
    let bridge = Bridge::start(&known()).await;
    let link = Link::connect(&bridge.address, options()).await.unwrap();
    let properties = &link.banner().properties;
    assert!(
        properties.contains(&("ro.product.model".to_owned(), "Scripted".to_owned())),
        "{properties:?}"
    );
}

#[tokio::test]
async fn an_unknown_key_is_let_in_when_its_owner_says_so_and_not_otherwise() {
    let bridge = Bridge::start("accept").await;
    let link = Link::connect(&bridge.address, options()).await.unwrap();
    let echo = ShellCommand::new("echo hello");
    assert_eq!(link.exec(&echo).await.unwrap(), "echo hello");

    let bridge = Bridge::start("reject").await;
    let refused = Link::connect(&bridge.address, options()).await;
    assert!(matches!(
        refused,
        Err(LinkError::NotApproved | LinkError::Io(_))
    ));
    let nobody = Link::connect(&bridge.address, LinkOptions::default()).await;
    assert!(matches!(nobody, Err(LinkError::AuthRequired)));
}

#[tokio::test]
async fn files_of_every_length_come_back_as_they_went() {
    for admits in [known(), "accept".to_owned()] {
        let bridge = Bridge::start(&admits).await;
        let link = Link::connect(&bridge.address, options()).await.unwrap();
        for length in [0, 1, 65_535, 65_536, 65_537, 3_000_000] {
            let content: Vec<u8> = (0..length).map(|at| (at * 7 + at / 251) as u8).collect();
            let path = format!("/sdcard/你好 {length}");
            let transfer = CopyHandle::default();
            let mut from = content.as_slice();
            let push = link.push_tracked(&path, MODE_FILE, 0, &mut from, &transfer);
            assert_eq!(push.await.unwrap(), length as u64);
            assert_eq!(*transfer.acknowledged().borrow(), length as u64);
            let back = link.read_file(&path, length as u64).await.unwrap();
            assert!(back == content, "{length} bytes");
            let stat = link.stat(&path).await.unwrap();
            assert_eq!(
                stat.map(|stat| stat.size),
                (length > 0).then_some(length as u64)
            );
        }
        assert_eq!(link.stat("/nowhere").await.unwrap(), None);
    }
}

#[tokio::test]
async fn many_streams_at_once_keep_their_bytes_apart() {
    let bridge = Bridge::start(&known()).await;
    let link = Link::connect(&bridge.address, options()).await.unwrap();
    let echo = Service::local_abstract("echo");
    let streams = (0..8_u8).map(|number| {
        let (link, echo) = (link.clone(), echo.clone());
        async move {
            let mut stream = link.open(&echo, Priority::Interactive).await.unwrap();
            for round in 0..50_usize {
                let message = vec![number; 1 + round * 997];
                stream.write_all(&message).await.unwrap();
                let mut back = vec![0; message.len()];
                stream.read_exact(&mut back).await.unwrap();
                assert!(back == message, "stream {number}, round {round}");
            }
        }
    });
    let tasks: Vec<_> = streams.map(tokio::spawn).collect();
    for task in tasks {
        task.await.unwrap();
    }
}

#[tokio::test]
async fn what_is_not_there_is_refused_and_the_link_goes_on() {
    let bridge = Bridge::start(&known()).await;
    let link = Link::connect(&bridge.address, options()).await.unwrap();
    let nobody = Service::local_abstract("nobody");
    let refused = link.open(&nobody, Priority::Interactive).await;
    assert!(matches!(refused, Err(OpenError::Refused)));
    let echo = ShellCommand::new("echo still here");
    assert_eq!(link.exec(&echo).await.unwrap(), "echo still here");
}

#[tokio::test]
async fn a_transcript_can_be_made_of_what_a_link_does() {
    let bridge = Bridge::start("accept").await;
    let recorder = Recorder::before(&bridge.address).await;
    let link = Link::connect(&recorder.address, options()).await.unwrap();
    walk::walk(&link).await;
    let lines = recorder.lines();
    assert!(lines.starts_with("> 434e584e01000001"), "the first packet");
    assert!(lines.contains("\n< "));
    if let Some(file) = std::env::var_os("OWLDECK_RECORD") {
        std::fs::write(file, lines).unwrap();
    }
}
