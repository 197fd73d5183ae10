//! Memory for unpacked data: one budget for the whole process, however many archives and pictures are unpacked at the same time.

use parking_lot::{Condvar, Mutex};
use thiserror::Error;

/// Most bytes of unpacked data in memory at one time.
pub const MEMORY_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Budget of the process.
pub static MEMORY: Memory = Memory::new(MEMORY_MAX_BYTES);

/// Budget of bytes that is lent out. Waiting blocks the thread, so it is taken only on threads that may block.
#[derive(Debug)]
pub struct Memory {
    all: u64,
    free: Mutex<u64>,
    given_back: Condvar,
    /// Lock of the one thread that waits for free bytes. Later threads wait for the lock, so that small requests cannot starve a large one.
    line: Mutex<()>,
}

/// Error: a request exceeds the whole budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("it takes more memory than unpacking may")]
pub struct OverBudget;

/// Bytes taken from the budget; dropping gives them back. A thread must not take a second lease while it holds one, as two such threads can
/// deadlock.
#[derive(Debug)]
pub struct MemoryLease<'a> {
    memory: &'a Memory,
    bytes: u64,
}

impl Memory {
    pub const fn new(all: u64) -> Self {
        Self {
            all,
            free: Mutex::new(all),
            given_back: Condvar::new(),
            line: Mutex::new(()),
        }
    }

    /// Waits until so many bytes are free, and takes them.
    pub fn take(&self, bytes: u64) -> Result<MemoryLease<'_>, OverBudget> {
        if bytes > self.all {
            return Err(OverBudget);
        }
        let _first = self.line.lock();
        let mut free = self.free.lock();
        while *free < bytes {
            self.given_back.wait(&mut free);
        }
        *free -= bytes;
        Ok(MemoryLease {
            memory: self,
            bytes,
        })
    }
}

impl Drop for MemoryLease<'_> {
    fn drop(&mut self) {
        *self.memory.free.lock() += self.bytes;
        self.memory.given_back.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn all_of_it_can_be_taken_and_never_more() {
        let memory = Memory::new(100);
        assert_eq!(memory.take(101).err(), Some(OverBudget));
        drop(memory.take(100).expect("all"));
        drop(memory.take(100).expect("all, again"));
    }

    #[test]
    fn many_at_once_hold_no_more_than_there_is() {
        let memory = Memory::new(100);
        let held = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for nth in 0..16_u64 {
                let (memory, held) = (&memory, &held);
                scope.spawn(move || {
                    for round in 0..50 {
                        let bytes = 1 + (nth * 31 + round * 17) % 100;
                        let lease = memory.take(bytes).expect("a lease");
                        let now = held.fetch_add(bytes, Ordering::SeqCst) + bytes;
                        assert!(now <= 100, "{now}");
                        held.fetch_sub(bytes, Ordering::SeqCst);
                        drop(lease);
                    }
                });
            }
        });
        assert_eq!(*memory.free.lock(), 100, "all is given back");
    }
}
