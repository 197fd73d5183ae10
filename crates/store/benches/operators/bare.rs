//! The bare SQL that a person would write for each table.

use domain::orders::refund::RefundState;

use super::fill::IDS;
use super::ratio::conn::Conn;
use super::rows::{
    Action, BATCH, Batch, CODE, Code, Feedback, Line, Mismatch, ORDER, Order, PHONE, Phone, REFUND,
    Refund,
};
use super::{Answer, NOW, PAGE};

/// Codes of states of refunds.
const ASKED: i16 = RefundState::Asked.code();
const FAILED: i16 = RefundState::Failed.code();

/// A connection of its own.
pub struct Bare(pub Conn);

impl Bare {
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
        let chosen = format!("WHERE l.created_ms >= {from_ms} AND l.created_ms < {until_ms}");
        let total = self.counts(&format!(
            "SELECT count(*) AS n FROM ledger_entries l {chosen}"
        ));
        let lines = self.lines(&format!(
            "SELECT l.id, l.amount_fen AS n, l.created_ms AS at_ms, o.number || coalesce(r.number, '') AS words
                FROM ledger_entries l JOIN orders o ON o.id = l.order_id LEFT JOIN refunds r ON r.id = l.refund_id {chosen}
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

    /// The word is an address, a host, a number of a member, or the beginning of a name.
    pub fn phones(&mut self, keyword: Option<&str>) -> Answer {
        let chosen = match keyword {
            None => String::new(),
            Some(address) if address.contains(':') => format!("AND p.adb = '{address}'"),
            Some(number) if number.starts_with('1') => {
                let id = self.counts(&format!(
                    "SELECT id AS n FROM members WHERE phone = '{number}'"
                ));
                format!("AND p.owner_id = {id}")
            }
            Some(word) => format!(
                "AND (rtrim(p.adb, '0123456789') = '{word}:' OR (p.owner_id IS NOT NULL AND p.alias_key LIKE '{word}%'))"
            ),
        };
        let all = format!("FROM phones p JOIN configurations c ON c.id = p.configuration_id LEFT JOIN members m ON m.id = p.owner_id
            WHERE p.removed_ms IS NULL {chosen}");
        let total = self.counts(&format!(
            "SELECT count(*) AS n FROM phones p WHERE p.removed_ms IS NULL {chosen}"
        ));
        let phones: Vec<Phone> = self.0.rows(&format!(
            "SELECT {PHONE} {all} ORDER BY p.adb, p.id LIMIT {PAGE}"
        ));
        (phones.len(), total)
    }

    /// Batches with the sums above their table.
    pub fn batches(&mut self, keyword: Option<&str>) -> Answer {
        let chosen = keyword.map_or_else(String::new, |word| {
            format!("WHERE b.note_key LIKE '%{word}%' OR m.user_name LIKE '%{word}%'")
        });
        let all = format!(
            "FROM redeem_batches b LEFT JOIN configurations c ON c.id = b.configuration_id LEFT JOIN members m ON m.id = b.created_by {chosen}"
        );
        let batches: Vec<Batch> = self.0.rows(&format!(
            "SELECT {BATCH} {all} ORDER BY b.created_ms DESC, b.number DESC LIMIT {PAGE}"
        ));
        let total = self.counts(&format!("SELECT count(*) AS n {all}"));
        let left = "voided_ms IS NULL AND used + voided < total";
        self.counts(&format!(
            "SELECT count(CASE WHEN {left} AND until_ms > {NOW} THEN 1 END) AS n, count(CASE WHEN voided_ms IS NULL AND used + voided >= total THEN 1 END) AS used_up,
                count(CASE WHEN voided_ms IS NOT NULL THEN 1 END) AS voided, count(CASE WHEN {left} AND until_ms <= {NOW} THEN 1 END) AS expired,
                sum(CASE WHEN {left} AND until_ms > {NOW} THEN total - used - voided END) AS codes,
                count(CASE WHEN {left} AND until_ms > {NOW} AND until_ms <= {NOW} + 604800000 THEN 1 END) AS ending FROM redeem_batches"
        ));
        (batches.len(), total)
    }

    pub fn codes_of(&mut self, batch: i64) -> Answer {
        assert_eq!(
            self.counts(&format!(
                "SELECT count(*) AS n FROM redeem_batches WHERE id = {batch}"
            )),
            1
        );
        let codes: Vec<Code> = self.0.rows(&format!(
            "SELECT {CODE} FROM redeem_codes r LEFT JOIN members m ON m.id = r.used_by WHERE r.batch_id = {batch}
                ORDER BY r.used_ms IS NULL, r.used_ms DESC, r.position LIMIT {PAGE}"
        ));
        let total = self.counts(&format!(
            "SELECT count(*) AS n FROM redeem_codes WHERE batch_id = {batch}"
        ));
        (codes.len(), total)
    }

    /// Hash of a batch's first code.
    pub fn hash_of_first(&mut self, batch: i64) -> String {
        let [line]: [Line; 1] = self
            .lines(&format!("SELECT id, batch_id AS n, CAST(0 AS BIGINT) AS at_ms, code_hash AS words FROM redeem_codes WHERE batch_id = {batch} AND position = 1"))
            .try_into()
            .unwrap_or_else(|_| panic!("no batch {batch}"));
        line.words
    }

    /// A code by its hash, and its batch.
    pub fn code(&mut self, hash: &str) -> Answer {
        let codes: Vec<Code> = self.0.rows(&format!(
            "SELECT {CODE} FROM redeem_codes r LEFT JOIN members m ON m.id = r.used_by WHERE r.code_hash = '{hash}'"
        ));
        let batches: Vec<Batch> = self.0.rows(&format!(
            "SELECT {BATCH} FROM redeem_batches b LEFT JOIN configurations c ON c.id = b.configuration_id
                LEFT JOIN members m ON m.id = b.created_by WHERE b.id = {}",
            codes[0].batch_id
        ));
        (codes.len(), batches[0].total)
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
