//! The member's own account: profile, role, routes, picture, number and deletion; and how the sign-in page is dressed.

use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, PASSWORD, Reply, STRANGER, Server, with_server};

#[test]
fn a_member_sees_its_profile_with_a_masked_number() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let me = s
            .get("/app-api/member/member/currentMemberInfo", &token)
            .await
            .data();
        assert_eq!(
            (&me["phone"], &me["nickname"], &me["id"]),
            (&json!("138****0000"), &json!("Owner"), &me["userId"])
        );
        assert_eq!(me["avatarList"].as_array().unwrap().len(), 3);
        for field in [
            "userName",
            "email",
            "sex",
            "birthday",
            "location",
            "channelCode",
            "avatar",
            "point",
        ] {
            assert!(me.get(field).is_some(), "{field}");
        }
        assert!(
            !me.to_string().contains(OWNER),
            "the whole number leaves the server nowhere"
        );
    });
}

#[test]
fn user_info_tells_role_and_permissions() {
    with_server(async |s| {
        let body = s.get("/getInfo", &s.token(OWNER).await).await.json();
        assert_eq!(
            (&body["code"], &body["roles"], &body["permissions"]),
            (&json!(200), &json!(["member"]), &json!([]))
        );
        assert_eq!(
            (&body["user"]["nickName"], &body["user"]["phonenumber"]),
            (&json!("Owner"), &json!("138****0000"))
        );

        let body = s.get("/getInfo", &s.token("admin").await).await.json();
        assert_eq!(
            (&body["roles"], &body["permissions"]),
            (&json!(["admin"]), &json!(["*:*:*"]))
        );
        assert_eq!(body["user"]["userName"], "admin");
    });
}

#[test]
fn the_router_list_names_the_list_and_the_hidden_pages_of_playing() {
    with_server(async |s| {
        let body = s.get("/getRouters", &s.token(OWNER).await).await.json();
        assert_eq!(body["code"], 200);
        let layout = &body["data"][0];
        assert_eq!(layout["component"], "Layout");
        let pages = layout["children"].as_array().unwrap();
        let page = |name: &str| pages.iter().find(|p| p["name"] == name).unwrap();
        assert_eq!(
            (
                &page("cloudPhone")["component"],
                &page("cloudPhone")["hidden"]
            ),
            (&json!("phones/index"), &json!(false))
        );
        assert_eq!(
            (&page("play")["component"], &page("play")["hidden"]),
            (&json!("play/index"), &json!(true))
        );
        let group = page("groupControl");
        assert_eq!(
            (&group["component"], &group["path"], &group["hidden"]),
            (&json!("play/group"), &json!("groupControl"), &json!(true))
        );
        assert_eq!(
            (&page("notice")["component"], &page("notice")["path"]),
            (&json!("notices/index"), &json!("notice"))
        );
        for (name, anew) in [
            ("cloudPhone", false),
            ("pay", true),
            ("renew", true),
            ("orderRecords", false),
            ("notice", false),
            ("play", true),
            ("groupControl", true),
        ] {
            assert_eq!(page(name)["meta"]["noCache"], anew, "{name}");
        }
        let account = &body["data"][1]["children"][0];
        assert_eq!(
            (&account["name"], &account["meta"]["noCache"]),
            (&json!("account"), &json!(false))
        );
    });
}

#[test]
fn only_an_operator_who_may_do_everything_is_given_the_gallery() {
    with_server(async |s| {
        for (account, given) in [(OWNER, false), ("admin", true)] {
            let body = s.get("/getRouters", &s.token(account).await).await.json();
            let pages = body["data"][0]["children"].as_array().unwrap();
            let gallery = pages.iter().find(|p| p["component"] == "ui/gallery");
            assert_eq!(gallery.is_some(), given, "{account}");
            assert!(gallery.is_none_or(|page| page["meta"]["noCache"] == json!(false)));
        }
    });
}

#[test]
fn anybody_reads_the_branding() {
    with_server(async |s| {
        let branding = s.get("/app-api/system/front/logo", "").await.data();
        let expected = json!({ "text": "", "main": "", "leftBg": "", "welcomeText": "", "registerType": "", "renewRedesign": 0, "loginWay": "phone", "serviceUrl": "", "serviceHours": "" });
        assert_eq!(branding, expected);
    });
}

