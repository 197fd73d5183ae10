//! Query of the phone list: keywords, filter, sort and page.

use super::{PhoneActivity, Power, Rental, Status};
use crate::lang::{Lang, Words};
use std::str::FromStr;
use strum::EnumString;

/// Sizes the pager offers.
pub const PAGE_SIZES: [u32; 4] = [10, 20, 30, 50];
/// Page size when the client asks for none.
pub const DEFAULT_PAGE_SIZE: u32 = 20;
/// Largest page size.
pub const PAGE_SIZE_MAX: u32 = 200;
/// Last page: beyond it people search instead of paging.
pub const PAGE_MAX: u32 = 1_000_000;
/// Limit of names or ids in one search: as many phones as group control takes.
pub const KEYWORDS_MAX: usize = 300;
/// Longest name or id in a search, in characters.
pub const KEYWORD_MAX_CHARS: usize = 64;

const _: () = assert!(DEFAULT_PAGE_SIZE <= PAGE_SIZE_MAX && PAGE_SIZES[3] <= PAGE_SIZE_MAX);

/// Sort key of the list. The numbers are wire values; 1 is the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SortType {
    /// Time at which the phone came to its member.
    #[default]
    AssignTime = 1,
    /// End of the rental.
    Expiry = 2,
    /// Initial of the phone's name, Chinese by pinyin.
    NameInitial = 3,
}

/// Direction of the sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortOrder {
    /// The smallest, earliest or first letter comes first.
    Asc,
    /// The largest, latest or last letter comes first.
    Desc,
}

impl SortType {
    /// Reads the wire value.
    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            1 => Some(Self::AssignTime),
            2 => Some(Self::Expiry),
            3 => Some(Self::NameInitial),
            _ => None,
        }
    }

    /// The order that people expect of a sort: newest phones, soonest end, A to Z.
    pub const fn usual_order(self) -> SortOrder {
        match self {
            Self::AssignTime => SortOrder::Desc,
            Self::Expiry | Self::NameInitial => SortOrder::Asc,
        }
    }
}

/// Why a query is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidListQuery {
    /// Page numbers begin at 1 and end at [`PAGE_MAX`].
    #[error("page number out of range")]
    PageNo,
    /// Sizes go from 1 to [`PAGE_SIZE_MAX`].
    #[error("page size out of range")]
    PageSize,
    /// The sort is unknown.
    #[error("unknown sort")]
    Sort,
    /// The search has more than [`KEYWORDS_MAX`] names or ids.
    #[error("too many keywords")]
    TooManyKeywords,
    /// A name or id is longer than [`KEYWORD_MAX_CHARS`].
    #[error("keyword too long")]
    KeywordTooLong,
    /// The status, rental or relation is unknown.
    #[error("unknown filter")]
    Filter,
}

impl InvalidListQuery {
    /// Message in one language.
    pub fn text(self, lang: Lang) -> String {
        let words = match self {
            Self::PageNo => Words::new("页码不正确", "The page number is out of range"),
            Self::PageSize => {
                Words::new("每页条数应在 1 到 {n} 之间", "A page holds 1 to {n} rows")
            }
            Self::Sort => Words::new("不支持的排序方式", "This sort does not exist"),
            Self::Filter => Words::new("不支持的筛选条件", "This filter does not exist"),
            Self::TooManyKeywords => Words::new(
                "一次最多搜索 {n} 个名称或编号",
                "Search for at most {n} names or ids at once",
            ),
            Self::KeywordTooLong => Words::new(
                "名称或编号最多 {n} 个字",
                "A name or id has at most {n} characters",
            ),
        };
        let limit = match self {
            Self::PageNo => u64::from(PAGE_MAX),
            Self::PageSize => u64::from(PAGE_SIZE_MAX),
            Self::TooManyKeywords => KEYWORDS_MAX as u64,
            Self::KeywordTooLong => KEYWORD_MAX_CHARS as u64,
            Self::Sort | Self::Filter => 0,
        };
        words.in_lang(lang).replace("{n}", &limit.to_string())
    }
}

/// A query that the rules allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListQuery {
    /// Names or ids; empty: all phones. A single keyword is a part of a name or id; of several, each is the whole name or id of a phone, or
    /// a part where no phone has it whole. A keyword with blanks is one name or several: [`keywords_of`] decides once it is known which names exist.
    pub keywords: Vec<String>,
    /// Sort key.
    pub sort: SortType,
    /// Direction of the sort.
    pub order: SortOrder,
    /// Page number, from 1.
    pub page_no: u32,
    /// Rows on a page.
    pub page_size: u32,
    pub filter: ListFilter,
    /// Only these phones, in this order; every other field of the query is then ignored.
    pub only: Option<Vec<i64>>,
}

