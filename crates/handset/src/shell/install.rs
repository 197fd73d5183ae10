//! Installation of apps, from bytes that the host streams or from a file on the phone.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::io::AsyncWriteExt as _;

use super::Context;
use super::android::usage;
use super::package::{Arguments, answer, session_id};
use crate::adb::{Closed, words};
use crate::fault::InjectedFault;
use crate::files::FILE_LIMIT_BYTES;
use crate::packages::{Failure, Installed, Session};
use crate::phone::Phone;

pub(super) async fn install(context: &Context<'_>, arguments: Arguments) -> Result<u8, Closed> {
    let file = arguments.rest.first().filter(|path| *path != "-").cloned();
    let size = arguments.options.size_bytes;
    if file.is_none() && size.is_none() {
        let why = "Error: must either specify a package size or an APK file";
        context.complain(format!("{why}\n")).await?;
        return Ok(1);
    }
    let session = match context.phone.packages.begin(arguments.options) {
        Ok(session) => session,
        Err(failure) => return answer(context, Err::<(), _>(failure), |()| String::new()).await,
    };
    let id = session.id;
    let received = match &file {
        Some(path) => from_file(context, &session, "base.apk", path).await,
        None => from_input(context, &session, "base.apk", size.unwrap_or(0)).await,
    };
    // From here on the session is used by its number alone, so that its files are removed when the commit is done.
    drop(session);
    match received {
        Ok(_) => {
            let done = commit(context.phone, id).await;
            answer(context, done, |_| "Success\n".into()).await
        }
        Err(trouble) => {
            // The session may have been abandoned by another stream already.
            let _ = context.phone.packages.abandon(id);
            trouble.tell(context).await
        }
    }
}

pub(super) async fn write(context: &Context<'_>, arguments: &Arguments) -> Result<u8, Closed> {
    let (Some(id), Some(name)) = (session_id(arguments), arguments.rest.get(1)) else {
        return usage(context, "Error: missing session id or name").await;
    };
    let session = match context.phone.packages.session(id) {
        Ok(session) => session,
        Err(failure) => return answer(context, Err::<(), _>(failure), |()| String::new()).await,
    };
    let file = arguments.rest.get(2).filter(|path| *path != "-");
    let received = match (file, arguments.options.size_bytes) {
        (Some(path), _) => from_file(context, &session, name, path).await,
        (None, Some(size)) => from_input(context, &session, name, size).await,
        (None, None) => {
            context.complain("Error: must specify a APK size\n").await?;
            return Ok(1);
        }
    };
    match received {
        Ok(count) => {
            context
                .say(format!("Success: streamed {count} bytes\n"))
                .await?;
            Ok(0)
        }
        Err(trouble) => trouble.tell(context).await,
    }
}

/// Reason why a file did not arrive.
enum Trouble {
    Refused(Failure),
    Said(String),
}

impl Trouble {
    async fn tell(self, context: &Context<'_>) -> Result<u8, Closed> {
        match self {
            Self::Refused(failure) => {
                answer(context, Err::<(), _>(failure), |()| String::new()).await
            }
            Self::Said(why) => {
                context.complain(format!("{why}\n")).await?;
                Ok(1)
            }
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Refused(failure)
    }
}

/// Receives exactly `size_bytes` from the host's stream; returns their number.
async fn from_input(
    context: &Context<'_>,
    session: &Arc<Session>,
    name: &str,
    size_bytes: u64,
) -> Result<u64, Trouble> {
    let place = match context.phone.fault() {
        InjectedFault::Full => Err(Failure::no_room()),
        _ => session.place(name, size_bytes),
    };
    let place: PathBuf = match place {
        Ok(place) => place,
        Err(failure) => {
            // The host reads the answer only when it has sent everything, so the file is read to its end, unless it is too large for any phone.
            let mut left = if size_bytes > FILE_LIMIT_BYTES {
                0
            } else {
                size_bytes
            };
            while left > 0
                && let Some(data) = context.input.read().await
            {
                left = left.saturating_sub(data.len() as u64);
            }
            return Err(failure.into());
        }
    };
    let disk = |error: std::io::Error| Trouble::from(Failure::storage(&error));
    let mut file = tokio::fs::File::create(&place).await.map_err(disk)?;
    let mut left = size_bytes;
    while left > 0 {
        let Some(data) = context.input.read().await else {
            return Err(Trouble::Said(
                "Error: failed to write; Unexpected EOF".into(),
            ));
        };
        // Bytes beyond the size are not part of the file.
        let take = (data.len() as u64).min(left);
        left -= take;
        file.write_all(&data[..take as usize]).await.map_err(disk)?;
    }
    file.flush().await.map_err(disk)?;
    Ok(size_bytes)
}

/// Copies a file of the phone into the session; returns its length in bytes.
async fn from_file(
    context: &Context<'_>,
    session: &Arc<Session>,
    name: &str,
    path: &str,
) -> Result<u64, Trouble> {
    if context.phone.fault() == InjectedFault::Full {
        return Err(Failure::no_room().into());
    }
    let cannot = |error: &std::io::Error| {
        Trouble::Said(format!(
            "Error: Unable to open file: {path}\nConsider using a file under /data/local/tmp/\nError: Can't open file: {path} ({})",
            words(error)
        ))
    };
    let Some(from) = context.phone.files.resolve(path) else {
        return Err(cannot(&std::io::ErrorKind::NotFound.into()));
    };
    let size = match tokio::fs::metadata(&from).await {
        Ok(about) if about.is_file() => about.len(),
        Ok(_) => return Err(cannot(&std::io::ErrorKind::IsADirectory.into())),
        Err(error) => return Err(cannot(&error)),
    };
    let place = session.place(name, size)?;
    let copied = tokio::fs::copy(&from, &place).await;
    copied.map_err(|error| Failure::storage(&error).into())
}

pub(super) async fn commit(phone: &Arc<Phone>, id: u32) -> Result<Arc<Installed>, Failure> {
    let own = phone.clone();
    let done = phone.off_thread(move || own.packages.commit(id)).await;
    // A parser may panic on a hostile file; then there is no result.
    let app = done.unwrap_or_else(|| {
        Err(Failure::new(
            "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION",
            "The package could not be read",
        ))
    })?;
    let text = format!("Package {} codePath changed to {}", app.package, app.code);
    phone.log.info("PackageManager", &text);
    phone.act(|locked| locked.device.touch()).await;
    Ok(app)
}
