//! `owldeck handset`: simulated phones.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use handset::{Host, HostOptions};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::Failure;

/// Most commands that are being done at once; the next line is read when one is done.
const ORDERS_LIMIT: usize = 1024;

/// Runs the phones until a signal. With `until_eof` also until standard input ends, whose lines are commands: docs/handset.md.
pub fn host(
    listen: SocketAddr,
    count: u16,
    data: Option<PathBuf>,
    until_eof: bool,
) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let options = HostOptions {
            listen,
            count: usize::from(count),
            data_dir: data,
        };
        let host = Arc::new(Host::start(options).await?);
        for address in host.addresses() {
            println!("{address}");
        }
        let (mut term, mut int) = (
            signal(SignalKind::terminate())?,
            signal(SignalKind::interrupt())?,
        );
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
            () = run_commands(&host), if until_eof => {}
        }
        // While a command is being done its task holds the host too; the phones then end with the process.
        if let Some(host) = Arc::into_inner(host) {
            host.stop().await;
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// Executes the lines of standard input, those to one phone one after the other, and answers on standard output as each is done,
/// until the input ends.
async fn run_commands(host: &Arc<Host>) {
    // The limit is one byte more than a line may have, so that a longer one is noticed.
    let limit = handset::LINE_LIMIT_BYTES as u64 + 1;
    let mut input = BufReader::new(tokio::io::stdin());
    let (answers, said) = mpsc::channel(ORDERS_LIMIT);
    let mut orders = JoinSet::new();
    orders.spawn(say(said));
    let mut line = String::new();
    loop {
        line.clear();
        match (&mut input).take(limit).read_line(&mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) if line.trim().is_empty() => {}
            Ok(_) => {
                while orders.try_join_next().is_some() {}
                // The task that writes the answers counts too, hence `>`.
                while orders.len() > ORDERS_LIMIT {
                    orders.join_next().await;
                }
                let (host, answers) = (Arc::clone(host), answers.clone());
                let line = line.trim().to_owned();
                orders.spawn(async move {
                    let answer = host.execute_line(&line).await;
                    // Sending fails only when the host ends.
                    let _ = answers.send(answer).await;
                });
            }
        }
    }
}

/// Writes the answers. A slow reader holds up the answers, never the phones.
async fn say(mut answers: mpsc::Receiver<String>) {
    let mut output = tokio::io::stdout();
    while let Some(mut answer) = answers.recv().await {
        answer.push('\n');
        if output.write_all(answer.as_bytes()).await.is_err() || output.flush().await.is_err() {
            return;
        }
    }
}
