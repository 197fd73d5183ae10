//! Files on the server as members see them, their own uploads and the versions of the app market, and those that a batch sends to its phones.

use domain::uploads::{AppFacts, DeliveryFile, FileKind, UploadRules};
use serde::Serialize;
use store::market::Version;
use store::uploads::Upload;
use utoipa::ToSchema;

use super::pictures::png_address;

/// A file on the server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadView {
    upload_id: i64,
    set: String,
    /// Name on the phones.
    name: String,
    /// Size in bytes.
    size: i64,
    /// Bytes that have come.
    received: i64,
    /// Kind of file; null until it is complete.
    #[schema(required = true)]
    kind: Option<FileKind>,
    /// SHA-256 in hexadecimal digits: as announced, then as it is.
    #[schema(required = true)]
    sha256: Option<String>,
    #[schema(required = true)]
    app: Option<AppView>,
    /// The app's picture as a `data:` address of a small PNG.
    #[schema(required = true)]
    icon: Option<String>,
    /// When it was complete, Unix milliseconds; null until then.
    #[schema(required = true)]
    ready_time: Option<i64>,
    /// When it goes if nothing is done with it, Unix milliseconds; 0 for an app of the market, which stays.
    expire_time: i64,
}

impl UploadView {
    /// View of a file, kept by the rules in force.
    pub fn of(upload: Upload, rules: UploadRules) -> Self {
        let expire_time = upload.expire_ms(rules);
        Self {
            upload_id: upload.id,
            set: upload.set,
            name: upload.name,
            size: upload.size,
            received: upload.received,
            kind: upload.kind,
            sha256: upload.sha256,
            app: upload.app.map(Into::into),
            icon: upload.icon.as_deref().map(png_address),
            ready_time: upload.ready_ms,
            expire_time,
        }
    }
}

/// A version of an app of the market. The picture is the app's.
impl From<Version> for UploadView {
    fn from(version: Version) -> Self {
        Self {
            upload_id: version.id,
            set: String::new(),
            name: version.file_name,
            size: version.size,
            received: version.size,
            kind: Some(version.kind),
            sha256: Some(version.sha256),
            app: Some(version.facts.into()),
            icon: None,
            ready_time: Some(version.added_ms),
            expire_time: 0,
        }
    }
}

/// Facts that an app states about itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppView {
    /// Package name.
    package: String,
    /// Label for people.
    label: String,
    version_name: String,
    version_code: i64,
    /// The oldest Android that runs it, as an API level.
    min_sdk: i32,
    /// SHA-256 of the certificates that signed it, in hexadecimal digits; empty where they are not known.
    signers: Vec<String>,
}

impl From<AppFacts> for AppView {
    fn from(app: AppFacts) -> Self {
        Self {
            package: app.package,
            label: app.label,
            version_name: app.version_name,
            version_code: app.version_code,
            min_sdk: app.min_sdk,
            signers: app.signers,
        }
    }
}

/// A file that a batch sends to each of its phones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentFileView {
    /// Name on the phones.
    name: String,
    /// Size in bytes.
    size: i64,
    /// Whether it is put into Download.
    push: bool,
    /// The app that is installed from it.
    #[schema(required = true)]
    app: Option<SentAppView>,
}

/// An app that a batch installs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentAppView {
    package: String,
    label: String,
    version_name: String,
}

impl From<DeliveryFile> for SentFileView {
    fn from(file: DeliveryFile) -> Self {
        Self {
            name: file.name,
            size: file.bytes,
            push: file.push,
            app: file.install.map(|app| SentAppView {
                package: app.package,
                label: app.label,
                version_name: app.version_name,
            }),
        }
    }
}
