//! A page that a link opened: it sees one phone, and is nobody to everything else of its owner's. Generated from the API document like the matrix.

use std::collections::BTreeMap;

use domain::apps::PackageName;
use domain::codes::{FORBIDDEN, NOT_FOUND, PHONE_ABSENT, RIGHT_MISSING, UNAUTHENTICATED};
use domain::sharing::Until;
use domain::sharing::links::ViewersMax;
use domain::sharing::trial::TrialMinutes;
use reqwest::Method;
use serde_json::{Value, json};
use store::session::actor_of;
use store::sharing::links::{LinkAsk, LinkTarget, Trial, make_link};

use super::matrix::{UNKNOWN, one, with_ids};
use super::world::{Who, World};
use super::{Operation, operations, requests, rows};
use crate::server::{Reply, with_swept_server, with_swept_shop};

const CREATE: &str = "/app-api/trade/phone-link/create";
const END: &str = "/app-api/trade/phone-link/end";
const OPEN: &str = "/app-api/trade/phone-link/open";
const BEGIN: &str = "/app-api/trade/phone-link/begin-trial";
const START: &str = "/app-api/infra/cacloud-resource/phone/startPhone";

/// Scope of a page's session.
const SCOPE: &str = "phones:control";
/// Operations that serve a page on the phone of its link.
const SERVED: [&str; 2] = ["start_phone", "report_session_error"];
/// Operations that serve a page and name nothing: how many pages there are, and the embedded players that it made, which are none.
const UNNAMED: [&str; 2] = ["count_share_viewers", "list_embeds"];
/// Operation that serves the page of a clip alone.
const OF_CLIP: &str = "create_clip_ticket";

/// A link to a phone, and a page that it opened.
struct Linked {
    phone_id: i64,
    link: Value,
    page: Who,
}

/// A link to a new phone of the owner's, opened by nobody in particular.
async fn linked(world: &World<'_>) -> Linked {
    let phone_id = world.own("phone", &world.owner).await;
    made(world, phone_id, json!({ "phoneId": phone_id })).await
}

/// A link to a clip of the owner's, who has a phone besides.
async fn clip(world: &World<'_>, name: &str) -> Linked {
    let phone_id = world.own("phone", &world.owner).await;
    let upload_id = crate::sharing::clips::video(world.server, &world.owner.token, name).await;
    let shows = json!({ "kind": "clip", "uploadId": upload_id });
    made(world, phone_id, shows).await
}

async fn made(world: &World<'_>, phone_id: i64, shows: Value) -> Linked {
    let mut body = json!({ "hours": 1, "viewersMax": 5 });
    let fields = body.as_object_mut().unwrap();
    fields.extend(shows.as_object().unwrap().clone());
    let server = world.server;
    let link = server.post(CREATE, &world.owner.token, body).await.data();
    let opened = open(world, &link).await.data();
    let page = Who {
        phone: "a page of a link".to_owned(),
        id: world.owner.id,
        token: opened["page"]["accessToken"].as_str().unwrap().to_owned(),
    };
    Linked {
        phone_id,
        link,
        page,
    }
}

/// A trial of an app on a new phone of the owner's, begun by nobody in particular.
async fn tried(world: &World<'_>) -> Linked {
    let phone_id = world.own("phone", &world.owner).await;
    let (store, now_ms) = (&world.server.store, world.server.clock.now_ms());
    let owner = actor_of(store, world.owner.token.clone(), now_ms).await;
    let ask = LinkAsk {
        target: LinkTarget::Trial(Trial {
            phone_id,
            package: PackageName::parse("org.example.game").unwrap(),
            app_name: "Game".to_owned(),
            minutes: TrialMinutes::parse(5).unwrap(),
            clears: true,
        }),
        until: Until::Hours(1),
        viewers_max: ViewersMax::parse(1).unwrap(),
        passcode: false,
    };
    let made = make_link(store, &owner.unwrap().unwrap(), ask, now_ms).await;
    let made = made.unwrap();
    let path = format!("/app/shareGame/{}", made.token);
    let link = json!({ "linkId": made.link_id, "path": path });
    let offered = open(world, &link).await.data();
    assert_eq!(
        (&offered["offer"]["standing"], &offered["page"]),
        (&json!("open"), &Value::Null),
        "a look begins nothing"
    );
    let begun = ask_link(world, BEGIN, &link).await.data();
    let page = Who {
        phone: "a page of a trial".to_owned(),
        id: world.owner.id,
        token: begun["page"]["accessToken"].as_str().unwrap().to_owned(),
    };
    Linked {
        phone_id,
        link,
        page,
    }
}

