//! Import of tables: the form, the cells with the row and column of each that is wrong, and the result of each row.

use actix_multipart::{Field, Multipart};
use domain::codes;
use domain::lang::{Lang, Words};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use spreadsheet::{Cell, FILE_MAX_BYTES, ReadError, Row, Table};
use store::imports::{ImportMode, Imported};
use tokio::time::{Duration, timeout};
use utoipa::{IntoParams, ToSchema};

use super::ApiError;

/// Timeout for a form with a file.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Fields of a form that are looked at.
const FIELDS_MAX: usize = 8;
/// Longest text field, in bytes.
const TEXT_MAX_BYTES: usize = 16;
/// Most errors in one answer.
const ERRORS_MAX: usize = 200;

/// How the table is taken; each may stand in the form, too.
#[derive(Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ImportQuery {
    /// `1` or `true`: what exists is updated.
    update_support: Option<String>,
    /// `1` or `true`: good rows are taken although others are wrong.
    good_rows: Option<String>,
    /// `1` or `true`: nothing is changed, and the answer says what would become of each row.
    dry_run: Option<String>,
}

/// The form of an import.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the API document")]
pub struct ImportForm {
    /// The table.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: String,
    /// `1` or `true`: what exists is updated.
    #[schema(rename = "updateSupport")]
    update_support: Option<String>,
    /// `1` or `true`: good rows are taken although others are wrong.
    #[schema(rename = "goodRows")]
    good_rows: Option<String>,
    /// `1` or `true`: nothing is changed, and the answer says what would become of each row.
    #[schema(rename = "dryRun")]
    dry_run: Option<String>,
}

/// Result of an import.
#[derive(Serialize, ToSchema)]
pub struct ImportedView {
    /// Number of rows that made something.
    added: usize,
    /// Number of rows that updated something.
    updated: usize,
    /// Number of rows that were not taken.
    failed: usize,
    /// Wrong cells, at most 200.
    errors: Vec<CellErrorView>,
    /// Result of each row, in the table's order.
    rows: Vec<RowResultView>,
}

/// Result of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RowResultView {
    /// Row as spreadsheet programs show it: the header is 1.
    row: u64,
    /// `added`, `updated` or `failed`.
    result: &'static str,
}

/// A cell that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CellErrorView {
    /// Row as spreadsheet programs show it: the header is 1.
    pub row: u64,
    /// Name of the column.
    pub column: String,
    /// Text that was read.
    pub value: String,
    /// Reason, in the request's language.
    pub why: String,
}

/// Columns of a table: the names that each may have, that of the template first.
pub struct Columns<const N: usize>(pub [&'static [&'static str]; N]);

/// Texts of a row, one for each column, and what is wrong with them.
pub struct Cells<const N: usize> {
    texts: [String; N],
    wrong: Vec<(usize, String, String)>,
}

impl<const N: usize> Cells<N> {
    /// Text of a column; empty where the table or the row has none, and where its digits are lost.
    pub fn text(&self, column: usize) -> &str {
        &self.texts[column]
    }

    /// Says that a column's text is wrong.
    pub fn tell(&mut self, column: usize, why: impl Into<String>) {
        self.wrong
            .push((column, self.texts[column].clone(), why.into()));
    }

    /// Whether nothing is wrong so far.
    pub fn are_right(&self) -> bool {
        self.wrong.is_empty()
    }
}

