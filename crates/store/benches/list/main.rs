//! Cost of a page of the list to an account of 10,000 phones among 1,000,000, held against the bare SQL that a person would write for it.
//!
//! `cargo bench -p store` fills SQLite, and PostgreSQL where `OWLDECK_TEST_PG_URL` names a server, prints one JSON line a question, and
//! fails where a ratio passes its limit. Both are asked in turns; a figure is the lower quartile of its turns. Words after `--` choose
//! the questions and databases that contain one of them each: `-- sqlite`, `-- "tag on 50"`.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot go on has no figures"
)]

mod bare;
mod fill;
#[path = "../ratio/mod.rs"]
mod ratio;

use std::sync::{Arc, Mutex};
use std::time::Instant;

use domain::auth::SignIn;
use domain::phones::{ListFilter, ListQuery, PhoneActivity, Power, SortOrder, SortType, Status};
use fresh_database::{PASSWORD, PASSWORD_HASH};
use store::phones::list;
use store::seed::Seed;
use store::session::{Actor, Terminal, actor_of, sign_in};
use store::{Kind, Stamp, Store};

use bare::Bare;
use ratio::Pair;

const NOW: i64 = 1_800_000_000_000;
const PHONES: i64 = 10_000;
/// Other accounts, which fill the table up to a million.
const OTHERS: i64 = 99;
const PAGE: i64 = 20;
const DEEP: i64 = 400;

/// Question to the list, and the condition that a person would write for it.
struct Question {
    name: &'static str,
    keyword: String,
    filter: ListFilter,
    /// Of the account's own phones, beginning with AND.
    condition: String,
}

/// The id for people of the phone with this number.
fn owl_id(number: i64) -> String {
    format!("OWL-{}", 100_000_000 + number)
}

fn main() {
    let chosen = |database: &str| {
        let mut named = words().filter(|word| ["sqlite", "postgres"].contains(&word.as_str()));
        named.clone().next().is_none() || named.any(|word| word == database)
    };
    ratio::run(chosen, bench);
}

/// Words after `--` on the command line.
fn words() -> impl Iterator<Item = String> + Clone {
    let words: Vec<String> = std::env::args().skip(1).collect();
    words.into_iter().filter(|word| !word.starts_with('-'))
}

