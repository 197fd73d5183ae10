//! Files of the phone through its `sync:` service.
//! Source: AOSP `file_sync_protocol.h`, `daemon/file_sync_service.cpp`.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use phone_wire::Decoder;
use phone_wire::banner::Feature;
use phone_wire::service::Service;
use phone_wire::sync::{
    DATA_CHUNK_BYTES, Entry, Expect, Stat, SyncReplies, SyncReply, SyncRequest,
};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

use crate::copy_handle::CopyHandle;
use crate::error::FileError;
use crate::link::Link;
use crate::stream::{Priority, Stream};

/// Most names of one folder.
const NAMES_MAX: usize = 10_000;

/// Entries of a folder: each a name and its facts.
pub type Listing = Vec<Entry<Stat>>;

impl Link {
    /// Facts of `path`, links not followed; `None` when it does not exist. Sizes are modulo 4 GiB on phones without `stat_v2`.
    pub async fn stat(&self, path: &str) -> Result<Option<Stat>, FileError> {
        let mut files = Files::open(self).await?;
        let path = path.to_owned();
        let request = if self.has(Feature::StatV2) {
            SyncRequest::Lstat2(path)
        } else {
            SyncRequest::Stat(path)
        };
        files.ask(&request, Expect::File).await?;
        match files.reply().await? {
            SyncReply::Stat(stat) => Ok(Some(stat).filter(|stat| *stat != Stat::default())),
            SyncReply::Lstat2(about) => Ok((about.error == 0).then_some(about.stat)),
            other => Err(unexpected(other)),
        }
    }

    /// Names in a folder, without `.` and `..`; at most 10,000. A folder that does not exist is empty.
    pub async fn list(&self, path: &str) -> Result<Listing, FileError> {
        let mut files = Files::open(self).await?;
        let path = path.to_owned();
        let (request, expect) = if self.has(Feature::LsV2) {
            (SyncRequest::List2(path), Expect::List2)
        } else {
            (SyncRequest::List(path), Expect::List)
        };
        files.ask(&request, expect).await?;
        let mut listing = Listing::new();
        loop {
            let (name, stat) = match files.reply().await? {
                SyncReply::Entry(entry) => (entry.name, entry.stat),
                SyncReply::Entry2(entry) => (entry.name, entry.stat.stat),
                SyncReply::Done(_) => return Ok(listing),
                other => return Err(unexpected(other)),
            };
            if name == "." || name == ".." {
                continue;
            }
            if listing.len() == NAMES_MAX {
                return Err(FileError::TooLarge(NAMES_MAX as u64));
            }
            listing.push(Entry { stat, name });
        }
    }

    /// Writes a file on the phone, its folders too; done when the phone has stored it. The file goes over this connection and delays other
    /// streams, so this is for small files.
    ///
    /// `mode` as `st_mode`, for example [`phone_wire::sync::MODE_FILE`]; `mtime_s` in seconds since 1970. Returns the bytes sent.
    pub async fn push<R>(
        &self,
        path: &str,
        mode: u32,
        mtime_s: u32,
        from: &mut R,
    ) -> Result<u64, FileError>
    where
        R: AsyncRead + Unpin,
    {
        let send = SyncRequest::Send {
            path: path.to_owned(),
            mode,
        };
        write(self, &send, mtime_s, from, &CopyHandle::default()).await
    }

    /// [`Link::push`] over the bulk connection, with progress; after a cancellation or a failure the phone keeps nothing of the file.
    pub async fn push_tracked<R>(
        &self,
        path: &str,
        mode: u32,
        mtime_s: u32,
        from: &mut R,
        transfer: &CopyHandle,
    ) -> Result<u64, FileError>
    where
        R: AsyncRead + Unpin,
    {
        let send = SyncRequest::Send {
            path: path.to_owned(),
            mode,
        };
        let bulk = self.bulk().await;
        tokio::select! {
            biased;
            () = transfer.cancelled() => Err(FileError::Cancelled),
            cause = self.closed() => Err(cause.into()),
            result = write(&bulk, &send, mtime_s, from, transfer) => result,
        }
    }

    /// Reads a file of the phone of at most `max_bytes`, over the bulk connection; returns its length.
    pub async fn pull<W>(&self, path: &str, to: &mut W, max_bytes: u64) -> Result<u64, FileError>
    where
        W: AsyncWrite + Unpin,
    {
        let mut files = Files::open(&self.bulk().await).await?;
        files
            .ask(&SyncRequest::Receive(path.to_owned()), Expect::File)
            .await?;
        let mut length = 0;
        loop {
            match files.reply().await? {
                SyncReply::Data(data) => {
                    length += data.len() as u64;
                    if length > max_bytes {
                        return Err(FileError::TooLarge(max_bytes));
                    }
                    to.write_all(&data).await.map_err(FileError::Local)?;
                }
                SyncReply::Done(_) => break,
                other => return Err(unexpected(other)),
            }
        }
        to.flush().await.map_err(FileError::Local)?;
        Ok(length)
    }

