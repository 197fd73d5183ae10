//! The cookies of the refresh token, of the device and of a way to a sign-in service: HttpOnly, same site, below the server's own path, `__Host-` (or
//! `__Secure-`) where the browser comes by https.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causes::causes;
use domain::auth::social::SOCIAL_WAY_MS;
use domain::session::REFRESH_MS;
use rand::RngExt;

use crate::AppState;

/// A cookie's whole name: by https browsers hold it to that, and to the whole host where the server has one.
fn named(state: &AppState, name: &str) -> String {
    match (state.https(), state.base.as_str()) {
        (false, _) => name.to_owned(),
        (true, "") => format!("__Host-{name}"),
        // Below a path it is that path's alone, which the other prefix forbids.
        (true, _) => format!("__Secure-{name}"),
    }
}

const REFRESH: &str = "owl_rt";
const DEVICE: &str = "owl_dev";
const SOCIAL: &str = "owl_social";

/// A device is known for a year after its last sign-in.
const DEVICE_DAYS: i64 = 365;
/// Longer ones are not ours.
const DEVICE_MAX_BYTES: usize = 64;

fn cookie(state: &AppState, value: String) -> Cookie<'static> {
    safe(state, REFRESH, value, Duration::milliseconds(REFRESH_MS))
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

/// The refresh token that a browser keeps.
pub fn kept_refresh(state: &AppState, request: &HttpRequest) -> Option<String> {
    request
        .cookie(&named(state, REFRESH))
        .map(|c| c.value().to_owned())
        .filter(|token| !token.is_empty())
}

/// Gives the browser a refresh token to keep.
pub fn keep_refresh(state: &AppState, refresh: String) -> impl FnOnce(&mut HttpResponse) + 'static {
    let cookie = cookie(state, refresh);
    move |response| add(response, &cookie)
}

/// The device's own token, or a new one for a device that has none.
pub fn kept_device(state: &AppState, request: &HttpRequest) -> String {
    request
        .cookie(&named(state, DEVICE))
        .map(|c| c.value().to_owned())
        .filter(|token| !token.is_empty() && token.len() <= DEVICE_MAX_BYTES)
        .unwrap_or_else(|| URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>()))
}

/// Gives the browser a refresh token and its device's token to keep: it has signed in.
pub fn keep_session(
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

/// What a browser keeps while it is on its way to a sign-in service and back.
pub fn kept_way(state: &AppState, request: &HttpRequest) -> Option<String> {
    request
        .cookie(&named(state, SOCIAL))
        .map(|c| c.value().to_owned())
        .filter(|token| !token.is_empty())
}

/// Gives it to the browser.
pub fn keep_way(state: &AppState, browser: String) -> impl FnOnce(&mut HttpResponse) + 'static {
    let age = Duration::milliseconds(SOCIAL_WAY_MS);
    let cookie = safe(state, SOCIAL, browser, age);
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
        tracing::error!(error = %causes(&error), "write cookie failed");
    }
}
