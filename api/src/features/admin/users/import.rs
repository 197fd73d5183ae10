//! Accounts from a table: every cell is read exactly, or named with its row and column.

use domain::auth::{Account, MailAddress, PhoneNumber, Violation};
use domain::codes;
use domain::lang::{Lang, Words};
use domain::member::parse_nickname;
use spreadsheet::Table;
use store::Store;
use store::audit::Author;
use store::imports::{ImportMode, Imported};
use store::member::accounts::Fields;
use store::member::import::{self, RowError};

use crate::http::table_import::{CellErrorView, Cells, Columns, ImportedView, answer, are_taken};
use crate::http::{ApiError, Top};

/// Columns of the table.
pub const COLUMNS: Columns<6> = Columns([
    &["登录名称", "userName", "User name"],
    &["用户昵称", "nickName", "Nickname"],
    &["手机号码", "phonenumber", "Phone number"],
    &["用户邮箱", "email", "E-mail"],
    &["用户性别", "sex", "Gender"],
    &["帐号状态", "账号状态", "status", "State"],
]);

const NAME: usize = 0;
const NICKNAME: usize = 1;
const PHONE: usize = 2;
const EMAIL: usize = 3;
const SEX: usize = 4;
const STATUS: usize = 5;

/// Imports the accounts of a table; a dry run only says what would become of each row.
pub async fn import(
    store: &Store,
    author: Author,
    table: Table,
    way: ImportMode,
    lang: Lang,
) -> Result<Top<ImportedView>, ApiError> {
    let missing = Words::new(
        "表头缺少“登录名称”或“手机号码”，请使用导入模板",
        "The header has neither userName nor phonenumber",
    );
    COLUMNS.require_one_of(&table, &[NAME, PHONE], missing)?;
    let (rows, errors) = COLUMNS.rows(&table, lang, |_, cells| fields(cells, lang));
    let read = rows.clone();
    let mut done = Imported::default();
    if are_taken(&errors, way) {
        done = import::import(store, author, rows, way).await?;
    }
    let named = |number: u64, why| {
        let row = read.iter().find(|(row, _)| *row == number);
        refused(&table, (number, row.map(|(_, fields)| fields)), why, lang)
    };
    let (msg, view) = answer(&table, done, errors, way, lang, named)?;
    Ok(Top::with_message(msg, view))
}

fn fields(cells: &mut Cells<6>, lang: Lang) -> Fields {
    let mut read = Fields::default();
    let was_exact = cells.are_right();
    let text = |cells: &Cells<6>, column: usize| cells.text(column).to_owned();
    let (name, number) = (text(cells, NAME), text(cells, PHONE));
    if !number.is_empty() {
        match PhoneNumber::parse(&number) {
            Ok(number) => read.phone = Some(number),
            Err(violation) => cells.tell(PHONE, violation.text(lang)),
        }
    }
    if !name.is_empty() {
        match Account::parse(&name) {
            Ok(Account::UserName(name)) => read.user_name = Some(name),
            // An exported table has the number in place of a name that is not there.
            Ok(Account::Phone(number)) => {
                read.phone.get_or_insert(number);
            }
            Ok(Account::Mail(_)) => cells.tell(NAME, Violation::AccountInvalid.text(lang)),
            Err(violation) => cells.tell(NAME, violation.text(lang)),
        }
    }
    if was_exact && number.is_empty() && name.is_empty() {
        cells.tell(PHONE, Violation::AccountEmpty.text(lang));
    }
    let nickname = text(cells, NICKNAME);
    if !nickname.is_empty() {
        match parse_nickname(&nickname) {
            Ok(nickname) => read.nickname = Some(nickname),
            Err(violation) => cells.tell(NICKNAME, violation.text(lang)),
        }
    }
    let mail = text(cells, EMAIL);
    if !mail.is_empty() {
        match MailAddress::parse(&mail) {
            Ok(mail) => read.email = Some(Some(mail)),
            Err(violation) => cells.tell(EMAIL, violation.text(lang)),
        }
    }
    match text(cells, SEX).as_str() {
        "" => {}
        "男" | "0" | "male" => read.sex = Some(1),
        "女" | "1" | "female" => read.sex = Some(2),
        "未知" | "2" | "unknown" => read.sex = Some(0),
        _ => cells.tell(
            SEX,
            Words::new("请填写男、女或未知", "Write male, female or unknown").in_lang(lang),
        ),
    }
    match text(cells, STATUS).as_str() {
        "" => {}
        "正常" | "0" | "normal" => read.disabled = Some(false),
        "停用" | "1" | "disabled" => read.disabled = Some(true),
        _ => cells.tell(
            STATUS,
            Words::new("请填写正常或停用", "Write normal or disabled").in_lang(lang),
        ),
    }
    read
}

fn refused(
    table: &Table,
    (number, fields): (u64, Option<&Fields>),
    why: RowError,
    lang: Lang,
) -> CellErrorView {
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
        RowError::Unproved => Words::new(
            "这是运营账号：修改需要再次输入密码，请在列表中单独修改",
            "This is an operator's account: changing it asks for your password again, so change it in the list",
        ),
    };
    CellErrorView {
        row: number,
        column: COLUMNS.title_in(table, column),
        value,
        why: why.in_lang(lang).to_owned(),
    }
}
