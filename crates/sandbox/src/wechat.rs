//! Provider in WeChat's shape: its names, its page, its errors on HTTP 200, its JSON that calls itself plain text.

use actix_web::http::header;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::lang::Words;
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use crate::pages::{choice, home, page, query_with, refusal};
use crate::people::person;
use crate::tickets::Tickets;
use crate::{PATH, Sandbox, WECHAT_APP_ID, same};

const TITLE: Words = Words::new("模拟微信登录", "Stand-in WeChat sign-in");
/// Life of a code: ten minutes.
const CODE_MS: i64 = 10 * 60 * 1000;
/// Life of an access token: two hours.
const TOKEN_S: i64 = 7200;

pub struct Provider {
    codes: Tickets<usize>,
    access: Tickets<usize>,
}

impl Default for Provider {
    fn default() -> Self {
        Self {
            codes: Tickets::new(CODE_MS),
            access: Tickets::new(TOKEN_S * 1000),
        }
    }
}

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(connect)
        .service(choose)
        .service(access_token)
        .service(user_info);
}

#[derive(Deserialize)]
struct AuthorizeQuery {
    #[serde(default)]
    appid: String,
    #[serde(default)]
    redirect_uri: String,
    #[serde(default)]
    response_type: String,
    #[serde(default)]
    scope: String,
    #[serde(default)]
    state: String,
    /// Person who was chosen on the page.
    person: Option<usize>,
}

impl AuthorizeQuery {
    fn fine(&self, sandbox: &Sandbox) -> bool {
        self.appid == WECHAT_APP_ID
            && self.response_type == "code"
            && self.scope == "snsapi_login"
            && self.state.len() <= 128
            && self.state.bytes().all(|b| b.is_ascii_alphanumeric())
            && sandbox.may_return_to(&self.redirect_uri)
    }

    /// Address with a code, or after a refusal with the state alone.
    fn back(&self, code: Option<&str>) -> String {
        let Ok(mut url) = Url::parse(&self.redirect_uri) else {
            return String::new();
        };
        url.query_pairs_mut()
            .extend_pairs(code.map(|code| ("code", code)))
            .append_pair("state", &self.state);
        url.into()
    }
}

fn refused(request: &HttpRequest) -> HttpResponse {
    let why = Words::new(
        "Scope 参数错误、没有 Scope 权限，或回调地址未登记。",
        "The scope, the app, the state or the return address is not right.",
    );
    refusal(request, TITLE, why)
}

#[get("/wechat/connect/qrconnect")]
async fn connect(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    asked: Query<AuthorizeQuery>,
) -> HttpResponse {
    if !asked.fine(&sandbox) {
        return refused(&request);
    }
    let intro = Words::new(
        "真实的微信会在这里显示二维码。选择由谁扫码：",
        "The real WeChat shows a QR code here. Choose who scans it:",
    );
    let content = choice(
        &request,
        intro,
        |number| {
            let query = query_with(&request, &[("person", &number.to_string())]);
            format!("{}/wechat/connect/choose?{query}", home(&request))
        },
        &asked.back(None),
    );
    page(&request, TITLE, false, &content)
}

#[get("/wechat/connect/choose")]
async fn choose(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    asked: Query<AuthorizeQuery>,
) -> HttpResponse {
    if !asked.fine(&sandbox) {
        return refused(&request);
    }
    let code = asked
        .person
        .filter(|number| person(*number).is_some())
        .map(|number| sandbox.0.wechat.codes.issue(number, sandbox.now_ms()));
    HttpResponse::Found()
        .insert_header((header::LOCATION, asked.back(code.as_deref())))
        .finish()
}

/// Answer in JSON that says it is plain text.
fn plain(value: &Value) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain")
        .body(value.to_string())
}

fn error(code: i64, message: &str) -> HttpResponse {
    plain(&json!({ "errcode": code, "errmsg": message }))
}

#[derive(Deserialize)]
struct Exchange {
    #[serde(default)]
    appid: String,
    #[serde(default)]
    secret: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    grant_type: String,
}

#[get("/wechat/sns/oauth2/access_token")]
async fn access_token(sandbox: Data<Sandbox>, asked: Query<Exchange>) -> HttpResponse {
    if asked.appid != WECHAT_APP_ID {
        return error(40013, "invalid appid");
    }
    if !same(&asked.secret, &sandbox.keys().wechat) {
        return error(40125, "invalid appsecret");
    }
    if asked.grant_type != "authorization_code" {
        return error(40002, "invalid grant_type");
    }
    let (now_ms, wechat) = (sandbox.now_ms(), &sandbox.0.wechat);
    let Some(number) = wechat.codes.redeem(&asked.code, now_ms) else {
        return error(40029, "invalid code");
    };
    let Some(person) = person(number) else {
        return error(40029, "invalid code");
    };
    plain(&json!({
        "access_token": wechat.access.issue(number, now_ms),
        "expires_in": TOKEN_S,
        // The token is never used here: nobody refreshes.
        "refresh_token": crate::keys::random_token(),
        "openid": person.open_id,
        "scope": "snsapi_login",
        "unionid": person.union_id,
    }))
}

#[derive(Deserialize)]
struct WhoIs {
    #[serde(default)]
    access_token: String,
    #[serde(default)]
    openid: String,
}

#[get("/wechat/sns/userinfo")]
async fn user_info(sandbox: Data<Sandbox>, asked: Query<WhoIs>) -> HttpResponse {
    let found = sandbox
        .0
        .wechat
        .access
        .look(&asked.access_token, sandbox.now_ms());
    let Some((number, person)) = found.and_then(|n| Some((n, person(n)?))) else {
        return error(
            40001,
            "invalid credential, access_token is invalid or not latest",
        );
    };
    if person.open_id != asked.openid {
        return error(40003, "invalid openid");
    }
    plain(&json!({
        "openid": person.open_id,
        "nickname": person.name,
        "sex": 0,
        "language": "",
        "city": "",
        "province": "",
        "country": "",
        "headimgurl": format!("{}{PATH}/people/{number}.svg", sandbox.0.origin),
        "privilege": [],
        "unionid": person.union_id,
    }))
}
