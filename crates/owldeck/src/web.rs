//! Web app in the binary: `/app/**` in history mode, compressed at build time.

use actix_web::http::header::{self, AcceptEncoding, Encoding, Header as _, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use api::AppState;
use rust_embed::RustEmbed;

/// Files of `webapp/dist`, as the build left them: each text beside its `.br` and `.gz`.
#[derive(RustEmbed)]
#[folder = "../../webapp/dist"]
#[allow_missing = true]
struct Files;

const INDEX: &str = "index.html";
/// Path pattern of any address of the app.
const ANY: &str = "/app/{path:.*}";
/// Folder of files that the build names by their content.
const ASSETS: &str = "assets/";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Adds the app and the redirects to it.
pub fn configure(cfg: &mut web::ServiceConfig) {
    let to_app = |state: web::Data<AppState>| async move {
        let app = format!("{}/app/", state.base.as_str());
        HttpResponse::Found()
            .insert_header((header::LOCATION, app))
            .finish()
    };
    cfg.route("/", web::get().to(to_app))
        .route("/app", web::get().to(to_app))
        .route(ANY, web::get().to(serve))
        .route(ANY, web::head().to(serve));
}

/// Serves a file, or the index for every other address, for which the app itself says what is not there. A missing asset is answered with
/// 404, because an index in its place would break the page without a message.
async fn serve(request: HttpRequest) -> HttpResponse {
    // The path is used as it came, without unescaping: no file's name needs escaping.
    let path = request.match_info().get("path").unwrap_or_default();
    let hashed = path.starts_with(ASSETS);
    let name = if Files::get(path).is_some() {
        path
    } else if hashed {
        return HttpResponse::NotFound().finish();
    } else {
        INDEX
    };
    let state = request.app_data::<web::Data<AppState>>();
    let base = state.map_or("", |state| state.base.as_str());
    let accepted = AcceptEncoding::parse(&request).ok();
    // An index below a base path is rewritten, so it has no compressed form.
    let elsewhere = name == INDEX && !base.is_empty();
    let mut encodings = [(Encoding::brotli(), "br"), (Encoding::gzip(), "gz")]
        .into_iter()
        .filter(|_| !elsewhere);
    let encoded = encodings.find_map(|(encoding, suffix)| {
        accepts(accepted.as_ref(), &encoding)
            .then(|| Files::get(&format!("{name}.{suffix}")).map(|file| (file, encoding)))
            .flatten()
    });
    let (file, encoding) = match encoded {
        Some((file, encoding)) => (Some(file), Some(encoding)),
        None => (Files::get(name), None),
    };
    let Some(file) = file else {
        return HttpResponse::NotFound().body("The web app is not built: run `cargo xtask build`.");
    };
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CONTENT_TYPE, mime(name)))
        .insert_header((
            header::CACHE_CONTROL,
            if hashed { IMMUTABLE } else { "no-cache" },
        ))
        .insert_header((header::VARY, HeaderValue::from_static("accept-encoding")));
    if let Some(encoding) = encoding {
        response.insert_header((header::CONTENT_ENCODING, encoding.to_string()));
    }
    if let Some(policy) = state.and_then(|state| state.embedders.policy_of(path)) {
        response.insert_header((header::CONTENT_SECURITY_POLICY, policy));
    }
    if elsewhere {
        return response.body(below(&String::from_utf8_lossy(&file.data), base));
    }
    response.body(file.data.into_owned())
}

/// Index for an app below a base path: it names the files there, and `data-base` tells the app its path.
fn below(index: &str, base: &str) -> String {
    index
        .replace("\"/app/", &format!("\"{base}/app/"))
        .replacen("<html ", &format!("<html data-base=\"{base}\" "), 1)
}

/// Whether a client takes an encoding. Each encoding is asked for by itself, because a client's order of equals says nothing and the
/// server prefers the smaller file.
fn accepts(accepted: Option<&AcceptEncoding>, encoding: &Encoding) -> bool {
    let chosen = accepted.and_then(|accepted| accepted.negotiate(std::iter::once(encoding)));
    chosen.as_ref() == Some(encoding)
}

/// Media type of an embedded file. By hand, since the web app has nine kinds of files, and a library's table does not know which are UTF-8.
fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn an_encoding_is_used_only_when_it_is_accepted() {
        let accepts = |header: &str, encoding: Encoding| {
            let request = TestRequest::default().insert_header((header::ACCEPT_ENCODING, header));
            let accepted = AcceptEncoding::parse(&request.to_http_request()).ok();
            super::accepts(accepted.as_ref(), &encoding)
        };
        assert!(accepts("gzip, deflate, br, zstd", Encoding::brotli()));
        assert!(accepts("gzip, deflate, br, zstd", Encoding::gzip()));
        assert!(accepts("br;q=0.5", Encoding::brotli()));
        assert!(!accepts("gzip, br;q=0", Encoding::brotli()));
        assert!(!accepts("gzip", Encoding::brotli()));
        assert!(!accepts("", Encoding::gzip()));
        assert!(!super::accepts(None, &Encoding::gzip()));
    }

    #[test]
    fn an_index_below_a_path_names_its_files_there() {
        let index = r#"<html lang="zh-CN"><script src="/app/boot.js"></script>"#;
        assert_eq!(
            below(index, "/phones"),
            r#"<html data-base="/phones" lang="zh-CN"><script src="/phones/app/boot.js"></script>"#
        );
    }

    #[test]
    fn a_browser_gets_the_type_it_needs() {
        assert_eq!(mime("assets/stream_bg-x.wasm"), "application/wasm");
        assert_eq!(mime("assets/index-x.js"), "text/javascript; charset=utf-8");
        assert_eq!(mime("unknown"), "application/octet-stream");
    }
}
