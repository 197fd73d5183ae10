//! A phone for the fleet's tests: adbd and the screen server as far as the fleet needs them, doing what a test says.

mod adbd;
pub mod h264;
mod server;

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use domain::play::Size;
use kept_port::KeptPort;
use phone_wire::control::ControlMessage;
use phone_wire::screen::ServerArgs;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::JoinHandle;

/// Events that a test causes on the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// A picture on every running screen.
    Picture {
        /// Whether it is a key picture.
        key: bool,
    },
    /// The full screen has this size from now on.
    Turn(Size),
    /// A text is copied on the phone.
    Copy(&'static str),
    /// The full screen's clipboard requests up to this sequence are acknowledged.
    Acknowledge(u64),
    /// These bytes on the full screen's video socket.
    VideoBytes(&'static [u8]),
    /// The full screen's server prints this.
    Say(&'static str),
    /// The screen servers die.
    KillServers,
    /// Connections are cut.
    Cut,
    /// These bytes instead of a packet.
    AdbBytes(&'static [u8]),
}

/// How the phone behaves; changed while it runs.
#[derive(Default)]
pub struct Manner {
    /// Reads but never answers.
    pub mute: AtomicBool,
    /// Reads nothing for now.
    pub stalled: watch::Sender<bool>,
    /// Has not booted.
    pub booting: AtomicBool,
    /// The screen server exits at once.
    pub server_dies: AtomicBool,
    /// The screen server runs, but does not listen yet.
    pub server_starts: AtomicBool,
    /// Text that the screen server prints before it exits at once, with code 1.
    pub server_says: Mutex<Option<&'static str>>,
    /// Output of `screencap`; without it, the phone takes no screenshots.
    pub screencap: Mutex<Option<Vec<u8>>>,
    /// The encoder takes no longer side than this; 0 is any.
    pub encoder_side_max: AtomicUsize,
    /// The encoder that takes any side, by name.
    pub named_encoder: Mutex<Option<&'static str>>,
    /// Virtual devices may not be made on the phone.
    pub no_devices: AtomicBool,
    /// Clipboard requests wait for [`Act::Acknowledge`].
    pub hold_acks: AtomicBool,
    /// Bytes of the server file that was pushed.
    pub file_bytes: AtomicUsize,
    /// Connections made so far.
    pub connections: AtomicUsize,
    /// Screen servers running now.
    pub servers: AtomicUsize,
    /// Handler that serves new connections instead, while there is one.
    pub hostile: watch::Sender<Option<Hostile>>,
    /// Writes of screen servers in place of a stream; nothing comes after them.
    pub script: Mutex<Option<Script>>,
}

/// Serves a connection as no phone does, until the phone heals.
pub type Hostile = Arc<dyn Fn(TcpStream) -> BoxFuture + Send + Sync>;
pub type BoxFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The writes of a screen server that lost its mind.
#[derive(Debug, Clone, Default)]
pub struct Script {
    pub video: Vec<Bytes>,
    pub control: Vec<Bytes>,
    /// Asked for it, it begins anew, and well.
    pub begins_anew: bool,
    /// Only of the small picture.
    pub small_only: bool,
    /// Only of one session.
    pub once: bool,
}

impl Manner {
    pub fn set(flag: &AtomicBool, value: bool) {
        flag.store(value, Ordering::SeqCst);
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub fn servers(&self) -> usize {
        self.servers.load(Ordering::SeqCst)
    }
}

/// Events that the phone saw of its client.
#[derive(Debug)]
pub enum Seen {
    /// A screen server was started.
    Started(ServerArgs),
    /// A screen server was stopped by its client.
    Stopped,
    /// The client sent this control message.
    Control(ControlMessage),
}

/// An address that nobody else gets until this program ends, whether something listens there or not.
pub fn kept_address() -> String {
    let kept = KeptPort::bind();
    let address = kept.address().to_string();
    std::mem::forget(kept);
    address
}

pub struct StandIn {
    pub address: String,
    pub manner: Arc<Manner>,
    seen: mpsc::UnboundedReceiver<Seen>,
    acts: broadcast::Sender<Act>,
    task: JoinHandle<()>,
}

impl StandIn {
    pub async fn start() -> Self {
        Self::at("127.0.0.1:0").await
    }

    /// A phone at an address known before.
    pub async fn at(address: &str) -> Self {
        let listener = TcpListener::bind(address).await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let manner = Arc::new(Manner::default());
        let (seen_out, seen) = mpsc::unbounded_channel();
        let acts = broadcast::Sender::new(1024);
        let task = tokio::spawn(adbd::listen(
            listener,
            Arc::clone(&manner),
            seen_out,
            acts.clone(),
        ));
        Self {
            address,
            manner,
            seen,
            acts,
            task,
        }
    }

    pub fn act(&self, act: Act) {
        assert!(
            self.acts.send(act).is_ok(),
            "nobody is connected to the phone"
        );
    }

    /// The next thing seen.
    pub async fn seen(&mut self) -> Seen {
        crate::soon(self.seen.recv()).await.expect("the phone runs")
    }

    /// The next control message; a server may be started before it.
    pub async fn control(&mut self) -> ControlMessage {
        loop {
            match self.seen().await {
                Seen::Control(message) => return message,
                Seen::Started(_) => {}
                Seen::Stopped => panic!("the screen server was stopped"),
            }
        }
    }

    pub async fn started(&mut self) -> ServerArgs {
        match self.seen().await {
            Seen::Started(args) => args,
            other => panic!("{other:?} instead of a start"),
        }
    }

    /// Forgets everything that was seen so far.
    pub fn forget(&mut self) {
        while self.seen.try_recv().is_ok() {}
    }

    pub fn nothing_seen(&mut self) -> bool {
        self.seen.try_recv().is_err()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        let _ = self.acts.send(Act::Cut);
        self.task.abort();
    }
}
