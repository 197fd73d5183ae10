//! Files as they are asked for and told.

use domain::codes::{self, Code};
use domain::lang::Lang;
use domain::play::files::{
    self, DELETE_MAX, Entry, FILE_MAX_BYTES, Folder, Item, Kind, Listing, NameFault, PathFault,
    Sort,
};
use fleet::{FileAccessError, Upload, Uploaded};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::play::{FileError, Ticket};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

fn path(fault: PathFault) -> ApiError {
    match fault {
        PathFault::Outside | PathFault::Name | PathFault::Long => {
            ApiError::Refused(codes::FILE_PATH)
        }
    }
}

fn named(folder: &Folder, name: &str) -> Result<Item, ApiError> {
    let item = folder.new_item(name).map_err(|fault| match fault {
        NameFault::Empty | NameFault::Long(_) | NameFault::Character => {
            ApiError::Refused(codes::FILE_NAME)
        }
    })?;
    item.map_err(path)
}

/// Which folder.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// The phone.
    phone_id: i64,
    /// The folder, below `/sdcard`.
    #[param(example = "/sdcard/Download")]
    path: String,
    /// name (when missing), size or time.
    #[param(inline)]
    sort: Option<FileSortBody>,
}

/// By what a folder is sorted.
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
    /// What is asked for.
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

/// A folder.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileFolderView {
    /// Its path.
    path: String,
    /// Folders first; at most 2,000.
    list: Vec<FileEntryView>,
    /// How many more there are.
    more: usize,
    /// How many cannot be told, because no path can name them.
    unnameable: usize,
}

/// One thing in a folder.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileEntryView {
    /// Its exact name.
    name: String,
    /// folder, file, link or other.
    kind: FileKindView,
    /// Bytes of a file.
    size: u64,
    /// When it changed by the phone's clock, Unix milliseconds.
    modified_ms: i64,
    /// Whether it is what is there of an upload that is not whole.
    unfinished: bool,
}

/// What an entry is.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileKindView {
    /// Can be opened.
    Folder,
    /// Can be fetched.
    File,
    /// Leads elsewhere.
    Link,
    /// Neither.
    Other,
}

impl FileFolderView {
    /// As it goes out.
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
            kind: match entry.kind {
                Kind::Folder => FileKindView::Folder,
                Kind::File => FileKindView::File,
                Kind::Link => FileKindView::Link,
                Kind::Other => FileKindView::Other,
            },
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
    /// The phone.
    phone_id: i64,
    /// The folder in which it is made.
    path: String,
    /// What it is called.
    name: String,
}

impl NewFolderBody {
    /// What is to be made.
    pub fn parse(&self) -> Result<(i64, Item), ApiError> {
        let folder = Folder::parse(&self.path).map_err(path)?;
        Ok((self.phone_id, named(&folder, &self.name)?))
    }
}

/// Another name, another folder, or both.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveFileBody {
    /// The phone.
    phone_id: i64,
    /// What is moved.
    path: String,
    /// Where it goes; where it is when missing.
    folder: Option<String>,
    /// What it is called then; as it is when missing.
    name: Option<String>,
}

impl MoveFileBody {
    /// From where, and where to.
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

/// What is deleted.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteFilesBody {
    /// The phone.
    phone_id: i64,
    /// 1 to 100 different paths; folders go with all that is in them.
    paths: Vec<String>,
}

impl DeleteFilesBody {
    /// The things; one path that is not allowed refuses all.
    pub fn parse(&self) -> Result<(i64, Vec<Item>), ApiError> {
        let different: std::collections::HashSet<_> = self.paths.iter().collect();
        if !(1..=DELETE_MAX).contains(&self.paths.len()) || different.len() < self.paths.len() {
            return Err(ApiError::Refused(codes::FILE_COUNT));
        }
        let items = self.paths.iter().map(|text| Item::parse(text));
        let items: Result<Vec<Item>, PathFault> = items.collect();
        Ok((self.phone_id, items.map_err(path)?))
    }
}

/// What became of each.
#[derive(Serialize, ToSchema)]
pub struct DeletedFilesView {
    /// In the order in which they were named.
    list: Vec<DeletedFileView>,
}

/// What became of one.
#[derive(Serialize, ToSchema)]
pub struct DeletedFileView {
    /// What was named.
    path: String,
    /// 0: it is gone. Anything else: why not.
    code: i64,
    /// The reason in words; empty when it is gone.
    msg: String,
}

impl DeletedFilesView {
    /// As it goes out.
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

/// Which file is to come.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct UploadQuery {
    /// The phone.
    phone_id: i64,
    /// The folder, below `/sdcard`.
    path: String,
    /// What the file is called there.
    name: String,
    /// Its length in bytes, at most 4 GiB.
    size: u64,
    /// When it changed where it comes from, Unix milliseconds: with name and size it tells which upload goes on.
    modified_ms: i64,
    /// Whether a file of that name gives way; refused when missing.
    #[serde(default)]
    replace: bool,
}

impl UploadQuery {
    /// The file.
    pub fn parse(&self) -> Result<(i64, Upload), ApiError> {
        let folder = Folder::parse(&self.path).map_err(path)?;
        if self.size > FILE_MAX_BYTES {
            return Err(ApiError::Refused(codes::FILE_SIZE));
        }
        let upload = Upload {
            item: named(&folder, &self.name)?,
            size: self.size,
            modified_ms: self.modified_ms,
            replace: self.replace,
        };
        Ok((self.phone_id, upload))
    }
}

/// Where a piece begins.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PieceQuery {
    /// In bytes: where the last piece ended.
    pub offset: u64,
}

/// How much of a file is there.
#[derive(Serialize, ToSchema)]
pub struct FileUploadView {
    /// Bytes: where the next piece begins.
    offset: u64,
    /// Whether the file has its place.
    done: bool,
    /// What is there meanwhile: deleting it gives the upload up.
    part: String,
}

impl From<Uploaded> for FileUploadView {
    fn from(uploaded: Uploaded) -> Self {
        Self {
            offset: uploaded.offset,
            done: uploaded.done,
            part: uploaded.part.to_string(),
        }
    }
}

/// A file that is to be fetched.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileTicketBody {
    /// The phone.
    phone_id: i64,
    /// The file.
    path: String,
}

impl FileTicketBody {
    /// Which one.
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
    /// When it ends, Unix milliseconds.
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

/// By what a file is fetched.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DownloadQuery {
    /// The ticket.
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

/// The table's words, and after them the phone's own.
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
