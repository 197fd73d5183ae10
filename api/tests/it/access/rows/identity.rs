//! Rows of new devices and of the proxies of phones.

use serde_json::json;

use super::{Row, phones, row};

/// The row of an operation; none where it concerns neither.
pub fn of(id: &str) -> Option<Row> {
    Some(match id {
        "renew_device" | "renew_device_v3" | "renew_device_redesign" => {
            phones(json!({ "model": "2211133G" }))
        }
        "draw_serial" => row([json!({ "?": { "model": "2211133G" } })]),
        "test_proxy" => row([json!({ "protocol": "SOCKS4" })]),
        "test_phone_proxy" | "change_proxy" => row([json!({ "phoneId": "$phone" })]),
        "get_phone_proxy" => row([json!({ "?": { "phoneId": "$phone" } })]),
        "change_proxies" => row([json!({ "phoneIds": "$phones" })]),
        "read_proxy_lines" => row([json!({ "proxyLines": "a.example:1", "phones": 1 })]),
        "list_proxy_cities" => row([json!({ "/": { "id": 392 } })]),
        _ => return None,
    })
}
