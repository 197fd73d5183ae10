//! Proxies of phones from outside: what a phone asks for comes through its member's proxy, with the right login, and through no other.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::demo::{Demo, Member, OWNER};
use crate::operations::{MAIN, NEW_DEVICE, RESET, TIMEOUT, done, shell};

const TEST: &str = "/app-api/infra/renew-redesign/proxy/test";
const CHANGE: &str = "/app-api/infra/renew-redesign/proxy/change";
const PREVIEW: &str = "/app-api/infra/renew-redesign/preview";
const ON_PHONE: &str = "127.0.0.1:18118";
const USER: &str = "fruit-0418";
const PASSWORD: &str = "p'ß: $(reboot)";

/// A proxy written in Python; dropped, it ends.
struct PythonProxy {
    child: Child,
    port: u16,
    seen: Receiver<Value>,
}

impl PythonProxy {
    fn start() -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/proxies/proxy.py");
        let mut child = Command::new("python3")
            .args([script, USER, PASSWORD])
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 runs");
        let out: ChildStdout = child.stdout.take().expect("its output");
        let mut lines = BufReader::new(out).lines();
        let port = lines.next().expect("a line").expect("a port");
        let (sender, seen) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let request = serde_json::from_str(&line).expect("JSON");
                if sender.send(request).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            port: port.parse().expect("a port"),
            seen,
        }
    }

    /// The next request of this protocol and method that it was asked; what was asked before is passed over.
    fn asked(&self, protocol: &str, method: &str) -> Value {
        loop {
            let seen = self.seen.recv_timeout(TIMEOUT).expect("a request");
            if seen["protocol"] == protocol && seen["method"] == method {
                return seen;
            }
        }
    }

    fn fields(&self, protocol: &str) -> Value {
        json!({
            "protocol": protocol, "ip": "127.0.0.1", "port": self.port, "username": USER, "password": PASSWORD,
            "country": 392, "city": 1_850_147,
        })
    }
}

impl Drop for PythonProxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn start() -> Demo {
    Demo::with_settings(vec![("OWLDECK_PROXY_ALLOW", "127.0.0.1".to_owned())]).await
}

fn with(mut body: Value, more: &Value) -> Value {
    for (key, value) in more.as_object().expect("fields") {
        body[key] = value.clone();
    }
    body
}

/// What the phone gets of this address, once its proxy is in place.
async fn fetched(address: &str, option: &str, url: &str) -> String {
    let until = Instant::now() + TIMEOUT;
    loop {
        let text = if option.is_empty() {
            shell(address, "curl", &[url]).await
        } else {
            shell(address, "curl", &[option, url]).await
        };
        if !text.is_empty() {
            return text;
        }
        assert!(Instant::now() < until, "{address} gets {url}");
        sleep(Duration::from_millis(100)).await;
    }
}

async fn setting(address: &str) -> String {
    shell(address, "settings", &["get", "global", "http_proxy"]).await
}

