//! Tickets for picture sockets.

mod embeds;

use domain::phones::Unwell;
use domain::play::DECK_MAX_SLOTS;
use domain::session::TICKET_MS;
use serde_json::json;
use store::phones::{set_health, set_power};

use crate::server::{GUEST, OWNER, STRANGER, with_server};

const ABSENT: i64 = 1_011_101_001;
const EXPIRED: i64 = 1_011_101_003;
const OCCUPIED: i64 = 1_011_101_005;
const STATE_FORBIDS: i64 = 1_011_000_022;

#[test]
fn the_owner_gets_a_ticket_that_controls() {
    with_server(async |s| {
        let (token, id) = (s.token(OWNER).await, s.phone("甲", 30).await);
        let before = s.clock.now_ms();
        let data = s.start(&token, json!({ "phoneId": id })).await.data();
        assert_eq!(
            (&data["control"], &data["level"]),
            (&json!(true), &json!("owner"))
        );
        assert_eq!(data["path"], format!("/websocket/play/{id}"));
        assert!(
            (before + TICKET_MS..=s.clock.now_ms() + TICKET_MS)
                .contains(&data["expiresMs"].as_i64().unwrap())
        );
        let ticket = data["ticket"].as_str().unwrap().to_owned();
        assert_eq!(ticket.len(), 43, "32 bytes");
        assert_eq!(
            s.get("/getInfo", &ticket).await.code(),
            401,
            "a ticket is no bearer token"
        );
        let opened = store::play::open(&s.store, ticket, id, s.clock.now_ms())
            .await
            .unwrap();
        assert!(opened.control && opened.phone_id == id);

        let viewing = s
            .start(&token, json!({ "phoneId": id, "mode": "view" }))
            .await
            .data();
        assert_eq!(viewing["control"], false);
    });
}

#[test]
fn a_foreign_phone_is_answered_like_an_unknown_one() {
    with_server(async |s| {
        let (token, id) = (s.token(STRANGER).await, s.phone("甲", 30).await);
        let unknown = s
            .start(&token, json!({ "phoneId": 4_503_599_627_370_497_i64 }))
            .await;
        let foreign = s.start(&token, json!({ "phoneId": id })).await;
        assert_eq!((unknown.code(), &unknown.text), (ABSENT, &foreign.text));
        assert_ne!(
            unknown.header("x-request-id"),
            foreign.header("x-request-id")
        );
        for phone in [json!(0), json!(-1), json!(i64::MAX)] {
            assert_eq!(
                s.start(&token, json!({ "phoneId": phone })).await.text,
                unknown.text
            );
        }
        for nonsense in [
            json!("x"),
            json!(1.5),
            json!(null),
            json!([id]),
            json!(u64::MAX),
        ] {
            assert_eq!(
                s.start(&token, json!({ "phoneId": nonsense })).await.code(),
                400,
                "{nonsense}"
            );
        }
        // The owner finds nothing changed.
        assert_eq!(
            s.start(&s.token(OWNER).await, json!({ "phoneId": id }))
                .await
                .code(),
            0
        );
    });
}

#[test]
fn a_viewer_gets_a_ticket_that_does_not_control() {
    with_server(async |s| {
        let id = s.phone("甲", 30).await;
        s.grant("甲", "view").await;
        let data = s
            .start(
                &s.token(GUEST).await,
                json!({ "phoneId": id, "mode": "control" }),
            )
            .await
            .data();
        assert_eq!(
            (&data["control"], &data["level"]),
            (&json!(false), &json!("view"))
        );
    });
}

#[test]
fn each_state_that_forbids_has_its_code_and_words() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let (broken, unwell, off, expired, busy) = (
            s.phone("e", 30).await,
            s.phone("a", 30).await,
            s.phone("b", 30).await,
            s.phone("c", -1).await,
            s.phone("d", 30).await,
        );
        s.grant("d", "operate").await;
        let now = s.clock.now_ms();
        set_health(&s.store, unwell, Some("gone".to_owned()), now)
            .await
            .unwrap();
        let reason = Some(Unwell::BrokenBytes.into_str().to_owned());
        set_health(&s.store, broken, reason, now).await.unwrap();
        set_power(&s.store, off, domain::phones::Power::Off, now)
            .await
            .unwrap();
        assert_eq!(s.start(&token, json!({ "phoneId": busy })).await.code(), 0);
        let guest = s.token(GUEST).await;
        for (who, phone, code, words) in [
            (&token, unwell, STATE_FORBIDS, "Phone status"),
            (
                &token,
                broken,
                STATE_FORBIDS,
                Unwell::BrokenBytes.words().en,
            ),
            (&token, off, STATE_FORBIDS, "powered off"),
            (&token, expired, EXPIRED, "expired"),
            (&guest, busy, OCCUPIED, "in use by another member"),
        ] {
            let refused = s.start(who, json!({ "phoneId": phone })).await;
            assert_eq!(refused.code(), code, "{}", refused.text);
            assert!(refused.msg().contains(words), "{}", refused.text);
        }
        let watching = s
            .start(&guest, json!({ "phoneId": busy, "mode": "view" }))
            .await;
        assert_eq!(watching.code(), 0, "viewers do not meet the controller");
    });
}

