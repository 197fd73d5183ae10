//! Bodies and views of a phone's files.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::codes::{self, Code};
use domain::lang::Lang;
use domain::play::files::{
    self, DELETE_MAX, Entry, FILE_MAX_BYTES, Folder, InvalidItemName, InvalidPath, Item, Kind,
    Listing, Sort,
};
use fleet::{FileAccessError, Upload};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::play::{FileError, Ticket};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;
use crate::http::tus::Creation;

/// Folder of an upload that names none.
const DOWNLOAD: &str = "/sdcard/Download";

fn path(fault: InvalidPath) -> ApiError {
    match fault {
        InvalidPath::Outside | InvalidPath::Name | InvalidPath::Long => {
            ApiError::Refused(codes::FILE_PATH)
        }
    }
}

fn named(folder: &Folder, name: &str) -> Result<Item, ApiError> {
    let item = folder.new_item(name).map_err(|fault| match fault {
        InvalidItemName::Empty | InvalidItemName::Long(_) | InvalidItemName::Character => {
            ApiError::Refused(codes::FILE_NAME)
        }
    })?;
    item.map_err(path)
}

/// Folder to list, and its order.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Phone's id.
    phone_id: i64,
    /// The folder, below `/sdcard`.
    #[param(example = "/sdcard/Download")]
    path: String,
    /// name (when missing), size or time.
    #[param(inline)]
    sort: Option<FileSortBody>,
}

/// Order of a folder's entries.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileSortBody {
    /// By name.
    Name,
    /// The largest first.
    Size,
    /// The newest first.
    Time,
}

impl ListQuery {
    /// Phone, folder and order.
    pub fn parse(&self) -> Result<(i64, Folder, Sort), ApiError> {
        let sort = match self.sort {
            None | Some(FileSortBody::Name) => Sort::Name,
            Some(FileSortBody::Size) => Sort::Size,
            Some(FileSortBody::Time) => Sort::Time,
        };
        Ok((
            self.phone_id,
            Folder::parse(&self.path).map_err(path)?,
            sort,
        ))
    }
}

/// Folder of a phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileFolderView {
    /// Path of the folder.
    path: String,
    /// Folders first; at most 2,000.
    list: Vec<FileEntryView>,
    /// Number of entries that are left out.
    more: usize,
    /// Number of entries that no path can name.
    unnameable: usize,
}

/// Entry of a folder.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileEntryView {
    /// Exact name.
    name: String,
    /// folder, file, link or other.
    kind: Kind,
    /// Bytes of a file.
    size: u64,
    /// When it changed by the phone's clock, Unix milliseconds.
    modified_ms: i64,
    /// Whether it is the part of an unfinished upload.
    unfinished: bool,
}

impl FileFolderView {
    pub fn of(folder: &Folder, listing: Listing) -> Self {
        Self {
            path: folder.to_string(),
            list: listing.entries.into_iter().map(FileEntryView::of).collect(),
            more: listing.more,
            unnameable: listing.unnameable,
        }
    }
}

impl FileEntryView {
    fn of(entry: Entry) -> Self {
        Self {
            kind: entry.kind,
            size: entry.size,
            modified_ms: entry.modified_ms,
            unfinished: files::is_part(&entry.name),
            name: entry.name,
        }
    }
}

/// A new folder.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewFolderBody {
    /// Phone's id.
    phone_id: i64,
    /// The folder in which it is made.
    path: String,
    /// Name of the new folder.
    name: String,
}

impl NewFolderBody {
    /// Phone and the folder to make.
    pub fn parse(&self) -> Result<(i64, Item), ApiError> {
        let folder = Folder::parse(&self.path).map_err(path)?;
        Ok((self.phone_id, named(&folder, &self.name)?))
    }
}

/// Change of the name, the folder, or both.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveFileBody {
    /// Phone's id.
    phone_id: i64,
    /// Path of the file or folder.
    path: String,
    /// New folder; the present one when missing.
    folder: Option<String>,
    /// New name; the present one when missing.
    name: Option<String>,
}

