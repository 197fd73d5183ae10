//! Receives files piece by piece, straight to the disk, and inspects those that are complete.

use std::io::SeekFrom;
use std::path::Path;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use domain::uploads::{RATE_MIN_BYTES, SILENCE_MAX_MS};
use futures_util::{Stream, StreamExt};
use store::session::Actor;
use store::uploads::{self, Ready, Upload, UploadError};
use tokio::fs::{File, OpenOptions};
use tokio::io::{AsyncSeekExt, AsyncWriteExt};
use tokio::time::{Instant, timeout};

use super::contents::{Place, remove};
use super::inspect::{self, Inspection};
use super::{ReceiveError, Uploads};
use crate::Engine;

const SILENCE_MAX: Duration = Duration::from_millis(SILENCE_MAX_MS);
/// Time limit for inspecting; a file that takes longer counts as a plain one.
const INSPECTION_MAX: Duration = Duration::from_mins(1);

/// Bytes after which the received length is stored: so much of a piece is lost at most when the server dies.
const NOTE_EVERY_BYTES: i64 = 4 * 1024 * 1024;

/// Why writing a stretch of a piece ended.
enum StretchEnd {
    /// [`NOTE_EVERY_BYTES`] came, and more may come.
    Stretch,
    /// The body ended.
    Whole,
    TooLong,
    Slow,
    Cut,
}

impl Engine {
    /// Receives the piece that begins at `offset`, and inspects the file when the piece was its last. Bytes up to the last stored length are
    /// kept after a failure.
    /// `length`: that of the piece in bytes, where its sender says it.
    pub async fn receive<E>(
        &self,
        actor: &Actor,
        id: i64,
        offset: i64,
        length: Option<u64>,
        body: impl Stream<Item = Result<Bytes, E>>,
    ) -> Result<Upload, ReceiveError> {
        uploads::get(&self.store, actor, id).await?;
        let held = self.uploads.lock_file(id).ok_or(ReceiveError::Busy)?;
        let upload = uploads::get(&self.store, actor, id).await?;
        if upload.received != offset {
            return Err(ReceiveError::Offset(upload.received));
        }
        let rest = (upload.size - offset).unsigned_abs();
        if length.is_some_and(|length| length > rest) {
            return Err(ReceiveError::TooLong);
        }
        self.uploads.check_space(rest)?;
        self.append(&upload, std::pin::pin!(body)).await?;
        drop(held);
        self.upload(actor, id).await
    }

    /// Appends a body to a file, and stores the received length every [`NOTE_EVERY_BYTES`].
    async fn append<E>(
        &self,
        upload: &Upload,
        mut body: Pin<&mut impl Stream<Item = Result<Bytes, E>>>,
    ) -> Result<(), ReceiveError> {
        let path = self.uploads.contents()?.unfinished(upload.id).file;
        let mut from = upload.received;
        loop {
            let (came, end) = write(&path, from, upload.size - from, body.as_mut()).await?;
            let (to, now_ms) = (from + came, self.clock.now_ms());
            if came > 0 && !uploads::received(&self.store, upload.id, from, to, now_ms).await? {
                return Err(UploadError::Unknown.into());
            }
            match end {
                StretchEnd::Stretch => from = to,
                StretchEnd::Whole => return Ok(()),
                StretchEnd::TooLong => return Err(ReceiveError::TooLong),
                StretchEnd::Slow => return Err(ReceiveError::Slow),
                StretchEnd::Cut => return Err(ReceiveError::Cut),
            }
        }
    }

    /// A file of the actor. A file that is complete and was not inspected yet is inspected first: whether it is the announced one, and of
    /// which kind. The result is stored.
    pub async fn upload(&self, actor: &Actor, id: i64) -> Result<Upload, ReceiveError> {
        let upload = uploads::get(&self.store, actor, id).await?;
        if upload.kind.is_some() || upload.received < upload.size {
            return Ok(upload);
        }
        let engine = self.clone();
        let held = self.uploads.lock_file(id).ok_or(ReceiveError::Busy)?;
        // The inspection has a task of its own, so that it goes on when the caller hangs up; the next request gets the result.
        let task = tokio::spawn(async move {
            let _held = held;
            engine.finish_upload(upload).await
        });
        task.await
            .map_err(|error| ReceiveError::from(store::StoreError::from(error)))?
    }

