//! Cookies of the refresh token, of the device, of a sign-in at another service and of a page that plays a clip: HttpOnly, same site, below
//! the server's own path, with the prefix `__Host-` (or `__Secure-`) where the browser comes by https.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causes::causes;
use domain::auth::social::SOCIAL_WAY_MS;
use rand::RngExt;

use crate::AppState;

/// Cookie name with its prefix: by https browsers enforce `Secure`, and the whole host where the server has one.
fn named(state: &AppState, name: &str) -> String {
    match (state.https(), state.base.as_str()) {
        (false, _) => name.to_owned(),
        (true, "") => format!("__Host-{name}"),
        // `__Host-` would require the path `/`, but this cookie belongs to the base path alone.
        (true, _) => format!("__Secure-{name}"),
    }
}

const REFRESH: &str = "owl_rt";
const DEVICE: &str = "owl_dev";
const SOCIAL: &str = "owl_social";

/// Lifetime of a device's cookie, in days since its last sign-in.
const DEVICE_DAYS: i64 = 365;
/// Longest device token, in bytes; a longer one was not issued here.
const DEVICE_MAX_BYTES: usize = 64;

fn cookie(state: &AppState, value: String) -> Cookie<'static> {
    let age = Duration::milliseconds(state.engine.rules().sessions.refresh_ms());
    safe(state, REFRESH, value, age)
}

fn safe(state: &AppState, name: &str, value: String, age: Duration) -> Cookie<'static> {
    let https = state.https();
    Cookie::build(named(state, name), value)
        .path(format!("{}/", state.base.as_str()))
        .http_only(true)
        .secure(https)
        .same_site(SameSite::Lax)
        .max_age(age)
        .finish()
}

/// Refresh token from the browser's cookie.
pub fn kept_refresh(state: &AppState, request: &HttpRequest) -> Option<String> {
    request
        .cookie(&named(state, REFRESH))
        .map(|c| c.value().to_owned())
        .filter(|token| !token.is_empty())
}

/// Sets the cookie of the refresh token.
pub fn set_refresh_cookie(
    state: &AppState,
    refresh: String,
) -> impl FnOnce(&mut HttpResponse) + 'static {
    let cookie = cookie(state, refresh);
    move |response| add(response, &cookie)
}

/// Device token from the cookie, or a new one for a device that has none.
pub fn kept_device(state: &AppState, request: &HttpRequest) -> String {
    request
        .cookie(&named(state, DEVICE))
        .map(|c| c.value().to_owned())
        .filter(|token| !token.is_empty() && token.len() <= DEVICE_MAX_BYTES)
        .unwrap_or_else(|| URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>()))
}

/// Sets the cookies of the refresh token and of the device after a sign-in.
pub fn set_session_cookies(
    state: &AppState,
    refresh: String,
    device: String,
) -> impl FnOnce(&mut HttpResponse) + 'static {
    let age = Duration::days(DEVICE_DAYS);
    let device = safe(state, DEVICE, device, age);
    let refresh = cookie(state, refresh);
    move |response| {
        add(response, &refresh);
        add(response, &device);
    }
}

/// Value of the cookie that a browser carries to a sign-in service and back.
pub fn social_state_cookie(state: &AppState, request: &HttpRequest) -> Option<String> {
    request
        .cookie(&named(state, SOCIAL))
        .map(|c| c.value().to_owned())
        .filter(|token| !token.is_empty())
}

/// Sets the cookie of a sign-in at another service.
pub fn set_social_state_cookie(
    state: &AppState,
    browser: String,
) -> impl FnOnce(&mut HttpResponse) + 'static {
    let age = Duration::milliseconds(SOCIAL_WAY_MS);
    let cookie = safe(state, SOCIAL, browser, age);
    move |response| add(response, &cookie)
}

/// Name of the cookie of a page that plays a clip. `__Host-` would require the path `/`, but each page has a path of its own.
fn clip(state: &AppState) -> &'static str {
    if state.https() {
        "__Secure-owl_clip"
    } else {
        "owl_clip"
    }
}

/// Token of the page that plays a clip at the request's path.
pub fn kept_clip(state: &AppState, request: &HttpRequest) -> Option<String> {
    request.cookie(clip(state)).map(|c| c.value().to_owned())
}

/// Sets the cookie of a page that plays a clip at this path and nowhere else: a player's requests carry no header.
pub fn set_clip_cookie(
    state: &AppState,
    (path, token): (String, String),
    age_ms: i64,
) -> impl FnOnce(&mut HttpResponse) + 'static {
    let cookie = Cookie::build(clip(state), token)
        .path(path)
        .http_only(true)
        .secure(state.https())
        .same_site(SameSite::Strict)
        .max_age(Duration::milliseconds(age_ms))
        .finish();
    move |response| add(response, &cookie)
}

/// Removes the cookie of the refresh token.
pub fn forget_refresh(state: &AppState) -> impl FnOnce(&mut HttpResponse) + 'static {
    let mut cookie = cookie(state, String::new());
    cookie.make_removal();
    move |response| add(response, &cookie)
}

fn add(response: &mut HttpResponse, cookie: &Cookie<'_>) {
    if let Err(error) = response.add_cookie(cookie) {
        tracing::error!(error = %causes(&error), "write cookie failed");
    }
}
