//! The list's question: what is searched, how it is sorted, which page.

use crate::lang::{Lang, Words};

/// Sizes the pager offers.
pub const PAGE_SIZES: [u32; 4] = [10, 20, 30, 50];
/// The size when none is asked for.
pub const DEFAULT_PAGE_SIZE: u32 = 20;
/// The largest size that is answered.
pub const PAGE_SIZE_MAX: u32 = 200;
/// The last page that is answered; beyond it nobody pages, they search.
pub const PAGE_MAX: u32 = 1_000_000;
/// Names or ids in one search: as many phones as group control takes.
pub const KEYWORDS_MAX: usize = 300;
/// The longest of them, in characters.
pub const KEYWORD_MAX_CHARS: usize = 64;

const _: () = assert!(DEFAULT_PAGE_SIZE <= PAGE_SIZE_MAX && PAGE_SIZES[3] <= PAGE_SIZE_MAX);

/// What the list is sorted by. The numbers are wire values; 1 is the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SortType {
    /// When the phone came to its member.
    #[default]
    AssignTime = 1,
    /// When its rental ends.
    Expiry = 2,
    /// The initial of its name, Chinese by pinyin.
    NameInitial = 3,
}

/// Which end comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortOrder {
    /// Smallest first.
    Asc,
    /// Largest first.
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

    /// The order that people mean when they name only the sort: newest phones, soonest end, A to Z.
    pub const fn usual_order(self) -> SortOrder {
        match self {
            Self::AssignTime => SortOrder::Desc,
            Self::Expiry | Self::NameInitial => SortOrder::Asc,
        }
    }
}

/// What is wrong with a question to the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ListFault {
    /// Page numbers begin at 1 and end at [`PAGE_MAX`].
    #[error("page number out of range")]
    PageNo,
    /// Sizes go from 1 to [`PAGE_SIZE_MAX`].
    #[error("page size out of range")]
    PageSize,
    /// No such sort.
    #[error("unknown sort")]
    Sort,
    /// More than [`KEYWORDS_MAX`] names or ids.
    #[error("too many keywords")]
    TooManyKeywords,
    /// One longer than [`KEYWORD_MAX_CHARS`].
    #[error("keyword too long")]
    KeywordTooLong,
}

impl ListFault {
    /// The words for it.
    pub fn text(self, lang: Lang) -> String {
        let words = match self {
            Self::PageNo => Words::new("页码不正确", "The page number is out of range"),
            Self::PageSize => {
                Words::new("每页条数应在 1 到 {n} 之间", "A page holds 1 to {n} rows")
            }
            Self::Sort => Words::new("不支持的排序方式", "This sort does not exist"),
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
            Self::Sort => 0,
        };
        words.in_lang(lang).replace("{n}", &limit.to_string())
    }
}

/// A question to the list that may be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListQuery {
    /// Names or ids; none: all phones. One is searched as part of a name or id, several must match whole.
    pub keywords: Vec<String>,
    /// By what.
    pub sort: SortType,
    /// In which direction.
    pub order: SortOrder,
    /// From 1.
    pub page_no: u32,
    /// Rows a page.
    pub page_size: u32,
}

impl ListQuery {
    /// Reads a question; what is missing takes its default.
    pub fn parse(
        keyword: Option<&str>,
        sort_type: Option<i64>,
        sort_order: Option<&str>,
        page_no: Option<i64>,
        page_size: Option<i64>,
    ) -> Result<Self, ListFault> {
        let keywords = split_keywords(keyword.unwrap_or_default());
        if keywords.len() > KEYWORDS_MAX {
            return Err(ListFault::TooManyKeywords);
        }
        if keywords
            .iter()
            .any(|k| k.chars().count() > KEYWORD_MAX_CHARS)
        {
            return Err(ListFault::KeywordTooLong);
        }
        let sort = SortType::from_code(sort_type.unwrap_or(SortType::default() as i64))
            .ok_or(ListFault::Sort)?;
        let order = match sort_order {
            None | Some("") => sort.usual_order(),
            Some("asc") => SortOrder::Asc,
            Some("desc") => SortOrder::Desc,
            Some(_) => return Err(ListFault::Sort),
        };
        let within = |value: Option<i64>, default: u32, max: u32| match value {
            None => Some(default),
            Some(v) => u32::try_from(v).ok().filter(|v| (1..=max).contains(v)),
        };
        Ok(Self {
            keywords,
            sort,
            order,
            page_no: within(page_no, 1, PAGE_MAX).ok_or(ListFault::PageNo)?,
            page_size: within(page_size, DEFAULT_PAGE_SIZE, PAGE_SIZE_MAX)
                .ok_or(ListFault::PageSize)?,
        })
    }

    /// Rows before this page.
    pub const fn offset(&self) -> i64 {
        (self.page_no as i64 - 1) * self.page_size as i64
    }
}

/// Splits what was typed or pasted at commas (either width), semicolons, spaces and line ends; each name once, in order.
pub fn split_keywords(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in
        text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '，' | '、' | ';' | '；'))
    {
        if !word.is_empty() && !words.iter().any(|w| w.eq_ignore_ascii_case(word)) {
            words.push(word.to_owned());
        }
    }
    words
}
