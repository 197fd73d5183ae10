//! Shared parts of all handlers: envelopes, errors, the actor, headers, logs; and the bodies and views of more than one feature
//! (`batches`, `files`, `names`, `pictures`, `table_import`, `tables`, `words`).

mod actor;
mod address;
pub mod base;
pub mod batches;
mod calls;
mod constants;
mod cookie;
mod disposition;
mod embedding;
mod envelope;
mod error;
mod failed_calls;
pub mod files;
mod leaked_tokens;
pub mod limits;
pub mod names;
mod operator;
mod origin;
mod paging;
pub mod pictures;
mod refusals;
mod request_middleware;
mod scope;
mod span;
pub mod table_import;
pub mod tables;
pub mod tus;
pub mod words;
mod zone;

use actix_web::{HttpResponse, get, web};
use causes::causes;

pub use actor::{Client, Member, OptionalMember, refused_token};
pub use address::Proxies;
pub use base::{Base, NotABase, without_base};
pub use calls::{Calls, described};
pub use constants::describe_constants;
pub use cookie::{
    forget_refresh, kept_clip, kept_refresh, set_clip_cookie, set_refresh_cookie,
    set_session_cookies, set_social_state_cookie, social_state_cookie,
};
pub use disposition::{attachment, attachment_as};
pub use embedding::{Embedders, NotAnOrigin};
pub use envelope::{Answer, Done, MadeView, Top};
pub use error::{ApiError, absent, fault_code};
pub use failed_calls::{FailedCall, FailedCalls};
pub use leaked_tokens::count_leaked_token;
pub use operator::{Operator, Permission, Proven, author};
pub use origin::{returns_here, same_origin};
pub use paging::{PageQuery, WORDS_MAX_BYTES, keyword};
pub use refusals::describe_refusals;
pub use request_middleware::request_middleware;
pub use scope::describe;
pub use span::Span;
pub use zone::zone_of;

use crate::AppState;

/// Introduction of the API document.
pub const INTRODUCTION: &str = "Calls under /app-api answer {code: 0, msg, data}; /getInfo and /getRouters answer {code: 200, msg} with their fields at the top. \
     A client reads a missing or zero code as 200. Codes travel in the body on HTTP 200, but for uploads (/app-api/infra/tus, tus 1.0) with the HTTP status of the protocol. Times are Unix milliseconds. A 401 to a token whose session was ended says why: data.reason is elsewhere (with data.device, where it is known), password, disabled, deleted or ended. Accept-Language (zh-CN or en-US) chooses the words. x-constants has the answer codes, the numbers of the play socket and the limits by name. An operator who sees the console as a member sees it (POST /admin-api/member/view-as) gets a token for calls that read only; others answer 1011109006. x-refusals of an operation has the codes that it refuses with, beside those of the whole document.";

pub fn configure(cfg: &mut web::ServiceConfig) {
    limits::configure(cfg);
    cfg.service(health).service(document);
}

/// Health check: ready when the database answers.
#[get("/healthz")]
async fn health(state: web::Data<AppState>) -> HttpResponse {
    match state.engine.store.ping().await {
        Ok(()) => HttpResponse::Ok()
            .content_type("text/plain; charset=utf-8")
            .body("ok\n"),
        Err(fault) => {
            tracing::error!(
                error = %causes(&fault),
                "ping database failed"
            );
            HttpResponse::ServiceUnavailable()
                .content_type("text/plain; charset=utf-8")
                .body("the database does not answer\n")
        }
    }
}

/// Serves the API document.
#[get("/app-api/openapi.json")]
async fn document() -> HttpResponse {
    HttpResponse::Ok().json(crate::document())
}
