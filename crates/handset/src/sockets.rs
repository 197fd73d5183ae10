//! Abstract local sockets of one phone, through which `localabstract:` streams reach a running program.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::mpsc;

use crate::adb::Stream;

type Names = Arc<Mutex<HashMap<String, mpsc::Sender<Stream>>>>;

/// Names that programs listen on.
#[derive(Default)]
pub(crate) struct Sockets {
    names: Names,
}

/// A program's end of a name; dropping it frees the name.
pub(crate) struct Listener {
    names: Names,
    name: String,
    streams: mpsc::Receiver<Stream>,
}

impl Sockets {
    /// Listens on `name` for at most `backlog` streams at a time; `None` if the name is taken.
    pub(crate) fn listen(&self, name: String, backlog: usize) -> Option<Listener> {
        let (sender, streams) = mpsc::channel(backlog);
        let mut names = self.names.lock();
        if names.contains_key(&name) {
            return None;
        }
        names.insert(name.clone(), sender);
        drop(names);
        Some(Listener {
            names: self.names.clone(),
            name,
            streams,
        })
    }

    /// Permit to put a stream into the queue of the program that listens on `name`; `None` when none does, or its queue is full.
    pub(crate) fn connect(&self, name: &str) -> Option<mpsc::OwnedPermit<Stream>> {
        let sender = self.names.lock().get(name).cloned()?;
        sender.try_reserve_owned().ok()
    }
}

impl Listener {
    /// The next stream; `None` is never given while the listener lives.
    pub(crate) async fn accept(&mut self) -> Option<Stream> {
        self.streams.recv().await
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.names.lock().remove(&self.name);
    }
}
