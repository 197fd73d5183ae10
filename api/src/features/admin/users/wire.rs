//! Accounts in calls, under the names of this family of consoles.

use domain::auth::{Account, MailAddress, NewPassword, PhoneNumber};
use domain::codes;
use domain::member::parse_nickname;
use serde::{Deserialize, Serialize};
use store::member::Role;
use store::member::accounts::{AccountSort, Fields, Filter, Listed, SeenAccount};
use utoipa::{IntoParams, ToSchema};

use super::super::seen_account::{SeenAccountBody, sex, stored_sex};
use super::super::wire::{descending, disabled, filled, password, time};
use crate::AppState;
use crate::http::{ApiError, PageQuery};

/// Filter, order and page of accounts.
#[derive(Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct UsersQuery {
    /// Page, from 1.
    #[serde(alias = "pageNo", alias = "page")]
    page_num: Option<i64>,
    /// Rows of a page, 1 to 200.
    page_size: Option<i64>,
    /// Part of the account name, the nickname or the number.
    keyword: Option<String>,
    /// Role: 1 a member, 2 an operator.
    role_id: Option<i64>,
    /// Part of the account name, or of the number where there is none.
    user_name: Option<String>,
    /// Part of the number.
    phonenumber: Option<String>,
    /// "0" normal, "1" disabled.
    status: Option<String>,
    /// Day or time of making from which on, in the set zone.
    #[serde(rename = "params[beginTime]")]
    begin_time: Option<String>,
    /// Day or time of making up to which, that day included.
    #[serde(rename = "params[endTime]")]
    end_time: Option<String>,
    /// `createTime`, the newest first where nothing is said, or `loginDate`.
    order_by_column: Option<String>,
    /// `asc` or `desc`.
    is_asc: Option<String>,
}

/// Filter, order, and the rows before the page and on it.
pub type Question = (Filter, (AccountSort, bool), (i64, i64));

impl UsersQuery {
    pub fn parse(self, state: &AppState) -> Result<Question, ApiError> {
        let window = PageQuery::of(self.page_num, self.page_size).usual()?;
        let is_asc = descending(self.is_asc.as_deref())?;
        let order = match self.order_by_column.as_deref() {
            None | Some("") => (AccountSort::Created, true),
            Some("createTime") => (AccountSort::Created, is_asc),
            Some("loginDate") => (AccountSort::SignedIn, is_asc),
            Some(_) => return Err(ApiError::Refused(codes::BAD_REQUEST)),
        };
        let role = match self.role_id {
            None => None,
            Some(MEMBER_ROLE) => Some(Role::Member),
            Some(OPERATOR_ROLE) => Some(Role::Operator),
            Some(_) => return Err(ApiError::Refused(codes::BAD_REQUEST)),
        };
        let filter = Filter {
            keyword: filled(self.keyword),
            role,
            user_name: filled(self.user_name),
            phone: filled(self.phonenumber),
            disabled: disabled(self.status.as_deref())?,
            from_ms: time(state, self.begin_time, false)?,
            until_ms: time(state, self.end_time, true)?,
        };
        Ok((filter, order, window))
    }
}

/// An account as an operator writes it. `deptId`, `postIds` and `remark` of other consoles are read and not kept: this one has none.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserBody {
    /// Account's id; for a change only.
    pub user_id: Option<i64>,
    /// Account name, or the number.
    user_name: Option<String>,
    /// Nickname, 1 to 20 characters.
    nick_name: Option<String>,
    /// Phone number of eleven digits.
    phonenumber: Option<String>,
    /// E-mail address; empty removes it.
    email: Option<String>,
    /// "0" male, "1" female, "2" unknown.
    sex: Option<String>,
    /// "0" normal, "1" disabled.
    status: Option<String>,
    /// For a new account: 8 to 20 characters with upper case, lower case, digit and symbol; without one it opens by a code.
    password: Option<String>,
    /// Roles of a new account: 1, a member, or nothing. Operators are made by `owldeck operator add`.
    role_ids: Option<Vec<i64>>,
    /// Account as the operator saw it: a change is refused where it is another now. Left out: not checked.
    seen: Option<SeenAccountBody>,
}

fn wrong(field: &'static str) -> impl Fn(domain::auth::Violation) -> ApiError {
    move |violation| ApiError::in_field(field.to_owned(), |lang| violation.text(lang).to_owned())
}

impl UserBody {
    /// Checks a new account.
    pub fn new_account(self) -> Result<(Fields, Option<NewPassword>), ApiError> {
        let is_member = self
            .role_ids
            .as_ref()
            .is_none_or(|ids| ids.iter().all(|id| *id == MEMBER_ROLE));
        if !is_member {
            return Err(ApiError::Refused(codes::ACCOUNT_ABOVE));
        }
        let chosen = filled(self.password.clone())
            .map(|text| password(&text))
            .transpose()?;
        let mut fields = self.change()?;
        // Without a number of its own, an account may have it in `userName`.
        if fields.phone.is_none()
            && let Some(Account::Phone(number)) = self.account()?
        {
            fields.phone = Some(number);
        }
        if fields.phone.is_none() && fields.user_name.is_none() {
            return Err(wrong("userName")(domain::auth::Violation::AccountEmpty));
        }
        Ok((fields, chosen))
    }

