//! Test of a proxy: the address under which the internet sees its connections, and how long a request through it takes.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use domain::proxy::Protocol;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::time::timeout;
use url::Url;

use super::{
    DIAL, DialError, Dialer, Endpoint, Head, Wire, authority, authorization, head, refusal, tls,
};

/// Largest answer that is read.
const ANSWER_MAX_BYTES: u64 = 4 * 1024;

/// The result of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exit {
    /// Address under which the internet sees the proxy's connections.
    pub address: IpAddr,
    /// Time from the first packet to the answer.
    pub took: Duration,
}

impl Dialer {
    /// Asks, through a proxy, a service that answers each caller's address: as plain text, or as `ip` or `origin` of a JSON object.
    pub async fn exit(&self, proxy: &Endpoint, service: &Url) -> Result<Exit, DialError> {
        let begun = Instant::now();
        let asked = timeout(2 * DIAL, self.ask(proxy, service)).await;
        let address = asked.map_err(|_| DialError::TimedOut)??;
        Ok(Exit {
            address,
            took: begun.elapsed(),
        })
    }

    async fn ask(&self, proxy: &Endpoint, service: &Url) -> Result<IpAddr, DialError> {
        let host = service.host_str().unwrap_or_default();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let port = service.port_or_known_default().unwrap_or_default();
        let mut path = service.path().to_owned();
        if let Some(query) = service.query() {
            path = format!("{path}?{query}");
        }
        let named = authority(bare, port);
        // HTTP/1.0, so that the answer comes in one piece and the connection ends with it.
        let request = |target: &str, login: &str| {
            format!(
                "GET {target} HTTP/1.0\r\nHost: {named}\r\nUser-Agent: owldeck\r\nAccept: */*\r\nConnection: close\r\n{login}\r\n"
            )
        };
        if service.scheme() == "https" {
            let wire = self.tunnel(proxy, bare, port).await?;
            let wire = tls(wire, bare).await.map_err(DialError::Tls)?;
            return answer(BufReader::new(Box::new(wire)), request(&path, "")).await;
        }
        if proxy.protocol == Protocol::Socks5 {
            let wire = self.tunnel(proxy, bare, port).await?;
            return answer(wire, request(&path, "")).await;
        }
        // Many HTTP proxies make tunnels to port 443 only, so the proxy is asked for the plain address itself.
        let wire = self.proxy_itself(proxy).await?;
        let target = format!("http://{named}{path}");
        answer(wire, request(&target, &authorization(proxy))).await
    }
}

async fn answer(mut wire: Wire, request: String) -> Result<IpAddr, DialError> {
    let sent = wire.write_all(request.as_bytes()).await;
    sent.map_err(DialError::Broken)?;
    wire.flush().await.map_err(DialError::Broken)?;
    let Head { status, length } = head(&mut wire).await?;
    if status != 200 {
        return Err(refusal(status));
    }
    let mut body = Vec::new();
    // Not every proxy ends the connection with the answer.
    let length = length.unwrap_or(ANSWER_MAX_BYTES);
    let mut bounded = wire.take(length.min(ANSWER_MAX_BYTES));
    // A service that resets the connection after its answer has answered.
    let _ = bounded.read_to_end(&mut body).await;
    address_of(&body).ok_or(DialError::NotAProxy)
}

fn address_of(body: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(body).ok()?.trim();
    let plain = text.parse().ok();
    plain.or_else(|| {
        let object: serde_json::Value = serde_json::from_str(text).ok()?;
        let named = ["ip", "origin"]
            .into_iter()
            .find_map(|name| object[name].as_str())?;
        named.trim().parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_in_each_form_and_nothing_else() {
        for (body, address) in [
            ("198.51.100.7\n", Some("198.51.100.7")),
            ("2001:db8::7", Some("2001:db8::7")),
            (r#"{"ip":"198.51.100.7"}"#, Some("198.51.100.7")),
            (r#"{"origin": "198.51.100.7"}"#, Some("198.51.100.7")),
            ("<html>", None),
            (r#"{"ip":7}"#, None),
            ("", None),
        ] {
            let read = address_of(body.as_bytes()).map(|address| address.to_string());
            assert_eq!(read.as_deref(), address, "{body}");
        }
    }
}
