//! Page where one pays, cancels or lets a payment lapse, and the list of all payments.

use std::fmt::Write;

use actix_web::http::header;
use actix_web::web::{Data, Form, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use causes::causes;
use chrono::{DateTime, FixedOffset, SecondsFormat};
use domain::lang::{Lang, Words};
use serde::Deserialize;

use super::trade::State;
use super::{Open, Subject, Trade, Which};
use crate::pages::{escape, home, lang_of, page, query_with, refusal};
use crate::{Sandbox, alipay, same};

const LIST: Words = Words::new("模拟钱包的付款", "Payments of the stand-in wallets");
const LOCKED: Words = Words::new(
    "请使用演示启动时打印的完整地址打开此页。",
    "Open this page by the whole address that the demo printed at its start.",
);
const UNKNOWN: Words = Words::new("没有这笔付款。", "There is no such payment.");
const OVER: Words = Words::new(
    "这个付款链接已失效，请回到商户页面重新打开。",
    "This address is good no longer: go back to the shop and open it again.",
);
/// Most payments in the list.
const SHOWN: usize = 50;
/// Time for which the result is shown before the browser goes back.
const STAY_S: u32 = 3;

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(list).service(show).service(act);
}

/// Action of the buyer on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum BuyerAction {
    /// Pays the trade.
    Pay,
    /// Pays, and the notification is lost: it is never sent.
    PayUnheard,
    /// Leaves without paying: it can still be paid.
    Cancel,
    /// Lets time run out: nobody can pay it any more.
    Lapse,
}

#[derive(Deserialize)]
struct Chosen {
    action: BuyerAction,
}

#[derive(Deserialize)]
struct PageQuery {
    key: Option<String>,
    /// Address for the browser afterwards, of H5.
    redirect_url: Option<String>,
    /// Time until which the address is good, of H5, in Unix milliseconds.
    until: Option<i64>,
    /// Action that was just done: the browser goes back by itself.
    done: Option<BuyerAction>,
}

fn title(which: Which) -> Words {
    match which {
        Which::Alipay => Words::new("模拟支付宝", "Stand-in Alipay"),
        Which::WechatPay => Words::new("模拟微信支付", "Stand-in WeChat Pay"),
    }
}

fn see(address: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, address))
        .finish()
}

