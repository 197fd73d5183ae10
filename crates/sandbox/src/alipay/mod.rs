//! Gateway of Alipay: one address for servers and browsers, requests signed by RSA2, answers signed over their own text.

mod bill;
mod methods;
mod notification;

use std::collections::BTreeMap;

use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, route, web};
use causes::causes;
use domain::lang::Words;
use serde_json::{Value, json};

use crate::pages::refusal;
use crate::wallets::{KeyPairs, Trade};
use crate::{Sandbox, SandboxError};

pub use methods::paid;
pub use notification::{return_address, signed_notification};

const TITLE: Words = Words::new("模拟支付宝", "Stand-in Alipay");

/// Parameters by their names, decoded.
type Params = BTreeMap<String, String>;

/// Refusal: `code`, `sub_code`, and words for people.
struct Refused(&'static str, &'static str, &'static str);

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(gateway).service(bill::file);
}

/// Parameters of query and form; a name that comes twice is refused.
fn params(request: &HttpRequest, body: &[u8]) -> Option<Params> {
    let mut params = Params::new();
    let query = url::form_urlencoded::parse(request.query_string().as_bytes());
    for (name, value) in query.chain(url::form_urlencoded::parse(body)) {
        let (name, value) = (name.into_owned(), value.into_owned());
        match params.get(&name) {
            // Forms of browsers name the charset in the address too.
            Some(same) if *same == value => {}
            Some(_) => return None,
            None => drop(params.insert(name, value)),
        }
    }
    Some(params)
}

/// Text that is signed: sorted parameters, not encoded, without empty ones.
fn to_sign(params: &Params, left_out: &[&str]) -> String {
    let kept = params.iter().filter(|(name, value)| {
        !value.is_empty() && *name != "sign" && !left_out.contains(&name.as_str())
    });
    let joined: Vec<String> = kept.map(|(n, v)| format!("{n}={v}")).collect();
    joined.join("&")
}

/// Checks the request's signature and form, before its method is looked at.
fn checked(key_pairs: &KeyPairs, params: &Params) -> Result<(), Refused> {
    let word = |name: &str| params.get(name).map_or("", String::as_str);
    if word("app_id") != key_pairs.told().alipay_app_id {
        return Err(Refused("40002", "isv.invalid-app-id", "无效的AppID参数"));
    }
    for (name, wanted, sub_code) in [
        ("sign_type", "RSA2", "isv.invalid-signature-type"),
        ("charset", "utf-8", "isv.invalid-charset"),
        ("format", "JSON", "isv.invalid-format"),
        ("version", "1.0", "isv.invalid-version"),
    ] {
        if !word(name).eq_ignore_ascii_case(wanted) {
            return Err(Refused("40002", sub_code, "非法的参数"));
        }
    }
    if crate::wallets::from_china(word("timestamp")).is_none() {
        return Err(Refused("40002", "isv.invalid-timestamp", "非法的时间戳"));
    }
    if !key_pairs
        .alipay_app
        .verifies(&to_sign(params, &[]), word("sign"))
    {
        return Err(Refused("40002", "isv.invalid-signature", "验签出错"));
    }
    let serials = &key_pairs.alipay_serials;
    match (params.get("app_cert_sn"), params.get("alipay_root_cert_sn")) {
        (None, None) => Ok(()),
        (Some(app), Some(root)) if *app == serials.app && *root == serials.root => Ok(()),
        _ => Err(Refused(
            "40002",
            "isv.app-cert-sn-not-match",
            "应用公钥证书或根证书序列号不匹配",
        )),
    }
}

/// Handler for servers, and for browsers by a link or a form.
#[route("/alipay/gateway.do", method = "GET", method = "POST")]
async fn gateway(request: HttpRequest, sandbox: Data<Sandbox>, body: Bytes) -> HttpResponse {
    match answered(&request, &sandbox, &body) {
        Ok(response) => response,
        Err(error) => {
            tracing::error!(error = %causes(&error), "answer Alipay call failed");
            HttpResponse::InternalServerError().finish()
        }
    }
}

fn answered(
    request: &HttpRequest,
    sandbox: &Sandbox,
    body: &[u8],
) -> Result<HttpResponse, SandboxError> {
    let open = sandbox.0.wallets.open()?;
    let Some(params) = params(request, body) else {
        return Ok(HttpResponse::BadRequest().finish());
    };
    let method = params.get("method").map_or("", String::as_str);
    let is_page = [
        "alipay.trade.page.pay",
        "alipay.trade.wap.pay",
        "alipay.trade.app.pay",
    ]
    .contains(&method);
    let outcome = match checked(&open.key_pairs, &params) {
        Err(refused) => Ok(Err(refused)),
        Ok(()) if is_page => match methods::pay(&open, &params, sandbox.now_ms()) {
            Ok(Ok(trade)) => return Ok(to_page(sandbox, &trade)),
            Ok(Err(refused)) => Ok(Err(refused)),
            Err(error) => Err(error),
        },
        Ok(()) => methods::call(sandbox, &open, method, &params),
    }?;
    let content = match outcome {
        Ok(mut value) => {
            value["code"] = "10000".into();
            value["msg"] = "Success".into();
            value
        }
        Err(Refused(_, sub_code, _)) if is_page => {
            tracing::info!(sub_code, "open payment page failed");
            let why = Words::new(
                "付款请求无效：签名、应用、金额、时间或订单不对。",
                "The request to pay is not right: its signature, app, amount, time or order.",
            );
            return Ok(refusal(request, TITLE, why));
        }
        Err(Refused(code, sub_code, words)) => json!({
            "code": code,
            "msg": if code == "40004" { "Business Failed" } else { "Invalid Arguments" },
            "sub_code": sub_code,
            "sub_msg": words,
        }),
    };
    signed(&open.key_pairs, &params, method, &content)
}

/// Signed answer: the signature covers its inner object as it is written.
fn signed(
    key_pairs: &KeyPairs,
    params: &Params,
    method: &str,
    content: &Value,
) -> Result<HttpResponse, SandboxError> {
    let content = content.to_string();
    let sign = key_pairs.alipay.signature(&content)?;
    let certificate = if params.contains_key("app_cert_sn") {
        format!(r#""alipay_cert_sn":"{}","#, key_pairs.alipay_serials.own)
    } else {
        String::new()
    };
    let name = format!("{}_response", method.replace('.', "_"));
    // The name is encoded as JSON, so that an invented method cannot become part of the text.
    let name = serde_json::to_string(&name).map_err(|_| SandboxError::Keys)?;
    Ok(HttpResponse::Ok()
        .content_type("text/html;charset=utf-8")
        .body(format!(
            r#"{{{name}:{content},{certificate}"sign":"{sign}"}}"#
        )))
}

fn to_page(sandbox: &Sandbox, trade: &Trade) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, sandbox.pay_page(trade)))
        .finish()
}
