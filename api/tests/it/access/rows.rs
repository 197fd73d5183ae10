//! A row for each operation: its requests, with a mark (`requests.rs`) wherever a thing is named by its id. A thing that must be in a
//! certain state first gets there by the row's `before`.

mod identity;
mod operators;

use serde_json::{Value, json};

use super::requests::{CODE, COUNT, HANDLE, LINES, RENEWALS, TOTAL};

/// The end of a day in Shanghai, years from now: rentals can be brought there.
const DAY_END_MS: i64 = 1_831_564_800_000;

/// Statements that make a batch fail of which nothing was done yet, with its id for `$id`.
pub const FAIL: [&str; 2] = [
    "UPDATE phones SET operation_id = NULL, busy_code = NULL, failed_code = NULL \
     WHERE operation_id IN (SELECT id FROM operations WHERE batch_id = $id)",
    "UPDATE operations SET state = 3, reason = 'timedOut', ended_ms = created_ms WHERE batch_id = $id",
];

/// Put two phones of a phone's configuration into stock: two calls take each one.
const SPARE: [&str; 2] = [
    "INSERT INTO phones (id, owl_id, configuration_id, adb, carrier, dpi, alias, alias_key, sort_key, assign_ms, expire_ms, power_on, healthy, status_since_ms, created_ms) \
     SELECT id + 1, owl_id || '1', configuration_id, adb || '1', carrier, dpi, '', '', '', 0, 0, TRUE, TRUE, 0, 0 FROM phones WHERE id = $id",
    "INSERT INTO phones (id, owl_id, configuration_id, adb, carrier, dpi, alias, alias_key, sort_key, assign_ms, expire_ms, power_on, healthy, status_since_ms, created_ms) \
     SELECT id + 2, owl_id || '2', configuration_id, adb || '2', carrier, dpi, '', '', '', 0, 0, TRUE, TRUE, 0, 0 FROM phones WHERE id = $id",
];

/// Note a replacement with data of a phone, which failed.
const TRANSFER: [&str; 2] = [
    "INSERT INTO operation_batches (id, member_id, kind, created_ms, total) SELECT id, owner_id, 'transfer', 1, 1 FROM phones WHERE id = $id",
    "INSERT INTO operations (id, batch_id, position, member_id, phone_id, kind, input, state, step, phase, generation, created_ms, since_ms, ended_ms, reason) \
     SELECT id, id, 0, owner_id, id, 'transfer', '{\"transfer\":{\"bytes\":0,\"to\":null}}', 3, 0, 0, 0, 1, 1, 1, 'timedOut' FROM phones WHERE id = $id",
];

/// Address of an upload to a phone: `{"path":"/sdcard","name":"a","size":999,"modifiedMs":1,"replace":false}`.
const PHONE_UPLOAD: &str = "eyJwYXRoIjoiL3NkY2FyZCIsIm5hbWUiOiJhIiwic2l6ZSI6OTk5LCJtb2RpZmllZE1zIjoxLCJyZXBsYWNlIjpmYWxzZX0";

/// Step that brings a thing into the state that its operation needs.
pub enum Before {
    /// A statement, with the thing's id for `$id`.
    Sql(&'static str),
    /// A phone carries a tag of its owner's.
    Tagged,
    /// An order is paid.
    Paid,
}

/// How an operation is asked.
pub struct Row {
    /// Each way in which it takes ids.
    pub requests: Vec<Value>,
    /// For things of which kind, and what.
    pub before: Vec<(&'static str, Before)>,
    /// The right to a phone that it takes, where the operation's level says nothing of phones.
    pub needs: Option<&'static str>,
}

fn row(requests: impl IntoIterator<Item = Value>) -> Row {
    Row {
        requests: requests.into_iter().collect(),
        before: Vec::new(),
        needs: None,
    }
}

impl Row {
    fn after(mut self, kind: &'static str, before: Before) -> Self {
        self.before.push((kind, before));
        self
    }

