//! Columns and rows of the bare SQL: those that the pages show.
#![expect(
    dead_code,
    reason = "a page shows all columns; here they are only fetched"
)]

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, SmallInt, Text};

/// A line of the other tables.
#[derive(QueryableByName)]
pub struct Line {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    #[diesel(sql_type = BigInt)]
    pub n: i64,
    #[diesel(sql_type = BigInt)]
    pub at_ms: i64,
    #[diesel(sql_type = Text)]
    pub words: String,
}

/// Columns of an order.
pub const ORDER: &str = "o.id, o.number, o.member_id, o.kind, o.state, o.created_ms, o.deadline_ms, o.body_hash, o.configuration_id, o.carrier, \
    o.spec_name, o.spec_name_en, o.package_days, o.quantity, o.unit_fen, o.list_fen, o.total_fen, o.paid_fen, \
    o.refunded_fen, o.paid_ms, o.wallet, o.way, o.trade_no, o.points, o.points_rate";
/// Columns of a refund.
pub const REFUND: &str = "r.number AS refund_number, r.payment_id, r.amount_fen, r.state AS refund_state, r.cause, r.reason, r.answer, \
    r.created_ms AS asked_ms, r.decided_by, r.decided_ms, r.done_ms, r.note, r.tries, r.due_ms";

/// An order.
#[derive(QueryableByName)]
pub struct Order {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    #[diesel(sql_type = Text)]
    pub number: String,
    #[diesel(sql_type = BigInt)]
    pub member_id: i64,
    #[diesel(sql_type = SmallInt)]
    pub kind: i16,
    #[diesel(sql_type = SmallInt)]
    pub state: i16,
    #[diesel(sql_type = BigInt)]
    pub created_ms: i64,
    #[diesel(sql_type = BigInt)]
    pub deadline_ms: i64,
    #[diesel(sql_type = Text)]
    pub body_hash: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub configuration_id: Option<i64>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    pub carrier: Option<i16>,
    #[diesel(sql_type = Text)]
    pub spec_name: String,
    #[diesel(sql_type = Text)]
    pub spec_name_en: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub package_days: Option<i64>,
    #[diesel(sql_type = BigInt)]
    pub quantity: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub unit_fen: Option<i64>,
    #[diesel(sql_type = BigInt)]
    pub list_fen: i64,
    #[diesel(sql_type = BigInt)]
    pub total_fen: i64,
    #[diesel(sql_type = BigInt)]
    pub paid_fen: i64,
    #[diesel(sql_type = BigInt)]
    pub refunded_fen: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub paid_ms: Option<i64>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    pub wallet: Option<i16>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    pub way: Option<i16>,
    #[diesel(sql_type = Nullable<Text>)]
    pub trade_no: Option<String>,
    #[diesel(sql_type = BigInt)]
    pub points: i64,
    #[diesel(sql_type = BigInt)]
    pub points_rate: i64,
}

/// A refund with its order.
#[derive(QueryableByName)]
pub struct Refund {
    #[diesel(embed)]
    pub order: Order,
    #[diesel(sql_type = Text)]
    pub refund_number: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub payment_id: Option<i64>,
    #[diesel(sql_type = BigInt)]
    pub amount_fen: i64,
    #[diesel(sql_type = SmallInt)]
    pub refund_state: i16,
    #[diesel(sql_type = SmallInt)]
    pub cause: i16,
    #[diesel(sql_type = Text)]
    pub reason: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub answer: Option<String>,
    #[diesel(sql_type = BigInt)]
    pub asked_ms: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub decided_by: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub decided_ms: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub done_ms: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    pub note: Option<String>,
    #[diesel(sql_type = Integer)]
    pub tries: i32,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub due_ms: Option<i64>,
}

/// Feedback with its writer's number.
#[derive(QueryableByName)]
pub struct Feedback {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    #[diesel(sql_type = BigInt)]
    pub member_id: i64,
    #[diesel(sql_type = Nullable<Text>)]
    pub phone: Option<String>,
    #[diesel(sql_type = Text)]
    pub title: String,
    #[diesel(sql_type = Text)]
    pub content: String,
    #[diesel(sql_type = BigInt)]
    pub created_ms: i64,
    #[diesel(sql_type = Nullable<Text>)]
    pub answer: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub answered_ms: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub answered_by: Option<i64>,
}

/// A recorded action.
#[derive(QueryableByName)]
pub struct Action {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    #[diesel(sql_type = BigInt)]
    pub at_ms: i64,
    #[diesel(sql_type = Text)]
    pub kind: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub member_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub session_id: Option<i64>,
    #[diesel(sql_type = Text)]
    pub object: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub address: Option<String>,
    #[diesel(sql_type = Text)]
    pub detail: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub value_before: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub value_after: Option<String>,
}

