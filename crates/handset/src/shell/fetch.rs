//! Program `curl`. The phone has no network of its own, so requests go through its global HTTP proxy, as those of an app do.

use std::time::Duration;

use tokio::time::timeout;

use super::Context;
use crate::adb::{Closed, Stream};

/// Time limit for a whole exchange.
const EXCHANGE: Duration = Duration::from_secs(30);
/// Largest answer that is printed.
const ANSWER_MAX_BYTES: usize = 1024 * 1024;
/// Exit codes of curl: the address cannot be read, there is no connection, the answer is not HTTP.
const BAD_ADDRESS: u8 = 3;
const NO_CONNECTION: u8 = 7;
const BAD_ANSWER: u8 = 8;
/// Exit code of curl for an exchange that took too long.
const TIMED_OUT: u8 = 28;

/// Runs `curl [-p] URL`: prints the body of the answer; `-p` asks through a tunnel (CONNECT). A status of 400 and above fails, as with `-f`.
pub(super) async fn curl(context: &Context<'_>) -> Result<u8, Closed> {
    let tunnels = context.args.iter().any(|arg| arg == "-p");
    let url = context.args.last().map_or("", String::as_str);
    let Some((authority, path)) = parts(url) else {
        return fail(
            context,
            BAD_ADDRESS,
            "URL rejected: http://HOST[:PORT][/PATH]",
        )
        .await;
    };
    let proxy = context.phone.system.setting("global", "http_proxy");
    let port = proxy.as_deref().and_then(|proxy| {
        let port: u16 = proxy.strip_prefix("127.0.0.1:")?.parse().ok()?;
        Some(port)
    });
    let opened = match port {
        Some(port) => context.phone.reverses.connect(&format!("tcp:{port}")).await,
        None => None,
    };
    let Some(mut stream) = opened else {
        let proxy = proxy.unwrap_or_default();
        let why =
            format!("Failed to connect: this phone is online only through its proxy '{proxy}'");
        return fail(context, NO_CONNECTION, &why).await;
    };
    let exchange = async {
        if tunnels {
            let ask = format!("CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n\r\n");
            send(&stream, ask).await?;
            let head = head(&mut stream).await?;
            check(&head.0)?;
            send(&stream, request(&path, authority)).await?;
        } else {
            send(&stream, request(url, authority)).await?;
        }
        let (head, mut body) = head(&mut stream).await?;
        check(&head)?;
        while body.len() < ANSWER_MAX_BYTES {
            match stream.reader.recv().await {
                Some(more) => body.extend_from_slice(&more),
                None => break,
            }
        }
        Ok::<Vec<u8>, String>(body)
    };
    match timeout(EXCHANGE, exchange).await {
        Ok(Ok(body)) => {
            context.out.stdout(&body).await?;
            Ok(0)
        }
        Ok(Err(why)) => fail(context, BAD_ANSWER, &why).await,
        Err(_) => fail(context, TIMED_OUT, "Operation timed out").await,
    }
}

async fn fail(context: &Context<'_>, code: u8, why: &str) -> Result<u8, Closed> {
    context.complain(format!("curl: ({code}) {why}\n")).await?;
    Ok(code)
}

/// Host with its port, and path, of an `http` address.
fn parts(url: &str) -> Option<(&str, String)> {
    let rest = url.strip_prefix("http://")?;
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let plain = |c: char| c.is_ascii_graphic();
    let whole = !authority.is_empty() && authority.chars().all(plain) && path.chars().all(plain);
    whole.then(|| (authority, format!("/{}", path.trim_start_matches('/'))))
}

fn request(target: &str, authority: &str) -> String {
    format!(
        "GET {target} HTTP/1.1\r\nHost: {authority}\r\nUser-Agent: curl\r\nConnection: close\r\n\r\n"
    )
}

async fn send(stream: &Stream, text: String) -> Result<(), String> {
    let sent = stream.writer.send(text.into()).await;
    sent.map_err(|Closed| "Send failure: Connection reset".to_owned())
}

/// Reads the head of an answer; returns it and the bytes of the body that came with it.
async fn head(stream: &mut Stream) -> Result<(String, Vec<u8>), String> {
    let mut read = Vec::new();
    loop {
        if let Some(at) = read.windows(4).position(|end| end == b"\r\n\r\n") {
            let body = read.split_off(at + 4);
            return Ok((String::from_utf8_lossy(&read).into_owned(), body));
        }
        let more = stream.reader.recv().await;
        let more = more.filter(|_| read.len() < ANSWER_MAX_BYTES);
        read.extend_from_slice(&more.ok_or("Empty reply from server")?);
    }
}

fn check(head: &str) -> Result<(), String> {
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    match status {
        Some(200..=399u16) => Ok(()),
        Some(status) => Err(format!("The requested URL returned error: {status}")),
        None => Err("Weird server reply".to_owned()),
    }
}
