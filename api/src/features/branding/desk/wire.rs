//! Branding and contacts in operators' calls.

use domain::branding::{BrandingError, CONTACTS_MAX, Contact, ContactKind};
use domain::codes;
use domain::lang::LocalizedName;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::branding::{BrandError, Branding, BrandingSettings, Wanted};
use utoipa::ToSchema;

use super::super::wire::ContactView;
use crate::http::ApiError;

/// Branding in both languages. Empty texts mean the product's own; an empty English text means that the Chinese one stands for both.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandingDeskView {
    text: String,
    text_en: String,
    /// The logo: a path of this server.
    main: String,
    /// The picture beside the sign-in form: a path of this server.
    left_bg: String,
    welcome_text: String,
    welcome_text_en: String,
    /// Generation of one-click new device that the console uses.
    renew_redesign: i16,
    service_url: String,
    service_hours: String,
    service_hours_en: String,
    contacts: Vec<ContactView>,
    /// Time of the last change, Unix milliseconds: a change names it, so that the second of two is told.
    update_time: i64,
}

impl From<BrandingSettings> for BrandingDeskView {
    fn from(settings: BrandingSettings) -> Self {
        let branding = settings.branding;
        Self {
            text: branding.title.zh,
            text_en: branding.title.en,
            main: branding.main,
            left_bg: branding.left_bg,
            welcome_text: branding.welcome_text.zh,
            welcome_text_en: branding.welcome_text.en,
            renew_redesign: branding.renew_redesign,
            service_url: branding.service_url,
            service_hours: branding.service_hours.zh,
            service_hours_en: branding.service_hours.en,
            contacts: settings
                .contacts
                .into_iter()
                .map(ContactView::from)
                .collect(),
            update_time: settings.updated_ms,
        }
    }
}

/// Contact as an operator writes it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactBody {
    /// Contact's id, where it is not new.
    #[schema(nullable = false)]
    id: Option<i64>,
    /// 1 an account of a messaging service, 2 a group.
    #[serde(rename = "type")]
    kind: i16,
    /// The group's number, the account's name: 1 to 40 characters.
    account: String,
    /// The address that opens it, and that its QR code says: http or https.
    html_code: String,
}

impl ContactBody {
    fn parse(self, at: usize) -> Result<(Option<i64>, Contact), ApiError> {
        let kind =
            ContactKind::from_code(self.kind).ok_or(ApiError::Refused(codes::BAD_REQUEST))?;
        let contact = Contact::parse(kind, &self.account, &self.html_code).map_err(|error| {
            let field = if error == BrandingError::HtmlCode {
                "htmlCode"
            } else {
                "account"
            };
            refused(format!("contacts.{at}.{field}"), error)
        })?;
        Ok((self.id, contact))
    }
}

/// Branding and contacts as an operator writes them, all of them.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandingBody {
    /// The console's name, at most 40 characters.
    text: String,
    text_en: String,
    /// The logo: a path that `add_branding_picture` answered, or another one of this server; empty: the product's own.
    main: String,
    /// The picture beside the sign-in form, named likewise.
    left_bg: String,
    /// The greeting on the sign-in page, at most 200 characters.
    welcome_text: String,
    welcome_text_en: String,
    /// Generation of one-click new device that the console uses: 0, 1 or 2.
    renew_redesign: i16,
    /// The help centre's address: http or https, or empty.
    service_url: String,
    /// When the help centre answers; one line of at most 100 characters.
    service_hours: String,
    service_hours_en: String,
    /// All contacts, in the order in which members see them; at most 20.
    contacts: Vec<ContactBody>,
    /// The `updateTime` that was seen.
    update_time: i64,
}

impl BrandingBody {
    /// Checks each part. A refusal names its field, of a contact as `contacts.0.account`.
    pub fn parse(self) -> Result<Wanted, ApiError> {
        let name = |zh: String, en: String| LocalizedName {
            zh: zh.trim().to_owned(),
            en: en.trim().to_owned(),
        };
        let branding = Branding {
            title: name(self.text, self.text_en),
            main: self.main.trim().to_owned(),
            left_bg: self.left_bg.trim().to_owned(),
            welcome_text: name(self.welcome_text, self.welcome_text_en),
            renew_redesign: self.renew_redesign,
            service_url: self.service_url.trim().to_owned(),
            service_hours: name(self.service_hours, self.service_hours_en),
            ..Branding::default()
        };
        let branding = branding
            .checked()
            .map_err(|(field, error)| refused(field, error))?;
        if self.contacts.len() > CONTACTS_MAX {
            return Err(refused("contacts".to_owned(), BrandingError::Contacts));
        }
        let contacts = self.contacts.into_iter().enumerate();
        let contacts = contacts.map(|(at, contact)| contact.parse(at));
        Ok(Wanted {
            branding,
            contacts: contacts.collect::<Result<_, _>>()?,
            seen_ms: self.update_time,
        })
    }
}

fn refused(field: String, error: BrandingError) -> ApiError {
    ApiError::in_field(field, |lang| error.text(lang).to_owned())
}

/// A picture that was stored.
#[derive(Serialize, ToSchema)]
pub struct BrandingPictureView {
    /// Path of the picture, by which the branding names it.
    pub path: String,
}

impl From<BrandError> for ApiError {
    fn from(error: BrandError) -> Self {
        match error {
            BrandError::Picture(field) => refused(field.to_owned(), BrandingError::Picture),
            BrandError::Changed(now) => Self::WithData {
                code: codes::CHANGED_MEANWHILE,
                data: json!({ "by": now.by, "time": now.at_ms, "now": BrandingDeskView::from(now.now) }),
            },
            BrandError::Fault(fault) => fault.into(),
        }
    }
}
