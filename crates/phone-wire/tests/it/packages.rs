//! The package service's requests and answers.

use phone_wire::package::{
    ARCHIVE_NAME_MAX_BYTES, ArchiveName, BadName, FailureCode, InstallOptions, NAME_MAX_BYTES,
    PackageCommand, PackageEntry, PackageName, PackageReply,
};
use phone_wire::service::Service;
use proptest::prelude::*;

fn name(text: &str) -> PackageName {
    PackageName::parse(text).unwrap()
}

#[test]
fn names_are_androids() {
    for good in ["com.a", "com.example.App_2", "android"] {
        assert_eq!(name(good).as_str(), good);
    }
    for bad in [
        "", "com", "com.", ".a", "com.1a", "com.a b", "com.a;id", "-k", "com.é",
    ] {
        assert_eq!(PackageName::parse(bad), Err(BadName), "{bad:?}");
    }
    let longest = format!("a.{}", "b".repeat(NAME_MAX_BYTES - 2));
    assert!(PackageName::parse(&longest).is_ok());
    assert!(PackageName::parse(&format!("{longest}b")).is_err());
    assert!(ArchiveName::parse("split_config.zh-rCN.apk").is_ok());
    for bad in ["", "-", ".apk", "a/b", "a b", "a'b"] {
        assert_eq!(ArchiveName::parse(bad), Err(BadName), "{bad:?}");
    }
    assert!(ArchiveName::parse(&"a".repeat(ARCHIVE_NAME_MAX_BYTES)).is_ok());
    assert!(ArchiveName::parse(&"a".repeat(ARCHIVE_NAME_MAX_BYTES + 1)).is_err());
}

#[test]
fn requests_are_adbs() {
    let options = InstallOptions::default();
    let all = InstallOptions {
        downgrade: true,
        grant_permissions: true,
        test_only: true,
        keep_existing: false,
    };
    let kept = InstallOptions {
        keep_existing: true,
        ..options
    };
    for (command, words) in [
        (
            PackageCommand::Install { options, size: 12 },
            "package install -r -S 12",
        ),
        (
            PackageCommand::Install {
                options: kept,
                size: 12,
            },
            "package install -R -S 12",
        ),
        (
            PackageCommand::Create {
                options: all,
                total: 9,
            },
            "package install-create -r -d -g -t -S 9",
        ),
        (
            PackageCommand::Write {
                session: 7,
                name: ArchiveName::parse("base.apk").unwrap(),
                size: 3,
            },
            "package install-write -S 3 7 base.apk -",
        ),
        (PackageCommand::Commit(7), "package install-commit 7"),
        (PackageCommand::Abandon(7), "package install-abandon 7"),
        (
            PackageCommand::Uninstall {
                package: name("com.a"),
                keep_data: true,
            },
            "package uninstall -k com.a",
        ),
    ] {
        let expected: Vec<String> = words.split(' ').map(str::to_owned).collect();
        assert_eq!(command.words(), expected);
        assert_eq!(command.service(true), Ok(Service::AbbExec(expected)));
        let quoted = format!("cmd '{}'", words.replace(' ', "' '"));
        assert_eq!(command.service(false), Ok(Service::Exec(quoted)));
    }
}

#[test]
fn answers_are_read_whatever_stands_around_them() {
    for (text, words) in [
        ("Success\n", ""),
        ("Success: streamed 12 bytes\n", "streamed 12 bytes"),
        ("Warning: slow\r\nSuccess\r\n", ""),
    ] {
        assert_eq!(
            PackageReply::parse(text),
            PackageReply::Success(words.to_owned())
        );
    }
    let created = PackageReply::parse("Success: created install session [1853]\n");
    assert_eq!(created.session(), Some(1853));
    assert_eq!(PackageReply::parse("Success").session(), None);
    for (text, code, words) in [
        (
            "Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse x.apk]\n",
            FailureCode::ParseNotApk,
            "INSTALL_PARSE_FAILED_NOT_APK: Failed to parse x.apk",
        ),
        (
            "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]\n",
            FailureCode::InsufficientStorage,
            "INSTALL_FAILED_INSUFFICIENT_STORAGE",
        ),
        (
            "Failure [not installed for 0]\n",
            FailureCode::NotInstalled,
            "not installed for 0",
        ),
        (
            "Error: device is still booting.\n",
            FailureCode::Other,
            "Error: device is still booting.",
        ),
        ("", FailureCode::Other, ""),
    ] {
        let words = words.to_owned();
        assert_eq!(
            PackageReply::parse(text),
            PackageReply::Failure { code, words }
        );
    }
}

#[test]
fn a_list_line_ends_its_path_at_the_last_equality_sign() {
    let line = "package:/data/app/~~x==/com.a-y==/base.apk=com.a versionCode:12 uid:10123,1010123";
    let entry = PackageEntry::parse(line).unwrap();
    assert_eq!(entry.name, name("com.a"));
    assert_eq!(
        entry.path.as_deref(),
        Some("/data/app/~~x==/com.a-y==/base.apk")
    );
    assert_eq!((entry.version_code, entry.uid), (Some(12), Some(10_123)));
    let short = PackageEntry::parse("package:com.b\r").unwrap();
    assert_eq!((short.path, short.version_code), (None, None));
    assert_eq!(PackageEntry::parse("WARNING: linker"), None);
    assert_eq!(PackageEntry::parse("package:nonsense;"), None);
}

proptest! {
    #[test]
    fn no_answer_whatever_panics(text in "\\PC{0,200}") {
        let _ = PackageReply::parse(&text).session();
        let _ = PackageEntry::parse(&text);
        let _ = PackageEntry::parse(&format!("package:{text}"));
    }
}
