//! Page and keyword of a list: clients of this family name the page in three ways.

use domain::codes;
use domain::phones::{
    DEFAULT_PAGE_SIZE, InvalidListQuery, KEYWORD_MAX_CHARS, PAGE_MAX, PAGE_SIZE_MAX,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::ApiError;

/// Longest words of a search, in bytes.
pub const WORDS_MAX_BYTES: usize = 256;

/// Page of a list that is asked for: `pageNo` (also pageNum, page) from 1, `pageSize` (also limit) up to 200.
#[derive(Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Page number, from 1.
    #[serde(alias = "pageNum", alias = "page")]
    page_no: Option<i64>,
    /// Page size, 1 to 200; 20 when left out, where the call names no other.
    #[serde(alias = "limit")]
    page_size: Option<i64>,
}

impl PageQuery {
    /// Page from the values of a larger query.
    pub const fn of(page_no: Option<i64>, page_size: Option<i64>) -> Self {
        Self { page_no, page_size }
    }

    /// Offset and limit: rows before the page, and rows on it.
    pub fn window(&self, usual_size: u32) -> Result<(i64, i64), ApiError> {
        let within = |value: Option<i64>, usual: u32, max: u32, fault: InvalidListQuery| match value
        {
            None => Ok(i64::from(usual)),
            Some(value) if (1..=i64::from(max)).contains(&value) => Ok(value),
            Some(_) => Err(ApiError::explained(codes::BAD_REQUEST, |lang| {
                fault.text(lang)
            })),
        };
        let page = within(self.page_no, 1, PAGE_MAX, InvalidListQuery::PageNo)?;
        let size = within(
            self.page_size,
            usual_size,
            PAGE_SIZE_MAX,
            InvalidListQuery::PageSize,
        )?;
        Ok(((page - 1) * size, size))
    }

    /// [`PageQuery::window`] of a list with the usual size.
    pub fn usual(&self) -> Result<(i64, i64), ApiError> {
        self.window(DEFAULT_PAGE_SIZE)
    }
}

/// Searched part of a name, without blanks around it; empty where none is given.
pub fn keyword(typed: Option<String>) -> Result<String, ApiError> {
    let keyword = typed.unwrap_or_default().trim().to_owned();
    if domain::text::count(&keyword) > KEYWORD_MAX_CHARS {
        return Err(ApiError::Refused(codes::BAD_REQUEST));
    }
    Ok(keyword)
}
