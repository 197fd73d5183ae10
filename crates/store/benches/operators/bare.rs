//! The rows, and the bare SQL that a person would write for each table.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Integer, Nullable, SmallInt, Text};
use domain::orders::refund::RefundState;
use store::Kind;

use super::ratio::conn::Conn;
use super::{Answer, HOUR_MS, NOW, PAGE};

const MEMBERS: i64 = 100_000;
const ORDERS: i64 = 1_000_000;
/// Lowest id of the members.
const IDS: i64 = 1_000_000;

/// Codes of states of refunds.
const ASKED: i16 = RefundState::Asked.code();
const DONE: i16 = RefundState::Done.code();
const FAILED: i16 = RefundState::Failed.code();

/// A connection of its own.
pub struct Bare(Conn);

/// A line of the other tables.
#[derive(QueryableByName)]
#[expect(
    dead_code,
    reason = "a page shows all columns; here they are only fetched"
)]
struct Line {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = BigInt)]
    n: i64,
    #[diesel(sql_type = BigInt)]
    at_ms: i64,
    #[diesel(sql_type = Text)]
    words: String,
}

/// Columns of an order.
const ORDER: &str = "o.id, o.number, o.member_id, o.kind, o.state, o.created_ms, o.deadline_ms, o.body_hash, o.configuration_id, o.carrier, \
    o.spec_name, o.spec_name_en, o.package_days, o.quantity, o.unit_fen, o.list_fen, o.total_fen, o.paid_fen, \
    o.refunded_fen, o.paid_ms, o.wallet, o.way, o.trade_no, o.points, o.points_rate";
/// Columns of a refund.
const REFUND: &str = "r.number AS refund_number, r.payment_id, r.amount_fen, r.state AS refund_state, r.cause, r.reason, r.answer, \
    r.created_ms AS asked_ms, r.decided_by, r.decided_ms, r.done_ms, r.note, r.tries, r.due_ms";

/// An order.
#[derive(QueryableByName)]
#[expect(
    dead_code,
    reason = "a page shows all columns; here they are only fetched"
)]
struct Order {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    number: String,
    #[diesel(sql_type = BigInt)]
    member_id: i64,
    #[diesel(sql_type = SmallInt)]
    kind: i16,
    #[diesel(sql_type = SmallInt)]
    state: i16,
    #[diesel(sql_type = BigInt)]
    created_ms: i64,
    #[diesel(sql_type = BigInt)]
    deadline_ms: i64,
    #[diesel(sql_type = Text)]
    body_hash: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    configuration_id: Option<i64>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    carrier: Option<i16>,
    #[diesel(sql_type = Text)]
    spec_name: String,
    #[diesel(sql_type = Text)]
    spec_name_en: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    package_days: Option<i64>,
    #[diesel(sql_type = BigInt)]
    quantity: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    unit_fen: Option<i64>,
    #[diesel(sql_type = BigInt)]
    list_fen: i64,
    #[diesel(sql_type = BigInt)]
    total_fen: i64,
    #[diesel(sql_type = BigInt)]
    paid_fen: i64,
    #[diesel(sql_type = BigInt)]
    refunded_fen: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    paid_ms: Option<i64>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    wallet: Option<i16>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    way: Option<i16>,
    #[diesel(sql_type = Nullable<Text>)]
    trade_no: Option<String>,
    #[diesel(sql_type = BigInt)]
    points: i64,
    #[diesel(sql_type = BigInt)]
    points_rate: i64,
}

/// A refund with its order.
#[derive(QueryableByName)]
#[expect(
    dead_code,
    reason = "a page shows all columns; here they are only fetched"
)]
struct Refund {
    #[diesel(embed)]
    order: Order,
    #[diesel(sql_type = Text)]
    refund_number: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    payment_id: Option<i64>,
    #[diesel(sql_type = BigInt)]
    amount_fen: i64,
    #[diesel(sql_type = SmallInt)]
    refund_state: i16,
    #[diesel(sql_type = SmallInt)]
    cause: i16,
    #[diesel(sql_type = Text)]
    reason: String,
    #[diesel(sql_type = Nullable<Text>)]
    answer: Option<String>,
    #[diesel(sql_type = BigInt)]
    asked_ms: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    decided_by: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    decided_ms: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    done_ms: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    note: Option<String>,
    #[diesel(sql_type = Integer)]
    tries: i32,
    #[diesel(sql_type = Nullable<BigInt>)]
    due_ms: Option<i64>,
}