    fn account(&self) -> Result<Option<Account>, ApiError> {
        let typed = filled(self.user_name.clone());
        let account = typed.map(|name| Account::parse(&name)).transpose();
        match account.map_err(wrong("userName"))? {
            Some(Account::Mail(_)) => {
                Err(wrong("userName")(domain::auth::Violation::AccountInvalid))
            }
            account => Ok(account),
        }
    }

    /// Account as the operator saw it.
    pub fn seen(&mut self) -> Result<Option<SeenAccount>, ApiError> {
        self.seen.take().map(SeenAccountBody::parse).transpose()
    }

    /// Checks a change. A number in `userName` is ignored: clients send back what the list showed in place of a name.
    pub fn change(&self) -> Result<Fields, ApiError> {
        let user_name = match self.account()? {
            Some(Account::UserName(name)) => Some(name),
            Some(Account::Phone(_) | Account::Mail(_)) | None => None,
        };
        let phone = filled(self.phonenumber.clone())
            .map(|number| PhoneNumber::parse(&number))
            .transpose()
            .map_err(wrong("phonenumber"))?;
        let email = self
            .email
            .as_deref()
            .map(|typed| match typed.trim() {
                "" => Ok(None),
                typed => MailAddress::parse(typed).map(Some),
            })
            .transpose()
            .map_err(wrong("email"))?;
        let nickname = self
            .nick_name
            .as_deref()
            .map(parse_nickname)
            .transpose()
            .map_err(|violation| {
                ApiError::in_field("nickName".to_owned(), |lang| {
                    violation.text(lang).to_owned()
                })
            })?;
        let sex = self.sex.as_deref().filter(|sex| !sex.is_empty());
        let sex = sex.map(stored_sex).transpose()?;
        Ok(Fields {
            phone,
            user_name,
            nickname,
            email,
            sex,
            disabled: disabled(self.status.as_deref())?,
        })
    }
}

const MEMBER_ROLE: i64 = 1;
const OPERATOR_ROLE: i64 = 2;

/// A role.
#[derive(Serialize, ToSchema)]
pub struct RoleView {
    #[serde(rename = "roleId")]
    id: i64,
    #[serde(rename = "roleName")]
    name: &'static str,
    #[serde(rename = "roleKey")]
    key: &'static str,
}

const MEMBER: RoleView = RoleView {
    id: MEMBER_ROLE,
    name: "会员",
    key: "member",
};

const OPERATOR: RoleView = RoleView {
    id: OPERATOR_ROLE,
    name: "运营",
    key: "operator",
};

/// An account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountView {
    user_id: i64,
    /// Account name; the number where there is none.
    user_name: String,
    nick_name: String,
    /// Eleven digits, whole; empty where there is none.
    phonenumber: String,
    email: String,
    /// "0" male, "1" female, "2" unknown.
    sex: &'static str,
    /// "0" normal, "1" disabled.
    status: &'static str,
    /// "0": deleted accounts are not listed.
    del_flag: &'static str,
    /// Time of the last sign-in, in the set zone; empty where there was none.
    login_date: String,
    /// Address of the last session; in the answer about one account only.
    login_ip: String,
    /// Time of making, in the set zone.
    create_time: String,
    roles: Vec<RoleView>,
}

impl AccountView {
    pub fn of(listed: Listed, login_ip: String, state: &AppState) -> Self {
        let time = |at_ms: i64| state.zone().time_of(at_ms);
        Self {
            roles: vec![if listed.is_operator() {
                OPERATOR
            } else {
                MEMBER
            }],
            user_id: listed.id,
            phonenumber: listed.phone.clone().unwrap_or_default(),
            user_name: listed.user_name.or(listed.phone).unwrap_or_default(),
            nick_name: listed.nickname,
            email: listed.email,
            sex: sex(listed.sex),
            status: if listed.disabled { "1" } else { "0" },
            del_flag: "0",
            login_date: listed.signed_in_ms.map(time).unwrap_or_default(),
            login_ip,
            create_time: time(listed.created_ms),
        }
    }

    /// Row of an exported table.
    pub fn exported(self) -> Vec<String> {
        let sex = match self.sex {
            "0" => "男",
            "1" => "女",
            _ => "未知",
        };
        let status = if self.status == "1" {
            "停用"
        } else {
            "正常"
        };
        vec![
            self.user_id.to_string(),
            self.user_name,
            self.nick_name,
            self.phonenumber,
            self.email,
            sex.to_owned(),
            status.to_owned(),
            self.login_date,
            self.create_time,
        ]
    }
}

/// Columns of an exported table.
pub const HEADER: [&str; 9] = [
    "用户编号",
    "登录名称",
    "用户昵称",
    "手机号码",
    "用户邮箱",
    "用户性别",
    "帐号状态",
    "最后登录时间",
    "创建时间",
];

/// Account, with the roles that there are.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserFormView {
    data: AccountView,
    /// Roles of the account.
    role_ids: Vec<i64>,
    /// Empty: this console has no posts.
    post_ids: Vec<i64>,
    roles: Vec<RoleView>,
    /// Empty: this console has no posts.
    posts: Vec<i64>,
}

impl UserFormView {
    pub fn of(user: AccountView) -> Self {
        Self {
            role_ids: user.roles.iter().map(|role| role.id).collect(),
            data: user,
            post_ids: Vec::new(),
            roles: vec![MEMBER, OPERATOR],
            posts: Vec::new(),
        }
    }
}
