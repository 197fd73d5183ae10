//! The SQL that a person would write for a page of the list: what is granted, the counts above the list, how many match, the page, and what
//! stands on its cards.

use std::fmt::Display;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, SmallInt, Text};
use domain::phones::SortType;
use store::Kind;

use super::ratio::conn::Conn;
use super::{NOW, PAGE};

/// A connection of its own.
pub struct Bare {
    conn: Conn,
    member_id: i64,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    alias: String,
    #[diesel(sql_type = BigInt)]
    expire_ms: i64,
    #[diesel(sql_type = SmallInt)]
    status_code: i16,
    #[diesel(sql_type = Text)]
    chip: String,
}

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    name: String,
}

impl Bare {
    pub fn open(kind: Kind, url: &str, member_id: i64) -> Self {
        let conn = Conn::open(kind, url);
        Self { conn, member_id }
    }

    /// Rows of the page that match `condition`, with those that were granted as the list merges them in.
    pub fn ask(&mut self, condition: &str, sort: SortType, descending: bool, page: i64) -> usize {
        let me = self.member_id;
        let column = match sort {
            SortType::AssignTime => "assign_ms",
            SortType::Expiry => "expire_ms",
            SortType::NameInitial => "sort_key",
        };
        let direction = if descending { "DESC" } else { "ASC" };
        let granted = format!(
            "SELECT phone_id AS id, '' AS name FROM grants WHERE member_id = {me} AND ended_ms IS NULL AND expire_ms > {NOW}"
        );
        let granted = self.named(&granted);
        let counts = format!(
            "SELECT count(*) AS n FROM phones WHERE owner_id = {me} GROUP BY status_code, power_on, expire_ms <= {NOW}, expire_ms <= {}",
            NOW + domain::phones::EXPIRING_MS
        );
        self.numbers(&counts);
        if !condition.is_empty() {
            self.numbers(&format!(
                "SELECT count(*) AS n FROM phones WHERE owner_id = {me} {condition}"
            ));
        }
        let others = ids(granted.iter().map(|row| row.id));
        // Groups are the owner's, and so is what is shared out: granted phones match neither.
        let own_alone = condition.contains("group_id") || condition.contains("FROM grants");
        let or_granted = if own_alone || granted.is_empty() {
            String::new()
        } else {
            format!(
                "UNION ALL SELECT * FROM (SELECT id, alias, expire_ms, status_code, configuration_id, {column} AS sorted FROM phones WHERE id IN ({others}) {condition}) b"
            )
        };
        let end = page * PAGE;
        let rows = self.rows(&format!(
            "SELECT x.id, x.alias, x.expire_ms, x.status_code, c.chip FROM ( \
                SELECT * FROM (SELECT id, alias, expire_ms, status_code, configuration_id, {column} AS sorted FROM phones WHERE owner_id = {me} {condition} \
                    ORDER BY {column} {direction}, id {direction} LIMIT {end}) a {or_granted} \
            ) x JOIN configurations c ON c.id = x.configuration_id ORDER BY x.sorted {direction}, x.id {direction} LIMIT {PAGE} OFFSET {}",
            end - PAGE
        ));
        let page = ids(rows.iter().map(|row| row.id));
        let tags = format!(
            "SELECT b.phone_id AS id, t.name FROM phone_tags b JOIN tags t ON t.id = b.tag_id WHERE t.member_id = {me} AND b.phone_id IN ({page})"
        );
        self.named(&tags);
        let lent = format!(
            "SELECT phone_id AS n FROM grants WHERE phone_id IN ({page}) AND ended_ms IS NULL AND expire_ms > {NOW}"
        );
        self.numbers(&lent);
        rows.len()
    }

    fn rows(&mut self, sql: &str) -> Vec<Row> {
        let rows: Vec<Row> = self.conn.rows(sql);
        assert!(rows.iter().all(|row| row.expire_ms > 0
            && row.status_code >= 0
            && !row.alias.is_empty()
            && !row.chip.is_empty()));
        rows
    }

    fn numbers(&mut self, sql: &str) {
        let numbers = self.conn.numbers(sql);
        assert!(numbers.iter().all(|n| *n >= 0), "{sql}");
    }

    fn named(&mut self, sql: &str) -> Vec<Named> {
        let rows: Vec<Named> = self.conn.rows(sql);
        assert!(rows.iter().all(|row| row.name.len() < 100), "{sql}");
        rows
    }
}

fn ids(ids: impl Iterator<Item = impl Display>) -> String {
    ids.map(|id| id.to_string()).collect::<Vec<_>>().join(",")
}
