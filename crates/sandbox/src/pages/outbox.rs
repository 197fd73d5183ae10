//! Page `/sandbox/outbox` of sent messages, newest first.

use std::fmt::Write;

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse, get, web};
use chrono::{DateTime, SecondsFormat};
use domain::auth::Purpose;
use domain::lang::{Lang, Words};
use serde::Deserialize;

use super::{escape, lang_of, page, refusal};
use crate::{Entry, Sandbox, same};

const TITLE: Words = Words::new("发件箱", "Outbox");
const EMPTY: Words = Words::new(
    "还没有发送任何短信或邮件。获取一次验证码，它就会出现在这里。",
    "No SMS or mail was sent yet. Ask for a code and it appears here.",
);
const LOCKED: Words = Words::new(
    "请使用演示启动时打印的完整地址打开此页。",
    "Open this page by the whole address that the demo printed at its start.",
);

#[derive(Deserialize)]
struct OutboxQuery {
    key: Option<String>,
    /// Part of the page: `list` is the list alone, for the page's own refreshing.
    part: Option<String>,
}

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(outbox);
}

#[get("/outbox")]
async fn outbox(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    asked: Query<OutboxQuery>,
) -> HttpResponse {
    let OutboxQuery { key, part } = asked.into_inner();
    let known = key.is_some_and(|key| same(&key, &sandbox.keys().page));
    if !sandbox.0.open && !known {
        return refusal(&request, TITLE, LOCKED);
    }
    let lang = lang_of(&request);
    let list = list(&sandbox.sent(), lang);
    if part.as_deref() == Some("list") {
        return HttpResponse::Ok()
            .content_type("text/html; charset=utf-8")
            .body(list);
    }
    let intro = Words::new(
        "演示环境发出的短信和邮件，以及图形验证码的答案都在这里，自动刷新。",
        "Every SMS and mail of the demo is here, and what its captchas say. The list refreshes itself.",
    );
    let content = format!(
        "<p>{}</p>\n<div id=\"list\" aria-live=\"polite\">{list}</div>",
        intro.in_lang(lang)
    );
    page(&request, TITLE, true, &content)
}

fn list(entries: &[Entry], lang: Lang) -> String {
    if entries.is_empty() {
        return format!("<p class=\"empty\">{}</p>", EMPTY.in_lang(lang));
    }
    let copy = Words::new("复制", "Copy").in_lang(lang);
    let copied = Words::new("已复制", "Copied").in_lang(lang);
    let mut html = String::from("<ol class=\"messages\">\n");
    for entry in entries {
        let time = DateTime::from_timestamp_millis(entry.at)
            .map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true))
            .unwrap_or_default();
        let channel = escape(channel(&entry.channel, lang));
        let purpose = escape(&purpose(&entry.purpose, lang));
        let to = escape(&entry.to);
        // A captcha has no recipient: its uuid is for scripts, so people read it last.
        let captcha = entry.channel == "captcha";
        let head = if captcha {
            format!("<b>{channel}</b>")
        } else {
            format!(r#"<b>{to}</b><span class="tag">{channel}</span>"#)
        };
        // Writing to a String cannot fail.
        let _ = writeln!(
            html,
            r#"<li><div class="head">{head}<span class="tag">{purpose}</span><time datetime="{time}">{time}</time></div>"#
        );
        if !entry.code.is_empty() {
            let code = escape(&entry.code);
            let _ = writeln!(
                html,
                r#"<div class="code"><output>{code}</output><button type="button" data-copy="{code}" data-copied="{copied}">{copy}</button></div>"#
            );
        }
        let _ = if captcha {
            writeln!(html, "<code class=\"id\">{to}</code></li>")
        } else {
            writeln!(html, "<p class=\"text\">{}</p></li>", escape(&entry.text))
        };
    }
    html.push_str("</ol>");
    html
}

fn channel(channel: &str, lang: Lang) -> &str {
    match channel {
        "sms" => Words::new("短信", "SMS").in_lang(lang),
        "mail" => Words::new("邮件", "Mail").in_lang(lang),
        "captcha" => Words::new("图形验证码", "Captcha").in_lang(lang),
        "webhook" => Words::new("Webhook", "Webhook").in_lang(lang),
        other => other,
    }
}

fn purpose(name: &str, lang: Lang) -> String {
    let words = Purpose::parse(name).map(|purpose| match purpose {
        Purpose::Login => Words::new("登录", "Sign in"),
        Purpose::Phone => Words::new("更换手机号", "Change phone"),
        Purpose::Password => Words::new("修改密码", "Change password"),
        Purpose::Reset => Words::new("重置密码", "Reset password"),
        Purpose::Register => Words::new("注册", "Register"),
        Purpose::Mail => Words::new("绑定邮箱", "Set e-mail"),
        Purpose::Bind => Words::new("绑定账号", "Bind account"),
        Purpose::Delete => Words::new("注销账号", "Delete account"),
        Purpose::Token => Words::new("创建访问令牌", "Make access token"),
        Purpose::SubAccount => Words::new("同意成为子账号", "Become a sub-account"),
    });
    // This purpose is used only by captchas.
    let words = words.or((name == "sms").then(|| Words::new("获取短信验证码", "Get a code")));
    words.map_or_else(|| name.to_owned(), |words| words.in_lang(lang).to_owned())
}
