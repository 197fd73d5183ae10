//! Changes of phones that a member's socket is told of when somebody does something with them.

use serde_json::json;

use super::{Socket, member_socket, with_live_server};
use crate::server::OWNER;

/// Waits until a change of this phone is told; none: of any of them.
async fn told(socket: &mut Socket, phone_id: Option<i64>) {
    let wanted = phone_id.map_or_else(|| json!([]), |id| json!([id]));
    loop {
        let (name, content) = socket.news().await;
        if name == "phone-changed" && content["phoneIds"] == wanted {
            return;
        }
    }
}

#[test]
fn a_phone_that_is_taken_out_of_the_line_has_changed() {
    with_live_server(async |s| {
        let id = s.phone("甲", 30).await;
        let token = s.token(OWNER).await;
        let mut socket = member_socket(s, &token).await;
        let path = "/app-api/infra/cacloud/reboot-instance";
        let begun = s.post(path, &token, json!({ "phoneIds": [id] })).await;
        told(&mut socket, Some(id)).await;
        let batch = json!({ "batchId": begun.data()["batchId"] });
        let path = "/app-api/infra/operation/cancel";
        let freed = s.post(path, &token, batch).await.data();
        assert_eq!(freed["cancelled"], 1);
        told(&mut socket, Some(id)).await;
    });
}

#[test]
fn phones_that_get_another_group_or_tag_have_changed() {
    with_live_server(async |s| {
        let id = s.phone("甲", 30).await;
        let token = s.token(OWNER).await;
        let mut socket = member_socket(s, &token).await;
        let path = "/app-api/trade/phone-group/create";
        let group = s.post(path, &token, json!({ "name": "组" })).await.data()["id"].clone();
        let path = "/app-api/trade/phone-tag/create";
        let tag = s.post(path, &token, json!({ "name": "标" })).await.data()["id"].clone();
        for (path, body, changed) in [
            (
                "/app-api/trade/phone-group/move",
                json!({ "phoneIds": [id], "groupId": group }),
                Some(id),
            ),
            (
                "/app-api/trade/phone-tag/bind",
                json!({ "phoneId": id, "phoneTagId": tag }),
                Some(id),
            ),
            (
                "/app-api/trade/phone-tag/unbind",
                json!({ "phoneId": id, "phoneTagId": tag }),
                Some(id),
            ),
            (
                "/app-api/trade/phone-tag/update",
                json!({ "id": tag, "name": "记" }),
                None,
            ),
            (
                "/app-api/trade/phone-group/delete",
                json!({ "id": group }),
                None,
            ),
        ] {
            assert_eq!(s.post(path, &token, body).await.code(), 0, "{path}");
            told(&mut socket, changed).await;
        }
    });
}