fn broken(error: &(dyn std::error::Error + 'static)) -> HttpResponse {
    tracing::error!(error = %causes(error), "open wallet state failed");
    HttpResponse::InternalServerError().finish()
}

#[get("/payments/{ticket}")]
async fn show(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    ticket: Path<String>,
    asked: Query<PageQuery>,
) -> HttpResponse {
    let open = match sandbox.0.wallets.open() {
        Ok(open) => open,
        Err(error) => return broken(&error),
    };
    // A buyer who acted in time sees the result, even if the address has expired meanwhile.
    let over = asked.until.is_some_and(|until| until <= sandbox.now_ms());
    if over && asked.done.is_none() {
        return refusal(&request, LIST, OVER);
    }
    let found = note_opened(&open, &ticket, asked.redirect_url.as_deref());
    let trade = match found {
        Ok(Some(trade)) => trade,
        Ok(None) => return refusal(&request, LIST, UNKNOWN),
        Err(error) => return broken(&error),
    };
    let back = match back(&open, &trade, sandbox.now_ms()) {
        Ok(back) => back,
        Err(error) => return broken(&error),
    };
    let content = content(
        &request,
        &trade,
        back.as_deref(),
        asked.done,
        sandbox.now_ms(),
    );
    let mut response = page(&request, title(trade.which), false, &content);
    if let (Some(back), Some(_)) = (&back, asked.done)
        && let Ok(value) = format!("{STAY_S}; url={back}").parse()
    {
        response.headers_mut().insert(header::REFRESH, value);
    }
    response
}

/// Notes that the buyer has come to the wallet by opening the page.
fn note_opened(
    open: &Open,
    ticket: &str,
    redirect: Option<&str>,
) -> std::io::Result<Option<Trade>> {
    let mut book = open.book();
    let Some(mut trade) = book.by_ticket(ticket).cloned() else {
        return Ok(None);
    };
    let elsewhere =
        redirect.filter(|url| trade.way == "h5" && is_address(url) && trade.return_url != *url);
    if !trade.seen || elsewhere.is_some() {
        trade.seen = true;
        if let Some(url) = elsewhere {
            url.clone_into(&mut trade.return_url);
        }
        book.put(trade.clone())?;
    }
    Ok(Some(trade))
}

fn is_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Address for the browser when it is done here.
fn back(open: &Open, trade: &Trade, now_ms: i64) -> Result<Option<String>, crate::SandboxError> {
    if !is_address(&trade.return_url) {
        return Ok(None);
    }
    match (trade.which, trade.state) {
        (Which::Alipay, State::Paid(_)) => {
            alipay::return_address(&open.key_pairs, trade, now_ms).map(Some)
        }
        _ => Ok(Some(trade.return_url.clone())),
    }
}

#[post("/payments/{ticket}")]
async fn act(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    ticket: Path<String>,
    chosen: Form<Chosen>,
) -> HttpResponse {
    let done = match sandbox.0.wallets.open() {
        Ok(open) => done(&open, &ticket, chosen.action, sandbox.now_ms()),
        Err(error) => return broken(&error),
    };
    match done {
        Ok(true) => {}
        Ok(false) => return refusal(&request, LIST, UNKNOWN),
        Err(error) => return broken(&error),
    }
    let action = match chosen.action {
        BuyerAction::Pay => "pay",
        BuyerAction::PayUnheard => "payUnheard",
        BuyerAction::Cancel => "cancel",
        BuyerAction::Lapse => "lapse",
    };
    let query = query_with(&request, &[("done", action)]);
    see(&format!("{}/payments/{ticket}?{query}", home(&request)))
}

/// Performs an action; `false` if there is no such payment. An action that comes too late has no effect.
fn done(open: &Open, ticket: &str, action: BuyerAction, now_ms: i64) -> std::io::Result<bool> {
    let mut book = open.book();
    let Some(mut trade) = book.by_ticket(ticket).cloned() else {
        return Ok(false);
    };
    if trade.state_at(now_ms) != State::Waiting {
        return Ok(true);
    }
    trade.seen = true;
    match action {
        BuyerAction::Pay => {
            trade.state = State::Paid(now_ms);
            trade.tell(Subject::Paid, now_ms);
        }
        BuyerAction::PayUnheard => trade.state = State::Paid(now_ms),
        BuyerAction::Cancel => {}
        BuyerAction::Lapse => trade.state = State::Closed,
    }
    book.put(trade)?;
    open.news.notify_one();
    Ok(true)
}

fn state_words(trade: &Trade, now_ms: i64) -> Words {
    match trade.state_at(now_ms) {
        State::Waiting => Words::new("等待付款", "Waiting to be paid"),
        State::Paid(_) if trade.refunded_fen() >= trade.amount_fen => {
            Words::new("已全额退款", "Refunded in full")
        }
        State::Paid(_) if trade.refunded_fen() > 0 => {
            Words::new("已付款，部分已退", "Paid, refunded in part")
        }
        State::Paid(_) => Words::new("已付款", "Paid"),
        State::Closed => Words::new("已关闭，不能再付", "Closed: nobody can pay it any more"),
    }
}

fn yuan(fen: i64) -> String {
    let digits = (fen / 100).to_string();
    let mut whole = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            whole.push(',');
        }
        whole.push(digit);
    }
    format!("¥{whole}.{:02}", fen % 100)
}

/// Time on China's clock, as both wallets show it.
fn time(at_ms: i64) -> String {
    DateTime::from_timestamp_millis(at_ms)
        .zip(FixedOffset::east_opt(8 * 60 * 60))
        .map(|(at, zone)| at.with_timezone(&zone).format("%Y-%m-%d %H:%M:%S GMT+8"))
        .map(|at| at.to_string())
        .unwrap_or_default()
}

/// Time for machines.
fn instant(at_ms: i64) -> String {
    DateTime::from_timestamp_millis(at_ms)
        .map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true))
        .unwrap_or_default()
}