impl MoveFileBody {
    /// Phone, old path and new path.
    pub fn parse(&self) -> Result<(i64, Item, Item), ApiError> {
        let from = Item::parse(&self.path).map_err(path)?;
        let folder = match &self.folder {
            Some(folder) => Folder::parse(folder).map_err(path)?,
            None => from.folder().clone(),
        };
        let to = match &self.name {
            Some(name) => named(&folder, name)?,
            None => folder.item(from.name()).map_err(path)?,
        };
        if from.holds(to.folder()) {
            return Err(ApiError::Refused(codes::FILE_INTO_ITSELF));
        }
        Ok((self.phone_id, from, to))
    }
}

/// Files and folders to delete.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteFilesBody {
    /// Phone's id.
    phone_id: i64,
    /// 1 to 100 different paths; folders go with all that is in them.
    paths: Vec<String>,
}

impl DeleteFilesBody {
    /// Phone and paths; one path that is not allowed refuses all.
    pub fn parse(&self) -> Result<(i64, Vec<Item>), ApiError> {
        let different: std::collections::HashSet<_> = self.paths.iter().collect();
        if !(1..=DELETE_MAX).contains(&self.paths.len()) || different.len() < self.paths.len() {
            return Err(ApiError::Refused(codes::FILE_COUNT));
        }
        let items = self.paths.iter().map(|text| Item::parse(text));
        let items: Result<Vec<Item>, InvalidPath> = items.collect();
        Ok((self.phone_id, items.map_err(path)?))
    }
}

/// Results of a deletion.
#[derive(Serialize, ToSchema)]
pub struct DeletedFilesView {
    /// In the order in which they were named.
    list: Vec<DeletedFileView>,
}

/// Result for one path.
#[derive(Serialize, ToSchema)]
pub struct DeletedFileView {
    /// Path as it was named.
    path: String,
    /// Code; 0: it is gone. Anything else: why not.
    code: i64,
    /// The reason in words; empty when it is gone.
    msg: String,
}

impl DeletedFilesView {
    pub fn of(items: &[Item], answers: &[Result<(), FileAccessError>], lang: Lang) -> Self {
        let row = |(item, answer): (&Item, &Result<(), FileAccessError>)| {
            let (code, msg) = match answer {
                Ok(()) => (0, String::new()),
                Err(fault) => (code(fault).number, words(fault, lang)),
            };
            DeletedFileView {
                path: item.to_string(),
                code,
                msg,
            }
        };
        Self {
            list: items.iter().zip(answers).map(row).collect(),
        }
    }
}

/// Longest name of an upload in its address, in bytes.
const UPLOAD_NAME_MAX_BYTES: usize = 8 * 1024;

/// File that is sent to a phone. The upload's address is made of these fields, so that the server remembers no upload: the phone has the
/// bytes that came.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PhoneUpload {
    /// Folder, below `/sdcard`.
    path: String,
    /// Name of the file on the phone.
    name: String,
    /// Length in bytes, at most 4 GiB.
    size: u64,
    /// Time of the file's last change at its source, Unix milliseconds: with name and size it tells which upload is continued.
    modified_ms: i64,
    /// Whether a file of that name is replaced.
    replace: bool,
}

impl PhoneUpload {
    /// File that a creation announces.
    pub fn announced(creation: &Creation) -> Result<Self, ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let text = |key, otherwise: &str| creation.get(key).unwrap_or(otherwise).to_owned();
        Ok(Self {
            path: text("path", DOWNLOAD),
            name: text("filename", ""),
            size: creation.length,
            modified_ms: text("modifiedMs", "0").parse().map_err(|_| bad())?,
            replace: text("replace", "false").parse().map_err(|_| bad())?,
        })
    }

    /// Reads the upload's name in its address.
    pub fn named(name: &str) -> Result<Self, ApiError> {
        let absent = || ApiError::Refused(codes::FILE_ABSENT);
        let bytes = URL_SAFE_NO_PAD.decode(name).map_err(|_| absent())?;
        serde_json::from_slice(&bytes).map_err(|_| absent())
    }

    /// Name of the upload in its address.
    pub fn in_address(&self) -> Result<String, ApiError> {
        let text = serde_json::to_string(self).map_err(|_| ApiError::Refused(codes::FILE_PATH))?;
        if text.len() > UPLOAD_NAME_MAX_BYTES {
            return Err(ApiError::Refused(codes::FILE_PATH));
        }
        Ok(URL_SAFE_NO_PAD.encode(text))
    }

    /// Metadata as its client gave it.
    pub fn metadata(&self) -> [(&'static str, String); 4] {
        [
            ("filename", self.name.clone()),
            ("path", self.path.clone()),
            ("modifiedMs", self.modified_ms.to_string()),
            ("replace", self.replace.to_string()),
        ]
    }

    /// File to upload.
    pub fn parse(&self) -> Result<Upload, ApiError> {
        let folder = Folder::parse(&self.path).map_err(path)?;
        if self.size > FILE_MAX_BYTES {
            return Err(ApiError::Refused(codes::FILE_SIZE));
        }
        Ok(Upload {
            item: named(&folder, &self.name)?,
            size: self.size,
            modified_ms: self.modified_ms,
            replace: self.replace,
        })
    }
}

