//! Trials behind a link, on phones: the visitor has one app in its hands and nothing else, and every end stops the app.

use domain::access::Level;
use domain::codes;
use domain::play::{EndReason, Event, Input, KeyAction, SessionRequest, TouchAction};
use eventually::{LIMIT, eventually};
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep};

use crate::apks::{self, Wish};
use crate::demo::{Demo, GUEST, Member, OWNER, Socket};
use crate::operations::{MAIN, done, shell};
use crate::play::{SECOND, epoch_of, inputs, told, touch};
use crate::uploads::{INSTALL, main_address, push, upload_file};

const CREATE: &str = "/app-api/trade/phone-link/create";
const OPEN: &str = "/app-api/trade/phone-link/open";
const BEGIN: &str = "/app-api/trade/phone-link/begin-trial";
const LIST: &str = "/app-api/trade/phone-link/page";
const RECEIPTS: &str = "/app-api/infra/operation/page";
const CRANE: &str = "org.example.crane";
const HOME: u16 = 3;

/// The demo's main phone with an app, whose data holds a file.
async fn with_app(demo: &Demo, owner: &Member<'_>) -> (i64, String) {
    let (phone, address) = (owner.running(MAIN).await, main_address(demo));
    let folder = tempfile::tempdir().expect("a folder");
    let apk = apks::make(folder.path(), CRANE, &Wish::default()).await;
    let file = upload_file(demo, owner, "crane.apk", &apk).await;
    done(owner, INSTALL, &push(phone, &file, "install")).await;
    (phone, address)
}

fn ask(phone: i64, clears: bool) -> Value {
    let trial = json!({ "packageName": CRANE, "minutes": 5, "clearsData": clears });
    json!({ "kind": "trial", "phoneId": phone, "trial": trial, "hours": 1, "viewersMax": 1 })
}

/// Makes a link; its token.
async fn made(owner: &Member<'_>, phone: i64, clears: bool) -> String {
    let link = owner.post(CREATE, &ask(phone, clears)).await;
    let path = link["data"]["path"]
        .as_str()
        .unwrap_or_else(|| panic!("a path: {link}"));
    let (page, token) = path.rsplit_once('/').expect("a token");
    assert_eq!(page, "/app/shareGame");
    token.to_owned()
}

/// Begins a trial once it may; the token of its page's session. Each try counts as an opening of the link, of which an address has sixty in
/// ten minutes: so they are far apart, and the farther the longer it takes.
async fn begun(demo: &Demo, token: &str) -> String {
    let (until, mut pause) = (Instant::now() + LIMIT, Duration::from_secs(1));
    loop {
        let answer = demo.call(None, BEGIN, &json!({ "token": token })).await;
        if let Some(session) = answer["data"]["page"]["accessToken"].as_str() {
            return session.to_owned();
        }
        assert_eq!(answer["data"]["state"], "trial", "{answer}");
        assert!(Instant::now() < until, "it may begin: {answer}");
        sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(10));
    }
}

/// The visitor's page, once it shows the app.
async fn shown(demo: &Demo, session: &str, phone: i64) -> (Socket, u32) {
    let (mut socket, hello) = demo.again(session).play(phone, json!({})).await;
    assert!(matches!(
        hello,
        Event::Hello {
            control: true,
            level: Level::View,
            ..
        }
    ));
    socket.picture().await;
    (socket, epoch_of(&hello))
}

