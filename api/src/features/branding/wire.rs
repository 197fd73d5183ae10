//! Branding for the page, and contacts of the operator.

use domain::codes;
use domain::dictionary::PART_MAX_CHARS;
use domain::lang::{Lang, LocalizedName};
use serde::{Deserialize, Serialize};
use store::branding::{Branding, ContactKind, Listed};
use store::dictionary::Entry;
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

/// In the request's language. Empty texts mean the product's own.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandingView {
    /// Title of the console.
    text: String,
    /// The logo's URL.
    main: String,
    /// The picture at the left, a URL.
    left_bg: String,
    welcome_text: String,
    /// How one registers: empty or `phone` by phone, `none` not at all.
    register_type: String,
    /// Generation of one-click new device that the console uses.
    renew_redesign: i16,
    /// How one signs in first: `phone` or `password`, `sms`, `email`, `social`.
    login_way: String,
    /// The help centre's address, opened in a tab of its own.
    service_url: String,
    /// When the help centre answers, in the operator's words; at most 100 characters.
    service_hours: String,
}

impl BrandingView {
    /// Branding in the request's language.
    pub fn of(branding: Branding, lang: Lang) -> Self {
        let said = |name: &LocalizedName| name.in_lang(lang).to_owned();
        Self {
            text: said(&branding.title),
            main: branding.main,
            left_bg: branding.left_bg,
            welcome_text: said(&branding.welcome_text),
            register_type: branding.register_type,
            renew_redesign: branding.renew_redesign,
            login_way: branding.login_way,
            service_url: branding.service_url,
            service_hours: said(&branding.service_hours),
        }
    }
}

/// Kind of contacts to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactsQuery {
    /// 2 groups; accounts of messaging services when missing, or 1.
    #[serde(rename = "type")]
    kind: Option<i16>,
}

impl ContactsQuery {
    /// Kind of the contacts, messaging when left out; an unknown number is refused.
    pub fn kind(&self) -> Result<ContactKind, ApiError> {
        self.kind
            .map_or(Some(ContactKind::Messaging), ContactKind::from_code)
            .ok_or(ApiError::Refused(codes::BAD_REQUEST))
    }
}

/// A page of contacts.
#[derive(Serialize, ToSchema)]
pub struct ContactPage {
    list: Vec<ContactView>,
    /// How many there are in all.
    total: i64,
}

/// Accounts and groups that members can turn to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactView {
    id: i64,
    /// 1 an account of a messaging service, 2 a group.
    #[serde(rename = "type")]
    kind: i16,
    /// The group's number, the account's name.
    account: String,
    /// The address that opens it: http or https.
    html_code: String,
}

impl From<Listed> for ContactView {
    fn from(row: Listed) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            account: row.account,
            html_code: row.html_code,
        }
    }
}

impl From<(Vec<Listed>, i64)> for ContactPage {
    fn from((rows, total): (Vec<Listed>, i64)) -> Self {
        Self {
            list: rows.into_iter().map(ContactView::from).collect(),
            total,
        }
    }
}

/// Names a dictionary.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DictionaryQuery {
    /// The dictionary's name, such as `phone_status`; also `dictType`. 1 to 100 characters.
    #[serde(rename = "type", alias = "dictType", default)]
    dict_type: String,
}

impl DictionaryQuery {
    /// Name of the dictionary; refused when it is empty or longer than any name.
    pub fn dict_type(self) -> Result<String, ApiError> {
        let length = self.dict_type.chars().count();
        if (1..=PART_MAX_CHARS).contains(&length) {
            Ok(self.dict_type)
        } else {
            Err(ApiError::Refused(codes::BAD_REQUEST))
        }
    }
}

/// Value of a dictionary. Clients of this family read either pair of names.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DictionaryView {
    id: i64,
    dict_type: String,
    sort: i32,
    value: String,
    /// In the request's language.
    label: String,
    /// Copy of `value`.
    dict_value: String,
    /// Copy of `label`.
    dict_label: String,
}

impl DictionaryView {
    /// Entry in the request's language.
    pub fn of(entry: Entry, lang: Lang) -> Self {
        let label = entry.label(lang).to_owned();
        Self {
            id: entry.id,
            dict_type: entry.dict_type,
            sort: entry.sort,
            dict_value: entry.value.clone(),
            value: entry.value,
            dict_label: label.clone(),
            label,
        }
    }
}

/// Features that this server offers its members. Never a key or a secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeaturesView {
    /// People may register.
    pub register: bool,
    /// Codes by SMS are sent.
    pub sms: bool,
    /// Codes by mail are sent.
    pub email: bool,
    /// Sign-in by another service works.
    pub social: bool,
    /// At least one wallet takes payments.
    pub pay: bool,
}

/// A place where phones run.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DataCenterView {
    /// Id in calls.
    id: String,
    /// In the request's language.
    name: String,
}

impl DataCenterView {
    /// A value of the dictionary of data centres.
    pub fn of(entry: Entry, lang: Lang) -> Self {
        Self {
            name: entry.label(lang).to_owned(),
            id: entry.value,
        }
    }
}
