//! The branding as the page reads it, and whom members can turn to.

use domain::codes;
use serde::{Deserialize, Serialize};
use store::branding::{Branding, ContactKind, Listed};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

/// Empty texts mean the product's own.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandingView {
    /// The title.
    text: String,
    /// The logo's URL.
    main: String,
    /// The picture at the left, a URL.
    left_bg: String,
    welcome_text: String,
    /// How one registers: empty or `phone` by phone, `none` not at all.
    register_type: String,
    /// Which generation of one-click new device the console uses.
    renew_redesign: i16,
    /// How one signs in first: `phone` or `password`, `sms`, `email`, `social`.
    login_way: String,
    /// The help centre's address, opened in a tab of its own.
    service_url: String,
}

impl From<Branding> for BrandingView {
    fn from(branding: Branding) -> Self {
        Self {
            text: branding.title,
            main: branding.main,
            left_bg: branding.left_bg,
            welcome_text: branding.welcome_text,
            register_type: branding.register_type,
            renew_redesign: branding.renew_redesign,
            login_way: branding.login_way,
            service_url: branding.service_url,
        }
    }
}

/// Which contacts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactsQuery {
    /// 2 groups; accounts of messaging services when missing, or 1.
    #[serde(rename = "type")]
    kind: Option<i16>,
}

impl ContactsQuery {
    /// The kind, if there is such a one.
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

/// Whom members can turn to.
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

impl From<(Vec<Listed>, i64)> for ContactPage {
    fn from((rows, total): (Vec<Listed>, i64)) -> Self {
        let view = |row: Listed| ContactView {
            id: row.id,
            kind: row.kind,
            account: row.account,
            html_code: row.html_code,
        };
        Self {
            list: rows.into_iter().map(view).collect(),
            total,
        }
    }
}
