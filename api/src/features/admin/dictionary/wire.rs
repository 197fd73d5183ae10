//! Entries of dictionaries in calls, under the names of this family of consoles.

use domain::codes;
use domain::dictionary::{EntryError, NewEntry, PART_MAX_CHARS, REMARK_MAX_CHARS, is_built_in};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::dictionary::{DictionaryError, EntrySort, Filter, StoredEntry, Written};
use utoipa::{IntoParams, ToSchema};

use super::super::wire::{descending, disabled, filled};
use crate::AppState;
use crate::http::{ApiError, PageQuery};

/// Filter, order and page of entries.
#[derive(Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct EntriesQuery {
    /// Page, from 1.
    #[serde(alias = "pageNo", alias = "page")]
    page_num: Option<i64>,
    /// Rows of a page, 1 to 200.
    page_size: Option<i64>,
    /// Whole name of the dictionary.
    dict_type: Option<String>,
    /// Part of a label.
    dict_label: Option<String>,
    /// "0" normal, "1" disabled.
    status: Option<String>,
    /// `dictSort`, which is the usual order by dictionary and place, `dictValue`, `dictLabel` or `createTime`.
    order_by_column: Option<String>,
    /// `asc` or `desc`.
    is_asc: Option<String>,
}

/// Filter, order, and the rows before the page and on it.
pub type Question = (Filter, (EntrySort, bool), (i64, i64));

impl EntriesQuery {
    pub fn parse(self) -> Result<Question, ApiError> {
        let window = PageQuery::of(self.page_num, self.page_size).usual()?;
        let order = match self.order_by_column.as_deref() {
            None | Some("" | "dictSort") => EntrySort::Place,
            Some("dictValue") => EntrySort::Value,
            Some("dictLabel") => EntrySort::Label,
            Some("createTime") => EntrySort::Created,
            Some(_) => return Err(ApiError::Refused(codes::BAD_REQUEST)),
        };
        let filter = Filter {
            dict_type: filled(self.dict_type),
            label: filled(self.dict_label),
            disabled: disabled(self.status.as_deref())?,
        };
        Ok((filter, (order, descending(self.is_asc.as_deref())?), window))
    }
}

/// An entry as an operator writes it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryBody {
    /// Entry's id; for a change only.
    pub dict_code: Option<i64>,
    /// Place among the values of the dictionary.
    #[serde(default)]
    dict_sort: i32,
    /// Label in Chinese, 1 to 100 characters.
    #[serde(default)]
    dict_label: String,
    /// Label in English; empty or left out where the Chinese one stands for it.
    #[serde(default)]
    label_en: String,
    /// The value, 1 to 100 characters.
    #[serde(default)]
    dict_value: String,
    /// Name of the dictionary: small letters, digits and `_`.
    #[serde(default)]
    dict_type: String,
    /// Class of the style, at most 100 characters; kept as it is.
    css_class: Option<String>,
    /// Class in lists, likewise.
    list_class: Option<String>,
    /// `Y` where the entry is chosen first.
    is_default: Option<String>,
    /// "0" normal, "1" disabled.
    status: Option<String>,
    /// Note for colleagues, at most 500 characters.
    remark: Option<String>,
    /// Version that the operator saw: a change is refused where there is a newer one. Left out: not checked.
    pub version: Option<i64>,
}

impl EntryBody {
    /// Checks the entry.
    pub fn parse(self) -> Result<Written, ApiError> {
        let new = NewEntry {
            dict_type: self.dict_type,
            value: self.dict_value,
            label: self.dict_label,
            label_en: self.label_en,
            sort: self.dict_sort,
        };
        let entry = new.checked().map_err(refused)?;
        let short = |text: Option<String>, most: usize| {
            let text = text.unwrap_or_default();
            if text.chars().count() > most {
                return Err(ApiError::Refused(codes::BAD_REQUEST));
            }
            Ok(text)
        };
        Ok(Written {
            entry,
            css_class: short(self.css_class, PART_MAX_CHARS)?,
            list_class: short(self.list_class, PART_MAX_CHARS)?,
            is_default: self.is_default.as_deref() == Some("Y"),
            disabled: disabled(self.status.as_deref())?.unwrap_or_default(),
            remark: short(self.remark, REMARK_MAX_CHARS)?,
        })
    }
}

