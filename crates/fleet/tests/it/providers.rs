//! The supervisor of simulated phones, with this very test program as the host.

use std::net::TcpListener;
use std::time::Duration;

use fleet::providers::Provider;
use fleet::providers::listed::Listed;
use fleet::providers::simulated::{HandsetCommand, Supervisor, SupervisorError};
use tokio::net::TcpStream;
use tokio::runtime::Handle;

use crate::soon;

/// Run by the supervisor: listens where an argument says, until a line tells it to end.
#[test]
#[ignore = "it is the host that other tests run"]
fn host() {
    let address = std::env::args()
        .find_map(|arg| arg.strip_prefix("listen-").map(str::to_owned))
        .expect("an address");
    let listener = TcpListener::bind(address).expect("a free port");
    for socket in listener.incoming() {
        let mut first = [0];
        if std::io::Read::read(&mut socket.expect("a connection"), &mut first)
            .is_ok_and(|count| count == 1)
        {
            std::process::exit(3);
        }
    }
}

fn command(address: &str) -> HandsetCommand {
    let args = [
        "--ignored",
        "--exact",
        "providers::host",
        &format!("listen-{address}"),
    ]
    .map(str::to_owned)
    .to_vec();
    HandsetCommand {
        program: std::env::current_exe().expect("this program"),
        args,
    }
}

fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_runs_is_restarted_when_it_dies_and_ends_with_its_supervisor() {
    let address = free_address();
    let supervisor =
        Supervisor::start(command(&address), vec![address.clone()], &Handle::current());
    assert_eq!(supervisor.ready(Duration::from_secs(20)).await, Ok(()));
    assert_eq!(
        (supervisor.name(), supervisor.addresses()),
        ("simulated", &[address.clone()][..])
    );

    let mut order = TcpStream::connect(&address).await.expect("it accepts");
    tokio::io::AsyncWriteExt::write_all(&mut order, b"x")
        .await
        .expect("sent");
    let mut rest = Vec::new();
    let _ = soon(tokio::io::AsyncReadExt::read_to_end(&mut order, &mut rest)).await;
    soon(async {
        while TcpStream::connect(&address).await.is_err() {
            tokio::task::yield_now().await;
        }
    })
    .await;

    drop(supervisor);
    soon(async {
        while TcpStream::connect(&address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_cannot_run_is_told() {
    let command = HandsetCommand {
        program: "/nowhere/owldeck".into(),
        args: Vec::new(),
    };
    let supervisor = Supervisor::start(command, vec![free_address()], &Handle::current());
    let Err(SupervisorError::NotReady(why)) = supervisor.ready(Duration::from_millis(500)).await
    else {
        panic!("nothing can be ready")
    };
    assert!(why.contains("/nowhere/owldeck"), "{why}");
}

#[test]
fn listed_phones_are_where_the_operator_said() {
    let listed = Listed::new(vec!["10.0.0.1:5555".to_owned()]);
    assert_eq!(
        (listed.name(), listed.addresses()),
        ("listed", &["10.0.0.1:5555".to_owned()][..])
    );
}