async fn open(world: &World<'_>, link: &Value) -> Reply {
    ask_link(world, OPEN, link).await
}

async fn ask_link(world: &World<'_>, call: &str, link: &Value) -> Reply {
    let path = link["path"].as_str().unwrap();
    let token = path.rsplit_once('/').unwrap().1;
    let headers = [("content-type", "application/json")];
    let body = json!({ "token": token }).to_string();
    world.server.send(Method::POST, call, &headers, body).await
}

async fn ask(world: &World<'_>, operation: &Operation, by: &Who) -> Reply {
    let filled = operation.harmless();
    let bearer = format!("Bearer {}", by.token);
    let headers = operation.headers(&bearer);
    let (method, path) = (operation.method.clone(), filled.path(&operation.path));
    let body = filled.body.to_string();
    world.server.send(method, &path, &headers, body).await
}

/// The code by which a page's request is answered that names this phone, and the owner's things beside it; or these ids in the place of both.
async fn code_with(
    world: &World<'_>,
    (operation, request): (&Operation, &Value),
    phone_id: i64,
    other_id: Option<i64>,
    page: &Who,
) -> i64 {
    let mut ids = BTreeMap::new();
    for slot in requests::slots(request) {
        let id = match other_id {
            _ if slot.kind == "phone" => phone_id,
            Some(id) => id,
            None => world.own(slot.kind, &world.owner).await,
        };
        ids.insert(slot.field.clone(), one(&slot, id));
    }
    let filled = with_ids(world, request, &ids, &world.owner).await;
    let (_, answer) = world.call(operation, &filled, page).await;
    answer["code"].as_i64().unwrap_or(200)
}

/// Rows that name the owner, without sessions of pages, whose last use is noted.
fn owners(world: &World<'_>) -> Vec<String> {
    let rows = world.rows_of(&[world.owner.id], &[]).into_iter();
    rows.filter(|line| !line.contains("\"VIEWER\"") && !line.contains("\"TRIAL\""))
        .collect()
}

#[test]
fn a_page_reaches_the_phone_of_its_link_and_nothing_else() {
    with_swept_shop(async move |s| {
        let world = World::new(s).await;
        let (here, there) = (linked(&world).await, linked(&world).await);
        reaches_one(&world, here, there).await;
    });
}

#[test]
fn a_page_of_a_trial_reaches_no_more_than_one_that_only_looks() {
    with_swept_shop(async move |s| {
        let world = World::new(s).await;
        let (here, there) = (tried(&world).await, tried(&world).await);
        reaches_one(&world, here, there).await;
    });
}

async fn reaches_one(world: &World<'_>, here: Linked, there: Linked) {
    let mut tried = 0;
    for operation in operations().iter().filter(|o| o.level != "anon") {
        let id = operation.id.as_str();
        if operation.doc["x-scope"] != SCOPE {
            let refused = ask(world, operation, &here.page).await;
            assert_eq!(refused.code(), FORBIDDEN.number, "{id}: {}", refused.text);
            continue;
        }
        for request in &rows::of(id).requests {
            let row = (operation, request);
            let own = code_with(world, row, here.phone_id, None, &here.page).await;
            let foreign = async |phone_id| {
                let before = owners(world);
                let code = code_with(world, row, phone_id, Some(phone_id), &here.page).await;
                assert_eq!(
                    before,
                    owners(world),
                    "{id}: the owner's rows are as before"
                );
                code
            };
            let (other, unknown) = (foreign(there.phone_id).await, foreign(UNKNOWN).await);
            tried += 1;
            if UNNAMED.contains(&id) {
                assert_eq!((own, other), (0, 0), "{id}");
                continue;
            }
            assert_eq!(other, unknown, "{id}: a phone of another link is no phone");
            assert_ne!(other, 0, "{id}");
            if operation.objects().iter().all(|(_, kind)| kind != "phone") {
                assert_eq!(
                    own, unknown,
                    "{id}: the owner's things are none of a page's"
                );
                continue;
            }
            assert_eq!(other, PHONE_ABSENT.number, "{id}");
            let expected = if SERVED.contains(&id) {
                0
            } else {
                RIGHT_MISSING.number
            };
            assert_eq!(own, expected, "{id} {request}");
        }
    }
    assert!(tried >= 7, "{tried} requests of pages were tried");
}