/// Filter of the list: a phone must meet every condition that is set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListFilter {
    /// Only phones of this group, or only those in none.
    pub group: Option<InGroup>,
    /// Only phones with this tag.
    pub tag_id: Option<i64>,
    /// Only phones with one of these statuses, each once; empty: all.
    pub statuses: Vec<Status>,
    /// Only phones that are switched on, or off.
    pub power: Option<Power>,
    /// Only phones with this activity.
    pub doing: Option<PhoneActivity>,
    /// Only phones with a rental in this state.
    pub rental: Option<Rental>,
    /// Only own phones, or only granted ones.
    pub relation: Option<Relation>,
}

/// A phone's group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InGroup {
    /// In no group.
    None,
    /// In the group with this id.
    Group(i64),
}

/// Relation of a phone to the member in whose list it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "camelCase")]
pub enum Relation {
    /// Rented by the member.
    Own,
    /// Granted to the member.
    Granted,
    /// Rented by the member and granted to somebody.
    SharedOut,
}

impl ListFilter {
    /// Reads the conditions; group 0 is "in none".
    pub fn parse(
        group_id: Option<i64>,
        tag_id: Option<i64>,
        statuses: &[i64],
        power: Option<&str>,
        rental: Option<&str>,
        relation: Option<&str>,
    ) -> Result<Self, InvalidListQuery> {
        let mut asked: Vec<Status> = Vec::new();
        for code in statuses {
            let status = i16::try_from(*code).ok().and_then(Status::from_code);
            let status = status.ok_or(InvalidListQuery::Filter)?;
            if !asked.contains(&status) {
                asked.push(status);
            }
        }
        Ok(Self {
            group: group_id.map(|id| {
                if id == 0 {
                    InGroup::None
                } else {
                    InGroup::Group(id)
                }
            }),
            tag_id,
            statuses: asked,
            power: word(power)?,
            doing: None,
            rental: word(rental)?,
            relation: word(relation)?,
        })
    }

    /// Adds a condition on the phones' activity.
    pub fn in_state(self, state: Option<&str>) -> Result<Self, InvalidListQuery> {
        let doing = word(state)?;
        Ok(Self { doing, ..self })
    }

    /// Whether the filter accepts phones of this status and switch, as far as those decide.
    pub fn wants(&self, status: Status, power: Power) -> bool {
        (self.statuses.is_empty() || self.statuses.contains(&status))
            && self.power.is_none_or(|wanted| wanted == power)
            && self
                .doing
                .is_none_or(|wanted| wanted == PhoneActivity::of(status, power))
    }
}

/// Reads a condition's word; none when it is missing or empty.
fn word<T: FromStr>(text: Option<&str>) -> Result<Option<T>, InvalidListQuery> {
    match text {
        None | Some("") => Ok(None),
        Some(text) => text.parse().map(Some).map_err(|_| InvalidListQuery::Filter),
    }
}

impl ListQuery {
    /// Reads a query; a missing parameter takes its default.
    pub fn parse(
        keyword: Option<&str>,
        sort_type: Option<i64>,
        sort_order: Option<&str>,
        page_no: Option<i64>,
        page_size: Option<i64>,
    ) -> Result<Self, InvalidListQuery> {
        let typed = keyword.unwrap_or_default();
        let is_long = |text: &str| text.chars().count() > KEYWORD_MAX_CHARS;
        // A whole file may have been pasted: words beyond the limit are not compared with all words before them.
        let words = each_once(words_in(typed), KEYWORDS_MAX + 1);
        let phrases = each_once(phrases_in(typed), KEYWORDS_MAX + 1);
        if words.len() > KEYWORDS_MAX || phrases.len() > KEYWORDS_MAX {
            return Err(InvalidListQuery::TooManyKeywords);
        }
        if words.iter().any(|word| is_long(word)) {
            return Err(InvalidListQuery::KeywordTooLong);
        }
        // A phrase longer than a name can be is taken as several keywords.
        let keywords = keywords_of(&phrases, |phrase| !is_long(phrase));
        if keywords.len() > KEYWORDS_MAX {
            return Err(InvalidListQuery::TooManyKeywords);
        }
        let sort = SortType::from_code(sort_type.unwrap_or(SortType::default() as i64))
            .ok_or(InvalidListQuery::Sort)?;
        let order = match sort_order {
            None | Some("") => sort.usual_order(),
            Some("asc") => SortOrder::Asc,
            Some("desc") => SortOrder::Desc,
            Some(_) => return Err(InvalidListQuery::Sort),
        };
        let within = |value: Option<i64>, default: u32, max: u32| match value {
            None => Some(default),
            Some(v) => u32::try_from(v).ok().filter(|v| (1..=max).contains(v)),
        };
        Ok(Self {
            keywords,
            sort,
            order,
            page_no: within(page_no, 1, PAGE_MAX).ok_or(InvalidListQuery::PageNo)?,
            page_size: within(page_size, DEFAULT_PAGE_SIZE, PAGE_SIZE_MAX)
                .ok_or(InvalidListQuery::PageSize)?,
            filter: ListFilter::default(),
            only: None,
        })
    }