/// Names a phone, and an upload to it.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub struct PhoneUploadPath {
    /// Phone's id.
    pub phone_id: i64,
    /// Name of the upload, from `Location`.
    pub upload: String,
}

/// How much of a file is on its phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileUploadView {
    /// Name of the upload: the end of its address.
    pub upload: String,
    /// Bytes: where the next piece begins.
    pub offset: u64,
}

/// A file that is to be fetched.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileTicketBody {
    /// Phone's id.
    phone_id: i64,
    /// Path of the file.
    path: String,
}

impl FileTicketBody {
    /// Phone and the file.
    pub fn parse(&self) -> Result<(i64, Item), ApiError> {
        Ok((self.phone_id, Item::parse(&self.path).map_err(path)?))
    }
}

/// A ticket for one file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileTicketView {
    /// For the download's `ticket`, once.
    ticket: String,
    /// Time when it ends, Unix milliseconds.
    expires_ms: i64,
}

impl From<Ticket> for FileTicketView {
    fn from(ticket: Ticket) -> Self {
        Self {
            ticket: ticket.text,
            expires_ms: ticket.expires_ms,
        }
    }
}

/// Ticket of a download.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DownloadQuery {
    /// Ticket from the call before.
    pub ticket: String,
}

impl From<FileError> for ApiError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Phone(error) => error.into(),
            FileError::TooOften => Self::Refused(codes::TOO_MANY),
            FileError::Ticket => Self::Refused(codes::FILE_TICKET),
            FileError::Fault(fault) => fault.into(),
        }
    }
}

const fn code(fault: &FileAccessError) -> Code {
    match fault {
        FileAccessError::Absent => codes::FILE_ABSENT,
        FileAccessError::Taken => codes::FILE_TAKEN,
        FileAccessError::Outside => codes::FILE_OUTSIDE,
        FileAccessError::Kind => codes::FILE_KIND,
        FileAccessError::Offset(_) => codes::FILE_OFFSET,
        FileAccessError::Short => codes::FILE_SIZE,
        FileAccessError::Path => codes::FILE_PATH,
        FileAccessError::Busy => codes::FILE_BUSY,
        FileAccessError::Full => codes::FILE_FULL,
        FileAccessError::Refused(_) => codes::FILE_REFUSED,
        FileAccessError::NoAnswer => codes::FILE_NO_ANSWER,
    }
}

/// Words of the table of codes, and after them the phone's own.
fn words(fault: &FileAccessError, lang: Lang) -> String {
    let ours = code(fault).text(lang);
    match fault {
        FileAccessError::Refused(theirs) if lang == Lang::En => format!("{ours}: {theirs}"),
        FileAccessError::Refused(theirs) => format!("{ours}：{theirs}"),
        _ => ours.to_owned(),
    }
}

impl From<FileAccessError> for ApiError {
    fn from(fault: FileAccessError) -> Self {
        match fault {
            FileAccessError::Offset(offset) => Self::WithData {
                code: codes::FILE_OFFSET,
                data: json!({ "offset": offset }),
            },
            fault => Self::explained(code(&fault), |lang| words(&fault, lang)),
        }
    }
}
