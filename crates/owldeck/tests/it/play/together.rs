//! Several people at one phone: they see each other, control is asked for, given, refused and taken, and what was not answered gives nothing.

use domain::access::Level;
use domain::play::together::{ASK_AGAIN_MS, ASK_MS, AskState, Person, Relation};
use domain::play::{EndReason, Event, Input, KeyAction, SessionRequest};
use serde_json::json;
use tokio::time::{Duration, sleep};

use crate::demo::{Demo, GUEST, OWNER, Socket};
use crate::play::{FIRST, SECOND, epoch_of, inputs, told, until_pong};

/// A person as a test names it: relation, name, whether it is the page's own member, and whether it controls.
type Seen<'a> = (Relation, &'a str, bool, bool);

const OWNERS_NAME: &str = "138****0000";
const GUESTS_NAME: &str = "139****0000";
const HOME: u16 = 3;
/// Pause between two tries: a socket on which too much is said in a second is closed.
const PAUSE: Duration = Duration::from_millis(20);

/// Waits until the page sees these people; answers them.
async fn sees(socket: &mut Socket, wanted: &[Seen<'_>]) -> Vec<Person> {
    told(socket, |event| match event {
        Event::People { people, .. } => {
            let seen: Vec<Seen<'_>> = people
                .iter()
                .map(|p| (p.relation, p.name.as_str(), p.me, p.controls))
                .collect();
            (seen == wanted).then(|| people.clone())
        }
        _ => None,
    })
    .await
}

/// The next greeting: whether the page controls, and its epoch.
async fn greeted(socket: &mut Socket) -> (bool, u32) {
    told(socket, |event| match event {
        Event::Hello { control, epoch, .. } => Some((*control, *epoch)),
        _ => None,
    })
    .await
}

async fn answer(socket: &mut Socket) -> (AskState, u32) {
    told(socket, |event| match event {
        Event::ControlAnswered { state, seconds } => Some((*state, *seconds)),
        _ => None,
    })
    .await
}

/// The next question: who asks, and the seconds that are left.
async fn question(socket: &mut Socket) -> (u32, u32, Relation, String) {
    told(socket, |event| match event {
        Event::ControlAsked {
            from,
            seconds,
            relation,
            name,
        } => Some((*from, *seconds, *relation, name.clone())),
        _ => None,
    })
    .await
}

async fn moved(socket: &mut Socket) -> (bool, Relation, String) {
    told(socket, |event| match event {
        Event::ControlMoved {
            taken,
            relation,
            name,
        } => Some((*taken, *relation, name.clone())),
        _ => None,
    })
    .await
}

const fn home(action: KeyAction) -> Input {
    Input::Key {
        action,
        keycode: HOME,
        repeat: 0,
        meta: 0,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_asks_is_given_control_and_the_owner_takes_it_back_by_name() {
    let demo = Demo::noted(2).await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(SECOND).await;
    let (mut owners, hello) = owner.play(phone, json!({})).await;
    let first = epoch_of(&hello);
    let (mut guests, hello) = guest.play(phone, json!({ "mode": "view" })).await;
    assert!(matches!(
        hello,
        Event::Hello {
            control: false,
            level: Level::Operate,
            ..
        }
    ));
    let both = [
        (Relation::Owner, OWNERS_NAME, true, true),
        (Relation::Guest, GUESTS_NAME, false, false),
    ];
    sees(&mut owners, &both).await;
    // A page says "me" by itself.
    let mine = [
        (Relation::Owner, OWNERS_NAME, false, true),
        (Relation::Guest, "", true, false),
    ];
    sees(&mut guests, &mine).await;
    // A phone takes inputs once its screen is there.
    guests.picture().await;

    guests.send(&SessionRequest::AskControl, 0).await;
    assert_eq!(
        answer(&mut guests).await,
        (AskState::Asked, (ASK_MS / 1000) as u32)
    );
    let (from, seconds, relation, name) = question(&mut owners).await;
    assert_eq!(
        (seconds, relation, name.as_str()),
        (20, Relation::Guest, GUESTS_NAME)
    );
    // An answer of an older epoch is none.
    owners
        .send(&SessionRequest::GiveControl { to: from }, first + 7)
        .await;
    until_pong(&mut owners, 1).await;
    owners
        .send(&SessionRequest::GiveControl { to: from }, first)
        .await;
    assert_eq!(
        moved(&mut owners).await,
        (false, Relation::Guest, GUESTS_NAME.to_owned())
    );
    assert_eq!(greeted(&mut owners).await, (false, 0));
    let (control, second) = greeted(&mut guests).await;
    assert!(control && second > first);

    // From now on the guest's inputs reach the phone, and the owner's do not.
    let since = demo.told(1).len();
    owners.send(&home(KeyAction::Down), first).await;
    until_pong(&mut owners, 1).await;
    for action in [KeyAction::Down, KeyAction::Up] {
        guests.send(&home(action), second).await;
    }
    while inputs(&demo, 1, since).len() < 2 {
        until_pong(&mut guests, 1).await;
        sleep(PAUSE).await;
    }
    assert_eq!(inputs(&demo, 1, since).len(), 2);

    // The owner needs no answer.
    owners.send(&SessionRequest::AskControl, 0).await;
    assert_eq!(
        moved(&mut guests).await,
        (true, Relation::Owner, OWNERS_NAME.to_owned())
    );
    assert_eq!(greeted(&mut guests).await, (false, 0));
    let (control, third) = greeted(&mut owners).await;
    assert!(control && third > second);
    // The guest's socket went on all the while.
    until_pong(&mut guests, 1).await;

    // Handed over without a question, too, and left behind when the guest goes.
    let people = owner_sees_guest(&mut owners).await;
    owners
        .send(&SessionRequest::GiveControl { to: people }, third)
        .await;
    assert!(greeted(&mut guests).await.0);
    drop(guests);
    let alone = [(Relation::Owner, OWNERS_NAME, true, false)];
    sees(&mut owners, &alone).await;
}

/// The number of the guest, once the owner controls and the guest looks on.
async fn owner_sees_guest(owners: &mut Socket) -> u32 {
    let both = [
        (Relation::Owner, OWNERS_NAME, true, true),
        (Relation::Guest, GUESTS_NAME, false, false),
    ];
    sees(owners, &both).await[1].id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_refused_or_not_answered_gives_nothing_and_waits_before_the_next() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(SECOND).await;
    let (mut owners, hello) = owner.play(phone, json!({})).await;
    let epoch = epoch_of(&hello);
    let (mut guests, _) = guest.play(phone, json!({ "mode": "view" })).await;
    let pause = (ASK_AGAIN_MS / 1000) as u32;

    guests.send(&SessionRequest::AskControl, 0).await;
    assert_eq!(answer(&mut guests).await.0, AskState::Asked);
    let (from, ..) = question(&mut owners).await;
    owners
        .send(&SessionRequest::RefuseControl { to: from }, epoch)
        .await;
    assert_eq!(answer(&mut guests).await, (AskState::Refused, pause));
    guests.send(&SessionRequest::AskControl, 0).await;
    let (state, seconds) = answer(&mut guests).await;
    assert_eq!(state, AskState::TooSoon);
    assert!((1..=pause).contains(&seconds), "{seconds}");

    demo.set_clock(0, 60);
    loop {
        guests.send(&SessionRequest::AskControl, 0).await;
        // The server reads its clock's file now and then.
        match answer(&mut guests).await.0 {
            AskState::TooSoon => sleep(PAUSE).await,
            state => break assert_eq!(state, AskState::Asked),
        }
    }
    let (again, ..) = question(&mut owners).await;
    assert_eq!(again, from, "the same page");
    demo.set_clock(0, 120);
    assert_eq!(answer(&mut guests).await.0, AskState::Unanswered);
    let (withdrawn, seconds, ..) = question(&mut owners).await;
    assert_eq!((withdrawn, seconds), (from, 0));
    // An answer that comes too late is none: whoever asked controls only if the controller gives control by itself.
    owners
        .send(&SessionRequest::RefuseControl { to: from }, epoch)
        .await;
    until_pong(&mut owners, 1).await;
    guests.send(&SessionRequest::Ping { echo_us: 1 }, 0).await;
    loop {
        match guests.event().await {
            Event::Pong { .. } => break,
            Event::Hello { .. } | Event::ControlAnswered { .. } => panic!("an answer"),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_leaves_asks_no_more() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(SECOND).await;
    let (mut owners, _) = owner.play(phone, json!({})).await;
    let (mut guests, _) = guest.play(phone, json!({ "mode": "view" })).await;
    guests.send(&SessionRequest::AskControl, 0).await;
    let (from, ..) = question(&mut owners).await;
    drop(guests);
    let (withdrawn, seconds, ..) = question(&mut owners).await;
    assert_eq!((withdrawn, seconds), (from, 0));
    sees(&mut owners, &[(Relation::Owner, OWNERS_NAME, true, true)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_only_view_gets_no_control_and_a_guest_takes_what_nobody_has() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let (viewed, operated) = (owner.running(FIRST).await, owner.running(SECOND).await);
    let (mut guests, _) = guest.play(viewed, json!({})).await;
    guests.send(&SessionRequest::AskControl, 0).await;
    assert_eq!(answer(&mut guests).await, (AskState::Right, 0));
    // Not even when it is given: the one who was chosen takes the seat by its own right.
    let (mut owners, hello) = owner.play(viewed, json!({})).await;
    let people = told(&mut owners, |event| match event {
        Event::People { people, .. } if people.len() == 2 => Some(people.clone()),
        _ => None,
    })
    .await;
    let viewer = people.iter().find(|p| !p.me).expect("the guest");
    assert!(!viewer.may_control);
    let give = SessionRequest::GiveControl { to: viewer.id };
    owners.send(&give, epoch_of(&hello)).await;
    assert_eq!(answer(&mut guests).await.0, AskState::Right);
    owners.send(&home(KeyAction::Down), epoch_of(&hello)).await;
    until_pong(&mut owners, 1).await;
    drop(owners);

    let (mut guests, _) = guest.play(operated, json!({ "mode": "view" })).await;
    guests.send(&SessionRequest::AskControl, 0).await;
    assert!(greeted(&mut guests).await.0, "nobody has it");
    // Recalled, what was taken ends like what was opened.
    let listed = owner
        .get("/app-api/trade/phone-accredit/accredit-phone-list")
        .await;
    let rows = listed["list"].as_array().expect("authorizations").clone();
    let row = rows.iter().find(|row| row["phoneId"] == operated);
    let relation = &row.expect("the second phone")["relationId"];
    let body = json!({ "relationId": relation, "relationType": 1 });
    owner
        .post("/app-api/trade/phone-accredit/recall", &body)
        .await;
    let ended = Event::Ended {
        reason: EndReason::Recalled,
        detail: 0,
    };
    assert_eq!(guests.end().await, (Some(ended), 4403));
}
