//! The server speaks https itself: pages, cookies, calls and sockets over it, and a renewed certificate without a restart.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use eventually::{LIMIT, eventually};
use futures_util::{SinkExt, StreamExt};
use kept_port::KeptPort;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::demo::{OWNER, owldeck};

const PASSWORD: &str = "Owldeck#2026";
/// In the server's folder: what it shows, its key, what moves its clock, what it says.
const CERTIFICATE: &str = "shown.pem";
const KEY: &str = "shown.key";
const CLOCK: &str = "clock-offset";
const LOG: &str = "server.log";
/// Said when a renewed certificate is of no use.
const STAYS: &str = "the old one stays";

/// A certificate for 127.0.0.1 that vouches for itself, and its key.
struct Pair {
    certificate: PathBuf,
    key: PathBuf,
}

impl Pair {
    fn make(folder: &Path, name: &str) -> Self {
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
        Self::with_key(folder, name, &curve)
    }

    fn with_key(folder: &Path, name: &str, new_key: &[&str]) -> Self {
        let request = folder.join(format!("{name}.cnf"));
        let wished = format!(
            "[req]\nprompt = no\ndistinguished_name = name\nx509_extensions = more\n\
             [name]\nCN = {name}\n\
             [more]\nbasicConstraints = critical, CA:FALSE\nsubjectAltName = IP:127.0.0.1\n"
        );
        std::fs::write(&request, wished).expect("room");
        let pair = Self {
            certificate: folder.join(format!("{name}.pem")),
            key: folder.join(format!("{name}.key")),
        };
        let made = Command::new("openssl")
            .args(["req", "-x509", "-days", "30", "-nodes"])
            .args(new_key)
            .arg("-config")
            .arg(&request)
            .arg("-keyout")
            .arg(&pair.key)
            .arg("-out")
            .arg(&pair.certificate)
            .output()
            .expect("openssl runs");
        let told = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{told}");
        pair
    }

    fn der(&self) -> CertificateDer<'static> {
        CertificateDer::from_pem_file(&self.certificate).expect("a certificate")
    }

    /// A browser that trusts this certificate and no other.
    fn browser(&self) -> reqwest::Client {
        let pem = std::fs::read(&self.certificate).expect("a certificate");
        let root = reqwest::Certificate::from_pem(&pem).expect("a certificate");
        let builder = reqwest::Client::builder().tls_certs_only([root]);
        builder.build().expect("a client")
    }
}

type Socket = WebSocketStream<TlsStream<TcpStream>>;

/// A demo that speaks https itself; dropped, it ends.
struct Server {
    child: Child,
    port: u16,
    folder: PathBuf,
    /// Keeps its port until it listens.
    _kept: KeptPort,
}

