//! The place of one phone in its host: its port, its folder, and the power switch that its owner's provider has.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::Instant;

use crate::adb;
use crate::fault::Fault;
use crate::identity::Identity;
use crate::order::{Order, Power, Report};
use crate::phone::{Phone, PowerWish};
use crate::{HandsetError, identity};

/// Connections that one phone serves at a time; further ones wait to be accepted.
const CONNECTIONS_LIMIT: usize = 64;
/// Connections that wait to be accepted.
const BACKLOG: u32 = 128;
/// Pause after a failed accept, so that a lack of file descriptors does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// How long a rebooting phone does not listen.
const DARK: Duration = Duration::from_millis(300);
/// How long after it listens again its system is up.
const BOOT: Duration = Duration::from_millis(700);

type Question = (Order, oneshot::Sender<Result<Report, HandsetError>>);

/// Where one phone lies.
pub(crate) struct Place {
    pub(crate) folder: PathBuf,
    pub(crate) index: usize,
    pub(crate) lasting: bool,
    pub(crate) work: Arc<Semaphore>,
}

impl Place {
    fn boot(&self, takes: Duration) -> Result<Arc<Phone>, HandsetError> {
        Phone::boot(
            &self.folder,
            self.index,
            self.lasting,
            takes,
            self.work.clone(),
        )
    }

    /// Removes everything but the identity.
    fn wipe(&self) -> Result<(), HandsetError> {
        let fault = |path: PathBuf, source| HandsetError::Folder { path, source };
        let entries =
            std::fs::read_dir(&self.folder).map_err(|source| fault(self.folder.clone(), source))?;
        for entry in entries.filter_map(Result::ok) {
            if entry.file_name() == identity::FILE {
                continue;
            }
            let path = entry.path();
            let removed = if path.is_dir() {
                std::fs::remove_dir_all(&path)
            } else {
                std::fs::remove_file(&path)
            };
            removed.map_err(|source| fault(path, source))?;
        }
        Ok(())
    }
}

/// A phone's place in its host.
pub(crate) struct Slot {
    address: SocketAddr,
    phone: watch::Receiver<Arc<Phone>>,
    questions: mpsc::Sender<Question>,
    task: JoinHandle<()>,
}

