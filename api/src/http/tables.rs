//! Export of tables: a file by its one-time id, or at once where the client asks for its media type.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, Responder};
use domain::codes;
use serde::{Deserialize, Serialize};
use spreadsheet::Format;
use store::exports::{self, File};
use store::session::Actor;
use utoipa::{IntoParams, ToSchema};

use super::{ApiError, Top, attachment_as};
use crate::AppState;

/// Most rows of one file.
pub const ROWS_MAX: i64 = 10_000;

/// Kind of the file.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FormatQuery {
    /// Kind of the file: `xlsx`, or `csv` in UTF-8.
    format: Option<String>,
}

impl FormatQuery {
    fn parse(&self) -> Result<Format, ApiError> {
        match self.format.as_deref() {
            None | Some("" | "xlsx") => Ok(Format::Xlsx),
            Some("csv") => Ok(Format::Csv),
            Some(_) => Err(ApiError::Refused(codes::BAD_REQUEST)),
        }
    }
}

/// An exported file: its name is the answer's `msg`, too.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileView {
    /// Name for `fileName` of the download: a one-time id, `_`, and the file's name.
    file_name: String,
}

/// A table to export.
pub struct Table<'a> {
    /// Name of the file, without extension.
    pub name: &'a str,
    /// Names of the columns.
    pub header: &'a [&'a str],
    /// Rows of text.
    pub rows: Vec<Vec<String>>,
}

/// Refuses a table that is too long for one file.
pub fn check_rows(total: i64) -> Result<(), ApiError> {
    if total > ROWS_MAX {
        return Err(ApiError::Refused(codes::EXPORT_TOO_LARGE));
    }
    Ok(())
}

/// Answers with the name under which the file is taken; with the file itself where `Accept` names its media type, or any stream of bytes.
pub async fn export(
    state: &AppState,
    request: &HttpRequest,
    actor: &Actor,
    format: &FormatQuery,
    table: Table<'_>,
) -> Result<HttpResponse, ApiError> {
    let file = file_of(format.parse()?, &table)?;
    let accept = request.headers().get(header::ACCEPT);
    let accept = accept.and_then(|accept| accept.to_str().ok());
    let wants_file = accept.is_some_and(|accept| {
        [
            "spreadsheetml.sheet",
            "text/csv",
            "application/octet-stream",
        ]
        .iter()
        .any(|kind| accept.contains(kind))
    });
    if wants_file {
        return Ok(download(file));
    }
    let name = file.name.clone();
    let token = exports::insert(&state.engine.store, actor, file, state.now_ms()).await?;
    let file_name = format!("{token}_{name}");
    let answer = Top::with_message(file_name.clone(), FileView { file_name });
    Ok(answer.respond_to(request))
}

/// A table as a file.
pub fn file_of(format: Format, table: &Table<'_>) -> Result<File, ApiError> {
    let bytes = spreadsheet::write(format, table.header, &table.rows)
        .map_err(|error| ApiError::Fault(Box::new(error)))?;
    Ok(File {
        name: format!("{}.{}", table.name, format.extension()),
        media_type: format.media_type().to_owned(),
        bytes,
    })
}

/// Answers with a file, which is not kept by caches.
pub fn download(file: File) -> HttpResponse {
    let extension = file.name.rsplit('.').next().unwrap_or_default();
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, file.media_type))
        .insert_header(attachment_as(format!("export.{extension}"), &file.name))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(file.bytes)
}
