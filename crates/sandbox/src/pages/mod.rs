//! Pages for people: rendered here, everything escaped, one style sheet, one script, nothing inline.

mod contact;
mod outbox;

use std::fmt::Write;

use actix_web::http::header::{self, HeaderMap};
use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::lang::{Lang, Words};

use crate::people::{PEOPLE, Person, person};
use crate::{PATH, Sandbox};

/// Content policy, stricter than the server's own: both hold.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'";

const NOTE: Words = Words::new(
    "这是演示环境的模拟服务，不会连接任何真实的第三方。",
    "This is a stand-in of the demo. Nothing here reaches a real service.",
);

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(style)
        .service(mark)
        .service(outbox_script)
        .service(picture)
        .configure(contact::configure)
        .configure(outbox::configure);
}

#[get("/style.css")]
async fn style() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/css; charset=utf-8")
        .body(include_str!("style.css"))
}

/// The owl mark, as in the console.
#[get("/mark.svg")]
async fn mark() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("image/svg+xml")
        .body(include_str!("mark.svg"))
}

#[get("/outbox.js")]
async fn outbox_script() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/javascript; charset=utf-8")
        .body(include_str!("outbox.js"))
}

/// Picture of a person: the first character of the name.
#[get("/people/{number}.svg")]
async fn picture(number: web::Path<usize>) -> HttpResponse {
    let Some(person) = person(*number) else {
        return HttpResponse::NotFound().finish();
    };
    let first = person.name.chars().find(|c| c.is_alphanumeric());
    HttpResponse::Ok().content_type("image/svg+xml").body(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="48" fill="{}"/><text x="48" y="63" font-size="42" font-family="sans-serif" fill="white" text-anchor="middle">{}</text></svg>"#,
        person.colour,
        first.unwrap_or('?'),
    ))
}

/// Language of a page: the one that was chosen on it, else the browser's.
pub fn lang_of(request: &HttpRequest) -> Lang {
    let chosen = url::form_urlencoded::parse(request.query_string().as_bytes())
        .find(|(name, _)| name == "lang")
        .and_then(|(_, tag)| Lang::ALL.into_iter().find(|lang| lang.tag() == tag));
    chosen.unwrap_or_else(|| accepted(request.headers()))
}

fn accepted(headers: &HeaderMap) -> Lang {
    let text = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|v| v.to_str().ok());
    Lang::from_accept(text.unwrap_or_default())
}

/// Query of the request with other values for some of its names.
pub fn query_with(request: &HttpRequest, changes: &[(&str, &str)]) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    let kept = url::form_urlencoded::parse(request.query_string().as_bytes())
        .filter(|(name, _)| !changes.iter().any(|(changed, _)| name == changed));
    query.extend_pairs(kept).extend_pairs(changes);
    query.finish()
}

/// Path of the sandbox as browsers find it: [`PATH`] below the server's base.
pub fn home(request: &HttpRequest) -> String {
    let sandbox = request.app_data::<web::Data<Sandbox>>();
    let base = sandbox.map_or("", |sandbox| sandbox.base());
    format!("{base}{PATH}")
}

/// Page around its content, which is HTML already.
pub fn page(request: &HttpRequest, title: Words, script: bool, content: &str) -> HttpResponse {
    let (lang, home) = (lang_of(request), home(request));
    let (other, name) = match lang {
        Lang::Zh => (Lang::En, "English"),
        Lang::En => (Lang::Zh, "中文"),
    };
    let tag = other.tag();
    let switch = escape(&format!("?{}", query_with(request, &[("lang", tag)])));
    let script = if script {
        format!(r#"<script src="{home}/outbox.js" defer></script>"#)
    } else {
        String::new()
    };
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::VARY, "accept-language"))
        .body(format!(
            r#"<!doctype html>
<html lang="{}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="stylesheet" href="{home}/style.css">
<link rel="icon" href="{home}/mark.svg">
{script}
</head>
<body>
<header><img src="{home}/mark.svg" alt="" width="28" height="28"><h1>{title}</h1><a class="lang" lang="{tag}" hreflang="{tag}" href="{switch}">{name}</a></header>
<main>
{content}
</main>
<footer>{}</footer>
</body>
</html>
"#,
            lang.tag(),
            NOTE.in_lang(lang),
            title = escape(title.in_lang(lang)),
        ))
}

/// Page with the reason of a refusal.
pub fn refusal(request: &HttpRequest, title: Words, why: Words) -> HttpResponse {
    let text = escape(why.in_lang(lang_of(request)));
    let mut response = page(
        request,
        title,
        false,
        &format!("<p class=\"refusal\" role=\"alert\">{text}</p>"),
    );
    *response.status_mut() = actix_web::http::StatusCode::BAD_REQUEST;
    response
}

/// List of the invented people, each with the address that chooses them, and a way to give up.
pub fn choice(
    request: &HttpRequest,
    intro: Words,
    address: impl Fn(usize) -> String,
    cancel: &str,
) -> String {
    let (lang, home) = (lang_of(request), home(request));
    let mut html = format!(
        "<p>{}</p>\n<ul class=\"people\">\n",
        escape(intro.in_lang(lang))
    );
    for (number, Person { name, about, .. }) in PEOPLE.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = writeln!(
            html,
            r#"<li><a class="person" href="{}"><img src="{home}/people/{number}.svg" alt="" width="48" height="48"><span><b>{}</b><small>{}</small></span></a></li>"#,
            escape(&address(number)),
            escape(name),
            escape(about.in_lang(lang)),
        );
    }
    let give_up = Words::new("取消登录", "Cancel").in_lang(lang);
    let _ = write!(
        html,
        "</ul>\n<p><a class=\"cancel\" href=\"{}\">{give_up}</a></p>",
        escape(cancel)
    );
    html
}

/// Escapes a text for HTML, also between quotes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_becomes_markup() {
        assert_eq!(
            escape(r#"<img src=x onerror='a("&")'>"#),
            "&lt;img src=x onerror=&#39;a(&quot;&amp;&quot;)&#39;&gt;"
        );
    }
}
