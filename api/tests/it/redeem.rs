//! Redeem codes over HTTP: made by operators, looked at and used by members.

use domain::codes;
use serde_json::{Value, json};

use crate::payments::shop;
use crate::server::{GUEST, OWNER, Server, with_server};

const MEMBER: &str = "/app-api/trade/redeem-code";
const ADMIN: &str = "/admin-api/redeem-code";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const UNKNOWN: &str = "ABCD-EFGH-ABCD-EFGH-ABCD";

fn batch(s: &Server, more: Value) -> Value {
    let mut body = json!({
        "note": "渠道：云栖", "gives": "days", "days": 30, "count": 2, "untilTime": s.clock.now_ms() + 7 * DAY_MS,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

/// Makes a batch as its operator; what was answered.
async fn made(s: &Server, more: Value) -> Value {
    let admin = s.token("admin").await;
    let made = s
        .post(&format!("{ADMIN}/create"), &admin, batch(s, more))
        .await;
    made.data()
}

async fn configuration(s: &Server) -> i64 {
    shop::stock(s, 2).await;
    let token = s.token(GUEST).await;
    let shelf = s
        .get("/app-api/trade/phone-configuration/tab-list", &token)
        .await;
    shelf.data()["list"][0]["configurationId"].as_i64().unwrap()
}

async fn history(s: &Server, token: &str, query: &str) -> Value {
    s.get(&format!("{MEMBER}/app-page?{query}"), token)
        .await
        .data()
}

#[test]
fn a_member_sees_what_a_code_gives_uses_it_and_finds_it_in_the_history() {
    with_server(async |s| {
        let configuration_id = configuration(s).await;
        let more =
            json!({ "gives": "phone", "configurationId": configuration_id, "perAccount": 1 });
        let codes = made(s, more).await["codes"].clone();
        let owner = s.token(OWNER).await;
        let asked = json!({ "codes": [codes[0], "short", UNKNOWN] });
        let shown = s
            .post(&format!("{MEMBER}/preview"), &owner, asked)
            .await
            .data();
        let rows = shown["list"].as_array().unwrap();
        assert_eq!(rows[0]["code"], 0);
        assert_eq!(
            (
                &rows[0]["gives"],
                &rows[0]["days"],
                &rows[0]["configuration"]
            ),
            (&json!("phone"), &json!(30), &json!("VIP"))
        );
        assert_eq!(rows[0]["configurationId"], configuration_id);
        for (at, row) in rows.iter().enumerate() {
            assert_eq!(row["index"], at);
        }
        for row in &rows[1..] {
            assert_eq!(row["code"], codes::REDEEM_UNUSABLE.number);
            assert_eq!(row["msg"], "This code cannot be used");
            assert_eq!(row["gives"], Value::Null);
        }

        let spelling = codes[0].as_str().unwrap().to_lowercase().replace('-', " ");
        let body = json!({ "code": spelling });
        let given = s
            .post(&format!("{MEMBER}/redeem"), &owner, body.clone())
            .await
            .data();
        let now_ms = given["redeemTime"].as_i64().unwrap();
        assert_eq!(given["expireTime"], now_ms + 30 * DAY_MS);
        assert_eq!(given["oldExpireTime"], Value::Null);
        let listed = s.list(&owner, json!({})).await.data();
        assert_eq!(listed["list"][0]["phoneId"], given["phoneId"]);

        let again = s.post(&format!("{MEMBER}/redeem"), &owner, body).await;
        assert_eq!(again.code(), codes::REDEEM_USED.number);
        assert_eq!(again.json()["data"]["atMs"], now_ms);
        let more = s
            .post(
                &format!("{MEMBER}/redeem"),
                &owner,
                json!({ "code": codes[1] }),
            )
            .await;
        assert_eq!(more.code(), codes::REDEEM_LIMIT.number);

        let page = history(s, &owner, "").await;
        assert_eq!(page["total"], 1);
        let row = &page["list"][0];
        assert_eq!(row["code"], codes[0].as_str().unwrap()[..4]);
        assert_eq!(
            (&row["redeemTime"], &row["gone"]),
            (&json!(now_ms), &json!(false))
        );
        assert_eq!(row["owlId"], given["owlId"]);
        assert_eq!(history(s, &owner, "keyword=nothing").await["total"], 0);
        let bad = s
            .get(&format!("{MEMBER}/app-page?pageSize=201"), &owner)
            .await;
        assert_eq!(bad.code(), 400);
    });
}

#[test]
fn many_codes_have_an_answer_each_and_none_stops_another() {
    with_server(async |s| {
        let codes = made(s, json!({})).await["codes"].clone();
        let id = s.phone("Z-1", 3).await;
        let owner = s.token(OWNER).await;
        let body = json!({ "codes": [
            { "code": UNKNOWN },
            { "code": codes[0], "phoneId": id },
            { "code": codes[0].as_str().unwrap().to_lowercase(), "phoneId": id },
            { "code": codes[1] },
        ] });
        let path = format!("{MEMBER}/redeem-batch");
        let done = s.post(&path, &owner, body).await.data();
        assert_eq!((&done["success"], &done["fail"]), (&json!(1), &json!(3)));
        let rows = done["list"].as_array().unwrap();
        let said: Vec<i64> = rows
            .iter()
            .map(|row| row["code"].as_i64().unwrap())
            .collect();
        let expected = [
            codes::REDEEM_UNUSABLE.number,
            0,
            codes::REDEEM_REPEATED.number,
            codes::REDEEM_NEEDS_PHONE.number,
        ];
        assert_eq!(said, expected);
        let redeemed = &rows[1]["redeemed"];
        assert_eq!(redeemed["phoneId"], id);
        let gained =
            redeemed["expireTime"].as_i64().unwrap() - redeemed["oldExpireTime"].as_i64().unwrap();
        assert_eq!(gained, 30 * DAY_MS);
        // The answer was lost and it is asked again: nothing happens twice.
        let again = json!({ "codes": [{ "code": codes[0], "phoneId": id }] });
        let told = s.post(&path, &owner, again).await.data();
        assert_eq!(told["list"][0]["code"], codes::REDEEM_USED.number);
        assert_eq!(told["list"][0]["atMs"], redeemed["redeemTime"]);

        for count in [0, 101] {
            let item = json!({ "code": UNKNOWN });
            let many = json!({ "codes": vec![item; count] });
            assert_eq!(s.post(&path, &owner, many).await.code(), 400, "{count}");
            let many = json!({ "codes": vec![UNKNOWN; count] });
            let looked = s.post(&format!("{MEMBER}/preview"), &owner, many).await;
            assert_eq!(looked.code(), 400, "{count}");
        }
    });
}

#[test]
fn a_code_renews_a_phone_of_mine_and_nobody_elses() {
    with_server(async |s| {
        let codes = made(s, json!({})).await["codes"].clone();
        let id = s.phone("Z-1", 3).await;
        s.grant("Z-1", "operate").await;
        let path = format!("{MEMBER}/renew");
        let renew = async |account: &str, code: &Value, phone_id: i64| {
            let token = s.token(account).await;
            let body = json!({ "code": code, "phoneId": phone_id });
            s.post(&path, &token, body).await
        };
        let lent = renew(GUEST, &codes[0], id).await;
        assert_eq!(lent.code(), codes::RIGHT_MISSING.number);
        let absent = renew(OWNER, &codes[0], 9).await;
        assert_eq!(absent.code(), codes::PHONE_ABSENT.number);
        assert_eq!(renew(OWNER, &codes[0], id).await.data()["phoneId"], id);
        let unknown = renew(OWNER, &json!(UNKNOWN), id).await;
        assert_eq!(unknown.code(), codes::REDEEM_UNUSABLE.number);
        let token = s.token(OWNER).await;
        let new = s
            .post(
                &format!("{MEMBER}/redeem"),
                &token,
                json!({ "code": codes[1] }),
            )
            .await;
        assert_eq!(new.code(), codes::REDEEM_NEEDS_PHONE.number);
    });
}

#[test]
fn whoever_guesses_is_answered_no_more_and_told_how_long() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        let guess = async || {
            let body = json!({ "code": UNKNOWN });
            s.post(&format!("{MEMBER}/redeem"), &owner, body).await
        };
        for _ in 0..10 {
            assert_eq!(guess().await.code(), codes::REDEEM_UNUSABLE.number);
        }
        let shut = guess().await;
        assert_eq!(shut.code(), codes::TOO_MANY.number);
        assert!(shut.json()["data"]["retryAfterMs"].as_i64().unwrap() > 0);
        let asked = json!({ "codes": [UNKNOWN] });
        let looked = s
            .post(&format!("{MEMBER}/preview"), &owner, asked)
            .await
            .data();
        assert_eq!(looked["list"][0]["code"], codes::TOO_MANY.number);
        assert!(looked["list"][0]["retryAfterMs"].as_i64().unwrap() > 0);
    });
}

