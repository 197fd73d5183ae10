//! The operators' calls, each feature's own.

use super::{
    audit, config, dictionary, exports, hosts, members, menu, overview, phones, roles, system,
    users,
};
use crate::http::Calls;

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .configure(dictionary::routes::configure)
        .configure(config::routes::configure)
        .configure(users::routes::configure)
        .configure(members::routes::configure)
        .configure(roles::routes::configure)
        .configure(audit::routes::configure)
        .configure(exports::configure)
        .configure(hosts::configure)
        .configure(menu::configure)
        .configure(overview::routes::configure)
        .configure(system::routes::configure)
        .configure(phones::routes::configure);
}
