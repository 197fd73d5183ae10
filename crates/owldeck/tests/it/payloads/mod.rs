//! Texts of members never become commands of a phone: payloads through every field of text, seen at the phone by the command lines that it
//! was given. Once where text goes over the screen's own wire, once where only the shell can type. An everyday run takes a tenth of the 500,
//! each form and each surrounding among them; `cargo xtask trust payloads` takes all.

mod files;

use std::collections::HashSet;
use std::fmt::Write as _;

use domain::play::{Event, Input, KeyAction, SessionRequest, TouchAction};
use eventually::eventually;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::demo::{Demo, Member, OWNER, Socket, rounds};
use crate::operations::{MAIN, begin, over};

/// Where a payload stands: four characters that no command line of the server has.
fn mark(number: usize) -> String {
    let digit = |value: usize| char::from_digit((value % 36) as u32, 36).expect("a digit");
    let (high, middle) = (number / (36 * 36), number / 36);
    format!("Z{}{}{}", digit(high), digit(middle), digit(number))
}

/// Marks from here on stand in no payload.
const PAST_ALL: usize = 1_000;

/// Forms that a shell would take for its own; `@` is the mark. Short ones fit a name of ten characters.
const FORMS: [&str; 25] = [
    "$(@)",
    "`@`",
    "';@;'",
    "\";@;\"",
    "&&@",
    "||@",
    "|@",
    ">@",
    "<@",
    "\n@\n",
    "\\'@",
    "${@}",
    "$'@'",
    "@\0",
    "'@",
    "\"@",
    "@%s%n",
    "~/@",
    "*@?",
    "!@",
    "#@",
    "--@",
    "A=1 @",
    "；｀@’",
    "\u{202e}@\u{2028}",
];

/// Texts before and behind a form.
const AROUND: [(&str, &str); 20] = [
    ("", ""),
    ("a", ""),
    ("", "b"),
    (" ", " "),
    ("'", "'"),
    ("''", ""),
    ("\\", ""),
    ("", "\\"),
    ("\"", "\""),
    ("\t", ""),
    ("\r\n", ""),
    ("é", ""),
    ("你", "好"),
    ("👍", ""),
    ("\u{7f}", ""),
    ("$IFS", ""),
    ("'\\''", ""),
    (";reboot;", ";"),
    ("'; setprop owl.fault die; '", ""),
    ("$(setprop owl.fault die)", "`touch /sdcard/pwned`"),
];

/// Tenths of the payloads that a run takes.
const TENTHS: usize = 10;

/// The payloads of this run: so many tenths of them as it has rounds. Those with the last surroundings are also very long.
fn payloads() -> Vec<(String, String)> {
    let taken = rounds(1) as usize;
    let mut all = Vec::new();
    for (at, (before, behind)) in AROUND.iter().enumerate() {
        for (number, form) in FORMS.iter().enumerate() {
            // Forms that can be names of files stand beside each other: by threes, each tenth has some.
            if (at + 3 * number) % TENTHS >= taken {
                continue;
            }
            let mark = mark(all.len());
            let long = if at + 1 == AROUND.len() {
                "'$(x)".repeat(100)
            } else {
                String::new()
            };
            let text = format!("{before}{}{behind}{long}", form.replace('@', &mark));
            all.push((mark, text));
        }
    }
    all
}

/// A command line without what stands in single quotes or behind a backslash: what the shell reads as its own.
fn unquoted(line: &str) -> String {
    let (mut own, mut quoted) = (String::new(), false);
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        match (c, quoted) {
            ('\'', _) => quoted = !quoted,
            ('\\', false) => drop(rest.next()),
            (c, false) => own.push(c),
            (_, true) => {}
        }
    }
    assert!(!quoted, "a quote stays open: {line:?}");
    own
}

/// Every command line that any phone was given.
fn lines(demo: &Demo) -> Vec<String> {
    let all = (0..demo.addresses().len()).flat_map(|phone| demo.told(phone));
    all.filter_map(|told| told["shell"].as_str().map(str::to_owned))
        .collect()
}

/// All that was typed by `input`, in order. Texts that waited for the phone came as one, cut anywhere.
fn typed(demo: &Demo) -> String {
    let lines = lines(demo);
    let words = lines
        .iter()
        .filter_map(|line| line.strip_prefix("input text "));
    words.map(|word| word.replace('\'', "")).collect()
}

/// A text as a value behind `?`.
fn encoded(text: &str) -> String {
    let mut all = String::new();
    for byte in text.bytes() {
        write!(all, "%{byte:02X}").expect("room");
    }
    all
}

