//! Settings of the senders as operators may see them: never a secret, and where each comes from.

use connectors::{Channel, SenderSetting, ShownValue};
use serde_json::Value;

use super::{Section, Settings, variable};

impl Settings {
    /// Settings of the senders of SMS and mail, in the order of their sections.
    pub fn senders(&self) -> Vec<SenderSetting> {
        let mut all = self.shown(&self.sms, Channel::Sms, self.sms.key.is_some());
        all.extend(self.shown(&self.smtp, Channel::Mail, self.smtp.password.is_some()));
        all
    }

    /// Settings of a section with one secret, which is skipped when the section is serialised.
    fn shown<S: Section>(
        &self,
        section: &S,
        channel: Channel,
        has_secret: bool,
    ) -> Vec<SenderSetting> {
        let json = |section: &S| serde_json::to_value(section).unwrap_or_default();
        let (values, defaults) = (json(section), json(&S::default()));
        S::FIELD_NAMES
            .iter()
            .map(|field| {
                let name = format!("{}{field}", S::PREFIX);
                let (value, is_default) = match values.get(*field) {
                    Some(value) => (shown(value), Some(value) == defaults.get(*field)),
                    None if has_secret => (ShownValue::Secret, false),
                    None => (ShownValue::Absent, true),
                };
                SenderSetting {
                    channel,
                    variable: variable(&name),
                    value,
                    source: self.source(&name, is_default),
                }
            })
            .collect()
    }
}

/// Value as it may be seen. An address loses its login and its query, which may hold names, passwords and keys.
fn shown(value: &Value) -> ShownValue {
    match value {
        Value::Bool(value) => ShownValue::Text(value.to_string()),
        Value::Number(number) => ShownValue::Text(number.to_string()),
        Value::String(text) => ShownValue::Text(place(text)),
        Value::Null | Value::Array(_) | Value::Object(_) => ShownValue::Absent,
    }
}

fn place(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else {
        return text.to_owned();
    };
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{host}{path}")
}

#[cfg(test)]
mod tests {
    use connectors::Source;

    use super::*;

    fn of<'a>(all: &'a [SenderSetting], variable: &str) -> &'a SenderSetting {
        let found = all.iter().find(|setting| setting.variable == variable);
        found.expect("a setting")
    }

    #[test]
    fn a_secret_is_told_to_be_set_and_never_shown() {
        let lines = "sms_kind = 'webhook'\nsms_key = 'whsec_open_sesame'\nsms_url = 'https://me:word@sms.example:8443/send?key=word#word'\nsmtp_user = 'u'\nsmtp_password = 'sesame'";
        let all = Settings::from_lines(lines).expect("settings").senders();
        assert_eq!(of(&all, "OWLDECK_SMS_KEY").value, ShownValue::Secret);
        assert_eq!(of(&all, "OWLDECK_SMTP_PASSWORD").value, ShownValue::Secret);
        let place = ShownValue::Text("https://sms.example:8443/send".to_owned());
        assert_eq!(of(&all, "OWLDECK_SMS_URL").value, place);
        let told = format!("{all:?}");
        assert!(!told.contains("sesame") && !told.contains("word@") && !told.contains("key="));
    }

    #[test]
    fn a_setting_tells_where_it_comes_from() {
        let mut settings = Settings::from_lines("smtp_port = 2525").expect("settings");
        settings.smtp.host = Some("127.0.0.1".to_owned());
        settings
            .sources
            .insert("sms_kind".to_owned(), Source::Environment);
        let all = settings.senders();
        for (variable, source, value) in [
            (
                "OWLDECK_SMTP_PORT",
                Source::File,
                ShownValue::Text("2525".to_owned()),
            ),
            (
                "OWLDECK_SMTP_HOST",
                Source::Demo,
                ShownValue::Text("127.0.0.1".to_owned()),
            ),
            (
                "OWLDECK_SMTP_PROTECTION",
                Source::Default,
                ShownValue::Text("starttls".to_owned()),
            ),
            ("OWLDECK_SMTP_PASSWORD", Source::Default, ShownValue::Absent),
            ("OWLDECK_SMS_KIND", Source::Environment, ShownValue::Absent),
        ] {
            let setting = of(&all, variable);
            assert_eq!(
                (setting.source, &setting.value),
                (source, &value),
                "{variable}"
            );
        }
    }
}
