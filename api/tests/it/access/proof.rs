//! Calls about money and rights: each asks for the password that was last typed too long ago.

use domain::codes::PASSWORD_NEEDED;
use serde_json::Value;

use super::operations;
use super::world::World;
use crate::server::with_swept_server;

/// Calls that ask for it only where the account is an operator's, or the setting is about money.
const ONLY_SOME: [&str; 7] = [
    "change_user_status",
    "end_member_sessions",
    "reset_user_password",
    "update_user",
    "remove_users",
    "update_config",
    "view_as_member",
];
/// Calls about money and rights: one that is not here asks for no password.
const ASKING: [&str; 7] = [
    "adjust_member_points",
    "create_redeem_batch",
    "decide_refund",
    "give_roles",
    "remove_role",
    "save_role",
    "schedule_prices",
];

#[test]
fn money_and_rights_ask_for_the_password_again() {
    with_swept_server(async |s| {
        let world = World::new(s).await;
        let admin = world.admin.id;
        s.execute(&format!(
            "UPDATE sessions SET proved_ms = NULL WHERE member_id = {admin}"
        ));
        let mut asking = Vec::new();
        for operation in operations() {
            let refusals = operation.doc["x-refusals"].as_array();
            let asks = |code: &Value| code.as_i64() == Some(PASSWORD_NEEDED.number);
            let asks = refusals.is_some_and(|codes| codes.iter().any(asks));
            if !asks || ONLY_SOME.contains(&operation.id.as_str()) {
                continue;
            }
            let filled = operation.harmless();
            let (_, answer) = world.call(&operation, &filled, &world.admin).await;
            assert_eq!(answer["code"], PASSWORD_NEEDED.number, "{}", operation.id);
            asking.push(operation.id);
        }
        asking.sort_unstable();
        assert_eq!(asking, ASKING);
    });
}
