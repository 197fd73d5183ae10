//! Who is signed in, which routes are theirs, and how the sign-in page is dressed.

use serde_json::json;

use crate::server::{OWNER, with_server};

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
fn the_router_list_names_the_list_and_the_hidden_play_page() {
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
    });
}

#[test]
fn anybody_reads_the_branding() {
    with_server(async |s| {
        let branding = s.get("/app-api/system/front/logo", "").await.data();
        let expected = json!({ "text": "", "main": "", "leftBg": "", "welcomeText": "", "registerType": "", "renewRedesign": 0, "loginWay": "phone" });
        assert_eq!(branding, expected);
    });
}
