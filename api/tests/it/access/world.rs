//! People: an owner, and everybody who is something else to what the owner has. What they have is made in `things.rs`.

mod things;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;

use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use fresh_database::PASSWORD_HASH;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, STRANGER, Server};

/// Tables whose rows come and go with every request, or say only that somebody asked.
const VOLATILE: [&str; 9] = [
    "audit",
    "limits",
    "tickets",
    "lookups",
    "access_tokens",
    "refresh_tokens",
    "meta",
    "avatars",
    "exports",
];

/// Relation of somebody to a thing that they attack: one of the owner's, for `Parent` one of the sub-account's.
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
    /// An operator whose permissions are for something else.
    Clerk,
}

impl Relation {
    /// All: whatever somebody is to a phone, it is nobody to the owner's other things, not even to those about that phone.
    pub const ALL: [Self; 8] = [
        Self::Stranger,
        Self::Viewer,
        Self::Operator,
        Self::Expired,
        Self::Former,
        Self::SubAccount,
        Self::Parent,
        Self::Clerk,
    ];
    /// Those who must not even learn that a phone exists.
    pub const BLIND: [Self; 5] = [
        Self::Stranger,
        Self::Expired,
        Self::Former,
        Self::Parent,
        Self::Clerk,
    ];
}

const CHILD: &str = "13600000001";
/// Of an account to which phones are authorized.
const NEIGHBOR: &str = "13600000002";
/// Of an account that authorizes phones.
const LENDER: &str = "13600000003";
/// Price of a phone for the days of the package, in fen.
const PRICE_FEN: i64 = 4500;
/// Price of a better phone for the same days, in fen.
const BETTER_FEN: i64 = 9000;
/// Better phones in stock: one is kept for each upgrade.
const BETTER_PHONES: u16 = 4;

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
    /// Authorizes phones to everybody.
    lender: Who,
    /// Id of the account to which phones are authorized.
    neighbor: i64,
    /// Id of the configuration that everybody's phones have.
    configuration: i64,
    /// Id of the configuration that phones can be upgraded to.
    better: i64,
    /// How long they are bought and renewed.
    package: i64,
    count: Cell<u32>,
    lines: OnceCell<String>,
    /// Kept: thousands of statements are run, and a new connection costs either database more than most of them.
    connection: RefCell<AnyConnection>,
}

