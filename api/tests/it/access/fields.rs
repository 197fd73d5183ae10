//! Fields that belong to the server: whoever sends them changes nothing by it.

use std::collections::BTreeMap;

use domain::orders::OrderState;
use domain::points::EARNED_PER_YUAN_DEFAULT;
use reqwest::Method;
use serde_json::{Map, Value, json};

use super::world::World;
use super::{Operation, matrix, operations, requests, rows};
use crate::auth::verification::sent;
use crate::payments::shop;
use crate::server::{Reply, Server, with_swept_server};

/// Tables, and of each the columns that are the server's own.
const GUARDED: [(&str, &[&str]); 5] = [
    (
        "phones",
        &["owner_id", "expire_ms", "assign_ms", "adb", "maintenance"],
    ),
    (
        "members",
        &[
            "point",
            "role",
            "permissions",
            "disabled",
            "parent_id",
            "must_change_password",
        ],
    ),
    ("grants", &["owner_id", "member_id", "level", "expire_ms"]),
    (
        "orders",
        &[
            "number",
            "member_id",
            "kind",
            "state",
            "quantity",
            "list_fen",
            "unit_fen",
            "total_fen",
            "paid_fen",
            "refunded_fen",
            "points",
            "points_rate",
            "deadline_ms",
        ],
    ),
    (
        "sessions",
        &[
            "member_id",
            "terminal",
            "generation",
            "created_ms",
            "proved_ms",
        ],
    ),
];

/// A trial phone is a new one, a replaced one is another, one that gets the data of another is held, a refund takes its phone back, a redeem code renews its phone, an embedded player or a link has a session of its own, the end of a sub-account takes its parent; the others change what is guarded by themselves.
const EXEMPT: [&str; 20] = [
    "replace_phone",
    "replace_phones",
    "transfer_phones",
    "retry_migration",
    "create_embed",
    "create_share_link",
    "take_trial",
    "refund_order",
    "renew_by_code",
    "redeem_codes",
    "change_user_status",
    "reset_user_password",
    "update_avatar",
    "remove_sub_account",
    // Their bodies have no fields.
    "create_upload",
    "get_upload_offset",
    "append_upload",
    "create_phone_upload",
    "get_phone_upload_offset",
    "append_phone_upload",
];

const NEWCOMER: &str = "13312345678";
const SMUGGLER: &str = "13312345679";
/// Order number that the server never gives.
const NUMBER: &str = "Z0";
/// When none ever ends.
const LATE_MS: i64 = 9_999_999_999_999;

