//! What a page of the list costs an account of 100,000 phones, held against one of 10,000 beside it in the same database of 1,000,000
//! phones; and page 1,000 held against page 1.
//!
//! `cargo bench -p store` fills SQLite, and PostgreSQL where `OWLDECK_TEST_PG_URL` names a server, prints one JSON line a question, and
//! fails where a ratio passes its limit. Both accounts are asked in turns; a figure is the lower quartile of its turns. Words after `--` choose
//! the questions and databases that contain one of them each: `-- sqlite`, `-- "tag on 50"`.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot go on has no figures"
)]

mod fill;

use std::time::{Duration, Instant};

use domain::auth::SignIn;
use domain::phones::{ListFilter, ListQuery};
use store::phones::list;
use store::seed::Seed;
use store::session::{Actor, Terminal, actor_of, sign_in};
use store::{Kind, Stamp, Store};

const NOW: i64 = 1_800_000_000_000;
const PASSWORD: &str = "Owldeck#2026";
const SMALL: i64 = 10_000;
const LARGE: i64 = 100_000;
/// Other accounts, which fill the table up to a million.
const OTHERS: i64 = 9;
const TURNS: usize = 41;
/// A ratio over its limit is measured again so often: other work on the machine hits one account more than the other.
const TRIES: usize = 3;
const GROWTH_MAX: f64 = 1.5;
const DEPTH_MAX: f64 = 3.0;
const PAGE: i64 = 20;
const DEEP: i64 = 1_000;

/// One account of the bench. `base` is what its ids begin at.
struct Account {
    actor: Actor,
    base: i64,
    phones: i64,
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let chosen = |database: &str| {
        let mut named = words().filter(|word| ["sqlite", "postgres"].contains(&word.as_str()));
        named.clone().next().is_none() || named.any(|word| word == database)
    };
    let mut within = true;
    if chosen("sqlite") {
        within &= runtime.block_on(bench(&fresh_database::sqlite().url));
    }
    if chosen("postgres")
        && let Some(database) = fresh_database::postgres()
    {
        within &= runtime.block_on(bench(&database.url));
    }
    if !within {
        std::process::exit(1);
    }
}

/// What follows `--`.
fn words() -> impl Iterator<Item = String> + Clone {
    let words: Vec<String> = std::env::args().skip(1).collect();
    words.into_iter().filter(|word| !word.starts_with('-'))
}

