//! Operators who see the console as a member sees it: every operation is tried, and only those written down here are served.

use serde_json::Value;

use super::operations;
use super::world::World;
use crate::server::with_server;
use crate::session::view_as::begun;

/// Operations that an operator who views a member's console may call. A new operation joins the list only on purpose: it must change nothing,
/// show no phone, file or secret, and be of the member's own.
const SHOWN: [&str; 58] = [
    "check_phones",
    "check_replace",
    "count_messages",
    "count_no_read",
    "count_unread",
    "current_member",
    "get_config_value",
    "get_dictionary",
    "get_features",
    "get_findable",
    "get_info",
    "get_order",
    "get_overview",
    "get_parent",
    "get_phone_proxy",
    "get_points",
    "get_receipt",
    "get_reminders",
    "get_routers",
    "get_spend",
    "get_tag_tree",
    "list_configurations",
    "list_contacts",
    "list_data_centers",
    "list_entries_of_type",
    "list_given_grants",
    "list_groups",
    "list_guest_activity",
    "list_messages",
    "list_models",
    "list_models_v2",
    "list_models_v3",
    "list_operations",
    "list_operator_views",
    "list_orders",
    "list_own_agreements",
    "list_phones",
    "list_points",
    "list_popups",
    "list_prices",
    "list_proxy_cities",
    "list_proxy_countries",
    "list_purged",
    "list_received_grants",
    "list_recycled",
    "list_redemptions",
    "list_renew_models",
    "list_sections",
    "list_sessions",
    "list_shareable_phones",
    "list_sub_account_activity",
    "list_sub_account_phones",
    "list_sub_accounts",
    "list_tags",
    "list_upload_records",
    "list_wall_phones",
    "preview_deletion",
    "query_migrations",
];

#[test]
fn who_sees_a_members_console_reads_what_is_written_down_and_changes_nothing() {
    with_server(async |s| {
        let world = World::new(s).await;
        s.phone("A", 30).await;
        let owner = world.owner.id;
        let (token, _) = begun(s, &world.admin.token, owner).await;
        // The view itself is used, which is noted; what the member has is not touched.
        let kept = || {
            let mut rows = world.rows_of(&[owner], &[]);
            rows.retain(|row| !row.contains("VIEW_AS"));
            rows
        };
        let before = kept();
        assert!(before.iter().any(|row| row.starts_with("phones ")));
        let bearer = format!("Bearer {token}");
        for operation in operations().iter().filter(|o| o.level != "anon") {
            let filled = operation.harmless();
            let headers = operation.headers(&bearer);
            let path = filled.path(&operation.path);
            let method = operation.method.clone();
            let body = filled.body.to_string();
            let reply = s.send(method.clone(), &path, &headers, body).await;
            let id = operation.id.as_str();
            let code = match reply.text.as_str() {
                "" => i64::from(reply.status),
                _ => reply.code(),
            };
            if SHOWN.contains(&id) {
                assert!(
                    ![401, 403, 500, 1_011_109_006].contains(&code),
                    "{id}: {}",
                    reply.text
                );
            } else if method == reqwest::Method::HEAD {
                assert_eq!(reply.status, 403, "{id}");
            } else {
                assert_eq!(code, 1_011_109_006, "{id}: {}", reply.text);
                assert_eq!(reply.json()["data"], Value::Null, "{id}");
            }
        }
        assert_eq!(kept(), before);
    });
}

#[test]
fn what_is_shown_is_an_operation() {
    let all = operations();
    for id in SHOWN {
        assert!(all.iter().any(|operation| operation.id == id), "{id}");
    }
}
