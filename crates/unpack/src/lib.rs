//! Unpacking of untrusted data within bounds: archives, facts of an app, pictures.
//!
//! A few kilobytes may state a small size and unpack to gigabytes. Therefore limits count the bytes as they come out; a size in a header can
//! only lead to a refusal; and before data is unpacked into memory, [`MemoryLease`] for it is taken from the one [`MEMORY`] of the process.

pub mod app;
pub mod archive;
mod memory;
pub mod picture;

pub use archive::{Archive, ArchiveError, Entry};
pub use memory::{MEMORY, MEMORY_MAX_BYTES, Memory, MemoryLease, OverBudget};

#[cfg(feature = "samples")]
pub mod samples;
