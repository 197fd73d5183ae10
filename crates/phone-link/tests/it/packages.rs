//! Apps, with a scripted package service.

use phone_link::wire::package::{ArchiveName, FailureCode, InstallOptions, PackageName};
use phone_link::wire::packet::{PAYLOAD_MAX_BYTES, VERSION};
use phone_link::wire::service::Service;
use phone_link::wire::shell::ShellPacket;
use phone_link::{APKS_MAX, Apk, CopyHandle, Link, LinkOptions, PackageError};
use tokio::io::split;

use super::adbd::{Adbd, Ids, ends, pair};

fn apk(name: &str, content: &'static [u8]) -> Apk<&'static [u8]> {
    Apk {
        name: ArchiveName::parse(name).unwrap(),
        size: content.len() as u64,
        content,
    }
}

/// The words of the next in-process command.
async fn asked(adbd: &mut Adbd) -> (String, Ids) {
    let (service, ids) = adbd.accept().await;
    match service {
        Service::AbbExec(words) => (words.join(" "), ids),
        Service::Exec(line) => (line, ids),
        other => panic!("{other:?}"),
    }
}

async fn answer(adbd: &mut Adbd, ids: Ids, words: &'static str) {
    adbd.write(ids, words).await;
    adbd.close(ids).await;
}

async fn apk_bytes(adbd: &mut Adbd, ids: Ids, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while bytes.len() < length {
        bytes.extend_from_slice(&adbd.data(ids).await.unwrap());
    }
    bytes
}

async fn with_abb() -> (Link, Adbd) {
    let (host, mut adbd) = ends(4 * 1024 * 1024);
    let (read, write) = split(host);
    let (link, ()) = tokio::join!(Link::over(read, write, LinkOptions::default()), async {
        adbd.next().await.unwrap();
        let banner = "device::features=shell_v2,cmd,abb_exec";
        adbd.welcome(VERSION, PAYLOAD_MAX_BYTES, banner).await;
    });
    (link.unwrap(), adbd)
}

#[tokio::test]
async fn one_apk_is_streamed_with_its_size() {
    for in_process in [true, false] {
        let (link, mut adbd) = if in_process {
            with_abb().await
        } else {
            pair().await
        };
        let transfer = CopyHandle::default();
        let apks = vec![apk("base.apk", b"an archive")];
        let install = link.install(apks, InstallOptions::default(), &transfer);
        let (result, ()) = tokio::join!(install, async {
            let (words, ids) = asked(&mut adbd).await;
            let expected = if in_process {
                "package install -r -S 10"
            } else {
                "cmd 'package' 'install' '-r' '-S' '10'"
            };
            assert_eq!(words, expected);
            assert_eq!(apk_bytes(&mut adbd, ids, 10).await, b"an archive");
            answer(&mut adbd, ids, "Success\n").await;
        });
        result.unwrap();
        assert_eq!(*transfer.acknowledged().borrow(), 10);
    }
}

#[tokio::test]
async fn split_apks_make_one_session() {
    let (link, mut adbd) = with_abb().await;
    let transfer = CopyHandle::default();
    let apks = vec![
        apk("base.apk", b"base"),
        apk("split_config.xhdpi.apk", b"picture"),
    ];
    let install = link.install(apks, InstallOptions::default(), &transfer);
    let (result, ()) = tokio::join!(install, async {
        let (words, ids) = asked(&mut adbd).await;
        assert_eq!(words, "package install-create -r -S 11");
        answer(&mut adbd, ids, "Success: created install session [77]\n").await;
        for (expected, content) in [
            ("package install-write -S 4 77 base.apk -", &b"base"[..]),
            (
                "package install-write -S 7 77 split_config.xhdpi.apk -",
                b"picture",
            ),
        ] {
            let (words, ids) = asked(&mut adbd).await;
            assert_eq!(words, expected);
            assert_eq!(apk_bytes(&mut adbd, ids, content.len()).await, content);
            answer(&mut adbd, ids, "Success: streamed\n").await;
        }
        let (words, ids) = asked(&mut adbd).await;
        assert_eq!(words, "package install-commit 77");
        answer(&mut adbd, ids, "Success\n").await;
    });
    result.unwrap();
    assert_eq!(*transfer.acknowledged().borrow(), 11);
}

#[tokio::test]
async fn a_session_that_fails_or_is_cancelled_is_thrown_away() {
    for cancels in [false, true] {
        let (link, mut adbd) = with_abb().await;
        let transfer = CopyHandle::default();
        let apks = vec![apk("a.apk", b"aa"), apk("b.apk", b"bb")];
        let install = link.install(apks, InstallOptions::default(), &transfer);
        let (result, ()) = tokio::join!(install, async {
            let (_, ids) = asked(&mut adbd).await;
            answer(&mut adbd, ids, "Success: created install session [5]\n").await;
            let (_, ids) = asked(&mut adbd).await;
            if cancels {
                transfer.cancel();
            } else {
                answer(&mut adbd, ids, "Failure [INSTALL_FAILED_INVALID_APK]\n").await;
            }
            let (words, ids) = asked_after_data(&mut adbd).await;
            assert_eq!(words, "package install-abandon 5");
            answer(&mut adbd, ids, "Success\n").await;
        });
        match result.unwrap_err() {
            PackageError::Cancelled => assert!(cancels),
            PackageError::Refused { code, .. } => {
                assert!(!cancels);
                assert_eq!(code, FailureCode::InvalidApk);
            }
            other => panic!("{other}"),
        }
    }
}

/// The next command, whatever data of an older stream comes before it.
async fn asked_after_data(adbd: &mut Adbd) -> (String, Ids) {
    use phone_link::wire::packet::{Command, Packet};
    loop {
        let packet = adbd.next().await.unwrap();
        if packet.command == Command::Open {
            let ids = Ids {
                phone: packet.arg0 + 1000,
                host: packet.arg0,
            };
            adbd.send(Packet::okay(ids.phone, ids.host)).await;
            let Ok(Service::AbbExec(words)) = Service::parse(&packet.payload) else {
                panic!("{packet:?}");
            };
            return (words.join(" "), ids);
        }
    }
}

#[tokio::test]
async fn a_refusal_is_told_in_the_phones_words_also_before_all_was_sent() {
    let (link, mut adbd) = with_abb().await;
    let big: &'static [u8] = vec![7; 40 * 64 * 1024].leak();
    let transfer = CopyHandle::default();
    let install = link.install(
        vec![apk("a.apk", big)],
        InstallOptions::default(),
        &transfer,
    );
    let (result, ()) = tokio::join!(install, async {
        let (_, ids) = asked(&mut adbd).await;
        adbd.data(ids).await.unwrap();
        let words = "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: no room]\n";
        answer(&mut adbd, ids, words).await;
    });
    let Err(PackageError::Refused { code, words }) = result else {
        panic!("{result:?}");
    };
    assert_eq!(code, FailureCode::InsufficientStorage);
    assert_eq!(words, "INSTALL_FAILED_INSUFFICIENT_STORAGE: no room");
    assert!(*transfer.acknowledged().borrow() < big.len() as u64);
}

#[tokio::test]
async fn apks_that_cannot_be_sent_are_refused_here() {
    let (link, mut adbd) = with_abb().await;
    let transfer = CopyHandle::default();
    for count in [0, APKS_MAX + 1] {
        let apks = (0..count).map(|_| apk("a.apk", b"a")).collect();
        let result = link.install(apks, InstallOptions::default(), &transfer);
        assert!(matches!(result.await, Err(PackageError::ApkCount(found)) if found == count));
    }
    let short = Apk {
        size: 11,
        ..apk("a.apk", b"an archive")
    };
    let install = link.install(vec![short], InstallOptions::default(), &transfer);
    let (result, ()) = tokio::join!(install, async {
        let (_, ids) = asked(&mut adbd).await;
        while adbd.data(ids).await.is_some() {}
    });
    assert!(matches!(result, Err(PackageError::Local(_))));
}

#[tokio::test]
async fn an_app_is_removed_or_the_phone_says_why_not() {
    let (link, mut adbd) = with_abb().await;
    let package = PackageName::parse("com.example.app").unwrap();
    let (result, ()) = tokio::join!(link.uninstall(&package, true), async {
        let (words, ids) = asked(&mut adbd).await;
        assert_eq!(words, "package uninstall -k com.example.app");
        answer(&mut adbd, ids, "Success\n").await;
    });
    result.unwrap();
    let (result, ()) = tokio::join!(link.uninstall(&package, false), async {
        let (_, ids) = asked(&mut adbd).await;
        answer(&mut adbd, ids, "Failure [not installed for 0]\n").await;
    });
    let Err(PackageError::Refused { code, .. }) = result else {
        panic!("{result:?}");
    };
    assert_eq!(code, FailureCode::NotInstalled);
}

/// Answers one shell command; gives it.
async fn shell(adbd: &mut Adbd, output: &'static str, exit: u8) -> String {
    let (service, ids) = adbd.accept().await;
    let Service::ShellV2 { command, .. } = service else {
        panic!("{service:?}");
    };
    let mut bytes = bytes::BytesMut::new();
    ShellPacket::Stdout(output.into()).encode(&mut bytes);
    ShellPacket::Exit(exit).encode(&mut bytes);
    adbd.write(ids, bytes.freeze()).await;
    command
}

#[tokio::test]
async fn an_app_is_started_by_what_it_shows_in_the_launcher() {
    let (link, mut adbd) = pair().await;
    let package = PackageName::parse("com.a").unwrap();
    let (result, ()) = tokio::join!(link.start_app(&package), async {
        let find = shell(&mut adbd, "priority=0 preferredOrder=0\ncom.a/.Main\n", 0).await;
        assert_eq!(
            find,
            "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER 'com.a'"
        );
        let start = shell(&mut adbd, "Starting: Intent\nStatus: ok\n", 0).await;
        assert_eq!(start, "am start -W -n 'com.a/.Main'");
    });
    result.unwrap();
    for nothing in ["No activity found\n", "android/com.android.Resolver\n", ""] {
        let (result, ()) = tokio::join!(link.start_app(&package), async {
            shell(&mut adbd, nothing, 0).await;
            let find = shell(&mut adbd, nothing, 0).await;
            assert!(find.contains("LEANBACK_LAUNCHER"), "{find}");
        });
        assert!(matches!(result, Err(PackageError::NoActivity)), "{nothing}");
    }
    // An app for televisions.
    let (result, ()) = tokio::join!(link.start_app(&package), async {
        shell(&mut adbd, "No activity found\n", 0).await;
        shell(&mut adbd, "com.a/.Tv\n", 0).await;
        let start = shell(&mut adbd, "Status: ok\n", 0).await;
        assert_eq!(start, "am start -W -n 'com.a/.Tv'");
    });
    result.unwrap();
    let (result, ()) = tokio::join!(link.start_app(&package), async {
        shell(&mut adbd, "com.a/.Main", 0).await;
        shell(&mut adbd, "Error: Activity class does not exist.", 1).await;
    });
    assert!(matches!(result, Err(PackageError::Refused { .. })));
    // `am` ends with 0 all the same.
    let (result, ()) = tokio::join!(link.start_app(&package), async {
        shell(&mut adbd, "com.a/.Main", 0).await;
        shell(&mut adbd, "Error type 3\n", 0).await;
    });
    assert!(matches!(result, Err(PackageError::Refused { .. })));
    let (result, stop) = tokio::join!(link.stop_app(&package), shell(&mut adbd, "", 0));
    result.unwrap();
    assert_eq!(stop, "am force-stop 'com.a'");
}

#[tokio::test]
async fn an_app_starts_again_only_once_its_processes_are_gone() {
    let (link, mut adbd) = pair().await;
    let package = PackageName::parse("com.a").unwrap();
    let (result, ()) = tokio::join!(link.restart_app(&package), async {
        shell(&mut adbd, "com.a/.Main\n", 0).await;
        assert_eq!(shell(&mut adbd, "", 0).await, "am force-stop 'com.a'");
        assert_eq!(shell(&mut adbd, "4711\n", 0).await, "pidof 'com.a'");
        shell(&mut adbd, "", 1).await;
        let start = shell(&mut adbd, "Status: ok\n", 0).await;
        assert_eq!(start, "am start -W -n 'com.a/.Main'");
    });
    result.unwrap();
    // An app that no launcher starts is not stopped.
    let (result, ()) = tokio::join!(link.restart_app(&package), async {
        shell(&mut adbd, "No activity found\n", 0).await;
        shell(&mut adbd, "No activity found\n", 0).await;
    });
    assert!(matches!(result, Err(PackageError::NoActivity)));
    // A process that the system does not let go of.
    let (result, ()) = tokio::join!(link.restart_app(&package), async {
        shell(&mut adbd, "com.a/.Main\n", 0).await;
        shell(&mut adbd, "", 0).await;
        for _ in 0..10 {
            shell(&mut adbd, "4711\n", 0).await;
        }
    });
    assert!(matches!(result, Err(PackageError::Refused { .. })));
}

#[tokio::test]
async fn the_space_of_a_phone_is_read() {
    let (link, mut adbd) = pair().await;
    let said = "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/x 10 2 8 20% /data\n";
    let (space, command) = tokio::join!(link.storage(), shell(&mut adbd, said, 0));
    let space = space.unwrap();
    assert_eq!((space.total, space.free), (10_240, 8_192));
    assert_eq!(command, "df -k /data");
    let (space, _) = tokio::join!(link.storage(), shell(&mut adbd, "df: no such file\n", 1));
    assert!(space.is_err());
}

#[tokio::test]
async fn the_list_of_apps_is_read() {
    let (link, mut adbd) = pair().await;
    let output =
        "package:/data/app/~~a==/com.a-b==/base.apk=com.a versionCode:3 uid:10001\nrubbish\n";
    let (list, command) = tokio::join!(link.packages(), shell(&mut adbd, output, 0));
    let list = list.unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!(
        (list[0].name.as_str(), list[0].version_code),
        ("com.a", Some(3))
    );
    assert_eq!(
        command,
        "cmd package list packages -3 -f -U --show-versioncode"
    );
}