/// Fields that belong to the server, as an answer or a table names them.
fn smuggled() -> Map<String, Value> {
    let account = json!({
        "id": 1, "userId": 1, "user_id": 1, "memberId": 1, "member_id": 1, "role": 2, "roles": ["admin"], "permissions": ["*:*:*"],
        "isAdminRoot": true, "is_admin_root": true, "point": 999_999, "status": "1", "disabled": false,
        "mustChangePassword": false, "must_change_password": false, "parentId": 1, "parent_id": 1, "createdMs": 1, "created_ms": 1,
    });
    let phone = json!({
        "ownerId": 1, "owner_id": 1, "expireTime": 1, "expire_ms": 1, "expireMs": 1, "assignTime": 1, "businessStatus": 1,
        "accreditType": 3, "level": 3, "adb": "10.9.9.9:1", "maintenance": false,
    });
    let order = json!({
        "price": 0, "amount": 0, "state": 1, "payState": "success", "orderNo": NUMBER, "number": NUMBER, "listFen": 0, "list_fen": 0,
        "unitFen": 0, "unit_fen": 0, "total_fen": 0, "discountFen": 999_999, "paidFen": 999_999, "paid_fen": 999_999, "paidMs": 1,
        "paid_ms": 1, "refundedFen": 999_999, "refunded_fen": 999_999, "deadlineMs": LATE_MS, "deadline_ms": LATE_MS,
        "pointsRate": 100, "points_rate": 100, "pointsFen": 1,
    });
    let session = json!({
        "sessionId": 1, "session_id": 1, "terminal": "Z", "generation": 99, "current": true, "device": "Z", "address": "Z",
    });
    let all = [account, phone, order, session];
    all.iter()
        .filter_map(Value::as_object)
        .flatten()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Adds what is smuggled to a body, beside what belongs there.
fn smuggle(body: &mut Value) {
    let body = body.as_object_mut().unwrap();
    for (name, value) in smuggled() {
        body.entry(name).or_insert(value);
    }
}

/// Guarded columns of all rows that are the owner's, by table and id.
fn guarded(world: &World<'_>) -> BTreeMap<String, Value> {
    let mut kept = BTreeMap::new();
    for line in world.rows_of(&[world.owner.id], &[]) {
        let (table, row) = line.split_once(' ').unwrap();
        let Some((_, columns)) = GUARDED.iter().find(|(name, _)| *name == table) else {
            continue;
        };
        let row: Value = serde_json::from_str(row).unwrap();
        let columns = columns.iter().map(|column| {
            let value = row.get(*column);
            let value = value.unwrap_or_else(|| panic!("{table} has no {column}"));
            ((*column).to_owned(), value.clone())
        });
        kept.insert(
            format!("{table} {}", row["id"]),
            Value::Object(columns.collect()),
        );
    }
    kept
}

/// The owner's own request with all that is smuggled: what is guarded stays, but for what the operation is there for. Whether it made an order.
async fn send(world: &World<'_>, operation: &Operation, request: &Value) -> bool {
    let (owner, row) = (&world.owner, rows::of(&operation.id));
    let mut ids = BTreeMap::new();
    for slot in requests::slots(request) {
        let id = world.own(slot.kind, owner).await;
        matrix::prepare(world, &row, &slot, id, owner).await;
        let named = if slot.plural { json!([id]) } else { json!(id) };
        ids.insert(slot.field, named);
    }
    let orders = operation.id == "create_order";
    if orders {
        // A purchase takes it.
        world.shelve().await;
    }
    let mut filled = matrix::with_ids(world, request, &ids, owner).await;
    smuggle(&mut filled.body);
    let place = format!("{} {request}", operation.id);
    let mut before = guarded(world);
    let (status, answer) = world.call(operation, &filled, owner).await;
    assert_eq!(status, 200, "{place}");
    assert_ne!(answer["code"], 500, "{place}: {answer}");
    let mut after = guarded(world);
    if orders {
        assert_eq!(answer["code"], 0, "{place}: {answer}");
        let mut new = after.keys().filter(|name| !before.contains_key(*name));
        let name = new.next().unwrap().clone();
        let order = after.remove(&name).unwrap();
        is_as_asked(world, &name, &order, &filled.body);
    }
    if operation.id == "cancel_order" && answer["code"] == 0 {
        let name = format!("orders {}", filled.body["orderId"]);
        let order = before.get_mut(&name).unwrap();
        order["state"] = json!(OrderState::Cancelled.code());
    }
    if operation.id == "give_up_phones" && answer["code"] == 0 {
        // A phone that is given up leaves its owner.
        for id in filled.body["phoneIds"].as_array().unwrap() {
            let name = format!("phones {id}");
            before.remove(&name);
            // The row that remains has no owner.
            if let Some(given) = after.remove(&name) {
                assert_eq!(given["owner_id"], Value::Null, "{place}");
            }
        }
    }
    assert_eq!(before, after, "{place}");
    orders
}

/// A new order for one phone waits, is its buyer's, and costs what was shown.
fn is_as_asked(world: &World<'_>, name: &str, order: &Value, asked: &Value) {
    assert!(name.starts_with("orders "), "{name} was made");
    let price = &asked["totalFen"];
    assert!(price.as_i64() > Some(1), "{asked} was quoted");
    let expected = json!({
        "number": order["number"],
        "member_id": world.owner.id,
        "kind": asked["type"],
        "state": OrderState::Waiting.code(),
        "quantity": 1,
        "list_fen": price,
        "unit_fen": price,
        "total_fen": price,
        "paid_fen": 0,
        "refunded_fen": 0,
        "points": 0,
        "points_rate": EARNED_PER_YUAN_DEFAULT,
        "deadline_ms": order["deadline_ms"],
    });
    assert_eq!(order, &expected, "{asked}");
    assert_ne!(order["number"], NUMBER);
    assert_ne!(order["deadline_ms"], LATE_MS);
}

#[test]
fn fields_that_a_client_must_not_set_are_ignored_or_refused() {
    with_swept_server(async |s| {
        let world = World::new(s).await;
        let (mut tried, mut ordered) = (0, 0);
        for operation in operations() {
            let writes = operation.method != Method::GET;
            let exempt = EXEMPT.contains(&operation.id.as_str());
            // Strangers have nothing that could be changed; who registers is tried below.
            if !writes || exempt || operation.level == "anon" {
                continue;
            }
            for request in rows::of(&operation.id).requests {
                ordered += usize::from(send(&world, &operation, &request).await);
                tried += 1;
            }
        }
        assert!(tried > 40, "{tried}");
        assert_eq!(ordered, 4, "an order of each kind was made");
    });
}

/// Registers like a person, with a code that was sent; `more` changes what is sent.
async fn register(s: &Server, phone: &str, more: impl FnOnce(&mut Value)) -> Reply {
    let (uuid, code) = sent(s, phone, "register").await;
    let mut form = json!({
        "phone": phone,
        "userName": phone,
        "password": "xK9$mPq2",
        "code": code,
        "uuid": uuid,
        "nickname": "New",
        "agreed": true,
    });
    more(&mut form);
    s.post("/app-api/member/auth/register", "", form).await
}

/// Tables that know of a new member, and its own row without the columns whose values only it can have: two new members have both in common.
fn beginning(world: &World<'_>, id: i64) -> (Vec<String>, Value) {
    let (mut tables, mut own) = (Vec::new(), Value::Null);
    for line in world.rows_of(&[id], &[]) {
        let (table, row) = line.split_once(' ').unwrap();
        tables.push(table.to_owned());
        if table == "members" {
            own = serde_json::from_str(row).unwrap();
        }
    }
    let columns = own.as_object_mut().unwrap();
    for personal in ["id", "phone", "password_hash", "created_ms", "signed_in_ms"] {
        columns.remove(personal);
    }
    (tables, own)
}

#[test]
fn who_registers_with_fields_of_the_server_is_a_member_like_any_other() {
    with_swept_server(async |s| {
        let world = World::new(s).await;
        let plain = register(s, NEWCOMER, |_| {}).await.data();
        let reply = register(s, SMUGGLER, smuggle).await;
        if reply.code() != 0 {
            let made = format!("SELECT COUNT(*) AS n FROM members WHERE phone = '{SMUGGLER}'");
            assert_eq!(shop::count(s, &made), 0, "a refusal makes nobody");
            return;
        }
        let new = reply.data();
        let id = new["userId"].as_i64().unwrap();
        assert!(id >= 1 << 52, "{id} is of the server's own making");
        let usual = beginning(&world, plain["userId"].as_i64().unwrap());
        let (tables, own) = beginning(&world, id);
        assert_eq!((&tables, &own), (&usual.0, &usual.1));
        assert!(!tables.contains(&"phones".to_owned()), "{tables:?}");
        assert_eq!(
            (&own["role"], &own["permissions"], &own["point"]),
            (&json!(1), &json!(""), &json!(0))
        );
        assert_eq!(own["parent_id"], Value::Null, "nobody's sub-account");

        let token = new["accessToken"].as_str().unwrap();
        let me = s.get("/app-api/member/member/currentMemberInfo", token);
        let me = me.await.data();
        assert_eq!((&me["id"], &me["point"]), (&json!(id), &json!(0)));
        let info = s.get("/getInfo", token).await.json();
        assert_eq!(
            (&info["roles"], &info["permissions"], &info["isAdminRoot"]),
            (&json!(["member"]), &json!([]), &json!(false))
        );
        let refunds = s.get("/admin-api/order/refund/page", token).await;
        assert_eq!(refunds.code(), 403);
    });
}
