//! Proxies of several phones at once: one a line, or the same for all.

use domain::lang::{Lang, Words};
use domain::proxy::{LINES_MAX_BYTES, Proxy, ReadLine, for_each, read_lines};
use engine::Engine;
use serde::{Deserialize, Serialize};
use store::proxies::ProxyError;
use store::session::Actor;
use utoipa::ToSchema;

use super::proxy::{ProxyBody, words_in};
use crate::http::ApiError;
use crate::http::batches::PhoneAnswer;

/// Field of the lines on the wire.
const FIELD: &str = "proxyLines";
const ONE_WAY: Words = Words::new(
    "已按行填写代理，请不要再填写单个代理的参数",
    "The proxies are given in lines. Leave the fields of a single one out",
);
const TOO_LONG: Words = Words::new("代理列表过长", "The list of proxies is too long");

/// Reads and checks the lines of a text; `protocol` of the body is for lines that name none.
fn read(body: &ProxyBody, text: &str, engine: &Engine) -> Result<Vec<ReadLine>, ApiError> {
    let allowed = body.allowed(engine)?;
    if text.len() > LINES_MAX_BYTES {
        return Err(words_in(FIELD, TOO_LONG));
    }
    Ok(read_lines(text, body.protocol(), allowed))
}

/// Proxies for this number of phones, one for each, from lines or from the body; none when the request names no proxy.
pub fn of_each(
    body: &ProxyBody,
    lines: Option<&str>,
    phones: usize,
    engine: &Engine,
    actor: &Actor,
) -> Result<Option<Vec<Proxy>>, ApiError> {
    let Some(text) = lines.filter(|text| !text.trim().is_empty()) else {
        if !body.is_given() {
            return Ok(None);
        }
        return Ok(Some(vec![body.sealed(engine, actor)?; phones]));
    };
    if body.names_one() {
        return Err(words_in("ip", ONE_WAY));
    }
    let read = read(body, text, engine)?;
    let checked =
        for_each(read, phones).map_err(|refusal| ApiError::in_field(FIELD.to_owned(), refusal))?;
    let sealed = checked.iter().map(|one| body.seal(one, engine, actor));
    sealed.collect::<Result<_, _>>().map(Some)
}

/// Proxies in lines, and the number of phones that they are for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProxyLinesBody {
    /// One proxy a line: `protocol://user:password@host:port`, or `host:port:user:password`. Empty lines say nothing.
    proxy_lines: String,
    /// Number of phones.
    phones: usize,
    /// Protocol of lines that name none.
    protocol: Option<String>,
}

/// Each line that says something, in order, without its login.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProxyLinesView {
    list: Vec<ProxyLineView>,
    total: usize,
    /// Why the lines do not do for so many phones; empty where they do.
    msg: String,
}

/// A line: the proxy that it names, or why it names none.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProxyLineView {
    /// Number of the line in the text, from 1.
    line: usize,
    /// Protocol, address and port; empty where the line is refused.
    proxy: String,
    /// Whether it has a login.
    login: bool,
    /// Why the line is refused; empty where it is not.
    msg: &'static str,
}

impl ProxyLinesBody {
    /// Checks the lines: the view says what is wrong with each, and with their number.
    pub fn view(self, engine: &Engine, lang: Lang) -> Result<ProxyLinesView, ApiError> {
        let body = ProxyBody::of_protocol(self.protocol);
        let read = read(&body, &self.proxy_lines, engine)?;
        let list: Vec<ProxyLineView> = read.iter().map(|line| view_of(line, lang)).collect();
        let msg = for_each(read, self.phones).err();
        Ok(ProxyLinesView {
            total: list.len(),
            list,
            msg: msg.map_or_else(String::new, |refusal| refusal(lang)),
        })
    }
}

fn view_of(line: &ReadLine, lang: Lang) -> ProxyLineView {
    let proxy = line.proxy.as_ref();
    ProxyLineView {
        line: line.number,
        proxy: proxy.map_or_else(|_| String::new(), ToString::to_string),
        login: proxy.is_ok_and(|proxy| proxy.login.is_some()),
        msg: proxy.err().map_or("", |fault| fault.text(lang)),
    }
}

/// Phones, and the proxy that each gets at once; where nothing is said of one, those that they have are taken off.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeProxiesBody {
    /// Ids of the phones, at most 30, each once.
    pub phone_ids: Vec<i64>,
    /// One proxy a line, as many as phones, in their order: `protocol://user:password@host:port`, or `host:port:user:password` of `protocol`.
    pub proxy_lines: Option<String>,
    #[serde(flatten)]
    pub proxy: ProxyBody,
}

/// Each phone's answer, in the order asked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProxiesChangedView {
    /// Phones whose proxy was changed.
    success: usize,
    /// Phones that were refused.
    fail: usize,
    list: Vec<PhoneAnswer>,
}

impl ProxiesChangedView {
    pub fn of(changed: Vec<(i64, Result<(), ProxyError>)>, lang: Lang) -> Result<Self, ApiError> {
        let mut list = Vec::with_capacity(changed.len());
        let mut success = 0;
        for (phone_id, each) in changed {
            list.push(match each {
                Ok(()) => {
                    success += 1;
                    PhoneAnswer::accepted(phone_id)
                }
                Err(refused) => match ApiError::from(refused) {
                    ApiError::Refused(code) => PhoneAnswer::refused(phone_id, code, lang),
                    fault => return Err(fault),
                },
            });
        }
        Ok(Self {
            success,
            fail: list.len() - success,
            list,
        })
    }
}
