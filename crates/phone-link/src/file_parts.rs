//! Parts of files, which the `sync:` service does not know: appending to a file, and reading from an offset. Both go through the shell.

use bytes::BytesMut;
use phone_wire::Decoder;
use phone_wire::banner::Feature;
use phone_wire::shell::{ShellPacket, ShellPackets};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

use crate::error::{FileError, LinkError, ShellError};
use crate::files::fill;
use crate::link::Link;
use crate::shell::ShellCommand;
use crate::stream::{Priority, Stream};

/// Longest error message of a command that is kept, in bytes.
const WORDS_MAX_BYTES: usize = 4 * 1024;

impl Link {
    /// Appends to a file of the phone over the bulk connection, making the file where it does not exist; done when the phone has written
    /// the bytes.
    ///
    /// After a failure the part that arrived stays: [`Link::stat`] tells its length. Returns the bytes that were sent.
    pub async fn append<R>(&self, path: &str, from: &mut R) -> Result<u64, FileError>
    where
        R: AsyncRead + Unpin,
    {
        let command = ShellCommand::new("cat >>").argument(path);
        let mut run = Run::start(self, &command.map_err(ShellError::from)?).await?;
        let (mut sent, mut chunk, mut out) = (0, BytesMut::new(), BytesMut::new());
        loop {
            fill(from, &mut chunk).await?;
            if chunk.is_empty() {
                break;
            }
            sent += chunk.len() as u64;
            ShellPacket::Stdin(chunk.split().freeze()).encode(&mut out);
            run.send(&out).await?;
            out.clear();
            // The command ends while we are still sending when the disk is full.
            if let Some(exit) = run.ended_now()? {
                return Err(run.refused(exit));
            }
        }
        run.send(&ShellPacket::CloseStdin.to_bytes()).await?;
        run.finish(&mut tokio::io::sink()).await?;
        Ok(sent)
    }

    /// Reads a file of the phone from byte `offset` to its end, over the bulk connection; returns the bytes that were read.
    pub async fn pull_from<W>(&self, path: &str, offset: u64, to: &mut W) -> Result<u64, FileError>
    where
        W: AsyncWrite + Unpin,
    {
        if offset == 0 {
            return self.pull(path, to, u64::MAX).await;
        }
        let command = ShellCommand::new("tail")
            .word("-c")
            .argument(&format!("+{}", offset + 1))
            .and_then(|command| command.argument(path));
        let mut run = Run::start(self, &command.map_err(ShellError::from)?).await?;
        run.finish(to).await
    }
}

/// A running command with its input and output, on the bulk connection.
struct Run<'a> {
    link: &'a Link,
    stream: Stream,
    decoder: Decoder<ShellPackets>,
    words: Vec<u8>,
}

impl<'a> Run<'a> {
    async fn start(link: &'a Link, command: &ShellCommand) -> Result<Self, FileError> {
        if !link.has(Feature::ShellV2) {
            return Err(ShellError::Unsupported.into());
        }
        let bulk = link.bulk().await;
        Ok(Self {
            link,
            stream: bulk.open(&command.service(), Priority::Bulk).await?,
            decoder: Decoder::new(ShellPackets),
            words: Vec::new(),
        })
    }

    async fn send(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let step = self.link.options.file_timeout;
        let written = tokio::select! {
            biased;
            cause = self.link.closed() => return Err(cause.into()),
            written = timeout(step, self.stream.write_all(bytes)) => written,
        };
        match written {
            Ok(Ok(())) => Ok(()),
            Err(_) => Err(FileError::Timeout),
            // The command has ended; its standard error has the reason.
            Ok(Err(error)) => match self.exit(&mut tokio::io::sink()).await? {
                (exit, _) if exit != 0 => Err(self.refused(exit)),
                _ => Err(LinkError::of_stream(error).into()),
            },
        }
    }

    /// Exit code if the command has ended by itself, from data that is here already.
    fn ended_now(&mut self) -> Result<Option<u8>, FileError> {
        while let Some(chunk) = self.stream.chunk_now() {
            self.decoder.feed(&chunk);
        }
        while let Some(packet) = self.decoder.pull().map_err(ShellError::from)? {
            match packet {
                ShellPacket::Exit(exit) => return Ok(Some(exit)),
                ShellPacket::Stderr(words) => self.append_words(&words),
                _ => {}
            }
        }
        Ok(None)
    }

    async fn finish<W: AsyncWrite + Unpin>(&mut self, to: &mut W) -> Result<u64, FileError> {
        match self.exit(to).await? {
            (0, length) => Ok(length),
            (exit, _) => Err(self.refused(exit)),
        }
    }

    /// Passes the output on until the command ends; returns its exit code, and the length of its output.
    async fn exit<W: AsyncWrite + Unpin>(&mut self, to: &mut W) -> Result<(u8, u64), FileError> {
        let mut length = 0;
        loop {
            while let Some(packet) = self.decoder.pull().map_err(ShellError::from)? {
                match packet {
                    ShellPacket::Exit(exit) => {
                        to.flush().await.map_err(FileError::Local)?;
                        return Ok((exit, length));
                    }
                    ShellPacket::Stdout(data) => {
                        length += data.len() as u64;
                        to.write_all(&data).await.map_err(FileError::Local)?;
                    }
                    ShellPacket::Stderr(words) => self.append_words(&words),
                    _ => {}
                }
            }
            let step = self.link.options.file_timeout;
            let chunk = tokio::select! {
                biased;
                cause = self.link.closed() => return Err(cause.into()),
                chunk = timeout(step, self.stream.chunk()) => chunk,
            };
            let chunk = chunk.map_err(|_| FileError::Timeout)??;
            self.decoder.feed(&chunk.ok_or(FileError::Cut)?);
        }
    }

    fn append_words(&mut self, words: &[u8]) {
        let room = WORDS_MAX_BYTES.saturating_sub(self.words.len());
        self.words
            .extend_from_slice(&words[..words.len().min(room)]);
    }

    fn refused(&self, exit: u8) -> FileError {
        let words = String::from_utf8_lossy(&self.words).trim().to_owned();
        FileError::Refused(if words.is_empty() {
            format!("exit {exit}")
        } else {
            words
        })
    }
}
