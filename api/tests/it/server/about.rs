//! Facts about a server that tests know: a default, a value of a file, and a secret.

use engine::senders::Source;

/// Facts about the server, as its settings would tell them.
pub fn about() -> api::About {
    let fact = |variable: &str, value: Option<&str>, is_secret, source| api::SettingFact {
        section: "rules",
        variable: variable.to_owned(),
        value: value.map(str::to_owned),
        is_secret,
        source,
    };
    api::About {
        started_ms: 1,
        settings: vec![
            fact("OWLDECK_GRACE_DAYS", None, false, Source::Default),
            fact("OWLDECK_ORDER_MINUTES", Some("20"), false, Source::File),
            fact("OWLDECK_SMS_KEY", None, true, Source::Environment),
        ],
    }
}