const ACCOUNT: &str = "/app-api/member/member";

async fn send(s: &Server, method: Method, path: &str, token: &str, body: Value) -> Reply {
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "application/json"),
        ("accept-language", "en-US"),
        ("authorization", bearer.as_str()),
    ];
    s.send(method, path, &headers, body.to_string()).await
}

async fn update(s: &Server, token: &str, body: Value) -> Reply {
    send(
        s,
        Method::PUT,
        &format!("{ACCOUNT}/update-client"),
        token,
        body,
    )
    .await
}

async fn me(s: &Server, token: &str) -> Value {
    s.get(&format!("{ACCOUNT}/currentMemberInfo"), token)
        .await
        .data()
}

/// Asks for a code and reads it where it was sent: the code and its uuid.
async fn code(s: &Server, token: &str, purpose: &str, to: Value) -> (Value, Value) {
    let mut body = to;
    body["purpose"] = json!(purpose);
    let sent = s
        .post("/app-api/member/captcha/sendSmsCode", token, body)
        .await
        .data();
    let entry = s
        .sent()
        .into_iter()
        .find(|e| e.channel != "captcha")
        .unwrap();
    (json!(entry.code), sent["uuid"].clone())
}

#[test]
fn a_profile_changes_within_its_rules_and_says_which_rule_was_broken() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let body = json!({ "nickname": " 李姐 ", "sex": 2, "birthday": "1996-11-11", "location": "杭州", "channelCode": "spring" });
        assert_eq!(update(s, &token, body).await.data(), true);
        let after = me(s, &token).await;
        for (field, value) in [
            ("nickname", json!("李姐")),
            ("sex", json!(2)),
            ("birthday", json!("1996/11/11")),
            ("location", json!("杭州")),
            ("channelCode", json!("spring")),
            ("hasPassword", json!(true)),
            ("social", json!([])),
        ] {
            assert_eq!(after[field], value, "{field}");
        }
        for (body, words) in [
            (
                json!({ "nickname": "" }),
                "A nickname has 1 to 20 characters",
            ),
            (
                json!({ "nickname": "字".repeat(21) }),
                "A nickname has 1 to 20 characters",
            ),
            (json!({ "sex": 3 }), "Choose a gender"),
            (
                json!({ "birthday": "2099/01/01" }),
                "Enter a real birthday, as 1996/11/11",
            ),
            (
                json!({ "birthday": "1996/02/30" }),
                "Enter a real birthday, as 1996/11/11",
            ),
            (
                json!({ "location": "城".repeat(51) }),
                "A location has at most 50 characters",
            ),
            (json!({}), "There is nothing to change"),
            (
                json!({ "phone": "13600000000", "point": 5 }),
                "There is nothing to change",
            ),
        ] {
            let refused = update(s, &token, body.clone()).await;
            assert_eq!(
                (refused.code(), refused.msg().as_str()),
                (400, words),
                "{body}"
            );
        }
        assert_eq!(me(s, &token).await, after);
        update(s, &token, json!({ "birthday": "", "location": "" }))
            .await
            .data();
        assert_eq!(me(s, &token).await["birthday"], "");
    });
}

#[test]
fn an_address_is_set_with_the_code_that_was_mailed_to_it() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let (code, uuid) = code(s, &token, "email", json!({ "email": "Li@Example.com" })).await;
        let body = |code: &Value| json!({ "email": "li@example.com", "emailCode": code, "emailUuid": uuid });
        assert_eq!(update(s, &token, body(&json!("12345"))).await.code(), 400);
        let wrong = if code == "000000" { "000001" } else { "000000" };
        assert_eq!(
            update(s, &token, body(&json!(wrong))).await.code(),
            1_002_014_000
        );
        assert_eq!(update(s, &token, body(&code)).await.data(), true);
        assert_eq!(me(s, &token).await["email"], "li@example.com");
    });
}