fn refused(error: EntryError) -> ApiError {
    ApiError::in_field(error.field().to_owned(), |lang| error.text(lang).to_owned())
}

/// An entry of a dictionary.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryView {
    dict_code: i64,
    dict_sort: i32,
    /// Label in Chinese.
    dict_label: String,
    /// Label in English; empty where the Chinese one stands for it.
    label_en: String,
    dict_value: String,
    dict_type: String,
    css_class: String,
    list_class: String,
    /// `Y` where the entry is chosen first, else `N`.
    is_default: &'static str,
    /// "0" normal, "1" disabled.
    status: &'static str,
    remark: String,
    /// Time of making, `2026-11-26 08:30:00` in the set zone.
    create_time: String,
    /// Number of changes.
    version: i64,
    /// Whether the product itself uses the dictionary: only words, style and order may be changed.
    built_in: bool,
}

impl EntryView {
    pub fn of(kept: StoredEntry, state: &AppState) -> Self {
        Self {
            built_in: is_built_in(&kept.dict_type),
            dict_code: kept.id,
            dict_sort: kept.sort,
            dict_label: kept.label,
            label_en: kept.label_en,
            dict_value: kept.value,
            dict_type: kept.dict_type,
            css_class: kept.css_class,
            list_class: kept.list_class,
            is_default: if kept.is_default { "Y" } else { "N" },
            status: if kept.disabled { "1" } else { "0" },
            remark: kept.remark,
            create_time: state.zone().time_of(kept.created_ms),
            version: kept.version,
        }
    }
}

/// A dictionary.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DictionaryTypeView {
    dict_type: String,
    /// Number of entries.
    count: i64,
}

impl From<(String, i64)> for DictionaryTypeView {
    fn from((dict_type, count): (String, i64)) -> Self {
        Self { dict_type, count }
    }
}

/// Columns of an exported table.
pub const HEADER: [&str; 9] = [
    "字典编码",
    "字典排序",
    "字典标签",
    "英文标签",
    "字典键值",
    "字典类型",
    "是否默认",
    "状态",
    "备注",
];

/// A row of an exported table.
pub fn exported(kept: StoredEntry) -> Vec<String> {
    let yes = |flag: bool, yes: &str, no: &str| if flag { yes } else { no }.to_owned();
    vec![
        kept.id.to_string(),
        kept.sort.to_string(),
        kept.label,
        kept.label_en,
        kept.value,
        kept.dict_type,
        yes(kept.is_default, "是", "否"),
        yes(kept.disabled, "停用", "正常"),
        kept.remark,
    ]
}

impl From<DictionaryError> for ApiError {
    fn from(error: DictionaryError) -> Self {
        match error {
            DictionaryError::Absent => Self::Refused(codes::DICTIONARY_ABSENT),
            DictionaryError::Taken => Self::Refused(codes::DICTIONARY_TAKEN),
            DictionaryError::BuiltIn => Self::Refused(codes::DICTIONARY_BUILT_IN),
            DictionaryError::Changed(changed) => {
                let now = changed.now;
                Self::WithData {
                    code: codes::CHANGED_MEANWHILE,
                    data: json!({
                        "by": changed.by, "time": changed.at_ms,
                        "now": {
                            "dictLabel": now.label, "labelEn": now.label_en, "dictSort": now.sort,
                            "status": if now.disabled { "1" } else { "0" }, "version": now.version,
                        },
                    }),
                }
            }
            DictionaryError::Fault(fault) => fault.into(),
        }
    }
}
