//! Cost of the badge and the first page of the messages to one of 100,000 members while ten announcements are live, held against the bare
//! SQL that a person would write for them.
//!
//! `cargo bench -p store --bench notices` fills SQLite, and PostgreSQL where `OWLDECK_TEST_PG_URL` names a server, prints one JSON line a
//! question, and fails where a ratio passes its limit.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot go on has no figures"
)]

mod ratio;

use std::sync::{Arc, Mutex};

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};
use domain::auth::SignIn;
use fresh_database::{PASSWORD, PASSWORD_HASH};
use ratio::Pair;
use ratio::conn::Conn;
use store::notices::Wanted;
use store::seed::Seed;
use store::session::{Actor, Terminal, actor_of, sign_in};
use store::{Kind, Stamp, Store, announcements};

const NOW: i64 = 1_800_000_000_000;
const MEMBERS: i64 = 100_000;
const ANNOUNCEMENTS: i64 = 10;
/// Messages of each member.
const MESSAGES: i64 = 20;
const PAGE: i64 = 10;
/// Number at which the ids of the others begin.
const OTHERS: i64 = 1_000_000;

fn main() {
    ratio::run(|_| true, bench);
}

async fn bench(url: String) -> bool {
    let store = Store::open(&url, Stamp::Demo).unwrap();
    let seed = format!(
        r#"{{"members":[{{"phone":"13800000000","password":"{PASSWORD_HASH}"}}],"configurations":[{{"name":"VIP","androidVersion":"14","chip":"RK3588","padType":5,"dpi":320}}]}}"#
    );
    let seeded = store::seed::load(&store, Seed::parse(&seed).unwrap(), NOW)
        .await
        .unwrap();
    let mut bare = Bare::open(store.kind(), &url, seeded.members[0].user_id);
    bare.fill(seeded.configurations[0].id);
    let bare = Arc::new(Mutex::new(bare));
    let ask = |question: fn(&mut Bare) -> (usize, i64)| {
        let bare = bare.clone();
        move || question(&mut bare.lock().unwrap())
    };
    let form = SignIn::parse("13800000000", PASSWORD, None).unwrap();
    let tokens = sign_in(&store, form, Terminal::Web, NOW).await.unwrap();
    let actor = actor_of(&store, tokens.access, NOW).await.unwrap().unwrap();
    let pair = |question| Pair {
        bench: "notices",
        kind: store.kind(),
        question,
    };
    let badge = ratio::keeps(
        pair("badge"),
        async || (0, badge(&store, &actor).await),
        ask(|bare| (0, bare.badge())),
    )
    .await;
    let page = ratio::keeps(
        pair("first page"),
        async || {
            let wanted = Wanted {
                kind: None,
                read: None,
            };
            let page = announcements::list_inbox(&store, &actor, wanted, (0, PAGE), NOW)
                .await
                .unwrap();
            (page.list.len(), page.total)
        },
        ask(Bare::page),
    )
    .await;
    badge && page
}

/// Number of unread messages, as the badge's call asks the store for it.
async fn badge(store: &Store, actor: &Actor) -> i64 {
    announcements::unread_in_inbox(store, actor.member_id(), NOW)
        .await
        .unwrap()
}

/// A connection of its own, for the member who asks.
struct Bare {
    conn: Conn,
    member_id: i64,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = BigInt)]
    at_ms: i64,
    #[diesel(sql_type = Text)]
    text: String,
}

#[derive(QueryableByName)]
struct Head {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = BigInt)]
    audience: i64,
    #[diesel(sql_type = Text)]
    member_ids: String,
}

impl Bare {
    fn open(kind: Kind, url: &str, member_id: i64) -> Self {
        let conn = Conn::open(kind, url);
        Self { conn, member_id }
    }

