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

/// Parts that are public for this crate's tests alone, which stand in `tests/it`: unit tests would have the whole crate compiled once more.
#[doc(hidden)]
pub mod internal {
    pub use crate::features::identity::library::{MODELS, brand_name, by_brand, find};
    pub use crate::features::identity::places::{COUNTRIES, agree, cities, country};
    pub use crate::features::phones::wire::AliasBody;
    pub use crate::http::base::with_path;
    pub use crate::http::limits::in_pieces;
    pub use crate::http::tus::{STATUSES, metadata, status_of};
    pub use crate::http::{ApiError, Span, attachment};
    pub use crate::sockets::closing_handshake::answer;
    pub use crate::sockets::frames::{Broken, Message, Reassembler};
    pub use crate::sockets::guard::{Bounds, Headers};
    pub use crate::sockets::idle::{Idle, Over};
    pub use crate::sockets::picture_stream::{head_of, newest, put_frame_header};
}

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