/// A payment that fits nothing.
#[derive(QueryableByName)]
pub struct Mismatch {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    #[diesel(sql_type = SmallInt)]
    pub wallet: i16,
    #[diesel(sql_type = Text)]
    pub attempt: String,
    #[diesel(sql_type = Text)]
    pub trade_no: String,
    #[diesel(sql_type = BigInt)]
    pub amount_fen: i64,
    #[diesel(sql_type = BigInt)]
    pub times: i64,
    #[diesel(sql_type = BigInt)]
    pub created_ms: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub handled_ms: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    pub handled_note: Option<String>,
}

/// Columns of a phone, its configuration and its member.
pub const PHONE: &str = "p.id, p.owl_id, p.alias, p.adb, c.id AS configuration_id, c.name, c.name_en, c.code, c.android_version, p.owner_id, \
    m.phone, m.user_name, p.assign_ms, p.expire_ms, p.status_code, p.power_on, p.reason, p.failed_reason, p.status_since_ms, \
    p.created_ms, p.reserved_by, p.left_by, p.note";

/// A phone with its configuration and its member.
#[derive(QueryableByName)]
pub struct Phone {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    #[diesel(sql_type = Text)]
    pub owl_id: String,
    #[diesel(sql_type = Text)]
    pub alias: String,
    #[diesel(sql_type = Text)]
    pub adb: String,
    #[diesel(sql_type = BigInt)]
    pub configuration_id: i64,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Text)]
    pub name_en: String,
    #[diesel(sql_type = Text)]
    pub code: String,
    #[diesel(sql_type = Text)]
    pub android_version: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub owner_id: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    pub phone: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub user_name: Option<String>,
    #[diesel(sql_type = BigInt)]
    pub assign_ms: i64,
    #[diesel(sql_type = BigInt)]
    pub expire_ms: i64,
    #[diesel(sql_type = SmallInt)]
    pub status_code: i16,
    #[diesel(sql_type = Bool)]
    pub power_on: bool,
    #[diesel(sql_type = Nullable<Text>)]
    pub reason: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub failed_reason: Option<String>,
    #[diesel(sql_type = BigInt)]
    pub status_since_ms: i64,
    #[diesel(sql_type = BigInt)]
    pub created_ms: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub reserved_by: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub left_by: Option<i64>,
    #[diesel(sql_type = Text)]
    pub note: String,
}

/// Columns of a batch of codes, its configuration's names and its maker's name.
pub const BATCH: &str = "b.id, b.number, b.note, b.gives, b.configuration_id, b.days, b.from_ms, b.until_ms, b.per_account, b.total, b.used, \
    b.voided, b.created_ms, b.voided_ms, c.name, c.name_en, m.user_name";

/// A batch of codes.
#[derive(QueryableByName)]
pub struct Batch {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    #[diesel(sql_type = BigInt)]
    pub number: i64,
    #[diesel(sql_type = Text)]
    pub note: String,
    #[diesel(sql_type = SmallInt)]
    pub gives: i16,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub configuration_id: Option<i64>,
    #[diesel(sql_type = BigInt)]
    pub days: i64,
    #[diesel(sql_type = BigInt)]
    pub from_ms: i64,
    #[diesel(sql_type = BigInt)]
    pub until_ms: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub per_account: Option<i64>,
    #[diesel(sql_type = BigInt)]
    pub total: i64,
    #[diesel(sql_type = BigInt)]
    pub used: i64,
    #[diesel(sql_type = BigInt)]
    pub voided: i64,
    #[diesel(sql_type = BigInt)]
    pub created_ms: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub voided_ms: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    pub name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub name_en: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub user_name: Option<String>,
}

/// Columns of a code and who used it.
pub const CODE: &str = "r.id, r.batch_id, r.position, r.head, r.used_ms, r.owl_id, r.new_expire_ms, r.voided_ms, m.id AS member_id, m.phone, m.nickname";

/// A code.
#[derive(QueryableByName)]
pub struct Code {
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    #[diesel(sql_type = BigInt)]
    pub batch_id: i64,
    #[diesel(sql_type = Integer)]
    pub position: i32,
    #[diesel(sql_type = Text)]
    pub head: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub used_ms: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    pub owl_id: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub new_expire_ms: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub voided_ms: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub member_id: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    pub phone: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub nickname: Option<String>,
}
