//! Sub-accounts over HTTP: consent by code, phones given and taken, the switch, the end, and what is refused.

use domain::codes::{
    BAD_REQUEST, CODE_WRONG, DUPLICATE_PHONE, IMPORT_REFUSED, PHONE_ABSENT, PHONE_COUNT,
    SUB_ABSENT, SUB_ALREADY, SUB_NAME, SUB_NESTED, SUB_SELF, TABLE_UNREADABLE,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, Reply, Server, with_server};

const SEND: &str = "/app-api/member/captcha/sendSmsCode";
const PAGE: &str = "/app-api/member/member/subPage";
const STATUS: &str = "/app-api/member/member/updateStatus";
const PATERNITY: &str = "/app-api/member/paternity";
const GIVE: &str = "/owl/addMaintainerAllot";
const TAKE: &str = "/owl/deleteMaintainerAllot";
const TAKE_ALL: &str = "/owl/deleteDevicesAllot";
const NEW: &str = "13300000001";

async fn send(s: &Server, method: Method, path: &str, token: &str, body: Value) -> Reply {
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
    ];
    s.send(method, path, &headers, body.to_string()).await
}

/// A number agrees: it receives a code, which the member who asked shows.
pub async fn add(s: &Server, token: &str, number: &str, name: &str) -> Reply {
    s.forgive();
    let body = json!({ "phone": number, "purpose": "subaccount" });
    let sent = s.post(SEND, token, body).await.data();
    let uuid = sent["uuid"].as_str().unwrap();
    let all = s.sent();
    let entry = all.iter().find(|entry| entry.channel != "captcha").unwrap();
    let code = &entry.code;
    let path = format!("{PATERNITY}/add?phone={number}&code={code}&uuid={uuid}&name={name}");
    s.post(&path, token, json!({})).await
}

async fn seen(s: &Server, token: &str) -> usize {
    let listed = s.list(token, json!({})).await.data();
    listed["list"].as_array().unwrap().len()
}