#[test]
fn the_page_of_a_clip_reaches_no_phone_at_all() {
    with_swept_shop(async move |s| {
        let world = World::new(s).await;
        let here = clip(&world, "a.mp4").await;
        let mut tried = 0;
        for operation in operations().iter().filter(|o| o.level != "anon") {
            let id = operation.id.as_str();
            if operation.doc["x-scope"] != SCOPE {
                let refused = ask(&world, operation, &here.page).await;
                assert_eq!(refused.code(), FORBIDDEN.number, "{id}: {}", refused.text);
                continue;
            }
            for request in &rows::of(id).requests {
                let row = (operation, request);
                let before = owners(&world);
                let own = (here.phone_id, Some(here.phone_id));
                let own = code_with(&world, row, own.0, own.1, &here.page).await;
                let unknown = code_with(&world, row, UNKNOWN, Some(UNKNOWN), &here.page).await;
                assert_eq!(
                    before,
                    owners(&world),
                    "{id}: the owner's rows are as before"
                );
                tried += 1;
                let serves = UNNAMED.contains(&id) || id == OF_CLIP;
                assert_eq!(own == 0, serves, "{id} {request}: {own}");
                assert_eq!(own, unknown, "{id}: the owner's phone is none of a clip's");
            }
        }
        assert!(tried >= 7, "{tried} requests of pages were tried");
    });
}

#[test]
fn an_ended_link_leaves_its_pages_nothing_and_no_others_less() {
    with_swept_server(async |s| {
        let world = World::new(s).await;
        let other = linked(&world).await;
        let clip = clip(&world, "a.mp4").await;
        for ended in [linked(&world).await, clip, tried(&world).await] {
            let which = json!({ "linkId": ended.link["linkId"] });
            assert_eq!(s.post(END, &world.owner.token, which).await.code(), 0);
            for operation in operations().iter().filter(|o| o.level != "anon") {
                let refused = ask(&world, operation, &ended.page).await;
                assert_eq!(refused.code(), UNAUTHENTICATED.number, "{}", operation.id);
            }
            assert_eq!(open(&world, &ended.link).await.code(), NOT_FOUND.number);
            let begun = ask_link(&world, BEGIN, &ended.link).await;
            assert_eq!(begun.code(), NOT_FOUND.number);
        }
        let body = json!({ "phoneId": other.phone_id });
        let started = s.post(START, &other.page.token, body).await;
        assert_eq!(started.code(), 0, "{}", started.text);
    });
}

#[test]
fn an_address_gives_an_account_that_knows_it_no_right_to_the_phone() {
    with_swept_server(async |s| {
        let world = World::new(s).await;
        let linked = linked(&world).await;
        let body = json!({ "phoneId": linked.phone_id });
        for by in [&world.stranger, &world.guest, &world.child] {
            assert_eq!(open(&world, &linked.link).await.code(), 0);
            let refused = s.post(START, &by.token, body.clone()).await;
            assert_eq!(refused.code(), PHONE_ABSENT.number, "{}", by.phone);
            let end = json!({ "linkId": linked.link["linkId"] });
            let refused = s.post(END, &by.token, end).await;
            assert_eq!(refused.code(), NOT_FOUND.number, "{}", by.phone);
        }
    });
}
