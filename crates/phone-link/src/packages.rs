//! Apps of a phone: install, remove and list.
//! Source: AOSP `client/adb_install.cpp`, `PackageManagerShellCommand.java`.

use std::io;
use std::time::Duration;

use bytes::BytesMut;
use phone_wire::banner::Feature;
use phone_wire::package::{
    ArchiveName, FailureCode, InstallOptions, PackageCommand, PackageEntry, PackageName,
    PackageReply,
};
use phone_wire::shell::ArgumentError;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use crate::copy_handle::CopyHandle;
use crate::error::{LinkError, OpenError, ShellError};
use crate::link::Link;
use crate::shell::ShellCommand;
use crate::stream::{Priority, Stream};

/// Most APKs of one app: its base and its splits.
pub const APKS_MAX: usize = 100;
/// Longest answer of the package service, in bytes.
const ANSWER_MAX_BYTES: usize = 64 * 1024;
/// Time from the last byte to the answer: a phone checks and compiles meanwhile.
const ANSWER_MAX: Duration = Duration::from_mins(5);
/// Time for abandoning a session that will not be installed.
const ABANDON_MAX: Duration = Duration::from_secs(5);

/// An APK of an app.
#[derive(Debug)]
pub struct Apk<R> {
    /// Name of the APK; those of one app differ.
    pub name: ArchiveName,
    /// Length in bytes.
    pub size: u64,
    /// Content of the APK; more than `size` bytes are not read.
    pub content: R,
}

/// Reason why an app was not installed, removed or started.
#[derive(Debug, Error)]
pub enum PackageError {
    /// The service did not start.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The link broke meanwhile.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// A command of the shell failed.
    #[error(transparent)]
    Shell(#[from] ShellError),
    /// A word of the command cannot be passed to the phone.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// The phone refused.
    #[error("the phone refused: {words}")]
    Refused {
        /// Code of the cause.
        code: FailureCode,
        /// Message of the phone.
        words: String,
    },
    /// The phone is older than Android 7.
    #[error("the phone has no package service that takes APKs")]
    Unsupported,
    /// There is no APK, or more than [`APKS_MAX`].
    #[error("{0} APKs are refused")]
    ApkCount(usize),
    /// The caller cancelled it.
    #[error("cancelled")]
    Cancelled,
    /// No byte moved for too long.
    #[error("the phone's package service does not move")]
    Timeout,
    /// The phone's answer is too long or has no result.
    #[error("the phone's package service gave an unexpected answer")]
    Unexpected,
    /// Reading failed on our side.
    #[error("cannot read the APK: {0}")]
    Local(io::Error),
    /// The app has no activity in the launcher.
    #[error("the app has nothing that can be started")]
    NoActivity,
}

impl Link {
    /// Installs an app from its APKs over the bulk connection. After a cancellation or a failure the phone keeps nothing of it.
    ///
    /// `transfer` counts the bytes of all APKs together.
    pub async fn install<R>(
        &self,
        apks: Vec<Apk<R>>,
        options: InstallOptions,
        transfer: &CopyHandle,
    ) -> Result<(), PackageError>
    where
        R: AsyncRead + Unpin,
    {
        if apks.is_empty() || apks.len() > APKS_MAX {
            return Err(PackageError::ApkCount(apks.len()));
        }
        let bulk = self.bulk().await;
        let install = Install {
            link: &bulk,
            transfer,
            options,
        };
        tokio::select! {
            result = install.run(apks) => result,
            cause = self.closed() => Err(cause.into()),
        }
    }

    /// Removes an app, its data too unless it shall stay.
    pub async fn uninstall(
        &self,
        package: &PackageName,
        keep_data: bool,
    ) -> Result<(), PackageError> {
        let package = package.clone();
        let command = PackageCommand::Uninstall { package, keep_data };
        let mut stream = open(self, &command, Priority::Interactive).await?;
        success(answer(&mut stream).await?).map(drop)
    }

    /// Apps that were installed, without those of the system.
    pub async fn packages(&self) -> Result<Vec<PackageEntry>, ShellError> {
        let list = ShellCommand::new("cmd package list packages -3 -f -U --show-versioncode");
        let output = self.shell(&list).await?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.lines().filter_map(PackageEntry::parse).collect())
    }
}

struct Install<'a> {
    link: &'a Link,
    transfer: &'a CopyHandle,
    options: InstallOptions,
}

