//! Forty hostile files: each is refused in words, or kept as a plain file under a harmless name; none leaves anything elsewhere.

use super::*;

/// Names that become another one, or the same when nothing of it can harm.
const RENAMED: [&str; 30] = [
    "../../etc/passwd",
    "..\\..\\windows\\win.ini",
    "/etc/shadow",
    "C:\\autoexec.bat",
    "....//....//x",
    "%2e%2e%2fx",
    ".bashrc",
    "-rf",
    "--install-location",
    "; rm -rf ~",
    "$(reboot)",
    "`reboot`",
    "a|b&c>d<e",
    "'quoted'",
    "\"quoted\"",
    "*?.apk",
    "a\nb.apk",
    "a\r\nSet-Cookie: x=1",
    "a\tb",
    "a\u{0}b.apk",
    "gpj.\u{202e}kpa.apk",
    "a\u{200b}b.apk",
    "CON",
    "nul.txt",
    "trailing. . .",
    "  spaces  ",
    "😀😀😀.apk",
    "e\u{301}te\u{301}.apk",
    "<img src=x onerror=alert(1)>.png",
    "{{constructor}}.txt",
];
/// Names of which nothing is left.
const REFUSED: [&str; 8] = ["", " ", ".", "..", "/", "\\", "\u{202e}", "../.."];
/// A character of three bytes, more often than a name has room for.
const LONG: [usize; 2] = [120, 1000];

/// Whether a phone, a shell, a browser or a file system can be fooled by it.
fn is_harmless(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 255
        && !name.starts_with(['.', '-', ' '])
        && !name.ends_with(['.', ' '])
        && !name
            .chars()
            .any(|c| c.is_control() || matches!(c, '/' | '\\' | '\u{202e}' | '\u{200b}'))
}

#[test]
fn forty_hostile_files_do_no_harm_and_each_is_told() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let long = LONG.map(|count| "长".repeat(count));
        let names = RENAMED.into_iter().chain(long.iter().map(String::as_str));
        let mut told = 0;
        for (nth, name) in names.enumerate() {
            // The content claims to be an archive, and is none.
            let bytes = format!("PK\u{3}\u{4}{nth}<script>alert(1)</script>");
            let id = sent(s, &token, &format!("h{nth}"), name, bytes.as_bytes()).await;
            let kept = info(s, &token, id).await.data();
            let shown = kept["name"].as_str().unwrap();
            assert!(is_harmless(shown), "{name:?} became {shown:?}");
            assert_eq!(
                (&kept["kind"], &kept["app"], &kept["received"]),
                (&json!("file"), &Value::Null, &json!(bytes.len())),
                "{name:?}"
            );
            told += 1;
        }
        let kept = lying(s);
        for name in REFUSED {
            let refused = create(s, &token, "refused", name, 1).await;
            assert_eq!(
                (refused.code(), refused.msg().as_str()),
                (codes::UPLOAD_NAME.number, "The file has no usable name"),
                "{name:?}"
            );
            told += 1;
        }
        assert_eq!(told, 40);
        assert_eq!(lying(s), kept, "a refused one leaves nothing");
        // Each under the digest of its content, and nothing beside them.
        assert_eq!(kept.len(), RENAMED.len() + LONG.len());
        for name in kept {
            let digits = name.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(digits && name.len() == 64, "{name}");
        }
    });
}