/// The id of something new with this name.
async fn made(owner: &Member<'_>, path: &str, name: &str) -> i64 {
    let answer = owner.post(path, &json!({ "name": name })).await;
    answer["data"]["id"].as_i64().expect("an id")
}

/// Writes every payload into every field of the calls that members make for phones.
async fn write_everywhere(
    demo: &Demo,
    owner: &Member<'_>,
    phone: i64,
    payloads: &[(String, String)],
) {
    let group = made(owner, "/app-api/trade/phone-group/create", "mine").await;
    let tag = made(owner, "/app-api/trade/phone-tag/create", "mine").await;
    let client = crate::demo::client().build().expect("a client");
    let named = json!({ "phoneId": phone });
    let with = |key: &str, text: &str| {
        let mut body = named.clone();
        body[key] = json!(text);
        body
    };
    let mut taken = 0;
    for some in payloads.chunks(16) {
        let answers = join_all(some.iter().map(async |(_, text)| {
            let mut codes = Vec::new();
            for (path, body) in [
                (
                    "/app-api/trade/phone/update-alias",
                    with("phoneAlias", text),
                ),
                ("/app-api/trade/phone-group/create", json!({ "name": text })),
                ("/app-api/trade/phone-tag/create", json!({ "name": text })),
                ("/app-api/infra/density/setDensity", with("density", text)),
                ("/app-api/trade/phone/app-page", json!({ "keyword": text })),
                (
                    "/app-api/trade/phone/app-page",
                    json!({ "sortOrder": text }),
                ),
                ("/app-api/trade/phone/app-page", json!({ "power": text })),
                ("/app-api/trade/phone/app-page", json!({ "state": text })),
                ("/app-api/trade/phone/app-page", json!({ "rental": text })),
                ("/app-api/trade/phone/app-page", json!({ "relation": text })),
                (
                    "/app-api/trade/phone/check",
                    json!({ "phoneIds": [phone], "action": text }),
                ),
                (
                    "/app-api/trade/phone-group/update",
                    json!({ "id": group, "name": text }),
                ),
                (
                    "/app-api/trade/phone-tag/update",
                    json!({ "id": tag, "name": text }),
                ),
            ] {
                let answer = owner.post(path, &body).await;
                assert_ne!(answer["code"], 500, "{path} {text:?}: {answer}");
                codes.push(answer["code"] == 0);
            }
            for path in [
                "/app-api/trade/phone-tag/page?name",
                "/app-api/infra/operation/page?kind",
                "/app-api/infra/operation/page?state",
            ] {
                let url = format!("{}{path}={}", demo.origin, encoded(text));
                let reply = client.get(url).bearer_auth(&owner.token).send().await;
                let answer = reply.expect("an answer").json::<Value>().await;
                let answer = answer.expect("JSON");
                assert_ne!(answer["code"], 500, "{path} {text:?}: {answer}");
            }
            codes
        }))
        .await;
        taken += answers.iter().filter(|codes| codes[0]).count();
        // A density is a number or nothing.
        assert!(answers.iter().all(|codes| !codes[3]));
    }
    let least = payloads.len() / 5;
    assert!(taken >= least, "{taken} payloads are names of phones");
}

/// Whether the shell can type it: what cannot be typed is left out as a whole.
fn is_typed(text: &str) -> bool {
    let lines = text.replace("\r\n", "\n");
    lines.chars().all(|c| matches!(c, ' '..='~' | '\n'))
}

async fn open_note(socket: &mut Socket, epoch: u32) {
    // The launcher's notes, then a new note: where the other tests of the screen tap.
    let along = |at: u32, length: u32| (at * 65_535 / (length - 1)) as u16;
    for action in [TouchAction::Down, TouchAction::Up] {
        let touch = Input::Touch {
            action,
            pointer: 0,
            x: along(624, 720),
            y: along(1148, 1280),
            pressure: u16::MAX,
        };
        socket.send(&touch, epoch).await;
    }
}

