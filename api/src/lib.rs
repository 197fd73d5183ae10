//! HTTP and sockets: the caller, the parsed request, the answer. Rules are in `domain`, data in `store`, slow work in `engine`.
//!
//! Each feature has `routes.rs` (handlers of a few lines, each with its URL and its place in the API document) and `wire.rs`
//! (bodies in, views out). `http` owns envelopes, errors, the actor, limits and what several features share; `sockets` owns all WebSockets.

mod about;
mod features;
mod http;
mod sockets;
mod state;

use actix_web::web;

pub use about::{About, SettingFact};
pub use features::DemoView;
pub use http::{
    Base, Embedders, FailedCalls, NotABase, NotAnOrigin, Proxies, absent, request_middleware,
    without_base,
};
pub use sockets::prepare;
pub use state::AppState;

/// OpenAPI document of the API, made of the handlers.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = http::described(features::configure);
    "Owldeck".clone_into(&mut document.info.title);
    env!("CARGO_PKG_VERSION").clone_into(&mut document.info.version);
    document.info.license = None;
    document.info.contact = None;
    document.info.description = Some(http::INTRODUCTION.to_owned());
    http::describe(&mut document);
    http::describe_constants(&mut document);
    http::describe_refusals(&mut document);
    document
}

/// Adds everything of this crate to an app that is wrapped in [`request_middleware`].
pub fn configure(cfg: &mut web::ServiceConfig, state: web::Data<AppState>) {
    cfg.app_data(state);
    http::configure(cfg);
    sockets::configure(cfg);
    features::payments::callbacks::configure(cfg);
    features::configure(&mut http::Calls::Routes(cfg));
}
