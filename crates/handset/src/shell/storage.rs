//! Programs for the phone's files: `ls`, `df`, `cat`, `rm`, `mkdir`, `touch`.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

use chrono::DateTime;
use tokio::io::AsyncReadExt as _;

use super::Context;
use crate::adb::Closed;
pub(super) use crate::adb::words;
use crate::clock;

/// Splits a program's arguments into the letters of its flags and the rest.
pub(super) fn flags<'a>(context: &'a Context<'_>) -> (String, Vec<&'a str>) {
    let mut letters = String::new();
    let mut rest = Vec::new();
    let mut only_paths = false;
    for arg in context.args.iter().skip(1) {
        match arg.strip_prefix('-') {
            Some("-") if !only_paths => only_paths = true,
            Some(flag) if !only_paths && !flag.is_empty() => letters.push_str(flag),
            _ => rest.push(arg.as_str()),
        }
    }
    (letters, rest)
}

pub(super) fn resolve(context: &Context<'_>, path: &str) -> Result<PathBuf, std::io::Error> {
    context
        .phone
        .files
        .resolve(path)
        .ok_or_else(|| std::io::ErrorKind::InvalidFilename.into())
}

pub(super) async fn fail(
    context: &Context<'_>,
    path: &str,
    error: &std::io::Error,
) -> Result<(), Closed> {
    context
        .complain(format!("{}: {path}: {}\n", context.arg(0), words(error)))
        .await
}

pub(super) async fn ls(context: &Context<'_>) -> Result<u8, Closed> {
    let (flags, mut paths) = flags(context);
    if paths.is_empty() {
        paths.push("/");
    }
    let mut code = 0;
    for path in &paths {
        match entries(context, path, &flags) {
            Ok(lines) => {
                if paths.len() > 1 {
                    context.say(format!("{path}:\n")).await?;
                }
                context.say(lines.concat()).await?;
            }
            Err(error) => {
                fail(context, path, &error).await?;
                code = 1;
            }
        }
    }
    Ok(code)
}

fn entries(context: &Context<'_>, path: &str, flags: &str) -> Result<Vec<String>, std::io::Error> {
    let place = resolve(context, path)?;
    let about = std::fs::metadata(&place)?;
    let long = flags.contains('l');
    if !about.is_dir() || flags.contains('d') {
        return Ok(vec![line(path, &about, long)]);
    }
    let mut found: Vec<(String, Metadata)> = std::fs::read_dir(place)?
        .filter_map(|entry| {
            let entry = entry.ok()?;
            Some((
                entry.file_name().into_string().ok()?,
                entry.metadata().ok()?,
            ))
        })
        .filter(|(name, _)| flags.contains('a') || !name.starts_with('.'))
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    if flags.contains('a') {
        // The entries `.` and `..` are added; above the root there is the root.
        let above = resolve(context, &format!("{path}/.."))?;
        let above = std::fs::metadata(above).unwrap_or_else(|_| about.clone());
        found.splice(0..0, [(".".to_owned(), about), ("..".to_owned(), above)]);
    }
    let total = found.iter().map(|(_, about)| blocks(about)).sum::<u64>();
    let total = long.then(|| format!("total {}\n", total / 2));
    let lines = found.iter().map(|(name, about)| line(name, about, long));
    Ok(total.into_iter().chain(lines).collect())
}

/// Size of a file on the storage, in blocks of 512 bytes.
pub(super) fn blocks(about: &Metadata) -> u64 {
    // The storage of phones has pages of 4 KiB.
    about.len().div_ceil(4096) * 8
}

/// Time of a file as text, in the phone's zone.
pub(super) fn when(seconds: i64, format: &str) -> String {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    clock::in_zone(time).format(format).to_string()
}

fn line(name: &str, about: &Metadata, long: bool) -> String {
    if !long {
        return format!("{name}\n");
    }
    let changed = when(about.mtime(), "%Y-%m-%d %H:%M");
    let kind = if about.is_symlink() {
        "lrwxrwxrwx"
    } else if about.is_dir() {
        "drwxrwx--x"
    } else {
        "-rw-rw----"
    };
    format!("{kind} 1 shell shell {:>9} {changed} {name}\n", about.len())
}

/// Size of the phone's storage and its used part, in KiB.
const STORAGE_KIB: u64 = 110_000_000;
const TAKEN_KIB: u64 = 21_000_000;