async fn bench(url: &str) -> bool {
    let store = Store::open(url, Stamp::Demo).unwrap();
    let people: Vec<String> = (0..2 + OTHERS)
        .map(|n| format!(r#"{{"phone":"138000000{n:02}","password":"{PASSWORD}"}}"#))
        .collect();
    let seed = format!(
        r#"{{"members":[{}],"configurations":[{{"name":"VIP","androidVersion":"14","chip":"RK3588","padType":5,"dpi":320}}]}}"#,
        people.join(",")
    );
    let seeded = store::seed::load(&store, Seed::parse(&seed).unwrap(), NOW)
        .await
        .unwrap();
    let begun = Instant::now();
    fill::fill(&store, url, &seeded);
    let database = match store.kind() {
        Kind::Sqlite => "sqlite",
        Kind::Postgres => "postgres",
    };
    println!(
        r#"{{"bench":"list","database":"{database}","phones":1000000,"filled_s":{}}}"#,
        begun.elapsed().as_secs()
    );
    let small = account(&store, 0, SMALL).await;
    let large = account(&store, 1, LARGE).await;
    let mut within = true;
    let named: Vec<String> = words()
        .filter(|word| word != "sqlite" && word != "postgres")
        .collect();
    for (name, question) in questions() {
        if !named.is_empty() && !named.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        for (sort, sorted) in [(1, "assign"), (2, "expiry"), (3, "name")] {
            let of = |account: &Account, page| question(account, sort, page);
            let asked = [(&small, of(&small, 1)), (&large, of(&large, 1))];
            let what = format!("{name}, by {sorted}");
            within &= report(&store, database, &what, asked, GROWTH_MAX).await;
            if matches!(
                name,
                "all" | "running" | "rental active" | "part with many hits"
            ) {
                let what = format!("{what}: page {DEEP} against page 1");
                let asked = [(&large, of(&large, 1)), (&large, of(&large, DEEP))];
                within &= report(&store, database, &what, asked, DEPTH_MAX).await;
            }
        }
    }
    within
}

async fn account(store: &Store, n: i64, phones: i64) -> Account {
    let form = SignIn::parse(&format!("138000000{n:02}"), PASSWORD, None).unwrap();
    let tokens = sign_in(store, form, Terminal::Web, NOW).await.unwrap();
    let actor = actor_of(store, tokens.access, NOW).await.unwrap().unwrap();
    Account {
        actor,
        base: fill::base(n),
        phones,
    }
}

type Ask = Box<dyn Fn(&Account, i64, i64) -> ListQuery>;

fn asked(keyword: &str, filter: ListFilter, sort: i64, page: i64) -> ListQuery {
    ListQuery::parse(Some(keyword), Some(sort), None, Some(page), Some(PAGE))
        .unwrap()
        .filtered(filter)
}

fn filtered(parse: impl Fn(&Account) -> ListFilter + 'static) -> Ask {
    Box::new(move |account, sort, page| asked("", parse(account), sort, page))
}

fn word(word: impl Fn(&Account) -> String + 'static) -> Ask {
    Box::new(move |account, sort, page| asked(&word(account), ListFilter::default(), sort, page))
}

/// Each filter of the list by itself. Shares are the same in both accounts.
fn questions() -> Vec<(&'static str, Ask)> {
    let doing =
        |word: &'static str| filtered(move |_| ListFilter::default().in_state(Some(word)).unwrap());
    let stand = |rental: Option<&'static str>, relation: Option<&'static str>| {
        filtered(move |_| ListFilter::parse(None, None, &[], None, rental, relation).unwrap())
    };
    let group = |of: fn(i64) -> i64| {
        filtered(move |a| ListFilter::parse(Some(of(a.base)), None, &[], None, None, None).unwrap())
    };
    let tag = |n: i64| {
        filtered(move |a| ListFilter::parse(None, Some(a.base + n), &[], None, None, None).unwrap())
    };
    vec![
        ("all", stand(None, None)),
        ("group", group(|base| base + 3)),
        ("no group", group(|_| 0)),
        ("tag on a tenth", tag(1)),
        ("tag on 50", tag(2)),
        ("running", doing("running")),
        ("in progress", doing("busy")),
        ("failed", doing("failed")),
        ("held by an operator", doing("hold")),
        ("off", doing("off")),
        ("rental active", stand(Some("active"), None)),
        ("expiring soon", stand(Some("expiring"), None)),
        ("expired", stand(Some("expired"), None)),
        ("own", stand(None, Some("own"))),
        ("granted to me", stand(None, Some("granted"))),
        ("shared out, 50", stand(None, Some("sharedOut"))),
        ("name", word(|a| format!("机{}", a.phones / 2))),
        (
            "part of an id",
            word(|a| fill::owl_id(a.base + a.phones / 3)[2..].to_lowercase()),
        ),
        ("part with many hits", word(|_| "机".to_owned())),
        (
            "300 ids",
            word(|a| {
                let step = a.phones / 300;
                let ids: Vec<String> = (0..300).map(|n| fill::owl_id(a.base + n * step)).collect();
                ids.join(",")
            }),
        ),
    ]
}

/// Asks both in turns and prints the ratio of the second to the first; whether it keeps the limit.
async fn report(
    store: &Store,
    database: &str,
    what: &str,
    asked: [(&Account, ListQuery); 2],
    limit: f64,
) -> bool {
    let mut best = f64::INFINITY;
    for _ in 0..TRIES {
        let mut times = [Vec::new(), Vec::new()];
        let mut totals = [0, 0];
        for turn in 0..=TURNS {
            for (n, (account, query)) in asked.iter().enumerate() {
                let begun = Instant::now();
                let answer = list(store, &account.actor, query.clone(), NOW)
                    .await
                    .unwrap();
                let took = begun.elapsed();
                totals[n] = answer.total;
                assert!(!answer.rows.is_empty(), "{what} finds nothing");
                if turn > 0 {
                    times[n].push(took);
                }
            }
        }
        let [base, held] = times.map(quartile);
        let ratio = held.as_secs_f64() / base.as_secs_f64();
        best = best.min(ratio);
        println!(
            r#"{{"bench":"list","database":"{database}","question":"{what}","totals":{totals:?},"ms":[{:.2},{:.2}],"ratio":{ratio:.2},"limit":{limit}}}"#,
            base.as_secs_f64() * 1e3,
            held.as_secs_f64() * 1e3
        );
        if best <= limit {
            return true;
        }
    }
    eprintln!("{database}, {what}: {best:.2}, the limit is {limit}");
    false
}

/// Other work on the machine only ever adds: a quarter of the turns were as fast or faster.
fn quartile(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 4]
}
