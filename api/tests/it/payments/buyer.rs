//! A member who buys and pays, and what the server then says of it.

use std::sync::atomic::{AtomicU32, Ordering};

use eventually::eventually;
use reqwest::Method;
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use crate::server::{Reply, Server};

pub const CREATE: &str = "/app-api/trade/order/create";
pub const PAY: &str = "/app-api/trade/order/pay";
pub const CANCEL: &str = "/app-api/trade/order/cancel";
pub const REFUND: &str = "/app-api/trade/order/refund";
/// Of one phone for 30 days, in fen.
pub const PRICE: i64 = 4500;

/// Somebody who is signed in, at a shop.
pub struct Buyer<'a> {
    pub server: &'a Server,
    pub token: String,
    /// Configuration on sale that is bought, as the shop lists it.
    pub configuration: Value,
}

impl<'a> Buyer<'a> {
    pub async fn new(server: &'a Server, account: &str) -> Self {
        let token = server.token(account).await;
        let path = "/app-api/trade/phone-configuration/tab-list";
        let shelf = server.get(path, &token).await.data();
        let configurations = shelf["list"].as_array().unwrap();
        let sold = configurations.iter().find(|c| c["name"] == "VIP");
        Self {
            server,
            token,
            configuration: sold.expect("it is sold").clone(),
        }
    }

    pub fn package(&self) -> i64 {
        self.configuration["packages"][0]["packageId"]
            .as_i64()
            .unwrap()
    }

    /// Body of a request to buy so many phones.
    pub fn purchase(&self, quantity: i64) -> Value {
        json!({
            "type": 1,
            "configurationId": self.configuration["configurationId"],
            "packageId": self.package(),
            "quantity": quantity,
            "totalFen": quantity * PRICE,
            "agreed": true,
        })
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.server.post(path, &self.token, body).await
    }

    /// Posts a body under an idempotency key.
    pub async fn post_keyed(&self, path: &str, key: &str, body: Value) -> Reply {
        let bearer = format!("Bearer {}", self.token);
        let headers = [
            ("content-type", "application/json"),
            ("authorization", bearer.as_str()),
            ("idempotency-key", key),
        ];
        let body = body.to_string();
        self.server.send(Method::POST, path, &headers, body).await
    }

    /// Orders so many phones: a new order each time, however soon.
    pub async fn order(&self, quantity: i64) -> i64 {
        static ORDERS: AtomicU32 = AtomicU32::new(0);
        let key = format!("order-{}", ORDERS.fetch_add(1, Ordering::Relaxed));
        let body = self.purchase(quantity);
        let order = self.post_keyed(CREATE, &key, body).await.data();
        order["orderId"].as_i64().unwrap()
    }

    /// Begins to pay.
    pub async fn begin(&self, order_id: i64, wallet: i64, way: &str) -> Value {
        let body = json!({ "orderId": order_id, "wallet": wallet, "way": way });
        self.post(PAY, body).await.data()
    }

    /// Orders and begins to pay; the order and its number at the wallet.
    pub async fn at_the_wallet(&self, wallet: i64) -> (i64, Value) {
        let order_id = self.order(1).await;
        (order_id, self.begin(order_id, wallet, "pc").await)
    }

    pub async fn info(&self, order_id: i64) -> Value {
        let path = format!("/app-api/trade/order/info?orderId={order_id}");
        self.server.get(&path, &self.token).await.data()
    }

    /// The order once it is as wished; the server's own looks are taken meanwhile.
    pub async fn info_when(&self, order_id: i64, wished: impl Fn(&Value) -> bool) -> Value {
        eventually("the order is as wished", async || {
            let order = self.info(order_id).await;
            if wished(&order) {
                Ok(order)
            } else {
                Err(order)
            }
        })
        .await
    }

    /// As the server does by itself all the time: looks at what is due, and waits until it is done.
    pub async fn look(&self) {
        self.server.engine.process_due_payments().await.unwrap();
    }
}

/// Where the wallet's SDK in an app goes with what it was handed: Alipay's text, or WeChat Pay's fields.
fn handed_over(server: &Server, value: &str) -> String {
    let (alipay, wechat_pay) = server.wallets();
    let Ok(Value::Object(fields)) = serde_json::from_str(value) else {
        return format!("{alipay}?{value}");
    };
    let query = fields
        .iter()
        .map(|(name, field)| (name, field.as_str().unwrap()));
    let address = reqwest::Url::parse_with_params(&format!("{wechat_pay}/app"), query);
    address.unwrap().into()
}

/// The page of the wallet where this is paid.
async fn pay_page(server: &Server, begun: &Value) -> String {
    let value = begun["show"]["value"].as_str().unwrap();
    let address = if begun["show"]["kind"] == "app" {
        handed_over(server, value)
    } else {
        value.to_owned()
    };
    let client = client();
    let reply = client.get(&address).send().await.unwrap();
    let Some(page) = reply.headers().get("location") else {
        assert_eq!(reply.status(), 200, "{address}");
        return address;
    };
    let page = page.to_str().unwrap();
    match page.strip_prefix('/') {
        Some(path) => format!("{}/{path}", server.base),
        None => page.to_owned(),
    }
}

fn client() -> reqwest::Client {
    let builder = crate::server::client()
        .tls_certs_only([])
        .redirect(Policy::none());
    builder.build().unwrap()
}

/// Does something at the wallet: pay, payUnheard, cancel or lapse.
pub async fn at_the_page(server: &Server, begun: &Value, action: &str) {
    let page = pay_page(server, begun).await;
    let form = [("action", action)];
    let reply = client().post(&page).form(&form).send().await.unwrap();
    assert_eq!(reply.status(), 303, "{page}");
}
