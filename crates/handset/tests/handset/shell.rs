//! The phone's shell.

mod language;

use bytes::Bytes;
use phone_wire::service::Service;
use phone_wire::shell::{ShellPacket, quote};

use crate::support::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn exit_codes_and_streams_are_kept_apart() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    assert_eq!(adb.shell("exit 7").await, (String::new(), String::new(), 7));
    assert_eq!(adb.shell("true").await.2, 0);
    assert_eq!(adb.shell("false").await.2, 1);
    assert_eq!(
        adb.shell("echo out; echo err 1>&2").await,
        ("out\n".into(), "err\n".into(), 0)
    );
    assert_eq!(
        adb.shell("false && echo no || echo yes; echo $?").await.0,
        "yes\n0\n"
    );
    assert_eq!(adb.shell("false; exit").await.2, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_command_has_androids_words() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let (out, err, code) = adb.shell("foo --bar").await;
    assert_eq!(
        (out.as_str(), err.as_str(), code),
        ("", "/system/bin/sh: foo: inaccessible or not found\n", 127)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn quoted_arguments_arrive_as_they_were() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    for text in [
        "plain",
        "two  blanks",
        "it's",
        "$HOME `id` $(id)",
        "a;b|c>d&",
        "你好 \"x\" \\n",
        "*",
    ] {
        let line = format!("echo {}", quote(text).unwrap());
        assert_eq!(adb.output(&line).await, format!("{text}\n"));
    }
    assert_eq!(adb.shell("echo 'open").await.2, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn properties_tell_who_the_phone_is() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let identity = stage.host.identity(0).unwrap();
    assert_eq!(adb.output("getprop sys.boot_completed").await, "1\n");
    assert_eq!(
        adb.output("getprop ro.product.model").await.trim(),
        identity.model
    );
    assert_eq!(adb.output("getprop no.such.thing").await, "\n");
    let all = adb.output("getprop").await;
    assert!(all.contains(&format!("[ro.serialno]: [{}]\n", identity.serial)));
    assert!(
        all.lines()
            .all(|line| line.starts_with('[') && line.ends_with(']'))
    );
    assert_eq!(
        adb.output("settings get secure android_id").await.trim(),
        identity.android_id
    );
    assert_eq!(adb.output("settings get secure nothing").await, "null\n");
    assert_eq!(adb.output("wm size").await, "Physical size: 720x1280\n");
    assert_eq!(adb.output("wm density").await, "Physical density: 320\n");
    assert!(
        adb.output("dumpsys battery")
            .await
            .contains("  scale: 100\n")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn apps_are_listed_started_and_stopped() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let packages = adb.output("pm list packages").await;
    assert!(packages.contains("package:com.owldeck.notes\n"));
    assert_eq!(adb.output("cmd package list packages").await, packages);
    assert_eq!(adb.output("pm list packages -3").await, "");
    assert!(
        adb.output("am start -W -n com.owldeck.notes/.NotesActivity")
            .await
            .contains("Status: ok")
    );
    assert!(
        adb.output("dumpsys activity activities")
            .await
            .contains("com.owldeck.notes/.NotesActivity")
    );
    assert_eq!(adb.shell("pidof com.owldeck.notes").await.2, 0);
    adb.output("am force-stop com.owldeck.notes").await;
    assert_eq!(adb.shell("pidof com.owldeck.notes").await.2, 1);
    assert!(
        adb.output("dumpsys activity activities")
            .await
            .contains("launcher")
    );
    assert_eq!(adb.shell("am start -n com.nobody/.X").await.2, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn raw_shell_and_exec_give_bytes_without_framing() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    for service in [
        Service::Shell("echo x; nothing".into()),
        Service::Exec("echo x; nothing".into()),
    ] {
        let id = adb.open(&service).await.unwrap();
        assert_eq!(
            adb.read_to_end(id).await,
            b"x\n/system/bin/sh: nothing: inaccessible or not found\n"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screenshot_is_a_png_of_the_screen() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let id = adb
        .open(&Service::Exec("screencap -p".into()))
        .await
        .unwrap();
    let png = adb.read_to_end(id).await;
    let mut reader = png::Decoder::new(std::io::Cursor::new(png))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (720, 1280));
    let colours: std::collections::HashSet<&[u8]> = pixels.chunks(4).collect();
    assert!(colours.len() > 100, "{} colours", colours.len());
    adb.output("wm user-rotation lock 1").await;
    assert_eq!(adb.output("wm user-rotation").await, "lock 1\n");
    let wide = adb
        .open(&Service::Exec("screencap -p".into()))
        .await
        .unwrap();
    let wide = adb.read_to_end(wide).await;
    let info = png::Decoder::new(std::io::Cursor::new(wide))
        .read_info()
        .unwrap();
    assert_eq!((info.info().width, info.info().height), (1280, 720));
    let stats = stage.host.stats(0).unwrap();
    assert_eq!(
        (stats.frames_drawn, stats.has_screen),
        (2, false),
        "the screen goes when nobody looks"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interactive_shell_echoes_and_runs_lines() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let service = Service::ShellV2 {
        pty: true,
        term: Some("xterm".into()),
        command: String::new(),
    };
    let id = adb.open(&service).await.unwrap();
    let typed = |text: &str| ShellPacket::Stdin(Bytes::from(text.to_owned())).to_bytes();
    adb.write(id, typed("echp\u{7f}o $X typed\r")).await;
    adb.write(id, typed("sleep 3000\r")).await;
    adb.write(id, typed("\u{3}echo $?\r")).await;
    adb.write(id, typed("exit 3\r")).await;
    let (out, _, code) = adb.finish_shell(id).await;
    assert_eq!(code, 3);
    assert!(out.contains("\r\ntyped\r\n"), "{out:?}");
    assert!(
        out.contains("^C\r\n") && out.contains("\r\n130\r\n"),
        "{out:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_on_standard_input_runs_without_prompt_or_echo() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let id = adb.open(&Service::shell_v2("")).await.unwrap();
    let script = Bytes::from_static(b"A=1\necho $A\nfalse");
    adb.write(id, ShellPacket::Stdin(script).to_bytes()).await;
    adb.write(id, ShellPacket::CloseStdin.to_bytes()).await;
    assert_eq!(adb.finish_shell(id).await, ("1\n".into(), String::new(), 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn input_writes_a_note() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.output("am start -n com.owldeck.notes/.NotesActivity && input tap 624 1148")
        .await;
    adb.output("input text 'a%sb' && input keyevent KEYCODE_ENTER 30")
        .await;
    assert_eq!(
        adb.output("cat /data/data/com.owldeck.notes/files/note-0001.txt")
            .await,
        "a b\nb"
    );
    adb.output("input keyevent 4 4 && input swipe 360 1278 360 1000")
        .await;
    assert!(
        adb.output("dumpsys activity activities")
            .await
            .contains("launcher")
    );
    assert_eq!(adb.shell("input tap x 1").await.2, 255);
    assert_eq!(
        stage.host.stats(0).unwrap().frames_drawn,
        0,
        "touching is not drawing"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_installations_may_be_under_way_and_no_more() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let mut ids = Vec::new();
    for _ in 0..16 {
        let said = adb.output("pm install-create -S 100").await;
        let id = said
            .strip_prefix("Success: created install session [")
            .and_then(|rest| rest.strip_suffix("]\n"))
            .unwrap_or_else(|| panic!("{said}"));
        ids.push(id.to_owned());
    }
    let (out, _, code) = adb.shell("pm install-create -S 100").await;
    assert_eq!(
        (out.as_str(), code),
        (
            "Failure [java.lang.IllegalStateException: Too many active sessions for UID 2000]\n",
            1
        )
    );
    let abandon = format!("pm install-abandon {}", ids[0]);
    assert_eq!(adb.output(&abandon).await, "Success\n");
    assert_eq!(adb.shell(&abandon).await.2, 1, "it is gone");
    adb.output("pm install-create -S 100").await;
    let (out, _, _) = adb.shell(&format!("pm install-commit {}", ids[1])).await;
    assert_eq!(
        out,
        "Failure [INSTALL_FAILED_INVALID_APK: No packages staged]\n"
    );
    let staged = stage.folder.path().join("phone-0000/staging");
    assert_eq!(
        std::fs::read_dir(staged).unwrap().count(),
        15,
        "what is over leaves no files"
    );
    let (_, err, code) = adb.shell("pm install-write -S 1 nonsense a.apk -").await;
    assert_eq!(
        (err.as_str(), code),
        ("Error: missing session id or name\n", 255)
    );
    let (out, _, code) = adb
        .shell(&format!(
            "pm install-write -S 99999999999999 {} a.apk",
            ids[2]
        ))
        .await;
    assert!(out.contains("INSTALL_FAILED_INSUFFICIENT_STORAGE"), "{out}");
    assert_eq!(code, 1);
}