/// Runs `df [-h] [PATH…]`.
pub(super) async fn df(context: &Context<'_>) -> Result<u8, Closed> {
    let (letters, paths) = flags(context);
    let all = [
        ("/dev/block/dm-0", 1_900_000, 1_890_000, "/"),
        ("tmpfs", 3_900_000, 1_300, "/dev"),
        ("/dev/block/dm-5", STORAGE_KIB, TAKEN_KIB, "/data"),
        ("/dev/fuse", STORAGE_KIB, TAKEN_KIB, "/storage/emulated"),
    ];
    let mut shown = Vec::new();
    let mut code = 0;
    for path in &paths {
        let place = resolve(context, path).and_then(|place| place.canonicalize());
        let real = place.map(|place| context.phone.files.shown(&place));
        match real {
            Ok(real) => {
                let real = real.unwrap_or_default();
                let mounted = all.iter().rev().find(|(.., at)| real.starts_with(at));
                shown.extend(mounted);
            }
            Err(error) => {
                fail(context, path, &error).await?;
                code = 1;
            }
        }
    }
    if paths.is_empty() {
        shown.extend(&all);
    }
    let size = |kib: u64| match (letters.contains('h'), kib) {
        (false, kib) => kib.to_string(),
        (true, 0..1024) => format!("{kib}K"),
        (true, 1024..1_048_576) => format!("{}M", kib / 1024),
        (true, kib) => format!("{}G", kib / 1_048_576),
    };
    let unit = if letters.contains('h') {
        "Size"
    } else {
        "1K-blocks"
    };
    let mut text = format!(
        "{:<18} {unit:>10} {:>10} {:>10} Use% Mounted on\n",
        "Filesystem", "Used", "Available"
    );
    for (name, whole, taken, at) in shown {
        let (used, free) = (size(taken), size(whole - taken));
        let part = (taken * 100).div_ceil(whole);
        text += &[
            format!("{name:<18} {:>10} {used:>10}", size(whole)),
            format!(" {free:>10} {part:>3}% {at}\n"),
        ]
        .concat();
    }
    context.say(text).await?;
    Ok(code)
}

pub(super) async fn cat(context: &Context<'_>) -> Result<u8, Closed> {
    let (_, paths) = flags(context);
    if paths.is_empty() {
        while let Some(data) = context.input.read().await {
            context.out.stdout(&data).await?;
        }
        return Ok(0);
    }
    let mut code = 0;
    for path in paths {
        if let Err(error) = pour(context, path).await? {
            fail(context, path, &error).await?;
            code = 1;
        }
    }
    Ok(code)
}

async fn pour(context: &Context<'_>, path: &str) -> Result<Result<(), std::io::Error>, Closed> {
    let opened = match resolve(context, path) {
        Ok(place) if place.is_dir() => Err(std::io::ErrorKind::IsADirectory.into()),
        Ok(place) => tokio::fs::File::open(place).await,
        Err(error) => Err(error),
    };
    let mut file = match opened {
        Ok(file) => file,
        Err(error) => return Ok(Err(error)),
    };
    let mut chunk = vec![0; 64 * 1024];
    loop {
        match file.read(&mut chunk).await {
            Ok(0) => return Ok(Ok(())),
            Ok(count) => context.out.stdout(&chunk[..count]).await?,
            Err(error) => return Ok(Err(error)),
        }
    }
}

pub(super) async fn rm(context: &Context<'_>) -> Result<u8, Closed> {
    let (flags, paths) = flags(context);
    let (recursive, force) = (
        flags.contains('r') || flags.contains('R'),
        flags.contains('f'),
    );
    let mut code = 0;
    for path in paths {
        let root = context.phone.files.resolve("/");
        let removed = match resolve(context, path) {
            // A link itself is removed, and its target stays.
            Ok(place) if place.is_symlink() => std::fs::remove_file(place),
            // The phone's root is never removed, whatever path names it.
            Ok(place) if Some(&place) == root.as_ref() => {
                Err(std::io::ErrorKind::PermissionDenied.into())
            }
            Ok(place) if place.is_dir() && recursive => std::fs::remove_dir_all(place),
            Ok(place) if place.is_dir() => Err(std::io::ErrorKind::IsADirectory.into()),
            Ok(place) => std::fs::remove_file(place),
            Err(error) => Err(error),
        };
        match removed {
            Err(error) if force && error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                fail(context, path, &error).await?;
                code = 1;
            }
            Ok(()) => {}
        }
    }
    Ok(code)
}

pub(super) async fn mkdir(context: &Context<'_>) -> Result<u8, Closed> {
    let (flags, paths) = flags(context);
    let mut code = 0;
    for path in paths {
        let made = resolve(context, path).and_then(|place| {
            if flags.contains('p') {
                std::fs::create_dir_all(place)
            } else {
                std::fs::create_dir(place)
            }
        });
        if let Err(error) = made {
            context
                .complain(format!("mkdir: '{path}': {}\n", words(&error)))
                .await?;
            code = 1;
        }
    }
    Ok(code)
}

pub(super) async fn touch(context: &Context<'_>) -> Result<u8, Closed> {
    let (_, paths) = flags(context);
    let mut code = 0;
    for path in paths {
        let touched = resolve(context, path).and_then(|place| {
            std::fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(place)
        });
        if let Err(error) = touched {
            fail(context, path, &error).await?;
            code = 1;
        }
    }
    Ok(code)
}
