//! Proxies of phones from outside: what a phone asks for comes through its member's proxy, with the right login, and through no other.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use eventually::{LIMIT, eventually};
use serde_json::{Value, json};

use crate::demo::{Demo, Member, OWNER};
use crate::operations::{MAIN, NEW_DEVICE, RESET, done, shell};

const TEST: &str = "/app-api/infra/renew-redesign/proxy/test";
const TEST_PHONE: &str = "/app-api/infra/renew-redesign/proxy/test-phone";
pub const CHANGE: &str = "/app-api/infra/renew-redesign/proxy/change";
const PREVIEW: &str = "/app-api/infra/renew-redesign/preview";
pub const ON_PHONE: &str = "127.0.0.1:18118";
const USER: &str = "fruit-0418";
const PASSWORD: &str = "p'ß: $(reboot)";

/// A proxy written in Python; dropped, it ends.
pub struct PythonProxy {
    child: Child,
    port: u16,
    pub seen: Receiver<Value>,
}

impl PythonProxy {
    pub fn start() -> Self {
        Self::run(&[])
    }

    /// A proxy that is reached by TLS, with a certificate and its key.
    fn by_tls(certificate: &Path, key: &Path) -> Self {
        Self::run(&[certificate.as_os_str(), key.as_os_str()])
    }

    fn run(pair: &[&OsStr]) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/proxies/proxy.py");
        let mut child = Command::new("python3")
            .args([script, USER, PASSWORD])
            .args(pair)
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
    pub fn asked(&self, protocol: &str, method: &str) -> Value {
        loop {
            let seen = self.seen.recv_timeout(LIMIT).expect("a request");
            if seen["protocol"] == protocol && seen["method"] == method {
                return seen;
            }
        }
    }

