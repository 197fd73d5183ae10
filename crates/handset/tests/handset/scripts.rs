//! Scripts that the phone's shell understands.

use crate::support::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn a_script_reckons_decides_repeats_and_puts_in_what_others_say() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    for (line, expected) in [
        ("echo $((1 + 2 * 3)) $((x = 4))", "7 4\n"),
        ("x=4; echo $((x * 2)) $x", "8 4\n"),
        ("echo $(echo a; echo b)", "a b\n"),
        ("echo \"$(echo a; echo b)\"", "a\nb\n"),
        ("echo `echo old`", "old\n"),
        ("for i in 1 2 3; do echo n$i; done", "n1\nn2\nn3\n"),
        (
            "i=0; while [ $i -lt 3 ]; do i=$((i + 1)); done; echo $i",
            "3\n",
        ),
        (
            "for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done",
            "1\n3\n",
        ),
        ("while true; do break; done; echo $?", "0\n"),
        (
            "if [ -d /sdcard ]; then echo yes; else echo no; fi",
            "yes\n",
        ),
        ("if false; then echo 1; elif true; then echo 2; fi", "2\n"),
        ("if false; then echo 1; fi; echo $?", "0\n"),
        ("(x=1; exit 3); echo $? $x", "3\n"),
        ("{ echo a; echo b; } | wc -l", "2\n"),
        ("echo one two | grep -c two", "1\n"),
        ("! false && echo well", "well\n"),
        ("x=$(false); echo $?", "1\n"),
        ("x='a  b'; echo $x; echo \"$x\"", "a b\na  b\n"),
        (
            "f=/sdcard/a.txt; echo ${f##*/} ${f%.txt} ${#f} ${none:-else}",
            "a.txt /sdcard/a 13 else\n",
        ),
        ("sh -c 'echo $0 $1 $#' name one two", "name one 2\n"),
        (
            "sh -c 'for a in \"$@\"; do echo $a; done' x 'a b' c",
            "a b\nc\n",
        ),
        (
            "echo 'exit 5' > /sdcard/s.sh; sh /sdcard/s.sh; echo $?",
            "5\n",
        ),
        ("eval 'y=1; echo $y'", "1\n"),
        ("cat < /sdcard/s.sh", "exit 5\n"),
        (
            "cd_is=none; echo /sdcard/*.sh '/sdcard/*.sh' /no/*.x",
            "/sdcard/s.sh /sdcard/*.sh /no/*.x\n",
        ),
        (
            "seq 2 3; basename /a/b.c .c; dirname /a/b.c",
            "2\n3\nb\n/a\n",
        ),
    ] {
        let (out, err, code) = adb.shell(line).await;
        assert_eq!(
            (out.as_str(), err.as_str()),
            (expected, ""),
            "{line} ({code})"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_of_two_words_or_a_file_is_answered_by_the_code() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    adb.output("echo x > /sdcard/full; touch /sdcard/empty")
        .await;
    for (question, code) in [
        ("[ a = a ]", 0),
        ("[ a != a ]", 1),
        ("[ 10 -gt 9 -a 1 -le 1 ]", 0),
        ("[ ! -e /sdcard/full ]", 1),
        ("[ -s /sdcard/full ]", 0),
        ("[ -s /sdcard/empty ]", 1),
        ("[ -z '' -o -f /none ]", 0),
        ("[ '(' -n a ')' ]", 0),
        ("test -n ''", 1),
        ("[ ]", 1),
        ("[ x ]", 0),
        ("[ a = a", 2),
        ("[ one -eq 1 ]", 2),
        ("[ -q x ]", 2),
    ] {
        assert_eq!(adb.shell(question).await.2, code, "{question}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_system_and_its_files_are_told_as_toybox_tells_them() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    assert_eq!(adb.output("uname").await, "Linux\n");
    assert_eq!(adb.output("uname -m").await, "aarch64\n");
    assert!(adb.output("uname -a").await.ends_with(" aarch64 Toybox\n"));
    adb.output("am start -n com.owldeck.notes/.NotesActivity")
        .await;
    let all = adb.output("ps -A").await;
    assert!(all.starts_with("USER           PID  PPID"), "{all}");
    assert!(all.contains(" com.owldeck.notes\n"), "{all}");
    assert!(!adb.output("ps").await.contains("com.owldeck.notes"));
    let pid = adb.output("pidof com.owldeck.notes").await;
    let named = adb.output(&format!("ps -o NAME -p {pid}")).await;
    assert_eq!(named, "NAME\ncom.owldeck.notes\n");
    let disks = adb.output("df /sdcard").await;
    assert!(disks.contains(" /storage/emulated\n"), "{disks}");
    assert_eq!(adb.shell("df /none").await.2, 1);

    adb.output("mkdir -p /sdcard/d/e; echo 12345 > /sdcard/d/f.txt")
        .await;
    assert_eq!(
        adb.output("stat -c '%n %s %F %a' /sdcard/d/f.txt").await,
        "/sdcard/d/f.txt 6 regular file 660\n"
    );
    assert_eq!(adb.shell("stat /none").await.2, 1);
    for (line, found) in [
        (
            "find /sdcard/d",
            "/sdcard/d\n/sdcard/d/e\n/sdcard/d/f.txt\n",
        ),
        ("find /sdcard/d -type f", "/sdcard/d/f.txt\n"),
        ("find /sdcard/d -iname '*.TXT' -size -1k", ""),
        (
            "find /sdcard/d -name '*.txt' -o -name e",
            "/sdcard/d/e\n/sdcard/d/f.txt\n",
        ),
        ("find /sdcard/d -maxdepth 0", "/sdcard/d\n"),
        ("find /sdcard/d -empty ! -name x", "/sdcard/d/e\n"),
        ("find /sdcard/d -delete; ls /sdcard | grep d", ""),
    ] {
        let (out, err, _) = adb.shell(line).await;
        let out = if line.contains("-delete") {
            out.lines().filter(|name| *name == "d").collect()
        } else {
            out
        };
        assert_eq!((out.as_str(), err.as_str()), (found, ""), "{line}");
    }
    let listed = adb.output("ls -la /sdcard").await;
    let lines: Vec<&str> = listed.lines().collect();
    assert!(lines[0].starts_with("total "), "{listed}");
    assert!(
        lines[1].ends_with(" .") && lines[2].ends_with(" .."),
        "{listed}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loop_without_end_ends_with_its_host_and_shells_within_shells_have_a_bound() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let service = phone_wire::service::Service::shell_v2("while true; do :; done");
    adb.open(&service).await.unwrap();
    drop(adb);
    let mut adb = stage.connect().await;
    assert_eq!(adb.output("echo on").await, "on\n");
    let (_, err, code) = adb
        .shell("echo 'sh /sdcard/self.sh' > /sdcard/self.sh; sh /sdcard/self.sh")
        .await;
    assert!(err.contains("too deeply nested"), "{err}");
    assert_eq!(code, 1);
}
