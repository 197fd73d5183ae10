//! Debian's adb and `adb reverse`, as scrcpy's client uses it first; and what the server lists of the phone.

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpListener;

use crate::bench::{Bench, run, soon};

const JAR: &str = "/data/local/tmp/scrcpy-server.jar";
/// Where a server whose scid is 1 connects to.
const SOCKET: &str = "localabstract:scrcpy_00000001";

async fn bench() -> Bench {
    let bench = Bench::new().await;
    let server = bench.scratch().join("server");
    std::fs::write(&server, handset::SERVER_FILE).expect("room");
    bench
        .ok(["push", server.to_str().expect("a name"), JAR])
        .await;
    bench
}

fn line(options: &str) -> String {
    format!("CLASSPATH={JAR} app_process / com.genymobile.scrcpy.Server 3.3.4 {options}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_of_the_phone_leads_to_the_host_and_the_server_connects_through_it() {
    let bench = bench().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (to, serial) = (format!("tcp:{port}"), "host-1");
    bench.ok(["reverse", SOCKET, &to]).await;
    let listed = bench.ok(["reverse", "--list"]).await;
    assert_eq!(listed.trim(), format!("{serial} {SOCKET} {to}"));
    let again = bench.adb(["reverse", "--no-rebind", SOCKET, "tcp:1"]).await;
    assert!(
        again.code != 0 && again.all().contains("cannot rebind"),
        "{}",
        again.all()
    );

    let serve = line("scid=00000001 audio=false control=false cleanup=false");
    let mut server = bench.command(["shell", &serve]);
    let client = async {
        let (mut video, _) = soon("the server connects", listener.accept())
            .await
            .unwrap();
        let mut name = [0; 64];
        video.read_exact(&mut name).await.unwrap();
        let end = name.iter().position(|byte| *byte == 0).unwrap();
        String::from_utf8(name[..end].to_vec()).unwrap()
    };
    let (ended, name) = tokio::join!(run(&mut server), client);
    assert_eq!(name, bench.host.identity(0).unwrap().model);
    assert!(ended.status.success(), "it ends when its client leaves");

    bench.ok(["reverse", "--remove", SOCKET]).await;
    let gone = bench.adb(["reverse", "--remove", SOCKET]).await;
    assert!(
        gone.code != 0 && gone.all().contains("not found"),
        "{}",
        gone.all()
    );
    let refused = bench.adb(["shell", &serve]).await;
    assert!(
        refused.all().contains("Connection refused"),
        "{}",
        refused.all()
    );
    let chosen = bench.ok(["reverse", "tcp:0", &to]).await;
    assert!(chosen.trim().parse::<u16>().is_ok(), "{chosen}");
    bench.ok(["reverse", "--remove-all"]).await;
    assert_eq!(bench.ok(["reverse", "--list"]).await.trim(), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_lists_what_the_phone_has_and_ends() {
    let bench = bench().await;
    for (option, lines) in [
        (
            "list_encoders=true",
            &[
                "[server] INFO: List of video encoders:",
                "    --video-codec=h264 --video-encoder=c2.owl.avc.encoder             (sw)",
                "[server] INFO: List of audio encoders:",
            ][..],
        ),
        ("list_displays=true", &["    --display-id=0    (720x1280)"]),
        (
            "list_cameras=true",
            &["[server] INFO: List of cameras:", "    (none)"],
        ),
        ("list_camera_sizes=true", &["    (none)"]),
        ("list_apps=true", &["[server] INFO: List of apps:"]),
    ] {
        let said = bench
            .ok(["shell", &line(&format!("{option} cleanup=false"))])
            .await;
        for line in lines {
            assert!(said.lines().any(|own| own == *line), "{option}: {said}");
        }
    }
    bench.shell("setprop persist.sys.locale en-US").await;
    let apps = bench
        .ok(["shell", &line("list_apps=true cleanup=false")])
        .await;
    assert!(apps.contains("\n * Notes "), "{apps}");
    assert!(apps.contains(" com.owldeck.notes"), "{apps}");
}