#[test]
fn a_deck_ticket_is_for_visible_phones_only_and_keeps_their_order() {
    with_server(async |s| {
        let (one, two) = (s.phone("a", 30).await, s.phone("b", 30).await);
        s.grant("b", "view").await;
        let data = s.ticket(&s.token(OWNER).await, &[two, one]).await.data();
        assert_eq!(data["phoneIds"], json!([two, one]));
        let deck = store::play::open_deck(
            &s.store,
            data["ticket"].as_str().unwrap().to_owned(),
            s.clock.now_ms(),
        )
        .await
        .unwrap();
        assert_eq!(deck.phone_ids, [two, one]);

        let guest = s.token(GUEST).await;
        assert_eq!(s.ticket(&guest, &[two]).await.code(), 0);
        let foreign = s.ticket(&guest, &[two, one]).await;
        let unknown = s.ticket(&guest, &[two, 1]).await;
        assert_eq!((foreign.code(), &foreign.text), (ABSENT, &unknown.text));
    });
}

#[test]
fn a_group_names_its_master_and_a_deck_names_none() {
    with_server(async |s| {
        let (one, two) = (s.phone("a", 30).await, s.phone("b", 30).await);
        let token = s.token(OWNER).await;
        let ask = async |body| s.post("/app-api/infra/ws-ticket", &token, body).await;
        let of =
            |ids: &[i64], master| json!({ "purpose": "group", "phoneIds": ids, "master": master });
        let data = ask(of(&[one, two], json!(two))).await.data();
        assert_eq!(
            data["phoneIds"],
            json!([two, one]),
            "the order of the slots"
        );
        for (body, code) in [
            (of(&[one, two], json!(null)), 1_011_101_012),
            (of(&[one, two], json!(7)), 1_011_101_012),
            (of(&[one], json!(one)), 1_011_101_006),
            (of(&[one, one], json!(one)), 1_011_101_007),
            (of(&[one, 7], json!(one)), ABSENT),
            (of(&[one, two], json!("x")), 400),
            (
                json!({ "purpose": "deck", "phoneIds": [one], "master": one }),
                400,
            ),
            (json!({ "purpose": "member", "master": one }), 400),
        ] {
            assert_eq!(ask(body.clone()).await.code(), code, "{body}");
        }
        let guest = s.token(GUEST).await;
        let foreign = s
            .post(
                "/app-api/infra/ws-ticket",
                &guest,
                of(&[one, two], json!(one)),
            )
            .await;
        assert_eq!(foreign.code(), ABSENT);
    });
}

#[test]
fn a_deck_takes_each_phone_once_and_three_hundred_at_most() {
    with_server(async |s| {
        let id = s.phone("a", 30).await;
        let token = s.token(OWNER).await;
        let count = s.ticket(&token, &[]).await.code();
        let ids = |n: usize| (0_i64..).take(n).collect::<Vec<_>>();
        assert_eq!(
            s.ticket(&token, &ids(DECK_MAX_SLOTS)).await.code(),
            ABSENT,
            "300 are looked up"
        );
        assert_eq!(
            s.ticket(&token, &ids(DECK_MAX_SLOTS + 1)).await.code(),
            count,
            "301 are not"
        );
        assert_ne!(count, ABSENT);
        let twice = s.ticket(&token, &[id, id]).await.code();
        assert!(twice != 0 && twice != count && twice != ABSENT, "{twice}");
        let other = s
            .post(
                "/app-api/infra/ws-ticket",
                &token,
                json!({ "purpose": "other", "phoneIds": [id] }),
            )
            .await;
        assert_eq!(other.code(), 400);
    });
}

#[test]
fn how_a_session_failed_is_kept_for_operators_and_no_more_than_twenty_a_minute() {
    with_server(async |s| {
        let (token, id) = (s.token(OWNER).await, s.phone("甲", 30).await);
        let path = "/app-api/infra/cacloud-resource/phone/updPhoneSessionError";
        let report =
            json!({ "phoneId": id, "reason": "streamLeft", "detail": 3, "words": "webcodecs" });
        assert_eq!(s.post(path, &token, report.clone()).await.code(), 0);
        for broken in [
            json!({ "phoneId": id, "reason": "bored" }),
            json!({ "phoneId": id, "reason": "idle", "words": "x".repeat(301) }),
        ] {
            assert_eq!(
                s.post(path, &token, broken.clone()).await.code(),
                400,
                "{broken}"
            );
        }
        let stranger = s.token(STRANGER).await;
        assert_eq!(s.post(path, &stranger, report.clone()).await.code(), ABSENT);
        let longest = json!({ "phoneId": id, "reason": "idle", "words": "x".repeat(300) });
        for _ in 1..20 {
            assert_eq!(s.post(path, &token, longest.clone()).await.code(), 0);
        }
        assert_eq!(
            s.post(path, &token, longest.clone()).await.code(),
            1_002_000_429
        );
        let info = s.get("/getInfo", &token).await.json();
        let owner = info["user"]["userId"].as_i64().unwrap();
        let actions = store::audit::of_member(&s.store, owner).await.unwrap();
        let kept: Vec<_> = actions
            .iter()
            .filter(|action| action.kind == store::play::SESSION_ERROR)
            .collect();
        assert_eq!(kept.len(), 20);
        assert!(
            kept.iter()
                .any(|action| action.detail == "streamLeft 3 webcodecs"
                    && action.object == format!("phone:{id}"))
        );
    });
}