    fn needing(mut self, right: &'static str) -> Self {
        self.needs = Some(right);
        self
    }
}

/// One and many phones.
fn phones(more: Value) -> Row {
    let with = |key: &str, mark: &str| {
        let mut request = more.clone();
        request[key] = json!(mark);
        request
    };
    row([with("phoneId", "$phone"), with("phoneIds", "$phones")])
}

/// A purchase, a renewal by lines, one to a common date, and an upgrade.
fn orders(more: Value) -> Row {
    let kinds = [
        json!({ "type": 1, "configurationId": "$configuration", "packageId": "$package", "quantity": 1 }),
        json!({ "type": 2, "lines": LINES }),
        json!({ "type": 2, "phoneIds": "$phones", "alignMs": DAY_END_MS }),
        json!({ "type": 3, "phoneId": "$phone", "configurationId": "$better" }),
    ];
    row(kinds.map(|kind| with(kind, &more)))
}

/// A body with `more` fields.
fn with(mut body: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

/// Words of an app of the market.
fn listing() -> Value {
    json!({ "nameZh": "地图", "nameEn": "Maps", "descriptionZh": "", "descriptionEn": "" })
}

/// An announcement to everybody.
fn announcement(more: &Value) -> Value {
    let body = json!({
        "msgType": 1, "contentType": 2, "titleZh": "标题", "titleEn": "Title", "contentZh": "内容", "contentEn": "Text", "audience": 1,
    });
    with(body, more)
}

/// An authorization of phones for an hour.
fn authorization(more: &Value) -> Value {
    let body = json!({ "handle": HANDLE, "accreditType": 1, "hours": 1, "agreed": true });
    with(body, more)
}

/// The row of an operation; an operation without one fails.
pub fn of(id: &str) -> Row {
    match id {
        // Without anything to name.
        "sign_out"
        | "get_register_type"
        | "get_branding"
        | "list_renew_models"
        | "list_proxy_countries"
        | "list_models"
        | "list_models_v2"
        | "list_models_v3"
        | "current_member"
        | "get_info"
        | "get_routers"
        | "list_roles"
        | "list_members"
        | "export_members"
        | "preview_deletion"
        | "list_sessions"
        | "list_messages"
        | "count_unread"
        | "count_messages"
        | "count_unread_records"
        | "read_all_messages"
        | "list_groups"
        | "list_tags"
        | "get_tag_tree"
        | "list_operations"
        | "list_upload_records"
        | "list_cloud_files"
        | "take_trial"
        | "list_contacts"
        | "get_features"
        | "list_data_centers"
        | "list_feedback"
        | "list_configurations"
        | "list_orders"
        | "list_recycled"
        | "list_points"
        | "get_points"
        | "list_purged"
        | "get_calendar"
        | "get_calendar_address"
        | "get_reminders"
        | "list_refunds"
        | "list_mismatches"
        | "list_hosts"
        | "get_operator_menu"
        | "list_all_phones"
        | "count_all_phones"
        | "list_dictionary_entries"
        | "export_dictionary_entries"
        | "list_dictionary_types"
        | "list_config"
        | "export_config"
        | "clear_config_cache"
        | "refresh_config_cache"
        | "list_users"
        | "export_users"
        | "get_import_template"
        | "list_audit"
        | "export_audit"
        | "list_audit_actions"
        | "list_popups"
        | "list_announcements"
        | "count_no_read"
        | "list_own_agreements"
        | "list_agreements"
        | "list_embeds"
        | "list_share_links"
        | "count_share_viewers"
        | "create_clip_ticket"
        | "list_tokens"
        | "list_redemptions"
        | "list_redeem_batches"
        | "list_maintenance"
        | "list_maintenance_hosts"
        | "list_given_grants"
        | "list_received_grants"
        | "list_shareable_phones"
        | "get_findable"
        | "list_sub_accounts"
        | "get_parent"
        | "get_sub_account_template"
        | "get_overview"
        | "get_spend"
        | "list_webhooks"
        | "list_market_apps"
        | "list_offered_apps"
        | "describe_uploads"
        | "create_upload" => row([json!({})]),
        "get_dictionary" => row([json!({ "type": "phone_status" })]),
        "sign_in" => row([json!({ "phone": "13800000000", "password": "wrong", "agreed": true })]),
        "register_member" | "change_password" | "check_code" => {
            row([json!({ "phone": "13800000000", "code": "000000", "uuid": "wrong" })])
        }
        "get_social_redirect" => row([json!({ "?": { "type": 50, "redirectUri": "x" } })]),
        "sign_in_social" | "bind_social" => {
            row([json!({ "type": 50, "code": "wrong", "state": "wrong", "agreed": true })])
        }
        "unbind_social" => row([json!({ "type": 50, "?": { "type": 50 } })]),
        "get_captcha" => row([json!({ "?": { "action": "login" } })]),
        "check_captcha" => row([json!({ "uuid": "wrong", "code": "wrong" })]),
        "send_code" => row([json!({ "phone": "13800000000", "purpose": "login" })]),
        "refresh_session" => row([json!({ "refreshToken": "wrong" })]),
        "offer_app" => row([json!({ "uploadId": 1, "listing": listing() })]),
        "describe_app" => row([json!({ "appId": 1, "updateTime": 0, "listing": listing() })]),
        "set_app_offered" => row([json!({ "appId": 1, "down": true })]),
        "remove_app_version" => row([json!({ "versionId": 1 })]),
        "get_agreement" => row([json!({ "?": { "kind": "terms" } })]),
        "save_agreement" => row([json!({
            "kind": "terms", "titleZh": "标题", "titleEn": "Title", "contentZh": "内容", "contentEn": "Text",
        })]),
        "get_announcement" | "list_acceptances" => row([json!({ "?": { "id": 1 } })]),
        "create_announcement" | "test_announcement" => row([announcement(&json!({}))]),
        "update_announcement" => row([announcement(&json!({ "id": 1 }))]),
        "publish_announcement" | "withdraw_announcement" | "publish_agreement" => {
            row([json!({ "id": 1 })])
        }
        "count_audience" => row([json!({ "audience": 1 })]),
        "get_announcement_picture" => row([json!({ "/": { "name": "wrong" } })]),
        "create_notice" | "update_notice" => row([
            json!({ "noticeId": 1, "noticeTitle": "标题", "noticeType": "1", "noticeContent": "内容", "status": "1" }),
        ]),
        "get_avatar" => row([json!({ "/": { "name": "wrong-64" } })]),
        "play_clip" => row([json!({ "/": { "page": 1 } })]),
        "send_feedback" => row([
            json!({ "feedbackTitle": "标题", "feedbackContent": "内容", "feedbackSource": "1" }),
        ]),
        "get_feedback" => row([json!({ "/": { "id": "$feedback" } })]),
        "answer_feedback" => row([json!({ "id": "$feedback", "answer": "好" })]),
        "track_page_view" => row([json!({ "path": "/index" })]),
        "track_page_error" => row([json!({ "kind": "TypeError", "path": "/index" })]),
        "update_profile" => row([json!({ "nickname": "李姐", "sex": 1 })]),
        "change_phone" => row([
            json!({ "phone": "13600000000", "code": "000000", "uuid": "x", "oldCode": "000000", "oldUuid": "x" }),
        ]),
        "update_avatar" | "add_announcement_picture" | "import_users" | "import_sub_accounts" => {
            row([json!({ "file": "none" })])
        }
        "prove_password" => row([json!({ "password": "wrong" })]),
        "delete_member" => row([json!({ "code": "000000", "uuid": "wrong", "password": "wrong" })]),
        "find_member" | "get_code_times" => row([json!({ "?": { "phone": "13800000000" } })]),
        "set_calendar_address" => row([json!({ "on": true })]),
        "set_reminders" => row([json!({ "bySms": false, "byMail": false })]),
        "read_calendar" | "open_share_link" | "begin_trial" => row([json!({ "token": "wrong" })]),
        "set_auto_renew" => row([json!({ "phoneIds": "$phones", "on": false })]),
        "set_group_auto_renew" => row([json!({ "id": "$group", "on": false })]),
        "create_group" => row([json!({ "name": "组" })]),
        "create_tag" => row([json!({ "name": "标签" })]),
        "list_prices" => row([json!({ "?": { "configurationId": 1 } })]),
        "quote_order" => orders(json!({})),
        "create_order" => orders(json!({ "totalFen": TOTAL, "agreed": true })).needing("owner"),
        "cancel_order" => row([json!({ "orderId": "$order" })]),
        "get_order" | "get_payment" => row([json!({ "?": { "orderId": "$order" } })]),
        "pay_order" => row([json!({ "orderId": "$order", "wallet": 1, "way": "pc" })]),
        "refund_order" => {
            row([json!({ "orderId": "$order", "reason": "买错了" })]).after("order", Before::Paid)
        }
        "give_up_phones" => row([json!({ "phoneIds": "$phones", "count": COUNT })]).after(
            "phone",
            Before::Sql("UPDATE phones SET expire_ms = assign_ms WHERE id = $id"),
        ),
        // Redeem codes.
        "preview_codes" => row([json!({ "codes": ["ABCD-EFGH"] })]),
        "redeem_code" | "find_redeem_code" => row([json!({ "code": "ABCD-EFGH" })]),
        "renew_by_code" => row([json!({ "code": CODE, "phoneId": "$phone" })]),
        "redeem_codes" => row([json!({ "codes": RENEWALS })]),
        "create_redeem_batch" => row([json!({
            "note": "补偿", "gives": "days", "days": 1, "count": 1, "untilTime": DAY_END_MS,
        })]),
        "order_popups" => row([json!({ "ids": [1] })]),
        "write_code_sheet" => row([json!({ "batchNo": "C-0001", "codes": [] })]),
        "list_batch_codes" => row([json!({ "?": { "batchId": 1 } })]),
        "void_redeem_batch" => row([json!({ "batchId": 1 })]),
        "count_maintenance" => row([json!({ "scope": "phones", "owlIds": ["OWL-0"] })]),
        "set_maintenance" => row([json!({
            "scope": "host", "host": "nowhere", "reasonZh": "检修", "reasonEn": "Repair",
        })]),
        "get_any_phone" | "list_phone_events" | "get_phone_screen" => {
            row([json!({ "?": { "phoneId": 1 } })])
        }
        "ask_addresses" => row([json!({ "addresses": "127.0.0.1:1" })]),
        "add_phones" => row([json!({ "configurationId": 1, "addresses": ["10.9.9.9:1"] })]),
        "remove_stock_phone" => row([json!({ "phoneId": 1 })]),
        "take_phone_back" => row([json!({ "phoneId": 1, "memberId": 1, "reason": "违规" })]),
        "end_maintenance" => row([json!({ "maintenanceId": 1 })]),
        "void_redeem_code" => row([json!({ "codeId": 1 })]),
        "decide_refund" => row([json!({ "refundNo": "R0", "verdict": "approve" })]),
        "authorize_phone" => row([authorization(&json!({ "phoneId": "$phone" }))]),
        "authorize_phones" => row([authorization(&json!({ "phoneIds": "$phones" }))]),
        "update_grant" => row([json!({ "relationId": "$grant", "accreditType": 1 })]),
        "recall_grant" => row([json!({ "relationId": "$grant", "relationType": 1 })]),
        "recall_grants" => row([json!({ "relationIds": "$grants" })]),
        "leave_grants" => row([json!({ "relationIds": "$received" })]),
        "list_guest_activity" => row([json!({ "?": { "relationId": "$grant" } })]),
        "set_findable" => row([json!({ "findable": true })]),
        "add_sub_account" => row([
            json!({ "?": { "phone": "13600000009", "code": "000000", "uuid": "wrong" } }),
        ]),
        "remove_sub_account" | "list_sub_account_phones" | "list_sub_account_activity" => {
            row([json!({ "?": { "memberId": "$child" } })])
        }
        "list_sections" => row([json!({ "?": { "by": "subAccount" } })]),
        "list_wall_phones" => row([
            json!({ "?": { "by": "subAccount", "memberId": "$child" } }),
            json!({ "?": { "by": "group", "groupId": "$group" } }),
        ]),
        "invite_sub_account" => {
            row([json!({ "phone": "13600000009", "phoneIds": "$phones" })])
        }
        "withdraw_invitation" => row([json!({ "?": { "invitationId": "$invitation" } })]),
        "set_sub_account_status" => row([json!({ "memberId": "$child", "status": 1 })]),
        "give_phones" | "take_phones" => {
            row([json!({ "memberId": "$child", "phoneIds": "$phones" })])
        }
        // Phones.
        "list_phones" => row([
            json!({}),
            json!({ "phoneIds": "$phones" }),
            json!({ "groupId": "$group" }),
            json!({ "phoneTagId": "$tag" }),
        ]),
        "report_session_error" => row([json!({ "phoneId": "$phone", "reason": "offline" })]),
        "get_screenshot" => row([json!({ "?": { "phoneId": "$phone" } })]),
        "list_files" => row([json!({ "?": { "phoneId": "$phone", "path": "/sdcard" } })]),
        "create_folder" => row([json!({ "phoneId": "$phone", "path": "/sdcard", "name": "a" })]),
        "move_file" => row([json!({ "phoneId": "$phone", "path": "/sdcard/a", "name": "b" })]),
        "delete_files" => row([json!({ "phoneId": "$phone", "paths": ["/sdcard/a"] })]),
        "describe_phone_uploads" => row([json!({ "/": { "phoneId": 1 } })]),
        "create_phone_upload" => row([json!({ "/": { "phoneId": "$phone" } })]),
        // The body, whatever it is, is the piece.
        "get_phone_upload_offset" | "append_phone_upload" | "remove_phone_upload" => {
            row([json!({ "/": { "phoneId": "$phone", "upload": PHONE_UPLOAD } })])
        }
        "download_file" => row([json!({ "?": { "ticket": "x" } })]),
        "create_file_ticket" => row([json!({ "phoneId": "$phone", "path": "/sdcard/a" })]),
        "start_phone" => row([
            json!({ "phoneId": "$phone" }),
            json!({ "phoneId": "$phone", "mode": "view" }),
        ]),
        "create_embed" => row([json!({ "phoneId": "$phone", "level": "view" })]),
        "create_share_link" => row([
            json!({ "phoneId": "$phone", "hours": 1, "viewersMax": 5 }),
            json!({ "kind": "clip", "uploadId": "$upload", "hours": 1, "viewersMax": 5 }),
        ])
        .after(
            "upload",
            Before::Sql("UPDATE uploads SET kind = 'video' WHERE id = $id"),
        ),
        "update_share_link" => row([json!({ "linkId": "$link", "viewersMax": 7 })]),
        "end_share_link" => row([json!({ "linkId": "$link" })]),
        "open_embed" => row([json!({ "ticket": "wrong" })]),
        "create_token" => row([json!({ "name": "CI", "scopes": ["phones:read"], "phoneIds": "$phones", "days": 1, "code": "000000", "uuid": "wrong" })])
            .needing("view"),
        "revoke_token" => row([json!({ "tokenId": "$token" })]),
        "create_webhook" => row([
            json!({ "name": "CI", "url": "https://hooks.example/", "kinds": ["phone.status"] }),
        ]),
        "update_webhook" => row([
            json!({ "webhookId": "$webhook", "name": "CI", "url": "https://hooks.example/", "kinds": ["phone.status"] }),
        ]),
        "remove_webhook" | "rotate_webhook" | "pause_webhook" | "resume_webhook"
        | "test_webhook" => row([json!({ "webhookId": "$webhook" })]),
        "list_deliveries" => row([json!({ "?": { "webhookId": "$webhook" } })]),
        "redeliver_event" => row([json!({ "deliveryId": "$delivery" })]),
        "end_embed" => row([json!({ "embedId": "$embed" })]),
        "create_socket_ticket" => row([json!({ "purpose": "deck", "phoneIds": "$phones" })]),
        "check_phones" => row([json!({ "action": "reboot", "phoneIds": "$phones" })]),
        "reboot_phones" | "power_off_phones" | "reset_phones" | "probe_phones"
        | "upgrade_images" | "list_apps" | "list_storage" | "preview_new_device" => phones(json!({})),
        "power_on_phones" => phones(json!({})).after(
            "phone",
            Before::Sql("UPDATE phones SET power_on = FALSE WHERE id = $id"),
        ),
        "set_density" => phones(json!({ "density": 480 })),
        "rename_phones" => phones(json!({ "phoneAlias": "新名" })),
        "replace_phone" => row([json!({ "phoneId": "$phone" })])
            .after("phone", Before::Sql(SPARE[0]))
            .after("phone", Before::Sql(SPARE[1])),
        "replace_phones" => row([json!({ "phoneIds": "$phones" })])
            .after("phone", Before::Sql(SPARE[0]))
            .after("phone", Before::Sql(SPARE[1])),
        "transfer_phones" => row([json!({ "phoneIds": "$phones", "agreed": true, "disclaimerVersion": 1 })])
            .after("phone", Before::Sql(SPARE[0]))
            .after("phone", Before::Sql(SPARE[1])),
        "retry_migration" => row([json!({ "phoneId": "$phone" })])
            .after("phone", Before::Sql(SPARE[0]))
            .after(
                "phone",
                Before::Sql("UPDATE phones SET failed_code = 11 WHERE id = $id"),
            ),
        "enter_directly" => row([json!({ "phoneId": "$phone" })]).after(
            "phone",
            Before::Sql("UPDATE phones SET failed_code = 3 WHERE id = $id"),
        ),
        "leave_groups" | "take_phones_from_all" | "check_replace" => {
            row([json!({ "phoneIds": "$phones" })])
        }
        "query_migrations" => row([json!({ "phoneIds": "$phones" })])
            .after("phone", Before::Sql(TRANSFER[0]))
            .after("phone", Before::Sql(TRANSFER[1])),
        // Groups and tags.
        "move_to_group" => row([
            json!({ "phoneIds": "$phones", "groupId": "$group" }),
            json!({ "phoneIds": "$phones" }),
        ]),
        "rename_group" => row([json!({ "id": "$group", "name": "新组" })]),
        "delete_group" => row([
            json!({ "id": "$group" }),
            json!({ "id": "$group", "moveTo": "$group" }),
        ]),
        "bind_tag" => row([json!({ "phoneTagId": "$tag", "phoneId": "$phone" })]),
        "bind_tags" => row([json!({ "phoneTagIds": "$tags", "phoneIds": "$phones" })]),
        "unbind_tag" => row([json!({ "phoneTagId": "$tag", "phoneId": "$phone" })])
            .after("phone", Before::Tagged),
        "rename_tag" => row([json!({ "id": "$tag", "name": "新标签" })]),
        "delete_tag" => row([json!({ "id": "$tag" })]),
        // Operations.
        "get_receipt" => row([json!({ "?": { "batchId": "$batch" } })]),
        "cancel_operations" => row([json!({ "batchId": "$batch" })]),
        "retry_operations" => row([
            json!({ "batchId": "$batch" }),
            json!({ "batchId": "$batch", "phoneIds": "$phones" }),
        ])
        .after("operation", Before::Sql(FAIL[0]))
        .after("operation", Before::Sql(FAIL[1])),
        // Uploads.
        "get_upload" => row([json!({ "?": { "uploadId": "$upload" } })]),
        "get_upload_offset" => row([json!({ "/": { "uploadId": "$upload" } })]),
        // A content of its own: the others' is being sent by operations of other rows.
        "remove_upload" => row([json!({ "/": { "uploadId": "$upload" } })]).after(
            "upload",
            Before::Sql("UPDATE uploads SET sha256 = 'of $id' WHERE id = $id"),
        ),
        "append_upload" => row([json!({ "/": { "uploadId": "$upload" } })]).after(
            "upload",
            Before::Sql(
                "UPDATE uploads SET received_bytes = 0, ready_ms = NULL, kind = NULL WHERE id = $id",
            ),
        ),
        "install_apps" => phones(json!({ "uploadIds": "$uploads" })),
        "start_apps" | "stop_apps" | "restart_apps" | "uninstall_apps" | "clear_apps" => {
            phones(json!({ "packageNames": "com.owl.farm" }))
        }
        // Sessions, messages, accounts.
        "end_session" => row([json!({ "sessionId": "$session" })]),
        "read_message" => row([json!({ "/": { "id": "$message" } })]),
        "read_messages" | "remove_messages" => row([json!({ "ids": "$messages" })]),
        // Dictionaries, configuration, files.
        "list_entries_of_type" => row([json!({ "/": { "dictType": "nothing" } })]),
        "get_dictionary_entry" => row([json!({ "/": { "dictCode": 1 } })]),
        "create_dictionary_entry" | "update_dictionary_entry" => row([
            json!({ "dictCode": 1, "dictType": "trial", "dictValue": "1", "dictLabel": "1" }),
        ]),
        "remove_dictionary_entries" => row([json!({ "/": { "dictCodes": 1 } })]),
        "get_config_value" => row([json!({ "/": { "configKey": "nothing" } })]),
        "get_config" => row([json!({ "/": { "configId": 9 } })]),
        "create_config" | "update_config" => row([
            json!({ "configId": 9, "configName": "Trial", "configKey": "trial" }),
        ]),
        "remove_config" => row([json!({ "/": { "configIds": 9 } })]),
        "take_export" => row([json!({ "?": { "fileName": "none_x.csv" } })]),
        _ => (operators::of(id).or_else(|| identity::of(id))).unwrap_or_else(|| panic!("{id} has no row in api/tests/it/access/rows.rs")),
    }
}