async fn bench(url: String) -> bool {
    let store = Store::open(&url, Stamp::Demo).unwrap();
    let people: Vec<String> = (0..=OTHERS)
        .map(|n| format!(r#"{{"phone":"138000000{n:02}","password":"{PASSWORD_HASH}"}}"#))
        .collect();
    let seed = format!(
        r#"{{"members":[{}],"configurations":[{{"name":"VIP","androidVersion":"14","chip":"RK3588","padType":5,"dpi":320}}]}}"#,
        people.join(",")
    );
    let seeded = store::seed::load(&store, Seed::parse(&seed).unwrap(), NOW)
        .await
        .unwrap();
    let begun = Instant::now();
    fill::fill(&store, &url, &seeded);
    let database = match store.kind() {
        Kind::Sqlite => "sqlite",
        Kind::Postgres => "postgres",
    };
    println!(
        r#"{{"bench":"list","database":"{database}","phones":1000000,"filled_s":{}}}"#,
        begun.elapsed().as_secs()
    );
    let form = SignIn::parse("13800000000", PASSWORD, None).unwrap();
    let tokens = sign_in(&store, form, Terminal::Web, NOW).await.unwrap();
    let actor = actor_of(&store, tokens.access, NOW).await.unwrap().unwrap();
    let bare = Bare::open(store.kind(), &url, seeded.members[0].user_id);
    let bare = Arc::new(Mutex::new(bare));
    let mut within = true;
    let named: Vec<String> = words()
        .filter(|word| word != "sqlite" && word != "postgres")
        .collect();
    for asked in questions() {
        if !named.is_empty() && !named.iter().any(|word| asked.name.contains(word.as_str())) {
            continue;
        }
        for (sort, sorted) in [
            (SortType::AssignTime, "assign"),
            (SortType::Expiry, "expiry"),
            (SortType::NameInitial, "name"),
        ] {
            let what = format!("{}, by {sorted}", asked.name);
            within &= report(&store, &actor, &bare, &what, &asked, (sort, 1)).await;
            if matches!(asked.name, "all" | "rental active" | "part with many hits") {
                let what = format!("{what}: page {DEEP}");
                within &= report(&store, &actor, &bare, &what, &asked, (sort, DEEP)).await;
            }
        }
    }
    within
}

/// Phones of these statuses and switches, as the rule says.
fn states(filter: &ListFilter) -> String {
    let mut all = Vec::new();
    for status in Status::ALL {
        for (power, on) in [(Power::On, "TRUE"), (Power::Off, "FALSE")] {
            if filter.wants(status, power) {
                all.push(format!(
                    "(status_code = {} AND power_on = {on})",
                    status.code()
                ));
            }
        }
    }
    format!("AND ({})", all.join(" OR "))
}

fn questions() -> Vec<Question> {
    let base = fill::base(0);
    let soon = NOW + domain::phones::EXPIRING_MS;
    let filter = |group, tag, rental, relation| {
        ListFilter::parse(group, tag, &[], None, rental, relation).unwrap()
    };
    let plain = |name, filter, condition: String| Question {
        name,
        keyword: String::new(),
        filter,
        condition,
    };
    let word = |name, keyword: String, condition: String| Question {
        name,
        keyword,
        filter: ListFilter::default(),
        condition,
    };
    let tag = |n: i64| {
        format!(
            "AND id IN (SELECT phone_id FROM phone_tags WHERE tag_id = {})",
            base + n
        )
    };
    let part = |text: &str| {
        format!(
            "AND (alias_key LIKE '%{text}%' OR owl_id LIKE '%{}%')",
            text.to_uppercase()
        )
    };
    let mut all = vec![
        plain("all", ListFilter::default(), String::new()),
        plain(
            "group",
            filter(Some(base + 3), None, None, None),
            format!("AND group_id = {}", base + 3),
        ),
        plain(
            "no group",
            filter(Some(0), None, None, None),
            "AND group_id IS NULL".to_owned(),
        ),
        plain(
            "tag on a tenth",
            filter(None, Some(base + 1), None, None),
            tag(1),
        ),
        plain(
            "tag on 50",
            filter(None, Some(base + 2), None, None),
            tag(2),
        ),
        plain(
            "rental active",
            filter(None, None, Some("active"), None),
            format!("AND expire_ms > {soon}"),
        ),
        plain(
            "expiring soon",
            filter(None, None, Some("expiring"), None),
            format!("AND expire_ms > {NOW} AND expire_ms <= {soon}"),
        ),
        plain(
            "expired",
            filter(None, None, Some("expired"), None),
            format!("AND expire_ms <= {NOW}"),
        ),
        plain(
            "shared out, 50",
            filter(None, None, None, Some("sharedOut")),
            format!(
                "AND id IN (SELECT phone_id FROM grants WHERE owner_id = phones.owner_id AND ended_ms IS NULL AND expire_ms > {NOW})"
            ),
        ),
        word(
            "name",
            format!("机{}", PHONES / 2),
            part(&format!("机{}", PHONES / 2)),
        ),
        word(
            "part of an id",
            owl_id(base + PHONES / 3)[2..].to_lowercase(),
            part(&owl_id(base + PHONES / 3)[2..].to_lowercase()),
        ),
        word("part with many hits", "机".to_owned(), part("机")),
    ];
    for (doing, name) in PhoneActivity::ALL.into_iter().zip([
        "running",
        "in progress",
        "failed",
        "held by an operator",
        "off",
    ]) {
        let filter = ListFilter::default()
            .in_state(Some(doing.into_str()))
            .unwrap();
        all.push(plain(name, filter.clone(), states(&filter)));
    }
    let ids: Vec<String> = (0..300)
        .map(|n| owl_id(base + n * (PHONES / 300)))
        .collect();
    let quoted: Vec<String> = ids.iter().map(|id| format!("'{id}'")).collect();
    let named = format!(
        "AND (owl_id IN ({0}) OR alias_key IN ({0}))",
        quoted.join(",")
    );
    all.push(word("300 ids", ids.join(","), named));
    all
}

/// Measures the ratio of the list to the bare SQL; whether it keeps the limit.
async fn report(
    store: &Store,
    actor: &Actor,
    bare: &Arc<Mutex<Bare>>,
    what: &str,
    asked: &Question,
    (sort, page): (SortType, i64),
) -> bool {
    let code = match sort {
        SortType::AssignTime => 1,
        SortType::Expiry => 2,
        SortType::NameInitial => 3,
    };
    let query = ListQuery::parse(
        Some(&asked.keyword),
        Some(code),
        None,
        Some(page),
        Some(PAGE),
    )
    .unwrap()
    .filtered(asked.filter.clone());
    let descending = query.order == SortOrder::Desc;
    let pair = Pair {
        bench: "list",
        kind: store.kind(),
        question: what,
    };
    let (bare, condition) = (bare.clone(), asked.condition.clone());
    ratio::keeps(
        pair,
        async || {
            list(store, actor, query.clone(), NOW)
                .await
                .unwrap()
                .rows
                .len()
        },
        move || (bare.lock().unwrap()).ask(&condition, sort, descending, page),
    )
    .await
}
