//! Bodies and views of uploads, and of their delivery.

use domain::codes;
use domain::uploads::{AddError, Choice, Existing, FileName, InstallChoice};
use engine::uploads::{ReceiveError, SendError, SendRequest};
use serde::Deserialize;
use serde_json::json;
use store::uploads::{Draft, UploadError};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;
use crate::http::batches::PhonesBody;
use crate::http::tus::Creation;

/// Longest name of a set, in bytes.
const SET_MAX_BYTES: usize = 40;
/// Length of a SHA-256 in hexadecimal digits.
const SHA256_DIGITS: usize = 64;

/// File that a creation announces. Its metadata: `filename` (folders and marks that disguise it are left out); `set`, a word of the sender's
/// for the files that it sends together, up to 40 letters, digits and dashes, without which the file is alone; `sha256` of its bytes in
/// hexadecimal digits, where the sender knows it.
pub fn draft(creation: &Creation) -> Result<Draft, ApiError> {
    let bad = || ApiError::Refused(codes::BAD_REQUEST);
    let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
    let set = creation.get("set").map(str::to_owned);
    let is_word = |set: &String| (1..=SET_MAX_BYTES).contains(&set.len()) && set.bytes().all(plain);
    if set.as_ref().is_some_and(|set| !is_word(set)) {
        return Err(bad());
    }
    let sha256 = creation.get("sha256").map(str::to_ascii_lowercase);
    let is_digest = |digits: &String| {
        digits.len() == SHA256_DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    };
    if sha256.as_ref().is_some_and(|digits| !is_digest(digits)) {
        return Err(bad());
    }
    let name = creation.get("filename").unwrap_or_default();
    Ok(Draft {
        set,
        name: FileName::parse(name).map_err(|_| ApiError::Refused(codes::UPLOAD_NAME))?,
        size: i64::try_from(creation.length).unwrap_or(i64::MAX),
        sha256,
    })
}

/// Names a file.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct UploadQuery {
    /// Upload's id.
    pub upload_id: i64,
}

/// Files and phones, and the use.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstallBody {
    /// Id of a single phone.
    pub phone_id: Option<i64>,
    /// Ids of several phones, at most 30, each once.
    pub phone_ids: Option<Vec<i64>>,
    /// Complete files of one's own or versions of the app market, at most 10, in this order.
    pub upload_ids: Vec<i64>,
    /// install (when missing), push or both.
    #[serde(default)]
    pub choice: Choice,
    /// `-g`: with all permissions that apps ask for. False when missing.
    #[serde(default)]
    pub grant_permissions: bool,
    /// `-r`: over an app that is there already. True when missing.
    pub replace: Option<bool>,
    /// `-d`: also over a newer version. False when missing.
    #[serde(default)]
    pub allow_downgrade: bool,
    /// Treatment of a file for Download whose phone has another one of its name: refuse (when missing), rename or replace.
    #[serde(default = "refuse")]
    pub existing: Existing,
    /// Whether the phones are those of a group control: up to 300 are one batch then, with one upload record. False when missing.
    #[serde(default)]
    pub in_group: bool,
}

/// Treatment of a taken name where the request names none.
const fn refuse() -> Existing {
    Existing::Refuse
}

impl From<InstallBody> for SendRequest {
    fn from(body: InstallBody) -> Self {
        let phones = PhonesBody {
            phone_id: body.phone_id,
            phone_ids: body.phone_ids,
        };
        Self {
            phone_ids: phones.ids(),
            upload_ids: body.upload_ids,
            choice: body.choice,
            options: InstallChoice {
                grant_permissions: body.grant_permissions,
                replace: body.replace.unwrap_or(true),
                allow_downgrade: body.allow_downgrade,
            },
            existing: body.existing,
            group: body.in_group,
        }
    }
}

impl From<UploadError> for ApiError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::Unknown => Self::Refused(codes::UPLOAD_ABSENT),
            UploadError::Add(fault) => Self::Refused(fault.code()),
            UploadError::Unfinished => Self::Refused(codes::UPLOAD_UNFINISHED),
            UploadError::InUse => Self::Refused(codes::UPLOAD_BUSY),
            UploadError::Shared => Self::Refused(codes::UPLOAD_SHARED),
            UploadError::Fault(fault) => fault.into(),
        }
    }
}

impl From<ReceiveError> for ApiError {
    fn from(error: ReceiveError) -> Self {
        match error {
            ReceiveError::Upload(error) => error.into(),
            ReceiveError::NoRoom => Self::Refused(codes::UPLOAD_NO_ROOM),
            ReceiveError::Offset(received) => Self::WithData {
                code: codes::UPLOAD_OFFSET,
                data: json!({ "received": received }),
            },
            ReceiveError::Busy => Self::Refused(codes::UPLOAD_BUSY),
            ReceiveError::TooLong => Self::Refused(codes::TOO_LARGE),
            ReceiveError::Slow | ReceiveError::Cut => Self::Refused(codes::UPLOAD_SLOW),
            ReceiveError::Damaged => Self::Refused(codes::UPLOAD_DAMAGED),
            ReceiveError::Disk(error) => Self::Fault(Box::new(error)),
        }
    }
}

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Files(fault) => {
                Self::Refused(fault.map_or(codes::UPLOAD_NONE, AddError::code))
            }
            SendError::Upload(error) => error.into(),
            SendError::Start(error) => error.into(),
        }
    }
}
