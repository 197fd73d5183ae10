//! `adb push` and `adb pull`.

use crate::bench::{Bench, noise};

async fn there_and_back(bench: &Bench, count: usize) {
    let (from, to) = (bench.scratch().join("from"), bench.scratch().join("to"));
    let data = noise(count);
    std::fs::write(&from, &data).expect("a file");
    let path = format!("/sdcard/Download/{count}.bin");
    bench
        .ok(["push", from.to_str().expect("text"), &path])
        .await;
    let stored = std::fs::read(bench.fs().join(&path[1..])).expect("a file");
    assert!(stored == data, "{count} bytes arrive as they were");
    bench.ok(["pull", &path, to.to_str().expect("text")]).await;
    assert!(
        std::fs::read(&to).expect("a file") == data,
        "{count} bytes come back"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn files_around_a_block_go_there_and_back() {
    let bench = Bench::new().await;
    for count in [0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1] {
        there_and_back(&bench, count).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_megabytes_go_there_and_back() {
    let bench = Bench::new().await;
    there_and_back(&bench, 100_000_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_keep_their_letters() {
    let bench = Bench::new().await;
    for name in ["照片 一.png", "naïve 'quoted' $x.txt", "🦉🦉", "a;b&c"] {
        let from = bench.scratch().join(name);
        std::fs::write(&from, name).unwrap();
        let path = format!("/sdcard/Documents/{name}");
        bench.ok(["push", from.to_str().unwrap(), &path]).await;
        let back = bench.scratch().join("back");
        bench.ok(["pull", &path, back.to_str().unwrap()]).await;
        assert_eq!(std::fs::read_to_string(back).unwrap(), name);
    }
    let listed = bench.shell("ls /sdcard/Documents").await;
    assert!(listed.contains("照片 一.png\n"), "{listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_folders_go_there_and_back() {
    let bench = Bench::new().await;
    let tree = bench.scratch().join("tree");
    for (path, text) in [("a.txt", "1"), ("b/c.txt", "22"), ("b/d/e.txt", "333")] {
        let file = tree.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    bench.ok(["push", tree.to_str().unwrap(), "/sdcard/"]).await;
    assert_eq!(bench.shell("cat /sdcard/tree/b/d/e.txt").await, "333");
    let back = bench.scratch().join("back");
    bench
        .ok(["pull", "/sdcard/tree", back.to_str().unwrap()])
        .await;
    for (path, text) in [("a.txt", "1"), ("b/c.txt", "22"), ("b/d/e.txt", "333")] {
        assert_eq!(std::fs::read_to_string(back.join(path)).unwrap(), text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_not_there_is_refused_in_adbs_words() {
    let bench = Bench::new().await;
    let to = bench.scratch().join("to");
    let said = bench
        .adb(["pull", "/sdcard/none", to.to_str().unwrap()])
        .await;
    assert_eq!(said.code, 1);
    assert!(
        said.all()
            .contains("failed to stat remote object '/sdcard/none': No such file or directory"),
        "{}",
        said.all()
    );
    assert!(!to.exists());
    let said = bench.adb(["push", "/no/such/file", "/sdcard/x"]).await;
    assert_eq!(said.code, 1);
    // A folder stands where the file would go.
    let from = bench.scratch().join("from");
    std::fs::write(&from, "x").unwrap();
    bench.shell("mkdir -p /sdcard/taken/from").await;
    let said = bench
        .adb(["push", from.to_str().unwrap(), "/sdcard/taken"])
        .await;
    assert_eq!(said.code, 1, "{}", said.all());
    assert_eq!(bench.shell("echo still here").await, "still here\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_moved_linked_found_and_read_from_a_place_on() {
    let bench = Bench::new().await;
    bench.shell("echo 0123456789 > /sdcard/Documents/a").await;
    bench
        .shell("mv -n /sdcard/Documents/a /sdcard/Download/b")
        .await;
    assert_eq!(bench.shell("ls /sdcard/Documents").await, "");
    assert_eq!(
        bench.shell("tail -c +4 /sdcard/Download/b").await,
        "3456789\n"
    );
    bench.shell("echo other > /sdcard/Download/c").await;
    bench
        .shell("mv -n /sdcard/Download/c /sdcard/Download/b")
        .await;
    assert_eq!(bench.shell("cat /sdcard/Download/b").await, "0123456789\n");

    bench.shell("ln -s /sdcard/Download /sdcard/in").await;
    bench.shell("mv /sdcard/in /sdcard/Documents/in").await;
    let real = "/storage/emulated/0/Download";
    assert_eq!(
        bench.shell("realpath /sdcard /sdcard/Documents/in").await,
        format!("/storage/emulated/0\n{real}\n")
    );
    // A link leads nowhere but to the phone's own places, wherever it lies.
    bench.shell("ln -s /../../../../etc /sdcard/etc").await;
    let said = bench.adb(["shell", "realpath /sdcard/etc"]).await;
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{}", said.all());
    let listed = bench.ok(["shell", "ls -l /sdcard/Documents"]).await;
    assert!(listed.starts_with("total "), "{listed}");
    assert!(listed.contains("\nlrwxrwxrwx"), "{listed}");
    // Stock adb's own listing takes it for a link too: mode 0120777.
    let listed = bench.ok(["ls", "/sdcard/Documents"]).await;
    assert!(
        listed.contains("0000a1ff") && listed.contains(" in"),
        "{listed}"
    );
    bench.shell("rm -rf /sdcard/Documents/in").await;
    assert_eq!(bench.shell("cat /sdcard/Download/b").await, "0123456789\n");
}
