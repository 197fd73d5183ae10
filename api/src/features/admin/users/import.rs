//! Accounts from a table: every cell is read exactly, or named with its row and column.

use actix_multipart::{Field, Multipart};
use domain::auth::{Account, MailAddress, PhoneNumber};
use domain::codes;
use domain::lang::{Lang, Words};
use domain::member::parse_nickname;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use spreadsheet::{Cell, FILE_MAX_BYTES, Table, Unreadable};
use store::Store;
use store::audit::Author;
use store::member::accounts::Fields;
use store::member::import::{self, Row, RowError, Way};
use tokio::time::{Duration, timeout};
use utoipa::{IntoParams, ToSchema};

use crate::http::{ApiError, Top};

/// Timeout for a form with a file.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Fields of a form that are looked at.
const FIELDS_MAX: usize = 8;
/// Longest text field, in bytes.
const TEXT_MAX_BYTES: usize = 16;
/// Most errors in one answer.
const ERRORS_MAX: usize = 200;

/// Columns of the table, as the template names them.
pub const HEADER: [&str; 6] = [
    "登录名称",
    "用户昵称",
    "手机号码",
    "用户邮箱",
    "用户性别",
    "帐号状态",
];

/// Other names of these columns.
const ALIASES: [&[&str]; 6] = [
    &["登录名称", "userName", "User name"],
    &["用户昵称", "nickName", "Nickname"],
    &["手机号码", "phonenumber", "Phone number"],
    &["用户邮箱", "email", "E-mail"],
    &["用户性别", "sex", "Gender"],
    &["帐号状态", "账号状态", "status", "State"],
];

const NAME: usize = 0;
const NICKNAME: usize = 1;
const PHONE: usize = 2;
const EMAIL: usize = 3;
const SEX: usize = 4;
const STATUS: usize = 5;

/// How the table is taken; each may stand in the form, too.
#[derive(Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ImportQuery {
    /// `1` or `true`: accounts that exist are updated.
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
    /// `1` or `true`: accounts that exist are updated.
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
    /// Number of accounts that were made.
    added: usize,
    /// Number of accounts that were updated.
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

fn results(table: &Table, done: &import::Imported) -> Vec<RowResultView> {
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

/// A cell that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CellErrorView {
    /// Row as spreadsheet programs show it: the header is 1.
    row: u64,
    /// Name of the column.
    column: String,
    /// Text that was read.
    value: String,
    /// Reason, in the request's language.
    why: String,
}

fn yes(text: Option<&str>) -> bool {
    matches!(text, Some("1" | "true"))
}

/// Reads the form.
pub async fn sent(form: Multipart, query: ImportQuery) -> Result<(Vec<u8>, Way), ApiError> {
    timeout(TIMEOUT, form_of(form, query))
        .await
        .map_err(|_| ApiError::Refused(codes::BAD_REQUEST))?
}