/// Waits until the phone answers a command so.
async fn until(
    address: &str,
    (program, arguments): (&'static str, &[&str]),
    is: impl Fn(&str) -> bool,
) {
    eventually(format!("{program} {arguments:?}"), async || {
        let said = shell(address, program, arguments).await;
        if is(said.trim()) { Ok(()) } else { Err(said) }
    })
    .await;
}

async fn front(address: &str, package: &str) {
    let looks = ("dumpsys", ["activity", "activities"].as_slice());
    until(address, looks, |said| said.contains(package)).await;
}

async fn stopped(address: &str) {
    until(address, ("pidof", &[CRANE]), str::is_empty).await;
}

const fn over(reason: EndReason) -> Event {
    Event::Ended { reason, detail: 0 }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_has_one_app_until_the_time_is_up_and_its_data_is_cleared() {
    let demo = Demo::noted(1).await;
    let owner = demo.sign_in(OWNER).await;
    let (phone, address) = with_app(&demo, &owner).await;
    let token = made(&owner, phone, true).await;
    let offer = demo.call(None, OPEN, &json!({ "token": token })).await;
    let offer = &offer["data"]["offer"];
    assert_eq!(
        (&offer["appName"], &offer["minutes"], &offer["standing"]),
        (&json!("纸鹤"), &json!(5), &json!("open"))
    );
    let session = begun(&demo, &token).await;
    let (mut socket, epoch) = shown(&demo, &session, phone).await;
    front(&address, CRANE).await;
    shell(&address, "touch", &["/data/data/org.example.crane/score"]).await;
    let next = demo.call(None, BEGIN, &json!({ "token": token })).await;
    assert_eq!(next["data"]["offer"]["standing"], "taken", "{next}");

    // Inputs that are the app's arrive, and no others. All keep their order.
    let since = demo.told(0).len();
    for action in [KeyAction::Down, KeyAction::Up] {
        let home = Input::Key {
            action,
            keycode: HOME,
            repeat: 0,
            meta: 0,
        };
        socket.send(&home, epoch).await;
    }
    socket.send(&Input::Rotate, epoch).await;
    socket
        .send(&touch(TouchAction::Down, 30_000, 100), epoch)
        .await;
    socket
        .send(&touch(TouchAction::Up, 30_000, 30_000), epoch)
        .await;
    socket
        .send(&touch(TouchAction::Down, 30_000, 30_000), epoch)
        .await;
    socket
        .send(&touch(TouchAction::Up, 30_000, 30_000), epoch)
        .await;
    eventually("the touch arrives", async || {
        inputs(&demo, 0, since).len() >= 3
    })
    .await;
    let arrived = inputs(&demo, 0, since);
    // The clipboard is emptied first.
    assert_eq!(arrived, ["clipboard", "touch-down", "touch-up"]);

    // Any other app that comes to the front gives way.
    let away = ["start", "-n", "com.android.settings/.Settings"];
    let said = shell(&address, "am", &away).await;
    assert!(!said.contains("Error"), "{said}");
    front(&address, CRANE).await;

    let row = owner.get(LIST).await["list"][0].clone();
    assert_eq!(
        (&row["kind"], &row["opened"], &row["viewers"]),
        (&json!("trial"), &json!(1), &json!(1))
    );
    demo.move_clock(301);
    assert_eq!(socket.end().await, (Some(over(EndReason::TimeUp)), 4403));
    stopped(&address).await;
    let data = ("ls", ["/data/data/org.example.crane"].as_slice());
    until(&address, data, str::is_empty).await;
    let receipts = owner.get(RECEIPTS).await;
    assert_eq!(receipts["list"][0]["kind"], "clearApp", "{receipts}");
    begun(&demo, &token).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_takes_the_phone_back_and_a_crash_forgives_no_trial() {
    let mut demo = Demo::noted(1).await;
    let (session, token, phone);
    {
        let (owner, address) = (demo.sign_in(OWNER).await, main_address(&demo));
        (phone, _) = with_app(&demo, &owner).await;
        token = made(&owner, phone, false).await;

        // The owner looks on, sees a visitor of a link in control, and takes it.
        let first = begun(&demo, &token).await;
        let (visitors, _) = shown(&demo, &first, phone).await;
        front(&address, CRANE).await;
        shell(&address, "touch", &["/data/data/org.example.crane/score"]).await;
        let (mut owners, _) = owner.play(phone, json!({ "mode": "view" })).await;
        told(&mut owners, |event| match event {
            Event::People { people, .. } => {
                let lent = |p: &&domain::play::together::Person| {
                    p.relation == domain::play::together::Relation::Lent && p.controls
                };
                people.iter().find(lent).map(|_| ())
            }
            _ => None,
        })
        .await;
        owners.send(&SessionRequest::AskControl, 0).await;
        assert_eq!(
            visitors.end().await,
            (Some(over(EndReason::Elsewhere)), 4409)
        );
        stopped(&address).await;
        let kept = shell(&address, "ls", &["/data/data/org.example.crane"]).await;
        assert!(kept.contains("score"), "its data stays: {kept}");
        let over = demo.again(&first).start(phone, json!({})).await;
        assert_eq!(over["code"], codes::UNAUTHENTICATED.number, "{over}");
        let away = demo.call(None, OPEN, &json!({ "token": token })).await;
        assert_eq!(away["data"]["state"], "trial", "{away}");
        drop(owners);
        // The seat is kept a while for whoever was cut off.
        demo.move_clock(20);

        session = begun(&demo, &token).await;
        let (socket, _) = shown(&demo, &session, phone).await;
        front(&address, CRANE).await;
        drop(socket);
    }
    demo.kill();
    demo.move_clock(20 + 301);
    demo.restart().await;
    stopped(&main_address(&demo)).await;
    let gone = demo.again(&session).start(phone, json!({})).await;
    assert_eq!(gone["code"], codes::UNAUTHENTICATED.number, "{gone}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_trial_may_not_be_is_refused() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let (phone, _) = with_app(&demo, &owner).await;
    let lent = guest.running(SECOND).await;
    let code = async |by: &Member<'_>, body: Value| by.post(CREATE, &body).await["code"].clone();
    let with = |field: &str, value: Value| {
        let mut body = ask(phone, true);
        body["trial"][field] = value;
        body
    };
    for (minutes, expected) in [(0, 400), (1, 0), (60, 0), (61, 400)] {
        let body = with("minutes", json!(minutes));
        let answer = owner.post(CREATE, &body).await;
        assert_eq!(answer["code"], expected, "{minutes}: {answer}");
        if expected != 0 {
            assert_eq!(answer["data"]["field"], "minutes");
        }
    }
    for package in ["org.example.none", "com.android.settings", "x"] {
        let refused = code(&owner, with("packageName", json!(package))).await;
        assert_eq!(refused, codes::SHARE_NO_APP.number, "{package}");
    }
    let mut two = ask(phone, true);
    two["viewersMax"] = json!(2);
    let answer = owner.post(CREATE, &two).await;
    assert_eq!(
        (&answer["code"], &answer["data"]["field"]),
        (&json!(400), &json!("viewersMax"))
    );
    for wrong in ["phoneId", "trial"] {
        let mut body = ask(phone, true);
        body[wrong] = Value::Null;
        assert_eq!(code(&owner, body).await, 400, "{wrong}");
    }
    assert_eq!(
        code(&guest, ask(phone, true)).await,
        codes::RIGHT_MISSING.number
    );
    assert_eq!(
        code(&guest, ask(lent, true)).await,
        codes::SHARE_NO_APP.number
    );
    assert_eq!(
        code(&owner, ask(4711, true)).await,
        codes::PHONE_ABSENT.number
    );
}
