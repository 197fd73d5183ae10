//! People and their things: an owner, and everybody who is something else to what the owner has.

use std::cell::Cell;
use std::collections::BTreeSet;

use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use serde_json::{Value, json};

use domain::orders::{Wallet, Way};
use reqwest::Method;
use store::orders::{self, Settled, Settlement};

use crate::payments::shop;
use crate::server::{GUEST, OWNER, PASSWORD, STRANGER, Server};

/// Tables whose rows come and go with every request, or say only that somebody asked.
const VOLATILE: [&str; 8] = [
    "audit",
    "limits",
    "tickets",
    "lookups",
    "access_tokens",
    "refresh_tokens",
    "meta",
    "avatars",
];

/// What somebody is to a thing of the owner's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    Stranger,
    Viewer,
    Operator,
    Expired,
    Former,
    /// Of the owner, who gave it this phone and ticked nothing.
    SubAccount,
    /// The owner's.
    Parent,
}

impl Relation {
    /// Those who must not even learn that a phone exists.
    pub const BLIND: [Self; 4] = [Self::Stranger, Self::Expired, Self::Former, Self::Parent];
    /// The same for things that nobody else is ever let near.
    pub const BLIND_TO_OWN_THINGS: [Self; 3] = [Self::Stranger, Self::SubAccount, Self::Parent];
}

const CHILD: &str = "13600000001";

pub struct Who {
    pub phone: String,
    pub id: i64,
    pub token: String,
}

pub struct World<'a> {
    pub server: &'a Server,
    pub owner: Who,
    pub guest: Who,
    pub stranger: Who,
    /// The owner's sub-account.
    pub child: Who,
    pub admin: Who,
    /// Signs in by name, runs nothing.
    pub clerk: Who,
    count: Cell<u32>,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

async fn who(server: &Server, account: &str) -> Who {
    let data = server.sign_in(account).await.data();
    Who {
        phone: account.to_owned(),
        id: data["userId"].as_i64().unwrap(),
        token: data["accessToken"].as_str().unwrap().to_owned(),
    }
}

impl<'a> World<'a> {
    pub async fn new(server: &'a Server) -> Self {
        server
            .seed(json!({
                "operators": [{ "userName": "clerk", "password": PASSWORD, "permissions": ["system:nothing:list"] }],
                "subAccounts": [{ "parent": OWNER, "phone": CHILD, "password": PASSWORD }],
            }))
            .await;
        shop::stock(server, 0).await;
        Self {
            owner: who(server, OWNER).await,
            guest: who(server, GUEST).await,
            stranger: who(server, STRANGER).await,
            child: who(server, CHILD).await,
            admin: who(server, "admin").await,
            clerk: who(server, "clerk").await,
            server,
            count: Cell::new(0),
        }
    }

    fn next(&self) -> u32 {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }

    /// A new thing of somebody's; its id.
    pub async fn own(&self, kind: &str, of: &Who) -> i64 {
        match kind {
            // An operator has none: a permission reaches everybody's.
            "phone" if of.id == self.admin.id => self.phone(&self.owner).await.0,
            "phone" => self.phone(of).await.0,
            "group" => self.made(of, "/app-api/trade/phone-group/create").await,
            "tag" => self.made(of, "/app-api/trade/phone-tag/create").await,
            "operation" => {
                let (phone, _) = self.phone(of).await;
                let path = "/app-api/infra/cacloud/shutDownInstanceAsync";
                let reply = self
                    .server
                    .post(path, &of.token, json!({ "phoneIds": [phone] }))
                    .await;
                reply.data()["batchId"].as_i64().unwrap()
            }
            "order" => self.order(of).await,
            "session" => {
                let (id, n) = (self.fresh_id(), self.next());
                self.sql(&format!(
                    "INSERT INTO sessions (id, member_id, terminal, generation, created_ms) VALUES ({id}, {}, 'T{n}', 0, 1)",
                    of.id
                ));
                id
            }
            "message" => {
                let id = self.fresh_id();
                self.sql(&format!(
                    "INSERT INTO notices (id, member_id, kind, template, params, created_ms) VALUES ({id}, {}, 1, 'password-changed', '[]', 1)",
                    of.id
                ));
                id
            }
            "member" => {
                let phone = format!("1350000{:04}", self.next());
                let seeded = self
                    .server
                    .seed(json!({ "members": [{ "phone": phone, "password": PASSWORD }] }))
                    .await;
                seeded.members[0].user_id
            }
            _ => panic!("nobody knows how a {kind} is made"),
        }
    }

