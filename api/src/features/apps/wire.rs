//! Bodies and views of apps on phones.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use domain::apps::{self, InvalidPackages, Verb};
use domain::codes;
use domain::lang::Lang;
use domain::operations::OperationChoice;
use engine::apps::{App, AppsError, AppsOfPhone, Storage};
use serde::{Deserialize, Serialize};
use store::operations::OperationRequest;
use store::phones::Verdict;
use utoipa::ToSchema;

use crate::http::ApiError;
use crate::http::batches::PhonesBody;
use crate::http::pictures::png_address;

/// A single phone, or several, and apps on them.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppsBody {
    /// Id of a single phone.
    pub phone_id: Option<i64>,
    /// Ids of several phones, at most 30, each once.
    pub phone_ids: Option<Vec<i64>>,
    /// Package names with commas between them, at most 10.
    #[serde(alias = "packageName")]
    pub package_names: String,
}

impl AppsBody {
    /// Request of the same for each of the phones.
    pub fn ask(self, verb: Verb) -> Result<OperationRequest, ApiError> {
        let packages = apps::packages(&self.package_names)
            .map_err(InvalidPackages::code)
            .map_err(ApiError::Refused)?;
        let phones = PhonesBody {
            phone_id: self.phone_id,
            phone_ids: self.phone_ids,
        };
        let each = phones.ids().into_iter();
        Ok(OperationRequest {
            kind: verb.kind(),
            phones: each
                .map(|id| (id, OperationChoice::Apps(packages.clone())))
                .collect(),
            group: false,
        })
    }
}

/// Apps of phones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstalledAppsView {
    /// The phones as they were asked for.
    phones: Vec<AskedPhoneView>,
    /// Apps, those that most phones have first.
    list: Vec<InstalledAppView>,
    /// Whether facts of some archives are still being read.
    reading: bool,
}

/// A phone that was asked for its apps.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedPhoneView {
    phone_id: i64,
    /// Code; 0: its apps are known.
    code: i64,
    /// Why its apps are not known; empty where they are.
    msg: String,
    /// Number of apps of its system.
    system: usize,
}

impl AskedPhoneView {
    fn unknown(phone_id: i64, error: AppsError, lang: Lang) -> Self {
        let (code, msg) = reason(error, lang);
        Self {
            phone_id,
            code,
            msg,
            system: 0,
        }
    }
}

/// Why a phone was not asked, or did not answer: code and words.
fn reason(error: AppsError, lang: Lang) -> (i64, String) {
    let (code, msg) = match error {
        AppsError::Refused(Verdict::Unknown) => (codes::PHONE_ABSENT, None),
        AppsError::Refused(Verdict::Alone) => (codes::NEW_DEVICE_ALONE, None),
        AppsError::Refused(Verdict::Busy) => (codes::PHONE_BUSY, None),
        AppsError::Refused(Verdict::Rule(refusal)) => (refusal.code(), Some(refusal.text(lang))),
        AppsError::Silent => (codes::FILE_NO_ANSWER, None),
    };
    let msg = msg.unwrap_or_else(|| code.text(lang).to_owned());
    (code.number, msg)
}

/// Space of phones.
#[derive(Serialize, ToSchema)]
pub struct StoragesView {
    /// The phones as they were asked for.
    list: Vec<StorageView>,
}

/// Space of a phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StorageView {
    phone_id: i64,
    /// Code; 0: its space is known.
    code: i64,
    /// Why its space is not known; empty where it is.
    msg: String,
    /// Size of its storage in bytes, which apps and files share; 0 where it is not known.
    total: u64,
    /// Bytes of it that are free.
    free: u64,
}

impl StoragesView {
    /// View of what was found on each phone.
    pub fn of(found: Vec<(i64, Result<Storage, AppsError>)>, lang: Lang) -> Self {
        let view = |(phone_id, found): (i64, Result<Storage, AppsError>)| {
            let (code, msg) = match found {
                Ok(_) => (0, String::new()),
                Err(error) => reason(error, lang),
            };
            let (total, free) = found.map_or((0, 0), |space| (space.total, space.free));
            StorageView {
                phone_id,
                code,
                msg,
                total,
                free,
            }
        };
        Self {
            list: found.into_iter().map(view).collect(),
        }
    }
}

/// An app on some of the phones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstalledAppView {
    /// Package name.
    package: String,
    /// Label for people; null where it is not known (yet).
    #[schema(required = true)]
    label: Option<String>,
    /// The app's picture as a `data:` address of a small PNG.
    #[schema(required = true)]
    icon: Option<String>,
    /// Phones that have it.
    phones: Vec<AppOnPhoneView>,
}

/// An app on one phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppOnPhoneView {
    phone_id: i64,
    /// Version for people; null where it is not known (yet).
    #[schema(required = true)]
    version_name: Option<String>,
    /// Version for comparison; null where an old phone does not tell.
    #[schema(required = true)]
    version_code: Option<i64>,
    /// Size of its archives in bytes; null where it is not known (yet).
    #[schema(required = true)]
    size: Option<u64>,
    /// Whether a process of it runs.
    running: bool,
    /// Whether it is in front.
    in_front: bool,
    /// Whether it has an activity of a launcher: without one it cannot be started.
    startable: bool,
    /// SHA-256 of the certificates that signed it, in hexadecimal digits; empty where they are not known (yet).
    signers: Vec<String>,
}

impl AppOnPhoneView {
    fn of(phone_id: i64, app: &App) -> Self {
        let facts = app.facts.as_deref();
        Self {
            phone_id,
            version_name: facts.and_then(|facts| facts.version_name.clone()),
            version_code: app.installed.version_code,
            size: facts.and_then(|facts| facts.bytes),
            running: app.installed.running,
            in_front: app.installed.in_front,
            startable: app.installed.launchable,
            signers: facts.map_or_else(Vec::new, |facts| facts.signers.clone()),
        }
    }
}

impl InstalledAppsView {
    /// View of what was found on each phone.
    pub fn of(found: Vec<(i64, Result<AppsOfPhone, AppsError>)>, lang: Lang) -> Self {
        let mut view = Self {
            phones: Vec::new(),
            list: Vec::new(),
            reading: false,
        };
        let mut all: BTreeMap<String, InstalledAppView> = BTreeMap::new();
        for (phone_id, outcome) in found {
            let of_phone = match outcome {
                Ok(of_phone) => of_phone,
                Err(error) => {
                    view.phones
                        .push(AskedPhoneView::unknown(phone_id, error, lang));
                    continue;
                }
            };
            view.phones.push(AskedPhoneView {
                phone_id,
                code: 0,
                msg: String::new(),
                system: of_phone.system,
            });
            for app in &of_phone.apps {
                view.reading |= app.facts.is_none();
                let package = app.installed.package.as_str();
                let row = all
                    .entry(package.to_owned())
                    .or_insert_with(|| InstalledAppView {
                        package: package.to_owned(),
                        label: None,
                        icon: None,
                        phones: Vec::new(),
                    });
                if let Some(facts) = &app.facts {
                    row.label = row.label.take().or_else(|| facts.label.clone());
                    row.icon = row
                        .icon
                        .take()
                        .or_else(|| facts.icon.as_deref().map(png_address));
                }
                row.phones.push(AppOnPhoneView::of(phone_id, app));
            }
        }
        view.list = all.into_values().collect();
        view.list.sort_by_key(|app| Reverse(app.phones.len()));
        view
    }
}
