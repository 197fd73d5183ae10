//! Things that people have, and how somebody else comes into a relation to them.

use domain::orders::{PayWay, Wallet};
use fresh_database::PASSWORD_HASH;
use reqwest::Method;
use serde_json::{Value, json};
use store::orders::{self, Settled, Settlement};

use super::{PRICE_FEN, Relation, Who, World};
use crate::access::rows::FAIL;
use crate::payments::shop;
use crate::server::{GUEST, OWNER};

/// When nothing that was lent has ended yet.
const UNTIL_MS: i64 = 4_102_444_800_000;
const POWER_OFF: &str = "/app-api/infra/cacloud/shutDownInstanceAsync";
const CREATE_ORDER: &str = "/app-api/trade/order/create";

impl World<'_> {
    /// A new thing of somebody's; its id.
    pub async fn own(&self, kind: &str, of: &Who) -> i64 {
        match kind {
            // An operator has none: a permission reaches everybody's.
            "phone" if of.id == self.admin.id => self.phone(&self.owner).await.0,
            "phone" => self.phone(of).await.0,
            "order" => self.purchase(of).await,
            "member" => {
                let phone = format!("1350000{:04}", self.next());
                let seeded = self
                    .server
                    .seed(json!({ "members": [{ "phone": phone, "password": PASSWORD_HASH }] }))
                    .await;
                seeded.members[0].user_id
            }
            _ => {
                let (phone_id, _) = self.phone(of).await;
                self.about(kind, phone_id, of).await
            }
        }
    }

    /// A thing of the owner's, to which somebody is something else: a phone, or what the owner has of that phone and beside it.
    pub async fn victim(&self, kind: &str, relation: Relation) -> i64 {
        let phone_id = self.related(relation).await;
        if kind == "phone" {
            return phone_id;
        }
        self.about(kind, phone_id, self.owner_before(relation))
            .await
    }

    /// Something of a phone's owner that has to do with that phone, as far as such things do.
    async fn about(&self, kind: &str, phone_id: i64, of: &Who) -> i64 {
        let id = self.fresh_id();
        match kind {
            "group" => {
                let n = self.next();
                self.sql(&format!(
                    "INSERT INTO phone_groups (id, member_id, name, name_key, created_ms) VALUES ({id}, {}, 'Z-{n}', 'z-{n}', 1)",
                    of.id
                ));
                self.sql(&format!(
                    "UPDATE phones SET group_id = {id} WHERE id = {phone_id}"
                ));
                id
            }
            "tag" => self.tag(phone_id, of),
            "operation" => {
                let body = json!({ "phoneIds": [phone_id] });
                let reply = self.server.post(POWER_OFF, &of.token, body).await;
                reply.data()["batchId"].as_i64().unwrap()
            }
            "upload" => self.upload(of).await,
            "order" => self.renewal(phone_id, of).await,
            "session" => {
                let n = self.next();
                self.sql(&format!(
                    "INSERT INTO sessions (id, member_id, terminal, generation, created_ms) VALUES ({id}, {}, 'T{n}', 0, 1)",
                    of.id
                ));
                id
            }
            "embed" | "token" => {
                let terminal = kind.to_uppercase();
                self.sql(&format!(
                    "INSERT INTO sessions (id, member_id, terminal, generation, created_ms, scopes, level, phones, until_ms) \
                     VALUES ({id}, {}, '{terminal}', 0, 1, 2, 1, '{phone_id}', {UNTIL_MS})",
                    of.id
                ));
                id
            }
            "link" => {
                self.sql(&format!(
                    "INSERT INTO sessions (id, member_id, terminal, generation, created_ms, scopes, level, phones, until_ms) \
                     VALUES ({id}, {}, 'LINK', 0, 1, 2, 1, '{phone_id}', {UNTIL_MS})",
                    of.id
                ));
                self.sql(&format!(
                    "INSERT INTO share_links (session_id, member_id, token_hash, viewers_max, created_ms) VALUES ({id}, {}, '{id}', 5, 1)",
                    of.id
                ));
                id
            }
            "webhook" => {
                // The address is for documents alone (RFC 5737): no receiver is there, and none is asked.
                self.sql(&format!(
                    "INSERT INTO webhooks (id, member_id, name, url, kinds, generation, created_ms, dropped, slow) \
                     VALUES ({id}, {}, 'Z', 'https://192.0.2.1/', 7, 0, 1, 0, FALSE)",
                    of.id
                ));
                id
            }
            "delivery" => {
                let webhook_id = Box::pin(self.about("webhook", phone_id, of)).await;
                let now_ms = self.server.clock.now_ms();
                self.sql(&format!(
                    "INSERT INTO webhook_deliveries (id, webhook_id, event_id, kind, body, state, tries, created_ms) \
                     VALUES ({id}, {webhook_id}, {id}, 1, '{{}}', 1, 1, {now_ms})"
                ));
                id
            }
            "grant" => self.granted(phone_id, of.id, self.neighbor),
            // An authorization of another member's phone to this one.
            "received" => {
                let (lent, _) = self.phone(&self.lender).await;
                self.granted(lent, self.lender.id, of.id)
            }
            // A sub-account of this member's.
            "child" => {
                let n = self.next();
                self.sql(&format!(
                    "INSERT INTO members (id, user_name, nickname, channel_code, role, password_hash, created_ms, parent_id, sub_since_ms) \
                     VALUES ({id}, 'z{n}-child', 'Z', '', 1, '', 1, {}, 1)",
                    of.id
                ));
                id
            }
            "invitation" => {
                self.sql(&format!(
                    "INSERT INTO sub_invitations (id, parent_id, number, name, ticks, created_ms, expire_ms) \
                     VALUES ({id}, {}, '{id}', '', 0, 1, {UNTIL_MS})",
                    of.id
                ));
                id
            }
            "message" => {
                self.sql(&format!(
                    "INSERT INTO notices (id, member_id, kind, template, params, created_ms) VALUES ({id}, {}, 1, 'password-changed', '[]', 1)",
                    of.id
                ));
                id
            }
            "feedback" => {
                self.sql(&format!(
                    "INSERT INTO feedback (id, member_id, title, content, created_ms) VALUES ({id}, {}, '卡', '画面卡', 1)",
                    of.id
                ));
                id
            }
            _ => panic!("nobody knows how a {kind} is made"),
        }
    }

    /// A grant of a phone for an hour: the one that there is, or a new one.
    fn granted(&self, phone_id: i64, from: i64, to: i64) -> i64 {
        let now_ms = self.server.clock.now_ms();
        let id = self.fresh_id();
        self.execute(&format!(
            "UPDATE grants SET ended_ms = {now_ms}, expire_ms = {now_ms} WHERE phone_id = {phone_id} AND ended_ms IS NULL"
        ));
        self.sql(&format!(
            "INSERT INTO grants (id, phone_id, owner_id, member_id, level, created_ms, expire_ms) \
             VALUES ({id}, {phone_id}, {from}, {to}, 2, {now_ms}, {now_ms} + 3600000)"
        ));
        id
    }

    /// A file that was sent completely.
    async fn upload(&self, of: &Who) -> i64 {
        let n = self.next();
        let name = format!("f{n}.txt");
        crate::uploads::sent(self.server, &of.token, &format!("s{n}"), &name, b"data").await
    }

    /// A phone of the owner's, to which somebody is something else.
    async fn related(&self, relation: Relation) -> i64 {
        let (id, alias) = self.phone(self.owner_before(relation)).await;
        let grant = async |level: &str| {
            self.server
                .seed(json!({ "grants": [{ "owner": OWNER, "phone": alias, "to": GUEST, "level": level, "expiresInMinutes": 60 }] }))
                .await;
        };
        match relation {
            Relation::Stranger | Relation::Parent | Relation::Clerk => {}
            Relation::SubAccount => self.give(id, 0),
            Relation::Viewer => grant("view").await,
            Relation::Operator => grant("operate").await,
            Relation::Expired => {
                grant("operate").await;
                self.sql(&format!(
                    "UPDATE grants SET expire_ms = created_ms WHERE phone_id = {id}"
                ));
            }
            Relation::Former => {
                // The phone was the guest's with all that comes with it, such as a seat, before it became the owner's again.
                self.sql(&format!(
                    "UPDATE phones SET owner_id = {} WHERE id = {id}",
                    self.guest.id
                ));
                let body = json!({ "phoneId": id });
                let path = "/app-api/infra/cacloud-resource/phone/startPhone";
                self.server.post(path, &self.guest.token, body).await.data();
                self.sql(&format!(
                    "UPDATE phones SET owner_id = {} WHERE id = {id}",
                    self.owner.id
                ));
                self.sql(&format!(
                    "UPDATE seats SET state = 0, member_id = NULL, session_id = NULL, until_ms = NULL WHERE phone_id = {id}"
                ));
            }
        }
        id
    }

    /// The owner gives a phone to the sub-account, with what is ticked as bits.
    pub fn give(&self, phone_id: i64, ticks: i16) {
        let (id, owner, child) = (self.fresh_id(), self.owner.id, self.child.id);
        self.sql(&format!(
            "INSERT INTO allotments (id, phone_id, owner_id, member_id, ticks, created_ms) VALUES ({id}, {phone_id}, {owner}, {child}, {ticks}, 1)"
        ));
    }

    async fn phone(&self, of: &Who) -> (i64, String) {
        let n = self.next();
        let alias = format!("Z-{n}");
        let adb = format!("10.0.{}.{}:5555", n / 250, n % 250);
        let seeded = self
            .server
            .seed(json!({ "phones": [{ "owner": of.phone, "alias": alias, "configuration": "VIP", "expiresInDays": 30, "adb": adb }] }))
            .await;
        let id = seeded.phones[0].phone_id;
        store::phones::set_health(&self.server.store, id, None, self.server.clock.now_ms())
            .await
            .unwrap();
        (id, alias)
    }

    /// A tag of somebody's that a phone carries.
    pub fn tag(&self, phone_id: i64, of: &Who) -> i64 {
        let (id, n) = (self.fresh_id(), self.next());
        self.sql(&format!(
            "INSERT INTO tags (id, member_id, name, name_key, created_ms) VALUES ({id}, {}, 'Z-{n}', 'z-{n}', 1)",
            of.id
        ));
        self.put_on(id, phone_id);
        id
    }

    /// A phone carries a tag.
    pub fn put_on(&self, tag_id: i64, phone_id: i64) {
        self.sql(&format!(
            "INSERT INTO phone_tags (tag_id, phone_id, created_ms) VALUES ({tag_id}, {phone_id}, 1)"
        ));
    }

    /// A batch of somebody's that names those phones and failed; one of its own where a batch cannot name what is given.
    pub async fn failed(&self, phones: &Value, of: &Who) -> i64 {
        let body = json!({ "phoneIds": phones });
        let reply = self.server.post(POWER_OFF, &of.token, body).await;
        let batch_id = match reply.json()["data"]["batchId"].as_i64() {
            Some(batch_id) => batch_id,
            None => self.own("operation", of).await,
        };
        for statement in FAIL {
            let statement = statement.replace("$id", &batch_id.to_string());
            self.execute(&statement);
        }
        batch_id
    }

    /// The phones of somebody's batch.
    pub async fn phones_of(&self, batch_id: i64, of: &Who) -> Value {
        let path = format!("/app-api/infra/operation/info?batchId={batch_id}");
        let receipt = self.server.get(&path, &of.token).await.data();
        let rows = receipt["list"].as_array().unwrap().iter();
        rows.map(|row| row["phoneId"].clone()).collect()
    }

    /// Orders that wait are taken back, for nobody may have many.
    pub fn take_back_orders(&self, of: &Who) {
        self.execute(&format!(
            "UPDATE orders SET state = 2, due_ms = NULL WHERE state = 0 AND member_id = {}",
            of.id
        ));
    }

    /// One more phone in stock.
    pub async fn shelve(&self) {
        let n = self.next();
        shop::phone(self.server, &format!("10.8.{}.{}:5555", n / 250, n % 250)).await;
    }

    /// An order that waits: a phone out of stock.
    async fn purchase(&self, of: &Who) -> i64 {
        self.take_back_orders(of);
        self.shelve().await;
        let bearer = format!("Bearer {}", of.token);
        let key = format!("order-{}", self.next());
        let headers = [
            ("content-type", "application/json"),
            ("authorization", bearer.as_str()),
            ("idempotency-key", key.as_str()),
        ];
        let body = shop::purchase(self.server, &of.token).await.to_string();
        let sent = self
            .server
            .send(Method::POST, CREATE_ORDER, &headers, body)
            .await;
        sent.data()["orderId"].as_i64().unwrap()
    }

    /// An order that waits: more time for a phone.
    async fn renewal(&self, phone_id: i64, of: &Who) -> i64 {
        self.take_back_orders(of);
        let line = json!({ "phoneId": phone_id, "packageId": self.package });
        let body = json!({ "type": 2, "lines": [line], "totalFen": PRICE_FEN, "agreed": true });
        let reply = self.server.post(CREATE_ORDER, &of.token, body).await;
        reply.data()["orderId"].as_i64().unwrap()
    }

    /// Somebody's order is paid.
    pub async fn pay(&self, order_id: i64, of: &Who) {
        let (store, now_ms) = (&self.server.store, self.server.clock.now_ms());
        let actor = store::session::actor_of(store, of.token.clone(), now_ms).await;
        let actor = actor.unwrap().unwrap();
        let attempt = orders::attempt(store, &actor, order_id, Wallet::Alipay, PayWay::Pc, now_ms)
            .await
            .unwrap();
        let settlement = Settlement {
            trade_no: format!("T{order_id}"),
            attempt: attempt.number,
            amount_fen: attempt.amount_fen,
            paid_ms: Some(now_ms),
        };
        let settled = orders::settle(store, Wallet::Alipay, settlement, now_ms).await;
        assert!(matches!(settled, Ok(Settled::Fulfilled(_))), "{settled:?}");
    }
}
