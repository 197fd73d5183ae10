//! The ratio of a call of the store to the bare SQL that a person would write for it: both are asked in turns, and other work on the machine
//! hits both.

pub mod conn;

use std::time::{Duration, Instant};

use store::Kind;
use tokio::task::spawn_blocking;

const TURNS: usize = 41;
/// A ratio over its limit is measured again so often: other work on the machine hits one more than the other.
const TRIES: usize = 3;
const RATIO_MAX: f64 = 1.3;

/// Runs a bench on SQLite, and on PostgreSQL where a server is named, as far as `chosen` wants them; ends the process with a failure where a
/// limit was passed. `bench` takes the address of an empty database and answers whether it kept its limits.
pub fn run(chosen: impl Fn(&str) -> bool, bench: impl AsyncFn(String) -> bool) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let mut within = true;
    if chosen("sqlite") {
        let database = fresh_database::sqlite();
        within &= runtime.block_on(bench(database.url.clone()));
    }
    if chosen("postgres")
        && let Some(database) = fresh_database::postgres()
    {
        within &= runtime.block_on(bench(database.url.clone()));
    }
    if !within {
        std::process::exit(1);
    }
}

/// A pair that is measured.
pub struct Pair<'a> {
    pub bench: &'a str,
    pub kind: Kind,
    pub question: &'a str,
}

/// Asks both in turns, whose answers must agree, and prints the ratio as a line of JSON; whether it keeps the limit.
///
/// The bare SQL runs where a server has to run it: on the threads for what blocks.
pub async fn keeps<T: PartialEq + std::fmt::Debug + Send + 'static>(
    pair: Pair<'_>,
    mut ours: impl AsyncFnMut() -> T,
    bare: impl Fn() -> T + Clone + Send + 'static,
) -> bool {
    let Pair {
        bench, question, ..
    } = pair;
    let database = match pair.kind {
        Kind::Sqlite => "sqlite",
        Kind::Postgres => "postgres",
    };
    let mut best = f64::INFINITY;
    for _ in 0..TRIES {
        let (mut ours_took, mut bare_took) = (Vec::new(), Vec::new());
        for turn in 0..=TURNS {
            let begun = Instant::now();
            let wanted = spawn_blocking(bare.clone()).await.unwrap();
            let bare = begun.elapsed();
            let begun = Instant::now();
            let answer = ours().await;
            let ours = begun.elapsed();
            assert_eq!(answer, wanted, "{question}");
            if turn > 0 {
                ours_took.push(ours);
                bare_took.push(bare);
            }
        }
        let (ours, bare) = (quartile(ours_took), quartile(bare_took));
        let ratio = ours.as_secs_f64() / bare.as_secs_f64();
        best = best.min(ratio);
        println!(
            r#"{{"bench":"{bench}","database":"{database}","question":"{question}","ms":[{:.2},{:.2}],"ratio":{ratio:.2},"limit":{RATIO_MAX}}}"#,
            bare.as_secs_f64() * 1e3,
            ours.as_secs_f64() * 1e3
        );
        if best <= RATIO_MAX {
            return true;
        }
    }
    eprintln!("{database}, {question}: {best:.2}, the limit is {RATIO_MAX}");
    false
}

/// Other work on the machine only ever adds: a quarter of the turns were as fast or faster.
fn quartile(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 4]
}
