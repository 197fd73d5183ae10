//! Rules for the branding that an operator gives the console.

use domain::branding::{
    ADDRESS_MAX_BYTES, Branding, BrandingError, HOURS_MAX_CHARS, Refusal, TITLE_MAX_CHARS,
    WELCOME_MAX_CHARS,
};
use domain::lang::{Lang, LocalizedName};

use crate::sentences;

/// Both languages of a text, the second one given.
fn english(en: String) -> LocalizedName {
    LocalizedName {
        zh: "云".to_owned(),
        en,
    }
}

fn chinese(zh: String) -> LocalizedName {
    LocalizedName {
        zh,
        en: String::new(),
    }
}

fn no<T>(field: &str, why: BrandingError) -> Result<T, Refusal> {
    Err((field.to_owned(), why))
}

fn main_is(address: &str) -> Result<Branding, Refusal> {
    Branding {
        main: address.to_owned(),
        ..Branding::default()
    }
    .checked()
}

fn service_is(address: &str) -> Result<Branding, Refusal> {
    Branding {
        service_url: address.to_owned(),
        ..Branding::default()
    }
    .checked()
}

sentences! {
    fn the_products_own_dress_is_allowed() {
        assert_eq!(Branding::default().checked(), Ok(Branding::default()));
        assert_eq!(Branding::default().login_way, "phone");
    }

    fn texts_end_at_their_limit() {
        let long = |n: usize| "云".repeat(n);
        for (side, of) in [("", chinese as fn(String) -> LocalizedName), ("En", english as fn(String) -> LocalizedName)] {
            let title = |n| Branding { title: of(long(n)), ..Branding::default() }.checked();
            assert!(title(TITLE_MAX_CHARS).is_ok());
            assert_eq!(title(TITLE_MAX_CHARS + 1), no(&format!("text{side}"), BrandingError::Title));
            let welcome = |n| Branding { welcome_text: of(long(n)), ..Branding::default() }.checked();
            assert!(welcome(WELCOME_MAX_CHARS).is_ok());
            assert_eq!(welcome(WELCOME_MAX_CHARS + 1), no(&format!("welcomeText{side}"), BrandingError::Welcome));
            let hours = |n| Branding { service_hours: of(long(n)), ..Branding::default() }.checked();
            assert!(hours(HOURS_MAX_CHARS).is_ok());
            assert_eq!(hours(HOURS_MAX_CHARS + 1), no(&format!("serviceHours{side}"), BrandingError::Hours));
        }
        for lang in Lang::ALL {
            assert_ne!(BrandingError::Title.text(lang), BrandingError::Hours.text(lang));
        }
        let long = |n: usize| format!("/{}", "a".repeat(n - 1));
        assert!(main_is(&long(ADDRESS_MAX_BYTES)).is_ok());
        assert_eq!(main_is(&long(ADDRESS_MAX_BYTES + 1)), no("main", BrandingError::Picture));
    }

    fn a_picture_is_this_servers_own() {
        assert!(main_is("/app/owl.svg").is_ok());
        for address in ["owl.svg", "//evil.example/x.png", "https://evil.example/x.png", "/\\evil.example", "data:image/png;base64,", "/a b"] {
            assert_eq!(main_is(address), no("main", BrandingError::Picture), "{address}");
            let left = Branding { left_bg: address.to_owned(), ..Branding::default() };
            assert_eq!(left.checked(), no("leftBg", BrandingError::Picture), "{address}");
        }
    }

    fn a_help_centre_is_a_web_address() {
        for address in ["https://help.example/a?b=c", "http://127.0.0.1:9000"] {
            assert!(service_is(address).is_ok(), "{address}");
        }
        for address in ["javascript:alert(1)", "//help.example", "https://", "https:///x", "ftp://help.example", "help.example", "https://a b"] {
            assert_eq!(service_is(address), no("serviceUrl", BrandingError::Service), "{address}");
        }
    }

    fn generation_and_way_are_of_a_closed_set() {
        let of = |renew_redesign| Branding { renew_redesign, ..Branding::default() }.checked();
        assert!(of(0).is_ok() && of(2).is_ok());
        assert_eq!(of(-1), no("renewRedesign", BrandingError::Redesign));
        assert_eq!(of(3), no("renewRedesign", BrandingError::Redesign));
        let way = |way: &str| Branding { login_way: way.to_owned(), ..Branding::default() }.checked();
        for known in ["phone", "password", "sms", "email", "social"] {
            assert!(way(known).is_ok(), "{known}");
        }
        assert_eq!(way("telepathy"), no("loginWay", BrandingError::LoginWay));
    }

    fn one_registers_by_phone_or_not_at_all() {
        let by = |text: &str| Branding { register_type: text.to_owned(), ..Branding::default() }.checked();
        assert_eq!(["", "phone", "none"].map(|text| by(text).unwrap().registers()), [true, true, false]);
        for text in ["email", "None", " ", "closed"] {
            assert_eq!(by(text), no("registerType", BrandingError::RegisterType), "{text:?}");
        }
    }
}