    /// A thing of the owner's, to which somebody is something else.
    pub async fn victim(&self, kind: &str, relation: Relation) -> i64 {
        if kind != "phone" {
            return self.own(kind, self.owner_before(relation)).await;
        }
        let (id, alias) = self.phone(self.owner_before(relation)).await;
        let grant = async |level: &str| {
            self.server
                .seed(json!({ "grants": [{ "owner": OWNER, "phone": alias, "to": GUEST, "level": level, "expiresInMinutes": 60 }] }))
                .await;
        };
        match relation {
            Relation::Stranger | Relation::Parent => {}
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
                // It was the guest's with all that comes with it, and was replaced.
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

    /// Who has that relation.
    pub fn who(&self, relation: Relation) -> &Who {
        match relation {
            Relation::Stranger => &self.stranger,
            Relation::SubAccount => &self.child,
            Relation::Parent => &self.owner,
            Relation::Viewer | Relation::Operator | Relation::Expired | Relation::Former => {
                &self.guest
            }
        }
    }

    /// Whose the thing is that somebody in that relation attacks.
    pub fn owner_before(&self, relation: Relation) -> &Who {
        match relation {
            Relation::Parent => &self.child,
            _ => &self.owner,
        }
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

    /// An order that waits. Those before it are taken back, for nobody may have many.
    async fn order(&self, of: &Who) -> i64 {
        self.server.execute(&format!(
            "UPDATE orders SET state = 2, due_ms = NULL WHERE state = 0 AND member_id = {}",
            of.id
        ));
        let n = self.next();
        shop::phone(self.server, &format!("10.8.{}.{}:5555", n / 250, n % 250)).await;
        let bearer = format!("Bearer {}", of.token);
        let key = format!("order-{n}");
        let headers = [
            ("content-type", "application/json"),
            ("authorization", bearer.as_str()),
            ("idempotency-key", key.as_str()),
        ];
        let body = shop::purchase(self.server, &of.token).await.to_string();
        let path = "/app-api/trade/order/create";
        let reply = self.server.send(Method::POST, path, &headers, body).await;
        reply.data()["orderId"].as_i64().unwrap()
    }

    /// Somebody's order is paid.
    pub async fn pay(&self, order_id: i64, of: &Who) {
        let (store, now_ms) = (&self.server.store, self.server.clock.now_ms());
        let actor = store::session::actor_of(store, of.token.clone(), now_ms).await;
        let actor = actor.unwrap().unwrap();
        let attempt = orders::attempt(store, &actor, order_id, Wallet::Alipay, Way::Pc, now_ms)
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

    async fn made(&self, of: &Who, path: &str) -> i64 {
        let name = format!("Z-{}", self.next());
        let reply = self
            .server
            .post(path, &of.token, json!({ "name": name }))
            .await;
        reply.data()["id"].as_i64().unwrap()
    }

    fn fresh_id(&self) -> i64 {
        (1 << 52) + 7_000_000 + i64::from(self.next())
    }

    pub fn sql(&self, statement: &str) {
        self.server.statement(statement);
    }

    /// Every row that names one of `whose` and none of `but`, in all tables that are not volatile.
    pub fn rows_of(&self, whose: &[i64], but: &[i64]) -> BTreeSet<String> {
        let url = &self.server.url;
        let lines = if url.starts_with("postgres") {
            let mut conn = PgConnection::establish(url).unwrap();
            let mut ask = |sql: &str| -> Vec<Line> { sql_query(sql).load(&mut conn).unwrap() };
            let tables = ask(
                "SELECT table_name::text AS line FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%'",
            );
            lines(tables, |table| {
                ask(&format!(
                    "SELECT '{table} ' || row_to_json(t)::text AS line FROM {table} t"
                ))
            })
        } else {
            let mut conn = SqliteConnection::establish(url).unwrap();
            let mut ask = |sql: &str| -> Vec<Line> { sql_query(sql).load(&mut conn).unwrap() };
            let tables = ask(
                "SELECT name AS line FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'",
            );
            lines(tables, |table| {
                let columns: Vec<String> = ask(&format!(
                    "SELECT name AS line FROM pragma_table_xinfo('{table}')"
                ))
                .into_iter()
                .map(|column| format!("'{0}', \"{0}\"", column.line))
                .collect();
                ask(&format!(
                    "SELECT '{table} ' || json_object({}) AS line FROM {table}",
                    columns.join(", ")
                ))
            })
        };
        let names = |line: &str, ids: &[i64]| ids.iter().any(|id| line.contains(&id.to_string()));
        lines
            .into_iter()
            .filter(|line| names(line, whose) && !names(line, but))
            .collect()
    }

    /// Sends a filled request.
    pub async fn call(
        &self,
        operation: &super::Operation,
        filled: &super::rows::Filled,
        by: &Who,
    ) -> (u16, Value) {
        let bearer = format!("Bearer {}", by.token);
        let headers = [
            ("content-type", "application/json"),
            ("accept-language", "en-US"),
            ("authorization", bearer.as_str()),
        ];
        let path = filled.path(&operation.path);
        let method = operation.method.clone();
        let reply = self
            .server
            .send(method, &path, &headers, filled.body.to_string())
            .await;
        (reply.status, normal(reply.json()))
    }
}

fn lines(tables: Vec<Line>, mut rows: impl FnMut(&str) -> Vec<Line>) -> Vec<String> {
    tables
        .into_iter()
        .filter(|table| !VOLATILE.contains(&table.line.as_str()))
        .flat_map(|table| rows(&table.line))
        .map(|row| row.line)
        .collect()
}

/// An answer without what differs from thing to thing: ids, names, times, tokens.
fn normal(value: Value) -> Value {
    match value {
        Value::Number(number) => match number.as_i64() {
            Some(id) if id >= 1 << 52 => json!("an id"),
            Some(ms) if ms > 1_500_000_000_000 => json!("a time"),
            _ => Value::Number(number),
        },
        Value::String(text) if text.starts_with("Z-") || text.starts_with("OWL-") => {
            json!("a name")
        }
        Value::String(text) if text.len() >= 40 && !text.contains(' ') => json!("a token"),
        Value::String(text) if text.starts_with("/websocket/play/") => json!("a path"),
        Value::Array(list) => Value::Array(list.into_iter().map(normal).collect()),
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(name, value)| (name, normal(value)))
                .collect(),
        ),
        other => other,
    }
}