#[test]
fn a_sub_account_from_consent_to_removal() {
    with_server(async |s| {
        let (a, b) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let child = add(s, &owner, GUEST, "Shop").await.data()["memberId"].clone();
        let parent = s.get(&format!("{PATERNITY}/parent"), &guest).await.data();
        assert_eq!(
            parent["parent"],
            json!({ "phone": "138****0000", "status": 0 })
        );

        let both = json!({ "memberId": child, "phoneIds": [a, b], "permissions": ["rename"] });
        assert_eq!(
            s.post(GIVE, &owner, both.clone()).await.data()["success"],
            2
        );
        assert_eq!(seen(s, &guest).await, 2);
        let row = s.post(PAGE, &owner, json!({})).await.data()["list"][0].clone();
        assert_eq!(
            (
                &row["name"],
                &row["phone"],
                &row["phoneCount"],
                &row["permissions"]
            ),
            (
                &json!("Shop"),
                &json!("139****0000"),
                &json!(2),
                &json!(["rename"])
            )
        );
        let phones = s
            .get(&format!("{PATERNITY}/phones?memberId={child}"), &owner)
            .await;
        assert_eq!(phones.data()["list"][0]["given"], true);
        let actions = s
            .get(&format!("{PATERNITY}/activity?memberId={child}"), &owner)
            .await;
        assert_eq!(actions.data()["list"], json!([]));

        for (status, phones) in [(1, 0), (0, 2)] {
            let body = json!({ "memberId": child, "status": status });
            assert_eq!(
                send(s, Method::PUT, STATUS, &owner, body).await.data(),
                true
            );
            assert_eq!(seen(s, &guest).await, phones, "status {status}");
        }
        let one = json!({ "memberId": child, "phoneIds": [a] });
        assert_eq!(s.post(TAKE, &owner, one).await.data()["success"], 1);
        assert_eq!(seen(s, &guest).await, 1);
        let unknown = json!({ "phoneIds": [b, 7] });
        let taken = s.post(TAKE_ALL, &owner, unknown).await.data();
        assert_eq!(taken["list"][1]["code"], PHONE_ABSENT.number);
        assert_eq!(seen(s, &guest).await, 0);

        s.post(GIVE, &owner, both.clone()).await.data();
        let end = format!("{PATERNITY}/remove?memberId={child}");
        assert_eq!(
            send(s, Method::DELETE, &end, &owner, json!({}))
                .await
                .data(),
            true
        );
        assert_eq!(seen(s, &guest).await, 0);

        // Each of these is refused by its code.
        let again = send(s, Method::DELETE, &end, &owner, json!({})).await;
        assert_eq!(again.code(), SUB_ABSENT.number);
        assert_eq!(s.post(GIVE, &owner, both).await.code(), SUB_ABSENT.number);
        let own = send(
            s,
            Method::DELETE,
            &format!("{PATERNITY}/remove"),
            &owner,
            json!({}),
        )
        .await;
        assert_eq!(own.code(), SUB_ABSENT.number);
        let body = json!({ "memberId": child, "status": 2 });
        let status = send(s, Method::PUT, STATUS, &owner, body).await;
        assert_eq!(status.code(), BAD_REQUEST.number);
        assert_eq!(add(s, &owner, OWNER, "").await.code(), SUB_SELF.number);
        assert_eq!(
            add(s, &owner, NEW, "12345678901").await.code(),
            SUB_NAME.number
        );
        let new = add(s, &owner, NEW, "").await.data()["memberId"].clone();
        assert_eq!(add(s, &owner, NEW, "").await.code(), SUB_ALREADY.number);
        let guess = format!("{PATERNITY}/add?phone={NEW}&code=000000&uuid=wrong");
        assert_eq!(
            s.post(&guess, &owner, json!({})).await.code(),
            CODE_WRONG.number
        );
        // An invitation waits in the list until its number agrees, or it is withdrawn.
        let invite = format!("{PATERNITY}/invite");
        let body =
            json!({ "phone": GUEST, "name": "Depot", "phoneIds": [b], "permissions": ["group"] });
        let invited = s.post(&invite, &owner, body.clone()).await.data();
        let row = s.post(PAGE, &owner, json!({ "status": 2 })).await.data();
        assert_eq!((&row["invited"], &row["total"]), (&json!(1), &json!(1)));
        let row = &row["list"][0];
        assert_eq!(row["invitationId"], invited["invitationId"]);
        assert_eq!(row["memberId"], Value::Null);
        assert_eq!(
            (&row["phone"], &row["phoneCount"]),
            (&json!(GUEST), &json!(1))
        );
        let withdraw = format!("{invite}?invitationId={}", invited["invitationId"]);
        assert_eq!(
            send(s, Method::DELETE, &withdraw, &owner, json!({}))
                .await
                .data(),
            true
        );
        let again = send(s, Method::DELETE, &withdraw, &owner, json!({})).await;
        assert_eq!(again.code(), SUB_ABSENT.number);
        s.post(&invite, &owner, body).await.data();
        add(s, &owner, GUEST, "").await.data();
        let row = s
            .post(PAGE, &owner, json!({ "keyword": "Depot" }))
            .await
            .data()["list"][0]
            .clone();
        assert_eq!(
            (&row["permissions"], &row["phoneCount"]),
            (&json!(["group"]), &json!(1))
        );
        assert_eq!(seen(s, &guest).await, 1);
        for (body, code) in [
            (json!({ "phone": OWNER }), SUB_SELF),
            (json!({ "phone": NEW, "name": "12345678901" }), SUB_NAME),
            (json!({ "phone": NEW, "phoneIds": [7] }), PHONE_ABSENT),
            (json!({ "phone": NEW, "phoneIds": [a, a] }), DUPLICATE_PHONE),
        ] {
            assert_eq!(s.post(&invite, &owner, body).await.code(), code.number);
        }
        let nested = s.post(&invite, &guest, json!({ "phone": NEW })).await;
        assert_eq!(nested.code(), SUB_NESTED.number);
        for (ids, code) in [
            (json!([a, a]), DUPLICATE_PHONE),
            (json!([]), PHONE_COUNT),
            (json!((1..=31).collect::<Vec<i64>>()), PHONE_COUNT),
        ] {
            let body = json!({ "memberId": new, "phoneIds": ids });
            assert_eq!(s.post(GIVE, &owner, body).await.code(), code.number);
        }
    });
}

/// Sends a table; the whole answer.
async fn import(s: &Server, token: &str, query: &str, file: &[u8]) -> Value {
    let head = "--X\r\ncontent-disposition: form-data; name=\"file\"; filename=\"sub.csv\"\r\n\r\n";
    let body = [head.as_bytes(), file, b"\r\n--X--\r\n"].concat();
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "multipart/form-data; boundary=X"),
        ("accept-language", "zh-CN"),
        ("authorization", bearer.as_str()),
    ];
    let path = format!("{PATERNITY}/import?{query}");
    s.send(Method::POST, &path, &headers, body).await.json()
}

