//! Settings as operators see them: each with its value and where it comes from, without secrets.

use std::collections::BTreeMap;

use api::SettingFact;
use config::Map;
use connectors::Source;
use serde_json::Value;

use super::{Section, Settings, variable};

/// Longest value that is shown, in characters: certificates are longer.
const SHOWN_CHARS: usize = 120;
/// Origin that `config` gives to values of the environment.
const ENVIRONMENT: &str = "the environment";

/// Sources of all values that are set, by name.
pub(super) fn sources(values: &Map<String, config::Value>) -> BTreeMap<String, Source> {
    let named = values.iter();
    named
        .map(|(name, value)| (name.clone(), source_of(value)))
        .collect()
}

/// Source of a value that is set.
fn source_of(value: &config::Value) -> Source {
    if value.origin() == Some(ENVIRONMENT) {
        Source::Environment
    } else {
        Source::File
    }
}

impl Settings {
    /// Source of a value by its name. A value that neither the file nor the environment set, and that is not the default, was set by the demo for
    /// its own stand-ins.
    pub(super) fn source(&self, name: &str, is_default: bool) -> Source {
        match self.sources.get(name) {
            Some(source) => *source,
            None if is_default => Source::Default,
            None => Source::Demo,
        }
    }

    /// All settings in the order of `--help`.
    pub fn facts(&self) -> Vec<SettingFact> {
        let Self {
            server,
            rules,
            s3,
            phones,
            demo,
            sms,
            smtp,
            oidc,
            wechat,
            alipay,
            wechatpay,
            sources: _,
        } = self;
        [
            self.of_section(server),
            self.of_section(rules),
            self.of_section(s3),
            self.of_section(phones),
            self.of_section(demo),
            self.of_section(sms),
            self.of_section(smtp),
            self.of_section(oidc),
            self.of_section(wechat),
            self.of_section(alipay),
            self.of_section(wechatpay),
        ]
        .concat()
    }

    fn of_section<S: Section>(&self, section: &S) -> Vec<SettingFact> {
        let json = |section: &S| serde_json::to_value(section).unwrap_or_default();
        let (values, defaults) = (json(section), json(&S::default()));
        let fact = |field: &&str| {
            let name = format!("{}{field}", S::PREFIX);
            // A secret is skipped when its section is serialised: it cannot be shown by mistake.
            let value = values.get(*field);
            SettingFact {
                section: S::KEY,
                source: self.source(&name, values.get(*field) == defaults.get(*field)),
                variable: variable(&name),
                is_secret: value.is_none(),
                value: value.and_then(shown),
            }
        };
        S::FIELD_NAMES.iter().map(fact).collect()
    }
}

fn shown(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null => return None,
        Value::String(text) => without_password(text),
        other => other.to_string(),
    };
    let short: String = text.chars().take(SHOWN_CHARS).collect();
    let cut = short.len() < text.len();
    (!text.is_empty()).then(|| if cut { format!("{short}…") } else { text })
}

/// An address without the password and the query that it may carry: `postgres://owldeck:•••@host/db`. Other text is left as it is.
fn without_password(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else {
        return text.to_owned();
    };
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (authority, path) = match rest.find('/') {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    match authority.rsplit_once('@') {
        None => format!("{scheme}://{rest}"),
        Some((login, host)) => {
            let user = login.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}:•••@{host}{path}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact<'f>(facts: &'f [SettingFact], variable: &str) -> &'f SettingFact {
        facts
            .iter()
            .find(|fact| fact.variable == variable)
            .expect("a setting")
    }

    #[test]
    fn each_setting_says_where_it_comes_from_and_no_secret_is_told() {
        let lines = "grace_days = 9\nsms_key = 'whsec_top'\nsmtp_protection = 'implicit'\n\
            database_url = 'postgres://owl:top@db.example:5432/owldeck?password=top'";
        let settings = Settings::from_lines(lines).expect("settings");
        let facts = settings.facts();
        assert_eq!(facts.len(), settings_in_help());
        let grace = fact(&facts, "OWLDECK_GRACE_DAYS");
        assert_eq!(
            (grace.section, grace.value.as_deref(), grace.source),
            ("rules", Some("9"), Source::File)
        );
        let listen = fact(&facts, "OWLDECK_LISTEN");
        assert_eq!(
            (listen.value.as_deref(), listen.source),
            (Some("127.0.0.1:8080"), Source::Default)
        );
        let key = fact(&facts, "OWLDECK_SMS_KEY");
        assert_eq!(
            (key.is_secret, key.value.as_deref(), key.source),
            (true, None, Source::File)
        );
        assert_eq!(
            fact(&facts, "OWLDECK_SMTP_PASSWORD").source,
            Source::Default
        );
        assert_eq!(
            fact(&facts, "OWLDECK_SMTP_PROTECTION").value.as_deref(),
            Some("implicit")
        );
        assert_eq!(
            fact(&facts, "OWLDECK_DATABASE_URL").value.as_deref(),
            Some("postgres://owl:•••@db.example:5432/owldeck")
        );
        assert!(!format!("{facts:?}").contains("top"), "{facts:?}");
    }

    /// Every field whose name promises a secret is one.
    #[test]
    fn what_is_called_a_secret_is_kept() {
        let facts = Settings::from_lines("").expect("settings").facts();
        for fact in facts {
            let name = fact.variable.as_str();
            let ends = [
                "_SECRET",
                "_PASSWORD",
                "_PRIVATE_KEY",
                "_API_KEY",
                "SMS_KEY",
            ];
            assert_eq!(
                fact.is_secret,
                ends.iter().any(|end| name.ends_with(end)),
                "{name}"
            );
        }
    }

    fn settings_in_help() -> usize {
        let rows = super::super::table();
        rows.lines()
            .filter(|line| line.starts_with("  OWLDECK_"))
            .count()
    }

    #[test]
    fn addresses_lose_passwords_and_queries_and_nothing_else() {
        for (text, wanted) in [
            (
                "https://sms.example/send?token=top",
                "https://sms.example/send",
            ),
            ("https://u:p@q@host/x", "https://u:•••@host/x"),
            ("postgres:///owldeck", "postgres:///owldeck"),
            (
                "Owldeck <no-reply@console.example>",
                "Owldeck <no-reply@console.example>",
            ),
        ] {
            assert_eq!(without_password(text), wanted);
        }
        let long = Value::String("a".repeat(SHOWN_CHARS + 1));
        assert_eq!(shown(&long), Some(format!("{}…", "a".repeat(SHOWN_CHARS))));
    }

    #[test]
    fn what_the_environment_sets_is_told_apart_from_the_file() {
        let value = |origin: Option<&str>| {
            let origin = origin.map(str::to_owned);
            config::Value::new(origin.as_ref(), "x")
        };
        assert_eq!(source_of(&value(Some(ENVIRONMENT))), Source::Environment);
        assert_eq!(source_of(&value(Some("owldeck.toml"))), Source::File);
        let environment = config::Environment::with_prefix("A")
            .source(Some([("A_B".to_owned(), "c".to_owned())].into()));
        let built = config::Config::builder()
            .add_source(environment)
            .build()
            .expect("a source");
        let all = config::Source::collect(&built).expect("values");
        assert_eq!(
            all.values().map(source_of).collect::<Vec<_>>(),
            [Source::Environment]
        );
    }
}