async fn form_of(mut form: Multipart, mut query: ImportQuery) -> Result<(Vec<u8>, Way), ApiError> {
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
    let way = Way {
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

/// Takes the table.
pub async fn import(
    store: &Store,
    author: Author,
    file: Vec<u8>,
    way: Way,
    lang: Lang,
) -> Result<Top<ImportedView>, ApiError> {
    // Unpacking and parsing are work for another thread.
    let table = tokio::task::spawn_blocking(move || spreadsheet::read(&file))
        .await
        .map_err(|error| ApiError::Fault(Box::new(error)))?
        .map_err(|error| unreadable(&error))?;
    let (rows, mut errors) = rows(&table, lang)?;
    let read = rows.clone();
    let mut done = import::Imported::default();
    let wrong_rows = |errors: &[CellErrorView]| {
        let mut rows: Vec<u64> = errors.iter().map(|error| error.row).collect();
        rows.dedup();
        rows.len()
    };
    let mut failed = wrong_rows(&errors);
    if errors.is_empty() || way.good_rows || way.dry_run {
        done = import::import(store, author, rows, way).await?;
        failed += done.refused.len();
        for (number, why) in &done.refused {
            let row = read.iter().find(|row| row.number == *number);
            errors.push(refused(*number, row.map(|row| &row.fields), *why, lang));
        }
        errors.sort_by_key(|error| error.row);
    }
    errors.truncate(ERRORS_MAX);
    if failed > 0 && !way.good_rows && !way.dry_run {
        return Err(all_or_nothing(failed, &errors));
    }
    let (added, updated) = (done.added.len(), done.updated.len());
    let msg = match lang {
        Lang::Zh if way.dry_run => format!("可导入 {} 条，{failed} 条有误", added + updated),
        Lang::En if way.dry_run => {
            format!("{} rows can be imported, {failed} cannot", added + updated)
        }
        Lang::Zh if failed == 0 => format!("恭喜您，数据已全部导入成功！共 {} 条", added + updated),
        Lang::Zh => format!("已导入 {} 条，{failed} 条有误未导入", added + updated),
        Lang::En if failed == 0 => format!("All {} rows were imported", added + updated),
        Lang::En => format!("{} rows were imported, {failed} were not", added + updated),
    };
    Ok(Top::told(
        msg,
        ImportedView {
            added,
            updated,
            failed,
            errors,
            rows: results(&table, &done),
        },
    ))
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

fn unreadable(error: &Unreadable) -> ApiError {
    let words = match error {
        Unreadable::TooLarge => Words::new("文件不能超过 2 MB", "The file is larger than 2 MB"),
        Unreadable::TooMany => Words::new(
            "表格最多 5000 行、64 列",
            "A table has at most 5,000 rows and 64 columns",
        ),
        Unreadable::Empty => Words::new("表格是空的", "The table is empty"),
        Unreadable::Encoding | Unreadable::Damaged => codes::TABLE_UNREADABLE.words,
    };
    ApiError::explained(codes::TABLE_UNREADABLE, |lang| {
        words.in_lang(lang).to_owned()
    })
}

/// Why a cell is wrong.
type Why = String;

/// Reads the rows; those with a wrong cell are among the errors alone.
fn rows(table: &Table, lang: Lang) -> Result<(Vec<Row>, Vec<CellErrorView>), ApiError> {
    let columns = ALIASES.map(|names| table.column(names));
    if columns[NAME].is_none() && columns[PHONE].is_none() {
        let (name, phone) = (HEADER[NAME], HEADER[PHONE]);
        return Err(ApiError::explained(
            codes::TABLE_UNREADABLE,
            |lang| match lang {
                Lang::Zh => format!("表头缺少“{name}”或“{phone}”，请使用导入模板"),
                Lang::En => "The header has neither userName nor phonenumber".to_owned(),
            },
        ));
    }
    let (mut good, mut errors) = (Vec::new(), Vec::new());
    for row in &table.rows {
        let mut wrong = Vec::new();
        let mut text = |column: usize| -> String {
            match columns[column].map(|at| row.at(at)) {
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
            }
        };
        let cells: [String; 6] = [
            text(NAME),
            text(NICKNAME),
            text(PHONE),
            text(EMAIL),
            text(SEX),
            text(STATUS),
        ];
        let was_exact = wrong.is_empty();
        let fields = fields(&cells, lang, &mut wrong, was_exact);
        if wrong.is_empty() {
            good.push(Row {
                number: row.number,
                fields,
            });
        }
        for (column, value, why) in wrong {
            errors.push(CellErrorView {
                row: row.number,
                column: title(table, columns[column], column),
                value,
                why,
            });
        }
    }
    Ok((good, errors))
}

fn title(table: &Table, at: Option<usize>, column: usize) -> String {
    at.and_then(|at| table.header.get(at))
        .map_or_else(|| HEADER[column].to_owned(), Clone::clone)
}

fn fields(
    cells: &[String; 6],
    lang: Lang,
    wrong: &mut Vec<(usize, String, Why)>,
    was_exact: bool,
) -> Fields {
    let mut read = Fields::default();
    let mut tell = |column: usize, why: &str| {
        wrong.push((column, cells[column].clone(), why.to_owned()));
    };
    if !cells[PHONE].is_empty() {
        match PhoneNumber::parse(&cells[PHONE]) {
            Ok(number) => read.phone = Some(number),
            Err(violation) => tell(PHONE, violation.text(lang)),
        }
    }
    if !cells[NAME].is_empty() {
        match Account::parse(&cells[NAME]) {
            Ok(Account::UserName(name)) => read.user_name = Some(name),
            // An exported table has the number in place of a name that is not there.
            Ok(Account::Phone(number)) => {
                read.phone.get_or_insert(number);
            }
            Ok(Account::Mail(_)) => {
                tell(NAME, domain::auth::Violation::AccountInvalid.text(lang));
            }
            Err(violation) => tell(NAME, violation.text(lang)),
        }
    }
    if was_exact && cells[PHONE].is_empty() && cells[NAME].is_empty() {
        tell(PHONE, domain::auth::Violation::AccountEmpty.text(lang));
    }
    if !cells[NICKNAME].is_empty() {
        match parse_nickname(&cells[NICKNAME]) {
            Ok(nickname) => read.nickname = Some(nickname),
            Err(violation) => tell(NICKNAME, violation.text(lang)),
        }
    }
    if !cells[EMAIL].is_empty() {
        match MailAddress::parse(&cells[EMAIL]) {
            Ok(mail) => read.email = Some(Some(mail)),
            Err(violation) => tell(EMAIL, violation.text(lang)),
        }
    }
    match cells[SEX].as_str() {
        "" => {}
        "男" | "0" | "male" => read.sex = Some(1),
        "女" | "1" | "female" => read.sex = Some(2),
        "未知" | "2" | "unknown" => read.sex = Some(0),
        _ => tell(
            SEX,
            Words::new("请填写男、女或未知", "Write male, female or unknown").in_lang(lang),
        ),
    }
    match cells[STATUS].as_str() {
        "" => {}
        "正常" | "0" | "normal" => read.disabled = Some(false),
        "停用" | "1" | "disabled" => read.disabled = Some(true),
        _ => tell(
            STATUS,
            Words::new("请填写正常或停用", "Write normal or disabled").in_lang(lang),
        ),
    }
    read
}

fn refused(number: u64, fields: Option<&Fields>, why: RowError, lang: Lang) -> CellErrorView {
    let phone = fields.and_then(|fields| fields.phone.as_ref());
    let name = fields.and_then(|fields| fields.user_name.clone());
    let (column, value) = match phone {
        Some(number) => (PHONE, number.as_str().to_owned()),
        None => (NAME, name.unwrap_or_default()),
    };
    let why = match why {
        RowError::Exists => Words::new("该账号已存在", "The account exists already"),
        RowError::Taken => codes::ACCOUNT_TAKEN.words,
        RowError::Above => codes::ACCOUNT_ABOVE.words,
        RowError::Kept => Words::new(
            "不能停用自己的账号，或最后一个拥有全部权限的账号",
            "Your own account, or the last one with every right, cannot be disabled",
        ),
    };
    CellErrorView {
        row: number,
        column: HEADER[column].to_owned(),
        value,
        why: why.in_lang(lang).to_owned(),
    }
}
