//! A bucket of an S3-compatible store that keeps complete files, each under its SHA-256.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::buffered::BufWriter;
use object_store::path::Path as Key;
use object_store::{ObjectStore, ObjectStoreExt, RetryConfig};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

/// Bytes of one part of a multipart upload; S3 requires at least 5 MiB.
const PART_BYTES: usize = 8 * 1024 * 1024;
/// Parts of one file that are uploaded at the same time.
const PARTS_AT_ONCE: usize = 2;
/// Retries of a request that failed because of the network or a fault of the store.
const RETRIES_MAX: usize = 3;
/// Time for all tries of a request: a member waits for it.
const RETRY_TIMEOUT: Duration = Duration::from_secs(20);
/// Prefix of the objects' names: whatever else lies in the bucket is left alone.
const PREFIX: &str = "owldeck-files";

/// Name and location of a bucket.
#[derive(Debug, Clone, Copy)]
pub struct BucketPlace<'a> {
    /// Name of the bucket.
    pub name: &'a str,
    /// Address of the store; Amazon's own if missing.
    pub endpoint: Option<&'a str>,
    /// Region of the store; its usual one if missing.
    pub region: Option<&'a str>,
}

/// Client of one bucket. Cheap to clone.
#[derive(Clone)]
pub struct Bucket(Arc<dyn ObjectStore>);

// The client's own form would show addresses and ids of keys.
impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bucket")
    }
}

/// Converts an error of the client so that a missing file is still told by its kind.
fn io_error(error: object_store::Error) -> io::Error {
    match error {
        object_store::Error::NotFound { .. } => io::Error::new(io::ErrorKind::NotFound, error),
        error => io::Error::other(error),
    }
}

fn key(sha256: &str) -> Key {
    Key::from_iter([PREFIX, sha256])
}

impl Bucket {
    /// Opens a bucket; nothing is asked of the store yet.
    pub fn open(place: &BucketPlace<'_>, key_id: &str, secret: &str) -> io::Result<Self> {
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(place.name)
            .with_access_key_id(key_id)
            .with_secret_access_key(secret)
            .with_retry(RetryConfig {
                max_retries: RETRIES_MAX,
                retry_timeout: RETRY_TIMEOUT,
                ..RetryConfig::default()
            });
        if let Some(endpoint) = place.endpoint {
            builder = builder
                .with_endpoint(endpoint)
                .with_allow_http(endpoint.starts_with("http://"));
        }
        if let Some(region) = place.region {
            builder = builder.with_region(region);
        }
        Ok(Self(Arc::new(builder.build().map_err(io_error)?)))
    }

    /// Uploads a file, unless the bucket has it.
    pub(super) async fn put(&self, sha256: &str, path: &Path) -> io::Result<()> {
        let key = key(sha256);
        match self.0.head(&key).await {
            Ok(_) => return Ok(()),
            Err(object_store::Error::NotFound { .. }) => {}
            Err(error) => return Err(io_error(error)),
        }
        let mut file = File::open(path).await?;
        let mut object = BufWriter::with_capacity(self.0.clone(), key, PART_BYTES)
            .with_max_concurrency(PARTS_AT_ONCE);
        let copied = tokio::io::copy(&mut file, &mut object).await;
        match copied {
            Ok(_) => object.shutdown().await,
            Err(error) => {
                // S3 charges for the parts of an upload that is neither completed nor aborted.
                object.abort().await.map_err(io_error)?;
                Err(error)
            }
        }
    }

    /// Downloads a file to a path.
    pub(super) async fn fetch(&self, sha256: &str, path: &Path) -> io::Result<()> {
        let found = self.0.get(&key(sha256)).await.map_err(io_error)?;
        let mut parts = found.into_stream();
        let mut file = File::create(path).await?;
        while let Some(part) = parts.try_next().await.map_err(io_error)? {
            file.write_all(&part).await?;
        }
        file.flush().await
    }

    /// SHA-256 of each file in the bucket.
    pub(super) async fn list(&self) -> io::Result<HashSet<String>> {
        let objects = self.0.list(Some(&Key::from(PREFIX)));
        objects
            .map_ok(|object| object.location.filename().unwrap_or_default().to_owned())
            .try_collect()
            .await
            .map_err(io_error)
    }

    /// Deletes a file; one that is not there is no error.
    pub(super) async fn remove(&self, sha256: &str) -> io::Result<()> {
        match self.0.delete(&key(sha256)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(io_error(error)),
        }
    }
}
