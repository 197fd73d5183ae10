//! Content of a transcript: some of everything that a link does to a phone, one thing after the other, so that its bytes come in one order.

use phone_link::wire::service::Service;
use phone_link::wire::sync::MODE_FILE;
use phone_link::{Link, OpenError, Priority, ShellCommand};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Against the scripted phone of `strangers/phone.rs`, or what was recorded of it.
pub async fn walk(link: &Link) {
    let properties = &link.banner().properties;
    let model = ("ro.product.model".to_owned(), "Scripted".to_owned());
    assert!(properties.contains(&model), "{properties:?}");

    let echo = ShellCommand::new("echo one").argument("it's 你好").unwrap();
    assert_eq!(
        link.exec(&echo).await.unwrap(),
        r"echo one 'it'\''s 你好'".as_bytes()
    );

    for length in [0_usize, 5, 9000] {
        let content: Vec<u8> = (0..length).map(|at| (at * 7 + at / 251) as u8).collect();
        let path = format!("/sdcard/照片 {length}");
        let mut from = content.as_slice();
        let push = link.push(&path, MODE_FILE, 1_700_000_000, &mut from);
        assert_eq!(push.await.unwrap(), length as u64);
        let back = link.read_file(&path, 9000).await.unwrap();
        assert!(back == content, "{length} bytes");
    }
    let stat = link.stat("/sdcard/照片 9000").await.unwrap().unwrap();
    assert_eq!((stat.mode, stat.size), (MODE_FILE, 9000));
    assert_eq!(link.stat("/nowhere").await.unwrap(), None);

    let nobody = Service::local_abstract("nobody");
    let refused = link.open(&nobody, Priority::Interactive).await;
    assert!(matches!(refused, Err(OpenError::Refused)));

    let service = Service::local_abstract("echo");
    let mut stream = link.open(&service, Priority::Interactive).await.unwrap();
    for length in [1, 100, 4096] {
        let message = vec![length as u8; length];
        stream.write_all(&message).await.unwrap();
        let mut back = vec![0; length];
        stream.read_exact(&mut back).await.unwrap();
        assert!(back == message);
    }
}
