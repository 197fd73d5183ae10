//! Push, pull, stat and list, and the walls around them.

use bytes::Bytes;
use handset::internal::{Files, PATH_LIMIT_BYTES};
use phone_wire::Decoder;
use phone_wire::service::Service;
use phone_wire::sync::{Expect, SyncReplies, SyncReply, SyncRequest};

use crate::support::{Adb, Stage};

#[tokio::test(flavor = "multi_thread")]
async fn files_of_every_size_come_back_as_they_went() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    for size in [0, 1, 65_535, 65_536, 65_537, 1_000_000] {
        let data: Vec<u8> = (0..size).map(|at| (at * 31 % 251) as u8).collect();
        let path = format!("/sdcard/Download/资料 {size}/文件'{size}.bin");
        adb.push(&path, &data).await.unwrap();
        assert!(adb.pull(&path).await.unwrap() == data, "{size} bytes");
    }
    assert_eq!(
        adb.output("ls '/sdcard/Download/资料 1'").await,
        "文件'1.bin\n"
    );
    assert_eq!(
        adb.pull("/sdcard/none").await.unwrap_err(),
        "open failed: No such file or directory"
    );
    assert!(adb.pull("/sdcard").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_replaces_a_file_and_outlives_a_restart() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.push("/sdcard/a.txt", b"first, longer").await.unwrap();
    adb.push("/sdcard/a.txt", b"second").await.unwrap();
    let stage = stage.restart().await;
    let mut adb = stage.connect().await;
    assert_eq!(
        adb.pull("/storage/emulated/0/a.txt").await.unwrap(),
        b"second"
    );
    assert_eq!(
        adb.output("ls /sdcard").await,
        "DCIM\nDocuments\nDownload\nPictures\na.txt\n"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn no_path_leaves_the_phones_folder() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let outside = stage.folder.path().join("outside.txt");
    std::fs::write(&outside, "secret").unwrap();
    for path in [
        "/../../outside.txt",
        "/sdcard/../../../../outside.txt",
        "../../outside.txt",
    ] {
        assert!(adb.pull(path).await.is_err(), "{path}");
        // `..` stops at the phone's root, so a push lands inside; a relative path lands nowhere.
        let _ = adb.push(path, b"overwritten").await;
        let (_, _, code) = adb.shell(&format!("rm -f {path} && cat {path}")).await;
        assert_ne!(code, 0, "{path}");
    }
    assert_eq!(std::fs::read_to_string(outside).unwrap(), "secret");
    assert_eq!(adb.shell("rm -rf /").await.2, 1);
    assert_eq!(adb.shell("rm -rf /sdcard/../").await.2, 1);
    assert!(stage.fs().join("sdcard").is_dir());
}

#[tokio::test(flavor = "multi_thread")]
async fn links_and_devices_cannot_be_pushed() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let id = adb.open(&Service::Sync).await.unwrap();
    let link = SyncRequest::Send {
        path: "/sdcard/link".into(),
        mode: 0o120_777,
    };
    adb.write(id, link.to_bytes().unwrap()).await;
    assert!(
        matches!(reply(&mut adb, id, Expect::File).await, SyncReply::Fail(why) if why.contains("not permitted"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_that_breaks_off_leaves_nothing() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.push("/sdcard/kept.txt", b"whole").await.unwrap();
    let id = adb.open(&Service::Sync).await.unwrap();
    adb.write(
        id,
        SyncRequest::Send {
            path: "/sdcard/kept.txt".into(),
            mode: 0o100_644,
        }
        .to_bytes()
        .unwrap(),
    )
    .await;
    adb.write(
        id,
        SyncRequest::Data(Bytes::from_static(b"half"))
            .to_bytes()
            .unwrap(),
    )
    .await;
    adb.close(id).await;
    adb.until("ls -a /sdcard", "Pictures\nkept.txt\n").await;
    assert_eq!(adb.pull("/sdcard/kept.txt").await.unwrap(), b"whole");
}

#[tokio::test(flavor = "multi_thread")]
async fn stat_and_list_tell_kind_size_and_time() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.push("/sdcard/Download/x", b"12345").await.unwrap();
    let id = adb.open(&Service::Sync).await.unwrap();
    adb.write(
        id,
        SyncRequest::Stat("/sdcard/Download/x".into())
            .to_bytes()
            .unwrap(),
    )
    .await;
    let SyncReply::Stat(stat) = reply(&mut adb, id, Expect::File).await else {
        panic!("not STAT")
    };
    assert!(
        stat.is_file() && stat.size == 5 && stat.mtime_s == 1_700_000_000,
        "{stat:?}"
    );
    adb.write(id, SyncRequest::Stat2("/sdcard".into()).to_bytes().unwrap())
        .await;
    let SyncReply::Stat2(stat) = reply(&mut adb, id, Expect::File).await else {
        panic!("not STA2")
    };
    assert!(stat.stat.is_folder() && stat.error == 0);
    adb.write(id, SyncRequest::Lstat2("/none".into()).to_bytes().unwrap())
        .await;
    let SyncReply::Lstat2(stat) = reply(&mut adb, id, Expect::File).await else {
        panic!("not LST2")
    };
    assert_eq!(stat.error, 2);
    for (request, expect) in [
        (SyncRequest::List("/sdcard/Download".into()), Expect::List),
        (SyncRequest::List2("/sdcard/Download".into()), Expect::List2),
    ] {
        adb.write(id, request.to_bytes().unwrap()).await;
        let data = adb.read(id).await.unwrap();
        let mut replies = Decoder::new(SyncReplies::default());
        replies.grammar_mut().expect(expect);
        replies.feed(&data);
        let name = match replies.pull().unwrap().unwrap() {
            SyncReply::Entry(entry) => entry.name,
            SyncReply::Entry2(entry) => entry.name,
            other => panic!("unexpected {other:?}"),
        };
        assert_eq!(name, "x");
        assert_eq!(replies.pull().unwrap(), Some(SyncReply::Done(expect)));
        assert_eq!(replies.pending(), 0);
    }
    adb.write(id, SyncRequest::Quit.to_bytes().unwrap()).await;
    assert_eq!(adb.read(id).await, None);
}

#[test]
fn no_path_leaves_the_phone() {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::open(folder.path().join("fs")).unwrap();
    for path in [
        "/../../etc/passwd",
        "../../../etc/passwd",
        "/sdcard/../../../x",
        "/sdcard/./..//..//..",
        "/storage/emulated/0/../../../../x",
    ] {
        let host = files.resolve(path).unwrap();
        assert!(
            host.starts_with(folder.path().join("fs")),
            "{path} became {}",
            host.display()
        );
        assert!(
            !host
                .components()
                .any(|part| part == std::path::Component::ParentDir)
        );
    }
    assert_eq!(
        files.resolve("/storage/emulated/0/a"),
        files.resolve("/sdcard/a")
    );
    assert_eq!(files.resolve("/sdcard/\0"), None);
    assert!(files.resolve(&"a/".repeat(PATH_LIMIT_BYTES / 2)).is_some());
    assert_eq!(
        files.resolve(&format!("{}b", "a/".repeat(PATH_LIMIT_BYTES / 2))),
        None
    );
}

async fn reply(adb: &mut Adb, id: u32, expect: Expect) -> SyncReply {
    let mut replies = Decoder::new(SyncReplies::default());
    replies.grammar_mut().expect(expect);
    let data = adb.read(id).await.expect("a reply");
    replies.feed(&data);
    replies.pull().expect("sync").expect("a whole reply")
}
