//! Base path: the server below a path of a host, behind a proxy that passes the path on or takes it away.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Uri;
use actix_web::http::uri::PathAndQuery;
use actix_web::middleware::Next;
use actix_web::{Error, web};
use thiserror::Error as ThisError;

use crate::AppState;

/// Longest base path, in bytes.
const BASE_MAX_BYTES: usize = 100;

/// Error: the text is no base path.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
#[error("`{0}` is no path: /phones, of letters, digits and - _ . ~, without a slash at its end")]
pub struct NotABase(String);

/// Path below which browsers find the server; empty when the server has the whole host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Base(String);

impl Base {
    /// Parses a base path; an empty text stands for the whole host.
    pub fn parse(text: &str) -> Result<Self, NotABase> {
        let fine = |part: &str| {
            let named = !part.is_empty() && part != "." && part != "..";
            named
                && part
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"-_.~".contains(&b))
        };
        let parts = text.strip_prefix('/').map(|parts| parts.split('/'));
        let good = text.len() <= BASE_MAX_BYTES && parts.is_some_and(|mut parts| parts.all(fine));
        if text.is_empty() || good {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotABase(text.to_owned()))
        }
    }

    /// Base path such as `/phones`, or an empty text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Remainder of a path below the base; none when the path is not below it, or when there is no base.
    pub fn rest<'a>(&self, path: &'a str) -> Option<&'a str> {
        if self.0.is_empty() {
            return None;
        }
        match path.strip_prefix(&self.0)? {
            "" => Some("/"),
            rest => rest.starts_with('/').then_some(rest),
        }
    }
}

/// Middleware that takes the base off a request's path, if the proxy left it there. This is the outermost middleware, so that no other one
/// has to know of the base.
pub async fn without_base(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let state = request.app_data::<web::Data<AppState>>().cloned();
    let rest = state
        .as_ref()
        .and_then(|state| state.base.rest(request.path()));
    if let Some(uri) = rest.and_then(|rest| with_path(request.uri(), rest)) {
        request.match_info_mut().get_mut().update(&uri);
        request.head_mut().uri = uri;
    }
    next.call(request).await
}

/// Copy of an address with another path.
pub fn with_path(uri: &Uri, path: &str) -> Option<Uri> {
    let mut parts = uri.clone().into_parts();
    let whole = match uri.query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    parts.path_and_query = Some(PathAndQuery::try_from(whole).ok()?);
    Uri::from_parts(parts).ok()
}