/// Feedback with its writer's number.
#[derive(QueryableByName)]
#[expect(
    dead_code,
    reason = "a page shows all columns; here they are only fetched"
)]
struct Feedback {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = BigInt)]
    member_id: i64,
    #[diesel(sql_type = Nullable<Text>)]
    phone: Option<String>,
    #[diesel(sql_type = Text)]
    title: String,
    #[diesel(sql_type = Text)]
    content: String,
    #[diesel(sql_type = BigInt)]
    created_ms: i64,
    #[diesel(sql_type = Nullable<Text>)]
    answer: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    answered_ms: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    answered_by: Option<i64>,
}

/// A recorded action.
#[derive(QueryableByName)]
#[expect(
    dead_code,
    reason = "a page shows all columns; here they are only fetched"
)]
struct Action {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = BigInt)]
    at_ms: i64,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    member_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    session_id: Option<i64>,
    #[diesel(sql_type = Text)]
    object: String,
    #[diesel(sql_type = Nullable<Text>)]
    address: Option<String>,
    #[diesel(sql_type = Text)]
    detail: String,
    #[diesel(sql_type = Nullable<Text>)]
    value_before: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    value_after: Option<String>,
}

/// A payment that fits nothing.
#[derive(QueryableByName)]
#[expect(
    dead_code,
    reason = "a page shows all columns; here they are only fetched"
)]
struct Mismatch {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = SmallInt)]
    wallet: i16,
    #[diesel(sql_type = Text)]
    attempt: String,
    #[diesel(sql_type = Text)]
    trade_no: String,
    #[diesel(sql_type = BigInt)]
    amount_fen: i64,
    #[diesel(sql_type = BigInt)]
    times: i64,
    #[diesel(sql_type = BigInt)]
    created_ms: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    handled_ms: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    handled_note: Option<String>,
}

impl Bare {
    pub fn open(kind: Kind, url: &str) -> Self {
        Self(Conn::open(kind, url))
    }

