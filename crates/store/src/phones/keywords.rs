//! The searched words: a part of a name or id, or several words, each a whole name or id where a phone has it, else a part. Names may
//! contain blanks, and blanks also separate names: only the existing names decide which of both it is.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::phones::{ListQuery, keywords_of};
use domain::text;

use super::shared::SharedPhones;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::contains::contains;
use crate::db::schema::phones;
use crate::error::StoreError;

/// The searched words.
pub(super) enum Words {
    /// No search.
    None,
    /// A part of a name or id.
    Part(Word),
    /// Several words.
    Several(Several),
}

/// A searched word as it stands in the keys of names, and in ids.
pub(super) struct Word {
    pub(super) name: String,
    pub(super) id: String,
}

/// Several searched words, looked up among the phones that the member sees.
pub(super) struct Several {
    /// Keys of whole names.
    pub(super) names: Vec<String>,
    /// Whole ids.
    pub(super) ids: Vec<String>,
    /// Words that no phone has as its whole name or id.
    parts: Vec<Word>,
    /// Own phones that one of the words names, or whose name or id contains one of the parts.
    pub(super) own: Vec<i64>,
    /// Words, as they were typed, that no phone has.
    pub(super) not_found: Vec<String>,
}

impl Word {
    fn of(typed: &str) -> Self {
        let name = text::key(typed);
        let id = name.to_uppercase();
        Self { name, id }
    }

    fn is_in(&self, alias_key: &str, owl_id: &str) -> bool {
        alias_key.contains(self.name.as_str()) || owl_id.contains(self.id.as_str())
    }
}

impl Words {
    pub(super) fn found_in(&self, alias_key: &str, owl_id: &str) -> bool {
        match self {
            Self::None => true,
            Self::Part(word) => word.is_in(alias_key, owl_id),
            Self::Several(Several {
                names, ids, parts, ..
            }) => {
                names.iter().any(|name| name == alias_key)
                    || ids.iter().any(|id| id == owl_id)
                    || parts.iter().any(|part| part.is_in(alias_key, owl_id))
            }
        }
    }
}

/// Lookup of the names that a member can see.
pub(super) struct NameLookup<'a> {
    pub(super) member_id: i64,
    pub(super) shared: &'a SharedPhones,
}

impl NameLookup<'_> {
    /// The words that a query asks for.
    pub(super) fn words(&self, conn: &mut AnyConn, query: &ListQuery) -> Result<Words, StoreError> {
        match self.asked(conn, query)?.as_slice() {
            [] => Ok(Words::None),
            [part] => Ok(Words::Part(Word::of(part))),
            many => self.several(conn, many).map(Words::Several),
        }
    }

    fn several(&self, conn: &mut AnyConn, typed: &[String]) -> Result<Several, StoreError> {
        let words = typed.iter().map(|word| Word::of(word));
        let (names, ids): (Vec<String>, Vec<String>) =
            words.map(|word| (word.name, word.id)).unzip();
        let named: Vec<(i64, String, String)> = phones::table
            .filter(phones::owner_id.eq(self.member_id))
            .filter(
                among(phones::alias_key, names.iter().map(String::as_str))
                    .or(among(phones::owl_id, ids.iter().map(String::as_str))),
            )
            .select((phones::id, phones::alias_key, phones::owl_id))
            .load(conn)?;
        let words_of = named
            .iter()
            .map(|(_, name, id)| (name.as_str(), id.as_str()));
        let whole: HashSet<&str> = (words_of.chain(self.shared.names()))
            .flat_map(|(name, id)| [name, id])
            .collect();
        let mut parts: Vec<(Word, &String, bool)> = (typed.iter())
            .map(|typed| (Word::of(typed), typed, false))
            .filter(|(word, ..)| {
                !whole.contains(word.name.as_str()) && !whole.contains(word.id.as_str())
            })
            .collect();
        let mut own = self.containing(conn, &mut parts)?;
        own.extend(named.iter().map(|(id, ..)| *id));
        let missing = parts.iter().filter(|(.., found)| !found);
        Ok(Several {
            not_found: missing.map(|(_, typed, _)| (*typed).clone()).collect(),
            parts: parts.into_iter().map(|(word, ..)| word).collect(),
            own,
            names,
            ids,
        })
    }

    /// Own phones whose name or id contains one of the parts. A part that any visible phone contains is marked as found.
    fn containing(
        &self,
        conn: &mut AnyConn,
        parts: &mut [(Word, &String, bool)],
    ) -> Result<Vec<i64>, StoreError> {
        if parts.is_empty() {
            return Ok(Vec::new());
        }
        let mut contains = |alias_key: &str, owl_id: &str| {
            let mut any = false;
            for (word, _, found) in parts.iter_mut() {
                let here = word.is_in(alias_key, owl_id);
                *found |= here;
                any |= here;
            }
            any
        };
        for (name, id) in self.shared.names() {
            contains(name, id);
        }
        let own: Vec<(i64, String, String)> = phones::table
            .filter(phones::owner_id.eq(self.member_id))
            .select((phones::id, phones::alias_key, phones::owl_id))
            .load(conn)?;
        let found = (own.iter()).filter(|(_, name, id)| contains(name, id));
        Ok(found.map(|(id, ..)| *id).collect())
    }

    /// The names and ids that a query asks for. A phrase with blanks is one name where a phone has it: alone as a part of its name, beside
    /// other phrases as the whole name. Other parts of the query are ignored.
    fn asked(&self, conn: &mut AnyConn, query: &ListQuery) -> Result<Vec<String>, StoreError> {
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
        let word = Word::of(phrase);
        if self.shared.names().any(|(name, id)| word.is_in(name, id)) {
            return Ok(true);
        }
        let found: Option<i64> = phones::table
            .into_boxed::<Backend>()
            .filter(phones::owner_id.eq(self.member_id))
            .filter(contains(phones::alias_key, &word.name).or(contains(phones::owl_id, &word.id)))
            .select(phones::id)
            .first(conn)
            .optional()?;
        Ok(found.is_some())
    }

    /// Phrases of the given ones that are names.
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
