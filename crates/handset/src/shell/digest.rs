//! Program `sha256sum`, as toybox has it.

use std::io::Read as _;
use std::path::PathBuf;

use sha2::{Digest as _, Sha256};

use super::Context;
use crate::adb::{Closed, words};

/// Bytes that are read at once.
const PART_BYTES: usize = 64 * 1024;

/// Prints the digest of each named file, one per line.
pub(super) async fn sha256sum(context: &Context<'_>) -> Result<u8, Closed> {
    let mut code = 0;
    for path in context.args.iter().skip(1) {
        let place = context.phone.files.resolve(path);
        let read = match place {
            Some(place) => tokio::task::spawn_blocking(move || digest(place)).await,
            None => Ok(Err(std::io::ErrorKind::InvalidFilename.into())),
        };
        match read.unwrap_or_else(|_| Err(std::io::ErrorKind::Other.into())) {
            Ok(digest) => context.say(format!("{digest}  {path}\n")).await?,
            Err(error) => {
                code = 1;
                context
                    .complain(format!("sha256sum: {path}: {}\n", words(&error)))
                    .await?;
            }
        }
    }
    Ok(code)
}

fn digest(place: PathBuf) -> std::io::Result<String> {
    let mut file = std::fs::File::open(place)?;
    let mut digest = Sha256::new();
    let mut part = vec![0; PART_BYTES];
    loop {
        let count = file.read(&mut part)?;
        if count == 0 {
            break;
        }
        digest.update(&part[..count]);
    }
    Ok(hex::encode(digest.finalize()))
}