    /// Checks a complete file against what was announced, inspects it, and stores it as a content.
    async fn finish_upload(&self, upload: Upload) -> Result<Upload, ReceiveError> {
        let contents = self.uploads.contents()?;
        let place = contents.unfinished(upload.id);
        let path = place.file.clone();
        let digest = tokio::task::spawn_blocking(move || inspect::digest(&path));
        let (length, sha256) = digest.await.map_err(store::StoreError::from)??;
        let announced = upload.sha256.as_ref().is_none_or(|said| *said == sha256);
        if !announced || i64::try_from(length) != Ok(upload.size) {
            // The digest does not tell which bytes are wrong, so all are deleted.
            uploads::drop_damaged(&self.store, upload.id).await?;
            remove(&place.file).await;
            return Err(ReceiveError::Damaged);
        }
        // Unpacking may take as much room again beside the file.
        self.uploads.check_space(length)?;
        let inspection = self.uploads.inspect(upload.id, place.clone()).await;
        let _stored = contents.store(&place, &sha256).await?;
        let ready = Ready {
            sha256,
            kind: inspection.kind,
            app: inspection.app,
            icon: inspection.icon,
            stored: upload.size + inspection.unpacked,
        };
        let settled = uploads::settle(&self.store, upload.id, ready, self.clock.now_ms()).await;
        // The received file goes: its content was stored under its checksum, or its upload was deleted meanwhile.
        remove(&place.file).await;
        remove(&place.parts).await;
        Ok(settled?)
    }
}

impl Uploads {
    /// Inspects a file, within limits of number and time; a file whose inspection fails counts as a plain one. An inspection beyond its time keeps
    /// its permit until it ends, and the parts that it unpacks are removed then.
    async fn inspect(&self, upload_id: i64, Place { file, parts }: Place) -> Inspection {
        let permit = self.0.inspections.clone().acquire_owned().await;
        let (sender, answer) = tokio::sync::oneshot::channel();
        let work = move || {
            let _permit = permit;
            let inspection = inspect::inspect(&file, &parts);
            if sender.send(inspection).is_err() {
                drop(std::fs::remove_dir_all(&parts));
            }
        };
        let running = tokio::task::spawn_blocking(work);
        if let Ok(Ok(inspection)) = timeout(INSPECTION_MAX, answer).await {
            return inspection;
        }
        let error = if running.is_finished() {
            "panicked"
        } else {
            "timed out"
        };
        tracing::warn!(upload_id, error, "inspect upload failed");
        Inspection::PLAIN
    }
}

/// Writes a stretch of a body to the file from `offset` on, up to `most` bytes; returns how many bytes are kept, and why the stretch ended.
async fn write<E>(
    path: &Path,
    offset: i64,
    most: i64,
    mut body: Pin<&mut impl Stream<Item = Result<Bytes, E>>>,
) -> Result<(i64, StretchEnd), ReceiveError> {
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .await?;
    let start = offset.unsigned_abs();
    // Bytes that an earlier server wrote without noting them are overwritten.
    file.set_len(start).await?;
    file.seek(SeekFrom::Start(start)).await?;
    let begun = Instant::now();
    let mut came: i64 = 0;
    let end = loop {
        let part = match timeout(SILENCE_MAX, body.next()).await {
            Err(_) => break StretchEnd::Slow,
            Ok(None) => break StretchEnd::Whole,
            Ok(Some(Err(_))) => break StretchEnd::Cut,
            Ok(Some(Ok(part))) => part,
        };
        let more = i64::try_from(part.len()).unwrap_or(i64::MAX);
        if more > most - came {
            // A body longer than announced is not trusted: nothing of this stretch is kept.
            came = 0;
            break StretchEnd::TooLong;
        }
        file.write_all(&part).await?;
        came += more;
        if came >= NOTE_EVERY_BYTES {
            break StretchEnd::Stretch;
        }
        if is_slow(begun.elapsed(), came) {
            break StretchEnd::Slow;
        }
    };
    finish(file).await?;
    Ok((came, end))
}

async fn finish(mut file: File) -> std::io::Result<()> {
    file.flush().await
}

fn is_slow(since: Duration, came: i64) -> bool {
    since > SILENCE_MAX && came.unsigned_abs() / since.as_secs().max(1) < RATE_MIN_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kibibyte_a_second_is_the_least() {
        let rate = RATE_MIN_BYTES.cast_signed();
        assert!(!is_slow(SILENCE_MAX, 0), "everybody may begin slowly");
        let minute = Duration::from_mins(1);
        assert!(!is_slow(minute, 60 * rate));
        assert!(is_slow(minute, 60 * rate - 1));
    }
}
