//! `owldeck handset`: phones made of software.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use handset::{Host, HostOptions};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::signal::unix::{SignalKind, signal};

use crate::Failure;

/// Runs the phones until a signal. With `until_eof` also until standard input ends, whose lines are orders: docs/handset.md.
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
        let host = Host::start(HostOptions {
            listen,
            count: usize::from(count),
            data_dir: data,
        })
        .await?;
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
            () = obey_lines(&host), if until_eof => {}
        }
        host.stop().await;
        Ok(ExitCode::SUCCESS)
    })
}

/// Obeys the lines of standard input, one after the other, and answers on standard output, until the input ends.
async fn obey_lines(host: &Host) {
    // One byte more than a line may have, so that a longer one is seen to be too long.
    let limit = handset::LINE_LIMIT_BYTES as u64 + 1;
    let mut input = BufReader::new(tokio::io::stdin());
    let mut line = String::new();
    loop {
        line.clear();
        match (&mut input).take(limit).read_line(&mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) if line.trim().is_empty() => {}
            Ok(_) => {
                let answer = host.obey(line.trim()).await;
                // Whoever gives orders without reading the answers gets none.
                let _ = writeln!(std::io::stdout(), "{answer}");
            }
        }
    }
}
