//! Templates of a service, by the purpose of the code.

use domain::notices::reminders::PURPOSE;

use super::SmsConfigError;
use crate::{Message, SendError};

/// Template ids by purpose, and one for all other purposes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Templates {
    default: String,
    by_purpose: Vec<(String, String)>,
}

impl Templates {
    /// Reads `SMS_1`, or `login=SMS_1,reset=SMS_2,default=SMS_3`. Each template has one variable, the code.
    pub fn parse(text: &str) -> Result<Self, SmsConfigError> {
        let mut default = None;
        let mut by_purpose = Vec::new();
        for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            match part.split_once('=') {
                None | Some(("default", _)) if default.is_some() => {
                    return Err(SmsConfigError::Templates);
                }
                None => default = Some(part.to_owned()),
                Some(("default", id)) => default = Some(id.trim().to_owned()),
                Some((purpose, id)) => {
                    by_purpose.push((purpose.trim().to_owned(), id.trim().to_owned()));
                }
            }
        }
        let default = default.ok_or(SmsConfigError::Templates)?;
        let empty = |text: &str| text.is_empty();
        if empty(&default) || by_purpose.iter().any(|(p, id)| empty(p) || empty(id)) {
            return Err(SmsConfigError::Templates);
        }
        Ok(Self {
            default,
            by_purpose,
        })
    }

    /// Template for a message: the purpose's own, or for a code the default. Reminders have no default: its text speaks of a code.
    pub fn of(&self, message: &Message) -> Result<&str, SendError> {
        let own = self.by_purpose.iter().find(|(p, _)| p == message.purpose);
        match (own, message.purpose) {
            (Some((_, id)), _) => Ok(id),
            (None, PURPOSE) => Err(SendError::NotOffered),
            (None, _) => Ok(&self.default),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::lang::Lang;

    use super::*;
    use crate::Recipient;

    fn of<'a>(templates: &'a Templates, purpose: &'static str) -> Option<&'a str> {
        let message = Message {
            to: Recipient::Phone("+8613800000000".to_owned()),
            purpose,
            subject: None,
            code: "123456".to_owned(),
            text: String::new(),
            lang: Lang::Zh,
        };
        templates.of(&message).ok()
    }

    #[test]
    fn a_purpose_has_its_template_and_all_others_the_default() {
        let one = Templates::parse("SMS_1").expect("one");
        assert_eq!(of(&one, "login"), Some("SMS_1"));
        let many = Templates::parse("login=SMS_1, reset=SMS_2, default=SMS_3").expect("many");
        assert_eq!(of(&many, "login"), Some("SMS_1"));
        assert_eq!(of(&many, "reset"), Some("SMS_2"));
        assert_eq!(of(&many, "bind"), Some("SMS_3"));
        assert_eq!(of(&many, PURPOSE), None);
        let reminding = Templates::parse("expiry=SMS_4,default=SMS_3").expect("reminding");
        assert_eq!(of(&reminding, PURPOSE), Some("SMS_4"));
    }

    #[test]
    fn templates_without_a_default_are_refused() {
        for text in [
            "",
            " , ",
            "login=SMS_1",
            "SMS_1,SMS_2",
            "SMS_1,default=SMS_2",
            "default=",
            "=SMS_1,default=SMS_2",
            "login=,default=SMS_2",
        ] {
            assert!(Templates::parse(text).is_err(), "{text}");
        }
    }
}
