//! Compressed data that came from anyone, unpacked within bounds: archives, facts of an app, pictures.
//!
//! A few kilobytes may claim to be small and unpack to gigabytes. Therefore a limit counts bytes as they come out, a size in a header is
//! only ever a reason to refuse, and a holder of unpacked data has taken [`MemoryLease`] for it from the one [`MEMORY`] of the process.

pub mod app;
pub mod archive;
mod memory;
pub mod picture;

pub use archive::{Archive, ArchiveError, Entry};
pub use memory::{MEMORY, MEMORY_MAX_BYTES, Memory, MemoryLease, NoRoom};

#[cfg(feature = "samples")]
pub mod samples;
