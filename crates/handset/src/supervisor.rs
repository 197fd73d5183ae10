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

use crate::fault::{InjectedFault, Step, StepFault};
use crate::host_command::{HostCommand, Power, Report};
use crate::identity::Identity;
use crate::journal::JournalEntry;
use crate::phone::{Phone, PowerRequest};
use crate::slot::PhoneFolder;
use crate::task::{PendingCommand, Task};
use crate::{HandsetError, backup, identity};
use copying::Copying;
use port::{accept, bind, open};

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
const QUEUE_LIMIT: usize = 8;

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
    queue: VecDeque<Task>,
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
    PowerRequest(PowerRequest),
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
            queue: VecDeque::new(),
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
                Event::PowerRequest(request) => {
                    // Further presses of the button before this one is carried out are dropped.
                    self.phone.forget_power();
                    match request {
                        PowerRequest::Die(time) => self.break_down(time),
                        PowerRequest::Off | PowerRequest::Reboot => {
                            self.stand(Task::Power(request));
                        }
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
                && let Some(task) = self.queue.pop_front()
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
            request = self.phone.power_asked(), if self.power == Power::On => Event::PowerRequest(request),
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
        let answer = match self.phone.take_step_fault(Step::State) {
            None => self.report(),
            Some(StepFault::Refuse) => Err(HandsetError::Refused(Step::State.into_str())),
            Some(StepFault::Die(time)) => {
                self.break_down(time);
                Err(HandsetError::BrokeDown(Step::State.into_str()))
            }
            Some(StepFault::Slow(time)) => {
                return self.tell_after(tokio::time::sleep(time), pending);
            }
            Some(StepFault::Hold) => return self.tell_after(self.phone.released(), pending),
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
        if self.queue.len() < QUEUE_LIMIT {
            self.queue.push_back(task);
        } else {
            task.refuse(HandsetError::Busy(QUEUE_LIMIT));
        }
    }

    async fn begin(&mut self, task: Task) {
        if task.until().is_some_and(|until| until <= Instant::now()) {
            return task.refuse(HandsetError::Late);
        }
        let Some(step) = task.step(self.power) else {
            return self.perform(task, None).await;
        };
        match self.phone.take_step_fault(step) {
            None => self.perform(task, None).await,
            Some(StepFault::Die(time)) => self.perform(task, Some((step, time))).await,
            Some(StepFault::Refuse) => task.refuse(HandsetError::Refused(step.into_str())),
            Some(StepFault::Slow(time)) => {
                let done = Instant::now() + time;
                let due = task.until().map_or(done, |until| until.min(done));
                self.slow = Some(Slow {
                    task,
                    due: Some(due),
                    released: Box::pin(std::future::pending()),
                });
            }
            Some(StepFault::Hold) => {
                self.slow = Some(Slow {
                    due: task.until(),
                    task,
                    released: Box::pin(self.phone.released()),
                });
            }
        }
    }

    /// Performs a task; with a `breakdown` the phone breaks down in the middle of it.
    async fn perform(&mut self, task: Task, breakdown: Option<Breakdown>) {
        match task {
            Task::Power(request) => {
                let done = self.obey(request, breakdown).await;
                self.note(done);
            }
            Task::PendingCommand(PendingCommand {
                command: HostCommand::BackUp { .. } | HostCommand::Restore { .. },
                ..
            }) => self.copy(task, breakdown),
            Task::PendingCommand(pending) => {
                let done = self.execute(pending.command, breakdown).await;
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

    async fn obey(
        &mut self,
        request: PowerRequest,
        breakdown: Option<Breakdown>,
    ) -> Result<(), HandsetError> {
        match request {
            PowerRequest::Off => self.execute(HostCommand::PowerOff, breakdown).await,
            PowerRequest::Reboot => self.execute(HostCommand::Reboot, breakdown).await,
            PowerRequest::Die(time) => {
                self.break_down(time);
                Ok(())
            }
        }
    }

    async fn execute(
        &mut self,
        command: HostCommand,
        breakdown: Option<Breakdown>,
    ) -> Result<(), HandsetError> {
        self.phone
            .note(&JournalEntry::HostCommand(command.into_str()));
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
                self.survive(breakdown)?;
                self.go_up()?;
            }
            HostCommand::PowerOff => {
                self.survive(breakdown)?;
                self.go_down(Power::Off);
            }
            HostCommand::Reboot => {
                self.survive(breakdown)?;
                self.reboot().await?;
            }
            HostCommand::Wipe => {
                self.go_down(Power::Off);
                self.folder.wipe()?;
                self.survive(breakdown)?;
                self.reboot().await?;
            }
            HostCommand::Upgrade => {
                let next = self.phone.identity.upgraded();
                self.go_down(Power::Off);
                self.survive(breakdown)?;
                next.write(&self.folder.path)?;
                self.reboot().await?;
            }
            HostCommand::Recreate { identity, keep } => {
                let mut next = Identity::fresh(self.folder.index);
                next.take_image(&self.phone.identity);
                identity.apply(&mut next)?;
                self.go_down(Power::Off);
                self.folder.wipe_but(keep)?;
                self.survive(breakdown)?;
                next.write(&self.folder.path)?;
                self.reboot().await?;
            }
        }
        Ok(())
    }

    /// Breaks the phone down if there is a breakdown, and returns that as an error.
    fn survive(&mut self, breakdown: Option<Breakdown>) -> Result<(), HandsetError> {
        let Some((step, time)) = breakdown else {
            return Ok(());
        };
        self.break_down(time);
        Err(HandsetError::BrokeDown(step.into_str()))
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
        match bind(self.address) {
            Ok(socket) => self.port = Port::Held(socket),
            Err(error) => {
                tracing::warn!(error = %causes(&error), address = %self.address, "hold port failed");
            }
        }
    }

    fn go_up(&mut self) -> Result<(), HandsetError> {
        let address = self.address;
        self.back = None;
        let step_fault = self.phone.take_step_fault(Step::Boot);
        let takes = match step_fault {
            // A boot cannot be held: `InjectedFault::parse` refuses such a fault.
            None | Some(StepFault::Die(_) | StepFault::Hold) => Some(BOOT),
            Some(StepFault::Slow(time)) => Some(BOOT + time),
            Some(StepFault::Refuse) => None,
        };
        self.folder.set_away(false)?;
        let phone = self.folder.boot(takes)?;
        let socket = match std::mem::replace(&mut self.port, Port::Lost) {
            Port::Held(socket) => Ok(socket),
            Port::Open(_) | Port::Lost => bind(address),
        };
        let listener = socket
            .and_then(open)
            .map_err(|source| HandsetError::Listen { address, source })?;
        self.port = Port::Open(listener);
        self.phone = phone.clone();
        self.power = Power::On;
        if let Some(StepFault::Die(time)) = step_fault {
            phone.ask_power(PowerRequest::Die(time));
        }
        self.shown.send_replace(phone);
        Ok(())
    }
}

/// Step in whose middle the phone breaks down, and for how long.
type Breakdown = (Step, Option<Duration>);
