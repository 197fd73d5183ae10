//! The searched words: a part of a name or id, or several of them whole. Names may contain blanks, and blanks also separate names: only the
//! existing names decide which of both it is.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::phones::{ListQuery, keywords_of};
use domain::text;

use super::find::containing;
use super::shared::SharedPhones;
use crate::among::among;
use crate::conn::{AnyConn, Backend};
use crate::error::StoreError;
use crate::schema::phones;

/// The searched words.
pub(super) enum Words {
    /// No search.
    None,
    /// A part of a name's key, and the same part in upper case for ids.
    Part(String, String),
    /// Keys of whole names, and whole ids in upper case, in the order asked.
    Whole(Vec<String>, Vec<String>),
}

impl Words {
    pub(super) fn of(keywords: &[String]) -> Self {
        let cases = |word: &String| {
            let key = text::key(word);
            let id = key.to_uppercase();
            (key, id)
        };
        match keywords {
            [] => Self::None,
            [part] => {
                let (lower, upper) = cases(part);
                Self::Part(lower, upper)
            }
            many => {
                let (names, ids) = many.iter().map(cases).unzip();
                Self::Whole(names, ids)
            }
        }
    }

    pub(super) fn found_in(&self, alias_key: &str, owl_id: &str) -> bool {
        match self {
            Self::None => true,
            Self::Part(lower, upper) => {
                alias_key.contains(lower.as_str()) || owl_id.contains(upper.as_str())
            }
            Self::Whole(names, ids) => {
                names.iter().any(|name| name == alias_key) || ids.iter().any(|id| id == owl_id)
            }
        }
    }
}

/// Lookup of the names that a member can see.
pub(super) struct Known<'a> {
    pub(super) member_id: i64,
    pub(super) shared: &'a SharedPhones,
}

impl Known<'_> {
    /// The names and ids that a query asks for. A phrase with blanks is one name where a phone has it: alone as a part of its name, beside
    /// other phrases as the whole name. Other parts of the query are ignored.
    pub(super) fn asked(
        &self,
        conn: &mut AnyConn,
        query: &ListQuery,
    ) -> Result<Vec<String>, StoreError> {
        let phrases = query.keywords.iter().map(String::as_str);
        let spaced: Vec<&str> = phrases
            .filter(|phrase| phrase.contains(char::is_whitespace))
            .collect();
        if spaced.is_empty() {
            return Ok(query.keywords.clone());
        }
        let known: HashSet<&str> = match query.keywords.as_slice() {
            [phrase] if self.is_part(conn, phrase)? => HashSet::from([phrase.as_str()]),
            [_] => HashSet::new(),
            _ => self.names_among(conn, &spaced)?,
        };
        Ok(keywords_of(&query.keywords, |phrase| {
            known.contains(phrase)
        }))
    }

    /// Whether a name contains the phrase.
    fn is_part(&self, conn: &mut AnyConn, phrase: &str) -> Result<bool, StoreError> {
        let words = Words::of(&[phrase.to_owned()]);
        let Words::Part(lower, upper) = &words else {
            return Ok(false);
        };
        if self
            .shared
            .names()
            .any(|(name, id)| words.found_in(name, id))
        {
            return Ok(true);
        }
        let found: Option<i64> = phones::table
            .into_boxed::<Backend>()
            .filter(phones::owner_id.eq(self.member_id))
            .filter(
                phones::alias_key
                    .like(containing(lower))
                    .escape('\\')
                    .or(phones::owl_id.like(containing(upper)).escape('\\')),
            )
            .select(phones::id)
            .first(conn)
            .optional()?;
        Ok(found.is_some())
    }

    /// Those of the phrases that are names.
    fn names_among<'p>(
        &self,
        conn: &mut AnyConn,
        phrases: &[&'p str],
    ) -> Result<HashSet<&'p str>, StoreError> {
        let keys: Vec<String> = phrases.iter().map(|phrase| text::key(phrase)).collect();
        let own: Vec<String> = phones::table
            .filter(phones::owner_id.eq(self.member_id))
            .filter(among(phones::alias_key, keys.iter().map(String::as_str)))
            .select(phones::alias_key)
            .load(conn)?;
        let mut names: HashSet<&str> = own.iter().map(String::as_str).collect();
        names.extend(self.shared.names().map(|(name, _)| name));
        Ok(phrases
            .iter()
            .zip(&keys)
            .filter(|(_, key)| names.contains(key.as_str()))
            .map(|(phrase, _)| *phrase)
            .collect())
    }
}
