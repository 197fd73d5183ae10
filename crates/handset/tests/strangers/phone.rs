//! Further requests of a controller to a phone: screenshots, sizes, input, properties, logs, forwarded ports.

use std::io::Cursor;

use eventually::eventually;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

use crate::apks::{self, Wish};
use crate::bench::{Bench, run, soon};

/// Width, height and RGBA of a PNG.
pub fn read_png(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes))
        .read_info()
        .expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("a whole PNG");
    assert_eq!(info.color_type, png::ColorType::Rgba);
    (info.width, info.height, pixels)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screenshot_is_a_png_of_the_screen() {
    let bench = Bench::new().await;
    let output = run(&mut bench.command(["exec-out", "screencap", "-p"])).await;
    let (width, height, _) = read_png(&output.stdout);
    assert_eq!((width, height), (720, 1280));
    bench.shell("screencap -p /sdcard/shot.png").await;
    let shot = bench.scratch().join("shot.png");
    bench
        .ok(["pull", "/sdcard/shot.png", shot.to_str().unwrap()])
        .await;
    assert_eq!(read_png(&std::fs::read(shot).unwrap()).0, 720);
}

#[tokio::test(flavor = "multi_thread")]
async fn density_is_set_kept_and_reset() {
    let bench = Bench::new().await;
    assert_eq!(bench.shell("wm size").await, "Physical size: 720x1280\n");
    assert_eq!(bench.shell("wm density").await, "Physical density: 320\n");
    let picture = async || {
        let output = run(&mut bench.command(["exec-out", "screencap", "-p"])).await;
        read_png(&output.stdout).2
    };
    bench
        .shell("am start -n com.android.settings/.Settings")
        .await;
    let usual = picture().await;
    bench.shell("wm density 240").await;
    assert_eq!(
        bench.shell("wm density").await,
        "Physical density: 320\nOverride density: 240\n"
    );
    assert!(picture().await != usual, "everything is smaller");
    for (density, why) in [
        ("71", "Error: density must be >= 72\n"),
        ("641", "Error: density must be <= 640\n"),
    ] {
        let said = bench.adb(["shell", "wm", "density", density]).await;
        assert_eq!((said.err.as_str(), said.code), (why, 255));
    }
    for density in ["72", "640"] {
        bench.shell(&format!("wm density {density}")).await;
        assert_eq!(picture().await.len(), usual.len());
    }
    bench.shell("wm density reset").await;
    assert_eq!(bench.shell("wm density").await, "Physical density: 320\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_size_is_set_bounded_and_reset() {
    let bench = Bench::new().await;
    let own = "Physical size: 720x1280\n";
    let shown = async || {
        let output = run(&mut bench.command(["exec-out", "screencap", "-p"])).await;
        let (width, height, _) = read_png(&output.stdout);
        format!("{own}Override size: {width}x{height}\n")
    };
    for (wish, is) in [
        ("540x960", "540x960"),
        ("200x2560", "200x2560"),
        ("199x2561", "200x2560"),
        ("1441x200", "1440x200"),
    ] {
        bench.shell(&format!("wm size {wish}")).await;
        let said = bench.shell("wm size").await;
        assert_eq!(said, format!("{own}Override size: {is}\n"));
        assert_eq!(said, shown().await, "and the picture has it");
    }
    for (wish, why) in [
        ("540", "Error: bad size 540\n"),
        ("x960", "Error: bad size x960\n"),
        ("540x", "Error: bad size 540x\n"),
        ("540xhigh", "Error: bad number 540xhigh\n"),
    ] {
        let said = bench.adb(["shell", "wm", "size", wish]).await;
        assert_eq!((said.err.as_str(), said.code), (why, 255));
    }
    bench.shell("wm size 720x1280").await;
    assert_eq!(bench.shell("wm size").await, own, "its own is no other");
    bench.shell("wm size 540x960").await;
    bench.shell("wm size reset").await;
    assert_eq!(bench.shell("wm size").await, own);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_protected_window_is_black_in_screenshots() {
    let bench = Bench::new().await;
    let black = async || {
        let output = run(&mut bench.command(["exec-out", "screencap", "-p"])).await;
        let pixels = read_png(&output.stdout).2;
        pixels.chunks_exact(4).all(|pixel| pixel == [0, 0, 0, 255])
    };
    bench.shell("setprop owl.secure com.android.settings").await;
    assert!(!black().await, "the launcher is nobody's secret");
    bench
        .shell("am start -n com.android.settings/.Settings")
        .await;
    assert!(black().await);
    bench.shell("setprop owl.secure none").await;
    assert!(!black().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_whose_manifest_asks_for_it_has_a_protected_window() {
    let bench = Bench::new().await;
    let black = async || {
        let output = run(&mut bench.command(["exec-out", "screencap", "-p"])).await;
        let pixels = read_png(&output.stdout).2;
        pixels.chunks_exact(4).all(|pixel| pixel == [0, 0, 0, 255])
    };
    for (permission, hidden) in [
        ("com.owldeck.permission.PROTECTED_WINDOW", true),
        ("android.permission.INTERNET", false),
    ] {
        let wish = Wish {
            permission: Some(permission),
            ..Wish::default()
        };
        let apk = apks::make(&bench.scratch(), &format!("heron-{hidden}"), &wish).await;
        bench.ok(["install", "-r", apk.to_str().unwrap()]).await;
        assert!(!black().await, "the launcher is nobody's secret");
        bench.shell("am start -n org.example.crane/.Main").await;
        assert_eq!(black().await, hidden, "{permission}");
        bench.shell("input keyevent HOME").await;
        assert!(!black().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn input_and_am_reach_the_apps() {
    let bench = Bench::new().await;
    let started = bench
        .shell("am start -W -n com.owldeck.notes/.NotesActivity")
        .await;
    assert!(started.contains("Status: ok"), "{started}");
    bench.shell("input tap 624 1148").await;
    bench.shell("input text 'hello%sowl'").await;
    bench.shell("input keyevent 66 KEYCODE_A").await;
    assert_eq!(
        bench
            .shell("cat /data/data/com.owldeck.notes/files/note-0001.txt")
            .await,
        "hello owl\na"
    );
    let said = bench
        .adb(["shell", "am", "start", "-n", "org.nobody/.Main"])
        .await;
    assert!(said.all().contains("does not exist"), "{}", said.all());
}

#[tokio::test(flavor = "multi_thread")]
async fn properties_are_read_and_set() {
    let bench = Bench::new().await;
    let identity = bench.host.identity(0).unwrap();
    assert_eq!(
        bench.shell("getprop ro.serialno").await.trim(),
        identity.serial
    );
    bench.shell("setprop debug.owl.test 'two words'").await;
    assert_eq!(bench.shell("getprop debug.owl.test").await, "two words\n");
    let said = bench.adb(["shell", "setprop", "ro.serialno", "x"]).await;
    assert!(
        said.err
            .starts_with("setprop: failed to set property 'ro.serialno'")
    );
    let line = |count: usize| format!("setprop debug.long {}", "x".repeat(count));
    bench.shell(&line(91)).await;
    assert_eq!(bench.adb(["shell", &line(92)]).await.code, 1);
    bench
        .shell("settings put global http_proxy 127.0.0.1:8888")
        .await;
    assert_eq!(
        bench.shell("settings get global http_proxy").await,
        "127.0.0.1:8888\n"
    );
    bench.shell("settings delete global http_proxy").await;
    assert_eq!(
        bench.shell("settings get global http_proxy").await,
        "null\n"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn logcat_shows_what_happened() {
    let bench = Bench::new().await;
    bench
        .shell("am start -n com.android.settings/.Settings")
        .await;
    bench.shell("log -p e -t OwlTest 'a line of ours'").await;
    let log = bench.ok(["logcat", "-d"]).await;
    assert!(log.starts_with("--------- beginning of main\n"), "{log}");
    assert!(log.contains("ActivityTaskManager: START u0 {cmp=com.android.settings/.Settings}"));
    assert!(log.contains(" E OwlTest : a line of ours\n"), "{log}");
    let errors = bench.ok(["logcat", "-d", "-v", "brief", "*:E"]).await;
    assert_eq!(
        errors.lines().nth(1),
        Some("E/OwlTest ( 1000): a line of ours"),
        "{errors}"
    );
    bench.ok(["logcat", "-c"]).await;
    assert_eq!(bench.ok(["logcat", "-d"]).await.lines().count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forwarded_port_reaches_a_socket_of_the_phone() {
    let bench = Bench::new().await;
    let jar = bench.scratch().join("server.jar");
    std::fs::write(&jar, handset::SERVER_FILE).unwrap();
    bench
        .ok(["push", jar.to_str().unwrap(), "/data/local/tmp/server.jar"])
        .await;
    let line = "CLASSPATH=/data/local/tmp/server.jar app_process / com.genymobile.scrcpy.Server 3.3.4 \
                scid=0000beef tunnel_forward=true audio=false control=false cleanup=false";
    let mut server = bench
        .command(["shell", line])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("adb");
    let port = bench
        .ok(["forward", "tcp:0", "localabstract:scrcpy_0000beef"])
        .await;
    let port: u16 = port.trim().parse().unwrap();
    let listed = bench.ok(["forward", "--list"]).await;
    assert!(
        listed.contains(&format!("tcp:{port} localabstract:scrcpy_0000beef")),
        "{listed}"
    );
    let mut head = vec![0; 1 + 64 + 12];
    // Until the server listens, a connection ends at once.
    eventually("the head of the stream", async || {
        let mut socket = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        socket.read_exact(&mut head).await
    })
    .await;
    let model = bench.host.identity(0).unwrap().model;
    assert_eq!(&head[1..=model.len()], model.as_bytes());
    assert_eq!(&head[65..], b"h264\x00\x00\x02\xd0\x00\x00\x05\x00");
    bench
        .ok(["forward", "--remove", &format!("tcp:{port}")])
        .await;
    assert_eq!(bench.ok(["forward", "--list"]).await.trim(), "");
    // The session ends with its socket, and the server with its session.
    soon("the server's end", server.wait()).await.unwrap();
}