impl Install<'_> {
    async fn run<R>(&self, mut apks: Vec<Apk<R>>) -> Result<(), PackageError>
    where
        R: AsyncRead + Unpin,
    {
        let total = apks.iter().map(|apk| apk.size).sum();
        if let [only] = apks.as_mut_slice() {
            let command = PackageCommand::Install {
                options: self.options,
                size: only.size,
            };
            return self
                .or_cancelled(self.send(&command, only, 0))
                .await
                .map(drop);
        }
        let command = PackageCommand::Create {
            options: self.options,
            total,
        };
        let created = self.or_cancelled(self.ask(&command)).await?;
        let session = created.session().ok_or(PackageError::Unexpected)?;
        let written = self.or_cancelled(self.write_all(session, &mut apks));
        if let Err(error) = written.await {
            // The session is abandoned, or its APKs would stay on the phone for days. The result is ignored, as this fails only if the
            // connection is lost.
            let abandon = PackageCommand::Abandon(session);
            let _told = timeout(ABANDON_MAX, self.ask(&abandon)).await;
            return Err(error);
        }
        self.ask(&PackageCommand::Commit(session)).await.map(drop)
    }

    async fn write_all<R>(&self, session: u32, apks: &mut [Apk<R>]) -> Result<(), PackageError>
    where
        R: AsyncRead + Unpin,
    {
        let mut before = 0;
        for apk in apks {
            let command = PackageCommand::Write {
                session,
                name: apk.name.clone(),
                size: apk.size,
            };
            self.send(&command, apk, before).await?;
            before += apk.size;
        }
        Ok(())
    }

    async fn or_cancelled<T>(
        &self,
        work: impl Future<Output = Result<T, PackageError>>,
    ) -> Result<T, PackageError> {
        tokio::select! {
            biased;
            () = self.transfer.cancelled() => Err(PackageError::Cancelled),
            result = work => result,
        }
    }

    async fn ask(&self, command: &PackageCommand) -> Result<PackageReply, PackageError> {
        let mut stream = open(self.link, command, Priority::Interactive).await?;
        success(answer(&mut stream).await?)
    }

    /// Runs a command with its APK; `before` bytes of other APKs went before it.
    async fn send<R>(
        &self,
        command: &PackageCommand,
        apk: &mut Apk<R>,
        before: u64,
    ) -> Result<PackageReply, PackageError>
    where
        R: AsyncRead + Unpin,
    {
        let step_max = self.link.options.file_timeout;
        let mut stream = open(self.link, command, Priority::Bulk).await?;
        let mut sent = 0;
        let mut chunk = BytesMut::new();
        while sent < apk.size {
            chunk.reserve(stream.write_max());
            let room = (stream.write_max() as u64).min(apk.size - sent);
            let count = (&mut apk.content)
                .take(room)
                .read_buf(&mut chunk)
                .await
                .map_err(PackageError::Local)?;
            if count == 0 {
                let short = io::ErrorKind::UnexpectedEof.into();
                return Err(PackageError::Local(short));
            }
            let part = chunk.split().freeze();
            match timeout(step_max, stream.write_all(&part)).await {
                Ok(Ok(())) => sent += count as u64,
                Err(_) => return Err(PackageError::Timeout),
                // The phone closed the stream early: its answer says why.
                Ok(Err(_)) => break,
            }
            let taken = sent.saturating_sub(stream.in_flight());
            self.transfer.advance(before + taken);
        }
        let reply = success(answer(&mut stream).await?)?;
        self.transfer.advance(before + sent);
        Ok(reply)
    }
}

async fn open(
    link: &Link,
    command: &PackageCommand,
    priority: Priority,
) -> Result<Stream, PackageError> {
    if !link.has(Feature::Cmd) {
        return Err(PackageError::Unsupported);
    }
    let service = command.service(link.has(Feature::AbbExec))?;
    Ok(link.open(&service, priority).await?)
}

async fn answer(stream: &mut Stream) -> Result<PackageReply, PackageError> {
    let read = async {
        let mut text = Vec::new();
        while let Some(chunk) = stream.chunk().await? {
            if text.len() + chunk.len() > ANSWER_MAX_BYTES {
                return Err(PackageError::Unexpected);
            }
            text.extend_from_slice(&chunk);
        }
        Ok(PackageReply::parse(&String::from_utf8_lossy(&text)))
    };
    timeout(ANSWER_MAX, read)
        .await
        .map_err(|_| PackageError::Timeout)?
}

fn success(reply: PackageReply) -> Result<PackageReply, PackageError> {
    match reply {
        PackageReply::Success(_) => Ok(reply),
        PackageReply::Failure { code, words } => Err(PackageError::Refused { code, words }),
    }
}