/// Connection to the server's database, of either kind.
enum AnyConnection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl AnyConnection {
    fn to(url: &str) -> Self {
        if url.starts_with("postgres") {
            return Self::Postgres(PgConnection::establish(url).unwrap());
        }
        let mut conn = SqliteConnection::establish(url).unwrap();
        sql_query("PRAGMA busy_timeout = 5000")
            .execute(&mut conn)
            .unwrap();
        Self::Sqlite(conn)
    }
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
        let stock: Vec<Value> = (1..=BETTER_PHONES)
            .map(|n| json!({ "configuration": "SVIP", "adb": format!("10.7.0.{n}:5555") }))
            .collect();
        let seeded = server
            .seed(json!({
                "operators": [{ "userName": "clerk", "password": PASSWORD_HASH, "permissions": ["system:nothing:list"] }],
                "members": [{ "phone": NEIGHBOR, "password": PASSWORD_HASH }, { "phone": LENDER, "password": PASSWORD_HASH }],
                "subAccounts": [{ "parent": OWNER, "phone": CHILD, "password": PASSWORD_HASH }],
                "configurations": [{ "name": "SVIP", "androidVersion": "14", "chip": "RK3588", "padType": 5, "dpi": 320 }],
                "prices": [
                    { "configuration": "VIP", "days": 30, "tiers": [{ "from": 1, "unitFen": PRICE_FEN }] },
                    { "configuration": "SVIP", "days": 30, "tiers": [{ "from": 1, "unitFen": BETTER_FEN }] }
                ],
                "stock": stock,
            }))
            .await;
        let (better, package) = (seeded.configurations[0].id, seeded.prices[0].id);
        let owner = who(server, OWNER).await;
        let path = "/app-api/trade/phone-configuration/tab-list";
        let shelf = server.get(path, &owner.token).await.data();
        let mut sold = shelf["list"].as_array().unwrap().iter();
        let ours = sold.find(|sold| sold["packages"][0]["packageId"] == package);
        Self {
            owner,
            guest: who(server, GUEST).await,
            stranger: who(server, STRANGER).await,
            child: who(server, CHILD).await,
            admin: who(server, "admin").await,
            clerk: who(server, "clerk").await,
            lender: who(server, LENDER).await,
            neighbor: seeded.members[0].user_id,
            configuration: ours.unwrap()["configurationId"].as_i64().unwrap(),
            better,
            package,
            server,
            count: Cell::new(0),
            lines: OnceCell::new(),
            connection: RefCell::new(AnyConnection::to(&server.url)),
        }
    }

    fn next(&self) -> u32 {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }

    /// Account that has that relation.
    pub fn who(&self, relation: Relation) -> &Who {
        match relation {
            Relation::Stranger => &self.stranger,
            Relation::SubAccount => &self.child,
            Relation::Parent => &self.owner,
            Relation::Clerk => &self.clerk,
            Relation::Viewer | Relation::Operator | Relation::Expired | Relation::Former => {
                &self.guest
            }
        }
    }

    /// Owner of the thing that an account in that relation attacks.
    pub fn owner_before(&self, relation: Relation) -> &Who {
        match relation {
            Relation::Parent => &self.child,
            _ => &self.owner,
        }
    }

    /// Value for a mark that stands for nobody's thing, such as a configuration.
    pub fn open(&self, kind: &str) -> Value {
        match kind {
            "configuration" => json!(self.configuration),
            "better" => json!(self.better),
            "package" => json!(self.package),
            // A price is known when the rest of the request is.
            "total" => json!(1),
            _ => panic!("a {kind} is somebody's"),
        }
    }

    /// Price of an order in fen, as the server quotes it to the asking account; 1 when it quotes none.
    pub async fn quoted(&self, order: &Value, by: &Who) -> Value {
        let path = "/app-api/trade/order/quote";
        let reply = self.server.post(path, &by.token, order.clone()).await;
        match &reply.json()["data"]["totalFen"] {
            Value::Null => json!(1),
            total => total.clone(),
        }
    }

    /// A redeem code for a day of any phone.
    pub async fn redeem_code(&self) -> Value {
        let code = format!("ACCESS-{:06}", self.next());
        let list = json!([{ "code": code, "gives": "days", "days": 1 }]);
        self.server.seed(json!({ "redeemCodes": list })).await;
        json!(code)
    }

    /// A handle of an account that nobody here is: somebody looked its number up.
    pub async fn handle(&self, by: &Who) -> Value {
        let path = format!("/app-api/member/member/queryMemberByPhone?phone={NEIGHBOR}");
        let found = self.server.get(&path, &by.token).await.data();
        // The limit of lookups would end the test.
        self.sql("DELETE FROM limits WHERE name LIKE 'lookups:%'");
        found["handle"].clone()
    }

    fn fresh_id(&self) -> i64 {
        (1 << 52) + 7_000_000 + i64::from(self.next())
    }

    /// Runs a statement behind the server's back, which changes one row.
    pub fn sql(&self, statement: &str) {
        assert_eq!(self.execute(statement), 1, "{statement}");
    }

    /// Runs a statement behind the server's back; how many rows it changed.
    fn execute(&self, statement: &str) -> usize {
        match &mut *self.connection.borrow_mut() {
            AnyConnection::Sqlite(conn) => sql_query(statement).execute(conn),
            AnyConnection::Postgres(conn) => sql_query(statement).execute(conn),
        }
        .unwrap()
    }

    /// Every row that names one of `whose` and none of `but`, in all tables that are not volatile.
    pub fn rows_of(&self, whose: &[i64], but: &[i64]) -> BTreeSet<String> {
        let named = |ids: &[i64]| {
            let each: Vec<String> = ids.iter().map(|id| format!("line LIKE '%{id}%'")).collect();
            each.join(" OR ")
        };
        let mut sql = format!(
            "SELECT line FROM ({}) lines WHERE ({})",
            self.lines(),
            named(whose)
        );
        if !but.is_empty() {
            sql = format!("{sql} AND NOT ({})", named(but));
        }
        self.ask(&sql).into_iter().collect()
    }

    /// The query of all rows as lines, put together once.
    fn lines(&self) -> &str {
        self.lines.get_or_init(|| {
            let sqlite = matches!(*self.connection.borrow(), AnyConnection::Sqlite(_));
            let tables = self.ask(if sqlite {
                "SELECT name AS line FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'"
            } else {
                "SELECT table_name::text AS line FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%'"
            });
            let tables = tables.iter().filter(|table| !VOLATILE.contains(&table.as_str()));
            let selects = tables.map(|table| {
                if !sqlite {
                    return format!("SELECT '{table} ' || row_to_json(t)::text AS line FROM {table} t");
                }
                let columns = self.ask(&format!(
                    "SELECT name AS line FROM pragma_table_xinfo('{table}')"
                ));
                let columns: Vec<String> = columns
                    .iter()
                    .map(|column| format!("'{column}', \"{column}\""))
                    .collect();
                format!(
                    "SELECT '{table} ' || json_object({}) AS line FROM {table}",
                    columns.join(", ")
                )
            });
            selects.collect::<Vec<String>>().join(" UNION ALL ")
        })
    }

    /// The lines that a query answers.
    fn ask(&self, sql: &str) -> Vec<String> {
        let lines: Vec<Line> = match &mut *self.connection.borrow_mut() {
            AnyConnection::Sqlite(conn) => sql_query(sql).load(conn),
            AnyConnection::Postgres(conn) => sql_query(sql).load(conn),
        }
        .unwrap();
        lines.into_iter().map(|row| row.line).collect()
    }

    /// Sends a filled request.
    pub async fn call(
        &self,
        operation: &super::Operation,
        filled: &super::requests::Filled,
        by: &Who,
    ) -> (u16, Value) {
        let bearer = format!("Bearer {}", by.token);
        let headers = operation.headers(&bearer);
        let path = filled.path(&operation.path);
        let method = operation.method.clone();
        let reply = self
            .server
            .send(method, &path, &headers, filled.body.to_string())
            .await;
        if !operation.is_tus() {
            return (reply.status, normal(reply.json()));
        }
        // The status of an upload's refusal is that of its code; an answer without a body has nothing else.
        assert_ne!(reply.status, 500, "{}", operation.id);
        let answer = match reply.text.as_str() {
            "" if reply.status < 300 => json!({ "code": 0 }),
            "" => json!({ "code": reply.status }),
            _ => reply.json(),
        };
        (200, normal(answer))
    }
}

/// An answer without what differs from thing to thing: ids, names, times, tokens, network operators.
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
        Value::String(text) if ["mobile", "unicom", "telecom"].contains(&text.as_str()) => {
            json!("a network")
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
