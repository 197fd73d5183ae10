//! Page views and errors of pages: what a path is, and the bounds.

use domain::tracking::{
    ERROR_MAX_CHARS, LATE_MAX_MS, PATH_MAX_BYTES, PageError, PageView, TITLE_MAX_CHARS,
    TrackingError, VIEWS_PER_CALL, check_count,
};

use crate::sentences;

const NOW: i64 = 1_800_000_000_000;

fn path(text: &str) -> Result<String, TrackingError> {
    PageView::parse(text, None, None, NOW).map(|view| view.path().to_owned())
}

sentences! {
    fn only_the_path_is_kept_of_an_address() {
        assert_eq!(path("/play?phoneId=7&mode=view").unwrap(), "/play");
        assert_eq!(path("/index#13800000000").unwrap(), "/index");
        assert_eq!(path("/").unwrap(), "/");
    }

    fn the_token_of_a_link_is_no_part_of_a_path() {
        let token = "A7dkq0-_pJx2mNvB4sR8tYw1zC5eF6gH9iL3oQuXyZa";
        for page in ["sharePhoneVideo", "shareVideo", "shareGame"] {
            assert_eq!(path(&format!("/{page}/{token}")).unwrap(), format!("/{page}/"));
            let error = PageError::parse("E", "", "", &format!("/app/{page}/{token}/more")).unwrap();
            assert_eq!(error.path(), format!("/app/{page}/"));
        }
        assert_eq!(path("/play/shareGame").unwrap(), "/play/shareGame");
        assert_eq!(path("/shareVideos/x").unwrap(), "/shareVideos/x");
    }

    fn what_a_browser_could_read_as_another_origin_is_no_path() {
        for text in ["", "index", "//evil.example", "https://evil.example/", "/\\evil.example", "/a\tb", "/a b", "javascript:alert(1)", "?a=/index"] {
            assert_eq!(path(text), Err(TrackingError::Path), "{text:?}");
        }
    }

    fn a_path_and_a_title_end_at_their_limit() {
        let long = |n: usize| format!("/{}", "a".repeat(n - 1));
        assert!(path(&long(PATH_MAX_BYTES)).is_ok());
        assert_eq!(path(&long(PATH_MAX_BYTES + 1)), Err(TrackingError::Path));
        let titled = |n: usize| PageView::parse("/index", Some(&"云".repeat(n)), None, NOW);
        assert_eq!(titled(TITLE_MAX_CHARS).unwrap().title().chars().count(), TITLE_MAX_CHARS);
        assert_eq!(titled(TITLE_MAX_CHARS + 1), Err(TrackingError::Title));
    }

    fn a_title_holds_no_control_characters() {
        assert_eq!(PageView::parse("/index", Some(" a\u{7}b\n"), None, NOW).unwrap().title(), "ab");
    }

    fn a_time_that_is_not_likely_is_now() {
        let at = |at_ms| PageView::parse("/index", None, at_ms, NOW).unwrap().at_ms();
        assert_eq!(at(Some(NOW - LATE_MAX_MS)), NOW - LATE_MAX_MS);
        assert_eq!(at(Some(NOW)), NOW);
        for unlikely in [None, Some(NOW - LATE_MAX_MS - 1), Some(NOW + 1), Some(0), Some(i64::MIN)] {
            assert_eq!(at(unlikely), NOW, "{unlikely:?}");
        }
    }

    fn an_error_of_a_page_is_one_line_of_bounded_parts() {
        let error = PageError::parse("TypeError", "x\nERROR forged", "a.js:1:2\r", "/app/index?q=secret").unwrap();
        assert_eq!(
            (error.kind(), error.words(), error.at(), error.path()),
            ("TypeError", "x ERROR forged", "a.js:1:2 ", "/app/index")
        );
        let long = "云".repeat(ERROR_MAX_CHARS);
        assert!(PageError::parse(&long, &long, &long, "/").is_ok());
        let longer = "云".repeat(ERROR_MAX_CHARS + 1);
        for (kind, words, at) in [("", "", ""), (" ", "", ""), (&*longer, "", ""), ("E", &*longer, ""), ("E", "", &*longer)] {
            assert_eq!(PageError::parse(kind, words, at, "/"), Err(TrackingError::Error));
        }
        assert_eq!(PageError::parse("E", "", "", "//evil.example"), Err(TrackingError::Path));
    }

    fn a_call_holds_one_to_twenty_views() {
        assert_eq!(check_count(0), Err(TrackingError::Count));
        assert_eq!(check_count(1), Ok(()));
        assert_eq!(check_count(VIEWS_PER_CALL), Ok(()));
        assert_eq!(check_count(VIEWS_PER_CALL + 1), Err(TrackingError::Count));
    }
}
