//! Supervisor of one phone: serves its connections, handles its power button, executes its provider's commands, one after the other.

mod copying;
mod port;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use causes::causes;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::fault::{Hitch, InjectedFault, Step};
use crate::host_command::{HostCommand, Power, Report};
use crate::identity::Identity;
use crate::journal::JournalEntry;
use crate::phone::{Phone, PowerWish};
use crate::slot::PhoneFolder;
use crate::task::{PendingCommand, Task};
use crate::{HandsetError, backup, identity};
use copying::Copying;
use port::{accept, hold, open};

/// Connections that one phone serves at a time; further ones wait to be accepted.
const CONNECTIONS_LIMIT: usize = 64;
/// Connections that wait to be accepted.
const BACKLOG: u32 = 128;
/// Pause after a failed accept, so that a lack of file descriptors does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Time for which a rebooting phone does not listen.
const DARK: Duration = Duration::from_millis(300);
/// Time from listening again until the system is up.
const BOOT: Duration = Duration::from_millis(700);
/// Most tasks that wait for a slow one.
const LINE_LIMIT: usize = 8;

/// Port of the phone. It stays bound while the phone is off, so that no other program takes it.
enum Port {
    Open(TcpListener),
    Held(TcpSocket),
    Lost,
}

pub(crate) struct PhoneSupervisor {
    address: SocketAddr,
    folder: PhoneFolder,
    phone: Arc<Phone>,
    shown: watch::Sender<Arc<Phone>>,
    commands: mpsc::Receiver<PendingCommand>,
    port: Port,
    connections: JoinSet<()>,
    power: Power,
    /// Time at which a phone that broke down comes up by itself.
    back: Option<Instant>,
    line: VecDeque<Task>,
    /// Task that is being delayed by a fault; the queue waits for it.
    slow: Option<Slow>,
    /// Copy of the phone's data that is under way; the queue waits for it as for a slow task.
    copying: Option<Copying>,
    /// Bytes that the copy has moved.
    moved: Arc<AtomicU64>,
    /// Size in bytes, and digest if a backup was made, for the next report.
    measured: Option<(u64, Option<String>)>,
}

/// Task whose turn has come and that a fault delays.
struct Slow {
    task: Task,
    /// Time at which the task is done, or refused as too late.
    due: Option<Instant>,
    /// Future that resolves as soon as a held task is released.
    released: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Slow {
    async fn over(&mut self) {
        let Self { due, released, .. } = self;
        tokio::select! {
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {}
            () = released => {}
        }
    }
}

/// Event that ends a period of running or of being off.
enum Event {
    Wish(PowerWish),
    PendingCommand(PendingCommand),
    Back,
    Slow,
    Stop,
}

impl PhoneSupervisor {
    /// Supervises the phone in `shown`.
    pub(crate) fn new(
        listener: TcpListener,
        address: SocketAddr,
        folder: PhoneFolder,
        shown: watch::Sender<Arc<Phone>>,
        commands: mpsc::Receiver<PendingCommand>,
    ) -> Self {
        let phone = shown.borrow().clone();
        Self {
            address,
            folder,
            phone,
            shown,
            commands,
            port: Port::Open(listener),
            connections: JoinSet::new(),
            power: Power::On,
            back: None,
            line: VecDeque::new(),
            slow: None,
            copying: None,
            moved: Arc::default(),
            measured: None,
        }
    }

    pub(crate) async fn run(mut self) {
        // The data of a phone that was backed up may run on another phone by now.
        if self.folder.is_away() {
            self.go_down(Power::Off);
        }
        loop {
            match self.next().await {
                Event::Stop => return,
                Event::Back => {
                    let done = self.go_up();
                    self.note(done);
                }
                Event::Wish(wish) => {
                    // Further presses of the button before this one is carried out are dropped.
                    self.phone.forget_power();
                    match wish {
                        PowerWish::Die(time) => self.break_down(time),
                        PowerWish::Off | PowerWish::Reboot => self.stand(Task::Wish(wish)),
                    }
                }
                Event::Slow => {
                    if let Some(Slow { task, .. }) = self.slow.take() {
                        if let Some(copying) = self.copying.take() {
                            self.copied(task, copying).await;
                        } else if task.until().is_some_and(|until| until <= Instant::now()) {
                            task.refuse(HandsetError::Late);
                        } else {
                            self.perform(task, None).await;
                        }
                    }
                }
                Event::PendingCommand(pending) => self.hear(pending),
            }
            while self.slow.is_none()
                && let Some(task) = self.line.pop_front()
            {
                self.begin(task).await;
            }
        }
    }