    /// Reads a file of the phone of at most `max_bytes` into memory.
    pub async fn read_file(&self, path: &str, max_bytes: u64) -> Result<Bytes, FileError> {
        let mut content = Vec::new();
        self.pull(path, &mut content, max_bytes).await?;
        Ok(Bytes::from(content))
    }
}

async fn write<R>(
    link: &Link,
    send: &SyncRequest,
    mtime_s: u32,
    from: &mut R,
    transfer: &CopyHandle,
) -> Result<u64, FileError>
where
    R: AsyncRead + Unpin,
{
    let mut files = Files::open(link).await?;
    files.ask(send, Expect::File).await?;
    // Several chunks go into one write on the bulk connection, whose writes are longer than a chunk.
    let together = (files.stream.write_max() / DATA_CHUNK_BYTES).max(1);
    let mut sent = 0;
    let mut chunk = BytesMut::new();
    let mut out = BytesMut::new();
    loop {
        for _ in 0..together {
            fill(from, &mut chunk).await?;
            if chunk.is_empty() {
                break;
            }
            sent += chunk.len() as u64;
            SyncRequest::Data(chunk.split().freeze()).encode(&mut out)?;
        }
        if out.is_empty() {
            break;
        }
        files.send_bytes(&out).await?;
        out.clear();
        transfer.advance(sent.saturating_sub(files.stream.in_flight()));
        // The phone reports an error while we are still sending: no need to go on.
        if let Some(reply) = files.reply_now()? {
            return Err(unexpected(reply));
        }
    }
    files.send(&SyncRequest::Done(mtime_s)).await?;
    match files.reply().await? {
        SyncReply::Okay => {
            transfer.advance(sent);
            Ok(sent)
        }
        other => Err(unexpected(other)),
    }
}

/// Reads until the chunk is full or the source ends.
pub(crate) async fn fill<R: AsyncRead + Unpin>(
    from: &mut R,
    chunk: &mut BytesMut,
) -> Result<(), FileError> {
    chunk.reserve(DATA_CHUNK_BYTES);
    while chunk.len() < DATA_CHUNK_BYTES {
        let room = (DATA_CHUNK_BYTES - chunk.len()) as u64;
        let count = (&mut *from)
            .take(room)
            .read_buf(chunk)
            .await
            .map_err(FileError::Local)?;
        if count == 0 {
            break;
        }
    }
    Ok(())
}

fn unexpected(reply: SyncReply) -> FileError {
    match reply {
        SyncReply::Fail(why) => FileError::Refused(why),
        _ => FileError::Unexpected,
    }
}

/// Session of the file service: one `sync:` stream with its decoder.
struct Files {
    stream: Stream,
    decoder: Decoder<SyncReplies>,
    step_max: Duration,
}

impl Files {
    async fn open(link: &Link) -> Result<Self, FileError> {
        Ok(Self {
            stream: link.open(&Service::Sync, Priority::Bulk).await?,
            decoder: Decoder::new(SyncReplies::default()),
            step_max: link.options.file_timeout,
        })
    }

    async fn ask(&mut self, request: &SyncRequest, expect: Expect) -> Result<(), FileError> {
        self.decoder.grammar_mut().expect(expect);
        self.send(request).await
    }

    async fn send(&mut self, request: &SyncRequest) -> Result<(), FileError> {
        self.send_bytes(&request.to_bytes()?).await
    }

    async fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        match timeout(self.step_max, self.stream.write_all(bytes)).await {
            Ok(Ok(())) => Ok(()),
            Err(_) => Err(FileError::Timeout),
            // The phone ended the service: its last reply says why.
            Ok(Err(_)) => match self.reply().await {
                Ok(reply) => Err(unexpected(reply)),
                Err(error) => Err(error),
            },
        }
    }

    async fn reply(&mut self) -> Result<SyncReply, FileError> {
        loop {
            if let Some(reply) = self.decoder.pull()? {
                return Ok(reply);
            }
            let chunk = timeout(self.step_max, self.stream.chunk())
                .await
                .map_err(|_| FileError::Timeout)??;
            self.decoder.feed(&chunk.ok_or(FileError::Cut)?);
        }
    }

    fn reply_now(&mut self) -> Result<Option<SyncReply>, FileError> {
        while let Some(chunk) = self.stream.chunk_now() {
            self.decoder.feed(&chunk);
        }
        Ok(self.decoder.pull()?)
    }
}