impl Slot {
    /// Boots the phone and listens.
    pub(crate) async fn start(address: SocketAddr, place: Place) -> Result<Self, HandsetError> {
        let listener = TcpListener::bind(address)
            .await
            .map_err(|source| HandsetError::Listen { address, source })?;
        let address = listener
            .local_addr()
            .map_err(|source| HandsetError::Listen { address, source })?;
        let phone = place.boot(Duration::ZERO)?;
        let (shown, current) = watch::channel(phone.clone());
        let (questions, asked) = mpsc::channel(8);
        let keeper = Keeper {
            address,
            place,
            phone,
            shown,
            asked,
            port: Port::Open(listener),
            power: Power::On,
            back: None,
        };
        Ok(Self {
            address,
            phone: current,
            questions,
            task: tokio::spawn(keeper.run()),
        })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The phone of now, or of before it was switched off.
    pub(crate) fn phone(&self) -> Arc<Phone> {
        self.phone.borrow().clone()
    }

    /// `None` if the slot ended.
    pub(crate) async fn order(&self, order: Order) -> Result<Option<Report>, HandsetError> {
        let (answer, answered) = oneshot::channel();
        if self.questions.send((order, answer)).await.is_err() {
            return Ok(None);
        }
        answered.await.map_or(Ok(None), |report| report.map(Some))
    }

    pub(crate) async fn stop(mut self) {
        self.task.abort();
        // An aborted task answers with an error; that it has ended is what matters.
        let _ = (&mut self.task).await;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A port is never given up: another program could take it while the phone is off.
enum Port {
    Open(TcpListener),
    Held(TcpSocket),
    Lost,
}

struct Keeper {
    address: SocketAddr,
    place: Place,
    phone: Arc<Phone>,
    shown: watch::Sender<Arc<Phone>>,
    asked: mpsc::Receiver<Question>,
    port: Port,
    power: Power,
    /// When a phone that broke down comes up by itself.
    back: Option<Instant>,
}

/// What ends a stretch of running or of being off.
enum Event {
    Wish(PowerWish),
    Question(Question),
    Back,
    Stop,
}

impl Keeper {
    async fn run(mut self) {
        loop {
            match self.next().await {
                Event::Stop => return,
                Event::Wish(wish) => {
                    let done = self.obey(wish).await;
                    self.note(done);
                }
                Event::Back => {
                    let done = self.go_up();
                    self.note(done);
                }
                Event::Question((order, answer)) => {
                    let report = self.order(order).await;
                    // Fails only when nobody waits for it any more.
                    let _ = answer.send(report);
                }
            }
        }
    }

    async fn next(&mut self) -> Event {
        let Self { port, asked, .. } = self;
        let accepting = async {
            match port {
                Port::Open(listener) => accept(listener, &self.phone).await,
                Port::Held(_) | Port::Lost => std::future::pending().await,
            }
        };
        tokio::select! {
            () = accepting => Event::Stop,
            wish = self.phone.power_asked(), if self.power == Power::On => Event::Wish(wish),
            () = tokio::time::sleep_until(self.back.unwrap_or_else(Instant::now)), if self.back.is_some() => Event::Back,
            question = asked.recv() => question.map_or(Event::Stop, Event::Question),
        }
    }

    fn note(&mut self, done: Result<(), HandsetError>) {
        if let Err(error) = done {
            tracing::error!(%error, "a phone does not come up");
            self.power = Power::Broken;
        }
    }

    async fn obey(&mut self, wish: PowerWish) -> Result<(), HandsetError> {
        match wish {
            PowerWish::Off => self.go_down(Power::Off),
            PowerWish::Reboot => self.reboot().await?,
            PowerWish::Die(time) => {
                self.go_down(Power::Broken);
                self.back = time.map(|time| Instant::now() + time);
            }
        }
        Ok(())
    }

    async fn order(&mut self, order: Order) -> Result<Report, HandsetError> {
        match order {
            Order::State => {}
            Order::PowerOn if self.power == Power::On => {}
            Order::PowerOn => self.go_up()?,
            Order::PowerOff => self.go_down(Power::Off),
            Order::Reboot => self.reboot().await?,
            Order::Wipe => {
                self.go_down(Power::Off);
                self.place.wipe()?;
                self.reboot().await?;
            }
            Order::Recreate { identity } => {
                let mut next = Identity::fresh(self.place.index);
                identity.apply(&mut next)?;
                self.go_down(Power::Off);
                self.place.wipe()?;
                next.keep(&self.place.folder)?;
                self.reboot().await?;
            }
            Order::AllowHosts => {
                self.phone.keys.allow_waiting();
            }
            Order::Fault { fault } => {
                let fault = Fault::parse(&fault).ok_or(HandsetError::NoFault(fault))?;
                self.phone.set_fault(fault);
            }
        }
        Ok(self.report())
    }

    fn report(&self) -> Report {
        let packages = &self.phone.packages;
        let sizes = packages.all().into_iter().map(|app| packages.size_of(&app));
        Report {
            power: self.power,
            boot_id: self.phone.boot.id.clone(),
            identity: Identity::clone(&self.phone.identity),
            apps_bytes: sizes.sum(),
        }
    }

    async fn reboot(&mut self) -> Result<(), HandsetError> {
        self.go_down(Power::Off);
        tokio::time::sleep(DARK).await;
        self.go_up()
    }

    /// Ends all connections; the port refuses new ones but stays ours.
    fn go_down(&mut self, power: Power) {
        self.power = power;
        self.back = None;
        if !matches!(self.port, Port::Open(_)) {
            return;
        }
        // The listener must be gone before the same port can be held by another socket.
        self.port = Port::Lost;
        match hold(self.address) {
            Ok(socket) => self.port = Port::Held(socket),
            Err(error) => tracing::warn!(%error, address = %self.address, "the port is not held"),
        }
    }

    fn go_up(&mut self) -> Result<(), HandsetError> {
        let address = self.address;
        self.back = None;
        let phone = self.place.boot(BOOT)?;
        let socket = match std::mem::replace(&mut self.port, Port::Lost) {
            Port::Held(socket) => Ok(socket),
            Port::Open(_) | Port::Lost => hold(address),
        };
        let listener = socket
            .and_then(|socket| socket.listen(BACKLOG))
            .map_err(|source| HandsetError::Listen { address, source })?;
        self.port = Port::Open(listener);
        self.phone = phone.clone();
        self.shown.send_replace(phone);
        self.power = Power::On;
        Ok(())
    }
}

fn hold(address: SocketAddr) -> std::io::Result<TcpSocket> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

/// Serves connections until dropped; then all of them end.
async fn accept(listener: &TcpListener, phone: &Arc<Phone>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept(), if connections.len() < CONNECTIONS_LIMIT => match accepted {
                Ok((socket, _)) => {
                    connections.spawn(adb::serve(socket, phone.clone()));
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            },
            Some(ended) = connections.join_next() => {
                if let Err(error) = ended {
                    tracing::error!(%error, "a connection failed");
                }
            }
        }
    }
}