impl<const N: usize> Columns<N> {
    /// Name of a column in the template.
    pub fn title(&self, column: usize) -> &'static str {
        self.0[column].first().copied().unwrap_or_default()
    }

    /// Names of the columns in the template.
    pub fn header(&self) -> [&'static str; N] {
        std::array::from_fn(|column| self.title(column))
    }

    /// Name of a column as the table has it; that of the template where it has none.
    pub fn title_in(&self, table: &Table, column: usize) -> String {
        let at = table.column(self.0[column]);
        at.and_then(|at| table.header.get(at))
            .map_or_else(|| self.title(column).to_owned(), Clone::clone)
    }

    /// Refuses a table that has none of these columns.
    pub fn require_one_of(
        &self,
        table: &Table,
        columns: &[usize],
        missing: Words,
    ) -> Result<(), ApiError> {
        let has = |column: &usize| table.column(self.0[*column]).is_some();
        if columns.iter().any(has) {
            return Ok(());
        }
        Err(ApiError::explained(codes::TABLE_UNREADABLE, |lang| {
            missing.in_lang(lang).to_owned()
        }))
    }

    /// Reads each row by `read`. A row with a wrong cell is left out of the rows; its wrong cells are among the errors.
    pub fn rows<R>(
        &self,
        table: &Table,
        lang: Lang,
        mut read: impl FnMut(u64, &mut Cells<N>) -> R,
    ) -> (Vec<(u64, R)>, Vec<CellErrorView>) {
        let at = self.0.map(|names| table.column(names));
        let (mut good, mut errors) = (Vec::new(), Vec::new());
        for row in &table.rows {
            let mut cells = cells(row, at, lang);
            let value = read(row.number, &mut cells);
            if cells.wrong.is_empty() {
                good.push((row.number, value));
            }
            for (column, value, why) in cells.wrong {
                errors.push(CellErrorView {
                    row: row.number,
                    column: self.title_in(table, column),
                    value,
                    why,
                });
            }
        }
        (good, errors)
    }
}

fn cells<const N: usize>(row: &Row, at: [Option<usize>; N], lang: Lang) -> Cells<N> {
    let mut wrong = Vec::new();
    let texts = std::array::from_fn(|column| match at[column].map(|at| row.at(at)) {
        Some(Cell::Text(text)) => text,
        None => String::new(),
        Some(Cell::Inexact(value)) => {
            let why = Words::new(
                "数字已丢失位数，请把该列设为文本后重新填写",
                "The digits were lost: format the column as text and type it again",
            );
            wrong.push((column, value, why.in_lang(lang).to_owned()));
            String::new()
        }
    });
    Cells { texts, wrong }
}

fn yes(text: Option<&str>) -> bool {
    matches!(text, Some("1" | "true"))
}

/// Reads the form of an import and parses its table.
pub async fn sent(form: Multipart, query: ImportQuery) -> Result<(Table, ImportMode), ApiError> {
    let (file, way) = timeout(TIMEOUT, form_of(form, query))
        .await
        .map_err(|_| ApiError::Refused(codes::BAD_REQUEST))??;
    // Unpacking and parsing take long, so they must not hold up this thread's other requests.
    let table = tokio::task::spawn_blocking(move || spreadsheet::read(&file))
        .await
        .map_err(|error| ApiError::Fault(Box::new(error)))?
        .map_err(|error| unreadable(&error))?;
    Ok((table, way))
}

async fn form_of(
    mut form: Multipart,
    mut query: ImportQuery,
) -> Result<(Vec<u8>, ImportMode), ApiError> {
    let bad = || ApiError::Refused(codes::BAD_REQUEST);
    let mut file = None;
    for _ in 0..FIELDS_MAX {
        let Some(field) = form.next().await else {
            break;
        };
        let field = field.map_err(|_| bad())?;
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            "file" => file = Some(read(field, FILE_MAX_BYTES).await?),
            "updateSupport" => query.update_support = Some(text(field).await?),
            "goodRows" => query.good_rows = Some(text(field).await?),
            "dryRun" => query.dry_run = Some(text(field).await?),
            _ => {}
        }
    }
    let way = ImportMode {
        updates: yes(query.update_support.as_deref()),
        good_rows: yes(query.good_rows.as_deref()),
        dry_run: yes(query.dry_run.as_deref()),
    };
    Ok((file.ok_or_else(bad)?, way))
}

async fn text(field: Field) -> Result<String, ApiError> {
    let bytes = read(field, TEXT_MAX_BYTES).await?;
    String::from_utf8(bytes).map_err(|_| ApiError::Refused(codes::BAD_REQUEST))
}

