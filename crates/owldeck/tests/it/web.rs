//! The web app inside the binary, as browsers fetch it.

use reqwest::Response;

use crate::demo::Demo;

fn header<'a>(answer: &'a Response, name: &str) -> &'a str {
    answer
        .headers()
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_app_is_served_typed_compressed_and_cached_as_it_should_be() {
    let demo = Demo::start().await;
    for path in ["/", "/app"] {
        let answer = demo.get(path, "").await;
        assert_eq!(
            (answer.status().as_u16(), header(&answer, "location")),
            (302, "/app/")
        );
    }
    let index = demo.get("/app/", "").await;
    assert_eq!(header(&index, "content-type"), "text/html; charset=utf-8");
    assert_eq!(header(&index, "cache-control"), "no-cache");
    let html = index.text().await.expect("text");
    for path in ["/app/index", "/app/play?phoneId=1", "/app/some/deep/page"] {
        let page = demo.get(path, "").await.text().await.expect("text");
        assert_eq!(page, html, "history mode: {path} is the app");
    }
    for path in [
        "/app/redirect/%2F%2Fx",
        "/app/redirect//x",
        "/app/%2F%2Fx",
        "/app/%2F/",
        "/app/%5C%5Cx",
        "/app/redirect/%2F%2Fevil.example",
        "/app/a.b/c.d",
        "/app/index.htm",
        "/app//x",
        "/app/%2E%2E%2FCargo.toml",
        "/app/a%0Ab",
        "/app/%FF%00",
        "/app/%E9%B9%A4?x=%2F",
    ] {
        let answer = demo.get(path, "").await;
        assert_eq!(answer.status(), 200, "{path}");
        let page = answer.text().await.expect("text");
        assert_eq!(page, html, "no file, so the app says what it is: {path}");
    }

    let script = html
        .split('"')
        .find(|word| word.starts_with("/app/assets/") && word.contains("/index-"))
        .expect("a script");
    // The page's first script is a line that names the others: the largest part of the app is among them.
    let first = demo.get(script, "").await.text().await.expect("text");
    let name = first
        .split(['"', '`', '\''])
        .find_map(|word| word.strip_prefix("./").filter(|w| w.starts_with("start-")))
        .expect("the app's start");
    let script = format!("/app/assets/{name}");
    let script = script.as_str();
    let plain = demo.get(script, "").await;
    assert_eq!(
        header(&plain, "content-type"),
        "text/javascript; charset=utf-8"
    );
    assert_eq!(
        header(&plain, "cache-control"),
        "public, max-age=31536000, immutable"
    );
    let size = plain.bytes().await.expect("bytes").len();
    for (asked, given) in [("gzip, br", "br"), ("gzip", "gzip")] {
        let compressed = demo.get(script, asked).await;
        assert_eq!(header(&compressed, "content-encoding"), given);
        assert!(compressed.bytes().await.expect("bytes").len() < size / 2);
    }

    let missing = demo.get("/app/assets/gone-12345678.js", "").await;
    assert_eq!(missing.status(), 404, "no index in the place of a script");
    assert_eq!(
        demo.get("/app/../Cargo.toml", "").await.status(),
        404,
        "nothing beside the app"
    );
}