fn content(
    request: &HttpRequest,
    trade: &Trade,
    back: Option<&str>,
    done: Option<BuyerAction>,
    now_ms: i64,
) -> String {
    let lang = lang_of(request);
    let mut html = format!(
        "<section class=\"bill\" data-wallet=\"{}\"><p class=\"sum\">{}</p>\n<p class=\"state\" role=\"status\">{}</p>\n<dl>",
        match trade.which {
            Which::Alipay => "alipay",
            Which::WechatPay => "wechatPay",
        },
        yuan(trade.amount_fen),
        state_words(trade, now_ms).in_lang(lang),
    );
    for (name, value) in [
        (Words::new("商品", "For"), trade.subject.clone()),
        (Words::new("商户订单号", "Order"), trade.order_no.clone()),
        (Words::new("交易号", "Payment"), trade.number.clone()),
        (Words::new("付款截止", "Pay by"), time(trade.expires_ms)),
    ] {
        // Writing to a String cannot fail.
        let _ = write!(
            html,
            "<dt>{}</dt><dd>{}</dd>",
            name.in_lang(lang),
            escape(&value)
        );
    }
    html.push_str("</dl></section>\n");
    if trade.state_at(now_ms) == State::Waiting && done.is_none() {
        html.push_str(&actions(request, trade, lang));
    }
    if done == Some(BuyerAction::Cancel) && trade.state_at(now_ms) == State::Waiting {
        let words = Words::new(
            "没有付款。截止前仍可以再来付。",
            "Nothing was paid. It can still be paid until its time is over.",
        );
        let _ = writeln!(html, "<p>{}</p>", words.in_lang(lang));
    }
    if let Some(back) = back {
        let words = Words::new("返回商户", "Back to the shop").in_lang(lang);
        let _ = writeln!(
            html,
            "<p><a class=\"cancel\" href=\"{}\">{words}</a></p>",
            escape(back)
        );
    }
    html
}

fn actions(request: &HttpRequest, trade: &Trade, lang: Lang) -> String {
    let address = format!(
        "{}/payments/{}?{}",
        home(request),
        trade.ticket,
        query_with(request, &[])
    );
    let mut html = format!(
        "<form class=\"actions\" method=\"post\" action=\"{}\">\n",
        escape(&address)
    );
    for (action, class, words) in [
        ("pay", "main", Words::new("付款", "Pay")),
        ("cancel", "", Words::new("取消", "Cancel")),
        ("lapse", "", Words::new("放弃，让它超时", "Let it lapse")),
        (
            "payUnheard",
            "",
            Words::new("付款，但通知丢失", "Pay, but lose the notification"),
        ),
    ] {
        let _ = writeln!(
            html,
            "<button class=\"{class}\" name=\"action\" value=\"{action}\">{}</button>",
            words.in_lang(lang)
        );
    }
    html.push_str("</form>\n");
    html
}

#[get("/payments")]
async fn list(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    asked: Query<PageQuery>,
) -> HttpResponse {
    let known = asked
        .key
        .as_deref()
        .is_some_and(|key| same(key, &sandbox.keys().page));
    if !sandbox.0.open && !known {
        return refusal(&request, LIST, LOCKED);
    }
    let open = match sandbox.0.wallets.open() {
        Ok(open) => open,
        Err(error) => return broken(&error),
    };
    let content = listed(&open, &request, sandbox.now_ms());
    page(&request, LIST, false, &content)
}

fn listed(open: &Open, request: &HttpRequest, now_ms: i64) -> String {
    let (lang, home) = (lang_of(request), home(request));
    let intro = Words::new(
        "演示中所有付款，最新的在前。点开等待付款的一笔，就像用手机钱包扫了它的码。",
        "All payments of the demo, newest first. Opening one that waits is like scanning its code with a wallet.",
    );
    let mut html = format!("<p>{}</p>\n", intro.in_lang(lang));
    let book = open.book();
    let newest = book.newest();
    if newest.is_empty() {
        let empty = Words::new("还没有付款。", "There are no payments yet.");
        let _ = write!(html, "<p class=\"empty\">{}</p>", empty.in_lang(lang));
        return html;
    }
    html.push_str("<ol class=\"messages\">\n");
    for trade in newest.into_iter().take(SHOWN) {
        let untold = trade.news.iter().map(|news| news.tries).max();
        let telling = match untold {
            None => String::new(),
            Some(tries) => format!(
                "<p class=\"text\">{} {tries}</p>",
                Words::new(
                    "通知未被接收，已尝试次数：",
                    "The notification was not taken. Attempts:"
                )
                .in_lang(lang)
            ),
        };
        let _ = writeln!(
            html,
            r#"<li><div class="head"><b><a href="{home}/payments/{ticket}?lang={tag}">{sum}</a></b><span class="tag">{wallet}</span><span class="tag">{state}</span><time datetime="{instant}">{time}</time></div><p class="text">{subject} · {order}</p>{telling}</li>"#,
            ticket = escape(&trade.ticket),
            tag = lang.tag(),
            sum = yuan(trade.amount_fen),
            wallet = title(trade.which).in_lang(lang),
            state = state_words(trade, now_ms).in_lang(lang),
            instant = instant(trade.made_ms),
            time = time(trade.made_ms),
            subject = escape(&trade.subject),
            order = escape(&trade.order_no),
        );
    }
    html.push_str("</ol>");
    html
}
