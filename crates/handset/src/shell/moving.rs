//! Programs that move files, link them, resolve their paths, and print their ends.

use std::io::{Error, ErrorKind};
use std::path::PathBuf;

use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};

use super::Context;
use super::storage::{fail, flags, resolve, words};
use crate::adb::Closed;

/// Runs `mv [-n] FROM… TO`.
pub(super) async fn mv(context: &Context<'_>) -> Result<u8, Closed> {
    let (flags, paths) = flags(context);
    let Some((to, from)) = paths.split_last().filter(|(_, from)| !from.is_empty()) else {
        context.complain("mv: needs 2 arguments\n").await?;
        return Ok(1);
    };
    let mut code = 0;
    for path in from {
        if let Err(error) = rename(context, path, to, flags.contains('n')) {
            context
                .complain(format!("mv: bad '{path}': {}\n", words(&error)))
                .await?;
            code = 1;
        }
    }
    Ok(code)
}

fn rename(context: &Context<'_>, from: &str, to: &str, keep: bool) -> Result<(), Error> {
    let (from, mut to) = (resolve(context, from)?, resolve(context, to)?);
    if to.is_dir() {
        to.push(from.file_name().ok_or(ErrorKind::InvalidFilename)?);
    }
    if keep && to.symlink_metadata().is_ok() {
        return Ok(());
    }
    std::fs::rename(from, to)
}

/// Runs `ln -s TARGET NAME`. The target is resolved within the phone and stored as an absolute path of the host, so that no link leads out
/// of the phone's folder, wherever it is moved.
pub(super) async fn ln(context: &Context<'_>) -> Result<u8, Closed> {
    let (flags, paths) = flags(context);
    let ([target, name], true) = (paths.as_slice(), flags.contains('s')) else {
        context.complain("ln: needs -s and 2 arguments\n").await?;
        return Ok(1);
    };
    let made = create_symlink(context, target, name);
    if let Err(error) = made {
        fail(context, name, &error).await?;
        return Ok(1);
    }
    Ok(0)
}

fn create_symlink(context: &Context<'_>, target: &str, name: &str) -> Result<(), Error> {
    let whole = if target.starts_with('/') {
        target.to_owned()
    } else {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        format!("{folder}/{target}")
    };
    let target: PathBuf = std::path::absolute(resolve(context, &whole)?)?;
    std::os::unix::fs::symlink(target, resolve(context, name)?)
}

pub(super) async fn realpath(context: &Context<'_>) -> Result<u8, Closed> {
    let (_, paths) = flags(context);
    let mut code = 0;
    for path in paths {
        let real = resolve(context, path).and_then(std::fs::canonicalize);
        let shown = real.and_then(|place| {
            let shown = context.phone.files.shown(&place);
            shown.ok_or_else(|| ErrorKind::NotFound.into())
        });
        match shown {
            Ok(shown) => context.say(format!("{shown}\n")).await?,
            Err(error) => {
                fail(context, path, &error).await?;
                code = 1;
            }
        }
    }
    Ok(code)
}

/// Runs `tail -c +N FILE`: prints a file from byte N on, counted from 1.
pub(super) async fn tail(context: &Context<'_>) -> Result<u8, Closed> {
    let [flag, from, path] = [context.arg(1), context.arg(2), context.arg(3)];
    let from = from.strip_prefix('+').and_then(|n| n.parse::<u64>().ok());
    let (true, Some(from)) = (flag == "-c", from) else {
        context
            .complain("tail: this phone knows -c +N FILE\n")
            .await?;
        return Ok(1);
    };
    let opened = match resolve(context, path) {
        Ok(place) => opened_at(place, from.saturating_sub(1)).await,
        Err(error) => Err(error),
    };
    let mut file = match opened {
        Ok(file) => file,
        Err(error) => {
            fail(context, path, &error).await?;
            return Ok(1);
        }
    };
    let mut chunk = vec![0; 64 * 1024];
    loop {
        match file.read(&mut chunk).await {
            Ok(0) => return Ok(0),
            Ok(count) => context.out.stdout(&chunk[..count]).await?,
            Err(error) => {
                fail(context, path, &error).await?;
                return Ok(1);
            }
        }
    }
}

async fn opened_at(place: PathBuf, offset: u64) -> Result<tokio::fs::File, Error> {
    let mut file = tokio::fs::File::open(place).await?;
    file.seek(std::io::SeekFrom::Start(offset)).await?;
    Ok(file)
}
