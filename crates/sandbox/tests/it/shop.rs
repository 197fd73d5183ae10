//! The merchant's side: wallets out of a sandbox's keys, an ear for notifications, and a buyer.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use connectors::wallets::{
    Event, Fen, Notification, NotificationError, OrderNo, Payment, Refund, RefundNo, Show,
    Timeouts, TradeState, TradeType, Wallet,
};
use connectors::{Secret, alipay, wechat_pay};
use sandbox::{Options, Sandbox, WalletKeys};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::server::{NOW, Server, client};

/// Wallets' keys take a second to make: all sandboxes of these tests have the same.
pub fn share_keys(folder: &Path) {
    static KEYS: OnceLock<String> = OnceLock::new();
    let keys = KEYS.get_or_init(|| {
        let first = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::open(Options {
            folder: first.path().to_owned(),
            outbox: first.path().join("outbox.jsonl"),
            origin: String::new(),
            own_origin: String::new(),
            open: true,
            clock: Arc::new(|| NOW),
        });
        sandbox.unwrap().wallet_keys().unwrap();
        std::fs::read_to_string(first.path().join("wallet_keys.json")).unwrap()
    });
    std::fs::create_dir_all(folder).unwrap();
    let file = folder.join("wallet_keys.json");
    // A restarted sandbox keeps the keys that it had.
    if !file.exists() {
        std::fs::write(file, keys).unwrap();
    }
}