    pub fn fields(&self, protocol: &str) -> Value {
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
    Demo::with_settings(4, vec![("OWLDECK_PROXY_ALLOW", "127.0.0.1".to_owned())]).await
}

pub fn with(mut body: Value, more: &Value) -> Value {
    for (key, value) in more.as_object().expect("fields") {
        body[key] = value.clone();
    }
    body
}

/// Text that the phone gets of `url`, once its proxy is in place.
pub async fn fetched(address: &str, option: &str, url: &str) -> String {
    eventually(format!("{address} gets {url}"), async || {
        let text = if option.is_empty() {
            shell(address, "curl", &[url]).await
        } else {
            shell(address, "curl", &[option, url]).await
        };
        (!text.is_empty()).then_some(text)
    })
    .await
}

pub async fn setting(address: &str) -> String {
    shell(address, "settings", &["get", "global", "http_proxy"]).await
}

pub async fn setting_when(address: &str, wanted: &str) {
    eventually(format!("{address} has {wanted}"), async || {
        let now = setting(address).await;
        if now == wanted { Ok(()) } else { Err(now) }
    })
    .await;
}

/// The proxy of a phone as its member sees it, once it is as wished.
async fn shown(owner: &Member<'_>, phone: i64, wished: impl Fn(&Value) -> bool) -> Value {
    eventually("the proxy is as wished", async || {
        let preview = owner.post(PREVIEW, &json!({ "phoneIds": [phone] })).await;
        let proxy = preview["data"]["list"][0]["proxy"].clone();
        if wished(&proxy) {
            Ok(proxy)
        } else {
            Err(proxy)
        }
    })
    .await
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

    // The HTTP proxy takes the place of the SOCKS5 one without a restart: requests as they are, and tunnels.
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

    // The password that was typed is nowhere: not in the database's files, not in the log.
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
    let (owner, address) = (demo.again(&token), demo.addresses()[0].clone());
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

/// A certificate of an authority that the test makes, for one address, and its key.
struct Certificate {
    pem: PathBuf,
    key: PathBuf,
}

fn openssl(args: &[&OsStr]) {
    let made = Command::new("openssl").args(args).output();
    let made = made.expect("openssl runs");
    let told = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{told}");
}

/// Makes an authority.
fn authority(folder: &Path) -> Certificate {
    let made = Certificate {
        pem: folder.join("authority.pem"),
        key: folder.join("authority.key"),
    };
    let subject = OsStr::new("/CN=Owldeck test authority");
    let mut args: Vec<&OsStr> = ["req", "-x509", "-days", "30", "-nodes", "-newkey", "ec"]
        .map(OsStr::new)
        .into();
    args.extend(["-pkeyopt", "ec_paramgen_curve:P-256", "-subj"].map(OsStr::new));
    args.extend([subject, OsStr::new("-keyout"), made.key.as_os_str()]);
    args.extend([OsStr::new("-out"), made.pem.as_os_str()]);
    openssl(&args);
    made
}

/// Has an authority certify a server, `names` as OpenSSL writes them (`IP:127.0.0.1`).
fn certified(folder: &Path, authority: &Certificate, name: &str, names: &str) -> Certificate {
    let made = Certificate {
        pem: folder.join(format!("{name}.pem")),
        key: folder.join(format!("{name}.key")),
    };
    let (subject, names) = (
        format!("/CN={name}"),
        format!("subjectAltName=critical,{names}"),
    );
    let mut args: Vec<&OsStr> = ["req", "-x509", "-days", "30", "-nodes", "-newkey", "ec"]
        .map(OsStr::new)
        .into();
    args.extend(["-pkeyopt", "ec_paramgen_curve:P-256", "-subj"].map(OsStr::new));
    args.extend([OsStr::new(&subject), OsStr::new("-addext")]);
    args.extend([OsStr::new(&names), OsStr::new("-addext")]);
    args.push(OsStr::new("basicConstraints=critical,CA:FALSE"));
    args.extend([OsStr::new("-CA"), authority.pem.as_os_str()]);
    args.extend([OsStr::new("-CAkey"), authority.key.as_os_str()]);
    args.extend([OsStr::new("-keyout"), made.key.as_os_str()]);
    args.extend([OsStr::new("-out"), made.pem.as_os_str()]);
    openssl(&args);
    made
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_behind_tls_is_asked_with_the_right_login_and_one_of_another_name_is_not_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let trusted = authority(folder.path());
    let own = certified(folder.path(), &trusted, "own", "IP:127.0.0.1");
    let other = certified(folder.path(), &trusted, "other", "DNS:other.example");
    let demo = Demo::with_settings(
        4,
        vec![
            ("OWLDECK_PROXY_ALLOW", "127.0.0.1".to_owned()),
            ("SSL_CERT_FILE", trusted.pem.display().to_string()),
        ],
    )
    .await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    let address = &demo.addresses()[0];
    let port = demo.origin.rsplit_once(':').expect("a port").1;
    let url = format!("http://beyond.example:{port}/sandbox/address");
    let target = format!("beyond.example:{port}");
    let login = json!(format!("{USER}:{PASSWORD}"));

    // Tried out before: only the proxy whose certificate is its own is told the login.
    let proxy = PythonProxy::by_tls(&own.pem, &own.key);
    let strange = PythonProxy::by_tls(&other.pem, &other.key);
    let strangers = tempfile::tempdir().expect("a folder");
    let alone = authority(strangers.path());
    let nobodys = PythonProxy::by_tls(&alone.pem, &alone.key);
    let plain = PythonProxy::start();
    for (wrong, field, words) in [
        (&strange, "ip", "代理的证书属于别的域名或地址，没有连接"),
        (
            &nobodys,
            "protocol",
            "代理的证书不受信任或不在有效期内，没有连接",
        ),
        (
            &plain,
            "protocol",
            "与代理的 TLS 握手未成功，请检查协议和证书",
        ),
    ] {
        let refused = owner.post(TEST, &wrong.fields("HTTPS")).await;
        assert_eq!(refused["data"]["field"], field, "{refused}");
        assert_eq!(refused["msg"], words, "{refused}");
        assert!(wrong.seen.try_recv().is_err(), "the login was not told");
    }
    let fine = owner.post(TEST, &proxy.fields("HTTPS")).await;
    assert_eq!(fine["data"]["exit"], "127.0.0.1", "{fine}");
    let asked = proxy.asked("HTTP", "GET");
    assert_eq!((&asked["allowed"], &asked["login"]), (&json!(true), &login));

    // Set, it carries requests as they are, and tunnels; the phone's facts say when it was tested.
    let body = with(json!({ "phoneId": phone }), &proxy.fields("HTTPS"));
    assert_eq!(owner.post(CHANGE, &body).await["code"], 0);
    for (option, method, target) in [("", "GET", &url), ("-p", "CONNECT", &target)] {
        assert_eq!(fetched(address, option, &url).await, "127.0.0.1");
        let seen = proxy.asked("HTTP", method);
        assert_eq!((&seen["target"], &seen["login"]), (&json!(target), &login));
    }
    let facts = format!("/app-api/infra/renew-redesign/proxy?phoneId={phone}");
    let told = owner.get(&facts).await["proxy"].clone();
    assert_eq!(
        (&told["protocol"], &told["inPlace"], &told["tested"]["exit"]),
        (&json!("HTTPS"), &json!(true), &json!("127.0.0.1"))
    );
    let before = told["tested"]["time"].as_i64().expect("a time");
    let again = owner.post(TEST_PHONE, &json!({ "phoneId": phone })).await;
    assert_eq!(again["data"]["exit"], "127.0.0.1", "{again}");
    let told = owner.get(&facts).await["proxy"].clone();
    assert!(told["tested"]["time"].as_i64() > Some(before), "{told}");

    // A proxy of another name is given to the phone, and nothing of the phone reaches it.
    let body = with(json!({ "phoneId": phone }), &strange.fields("HTTPS"));
    assert_eq!(owner.post(CHANGE, &body).await["code"], 0);
    shown(&owner, phone, |proxy| {
        proxy["port"] == strange.port && proxy["inPlace"] == true
    })
    .await;
    while proxy.seen.try_recv().is_ok() {}
    assert_eq!(shell(address, "curl", &[&url]).await, "");
    assert!(strange.seen.try_recv().is_err() && proxy.seen.try_recv().is_err());
}
