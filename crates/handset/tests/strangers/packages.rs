//! `adb install`, `install-multiple`, `uninstall`, and what the phone then shows.

use crate::apks::{self, ICON_COLOUR, Wish};
use crate::bench::Bench;

const PACKAGE: &str = "org.example.crane";

/// Whether the launcher shows the icon of the test's APKs.
async fn shows_icon(bench: &Bench) -> bool {
    let output = crate::bench::run(&mut bench.command(["exec-out", "screencap", "-p"])).await;
    let (_, _, pixels) = crate::phone::read_png(&output.stdout);
    let near = |pixel: &[u8]| {
        let mut parts = pixel.iter().zip(ICON_COLOUR);
        parts.all(|(own, wanted)| own.abs_diff(wanted) < 12)
    };
    pixels.chunks(4).filter(|pixel| near(&pixel[..3])).count() > 500
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_is_installed_shown_opened_and_removed() {
    let bench = Bench::new().await;
    let apk = apks::make(&bench.scratch(), "crane", &Wish::default()).await;
    assert!(!shows_icon(&bench).await);
    let said = bench.adb(["install", "-r", apk.to_str().unwrap()]).await;
    assert!(said.all().contains("Success"), "{}", said.all());
    assert!(shows_icon(&bench).await, "the launcher has its icon");
    assert_eq!(
        bench.shell("pm list packages -3").await,
        format!("package:{PACKAGE}\n")
    );
    let line = bench
        .shell("cmd package list packages -3 -f -U --show-versioncode --user 0")
        .await;
    assert!(line.starts_with("package:/data/app/"), "{line}");
    assert!(
        line.ends_with(&format!("/base.apk={PACKAGE} versionCode:7 uid:10100\n")),
        "{line}"
    );
    let path = bench.shell(&format!("pm path {PACKAGE}")).await;
    let path = path.trim().strip_prefix("package:").unwrap();
    let back = bench.scratch().join("back.apk");
    bench.ok(["pull", path, back.to_str().unwrap()]).await;
    assert!(std::fs::read(&back).unwrap() == std::fs::read(&apk).unwrap());
    let activity = bench
        .shell(&format!(
            "cmd package resolve-activity --brief -c android.intent.category.LAUNCHER {PACKAGE}"
        ))
        .await;
    let component = activity.lines().last().unwrap();
    assert_eq!(component, format!("{PACKAGE}/.Main"));
    let started = bench.shell(&format!("am start -W -n {component}")).await;
    assert!(started.contains("Status: ok"), "{started}");
    let front = bench.shell("dumpsys activity activities").await;
    assert!(front.contains(component), "{front}");
    bench.shell(&format!("pidof {PACKAGE}")).await;
    bench.shell(&format!("am force-stop {PACKAGE}")).await;
    assert_eq!(bench.adb(["shell", "pidof", PACKAGE]).await.code, 1);
    assert_eq!(bench.ok(["uninstall", PACKAGE]).await, "Success\n");
    assert!(!shows_icon(&bench).await);
    assert_eq!(bench.shell("pm list packages -3").await, "");
    let said = bench.adb(["uninstall", PACKAGE]).await;
    assert!(said.all().contains("Failure"), "{}", said.all());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_split_app_is_installed_as_one() {
    let bench = Bench::new().await;
    let folder = bench.scratch();
    let base = apks::make(&folder, "base", &Wish::default()).await;
    let split = Wish {
        split: Some("config.zh"),
        ..Wish::default()
    };
    let split = apks::make(&folder, "split", &split).await;
    let (base, split) = (base.to_str().unwrap(), split.to_str().unwrap());
    let said = bench.adb(["install-multiple", base, split]).await;
    assert!(said.all().contains("Success"), "{}", said.all());
    let paths = bench.shell(&format!("pm path {PACKAGE}")).await;
    let names: Vec<&str> = paths
        .lines()
        .filter_map(|line| line.rsplit('/').next())
        .collect();
    assert_eq!(names, ["base.apk", "split_config.zh.apk"]);
    bench.ok(["uninstall", PACKAGE]).await;
    let said = bench.adb(["install-multiple", split, split]).await;
    assert!(
        said.all().contains("INSTALL_FAILED_INVALID_APK"),
        "{}",
        said.all()
    );
    let other = Wish {
        split: Some("config.en"),
        version: 8,
        ..Wish::default()
    };
    let other = apks::make(&folder, "other", &other).await;
    let said = bench
        .adb(["install-multiple", base, other.to_str().unwrap()])
        .await;
    assert!(
        said.all()
            .contains("INSTALL_FAILED_INVALID_APK: config.en version code 8 inconsistent with 7"),
        "{}",
        said.all()
    );
    assert_eq!(bench.shell("pm list packages -3").await, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_an_apk_is_refused_in_androids_words() {
    let bench = Bench::new().await;
    let folder = bench.scratch();
    let whole = std::fs::read(apks::make(&folder, "crane", &Wish::default()).await).unwrap();
    let unsigned = Wish {
        signer: None,
        ..Wish::default()
    };
    let unsigned = std::fs::read(apks::make(&folder, "unsigned", &unsigned).await).unwrap();
    for (what, bytes, code) in [
        (
            "noise",
            crate::bench::noise(100_000),
            "INSTALL_PARSE_FAILED_NOT_APK",
        ),
        ("text", b"hello".to_vec(), "INSTALL_PARSE_FAILED_NOT_APK"),
        (
            "cut",
            whole[..whole.len() / 2].to_vec(),
            "INSTALL_PARSE_FAILED_NOT_APK",
        ),
        ("unsigned", unsigned, "INSTALL_PARSE_FAILED_NO_CERTIFICATES"),
    ] {
        let file = folder.join(format!("{what}.apk"));
        std::fs::write(&file, bytes).unwrap();
        let said = bench.adb(["install", file.to_str().unwrap()]).await;
        assert!(
            said.all().contains(&format!("Failure [{code}: ")),
            "{what}: {}",
            said.all()
        );
        assert_ne!(said.code, 0);
    }
    assert_eq!(bench.shell("pm list packages -3").await, "");
    let said = bench
        .adb(["shell", "pm", "install", "/sdcard/none.apk"])
        .await;
    assert!(
        said.err.contains("Can't open file: /sdcard/none.apk"),
        "{}",
        said.err
    );
    let said = bench.adb(["shell", "pm", "install"]).await;
    assert_eq!(
        said.err,
        "Error: must either specify a package size or an APK file\n"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_does_not_fit_the_phone_is_refused() {
    let bench = Bench::new().await;
    let folder = bench.scratch();
    let plain = Wish::default();
    let cases = [
        (
            "newer",
            Wish {
                min_sdk: 99,
                ..plain.clone()
            },
            "INSTALL_FAILED_OLDER_SDK",
        ),
        (
            "test",
            Wish {
                application: "android:testOnly=\"true\"",
                ..plain.clone()
            },
            "INSTALL_FAILED_TEST_ONLY",
        ),
        (
            "system",
            Wish {
                package: "com.android.settings",
                ..plain.clone()
            },
            "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
        ),
    ];
    for (name, wish, code) in cases {
        let apk = apks::make(&folder, name, &wish).await;
        let said = bench.adb(["install", apk.to_str().unwrap()]).await;
        assert!(said.all().contains(code), "{name}: {}", said.all());
    }
    let test = folder.join("test.apk");
    bench.ok(["install", "-t", test.to_str().unwrap()]).await;
    bench.ok(["uninstall", PACKAGE]).await;
    bench.shell("setprop owl.fault full").await;
    let apk = apks::make(&folder, "plain", &plain).await;
    let said = bench.adb(["install", apk.to_str().unwrap()]).await;
    assert!(
        said.all().contains("INSTALL_FAILED_INSUFFICIENT_STORAGE"),
        "{}",
        said.all()
    );
    bench.shell("setprop owl.fault none").await;
    bench.ok(["install", apk.to_str().unwrap()]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_needs_the_same_signer_and_a_later_version() {
    let bench = Bench::new().await;
    let folder = bench.scratch();
    let plain = Wish::default();
    let first = apks::make(&folder, "first", &plain).await;
    let newer = Wish {
        version: 8,
        label: "大纸鹤",
        ..plain.clone()
    };
    let newer = apks::make(&folder, "newer", &newer).await;
    let stranger = Wish {
        version: 9,
        signer: Some("second"),
        ..plain
    };
    let stranger = apks::make(&folder, "stranger", &stranger).await;
    let path = |apk: &std::path::Path| apk.to_str().unwrap().to_owned();
    bench.ok(["install", &path(&first)]).await;
    bench.ok(["install", &path(&newer)]).await;
    let about = bench.shell(&format!("dumpsys package {PACKAGE}")).await;
    assert!(about.contains("versionName=8.0\n"), "{about}");
    let said = bench.adb(["install", "-r", &path(&first)]).await;
    assert!(
        said.all()
            .contains("Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 7 is older than current 8]"),
        "{}",
        said.all()
    );
    let said = bench.adb(["install", &path(&stranger)]).await;
    assert!(
        said.all().contains(&format!(
            "INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package {PACKAGE} signatures do not match newer version"
        )),
        "{}",
        said.all()
    );
    bench.ok(["install", "-r", "-d", &path(&first)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_apks_harm_nobody() {
    let bench = Bench::new().await;
    let whole =
        std::fs::read(apks::make(&bench.scratch(), "crane", &Wish::default()).await).unwrap();
    let place = bench.fs().join("data/local/tmp/damaged.apk");
    let chances = crate::bench::noise(400);
    for (round, chance) in chances.chunks(4).enumerate() {
        let mut damaged = whole.clone();
        for (at, change) in [(chance[0], chance[1]), (chance[2], chance[3])] {
            // Half of the damage goes where the archive's own structures are.
            let from_end = round % 2 * (damaged.len() - 400);
            let span = damaged.len() - from_end;
            let at = from_end + usize::from(at) * span / 256;
            damaged[at] ^= change | 1;
        }
        std::fs::write(&place, &damaged).unwrap();
        let said = bench
            .adb(["shell", "pm", "install", "/data/local/tmp/damaged.apk"])
            .await;
        let is_answer = said.out == "Success\n" || said.out.starts_with("Failure [INSTALL_");
        assert!(is_answer, "round {round}: {}", said.all());
    }
    assert_eq!(bench.shell("echo still here").await, "still here\n");
}