#[test]
fn a_table_of_sub_accounts_is_tried_taken_and_refused_by_row_and_column() {
    with_server(async |s| {
        s.phone("甲", 30).await;
        let id = s.phone("乙", 30).await;
        let owner = s.token(OWNER).await;
        let listed = s.list(&owner, json!({ "phoneIds": [id] })).await.data();
        let owl_id = listed["list"][0]["owlId"].as_str().unwrap().to_owned();
        let text = format!(
            "手机号码,名称,云手机,权限\n\
             {GUEST},门店,甲、{owl_id},电源；改名\n\
             1.38E+10,,,\n\
             {OWNER},,,\n\
             13300000002,超过十个字的名称不能导入,丙,飞行\n\
             13300000003,,丙,全部\n\
             {GUEST},,,\n\
             ,没有号码,,\n"
        );
        let wrong = [
            (3, "手机号码", "1.38E+10"),
            (4, "手机号码", OWNER),
            (5, "名称", "超过十个字的名称不能导入"),
            (5, "权限", "飞行"),
            (6, "云手机", "丙"),
            (7, "手机号码", GUEST),
            (8, "手机号码", ""),
        ];
        let tried = import(s, &owner, "dryRun=1", text.as_bytes()).await;
        let done = &tried["data"];
        assert_eq!(
            (&done["added"], &done["failed"]),
            (&json!(1), &json!(6)),
            "{tried}"
        );
        let errors = done["errors"].as_array().unwrap();
        let cells: Vec<(u64, &str, &str)> = errors
            .iter()
            .map(|error| {
                let text = |key: &str| error[key].as_str().unwrap();
                assert!(!text("why").is_empty());
                (
                    error["row"].as_u64().unwrap(),
                    text("column"),
                    text("value"),
                )
            })
            .collect();
        assert_eq!(cells, wrong);
        assert_eq!(
            errors[0]["why"],
            "数字已丢失位数，请把该列设为文本后重新填写"
        );
        assert_eq!(errors[5]["why"], "与第 2 行的手机号码相同");
        let invited = async || s.post(PAGE, &owner, json!({ "status": 2 })).await.data();
        assert_eq!(invited().await["total"], 0, "nothing was changed");
        let refused = import(s, &owner, "", text.as_bytes()).await;
        assert_eq!(refused["code"], IMPORT_REFUSED.number, "{refused}");
        assert_eq!(refused["data"]["failed"], 4, "rows that could not be read");
        assert_eq!(invited().await["total"], 0, "all or nothing");

        let (gbk, _, _) = encoding_rs::GBK.encode(&text);
        let done = import(s, &owner, "goodRows=1", &gbk).await;
        assert_eq!(done["data"]["added"], 1, "{done}");
        let row = invited().await["list"][0].clone();
        assert_eq!(
            (
                &row["phone"],
                &row["name"],
                &row["phoneCount"],
                &row["permissions"]
            ),
            (
                &json!(GUEST),
                &json!("门店"),
                &json!(2),
                &json!(["power", "rename"])
            )
        );
    });
}

#[test]
fn the_template_is_a_table_that_is_taken_and_a_number_that_is_invited_gets_the_new_row() {
    with_server(async |s| {
        s.phone("乙", 30).await;
        let owner = s.token(OWNER).await;
        let text = format!("手机号码,名称,云手机,权限\n{GUEST},门店,,\n");
        let done = import(s, &owner, "", text.as_bytes()).await;
        assert_eq!(done["data"]["added"], 1, "{done}");
        let template = s
            .http
            .get(format!("{}{PATERNITY}/importTemplate", s.base))
            .bearer_auth(&owner)
            .header("accept-language", "en-US")
            .send()
            .await
            .unwrap();
        let table = spreadsheet::read(&template.bytes().await.unwrap()).unwrap();
        assert_eq!(
            table.header,
            ["Phone number", "Name", "Phones", "Permissions"]
        );
        let header: Vec<&str> = table.header.iter().map(String::as_str).collect();
        let rows = vec![[GUEST, "Depot", "乙", "All"].map(str::to_owned).to_vec()];
        let file = spreadsheet::write(spreadsheet::Format::Xlsx, &header, &rows).unwrap();
        let done = import(s, &owner, "", &file).await;
        assert_eq!(done["data"]["updated"], 1, "{done}");
        let invited = s.post(PAGE, &owner, json!({ "status": 2 })).await.data();
        let row = &invited["list"][0];
        assert_eq!(
            (&row["name"], &row["phoneCount"]),
            (&json!("Depot"), &json!(1))
        );
        assert_eq!(row["permissions"].as_array().map(Vec::len), Some(7));
    });
}

#[test]
fn a_sub_account_invites_nobody_by_a_table() {
    with_server(async |s| {
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        add(s, &owner, GUEST, "").await.data();
        let nested = import(s, &guest, "dryRun=1", "手机号码\n13300000009\n".as_bytes()).await;
        assert_eq!(nested["data"]["failed"], 1, "{nested}");
    });
}

#[test]
fn a_file_that_is_no_table_of_sub_accounts_is_refused() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        for file in ["".as_bytes(), b"PK\x03\x04", "名称\n甲\n".as_bytes()] {
            let refused = import(s, &owner, "", file).await;
            assert_eq!(refused["code"], TABLE_UNREADABLE.number, "{refused}");
        }
    });
}
