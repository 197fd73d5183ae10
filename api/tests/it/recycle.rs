//! The recycle bin as its member's browser sees it.

use domain::codes;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, Reply, STRANGER, Server, with_server};

const PAGE: &str = "/app-api/trade/recycle/page";
const PURGED: &str = "/app-api/trade/recycle/purged-page";
const GIVE_UP: &str = "/app-api/trade/recycle/give-up";
const CALENDAR: &str = "/app-api/trade/recycle/calendar";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A phone that is over since a day, and one that lies in the recycle bin since a day.
async fn over(s: &Server) -> (i64, i64) {
    let (grace, bin) = (s.phone("宽限", 3).await, s.phone("箱中", 3).await);
    let now = s.clock.now_ms();
    let (a_day_ago, eight) = (now - DAY_MS, now - 8 * DAY_MS);
    s.statement(&format!(
        "UPDATE phones SET expire_ms = {a_day_ago}, ended_ms = {a_day_ago} WHERE id = {grace}"
    ));
    s.statement(&format!(
        "UPDATE phones SET expire_ms = {eight}, ended_ms = {eight}, recycled_ms = {a_day_ago} WHERE id = {bin}"
    ));
    (grace, bin)
}

fn names(reply: &Reply) -> Vec<Value> {
    let list = reply.data()["list"].as_array().unwrap().clone();
    list.iter().map(|row| row["phoneAlias"].clone()).collect()
}

async fn give_up(s: &Server, token: &str, ids: &[i64], count: usize) -> i64 {
    let body = json!({ "phoneIds": ids, "count": count });
    s.post(GIVE_UP, token, body).await.code()
}

#[test]
fn phones_that_are_over_are_listed_with_the_moment_of_their_wipe() {
    with_server(async |s| {
        let (grace, bin) = over(s).await;
        s.phone("在用", 30).await;
        let token = s.token(OWNER).await;
        let reply = s.get(PAGE, &token).await;
        assert_eq!(names(&reply), ["箱中", "宽限"]);
        let data = reply.data();
        assert_eq!(
            data["counts"],
            json!({ "grace": 1, "bin": 1, "soon": 0, "purged": 0 })
        );
        assert_eq!(
            (&data["graceMs"], &data["binMs"]),
            (&json!(7 * DAY_MS), &json!(7 * DAY_MS))
        );
        let [first, second] = [&data["list"][0], &data["list"][1]];
        assert_eq!(
            (&first["phoneId"], &first["phase"]),
            (&json!(bin), &json!("bin"))
        );
        assert_eq!(
            (&second["phoneId"], &second["phase"]),
            (&json!(grace), &json!("grace"))
        );
        let left =
            |row: &Value| row["purgeTime"].as_i64().unwrap() - row["expireTime"].as_i64().unwrap();
        assert_eq!((left(first), left(second)), (14 * DAY_MS, 14 * DAY_MS));
        for (query, found) in [
            ("?phase=grace", vec!["宽限"]),
            ("?phase=bin", vec!["箱中"]),
            ("?keyword=%E5%AE%BD", vec!["宽限"]),
            ("?keyword=%25", vec![]),
            ("?pageNo=2&pageSize=1", vec!["宽限"]),
        ] {
            assert_eq!(
                names(&s.get(&format!("{PAGE}{query}"), &token).await),
                found,
                "{query}"
            );
        }
        for query in ["?phase=purged", "?pageNo=0", "?pageSize=201"] {
            let refused = s.get(&format!("{PAGE}{query}"), &token).await;
            assert_eq!(refused.code(), codes::BAD_REQUEST.number, "{query}");
        }
        let list = s.list(&token, json!({ "rental": "recycled" })).await;
        assert_eq!(names(&list), ["箱中"]);
        assert_eq!(list.data()["list"][0]["keptUntil"], first["purgeTime"]);
        assert!(names(&s.get(PAGE, &s.token(GUEST).await).await).is_empty());
    });
}

#[test]
fn giving_up_needs_the_typed_number_and_a_rental_that_is_over() {
    with_server(async |s| {
        let (grace, bin) = over(s).await;
        let running = s.phone("在用", 30).await;
        let token = s.token(OWNER).await;
        for (ids, count, code) in [
            (vec![], 0, codes::BAD_REQUEST),
            ((1..=201).collect(), 201, codes::BAD_REQUEST),
            (vec![grace, grace], 2, codes::DUPLICATE_PHONE),
            (vec![grace, bin], 1, codes::RECYCLE_COUNT),
            (vec![grace, running], 2, codes::RECYCLE_NOT_OVER),
            (vec![grace, 4242], 2, codes::PHONE_ABSENT),
        ] {
            assert_eq!(
                give_up(s, &token, &ids, count).await,
                code.number,
                "{ids:?}"
            );
        }
        let stranger = s.token(STRANGER).await;
        assert_eq!(
            give_up(s, &stranger, &[grace], 1).await,
            codes::PHONE_ABSENT.number
        );
        assert_eq!(
            names(&s.get(PAGE, &token).await).len(),
            2,
            "nothing was lost so far"
        );

        assert_eq!(give_up(s, &token, &[grace, bin], 2).await, 0);
        assert!(names(&s.get(PAGE, &token).await).is_empty());
        let records = s.get(PURGED, &token).await;
        assert_eq!(records.data()["total"], json!(2));
        for record in records.data()["list"].as_array().unwrap() {
            assert_eq!(record["givenUp"], json!(true));
        }
        assert_eq!(s.get(PURGED, &stranger).await.data()["total"], json!(0));
    });
}

