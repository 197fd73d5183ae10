//! Program `dd`, as far as controllers read blocks of files with it.

use std::io::{Error, ErrorKind, SeekFrom};

use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};

use super::Context;
use super::storage::{resolve, words};
use crate::adb::Closed;

/// Largest block, in bytes.
const BLOCK_LIMIT_BYTES: u64 = 4 * 1024 * 1024;

/// Runs `dd if=FILE bs=BYTES skip=BLOCKS count=1`.
pub(super) async fn dd(context: &Context<'_>) -> Result<u8, Closed> {
    let value = |name: &str| {
        let mut args = context.args.iter();
        args.find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='))
    };
    let number = |name: &str| value(name).and_then(|text| text.parse::<u64>().ok());
    let (Some(path), Some(block), Some(skip), Some(1)) =
        (value("if"), number("bs"), number("skip"), number("count"))
    else {
        let known = "dd: this phone knows if=FILE bs=BYTES skip=BLOCKS count=1\n";
        context.complain(known).await?;
        return Ok(1);
    };
    match read(context, path, block, skip).await {
        Ok(bytes) => {
            context.out.stdout(&bytes).await?;
            let count = u8::from(bytes.len() as u64 == block);
            let part = u8::from(!bytes.is_empty()) - count;
            let told = format!("{count}+{part} records in\n{count}+{part} records out\n");
            context.complain(told).await?;
            Ok(0)
        }
        Err(error) => {
            let told = format!("dd: {path}: {}\n", words(&error));
            context.complain(told).await?;
            Ok(1)
        }
    }
}

async fn read(context: &Context<'_>, path: &str, block: u64, skip: u64) -> Result<Vec<u8>, Error> {
    let offset = block.checked_mul(skip).ok_or(ErrorKind::InvalidInput)?;
    if block > BLOCK_LIMIT_BYTES {
        return Err(ErrorKind::OutOfMemory.into());
    }
    let mut file = tokio::fs::File::open(resolve(context, path)?).await?;
    file.seek(SeekFrom::Start(offset)).await?;
    let mut bytes = Vec::new();
    file.take(block).read_to_end(&mut bytes).await?;
    Ok(bytes)
}