    /// The query for phones that are named by their keys.
    pub fn of_phones(mut self, ids: Vec<i64>) -> Result<Self, InvalidListQuery> {
        if ids.len() > KEYWORDS_MAX {
            return Err(InvalidListQuery::TooManyKeywords);
        }
        self.only = Some(ids);
        Ok(self)
    }

    /// Replaces the filter.
    #[must_use]
    pub fn filtered(mut self, filter: ListFilter) -> Self {
        self.filter = filter;
        self
    }

    /// Rows before this page.
    pub const fn offset(&self) -> i64 {
        (self.page_no as i64 - 1) * self.page_size as i64
    }
}

/// Splits typed or pasted text at commas (either width), semicolons, spaces and line ends; each word once, in order.
pub fn split_keywords(text: &str) -> Vec<String> {
    each_once(words_in(text), usize::MAX)
}

/// Splits text at the same separators except spaces; each phrase once, in order. A phrase with spaces is one name or several.
pub fn split_phrases(text: &str) -> Vec<String> {
    each_once(phrases_in(text), usize::MAX)
}

fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(ends_phrase).flat_map(str::split_whitespace)
}

fn phrases_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(ends_phrase).map(str::trim)
}

/// The names and ids that phrases mean: a phrase that is known as a whole is one name, of any other each word is one. Each once, in order.
pub fn keywords_of(phrases: &[String], known: impl Fn(&str) -> bool) -> Vec<String> {
    let names = phrases.iter().flat_map(|phrase| {
        if known(phrase.as_str()) {
            vec![phrase.as_str()]
        } else {
            phrase.split_whitespace().collect()
        }
    });
    each_once(names, usize::MAX)
}

/// Whether a character ends a phrase: commas, semicolons, and line or cell ends of a table.
fn ends_phrase(c: char) -> bool {
    matches!(c, ',' | '，' | '、' | ';' | '；' | '\u{2028}' | '\u{2029}')
        || c.is_whitespace() && c.is_control()
}

/// The words in their order, each once regardless of case; at most `most`.
fn each_once<'a>(words: impl Iterator<Item = &'a str>, most: usize) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for word in words {
        if kept.len() == most {
            break;
        }
        if !word.is_empty() && !kept.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            kept.push(word.to_owned());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(keyword: &str) -> Result<ListQuery, InvalidListQuery> {
        ListQuery::parse(Some(keyword), None, None, None, None)
    }

    #[test]
    fn as_many_names_may_be_asked_for_with_blanks_as_without() {
        // Few words make many names: two of eighteen each.
        let names: Vec<String> = (0..=KEYWORDS_MAX)
            .map(|n| format!("a{} b{}", n / 18, n % 18))
            .collect();
        let fine = ask(&names[..KEYWORDS_MAX].join(",")).unwrap();
        assert_eq!(fine.keywords, names[..KEYWORDS_MAX]);
        let beyond = ask(&names.join("\n"));
        assert_eq!(beyond, Err(InvalidListQuery::TooManyKeywords));
    }

    #[test]
    fn words_of_a_long_phrase_count_beside_the_names_that_stand_as_they_are() {
        let names: Vec<String> = (0..KEYWORDS_MAX - 1)
            .map(|n| format!("a{} b{}", n / 18, n % 18))
            .collect();
        let long: Vec<String> = (0..100).map(|n| format!("c{n}")).collect();
        let typed = format!("{},{}", names.join(","), long.join(" "));
        assert_eq!(ask(&typed), Err(InvalidListQuery::TooManyKeywords));
    }

    #[test]
    fn what_is_pasted_twice_counts_once() {
        let twice = (0..2 * KEYWORDS_MAX).map(|n| format!("p{}", n % KEYWORDS_MAX));
        let query = ask(&twice.collect::<Vec<_>>().join("\n")).unwrap();
        assert_eq!(query.keywords.len(), KEYWORDS_MAX);
    }

    #[test]
    fn a_status_is_asked_for_once_however_often_it_is_named() {
        let filter = ListFilter::parse(None, None, &[1, 0, 1, 1], None, None, None).unwrap();
        assert_eq!(filter.statuses, [Status::Running, Status::Abnormal]);
        let unknown = ListFilter::parse(None, None, &[1, 15], None, None, None);
        assert_eq!(unknown, Err(InvalidListQuery::Filter));
    }
}
