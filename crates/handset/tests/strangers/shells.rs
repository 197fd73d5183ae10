//! `adb connect`, `devices`, `shell`.

use crate::bench::Bench;

#[tokio::test(flavor = "multi_thread")]
async fn adb_connects_and_lists_the_phone() {
    let bench = Bench::new().await;
    let identity = bench.host.identity(0).unwrap();
    let devices = bench.ok(["devices", "-l"]).await;
    let line = devices
        .lines()
        .find(|line| line.starts_with(&bench.serial()))
        .unwrap_or_else(|| panic!("{devices}"));
    let model = identity.model.replace(['-', ' '], "_");
    assert!(line.contains(" device "), "{line}");
    assert!(line.contains(&format!(" model:{model}")), "{line}");
    assert!(
        line.contains(&format!(" device:{}", identity.device)),
        "{line}"
    );
    assert_eq!(bench.ok(["get-state"]).await, "device\n");
    let again = bench.ok(["connect", &bench.serial()]).await;
    assert!(again.starts_with("already connected"), "{again}");
    let gone = bench.ok(["disconnect", &bench.serial()]).await;
    assert!(gone.starts_with("disconnected"), "{gone}");
    assert!(!bench.ok(["devices"]).await.contains(&bench.serial()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shell_gives_its_exit_code_and_its_two_streams() {
    let bench = Bench::new().await;
    let said = bench.adb(["shell", "echo out; echo err >&2; exit 7"]).await;
    assert_eq!(
        (said.out.as_str(), said.err.as_str(), said.code),
        ("out\n", "err\n", 7)
    );
    let said = bench.adb(["shell", "no-such-program"]).await;
    assert_eq!(
        (said.out.as_str(), said.err.as_str(), said.code),
        (
            "",
            "/system/bin/sh: no-such-program: inaccessible or not found\n",
            127
        )
    );
    let said = bench
        .adb(["shell", "-x", "echo merged; echo too >&2; exit 3"])
        .await;
    assert_eq!(said.out, "merged\ntoo\n", "the old protocol has one stream");
}

#[tokio::test(flavor = "multi_thread")]
async fn quoted_words_arrive_as_they_were() {
    let bench = Bench::new().await;
    for text in [
        "two  blanks",
        "it's",
        "$HOME `id` $(id)",
        "a;b|c>d&e<f",
        "你好 \"x\" \\n 🦉",
        "*?[a]",
        "",
    ] {
        let quoted = format!("'{}'", text.replace('\'', r"'\''"));
        let out = bench.ok(["shell", "echo", &quoted]).await;
        assert_eq!(out, format!("{text}\n"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_shells_run_side_by_side() {
    let bench = Bench::new().await;
    let shells: Vec<_> = (0..20_u8)
        .map(|number| {
            let line = format!("sleep 0.2; echo {number}; exit {number}");
            let mut command = bench.command(["shell", &line]);
            tokio::spawn(async move { crate::bench::run(&mut command).await })
        })
        .collect();
    for (number, shell) in (0..20_u8).zip(shells) {
        let output = shell.await.unwrap();
        assert_eq!(output.stdout, format!("{number}\n").into_bytes());
        assert_eq!(output.status.code(), Some(number.into()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn standard_input_reaches_the_program() {
    let bench = Bench::new().await;
    let text = crate::bench::noise(300_000);
    let file = bench.scratch().join("input");
    std::fs::write(&file, &text).unwrap();
    let mut command = bench.command(["shell", "-T", "cat > /sdcard/from-input"]);
    command.stdin(std::fs::File::open(&file).unwrap());
    crate::bench::must(&mut command).await;
    assert!(std::fs::read(bench.fs().join("sdcard/from-input")).unwrap() == text);
}
