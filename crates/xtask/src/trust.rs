//! Proofs: tests that take too long for the everyday run. Each prints its result, and a scorecard of all of them is printed at the end.

use std::time::Instant;

use crate::bench;
use crate::fuzz;
use crate::postgres;
use crate::scratch::Scratch;
use crate::setup;
use crate::sh::{Failure, Step};
use crate::test;
use crate::web;

/// Number of inputs for each fuzz target.
const FUZZ_RUNS: u64 = 10_000_000;
/// Number of cases for each property, which are new random ones each time; a test run always tries the same 256.
const PROPERTY_CASES: u32 = 20_000;
/// Filter of the packages that have properties.
const PROPERTIES: &str = "package(connectors) | package(domain) | package(phone-link) | package(phone-wire) | package(relay) | package(soft) | package(wallet-wire)";
/// Duration of the soak test, in minutes.
const SOAK_MINUTES: u32 = 60;
/// Number of rounds of each test with concurrent changes of stock, money or codes; a test run has 2 to 10.
const RACES: u32 = 200;
/// Number of times that each right to a phone is ended while somebody plays; a test run has one to four.
const ENDS: u32 = 50;
/// Number of times that the server is killed while operations run; a test run has 4.
const KILLS: u32 = 40;
/// Number of times that the server is killed while codes are redeemed; a test run has 10.
const REDEEM_KILLS: u32 = 20;
/// Number of times that the server is killed while a phone is replaced, transferred, made a new device, given a proxy, or maintained; a test run
/// has 3 to 6 of each.
const IDENTITY_KILLS: u32 = 20;
/// Filter of the tests that check times (crate `stopwatch`), and of those that the everyday run leaves out.
const MEASURED: &str = "(package(fleet) & test(/^(hostile|providers)::/)) | (package(store) & test(/^db::open::/)) | (package(connectors) & test(/^wechat_pay::/)) | (package(handset) & test(/^display::/)) \
    | (package(api) & test(/^(auth::verification::alike|live|db::outage|payments::slow)::/) & not test(/^live::webhooks::/)) | (package(owldeck) & test(/^(play::embeds|fleet|live|sockets|tokens)::/))";
/// Filter of the tests that end a right to a phone.
const ENDINGS: &str = "package(owldeck) & test(/^(right_ends|sharing::links)::|sub_account/)";
/// Filter of the tests that kill a server while a phone changes its identity, and of those whose replaced phones fail.
const IDENTITIES: &str = "package(owldeck) & test(/^(kills::replacement|faults::replacement|kills::identity)::|^transfer::a_server_that_is_killed_in_any_step/)";
/// Filters of the tests with concurrent changes of stock, money or codes, and of those that wait for a slow wallet.
const RACING: &str = "(package(store) & test(/^(orders|redeem::races)::/)) | (package(api) & test(/^payments::/) & not test(/^payments::slow/)) | (package(owldeck) & test(/^kills::payments::/))";
const SLOW: &str = "package(api) & test(/^payments::slow/)";
/// Filter of the tests of the store of which an everyday run does a part.
const STORED: &str = "package(store) & test(/^(recycle::model|phones::plans)::/)";
/// Number of rounds of the tests in which a wallet answers slowly while other requests are measured.
const SLOW_ROUNDS: u32 = 20;

/// Proof: its name, its claim, and its function, which returns a text with its figures.
struct Proof {
    name: &'static str,
    shows: &'static str,
    run: fn() -> Result<String, Failure>,
}