async fn setting_when(address: &str, wanted: &str) {
    let until = Instant::now() + TIMEOUT;
    while setting(address).await != wanted {
        assert!(Instant::now() < until, "{address} has {wanted}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// The proxy of a phone as its member sees it, once it is as wished.
async fn shown(owner: &Member<'_>, phone: i64, wished: impl Fn(&Value) -> bool) -> Value {
    let until = Instant::now() + TIMEOUT;
    loop {
        let preview = owner.post(PREVIEW, &json!({ "phoneIds": [phone] })).await;
        let proxy = preview["data"]["list"][0]["proxy"].clone();
        if wished(&proxy) {
            return proxy;
        }
        assert!(Instant::now() < until, "the proxy is as wished: {proxy}");
        sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_device_asks_through_its_proxy_with_the_right_login_in_each_protocol() {
    let (demo, proxy) = (start().await, PythonProxy::start());
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    let address = &demo.addresses()[0];
    let port = demo.origin.rsplit_once(':').expect("a port").1;
    // The name stands for nothing here: only the proxy knows it.
    let url = format!("http://beyond.example:{port}/sandbox/address");
    let target = format!("beyond.example:{port}");

    let body = json!({ "phoneId": phone, "model": "2211133G" });
    let row = done(&owner, NEW_DEVICE, &with(body, &proxy.fields("SOCKS5"))).await;
    let fields = row["renewed"]["fields"].as_array().expect("fields");
    let part = fields.iter().find(|part| part["field"] == "proxy");
    let asked = format!("SOCKS5 127.0.0.1:{}", proxy.port);
    let part = part.unwrap_or_else(|| panic!("{row}"));
    assert_eq!(
        (&part["asked"], &part["found"], &part["applied"]),
        (&json!(asked), &json!(ON_PHONE), &json!(true))
    );
    assert!(!row.to_string().contains("reboot"), "{row}");
    for option in ["", "-p"] {
        assert_eq!(fetched(address, option, &url).await, "127.0.0.1");
        let seen = proxy.asked("SOCKS5", "CONNECT");
        assert_eq!(
            (&seen["target"], &seen["login"]),
            (&json!(target), &json!(format!("{USER}:{PASSWORD}")))
        );
    }
    let moved = shown(&owner, phone, |proxy| {
        proxy["bytesDown"].as_i64() > Some(100)
    })
    .await;
    assert!(moved["bytesUp"].as_i64() > Some(100), "{moved}");
    assert_eq!(moved["place"], "日本 · Tokyo");
    assert_eq!(moved["login"], true);

    // Another one without a restart: requests as they are, and tunnels.
    let boot = crate::operations::boot_id(address).await;
    let body = with(json!({ "phoneId": phone }), &proxy.fields("http"));
    let changed = owner.post(CHANGE, &body).await;
    assert_eq!(changed["code"], 0, "{changed}");
    shown(&owner, phone, |proxy| proxy["protocol"] == "HTTP").await;
    for (option, method, target) in [("", "GET", &url), ("-p", "CONNECT", &target)] {
        // The proxy that was taken away may still get a request.
        let seen = loop {
            assert_eq!(fetched(address, option, &url).await, "127.0.0.1");
            if let Ok(seen) = proxy.seen.try_recv()
                && seen["method"] == method
                && seen["protocol"] == "HTTP"
            {
                break seen;
            }
        };
        assert_eq!(
            (&seen["target"], &seen["login"]),
            (&json!(target), &json!(format!("{USER}:{PASSWORD}")))
        );
    }
    assert_eq!(crate::operations::boot_id(address).await, boot);

    // Taken off: the phone has nowhere to go.
    let off = owner.post(CHANGE, &json!({ "phoneId": phone })).await;
    assert_eq!(off["code"], 0, "{off}");
    setting_when(address, "null").await;
    while proxy.seen.try_recv().is_ok() {}
    assert_eq!(shell(address, "curl", &[&url]).await, "");
    assert!(proxy.seen.try_recv().is_err(), "nothing else came");

    // What was typed as a password is nowhere: not in the database's files, not in the log.
    let secret = "$(reboot)";
    assert!(!demo.log().contains(secret));
    for file in std::fs::read_dir(demo.data.path()).expect("a folder") {
        let path = file.expect("a file").path();
        if path.is_file() {
            let bytes = std::fs::read(&path).expect("its bytes");
            let found = bytes
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!found, "{}", path.display());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_server_goes_on_with_a_proxy_and_a_wiped_phone_loses_it() {
    let (mut demo, proxy) = (start().await, PythonProxy::start());
    let token = demo.sign_in(OWNER).await.token;
    let address = demo.addresses()[0].clone();
    let phone = {
        let owner = demo.again(&token);
        let phone = owner.running(MAIN).await;
        let body = with(json!({ "phoneId": phone }), &proxy.fields("SOCKS5"));
        assert_eq!(owner.post(CHANGE, &body).await["code"], 0);
        setting_when(&address, ON_PHONE).await;
        phone
    };
    demo.kill_and_restart().await;
    let owner = demo.again(&token);
    owner.running(MAIN).await;
    let port = demo.origin.rsplit_once(':').expect("a port").1;
    let url = format!("http://beyond.example:{port}/sandbox/address");
    assert_eq!(fetched(&address, "", &url).await, "127.0.0.1");
    assert_eq!(proxy.asked("SOCKS5", "CONNECT")["allowed"], true);
    done(&owner, RESET, &json!({ "phoneIds": [phone] })).await;
    assert_eq!(setting(&address).await, "null");
    shown(&owner, phone, Value::is_null).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_is_tried_out_before_and_what_is_wrong_is_said_beside_its_field() {
    let (demo, proxy) = (start().await, PythonProxy::start());
    let owner = demo.sign_in(OWNER).await;
    for (protocol, method) in [("HTTP", "GET"), ("SOCKS5", "CONNECT")] {
        let fine = owner.post(TEST, &proxy.fields(protocol)).await;
        assert_eq!(fine["data"]["exit"], "127.0.0.1", "{fine}");
        assert!(fine["data"]["delayMs"].as_i64() >= Some(0), "{fine}");
        assert_eq!(proxy.asked(protocol, method)["allowed"], true);
    }
    // Nothing listens at port 1; at the server's own a web server answers, which is no proxy.
    let own: u16 = demo
        .origin
        .rsplit_once(':')
        .and_then(|(_, port)| port.parse().ok())
        .expect("a port");
    for (more, field) in [
        (
            json!({ "protocol": "HTTP", "password": "wrong" }),
            "username",
        ),
        (
            json!({ "protocol": "SOCKS5", "password": "wrong" }),
            "username",
        ),
        (
            json!({ "protocol": "SOCKS5", "username": "", "password": "" }),
            "username",
        ),
        (json!({ "port": 1 }), "port"),
        (json!({ "protocol": "SOCKS5", "port": own }), "protocol"),
        (json!({ "protocol": "HTTPS" }), "protocol"),
        (json!({ "ip": "127.0.0.2" }), "ip"),
        (json!({ "ip": "10.0.0.1" }), "ip"),
        (json!({ "ip": "nobody.invalid" }), "ip"),
        (json!({ "ip": "127.1" }), "ip"),
        (json!({ "port": 25 }), "port"),
        (json!({ "country": 156 }), "city"),
        (json!({ "country": 1, "city": null }), "country"),
    ] {
        let refused = owner.post(TEST, &with(proxy.fields("HTTP"), &more)).await;
        assert_eq!(
            (&refused["code"], &refused["data"]["field"]),
            (&json!(400), &json!(field)),
            "{more}: {refused}"
        );
        assert!(!refused["msg"].as_str().expect("words").is_empty());
    }
}