    /// Members, ten orders of each over the last years, two lines of the ledger for each, and as many recorded actions.
    pub fn fill(&mut self, configuration: i64) {
        let sql = format!(
            "INSERT INTO members (id, phone, email, nickname, avatar, sex, birthday, location, channel_code, point, role, permissions,
                password_hash, disabled, created_ms, must_change_password)
            WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {MEMBERS})
            SELECT {IDS} + i, CAST(13900000000 + i AS TEXT), '', 'owner ' || i, '', 0, '', '', '', 0, 1, '', '', FALSE, {NOW} - i * {HOUR_MS}, FALSE FROM n;
            INSERT INTO orders (id, number, member_id, kind, state, created_ms, deadline_ms, body_hash, agreed_ms, configuration_id, spec_name,
                package_days, quantity, unit_fen, list_fen, total_fen, paid_fen, refunded_fen, paid_ms, wallet, way, trade_no)
            WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {ORDERS})
            SELECT i, 'P' || substr(CAST(10000000 + i AS TEXT), 2), {IDS} + 1 + i % {MEMBERS}, 1, 1, {NOW} - i * 60000, {NOW}, '', {NOW}, {configuration},
                'VIP', 30, 1, 2900, 2900, 2900, 2900, CASE WHEN i % 50 = 0 THEN 2900 ELSE 0 END, {NOW} - i * 60000, 1 + i % 2, 1, 'T' || i FROM n;
            INSERT INTO ledger_entries (id, posting_id, account, order_id, payment_id, amount_fen, created_ms)
            SELECT id * 2, id, wallet, id, id, 2900, created_ms FROM orders UNION ALL SELECT id * 2 + 1, id, 3, id, id, -2900, created_ms FROM orders;
            INSERT INTO audit (id, at_ms, kind, member_id, object, address, detail)
            SELECT id, created_ms, 'order.create', member_id, 'phone:' || id % 5000, '198.18.' || id % 64 || '.' || id % 251, '' FROM orders;
            INSERT INTO refunds (id, number, order_id, payment_id, amount_fen, state, cause, reason, created_ms, done_ms, tries)
            SELECT id, 'R' || substr(number, 2), id, id, 2900, CASE WHEN id % 1000 = 0 THEN {ASKED} ELSE {DONE} END, 1, 'slow', created_ms,
                CASE WHEN id % 1000 <> 0 THEN created_ms END, 0
                FROM orders WHERE id % 50 = 0;
            INSERT INTO payment_mismatches (id, wallet, attempt, trade_no, amount_fen, times, created_ms)
            SELECT id, wallet, number || '-1', trade_no, 2900, 1, created_ms FROM orders WHERE id % 100 = 0;
            INSERT INTO feedback (id, member_id, title, content, created_ms)
            SELECT id, id, 'question ' || id, 'how does it work', created_ms FROM members WHERE id > {IDS};"
        );
        // The ledger names payments, which nothing here reads.
        self.0.fill(&sql);
    }

    pub fn members(&mut self, keyword: Option<&str>) -> Answer {
        let states = self.counts(
            "SELECT count(CASE WHEN role = 1 THEN 1 END) AS n,
                count(CASE WHEN role = 1 AND id IN (SELECT owner_id FROM phones WHERE owner_id IS NOT NULL) THEN 1 END) AS phones,
                count(CASE WHEN role = 1 AND parent_id IS NOT NULL THEN 1 END) AS subs,
                count(CASE WHEN disabled THEN 1 END) AS disabled, count(CASE WHEN role <> 1 THEN 1 END) AS operators
                FROM members WHERE deleted_ms IS NULL",
        );
        let part = keyword.map_or_else(String::new, |part| {
            format!("AND (user_name LIKE '%{part}%' OR nickname LIKE '%{part}%' OR phone LIKE '%{part}%' OR email LIKE '%{part}%')")
        });
        let all = format!("FROM members WHERE deleted_ms IS NULL AND role = 1 {part}");
        let total = if keyword.is_some() {
            self.counts(&format!("SELECT count(*) AS n {all}"))
        } else {
            states
        };
        let lines = self.lines(&format!(
            "SELECT id, point AS n, created_ms AS at_ms, nickname || phone AS words {all} ORDER BY created_ms DESC, id DESC LIMIT {PAGE}"
        ));
        let ids = ids(lines.iter().map(|line| line.id));
        for phones in [
            String::new(),
            "AND status_code IN (7, 11, 14)".to_owned(),
            format!("AND expire_ms BETWEEN {NOW} AND {NOW} + 259200000"),
        ] {
            self.counts(&format!(
                "SELECT count(*) AS n FROM phones WHERE owner_id IN ({ids}) {phones} GROUP BY owner_id"
            ));
        }
        self.counts(&format!(
            "SELECT CAST(sum(paid_fen - refunded_fen) AS BIGINT) AS n FROM orders WHERE member_id IN ({ids}) GROUP BY member_id"
        ));
        (lines.len(), total)
    }

    pub fn orders(&mut self, keyword: Option<&str>) -> Answer {
        let chosen = keyword.map_or_else(String::new, |word| self.order_or_member(word));
        let total = self.counts(&format!(
            "SELECT count(*) AS n, CAST(sum(paid_fen) AS BIGINT) AS paid, CAST(sum(refunded_fen) AS BIGINT) AS refunded FROM orders {chosen}"
        ));
        let orders: Vec<Order> = self.0.rows(&format!(
            "SELECT {ORDER} FROM orders o {chosen} ORDER BY created_ms DESC, id DESC LIMIT {PAGE}"
        ));
        self.names(orders.iter().map(|order| order.member_id));
        (orders.len(), total)
    }

    /// The condition for a word, which may be a number of an order, of a refund or at a wallet, or a member's.
    fn order_or_member(&mut self, word: &str) -> String {
        for orders in [
            format!("SELECT id AS n FROM orders WHERE number = '{word}'"),
            format!("SELECT order_id AS n FROM refunds WHERE number = '{word}'"),
            format!(
                "SELECT order_id AS n FROM payments WHERE wallet IN (1, 2) AND trade_no = '{word}'"
            ),
        ] {
            let id = self.counts(&orders);
            if id != 0 {
                return format!("WHERE id = {id}");
            }
        }
        let id = self.counts(&format!(
            "SELECT id AS n FROM members WHERE phone = '{word}' AND deleted_ms IS NULL"
        ));
        format!("WHERE member_id = {id}")
    }

    pub fn refunds(&mut self, keyword: Option<&str>) -> Answer {
        let chosen = keyword.map_or_else(String::new, |word| self.order_or_member(word));
        let all =
            format!("FROM refunds r JOIN (SELECT * FROM orders {chosen}) o ON o.id = r.order_id");
        let waits = format!("r.state IN ({ASKED}, {FAILED})");
        let total = self.counts(&format!("SELECT count(*) AS n {all}"));
        let waiting = self.counts(&format!("SELECT count(*) AS n {all} WHERE {waits}"));
        let columns = format!("SELECT {REFUND}, {ORDER}");
        let mut refunds: Vec<Refund> = self.0.rows(&format!(
            "{columns} {all} WHERE {waits} ORDER BY r.created_ms, r.id LIMIT {PAGE}"
        ));
        if waiting < PAGE {
            refunds.extend(self.0.rows::<Refund>(&format!(
                "{columns} {all} WHERE NOT {waits} ORDER BY r.created_ms DESC, r.id DESC LIMIT {}",
                PAGE - waiting
            )));
        }
        self.names(refunds.iter().map(|refund| refund.order.member_id));
        (refunds.len(), total)
    }

    pub fn mismatches(&mut self) -> Answer {
        let total = self.counts("SELECT count(*) AS n FROM payment_mismatches");
        let mismatches: Vec<Mismatch> = self.0.rows(&format!(
            "SELECT id, wallet, attempt, trade_no, amount_fen, times, created_ms, handled_ms, handled_note FROM payment_mismatches
                ORDER BY created_ms DESC, id DESC LIMIT {PAGE}"
        ));
        let attempts: Vec<String> = mismatches
            .iter()
            .map(|mismatch| format!("'{}'", mismatch.attempt))
            .collect();
        let asked = self.lines(&format!(
            "SELECT o.id, p.amount_fen AS n, o.created_ms AS at_ms, p.number || o.number AS words FROM pay_attempts p
                JOIN orders o ON o.id = p.order_id WHERE p.number IN ({})",
            attempts.join(",")
        ));
        assert!(asked.is_empty());
        (mismatches.len(), total)
    }

    pub fn feedback(&mut self) -> Answer {
        let feedback: Vec<Feedback> = self.0.rows(&format!(
            "SELECT f.id, f.member_id, m.phone, f.title, f.content, f.created_ms, f.answer, f.answered_ms, f.answered_by FROM feedback f
                JOIN members m ON m.id = f.member_id ORDER BY f.created_ms DESC, f.id DESC LIMIT {PAGE}"
        ));
        let total = self.counts("SELECT count(*) AS n FROM feedback");
        self.names(feedback.iter().filter_map(|written| written.answered_by));
        (feedback.len(), total)
    }

    pub fn ledger(&mut self, (from_ms, until_ms): (i64, i64)) -> Answer {
        let chosen = format!(
            "FROM ledger_entries l JOIN orders o ON o.id = l.order_id LEFT JOIN refunds r ON r.id = l.refund_id
                WHERE l.created_ms >= {from_ms} AND l.created_ms < {until_ms}"
        );
        let total = self.counts(&format!("SELECT count(*) AS n {chosen}"));
        let lines = self.lines(&format!(
            "SELECT l.id, l.amount_fen AS n, l.created_ms AS at_ms, o.number || coalesce(r.number, '') AS words {chosen}
                ORDER BY l.created_ms DESC, l.posting_id DESC, l.amount_fen DESC LIMIT {PAGE}"
        ));
        (lines.len(), total)
    }

    pub fn audit(&mut self, keyword: Option<&str>) -> Answer {
        let chosen = match keyword {
            None => String::new(),
            Some(object) if object.contains(':') => format!("WHERE object = '{object}'"),
            Some(address) if address.contains('.') => format!("WHERE address = '{address}'"),
            Some(phone) => {
                let id = self.counts(&format!(
                    "SELECT id AS n FROM members WHERE phone = '{phone}'"
                ));
                format!("WHERE member_id = {id} OR object = 'member:{id}'")
            }
        };
        let total = self.counts(&format!("SELECT count(*) AS n FROM audit {chosen}"));
        let actions: Vec<Action> = self.0.rows(&format!(
            "SELECT id, at_ms, kind, member_id, session_id, object, address, detail, value_before, value_after FROM audit {chosen}
                ORDER BY at_ms DESC, id DESC LIMIT {PAGE}"
        ));
        self.names(actions.iter().filter_map(|action| action.member_id));
        (actions.len(), total)
    }

    /// Names of these members.
    fn names(&mut self, members: impl Iterator<Item = i64>) {
        let ids = ids(members);
        let members = self.lines(&format!(
            "SELECT id, point AS n, created_ms AS at_ms, nickname || coalesce(phone, user_name) AS words FROM members WHERE id IN ({ids})"
        ));
        assert!(members.iter().all(|member| !member.words.is_empty()));
    }

    fn lines(&mut self, sql: &str) -> Vec<Line> {
        let lines: Vec<Line> = self.0.rows(sql);
        assert!(lines.iter().all(|line| line.at_ms <= NOW));
        lines
    }

    /// The first count; 0 where there is none.
    fn counts(&mut self, sql: &str) -> i64 {
        self.0.numbers(sql).first().copied().unwrap_or(0)
    }
}

fn ids(ids: impl Iterator<Item = i64>) -> String {
    let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
    if ids.is_empty() {
        "0".to_owned()
    } else {
        ids.join(",")
    }
}