/// Types all payloads on a phone; `typed` of the texts end up in its shell.
async fn type_all(
    demo: &Demo,
    owner: &Member<'_>,
    phone: i64,
    payloads: &[(String, String)],
    by_shell: bool,
) {
    let (mut socket, hello) = owner.play(phone, json!({})).await;
    let Event::Hello {
        epoch,
        control: true,
        ..
    } = hello
    else {
        panic!("the owner controls: {hello:?}");
    };
    socket.picture().await;
    open_note(&mut socket, epoch).await;
    let seen = |marks: &HashSet<String>| {
        let all = typed(demo);
        marks
            .iter()
            .filter(|mark| all.contains(mark.as_str()))
            .count()
    };
    for (number, some) in payloads.chunks(20).enumerate() {
        let mut wanted = HashSet::new();
        for (mark, text) in some {
            socket.send(&Input::Text(text.clone()), epoch).await;
            if !by_shell {
                socket
                    .send(&Input::Paste(text.as_str().into()), epoch)
                    .await;
                let text = text.clone();
                let clipboard = Input::SetClipboard { sequence: 1, text };
                socket.send(&clipboard, epoch).await;
            } else if is_typed(text) {
                wanted.insert(mark.clone());
            }
        }
        if by_shell {
            // Payloads that cannot be typed leave no trace; the phone is behind all the same, or more would wait for it than may: a mark shows where
            // it is.
            let end = mark(PAST_ALL + number);
            socket.send(&Input::Text(end.clone()), epoch).await;
            wanted.insert(end);
        }
        eventually("all arrive", async || {
            let (arrived, all) = (seen(&wanted), wanted.len());
            if arrived < all {
                Err(format!("{arrived} of {all}"))
            } else {
                Ok(())
            }
        })
        .await;
    }
    // Inputs keep their order: what follows a key has come after all texts.
    for action in [KeyAction::Down, KeyAction::Up] {
        let home = Input::Key {
            action,
            keycode: 3,
            meta: 0,
            repeat: 0,
        };
        socket.send(&home, epoch).await;
    }
    socket.send(&SessionRequest::Ping { echo_us: 5 }, 0).await;
    while !matches!(socket.event().await, Event::Pong { echo_us: 5, .. }) {}
}

async fn nothing_is_a_command(demo: &Demo, by_shell: bool) {
    let payloads = payloads();
    assert!(payloads.len() >= FORMS.len() * AROUND.len() / TENTHS);
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    write_everywhere(demo, &owner, phone, &payloads).await;
    type_all(demo, &owner, phone, &payloads, by_shell).await;
    // The phone does something by its shell after all that: the last lines are there.
    let body = json!({ "phoneId": phone, "density": 240 });
    let batch = begin(&owner, "/app-api/infra/density/setDensity", &body).await;
    assert_eq!(over(&owner, batch).await["state"], "done");
    let lines = lines(demo);
    assert!(lines.iter().any(|line| line.contains("wm density")));
    for line in lines.iter().filter(|line| line.starts_with("input text ")) {
        assert_eq!(
            unquoted(line).trim_end(),
            "input text",
            "all of it is quoted: {line:?}"
        );
    }
    if !by_shell {
        let said = |line: &&String| {
            payloads
                .iter()
                .any(|(mark, _)| line.contains(mark.as_str()))
        };
        assert_eq!(lines.iter().find(said), None, "no shell is needed");
    }
    harmless(demo, &lines, &payloads);
}

/// Checks that the shell was given payloads in quotes only, and that nothing that they would do was done.
fn harmless(demo: &Demo, lines: &[String], payloads: &[(String, String)]) {
    for (mark, text) in payloads {
        for line in lines.iter().filter(|line| line.contains(mark.as_str())) {
            assert!(
                !unquoted(line).contains(mark.as_str()),
                "{text:?} is read by the shell: {line:?}"
            );
        }
    }
    for word in ["setprop owl.fault", "touch /sdcard", "reboot"] {
        let own: Vec<String> = lines.iter().map(|line| unquoted(line)).collect();
        assert!(
            !own.iter().any(|line| line.contains(word)),
            "{word} is no command here"
        );
    }
    let orders: Vec<Value> = demo
        .told(0)
        .into_iter()
        .filter(|told| told.get("order").is_some())
        .collect();
    assert!(
        orders.is_empty(),
        "the phone was never restarted: {orders:?}"
    );
}

#[test]
fn what_stands_in_quotes_is_told_from_what_does_not() {
    for (line, own) in [
        ("input text 'a;b'", "input text "),
        (r"input text 'it'\''s'", "input text "),
        ("input text $(x)", "input text $(x)"),
    ] {
        assert_eq!(unquoted(line).trim_end(), own.trim_end(), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_text_of_a_member_needs_the_shell_where_the_screen_has_its_own_wire() {
    nothing_is_a_command(&Demo::noted(4).await, false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_text_of_a_member_is_read_by_the_shell_that_types_it() {
    nothing_is_a_command(&Demo::without_screen_server(4).await, true).await;
}