async fn read(mut field: Field, most: usize) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    while let Some(part) = field.next().await {
        let part = part.map_err(|_| ApiError::Refused(codes::BAD_REQUEST))?;
        if bytes.len() + part.len() > most {
            return Err(ApiError::Refused(codes::TOO_LARGE));
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// Whether an import goes on with the rows that could be read: when no cell is wrong, when good rows are wanted anyway, and in a dry run.
pub fn are_taken(errors: &[CellErrorView], way: ImportMode) -> bool {
    errors.is_empty() || way.good_rows || way.dry_run
}

/// The message and the answer of an import: `errors` are the cells that could not be read, `named` says which cell a refused row is wrong in.
/// Where nothing was taken because of them, they are the refusal.
pub fn answer<E>(
    table: &Table,
    done: Imported<E>,
    mut errors: Vec<CellErrorView>,
    way: ImportMode,
    lang: Lang,
    named: impl Fn(u64, E) -> CellErrorView,
) -> Result<(String, ImportedView), ApiError> {
    let mut unread: Vec<u64> = errors.iter().map(|error| error.row).collect();
    unread.dedup();
    let failed = unread.len() + done.refused.len();
    let rows = results(table, &done);
    for (number, why) in done.refused {
        errors.push(named(number, why));
    }
    errors.sort_by_key(|error| error.row);
    errors.truncate(ERRORS_MAX);
    if failed > 0 && !way.good_rows && !way.dry_run {
        return Err(all_or_nothing(failed, &errors));
    }
    let (added, updated) = (done.added.len(), done.updated.len());
    let taken = added + updated;
    let msg = match lang {
        Lang::Zh if way.dry_run => format!("可导入 {taken} 条，{failed} 条有误"),
        Lang::En if way.dry_run => format!("{taken} rows can be imported, {failed} cannot"),
        Lang::Zh if failed == 0 => format!("恭喜您，数据已全部导入成功！共 {taken} 条"),
        Lang::Zh => format!("已导入 {taken} 条，{failed} 条有误未导入"),
        Lang::En if failed == 0 => format!("All {taken} rows were imported"),
        Lang::En => format!("{taken} rows were imported, {failed} were not"),
    };
    let view = ImportedView {
        added,
        updated,
        failed,
        errors,
        rows,
    };
    Ok((msg, view))
}

fn results<E>(table: &Table, done: &Imported<E>) -> Vec<RowResultView> {
    let of = |row: u64| {
        if done.added.binary_search(&row).is_ok() {
            "added"
        } else if done.updated.binary_search(&row).is_ok() {
            "updated"
        } else {
            "failed"
        }
    };
    let numbers = table.rows.iter().map(|row| row.number);
    numbers
        .map(|row| RowResultView {
            row,
            result: of(row),
        })
        .collect()
}

fn all_or_nothing(failed: usize, errors: &[CellErrorView]) -> ApiError {
    let first = errors.first().cloned();
    let text = |lang: Lang| {
        let Some(CellErrorView {
            row,
            column,
            value,
            why,
        }) = &first
        else {
            return codes::IMPORT_REFUSED.text(lang).to_owned();
        };
        match lang {
            Lang::Zh => {
                format!("导入失败，{failed} 行有误。第 {row} 行「{column}」“{value}”：{why}")
            }
            Lang::En => {
                format!(
                    "Nothing was imported, {failed} rows are wrong. Row {row}, {column}, \"{value}\": {why}"
                )
            }
        }
    };
    ApiError::ExplainedWithData {
        code: codes::IMPORT_REFUSED,
        zh: text(Lang::Zh),
        en: text(Lang::En),
        data: json!({ "added": 0, "updated": 0, "failed": failed, "errors": errors }),
    }
}

fn unreadable(error: &ReadError) -> ApiError {
    let words = match error {
        ReadError::TooLarge => Words::new("文件不能超过 2 MB", "The file is larger than 2 MB"),
        ReadError::TooMany => Words::new(
            "表格最多 5000 行、64 列",
            "A table has at most 5,000 rows and 64 columns",
        ),
        ReadError::Empty => Words::new("表格是空的", "The table is empty"),
        ReadError::Encoding | ReadError::Damaged => codes::TABLE_UNREADABLE.words,
    };
    ApiError::explained(codes::TABLE_UNREADABLE, |lang| {
        words.in_lang(lang).to_owned()
    })
}
