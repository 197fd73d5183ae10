//! Paying in the demo, as it runs: the server finds by itself what it was not told, and tells the member's own socket.

use eventually::{LIMIT, eventually};
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use crate::demo::{Demo, Member, OWNER};

/// Puts so many phones in stock of the first configuration that is sold. Nobody reaches them; they can be bought all the same.
pub async fn stock(demo: &Demo, member: &Member<'_>, count: u16) {
    let shelf = member
        .get("/app-api/trade/phone-configuration/tab-list")
        .await;
    let name = shelf["list"][0]["name"].as_str().expect("a configuration");
    let phones: Vec<Value> = (1..=count)
        .map(|n| json!({ "configuration": name, "adb": format!("127.9.{}.{}:5555", n / 250, n % 250) }))
        .collect();
    let seeded = demo.seed(&json!({ "stock": phones }));
    assert!(
        seeded.status.success(),
        "{}",
        String::from_utf8_lossy(&seeded.stderr)
    );
}

/// Orders a phone and begins to pay by wallet one; the order, and the address of the page.
async fn begun(member: &Member<'_>) -> (i64, String) {
    let path = "/app-api/trade/phone-configuration/tab-list";
    let shelf = member.get(path).await;
    let all = shelf["list"].as_array().expect("a list");
    let sold = all.iter().find(|c| c["stock"].as_i64() > Some(0));
    let sold = sold.expect("the demo has something to sell");
    let draft = json!({
        "type": 1,
        "configurationId": sold["configurationId"],
        "packageId": sold["packages"][0]["packageId"],
        "quantity": 1,
        "totalFen": sold["packages"][0]["tiers"][0]["unitFen"],
        "agreed": true,
    });
    let order = member.post("/app-api/trade/order/create", &draft).await;
    let id = order["data"]["orderId"].as_i64().expect("an order");
    let pay = json!({ "orderId": id, "wallet": 1, "way": "pc" });
    let begun = member.post("/app-api/trade/order/pay", &pay).await;
    let address = begun["data"]["show"]["value"].as_str().expect("a page");
    (id, address.to_owned())
}

async fn press(demo: &Demo, address: &str, action: &str) {
    let builder = crate::demo::client().redirect(Policy::none());
    let client = builder.build().expect("a client");
    let reply = client.get(address).send().await.expect("the gateway");
    let page = reply.headers()["location"].to_str().expect("an address");
    let page = page.strip_prefix(&demo.origin).unwrap_or(page);
    let page = format!("{}{page}", demo.origin);
    let pressed = client.post(page).form(&[("action", action)]).send().await;
    assert_eq!(pressed.expect("the page").status(), 303);
}

async fn in_stock(member: &Member<'_>) -> i64 {
    let path = "/app-api/trade/phone-configuration/tab-list";
    let shelf = member.get(path).await;
    let all = shelf["list"].as_array().expect("a list").clone();
    all.iter().filter_map(|c| c["stock"].as_i64()).sum()
}

async fn order_when(member: &Member<'_>, id: i64, wished: impl Fn(&Value) -> bool) -> Value {
    let path = format!("/app-api/trade/order/info?orderId={id}");
    eventually("the order is as wished", async || {
        let order = member.get(&path).await;
        if wished(&order) {
            Ok(order)
        } else {
            Err(order)
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payment_whose_notification_is_lost_is_found_and_told_on_the_members_socket() {
    let demo = Demo::start().await;
    let member = demo.sign_in(OWNER).await;
    stock(&demo, &member, 1).await;
    let (id, address) = begun(&member).await;
    let ticket = member
        .post("/app-api/infra/ws-ticket", &json!({ "purpose": "member" }))
        .await;
    let ticket = ticket["data"]["ticket"].as_str().expect("a ticket");
    let mut socket = demo.socket("/websocket/infra/ws", ticket).await;
    press(&demo, &address, "payUnheard").await;
    demo.move_clock(60);
    let order = order_when(&member, id, |order| order["state"] == "paid").await;
    assert_eq!(order["phones"].as_array().expect("a list").len(), 1);
    let heard = async {
        loop {
            let said: Value = serde_json::from_str(&socket.text().await).expect("JSON");
            if said["type"] == "order-changed" {
                let content = said["content"].as_str().expect("a text");
                let content: Value = serde_json::from_str(content).expect("JSON");
                assert_eq!(content["orderId"], id);
                if content["state"] == "paid" {
                    return;
                }
            }
        }
    };
    tokio::time::timeout(LIMIT, heard).await.expect("news");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_nobody_pays_ends_by_itself_and_what_it_held_is_free() {
    let demo = Demo::start().await;
    let member = demo.sign_in(OWNER).await;
    stock(&demo, &member, 2).await;
    let before = in_stock(&member).await;
    let (id, _) = begun(&member).await;
    assert_eq!(in_stock(&member).await, before - 1);
    demo.move_clock(16 * 60);
    // The server has seen it once the token of before is over.
    eventually("the clock has moved", async || {
        let body = json!({ "orderId": 1 });
        member.post("/app-api/trade/order/cancel", &body).await["code"] == 401
    })
    .await;
    let member = demo.sign_in(OWNER).await;
    order_when(&member, id, |order| order["state"] == "timeout").await;
    assert_eq!(in_stock(&member).await, before);
}