#[test]
fn a_wrong_field_of_a_batch_is_named_with_its_words_and_nothing_is_kept() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        for (more, field) in [
            (json!({ "note": " " }), "note"),
            (json!({ "gives": "points" }), "gives"),
            (json!({ "gives": "phone" }), "configurationId"),
            (json!({ "days": 0 }), "days"),
            (json!({ "count": 1001 }), "count"),
            (json!({ "untilTime": 1 }), "untilTime"),
            (json!({ "perAccount": 3 }), "perAccount"),
        ] {
            let refused = s
                .post(&format!("{ADMIN}/create"), &admin, batch(s, more))
                .await;
            assert_eq!(refused.code(), 400);
            assert_eq!(refused.json()["data"]["field"], field);
            assert!(!refused.msg().is_empty());
        }
        let body = batch(s, json!({ "configurationId": 9 }));
        let absent = s.post(&format!("{ADMIN}/create"), &admin, body).await;
        assert_eq!(absent.code(), codes::REDEEM_CONFIGURATION.number);
        let all = s.get(&format!("{ADMIN}/page"), &admin).await.data();
        assert_eq!(all["total"], 0);
    });
}

#[test]
fn an_operator_follows_a_batch_from_its_making_to_its_end() {
    with_server(async |s| {
        let made = made(s, json!({ "count": 3 })).await;
        assert_eq!(made["batchNo"], "C-0001");
        let (codes, id) = (&made["codes"], &made["batchId"]);
        let phone_id = s.phone("Z-1", 3).await;
        let owner = s.token(OWNER).await;
        let body = json!({ "code": codes[1], "phoneId": phone_id });
        s.post(&format!("{MEMBER}/renew"), &owner, body)
            .await
            .data();

        let admin = s.token("admin").await;
        let ask = async |path: &str| s.get(&format!("{ADMIN}/{path}"), &admin).await.data();
        let tell =
            async |path: &str, body: Value| s.post(&format!("{ADMIN}/{path}"), &admin, body).await;
        let page = ask("page?state=open&keyword=c-1").await;
        let row = &page["list"][0];
        assert_eq!((&row["used"], &row["total"]), (&json!(1), &json!(3)));
        assert_eq!(
            (&row["madeBy"], &row["state"]),
            (&json!("admin"), &json!("open"))
        );
        assert_eq!(page["summary"]["codesLeft"], 2);
        let listed = ask(&format!("codes?batchId={id}&used=true")).await;
        assert_eq!(listed["total"], 1);
        let first = &listed["list"][0];
        assert_eq!(first["position"], 2);
        assert_eq!(first["used"]["phone"], "138****0000");
        assert_eq!(first["code"].as_str().unwrap().len(), 4);

        let found = tell("find", json!({ "code": codes[0] })).await.data();
        assert_eq!(found["batch"]["batchId"], *id);
        let code_id = &found["code"]["codeId"];
        assert_eq!(
            tell("void-code", json!({ "codeId": code_id })).await.data(),
            true
        );
        let void = async || tell("void", json!({ "batchId": id })).await;
        assert_eq!(void().await.data()["voided"], 1);
        assert_eq!(void().await.code(), codes::REDEEM_NOTHING_LEFT.number);
        assert_eq!(ask("page").await["list"][0]["state"], "voided");
        for (path, body) in [
            ("find", json!({ "code": UNKNOWN })),
            ("find", json!({ "code": "x" })),
            ("void", json!({ "batchId": 9 })),
            ("void-code", json!({ "codeId": 9 })),
        ] {
            let absent = tell(path, body).await;
            assert_eq!(absent.code(), codes::REDEEM_ABSENT.number, "{path}");
        }
        let body = json!({ "code": codes[2], "phoneId": phone_id });
        let voided = s.post(&format!("{MEMBER}/renew"), &owner, body).await;
        assert_eq!(voided.code(), codes::REDEEM_UNUSABLE.number);
        shop::is_whole(s).await;
    });
}