#[test]
fn a_number_moves_with_two_codes() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let (old_code, old_uuid) = code(s, &token, "phone", json!({ "phone": OWNER })).await;
        let (code, uuid) = code(s, &token, "phone", json!({ "phone": "13600000000" })).await;
        let body = |code: &Value| json!({ "phone": "+86 136 0000 0000", "code": code, "uuid": uuid, "oldCode": old_code, "oldUuid": old_uuid });
        let path = format!("{ACCOUNT}/update-phone");
        let wrong = if code == "000000" { "000001" } else { "000000" };
        let refused = s.post(&path, &token, body(&json!(wrong))).await;
        assert_eq!(refused.code(), 1_002_014_000);
        assert_eq!(s.post(&path, &token, body(&code)).await.data(), true);
        assert_eq!(me(s, &token).await["phone"], "136****0000");
        assert_eq!(s.sign_in(OWNER).await.code(), 1_004_003_000);
        s.token("13600000000").await;
    });
}

/// A form with one file, as browsers send it.
async fn upload(s: &Server, token: &str, part: &str, file: &[u8]) -> Reply {
    upload_to(s, &format!("{ACCOUNT}/updateAvatar"), token, part, file).await
}

/// Likewise, to another path.
pub async fn upload_to(s: &Server, path: &str, token: &str, part: &str, file: &[u8]) -> Reply {
    let mut body = format!(
        "--X\r\ncontent-disposition: form-data; name=\"{part}\"; filename=\"../../me.png\"\r\ncontent-type: image/png\r\n\r\n"
    )
    .into_bytes();
    body.extend(file);
    body.extend(b"\r\n--X--\r\n");
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "multipart/form-data; boundary=X"),
        ("accept-language", "en-US"),
        ("authorization", bearer.as_str()),
    ];
    s.send(Method::POST, path, &headers, body).await
}

/// A red square.
pub fn png(edge: u32) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(edge, edge, image::Rgb([255, 0, 0]))
        .write_to(&mut file, image::ImageFormat::Png)
        .unwrap();
    file.into_inner()
}

#[test]
fn a_picture_is_kept_in_three_sizes_and_served_as_a_file_that_runs_nothing() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        assert_eq!(me(s, &token).await["avatar"], "");
        let first = upload(s, &token, "avatarfile", &png(40)).await.data();
        let new = upload(s, &token, "file", &png(400)).await.data();
        assert_eq!(new["imgUrl"], new["avatarList"][2]["avatarUrl"]);
        let after = me(s, &token).await;
        assert_eq!(
            (&after["avatarList"], &after["avatar"]),
            (&new["avatarList"], &new["avatarUrl"])
        );
        assert_eq!(
            s.get("/getInfo", &token).await.json()["user"]["avatar"],
            new["avatarUrl"]
        );

        let path = new["imgUrl"].as_str().unwrap();
        let served = s.get(path, "").await;
        assert_eq!(served.status, 200);
        for (header, value) in [
            ("content-type", "image/jpeg"),
            ("x-content-type-options", "nosniff"),
            ("content-disposition", "attachment; filename=\"avatar.jpg\""),
            ("content-security-policy", "default-src 'none'; sandbox"),
            ("cache-control", "private, max-age=31536000, immutable"),
        ] {
            assert_eq!(served.header(header), value);
        }
        let gone = first["imgUrl"].as_str().unwrap();
        for absent in [
            gone,
            &path.replace("256", "257"),
            "/app-api/member/avatar/..%2f..%2fetc",
            "/app-api/member/avatar/x",
        ] {
            assert_eq!(s.get(absent, "").await.status, 404, "{absent}");
        }
    });
}

#[test]
fn what_is_no_picture_or_too_large_is_refused_by_name() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let mut large = png(8);
        large.resize(5 * 1024 * 1024, 0);
        assert_eq!(
            upload(s, &token, "file", &large).await.code(),
            0,
            "as large as it may be"
        );
        large.push(0);
        let before = me(s, &token).await["avatar"].clone();
        for (part, file, code) in [
            ("file", &large[..], 1_001_003_010),
            (
                "file",
                b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
                1_001_003_011,
            ),
            ("file", b"<html>", 1_001_003_011),
            ("file", b"", 1_001_003_011),
            ("file", &png(64)[..70], 1_001_003_013),
            ("other", &png(8), 400),
        ] {
            let refused = upload(s, &token, part, file).await;
            assert_eq!((refused.status, refused.code()), (200, code), "{part}");
        }
        assert_eq!(me(s, &token).await["avatar"], before);
        assert_eq!(upload(s, "", "file", &png(8)).await.code(), 401);
    });
}

