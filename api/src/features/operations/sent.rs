//! Files that a batch sends, and its progress at each phone.

use domain::uploads::DeliveryFile;
use serde::Serialize;
use store::operations::Sent;
use utoipa::ToSchema;

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

/// How far a phone is with what is sent to it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgressView {
    /// Bytes that the phone acknowledged.
    bytes: i64,
    /// Size of all in bytes.
    total: i64,
    /// Name of the file that is being sent, or that the phone did not take.
    #[schema(required = true)]
    file: Option<String>,
}

impl From<Sent> for ProgressView {
    fn from(sent: Sent) -> Self {
        Self {
            bytes: sent.bytes,
            total: sent.total,
            file: sent.file,
        }
    }
}