#[test]
fn the_codes_of_a_new_batch_are_taken_away_as_a_table_of_text() {
    with_server(async |s| {
        let new = made(s, json!({})).await;
        let admin = s.token("admin").await;
        let path = format!("{ADMIN}/sheet");
        let asked = json!({ "batchNo": new["batchNo"], "codes": new["codes"] });
        let authorization = format!("Bearer {admin}");
        let headers = [
            ("content-type", "application/json"),
            ("authorization", authorization.as_str()),
            ("accept-language", "zh-CN"),
        ];
        let request = s
            .http
            .post(format!("{}{path}", s.base))
            .body(asked.to_string());
        let request = headers.iter().fold(request, |request, (name, value)| {
            request.header(*name, *value)
        });
        let reply = request.send().await.unwrap();
        let name = reply.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(name.contains("filename=\"export.xlsx\""), "{name}");
        let table = spreadsheet::read(&reply.bytes().await.unwrap()).unwrap();
        assert_eq!(table.header, ["兑换码"]);
        let codes: Vec<Value> = table
            .rows
            .iter()
            .map(|row| match row.at(0) {
                spreadsheet::Cell::Text(text) => json!(text),
                spreadsheet::Cell::Inexact(text) => panic!("{text}"),
            })
            .collect();
        assert_eq!(json!(codes), new["codes"]);

        let many = vec![new["codes"][0].clone(); 1001];
        for (batch_no, codes) in [
            (json!("C-0001"), json!([])),
            (json!("C-0001"), json!(many)),
            (json!("C-0001"), json!(["=1+1"])),
            (json!("C-../1"), new["codes"].clone()),
            (json!(""), new["codes"].clone()),
        ] {
            let body = json!({ "batchNo": batch_no, "codes": codes });
            let refused = s.post(&path, &admin, body).await;
            assert_eq!(refused.code(), codes::BAD_REQUEST.number, "{batch_no}");
        }
    });
}

#[test]
fn no_answer_but_the_first_shows_a_whole_code() {
    with_server(async |s| {
        let made = made(s, json!({ "count": 1 })).await;
        let code = made["codes"][0].as_str().unwrap().replace('-', "");
        let id = s.phone("Z-1", 3).await;
        let (owner, admin) = (s.token(OWNER).await, s.token("admin").await);
        let body = json!({ "code": code, "phoneId": id });
        let mut said = s
            .post(&format!("{MEMBER}/renew"), &owner, body.clone())
            .await
            .json()
            .to_string();
        said += &s
            .post(&format!("{MEMBER}/renew"), &owner, body)
            .await
            .json()
            .to_string();
        said += &history(s, &owner, "").await.to_string();
        for path in [
            "page".to_owned(),
            format!("codes?batchId={}", made["batchId"]),
        ] {
            said += &s
                .get(&format!("{ADMIN}/{path}"), &admin)
                .await
                .json()
                .to_string();
        }
        let said = said.replace('-', "");
        assert!(said.contains(&code[..4]));
        assert!(!said.contains(&code[..5]));
    });
}
