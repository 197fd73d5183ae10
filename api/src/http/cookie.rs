//! The refresh token's cookie: HttpOnly, same site, `__Host-` where the browser comes by https.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse};
use domain::session::REFRESH_MS;

use crate::AppState;

const fn name(https: bool) -> &'static str {
    if https { "__Host-owl_rt" } else { "owl_rt" }
}

fn cookie(state: &AppState, value: String) -> Cookie<'static> {
    let https = state.https();
    Cookie::build(name(https), value)
        .path("/")
        .http_only(true)
        .secure(https)
        .same_site(SameSite::Lax)
        .max_age(Duration::milliseconds(REFRESH_MS))
        .finish()
}

/// The refresh token that a browser keeps.
pub fn kept_refresh(state: &AppState, request: &HttpRequest) -> Option<String> {
    request
        .cookie(name(state.https()))
        .map(|c| c.value().to_owned())
        .filter(|token| !token.is_empty())
}

/// Gives the browser a refresh token to keep.
pub fn keep_refresh(state: &AppState, refresh: String) -> impl FnOnce(&mut HttpResponse) + 'static {
    let cookie = cookie(state, refresh);
    move |response| add(response, &cookie)
}

/// Takes it away.
pub fn forget_refresh(state: &AppState) -> impl FnOnce(&mut HttpResponse) + 'static {
    let mut cookie = cookie(state, String::new());
    cookie.make_removal();
    move |response| add(response, &cookie)
}

fn add(response: &mut HttpResponse, cookie: &Cookie<'_>) {
    if let Err(error) = response.add_cookie(cookie) {
        tracing::error!(%error, "a cookie was not written");
    }
}
