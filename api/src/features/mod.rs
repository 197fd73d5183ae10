//! Features, one folder each: bodies and views (`wire`), and handlers (`routes`).

mod admin;
mod apps;
mod auth;
mod branding;
mod control;
mod feedback;
mod groups;
pub mod identity;
mod keyaccount;
mod live;
mod maintenance;
mod member;
mod notices;
mod operations;
mod orders;
pub mod payments;
pub mod phones;
mod play;
mod points;
mod recycle;
mod redeem;
mod replacement;
mod session;
mod sharing;
mod subaccounts;
mod tags;
mod tracking;
mod uploads;

use crate::http::Calls;

pub use auth::wire::DemoView;

/// Adds all calls.
pub fn configure(calls: &mut Calls<'_>) {
    calls
        .configure(auth::routes::configure)
        .configure(session::routes::configure)
        .configure(member::routes::configure)
        .configure(live::routes::configure)
        .configure(notices::routes::configure)
        .configure(admin::routes::configure)
        .configure(branding::routes::configure)
        .configure(feedback::routes::configure)
        .configure(tracking::routes::configure)
        .configure(phones::routes::configure)
        .configure(control::routes::configure)
        .configure(replacement::routes::configure)
        .configure(identity::routes::configure)
        .configure(operations::routes::configure)
        .configure(orders::routes::configure)
        .configure(points::routes::configure)
        .configure(recycle::routes::configure)
        .configure(sharing::routes::configure)
        .configure(sharing::links::routes::configure)
        .configure(subaccounts::routes::configure)
        .configure(keyaccount::routes::configure)
        .configure(payments::routes::configure)
        .configure(redeem::routes::configure)
        .configure(maintenance::routes::configure)
        .configure(groups::routes::configure)
        .configure(tags::routes::configure)
        .configure(uploads::routes::configure)
        .configure(apps::routes::configure)
        .configure(play::routes::configure)
        .configure(play::files::routes::configure)
        .configure(play::files::upload::configure);
}
