//! Sub-accounts from a table: each row is an invitation, with the phones and permissions that it promises.

use std::collections::HashMap;

use domain::access::{DelegatedPermission, DelegatedPermissions};
use domain::auth::PhoneNumber;
use domain::codes;
use domain::lang::{Lang, Words};
use domain::phones::BATCH_MAX;
use domain::subaccounts::{SubName, listed};
use spreadsheet::Table;
use store::Store;
use store::imports::{ImportMode, Imported};
use store::session::Actor;
use store::subaccounts::{InvitationError, InvitationRow, import as take};

use crate::http::ApiError;
use crate::http::table_import::{CellErrorView, Cells, Columns, ImportedView, answer, are_taken};

/// Columns of the table.
const COLUMNS: Columns<4> = Columns([
    &["手机号码", "手机号", "Phone number", "phone"],
    &["名称", "部门或称呼", "Name", "name"],
    &["云手机", "Phones", "phones"],
    &["权限", "Permissions", "permissions"],
]);

const NUMBER: usize = 0;
const NAME: usize = 1;
const PHONES: usize = 2;
const PERMISSIONS: usize = 3;

/// Word for every permission.
const ALL: Words = Words::new("全部", "All");

/// Titles of the template's columns in a language.
pub fn header(lang: Lang) -> [&'static str; 4] {
    match lang {
        Lang::Zh => COLUMNS.header(),
        Lang::En => ["Phone number", "Name", "Phones", "Permissions"],
    }
}

/// Imports the invitations of a table; a dry run only says what would become of each row.
pub async fn import(
    store: &Store,
    actor: &Actor,
    table: Table,
    way: ImportMode,
    lang: Lang,
    now_ms: i64,
) -> Result<ImportedView, ApiError> {
    let missing = Words::new(
        "表头缺少“手机号码”，请使用导入模板",
        "The header has no column \"Phone number\": use the template",
    );
    COLUMNS.require_one_of(&table, &[NUMBER], missing)?;
    let mut seen: HashMap<String, u64> = HashMap::new();
    let (rows, errors) = COLUMNS.rows(&table, lang, |number, cells| {
        row(cells, lang, |invited| {
            let first = *seen.entry(invited.as_str().to_owned()).or_insert(number);
            (first != number).then_some(first)
        })
    });
    let rows: Vec<(u64, InvitationRow)> = rows
        .into_iter()
        .filter_map(|(number, row)| Some((number, row?)))
        .collect();
    let invited: HashMap<u64, String> = rows
        .iter()
        .map(|(number, row)| (*number, row.number.as_str().to_owned()))
        .collect();
    let mut done = Imported::default();
    if are_taken(&errors, way) {
        done = take(store, actor, rows, way, now_ms).await?;
    }
    let named = |number: u64, why| {
        let invited = invited.get(&number).cloned().unwrap_or_default();
        refused(&table, number, invited, why, lang)
    };
    Ok(answer(&table, done, errors, way, lang, named)?.1)
}

/// Reads a row; `earlier` returns the row above that has the same phone number.
fn row(
    cells: &mut Cells<4>,
    lang: Lang,
    earlier: impl FnOnce(&PhoneNumber) -> Option<u64>,
) -> Option<InvitationRow> {
    let was_exact = cells.are_right();
    let number = match PhoneNumber::parse(cells.text(NUMBER)) {
        Ok(number) => {
            if let Some(first) = earlier(&number) {
                let why = match lang {
                    Lang::Zh => format!("与第 {first} 行的手机号码相同"),
                    Lang::En => format!("Row {first} has the same number"),
                };
                cells.tell(NUMBER, why);
            }
            Some(number)
        }
        Err(violation) => {
            // A number that lost its digits has its error already.
            if was_exact || !cells.text(NUMBER).is_empty() {
                cells.tell(NUMBER, violation.text(lang));
            }
            None
        }
    };
    let name = SubName::parse(cells.text(NAME));
    if name.is_none() {
        cells.tell(NAME, codes::SUB_NAME.text(lang));
    }
    let phones: Vec<String> = listed(cells.text(PHONES)).map(str::to_owned).collect();
    let permissions = permissions(cells, lang);
    Some(InvitationRow {
        number: number?,
        name: name?,
        phones,
        permissions,
    })
}

fn permissions(cells: &mut Cells<4>, lang: Lang) -> DelegatedPermissions {
    let mut read = Vec::new();
    let typed: Vec<String> = listed(cells.text(PERMISSIONS)).map(str::to_owned).collect();
    for word in typed {
        if word == ALL.zh || word.eq_ignore_ascii_case(ALL.en) {
            read.extend(DelegatedPermission::ALL);
        } else if let Some(permission) = DelegatedPermission::from_words(&word) {
            read.push(permission);
        } else {
            let names = DelegatedPermission::ALL.map(|each| each.words().in_lang(lang));
            let why = match lang {
                Lang::Zh => format!("没有“{word}”这项权限，可填：{}、全部", names.join("、")),
                Lang::En => format!(
                    "There is no permission \"{word}\"; write {}, or All",
                    names.join(", ")
                ),
            };
            cells.tell(PERMISSIONS, why);
        }
    }
    read.into_iter().collect()
}

fn refused(
    table: &Table,
    number: u64,
    invited: String,
    why: InvitationError,
    lang: Lang,
) -> CellErrorView {
    let (column, value, why) = match why {
        InvitationError::Number(refusal) => (NUMBER, invited, refusal.code().text(lang).to_owned()),
        InvitationError::Phone(code) => (PHONES, String::new(), code.text(lang).to_owned()),
        InvitationError::PhoneUnknown(name) => {
            let why = Words::new(
                "没有这个名称或 ID 的云手机",
                "You have no phone of this name or ID",
            );
            (PHONES, name, why.in_lang(lang).to_owned())
        }
        InvitationError::PhoneAmbiguous(name) => {
            let why = Words::new(
                "有多台云手机叫这个名称，请填写 ID",
                "Several phones have this name: write the ID",
            );
            (PHONES, name, why.in_lang(lang).to_owned())
        }
        InvitationError::TooMany => {
            let why = match lang {
                Lang::Zh => format!("一次最多分配 {BATCH_MAX} 台云手机"),
                Lang::En => format!("An invitation gives {BATCH_MAX} phones at most"),
            };
            (PHONES, String::new(), why)
        }
    };
    CellErrorView {
        row: number,
        column: COLUMNS.title_in(table, column),
        value,
        why,
    }
}
