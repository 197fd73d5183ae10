//! Operators' notes about phones, and phones in a file.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use domain::codes;
use domain::phones::PhoneNote;
use serde::Deserialize;
use serde_json::json;
use store::console::phones::{self, NoteError};
use utoipa::ToSchema;

use super::super::permissions::{ExportPhones, NotePhones};
use super::wire::{HEADER, OperatorPhoneRowView, OperatorPhonesQuery};
use crate::AppState;
use crate::http::tables::{self, FileView, FormatQuery, ROWS_MAX, Table};
use crate::http::{Answer, ApiError, Client, Operator, Top, author};

/// Exports the phones that pass the filter as a table, at most 10,000; numbers of members stay masked
///
/// The answer's `msg` is the name for the download. With `Accept: text/csv`, the media type of XLSX or application/octet-stream it is the file itself.
#[utoipa::path(
    tag = "admin",
    operation_id = "export_phones",
    params(OperatorPhonesQuery, FormatQuery),
    responses((
        status = 200,
        description = "The file's name; or 400, 401, 403, 1001004004",
        body = Top<FileView>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:export")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/phone/export")]
pub async fn export_phones(
    state: Data<AppState>,
    request: HttpRequest,
    operator: Operator<ExportPhones>,
    client: Client,
    query: Query<OperatorPhonesQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, ApiError> {
    let (store, all) = (&state.engine.store, (0, ROWS_MAX));
    let found = phones::find(store, query.into_inner().parse()?, all).await?;
    tables::check_rows(found.total)?;
    let by = author(&state, &operator, &client);
    phones::note_export(store, by, found.rows.len()).await?;
    let row = |row| OperatorPhoneRowView::exported(row, &state);
    let table = Table {
        name: "云手机",
        header: &HEADER,
        rows: found.rows.into_iter().map(row).collect(),
    };
    tables::export(&state, &request, operator.actor(), &format, table).await
}

/// Note of an operator about a phone.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneNoteBody {
    /// Phone's id.
    phone_id: i64,
    /// The note, at most 200 characters; an empty one removes it.
    note: String,
    /// The note that was there before.
    seen: String,
}

impl PhoneNoteBody {
    /// Phone's id, the note that the operator saw, and the new note.
    fn parse(self) -> Result<(i64, (String, PhoneNote)), ApiError> {
        let note = PhoneNote::parse(&self.note).map_err(|fault| {
            ApiError::in_field("note".to_owned(), |lang| fault.text(lang).to_owned())
        })?;
        Ok((self.phone_id, (self.seen, note)))
    }
}

impl From<NoteError> for ApiError {
    fn from(error: NoteError) -> Self {
        match error {
            NoteError::Unknown => Self::Refused(codes::PHONE_ABSENT),
            NoteError::Changed { now } => Self::WithData {
                code: codes::CHANGED_MEANWHILE,
                data: json!({ "now": now }),
            },
            NoteError::Fault(fault) => fault.into(),
        }
    }
}

/// Writes operators' note about a phone, which no member reads
///
/// 400 names the wrong field in `data.field`. Where another operator changed it first, 1001000011 answers with the note in `data.now`.
#[utoipa::path(
    tag = "admin",
    operation_id = "write_phone_note",
    request_body = PhoneNoteBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1001000011, 1011101001",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:infra:phone:note")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/phone/note")]
pub async fn write_phone_note(
    state: Data<AppState>,
    operator: Operator<NotePhones>,
    client: Client,
    body: Json<PhoneNoteBody>,
) -> Result<Answer<bool>, ApiError> {
    let (phone_id, change) = body.into_inner().parse()?;
    let by = author(&state, &operator, &client);
    phones::write_note(&state.engine.store, by, phone_id, change).await?;
    Ok(Answer::ok(true))
}
