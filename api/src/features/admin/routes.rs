//! The operators' calls, each feature's own.

use utoipa_actix_web::service_config::ServiceConfig;

use super::{audit, config, dictionary, hosts, tables, users};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(dictionary::routes::configure)
        .configure(config::routes::configure)
        .configure(users::routes::configure)
        .configure(audit::routes::configure)
        .configure(tables::configure)
        .configure(hosts::configure);
}