    async fn next(&mut self) -> Event {
        let Self {
            port,
            commands,
            connections,
            slow,
            ..
        } = self;
        let accepting = async {
            match port {
                Port::Open(listener) => accept(listener, &self.phone, connections).await,
                Port::Held(_) | Port::Lost => std::future::pending().await,
            }
        };
        let late = async {
            match slow {
                Some(slow) => slow.over().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = accepting => Event::Stop,
            wish = self.phone.power_asked(), if self.power == Power::On => Event::Wish(wish),
            () = sleep_until(self.back.unwrap_or_else(Instant::now)), if self.back.is_some() => Event::Back,
            () = late => Event::Slow,
            pending = commands.recv() => pending.map_or(Event::Stop, Event::PendingCommand),
        }
    }

    /// Answers commands that take no time at once; others wait in the queue.
    fn hear(&mut self, pending: PendingCommand) {
        match &pending.command {
            HostCommand::State => return self.tell(pending),
            HostCommand::AllowHosts => {
                self.phone.keys.allow_waiting();
            }
            HostCommand::Locale { locale } => {
                if self.phone.set_locale(locale).is_err() {
                    let why = HandsetError::NoLocale(locale.clone());
                    return Task::PendingCommand(pending).refuse(why);
                }
            }
            HostCommand::Fault { fault } => {
                let Some(fault) = InjectedFault::parse(fault) else {
                    let why = HandsetError::NoFault(fault.clone());
                    return Task::PendingCommand(pending).refuse(why);
                };
                self.phone.set_fault(fault);
            }
            HostCommand::Measure => match backup::size(&self.folder.path) {
                Ok(bytes) => self.measured = Some((bytes, None)),
                Err(why) => return Task::PendingCommand(pending).refuse(why),
            },
            HostCommand::PowerOn
            | HostCommand::PowerOff
            | HostCommand::Reboot
            | HostCommand::Wipe
            | HostCommand::Upgrade
            | HostCommand::BackUp { .. }
            | HostCommand::Restore { .. }
            | HostCommand::Recreate { .. } => return self.stand(Task::PendingCommand(pending)),
        }
        // Sending fails only when nobody waits for it any more.
        let report = self.report();
        let _ = pending.answer.send(report);
    }

    /// Reports the phone's state; with a fault for this step late, not at all, or by breaking down.
    fn tell(&mut self, pending: PendingCommand) {
        let answer = match self.phone.take_hitch(Step::State) {
            None => self.report(),
            Some(Hitch::Refuse) => Err(HandsetError::Refused(Step::State.word())),
            Some(Hitch::Die(time)) => {
                self.break_down(time);
                Err(HandsetError::BrokeDown(Step::State.word()))
            }
            Some(Hitch::Slow(time)) => return self.tell_after(tokio::time::sleep(time), pending),
            Some(Hitch::Hold) => return self.tell_after(self.phone.released(), pending),
        };
        let _ = pending.answer.send(answer);
    }

    fn tell_after(
        &mut self,
        time: impl Future<Output = ()> + Send + 'static,
        pending: PendingCommand,
    ) {
        let report = self.report();
        tokio::spawn(async move {
            time.await;
            // Sending fails only when nobody waits for it any more.
            let _ = pending.answer.send(report);
        });
    }

    fn stand(&mut self, task: Task) {
        if self.line.len() < LINE_LIMIT {
            self.line.push_back(task);
        } else {
            task.refuse(HandsetError::Busy(LINE_LIMIT));
        }
    }

    async fn begin(&mut self, task: Task) {
        if task.until().is_some_and(|until| until <= Instant::now()) {
            return task.refuse(HandsetError::Late);
        }
        let Some(step) = task.step(self.power) else {
            return self.perform(task, None).await;
        };
        match self.phone.take_hitch(step) {
            None => self.perform(task, None).await,
            Some(Hitch::Die(time)) => self.perform(task, Some((step, time))).await,
            Some(Hitch::Refuse) => task.refuse(HandsetError::Refused(step.word())),
            Some(Hitch::Slow(time)) => {
                let done = Instant::now() + time;
                let due = task.until().map_or(done, |until| until.min(done));
                self.slow = Some(Slow {
                    task,
                    due: Some(due),
                    released: Box::pin(std::future::pending()),
                });
            }
            Some(Hitch::Hold) => {
                self.slow = Some(Slow {
                    due: task.until(),
                    task,
                    released: Box::pin(self.phone.released()),
                });
            }
        }
    }

    /// Performs a task; with a `death` the phone breaks down in the middle of it.
    async fn perform(&mut self, task: Task, death: Option<Death>) {
        match task {
            Task::Wish(wish) => {
                let done = self.obey(wish, death).await;
                self.note(done);
            }
            Task::PendingCommand(PendingCommand {
                command: HostCommand::BackUp { .. } | HostCommand::Restore { .. },
                ..
            }) => self.copy(task, death),
            Task::PendingCommand(pending) => {
                let done = self.execute(pending.command, death).await;
                let report = done.and_then(|()| self.report());
                // Sending fails only when nobody waits for it any more.
                let _ = pending.answer.send(report);
            }
        }
    }

    fn note(&mut self, done: Result<(), HandsetError>) {
        match done {
            Ok(()) => {}
            Err(HandsetError::BrokeDown(_)) => tracing::debug!("phone broke down as told"),
            Err(error) => {
                tracing::error!(error = %causes(&error), "boot phone failed");
                self.power = Power::Broken;
            }
        }
    }

    async fn obey(&mut self, wish: PowerWish, death: Option<Death>) -> Result<(), HandsetError> {
        match wish {
            PowerWish::Off => self.execute(HostCommand::PowerOff, death).await,
            PowerWish::Reboot => self.execute(HostCommand::Reboot, death).await,
            PowerWish::Die(time) => {
                self.break_down(time);
                Ok(())
            }
        }
    }

    async fn execute(
        &mut self,
        command: HostCommand,
        death: Option<Death>,
    ) -> Result<(), HandsetError> {
        self.phone.note(&JournalEntry::HostCommand(command.word()));
        match command {
            HostCommand::State
            | HostCommand::Measure
            | HostCommand::BackUp { .. }
            | HostCommand::Restore { .. }
            | HostCommand::AllowHosts
            | HostCommand::Locale { .. }
            | HostCommand::Fault { .. } => {}
            HostCommand::PowerOn if self.power == Power::On => {}
            HostCommand::PowerOn => {
                self.survive(death)?;
                self.go_up()?;
            }
            HostCommand::PowerOff => {
                self.survive(death)?;
                self.go_down(Power::Off);
            }
            HostCommand::Reboot => {
                self.survive(death)?;
                self.reboot().await?;
            }
            HostCommand::Wipe => {
                self.go_down(Power::Off);
                self.folder.wipe()?;
                self.survive(death)?;
                self.reboot().await?;
            }
            HostCommand::Upgrade => {
                let next = self.phone.identity.upgraded();
                self.go_down(Power::Off);
                self.survive(death)?;
                next.keep(&self.folder.path)?;
                self.reboot().await?;
            }
            HostCommand::Recreate { identity, keep } => {
                let mut next = Identity::fresh(self.folder.index);
                next.take_image(&self.phone.identity);
                identity.apply(&mut next)?;
                self.go_down(Power::Off);
                self.folder.wipe_but(keep)?;
                self.survive(death)?;
                next.keep(&self.folder.path)?;
                self.reboot().await?;
            }
        }
        Ok(())
    }

    /// Breaks the phone down if there is a death, and returns that as an error.
    fn survive(&mut self, death: Option<Death>) -> Result<(), HandsetError> {
        let Some((step, time)) = death else {
            return Ok(());
        };
        self.break_down(time);
        Err(HandsetError::BrokeDown(step.word()))
    }

    fn break_down(&mut self, time: Option<Duration>) {
        self.go_down(Power::Broken);
        self.back = time.map(|time| Instant::now() + time);
    }

    fn report(&mut self) -> Result<Report, HandsetError> {
        let measured = self.measured.take();
        let phone = &self.phone;
        let packages = &phone.packages;
        let sizes = packages.all().into_iter().map(|app| packages.size_of(&app));
        Ok(Report {
            power: self.power,
            boot_id: phone.boot.id.clone(),
            identity: Identity::clone(&phone.identity),
            booted: self.power == Power::On && phone.boot.is_complete(),
            data_id: identity::data_id(&self.folder.path)?,
            density: phone.system.density(),
            apps_bytes: sizes.sum(),
            moved_bytes: self.moved.load(Ordering::Relaxed),
            data_bytes: measured.as_ref().map(|(bytes, _)| *bytes),
            digest: measured.and_then(|(_, digest)| digest),
        })
    }

    async fn reboot(&mut self) -> Result<(), HandsetError> {
        self.go_down(Power::Off);
        tokio::time::sleep(DARK).await;
        self.go_up()
    }

    /// Ends all connections; the port refuses new ones but stays bound.
    fn go_down(&mut self, power: Power) {
        self.power = power;
        self.back = None;
        self.connections.abort_all();
        self.connections.detach_all();
        if !matches!(self.port, Port::Open(_)) {
            return;
        }
        // The listener must be gone before the same port can be held by another socket.
        self.port = Port::Lost;
        match hold(self.address) {
            Ok(socket) => self.port = Port::Held(socket),
            Err(error) => {
                tracing::warn!(error = %causes(&error), address = %self.address, "hold port failed");
            }
        }
    }

    fn go_up(&mut self) -> Result<(), HandsetError> {
        let address = self.address;
        self.back = None;
        let hitch = self.phone.take_hitch(Step::Boot);
        let takes = match hitch {
            // A boot cannot be held: `InjectedFault::parse` refuses such a fault.
            None | Some(Hitch::Die(_) | Hitch::Hold) => Some(BOOT),
            Some(Hitch::Slow(time)) => Some(BOOT + time),
            Some(Hitch::Refuse) => None,
        };
        self.folder.set_away(false)?;
        let phone = self.folder.boot(takes)?;
        let socket = match std::mem::replace(&mut self.port, Port::Lost) {
            Port::Held(socket) => Ok(socket),
            Port::Open(_) | Port::Lost => hold(address),
        };
        let listener = socket
            .and_then(open)
            .map_err(|source| HandsetError::Listen { address, source })?;
        self.port = Port::Open(listener);
        self.phone = phone.clone();
        self.power = Power::On;
        if let Some(Hitch::Die(time)) = hitch {
            phone.ask_power(PowerWish::Die(time));
        }
        self.shown.send_replace(phone);
        Ok(())
    }
}

/// Step in whose middle the phone breaks down, and for how long.
type Death = (Step, Option<Duration>);
