//! `owldeck handset`: phones made of software.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use handset::{Host, HostOptions};
use tokio::io::AsyncReadExt;
use tokio::signal::unix::{SignalKind, signal};

use crate::Failure;

/// Runs the phones until a signal, or until standard input ends.
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
            () = standard_input_ends(), if until_eof => {}
        }
        host.stop().await;
        Ok(ExitCode::SUCCESS)
    })
}

async fn standard_input_ends() {
    let (mut input, mut byte) = (tokio::io::stdin(), [0]);
    while input.read(&mut byte).await.is_ok_and(|read| read > 0) {}
}