impl Server {
    /// Starts one in a folder, with copies of that certificate and key.
    fn start(folder: &Path, pair: &Pair) -> Self {
        let kept = KeptPort::bind();
        let port = kept.address().port();
        let file = |name: &str| folder.join(name);
        std::fs::copy(&pair.certificate, file(CERTIFICATE)).expect("room");
        std::fs::copy(&pair.key, file(KEY)).expect("room");
        let child = Command::new(env!("CARGO_BIN_EXE_owldeck"))
            .arg("demo")
            .env_clear()
            .env("OWLDECK_DATA_DIR", file("data"))
            .env("OWLDECK_LISTEN", format!("127.0.0.1:{port}"))
            .env("OWLDECK_PUBLIC_ORIGIN", format!("https://127.0.0.1:{port}"))
            .env("OWLDECK_TLS_CERTIFICATE", file(CERTIFICATE))
            .env("OWLDECK_TLS_KEY", file(KEY))
            .env("OWLDECK_SIM_PHONES", "1")
            .env("OWLDECK_SIM_STOCK", "0")
            .env("OWLDECK_SIM_HISTORY", "false")
            .env("OWLDECK_CLOCK_OFFSET_FILE", file(CLOCK))
            .env("OWLDECK_LOG", "warn")
            .stdout(Stdio::piped())
            .stderr(File::create(file(LOG)).expect("a file"))
            .spawn()
            .expect("the binary runs");
        let mut server = Self {
            child,
            port,
            folder: folder.to_owned(),
            _kept: kept,
        };
        let said = server.child.stdout.as_mut().expect("a pipe");
        let listens = BufReader::new(said)
            .lines()
            .map_while(Result::ok)
            .any(|line| line.contains("Owldeck demo"));
        assert!(listens, "{}", server.log());
        server
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join(LOG)).expect("a log")
    }

    fn origin(&self) -> String {
        format!("https://127.0.0.1:{}", self.port)
    }

    fn move_clock(&self, seconds: i64) {
        std::fs::write(self.folder.join(CLOCK), seconds.to_string()).expect("room");
    }

    /// A call's answer.
    async fn call(&self, pair: &Pair, token: &str, path: &str, body: &Value) -> Value {
        let request = pair.browser().post(format!("{}{path}", self.origin()));
        let answer = request.bearer_auth(token).json(body).send().await;
        answer.expect("an answer").json().await.expect("JSON")
    }

    /// A connection that offers what browsers do, and speaks nothing yet.
    async fn connect(&self, trusted: &[&Pair]) -> TlsStream<TcpStream> {
        let mut roots = RootCertStore::empty();
        for pair in trusted {
            roots.add(pair.der()).expect("a root");
        }
        let mut config = ClientConfig::builder()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).await;
        TlsConnector::from(Arc::new(config))
            .connect(
                ServerName::from(Ipv4Addr::LOCALHOST),
                stream.expect("a listener"),
            )
            .await
            .expect("a handshake")
    }

    /// The certificate that a new connection is shown.
    async fn shown(&self, trusted: &[&Pair]) -> CertificateDer<'static> {
        let stream = self.connect(trusted).await;
        let chain = stream.get_ref().1.peer_certificates();
        chain.expect("a chain")[0].clone()
    }

    /// Opens the member's socket as a page of that origin does.
    async fn socket(&self, pair: &Pair, ticket: &str, origin: &str) -> Result<Socket, Error> {
        let address = format!(
            "wss://127.0.0.1:{}/websocket/infra/ws?token={ticket}",
            self.port
        );
        let mut request = address.into_client_request()?;
        request
            .headers_mut()
            .insert("origin", HeaderValue::from_str(origin).expect("an origin"));
        let stream = self.connect(&[pair]).await;
        let (socket, _) = client_async(request, stream).await?;
        Ok(socket)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_cookies_calls_and_sockets_come_by_https() {
    let folder = tempfile::tempdir().expect("a folder");
    let pair = Pair::make(folder.path(), "first");
    let server = Server::start(folder.path(), &pair);
    let (origin, browser) = (server.origin(), pair.browser());

    let page = browser.get(format!("{origin}/app/")).send().await;
    let page = page.expect("an answer");
    assert_eq!(page.status(), 200);
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");

    let body = json!({ "phone": OWNER, "password": PASSWORD, "agreed": true });
    let request = browser.post(format!("{origin}/app-api/member/auth/sms-login"));
    let answer = request.json(&body).send().await.expect("an answer");
    let cookies: Vec<String> = answer
        .headers()
        .get_all("set-cookie")
        .iter()
        .map(|cookie| cookie.to_str().expect("text").to_owned())
        .collect();
    for name in ["__Host-owl_rt=", "__Host-owl_dev="] {
        let kept = cookies.iter().find(|cookie| cookie.starts_with(name));
        let kept = kept.unwrap_or_else(|| panic!("{name}: {cookies:?}"));
        assert!(kept.split("; ").any(|part| part == "Secure"), "{kept}");
    }
    let answer: Value = answer.json().await.expect("JSON");
    let token = answer["data"]["accessToken"].as_str().expect("signed in");

    // The server reaches the demo's gateway although it does not know its own certificate.
    let body = json!({ "phone": OWNER, "purpose": "password" });
    let path = "/app-api/member/captcha/sendSmsCode";
    let sent = server.call(&pair, token, path, &body).await;
    assert_eq!(sent["code"], 0, "{sent}");

    let body = json!({ "purpose": "member" });
    let path = "/app-api/infra/ws-ticket";
    let answer = server.call(&pair, token, path, &body).await;
    let ticket = answer["data"]["ticket"].as_str().expect("a ticket");
    for elsewhere in [origin.replace("https", "http"), format!("{origin}0")] {
        let refused = server.socket(&pair, ticket, &elsewhere).await;
        assert!(
            matches!(refused, Err(Error::Http(answer)) if answer.status() == 403),
            "{elsewhere}"
        );
    }
    let mut socket = server
        .socket(&pair, ticket, &origin)
        .await
        .expect("an upgrade");
    socket.send(Message::text("ping")).await.expect("an ear");
    let heard = async {
        while let Some(message) = socket.next().await {
            if message.expect("a message") == Message::text("pong") {
                return;
            }
        }
        panic!("the socket ended");
    };
    timeout(LIMIT, heard).await.expect("in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_port_speaks_nothing_but_http_1_by_tls() {
    let folder = tempfile::tempdir().expect("a folder");
    let pair = Pair::make(folder.path(), "first");
    let server = Server::start(folder.path(), &pair);

    let stream = server.connect(&[&pair]).await;
    let chosen = stream.get_ref().1.alpn_protocol();
    assert_eq!(chosen, Some(b"http/1.1".as_slice()), "sockets need it");

    let plain = server.origin().replace("https", "http");
    let refused = reqwest::get(format!("{plain}/healthz")).await;
    let refused = refused.expect_err("no answer");
    assert!(!refused.is_connect(), "somebody listens: {refused}");
    let by_tls = pair.browser().get(format!("{}/healthz", server.origin()));
    assert_eq!(by_tls.send().await.expect("an answer").status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_renewed_certificate_is_shown_and_a_broken_one_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Pair::make(folder.path(), "first");
    let second = Pair::make(folder.path(), "second");
    let server = Server::start(folder.path(), &first);
    let both = [&first, &second];
    assert_eq!(server.shown(&both).await, first.der());

    std::fs::write(folder.path().join(CERTIFICATE), "half a cert").expect("room");
    server.move_clock(100);
    eventually("the log says what is wrong", async || {
        assert_eq!(server.shown(&both).await, first.der());
        server.log().contains(STAYS)
    })
    .await;
    assert!(server.log().contains("OWLDECK_TLS_CERTIFICATE"));
    assert_eq!(server.shown(&both).await, first.der());

    std::fs::copy(&second.key, folder.path().join(KEY)).expect("room");
    std::fs::copy(&second.certificate, folder.path().join(CERTIFICATE)).expect("room");
    server.move_clock(200);
    eventually("the new one is shown", async || {
        server.shown(&both).await == second.der()
    })
    .await;
}

#[test]
fn what_cannot_be_shown_is_refused_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Pair::make(folder.path(), "first");
    let second = Pair::make(folder.path(), "second");
    let small = Pair::with_key(folder.path(), "small", &["-newkey", "rsa:1024"]);
    let missing = folder.path().join("missing.pem");
    let file = folder.path().join("owldeck.toml");
    for (certificate, key, told) in [
        (
            Some(&missing),
            Some(&first.key),
            "OWLDECK_TLS_CERTIFICATE: no certificate in",
        ),
        (
            Some(&first.key),
            Some(&first.key),
            "OWLDECK_TLS_CERTIFICATE: no certificate in",
        ),
        (
            Some(&first.certificate),
            Some(&first.certificate),
            "OWLDECK_TLS_KEY: no private key in",
        ),
        (
            Some(&first.certificate),
            Some(&second.key),
            "OWLDECK_TLS_CERTIFICATE and OWLDECK_TLS_KEY: ",
        ),
        (
            Some(&small.certificate),
            Some(&small.key),
            "small.key: wants an RSA key of at least 2048 bits",
        ),
        (Some(&first.certificate), None, "are set both or neither"),
        (None, Some(&first.key), "are set both or neither"),
    ] {
        let mut lines = vec!["public_origin = 'https://127.0.0.1'".to_owned()];
        for (name, path) in [("tls_certificate", certificate), ("tls_key", key)] {
            lines.extend(path.map(|path| format!("{name} = '{}'", path.display())));
        }
        let lines = lines.join("\n");
        std::fs::write(&file, &lines).expect("room");
        let config = file.to_str().expect("a path");
        let output = owldeck(&folder.path().join("data"), &["serve", "--config", config]);
        assert!(!output.status.success(), "{lines}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(told), "{lines}: {said}");
    }
}
