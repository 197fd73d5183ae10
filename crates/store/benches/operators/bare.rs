//! The rows, and the bare SQL that a person would write for each table.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};
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

#[derive(QueryableByName)]
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
        let lines = self.lines(&format!(
            "SELECT id, member_id AS n, created_ms AS at_ms, number || spec_name || trade_no AS words FROM orders {chosen}
                ORDER BY created_ms DESC, id DESC LIMIT {PAGE}"
        ));
        self.names(&lines);
        (lines.len(), total)
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
        let all = format!(
            "FROM refunds r JOIN (SELECT id, number AS order_no, member_id FROM orders {chosen}) o ON o.id = r.order_id"
        );
        let waits = format!("r.state IN ({ASKED}, {FAILED})");
        let total = self.counts(&format!("SELECT count(*) AS n {all}"));
        let waiting = self.counts(&format!("SELECT count(*) AS n {all} WHERE {waits}"));
        let columns = "SELECT r.id, o.member_id AS n, r.created_ms AS at_ms, r.number || o.order_no || r.reason AS words";
        let mut lines = self.lines(&format!(
            "{columns} {all} WHERE {waits} ORDER BY r.created_ms, r.id LIMIT {PAGE}"
        ));
        if waiting < PAGE {
            lines.extend(self.lines(&format!(
                "{columns} {all} WHERE NOT {waits} ORDER BY r.created_ms DESC, r.id DESC LIMIT {}",
                PAGE - waiting
            )));
        }
        self.names(&lines);
        (lines.len(), total)
    }

    pub fn mismatches(&mut self) -> Answer {
        let total = self.counts("SELECT count(*) AS n FROM payment_mismatches");
        let lines = self.lines(&format!(
            "SELECT id, amount_fen AS n, created_ms AS at_ms, attempt AS words FROM payment_mismatches
                ORDER BY created_ms DESC, id DESC LIMIT {PAGE}"
        ));
        let attempts: Vec<String> = lines
            .iter()
            .map(|line| format!("'{}'", line.words))
            .collect();
        let asked = self.lines(&format!(
            "SELECT o.id, p.amount_fen AS n, o.created_ms AS at_ms, p.number || o.number AS words FROM pay_attempts p
                JOIN orders o ON o.id = p.order_id WHERE p.number IN ({})",
            attempts.join(",")
        ));
        assert!(asked.is_empty());
        (lines.len(), total)
    }

    pub fn feedback(&mut self) -> Answer {
        let lines = self.lines(&format!(
            "SELECT f.id, f.member_id AS n, f.created_ms AS at_ms, f.title || f.content || coalesce(m.phone, '') AS words FROM feedback f
                JOIN members m ON m.id = f.member_id ORDER BY f.created_ms DESC, f.id DESC LIMIT {PAGE}"
        ));
        (
            lines.len(),
            self.counts("SELECT count(*) AS n FROM feedback"),
        )
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
        let lines = self.lines(&format!(
            "SELECT id, coalesce(member_id, 0) AS n, at_ms, kind || object || address || detail AS words FROM audit {chosen}
                ORDER BY at_ms DESC, id DESC LIMIT {PAGE}"
        ));
        self.names(&lines);
        (lines.len(), total)
    }

    /// Names of the members of these lines.
    fn names(&mut self, lines: &[Line]) {
        assert!(lines.iter().all(|line| line.at_ms <= NOW));
        let ids = ids(lines.iter().map(|line| line.n));
        let members = self.lines(&format!(
            "SELECT id, point AS n, created_ms AS at_ms, nickname || coalesce(phone, user_name) AS words FROM members WHERE id IN ({ids})"
        ));
        assert!(members.iter().all(|member| !member.words.is_empty()));
    }

    fn lines(&mut self, sql: &str) -> Vec<Line> {
        self.0.rows(sql)
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