/// Proofs, in the order in which they run.
const PROOFS: [Proof; 13] = [
    Proof {
        name: "fuzz",
        shows: "no bytes make a decoder of the phone's wires panic, hang, or end otherwise in pieces",
        run: fuzz_targets,
    },
    Proof {
        name: "properties",
        shows: "any split of any stream of the phone's wires gives the same messages, and rules hold for names, orders and notices at random",
        run: properties,
    },
    Proof {
        name: "machine",
        shows: "promised seconds are kept, answers do not tell by their time who exists, and two hundred hostile phones harm nobody",
        run: machine,
    },
    Proof {
        name: "rights",
        shows: "every call refuses everybody without a right, on PostgreSQL as on SQLite",
        run: rights,
    },
    Proof {
        name: "ends",
        shows: "each way in which a right to a phone can end cuts picture and input within a second, each time",
        run: ends,
    },
    Proof {
        name: "orders",
        shows: "no race of buyers, wallets, codes and timers sells a phone twice, loses a fen or uses a code twice, on both databases",
        run: orders,
    },
    Proof {
        name: "store",
        shows: "a year of rentals keeps the promises of the stored data after each step, and the list agrees with its totals in each order",
        run: store,
    },
    Proof {
        name: "kills",
        shows: "whenever the server is killed, each operation ends once and in time, and each code gives once",
        run: kills,
    },
    Proof {
        name: "identity",
        shows: "whenever the server is killed while phones change their identity, each member has one whole phone",
        run: identity,
    },
    Proof {
        name: "payloads",
        shows: "nothing that a member writes, and no name of a file, is a command of a phone: all 500 payloads",
        run: payloads,
    },
    Proof {
        name: "sessions",
        shows: "no message of a viewer reaches a phone, and no nonsense of a controller ends the server",
        run: sessions,
    },
    Proof {
        name: "browsers",
        shows: "each walk in both languages, on both layouts and in both themes, and what needs endurance or measures the page",
        run: browsers,
    },
    Proof {
        name: "soak",
        shows: "an hour of one phone in one browser: neither server, phones nor browser grow, and the picture does not get older",
        run: soak,
    },
];

/// Runs all proofs, or the named ones. After a failure the others still run.
pub fn all(only: &[&str]) -> Result<(), Failure> {
    if let Some(unknown) = only
        .iter()
        .find(|name| !PROOFS.iter().any(|proof| proof.name == **name))
    {
        return Err(Failure(format!("there is no proof {unknown}")));
    }
    setup::for_tests()?;
    setup::npm_for_tests()?;
    let _scratch = Scratch::make()?;
    let mut card = Vec::new();
    let mut failed = 0;
    for proof in PROOFS {
        if !only.is_empty() && !only.contains(&proof.name) {
            continue;
        }
        println!("── {}: {}", proof.name, proof.shows);
        let begun = Instant::now();
        let outcome = (proof.run)();
        let seconds = begun.elapsed().as_secs_f32();
        let (word, figures) = match outcome {
            Ok(figures) => ("ok    ", figures),
            Err(failure) => {
                failed += 1;
                ("FAILED", failure.to_string())
            }
        };
        card.push(format!(
            "{seconds:>8.1} s  {word}  {:<12} {figures}",
            proof.name
        ));
    }
    println!("── scorecard");
    for line in &card {
        println!("{line}");
    }
    println!("proofs: {} passed, {failed} failed", card.len() - failed);
    if failed == 0 {
        Ok(())
    } else {
        Err(Failure(format!("{failed} of {} proofs", card.len())))
    }
}

fn fuzz_targets() -> Result<String, Failure> {
    let ran = fuzz::all(FUZZ_RUNS)?;
    let fewest = ran.iter().map(|one| one.runs).min().unwrap_or(0);
    let all: u64 = ran.iter().map(|one| one.runs).sum();
    Ok(format!(
        "{} targets, {fewest} runs each at least, {all} in all, nothing found",
        ran.len()
    ))
}

fn soak() -> Result<String, Failure> {
    web::build()?;
    Step::new("cargo")
        .args(["build", "--release", "--package", "owldeck"])
        .run()?;
    let minutes = std::env::var("OWLDECK_SOAK_MINUTES").unwrap_or(SOAK_MINUTES.to_string());
    bench::script("soak")
        .env("OWLDECK_SOAK_MINUTES", minutes.as_str())
        .run()?;
    Ok(format!("{minutes} minutes at 30 pictures a second"))
}

/// Runs the tests of a filter from the same build as the everyday run, but without its time limit, as some take an hour here.
fn tests(filter: &str) -> Step {
    Step::new("cargo")
        .args(["nextest", "run", "--profile", "trust", "--no-fail-fast"])
        .args(test::WORKSPACE)
        .args(["--filterset", filter])
        .linted()
}

/// Runs the tests of a filter with a number of rounds each.
fn repeated(filter: &str, rounds: u32) -> Step {
    tests(filter).env("OWLDECK_ROUNDS", rounds.to_string())
}

fn properties() -> Result<String, Failure> {
    tests(PROPERTIES)
        .env("PROPTEST_CASES", PROPERTY_CASES.to_string())
        .run()?;
    Ok(format!("{PROPERTY_CASES} new cases for each property"))
}