#[test]
fn the_calendar_has_the_ends_of_rentals_that_go_on() {
    with_server(async |s| {
        over(s).await;
        s.phone("主力", 30).await;
        let token = s.token(OWNER).await;
        let reply = s.get(CALENDAR, &token).await;
        assert_eq!(reply.header("content-type"), "text/calendar; charset=utf-8");
        assert_eq!(reply.text.matches("BEGIN:VEVENT").count(), 1);
        assert!(reply.text.contains("SUMMARY:主力"), "{}", reply.text);
        assert_eq!(
            s.get(CALENDAR, "").await.code(),
            codes::UNAUTHENTICATED.number
        );
    });
}

#[test]
fn the_calendar_has_an_address_of_its_own_that_can_be_renewed_and_ended() {
    const ADDRESS: &str = "/app-api/trade/recycle/calendar-address";
    with_server(async |s| {
        s.phone("主力", 30).await;
        let token = s.token(OWNER).await;
        let none = s.get(ADDRESS, &token).await;
        assert_eq!(none.data()["path"], Value::Null);
        let made = s.post(ADDRESS, &token, json!({ "on": true })).await;
        let path = made.data()["path"].as_str().unwrap().to_owned();
        assert_eq!(s.get(ADDRESS, &token).await.data()["path"], path);
        // Calendar programs read the address without signing in.
        let read = s.get(&path, "").await;
        assert_eq!(read.header("content-type"), "text/calendar; charset=utf-8");
        assert!(read.text.contains("SUMMARY:主力 expires"), "{}", read.text);
        let chinese = s.get(&path.replace("en-US", "zh-CN"), "").await;
        assert!(chinese.text.contains("SUMMARY:主力 到期"));
        let other = s.post(ADDRESS, &token, json!({ "on": true })).await;
        let renewed = other.data()["path"].as_str().unwrap().to_owned();
        assert_ne!(renewed, path);
        for gone in [path.as_str(), "/app-api/trade/recycle/calendar/x"] {
            assert_eq!(s.get(gone, "").await.status, 404);
        }
        assert!(s.get(&renewed, "").await.text.contains("SUMMARY:主力"));
        let ended = s.post(ADDRESS, &token, json!({ "on": false })).await;
        assert_eq!(ended.data()["path"], Value::Null);
        assert_eq!(s.get(&renewed, "").await.status, 404);
    });
}

#[test]
fn rentals_renew_themselves_by_a_switch_and_reminders_leave_by_another() {
    const SWITCH: &str = "/app-api/trade/recycle/auto-renew";
    const REMINDERS: &str = "/app-api/trade/recycle/reminders";
    with_server(async |s| {
        let id = s.phone("主力", 30).await;
        let token = s.token(OWNER).await;
        for (body, code) in [
            (json!({ "phoneIds": [], "on": true }), codes::BAD_REQUEST),
            (
                json!({ "phoneIds": [id, id], "on": true }),
                codes::DUPLICATE_PHONE,
            ),
            (
                json!({ "phoneIds": [id], "on": true }),
                codes::ORDER_AGREEMENT,
            ),
            (
                json!({ "phoneIds": [4242], "on": true, "agreed": true }),
                codes::PHONE_ABSENT,
            ),
        ] {
            assert_eq!(s.post(SWITCH, &token, body).await.code(), code.number);
        }
        let on = json!({ "phoneIds": [id], "on": true, "agreed": true });
        assert_eq!(s.post(SWITCH, &token, on).await.code(), 0);
        let list = s.list(&token, json!({})).await;
        assert_eq!(list.data()["list"][0]["autoRenew"], json!(true));

        let ways = s.get(REMINDERS, &token).await;
        assert_eq!(
            (&ways.data()["bySms"], &ways.data()["mailPossible"]),
            (&json!(false), &json!(false))
        );
        let mail = json!({ "bySms": false, "byMail": true });
        assert_eq!(
            s.post(REMINDERS, &token, mail).await.code(),
            codes::REMINDER_NOWHERE.number
        );
    });
}
