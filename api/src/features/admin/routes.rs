//! The operators' calls, each feature's own.

use utoipa_actix_web::service_config::ServiceConfig;

use super::{
    audit, config, dictionary, exports, hosts, members, menu, overview, phones, roles, system,
    users,
};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(dictionary::routes::configure)
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