/// Runs the tests that check times or a machine's memory, one after the other so that they do not disturb each other.
fn machine() -> Result<String, Failure> {
    let server = postgres::start()?;
    let mut step = tests(MEASURED)
        .args(["--test-threads", "1"])
        .env("OWLDECK_MEASURE", "1");
    if let Some(server) = &server {
        step = step.env(postgres::ENV_URL, server.url.as_str());
    }
    step.run()?;
    Ok("each promised time was kept".into())
}

/// Makes every API call as every kind of caller, on PostgreSQL; a test run does so on SQLite.
fn rights() -> Result<String, Failure> {
    let server = postgres::start()?.ok_or_else(|| Failure("PostgreSQL is not installed".into()))?;
    Step::new("cargo")
        .args(["nextest", "run", "--no-fail-fast"])
        .args(test::WORKSPACE)
        .args(["--filterset", "package(api) & test(/^access::/)"])
        .linted()
        .env(postgres::ENV_URL, server.url.as_str())
        .env("OWLDECK_SWEEP", "1")
        .run()?;
    Ok("the whole matrix".into())
}

/// Runs the browser tests in all dresses (languages and layouts), with those that the everyday run leaves out; then, one after the other, those
/// that measure seconds.
fn browsers() -> Result<String, Failure> {
    web::build()?;
    let [others, timed] = [
        &["--grep-invert", "@timed"][..],
        &["--grep", "@timed", "--workers", "1"],
    ]
    .map(|choice| {
        let server =
            postgres::start()?.ok_or_else(|| Failure("PostgreSQL is not installed".into()))?;
        test::browser(&server, choice, test::Reach::Sweep)
    });
    others.and(timed)?;
    Ok("all dresses".into())
}

/// Sends all payloads, of which an everyday run sends a tenth.
fn payloads() -> Result<String, Failure> {
    repeated("package(owldeck) & test(/^payloads::/)", 10).run()?;
    Ok("500 payloads through every field".into())
}

/// Sends ten thousand messages as viewers, and whatever controllers of five hundred sessions could send; a test run sends a fifth.
fn sessions() -> Result<String, Failure> {
    let filter = "package(owldeck) & test(/^play::ends::no_message_of_a_viewer/)";
    repeated(filter, 10).run()?;
    Ok("10,000 messages of viewers, 500 sessions of controllers".into())
}

/// Ends the right to a phone in each way many times, and checks the time that it takes: given up, recalled, lowered, taken, switched off, blocked,
/// signed out, and by the end of a link.
fn ends() -> Result<String, Failure> {
    repeated(ENDINGS, ENDS)
        .args(["--test-threads", "1"])
        .env("OWLDECK_MEASURE", "1")
        .run()?;
    Ok(format!("{ENDS} of {ENDS} for each way"))
}

/// Walks a year of rentals on PostgreSQL as on SQLite, and reads the pages of every question of the list.
fn store() -> Result<String, Failure> {
    let server = postgres::start()?;
    let mut step = tests(STORED).env("OWLDECK_SWEEP", "1");
    if let Some(server) = &server {
        step = step.env(postgres::ENV_URL, server.url.as_str());
    }
    step.run()?;
    let databases = if server.is_some() { 2 } else { 1 };
    Ok(format!("a year on {databases} databases, every question"))
}

fn kills() -> Result<String, Failure> {
    repeated("package(owldeck) & test(/^kills::operations::/)", KILLS).run()?;
    repeated("package(owldeck) & test(/^kills::redeem::/)", REDEEM_KILLS).run()?;
    Ok(format!(
        "{KILLS} kills while operations run, {REDEEM_KILLS} while codes are redeemed"
    ))
}

fn identity() -> Result<String, Failure> {
    repeated(IDENTITIES, IDENTITY_KILLS).run()?;
    Ok(format!(
        "{IDENTITY_KILLS} kills each of replacement, transfer, new device, proxy and maintenance"
    ))
}

fn orders() -> Result<String, Failure> {
    let server = postgres::start()?;
    // Rounds with a slow wallet are fewer, as each takes as long as the timeout of a request to a wallet.
    for (filter, rounds) in [(RACING, RACES), (SLOW, SLOW_ROUNDS)] {
        let mut step = repeated(filter, rounds);
        if let Some(server) = &server {
            step = step.env(postgres::ENV_URL, server.url.as_str());
        }
        step.run()?;
    }
    let databases = if server.is_some() { 2 } else { 1 };
    Ok(format!(
        "{RACES} rounds of each race on {databases} databases, {RACES} kills while somebody pays, {SLOW_ROUNDS} waits for a slow wallet"
    ))
}