#[test]
fn nobody_learns_who_has_a_number() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let ask = async |phone: &str| {
            let path = format!("{ACCOUNT}/queryMemberByPhone?phone={phone}");
            s.get(&path, &token).await
        };
        let (known, unknown) = (ask(STRANGER).await, ask("13712340000").await);
        assert_eq!(known.data()["nickname"], "***");
        let shape = |reply: &Reply| {
            let mut data = reply.json();
            data["data"]["handle"] = json!(data["data"]["handle"].as_str().unwrap().len());
            data
        };
        assert_eq!(shape(&known), shape(&unknown));
        s.phone("甲", 30).await;
        s.grant("甲", "view").await;
        assert_eq!(ask(GUEST).await.data()["nickname"], "G**");
        assert_eq!(ask("123").await.code(), 400);
        for _ in 0..17 {
            ask(STRANGER).await.data();
        }
        let over = ask(STRANGER).await.json();
        assert_eq!(over["code"], 1_002_000_429);
        assert!(over["data"]["retryAfterMs"].as_i64().unwrap() > 0);
    });
}

#[test]
fn an_account_is_deleted_with_password_and_code_and_its_number_begins_anew() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        s.phone("甲", 30).await;
        s.grant("甲", "view").await;
        let price = s.get(&format!("{ACCOUNT}/deletion"), &token).await.data();
        assert_eq!(
            (
                &price["phones"],
                &price["grantsGiven"],
                &price["hasPassword"]
            ),
            (&json!(1), &json!(1), &json!(true))
        );
        assert_eq!(price["subAccounts"], json!([]));
        let (code, uuid) = code(s, &token, "delete", json!({})).await;
        let path = format!("{ACCOUNT}/delete");
        let with = |password: &str, code: &Value| json!({ "password": password, "code": code, "uuid": uuid });
        let other = if code == "000000" { "000001" } else { "000000" };
        let wrong_code = send(
            s,
            Method::DELETE,
            &path,
            &token,
            with(PASSWORD, &json!(other)),
        )
        .await;
        let wrong_password = send(s, Method::DELETE, &path, &token, with("wrong", &code)).await;
        assert_eq!(
            wrong_code.text, wrong_password.text,
            "nobody learns which was wrong"
        );
        assert_eq!(wrong_code.code(), 1_004_003_011);
        me(s, &token).await;

        let gone = send(s, Method::DELETE, &path, &token, with(PASSWORD, &code)).await;
        assert_eq!(gone.data(), true);
        assert!(
            gone.header("set-cookie").contains("Max-Age=0"),
            "the cookie goes, too"
        );
        assert_eq!(s.get("/getInfo", &token).await.code(), 401);
        assert_eq!(s.sign_in(OWNER).await.code(), 1_004_003_000);
        let guest = s.token(GUEST).await;
        assert_eq!(s.list(&guest, json!({})).await.data()["total"], 0);

        s.seed(json!({ "members": [{ "phone": OWNER, "password": PASSWORD, "nickname": "New" }] }))
            .await;
        let new = s.token(OWNER).await;
        assert_eq!(s.list(&new, json!({})).await.data()["total"], 0);
        let page = s.get("/app-api/member/session/page", &new).await.data();
        assert_eq!(page["total"], 1, "nothing of the old account");
    });
}

#[test]
fn the_price_of_deletion_names_the_sub_accounts() {
    with_server(async |s| {
        let child = |phone: &str| json!({ "parent": OWNER, "phone": phone, "password": PASSWORD });
        s.seed(json!({ "subAccounts": [child("13600000001")] }))
            .await;
        s.clock.set_offset_s(1.0);
        s.seed(json!({ "subAccounts": [child("13600000002")] }))
            .await;
        let of = async |who: &str| {
            let token = s.token(who).await;
            let price = s.get(&format!("{ACCOUNT}/deletion"), &token).await.data();
            price["subAccounts"].clone()
        };
        assert_eq!(of(OWNER).await, json!(["136****0001", "136****0002"]));
        assert_eq!(of("13600000001").await, json!([]), "a sub-account has none");
        assert_eq!(of(STRANGER).await, json!([]));
    });
}
