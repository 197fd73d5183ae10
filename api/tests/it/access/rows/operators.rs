//! Rows of what operators sell, of what they do about orders and money, and of members, accounts and roles.

use serde_json::{Value, json};

use super::{Row, row, with};

/// A configuration, with other fields.
fn configuration(more: &Value) -> Value {
    let body = json!({
        "nameZh": "轻量型", "nameEn": "Light", "androidVersion": "10", "chip": "Orion865",
        "padType": 5, "dpi": 320, "onSale": false,
    });
    with(body, more)
}

/// The row of an operation; none where it is no operator's.
pub fn of(id: &str) -> Option<Row> {
    Some(match id {
        "list_operator_views"
        | "export_phones"
        | "list_kept_configurations"
        | "get_today"
        | "get_system"
        | "get_branding_desk"
        | "get_sign_in_desk"
        | "list_all_orders"
        | "export_orders"
        | "list_bills"
        | "list_bill_differences"
        | "list_ledger"
        | "sum_ledger" => row([json!({})]),
        "create_configuration" => row([configuration(&json!({}))]),
        "update_configuration" => row([configuration(
            &json!({ "configurationId": 1, "version": 0 }),
        )]),
        "save_price_draft" => row([json!({
            "configurationId": 1, "version": 0,
            "packages": [{ "days": 30, "onSale": true, "tiers": [{ "from": 1, "unitFen": 1 }] }],
        })]),
        "schedule_prices" | "withdraw_prices" | "discard_price_draft" => {
            row([json!({ "configurationId": 1, "version": 0 })])
        }
        "get_refund" => row([json!({ "?": { "refundNo": "R0" } })]),
        "get_any_order" => row([json!({ "?": { "orderId": 1 } })]),
        "compare_bill" => row([json!({ "wallet": 1, "day": "2026-11-24" })]),
        "solve_bill_difference" => row([json!({ "differenceId": 1, "note": "已退回" })]),
        "handle_mismatch" => row([json!({ "mismatchId": 1, "note": "已退回" })]),
        // The shop front.
        "add_branding_picture" => row([json!({ "file": "none" })]),
        "save_branding" => row([json!({
            "text": "", "textEn": "", "main": "", "leftBg": "", "welcomeText": "", "welcomeTextEn": "",
            "renewRedesign": 0, "serviceUrl": "", "serviceHours": "", "serviceHoursEn": "",
            "contacts": [{ "id": 1, "type": 2, "account": "88213", "htmlCode": "https://qun.example/" }],
            "updateTime": 0,
        })]),
        "get_branding_picture" => row([json!({ "/": { "name": "none" } })]),
        "save_sign_in" => row([json!({
            "methods": ["password", "sms", "email", "social"], "loginWay": "phone", "registerType": "", "updateTime": 0,
        })]),
        "test_sender" => row([json!({ "to": "13800000000" })]),
        // Accounts, members, roles.
        "change_user_status" => row([
            json!({ "userId": "$member", "status": "1" }),
            json!({ "userId": "$member", "status": "0" }),
        ]),
        "remove_role" | "give_roles" => {
            row([json!({ "roleId": 1, "updateTime": 1, "memberId": 1, "roleIds": [] })])
        }
        id if id.starts_with("list_member_") || id == "get_member" => {
            row([json!({ "?": { "memberId": "$member" } })])
        }
        "reveal_member" | "end_member_sessions" | "adjust_member_points" | "view_as_member" => {
            row([json!({ "memberId": "$member", "points": 1, "reason": "x" })])
        }
        "write_phone_note" => row([json!({ "phoneId": 1, "note": "x", "seen": "" })]),
        "end_view_as" => row([json!({ "viewId": 1 })]),
        "get_user" => row([json!({ "/": { "userId": "$member" } })]),
        "remove_users" => row([json!({ "/": { "userIds": "$member" } })]),
        "create_user" | "save_role" => {
            row([json!({ "userName": "maker", "name": "Makers", "permissions": [] })])
        }
        "update_user" | "reset_user_password" => {
            row([json!({ "userId": "$member", "password": "Changed#2027" })])
        }
        _ => return None,
    })
}