    /// Members with messages, of whom half have seen half of the announcements: eight of the ten are for all, one names a member, one is
    /// for a configuration of which nobody has a phone.
    fn fill(&mut self, configuration: i64) {
        let me = self.member_id;
        let words = "维护通知 maintenance ".repeat(60);
        let sql = format!(
            "INSERT INTO members (id, phone, email, nickname, avatar, sex, birthday, location, channel_code, point, role, permissions,
                password_hash, disabled, created_ms, must_change_password)
            WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {MEMBERS})
            SELECT {OTHERS} + i, CAST(13900000000 + i AS TEXT), '', '', '', 0, '', '', '', 0, 1, '', '', FALSE, {NOW}, FALSE FROM n;
            INSERT INTO notices (id, member_id, kind, template, params, created_ms, read_ms)
            WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {MESSAGES})
            SELECT m.id * 100 + i, m.id, 1, 'password-changed', '[]', {NOW} - i * 3600000, CASE WHEN i % 2 = 0 THEN {NOW} END FROM members m, n;
            INSERT INTO announcements (id, msg_type, content_type, title_zh, title_en, content_zh, content_en, pop_frequency, pop_priority,
                audience, member_ids, configuration_id, sub_accounts, from_ms, until_ms, stage, revision, created_by, created_ms, changed_ms)
            WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {ANNOUNCEMENTS})
            SELECT i, 1, 2, '维护', 'Maintenance', '{words}', '{words}', 1, 0,
                CASE i WHEN 1 THEN 2 WHEN 2 THEN 3 ELSE 1 END, CASE i WHEN 1 THEN '[{me}]' ELSE '[]' END,
                CASE i WHEN 2 THEN {configuration} END, i <> 3, {NOW} - i * 3600000, NULL, 1, 1, {me}, {NOW}, {NOW} FROM n;
            INSERT INTO announcement_reads (announcement_id, member_id, seen_ms, removed)
            SELECT a.id, m.id, {NOW}, FALSE FROM announcements a, members m WHERE a.id % 2 = 0 AND m.id % 2 = {me} % 2;"
        );
        self.conn.fill(&sql);
    }

    /// Number of what the member has not seen.
    fn badge(&mut self) -> i64 {
        let heads = self.heads();
        let seen = self.seen(&heads);
        let me = self.member_id;
        let unread = self.conn.numbers(&format!(
            "SELECT count(*) AS n FROM notices WHERE member_id = {me} AND read_ms IS NULL"
        ));
        let unseen = heads.iter().filter(|head| !seen.contains(&head.id));
        unread[0] + i64::try_from(unseen.count()).unwrap()
    }

    /// Numbers of lines of the first page and in all.
    fn page(&mut self) -> (usize, i64) {
        let heads = self.heads();
        self.seen(&heads);
        let me = self.member_id;
        let mut lines: Vec<Line> = self.conn.rows(&format!(
            "SELECT id, from_ms AS at_ms, title_zh || title_en || content_zh || content_en AS text FROM announcements WHERE id IN ({})",
            ids(&heads)
        ));
        lines.extend(self.conn.rows::<Line>(&format!(
            "SELECT id, created_ms AS at_ms, template || params AS text FROM notices WHERE member_id = {me}
                ORDER BY created_ms DESC, id DESC LIMIT {}",
            PAGE + ANNOUNCEMENTS
        )));
        let total = self.conn.numbers(&format!(
            "SELECT count(*) AS n FROM notices WHERE member_id = {me}"
        ));
        lines.sort_by_key(|line| std::cmp::Reverse((line.at_ms, line.id)));
        lines.truncate(usize::try_from(PAGE).unwrap());
        assert!(lines.iter().all(|line| !line.text.is_empty()));
        (lines.len(), total[0] + i64::try_from(heads.len()).unwrap())
    }

    /// The announcements for the member.
    fn heads(&mut self) -> Vec<Head> {
        let me = self.member_id;
        let sql = format!(
            "SELECT id, CAST(audience AS BIGINT) AS audience, member_ids FROM announcements
                WHERE stage = 1 AND msg_type = 1 AND from_ms <= {NOW} AND (until_ms IS NULL OR until_ms > {NOW})"
        );
        let mut heads: Vec<Head> = self.conn.rows(&sql);
        let parents = self.conn.numbers(&format!(
            "SELECT id AS n FROM members WHERE id = {me} AND parent_id IS NOT NULL"
        ));
        assert!(parents.is_empty());
        for phones in [
            format!(
                "SELECT configuration_id AS n FROM phones WHERE owner_id = {me} AND expire_ms > {NOW}"
            ),
            format!(
                "SELECT p.configuration_id AS n FROM allotments a JOIN phones p ON p.id = a.phone_id AND p.owner_id = a.owner_id
                    WHERE a.member_id = {me} AND a.ended_ms IS NULL AND p.expire_ms > {NOW}"
            ),
        ] {
            assert!(self.conn.numbers(&phones).is_empty());
        }
        let named = format!("[{me}]");
        heads.retain(|head| match head.audience {
            1 => true,
            2 => head.member_ids == named,
            _ => false,
        });
        heads
    }

    /// Ids of those among the announcements that the member has seen.
    fn seen(&mut self, heads: &[Head]) -> Vec<i64> {
        let me = self.member_id;
        self.conn.numbers(&format!(
            "SELECT announcement_id AS n FROM announcement_reads WHERE member_id = {me} AND announcement_id IN ({})",
            ids(heads)
        ))
    }
}

fn ids(heads: &[Head]) -> String {
    let ids: Vec<String> = heads.iter().map(|head| head.id.to_string()).collect();
    ids.join(",")
}
