//! One folder a feature word: what is asked (`wire`), and who answers (`routes`).

mod auth;
mod branding;
mod member;
mod phones;
mod play;
mod session;
mod words;

use utoipa_actix_web::service_config::ServiceConfig;

/// Adds every call.
pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(auth::routes::configure)
        .configure(session::routes::configure)
        .configure(member::routes::configure)
        .configure(branding::routes::configure)
        .configure(phones::routes::configure)
        .configure(play::routes::configure);
}