/// As WeChat Pay does every few years: another platform certificate in a folder of keys, and the key that belongs to it.
pub fn rotate_platform_certificate(folder: &Path) {
    let read = |folder: &Path| -> serde_json::Value {
        let text = std::fs::read_to_string(folder.join("wallet_keys.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let fresh = tempfile::tempdir().unwrap();
    let other = Sandbox::open(Options {
        folder: fresh.path().to_owned(),
        outbox: fresh.path().join("outbox.jsonl"),
        origin: String::new(),
        own_origin: String::new(),
        open: true,
        clock: Arc::new(|| NOW),
    });
    other.unwrap().wallet_keys().unwrap();
    let (mut keys, new) = (read(folder), read(fresh.path()));
    for name in ["wechat_pay", "platform_certificate", "platform_serial"] {
        keys[name] = new[name].clone();
    }
    std::fs::write(folder.join("wallet_keys.json"), keys.to_string()).unwrap();
}

/// Alipay settings that the product would have for this server.
pub fn alipay_settings(server: &Server, notify_url: &str) -> alipay::Settings {
    let keys = server.sandbox.wallet_keys().unwrap();
    alipay::Settings {
        app_id: keys.alipay_app_id,
        seller_id: keys.alipay_seller_id,
        private_key: Secret::new(keys.alipay_private_key),
        trust: alipay::Trust::PublicKey(keys.alipay_public_key),
        gateway: Some(server.sandbox.alipay_address()),
        notify_url: notify_url.to_owned(),
        timeouts: timeouts(),
    }
}

pub fn certificates(keys: WalletKeys) -> alipay::Trust {
    alipay::Trust::Certificates {
        app: keys.alipay_app_certificate,
        alipay: keys.alipay_certificate,
        root: keys.alipay_root_certificate,
    }
}

pub fn wechat_pay_settings(server: &Server, notify_url: &str) -> wechat_pay::Settings {
    let keys = server.sandbox.wallet_keys().unwrap();
    wechat_pay::Settings {
        mch_id: keys.wechat_pay_mch_id,
        app_id: keys.wechat_pay_app_id,
        mobile_app_id: None,
        private_key: Secret::new(keys.wechat_pay_private_key),
        certificate: wechat_pay::MerchantCertificate::SerialNo(keys.wechat_pay_serial_no),
        api_key: Secret::new(keys.wechat_pay_api_key),
        public_key: Some(wechat_pay::PublicKey {
            id: keys.wechat_pay_public_key_id,
            key: keys.wechat_pay_public_key,
        }),
        address: Some(server.sandbox.wechat_pay_address()),
        notify_url: notify_url.to_owned(),
        timeouts: timeouts(),
    }
}

/// Slow machines take their time.
fn timeouts() -> Timeouts {
    Timeouts {
        create: Duration::from_secs(30),
        keys: Duration::from_secs(30),
        ask: Duration::from_secs(30),
    }
}

pub fn alipay(settings: &alipay::Settings) -> Wallet {
    alipay::Alipay::new(settings).unwrap().into()
}

pub fn wechat_pay(settings: &wechat_pay::Settings) -> Wallet {
    wechat_pay::WechatPay::new(settings).unwrap().into()
}

pub fn fen(fen: i64) -> Fen {
    Fen::new(fen).unwrap()
}

pub fn order(text: &str) -> OrderNo {
    OrderNo::parse(text).unwrap()
}

pub fn payment(order_no: &OrderNo, way: TradeType) -> Payment<'_> {
    Payment {
        order_no,
        amount: fen(109_200),
        subject: "标准型 <b>S4</b> × 26",
        expires_ms: NOW + 15 * 60 * 1000,
        way,
        return_url: Some("https://console.example/app/orderRecords?from=pay"),
    }
}

pub fn refund<'a>(order_no: &'a OrderNo, refund_no: &'a RefundNo, amount: i64) -> Refund<'a> {
    Refund {
        order_no,
        refund_no,
        amount: fen(amount),
        paid: fen(109_200),
        reason: "买错了",
    }
}

/// A payment that is begun: its number, and the page where one pays.
pub async fn begun(
    server: &Server,
    wallet: &Wallet,
    name: &str,
    way: TradeType,
) -> (OrderNo, String) {
    let order_no = order(name);
    let shown = wallet.create(&payment(&order_no, way), NOW).await.unwrap();
    let page = pay_page(server, &shown).await;
    (order_no, page)
}

/// Pays, and proves that the wallet tells of it and says the same when it is asked.
pub async fn is_paid_told_and_found(
    server: &Server,
    (wallet, ear): (&Wallet, &mut Ear),
    order_no: &OrderNo,
    page: &str,
) -> Heard {
    ear.take_next(wallet);
    press(server, page, "pay").await;
    let heard = ear.next().await;
    let Notification { event, .. } = heard.verified(wallet, NOW).await.unwrap();
    let Event::Paid(told) = event else {
        panic!("{event:?}")
    };
    assert_eq!((&told.order_no, told.amount), (order_no, fen(109_200)));
    assert_eq!(told.paid_ms, Some(NOW));
    let found = wallet.query(order_no, NOW).await.unwrap();
    assert_eq!(found, TradeState::Paid(told));
    heard
}

/// One yuan of 1092 went back under the first number: neither it nor another one gives more than there is.
pub async fn no_more_goes_back(
    wallet: &Wallet,
    order_no: &OrderNo,
    (first, second): (&RefundNo, &RefundNo),
    now_ms: i64,
) {
    for wrong in [
        refund(order_no, first, 101),
        refund(order_no, second, 109_101),
        refund(order_no, second, 109_201),
    ] {
        let refused = wallet.refund(&wrong, now_ms).await.unwrap_err();
        assert!(!refused.may_have_happened(), "{refused}");
    }
}

pub const H5: TradeType = TradeType::H5 {
    client_ip: std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST),
};

/// The page where one pays, for whatever was shown.
pub async fn pay_page(server: &Server, shown: &Show) -> String {
    let address = match shown {
        Show::Page(url) | Show::Qr(url) => url.clone(),
        Show::App(connectors::wallets::AppCall::Alipay(text)) => {
            format!("{}?{text}", server.sandbox.alipay_address())
        }
        Show::App(connectors::wallets::AppCall::WechatPay(call)) => {
            let query = url::form_urlencoded::Serializer::new(String::new())
                .append_pair("appid", &call.appid)
                .append_pair("partnerid", &call.partnerid)
                .append_pair("prepayid", &call.prepayid)
                .append_pair("package", &call.package)
                .append_pair("noncestr", &call.noncestr)
                .append_pair("timestamp", &call.timestamp)
                .append_pair("sign", &call.sign)
                .finish();
            format!("{}/app?{query}", server.sandbox.wechat_pay_address())
        }
    };
    let reply = client().get(&address).send().await.unwrap();
    let Some(page) = reply.headers().get("location") else {
        assert_eq!(reply.status(), 200, "{address}");
        return address;
    };
    let page = page.to_str().unwrap();
    let page = match page.strip_prefix('/') {
        Some(path) => format!("{}/{path}", server.base),
        None => page.to_owned(),
    };
    assert_eq!(client().get(&page).send().await.unwrap().status(), 200);
    page
}

/// Presses a button of the page; answers the page that comes then.
pub async fn press(server: &Server, page: &str, action: &str) -> String {
    let reply = client()
        .post(page)
        .form(&[("action", action)])
        .send()
        .await
        .unwrap();
    assert_eq!(reply.status(), 303);
    let next = reply.headers()["location"].to_str().unwrap();
    format!("{}{next}", server.base)
}

/// A notification as it came.
pub struct Heard {
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Heard {
    pub async fn verified(
        &self,
        wallet: &Wallet,
        now_ms: i64,
    ) -> Result<Notification, NotificationError> {
        let headers: Vec<(&str, &str)> = self
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        wallet.notification(&headers, &self.body, now_ms).await
    }
}

/// Where notifications go: answers as it is told, and `400` when it is told nothing.
pub struct Ear {
    pub url: String,
    heard: mpsc::UnboundedReceiver<Heard>,
    answers: Arc<Mutex<VecDeque<String>>>,
    task: JoinHandle<()>,
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Ear {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/callback", listener.local_addr().unwrap());
        let (tell, heard) = mpsc::unbounded_channel();
        let answers = Arc::new(Mutex::new(VecDeque::new()));
        let told = Arc::clone(&answers);
        let task = tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut bytes = Vec::new();
                let heard = loop {
                    let mut chunk = [0; 4096];
                    let n = stream.read(&mut chunk).await.unwrap();
                    assert!(n > 0, "the notification broke off");
                    bytes.extend_from_slice(&chunk[..n]);
                    if let Some(heard) = parse(&bytes) {
                        break heard;
                    }
                };
                let answer = told.lock().unwrap().pop_front();
                let answer = answer.unwrap_or_else(|| {
                    "HTTP/1.1 400 Bad Request\r\ncontent-length: 4\r\nconnection: close\r\n\r\nfail"
                        .to_owned()
                });
                // Heard only when it is answered: what the test does next comes after.
                drop(stream.write_all(answer.as_bytes()).await);
                drop(stream.shutdown().await);
                if tell.send(heard).is_err() {
                    return;
                }
            }
        });
        Self {
            url,
            heard,
            answers,
            task,
        }
    }

    /// Answers the next one as the wallet wants it.
    pub fn take_next(&self, wallet: &Wallet) {
        let reply = wallet.acknowledgement();
        self.answers.lock().unwrap().push_back(format!(
            "HTTP/1.1 {} OK\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{}",
            reply.status,
            reply.content_type,
            reply.body.len(),
            reply.body
        ));
    }

    pub async fn next(&mut self) -> Heard {
        tokio::time::timeout(Duration::from_secs(30), self.heard.recv())
            .await
            .expect("a notification")
            .unwrap()
    }

    /// Nothing has come.
    pub fn is_silent(&mut self) -> bool {
        self.heard.try_recv().is_err()
    }
}

fn parse(bytes: &[u8]) -> Option<Heard> {
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let headers: Vec<(String, String)> = head
        .split("\r\n")
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let length: usize = headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map(|(_, n)| n.parse().unwrap())?;
    let body = bytes[end + 4..].to_vec();
    (body.len() == length).then_some(Heard { headers, body })
}
