//! Display of an error for logs and people: the error's own text, then that of each cause (`Error::source`), separated by colons.

use std::error::Error;
use std::fmt::{self, Display};

/// Shows an error with all its causes on one line: `database: database is locked`.
pub fn causes<'a>(error: &'a (dyn Error + 'static)) -> Causes<'a> {
    Causes(error)
}

/// Display of an error with its causes, see [`causes`].
#[derive(Debug, Clone, Copy)]
pub struct Causes<'a>(&'a (dyn Error + 'static));

impl Display for Causes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = self.0.to_string();
        f.write_str(&last)?;
        let mut cause = self.0.source();
        while let Some(inner) = cause {
            let words = inner.to_string();
            // Some errors already end with the text of their cause, which is not repeated.
            if !last.ends_with(&words) {
                write!(f, ": {words}")?;
                last = words;
            }
            cause = inner.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Said(&'static str, Option<Box<Self>>);

    impl Display for Said {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl Error for Said {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            self.1.as_ref().map(|cause| cause.as_ref() as _)
        }
    }

    fn chain(words: &[&'static str]) -> Said {
        let (first, rest) = words.split_first().unwrap();
        Said(first, (!rest.is_empty()).then(|| Box::new(chain(rest))))
    }

    #[test]
    fn every_cause_is_said_in_its_order() {
        let error = chain(&["the wallet", "no answer", "connection refused"]);
        assert_eq!(
            causes(&error).to_string(),
            "the wallet: no answer: connection refused"
        );
        assert_eq!(causes(&chain(&["alone"])).to_string(), "alone");
    }

    #[test]
    fn a_cause_that_its_error_says_itself_is_said_once() {
        let error = chain(&["settings: no such file", "no such file", "os error 2"]);
        assert_eq!(
            causes(&error).to_string(),
            "settings: no such file: os error 2"
        );
    }
}
