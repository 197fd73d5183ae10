//! A phone: its state, its screen while it is needed, its watchers. All changes of a phone and all pictures of it go through [`Phone`].

mod painter;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use causes::causes;
use parking_lot::Mutex;
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::AbortHandle;
use tracing::Span;

use crate::HandsetError;
use crate::adb::{Keys, Reverses};
use crate::device::{Device, Language, language};
use crate::fault::{self, InjectedFault, Step, StepFault};
use crate::files::{self, Files};
use crate::identity::{self, Identity};
use crate::journal::{Journal, JournalEntry};
use crate::log::Log;
use crate::packages::Packages;
use crate::power::Boot;
pub(crate) use crate::power::PowerRequest;
use crate::screen::{Frame, Screen, frame_stamp, noise, secure};
use crate::sockets::Sockets;
use crate::system::{Refusal, System};

/// Counters of a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Pictures drawn, for watchers and screenshots.
    pub frames_drawn: u64,
    /// Pictures encoded, all sessions together.
    pub frames_encoded: u64,
    /// Screen sessions running now.
    pub sessions: usize,
    /// Whether the phone holds a screen (fonts, layout, pixels) in memory now.
    pub has_screen: bool,
}

/// Text that the user copied on the phone, with a number that tells one copy of the same text from the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Copied {
    pub(crate) number: u64,
    pub(crate) text: Arc<str>,
}

/// A phone made of software.
pub struct Phone {
    pub(crate) identity: Arc<Identity>,
    pub(crate) files: Files,
    pub(crate) sockets: Sockets,
    /// Sockets of the phone that lead to hosts.
    pub(crate) reverses: Reverses,
    pub(crate) system: System,
    pub(crate) packages: Arc<Packages>,
    pub(crate) log: Arc<Log>,
    pub(crate) boot: Boot,
    pub(crate) keys: Keys,
    power: watch::Sender<Option<PowerRequest>>,
    faults: watch::Sender<InjectedFault>,
    /// Lock that is taken before `watchers` where both are needed.
    state: Mutex<State>,
    watchers: Mutex<Watchers>,
    frames: watch::Sender<Option<Arc<Frame>>>,
    copied: watch::Sender<Copied>,
    /// Notification that a picture would show a change. It wakes one waiter, which is the painter while somebody watches.
    pub changed: Notify,
    joined: Notify,
    /// Permits shared by drawing and encoding of all phones of the host.
    work: Arc<Semaphore>,
    journal: Option<Arc<Journal>>,
    frames_drawn: AtomicU64,
    frames_encoded: AtomicU64,
}

struct State {
    device: Device,
    screen: Option<Box<Screen>>,
}

#[derive(Default)]
struct Watchers {
    next: u64,
    /// Shortest time between two pictures of each session; `None` for one without video.
    periods: HashMap<u64, Option<Duration>>,
    painter: Option<AbortHandle>,
}

impl Phone {
    /// Switches on the phone that lies in `folder`; its system is up after `takes`, never with `None`.
    pub fn boot(
        folder: &Path,
        index: usize,
        lasting: bool,
        takes: Option<Duration>,
        work: Arc<Semaphore>,
        journal: Option<Arc<Journal>>,
    ) -> Result<Arc<Self>, HandsetError> {
        let fault = |source| HandsetError::Folder {
            path: folder.to_owned(),
            source,
        };
        std::fs::create_dir_all(folder).map_err(fault)?;
        let identity = Identity::load_or_create(folder, index, lasting)?;
        let files = Files::open(folder.join(files::FOLDER)).map_err(fault)?;
        identity::data_id_or_new(folder)?;
        let system = System::open(folder)?;
        let packages = Arc::new(Packages::open(folder, files.clone(), identity.sdk)?);
        let boot = Boot::begin(takes);
        files.write_boot_id(&boot.id).map_err(fault)?;
        let log = Arc::new(Log::default());
        log.info("SystemServer", &format!("Boot {} begins", boot.id));
        if let Some(journal) = &journal {
            journal.note(&JournalEntry::Boot(&boot.id));
        }
        let name = system
            .setting("global", "device_name")
            .unwrap_or_else(|| format!("{} · {:02}", identity.market_name, index + 1));
        let keys = Keys::new(&files);
        let identity = Arc::new(identity);
        let mut device = Device::new(
            identity.clone(),
            name,
            files.clone(),
            packages.clone(),
            log.clone(),
            (system.density(), system.size()),
        );
        if let Some(locale) = system.property(language::PROPERTY) {
            device.set_language(Language::of_locale(&locale));
        }
        Ok(Arc::new(Self {
            identity,
            files,
            sockets: Sockets::default(),
            reverses: Reverses::default(),
            system,
            packages,
            log,
            boot,
            keys,
            power: watch::Sender::new(None),
            faults: watch::Sender::new(InjectedFault::None),
            state: Mutex::new(State {
                device,
                screen: None,
            }),
            watchers: Mutex::default(),
            frames: watch::Sender::new(None),
            copied: watch::Sender::new(Copied::default()),
            changed: Notify::new(),
            joined: Notify::new(),
            work,
            journal,
            frames_drawn: AtomicU64::new(0),
            frames_encoded: AtomicU64::new(0),
        }))
    }

    /// Notes an entry in the journal, if there is one.
    pub(crate) fn note(&self, told: &JournalEntry<'_>) {
        if let Some(journal) = &self.journal {
            journal.note(told);
        }
    }

    /// Presses the power button from within the phone; the supervisor carries the request out.
    pub(crate) fn ask_power(&self, request: PowerRequest) {
        self.power.send_replace(Some(request));
    }

    /// Waits until the power button is pressed; returns the request.
    pub(crate) async fn power_asked(&self) -> PowerRequest {
        let mut power = self.power.subscribe();
        loop {
            if let Ok(request) = power.wait_for(Option::is_some).await
                && let Some(request) = *request
            {
                return request;
            }
        }
    }

    /// Forgets the request, which is being carried out or was refused.
    pub(crate) fn forget_power(&self) {
        self.power.send_replace(None);
    }

    pub(crate) fn fault(&self) -> InjectedFault {
        *self.faults.borrow()
    }

    pub(crate) fn faults(&self) -> watch::Receiver<InjectedFault> {
        self.faults.subscribe()
    }

    /// Sets a fault, which lasts until another is set or the next boot.
    pub(crate) fn set_fault(&self, fault: InjectedFault) {
        self.faults.send_replace(fault);
        if let InjectedFault::Die(time) = fault {
            self.ask_power(PowerRequest::Die(time));
        }
    }

    /// Sets the language by its locale; the setting outlasts the boot.
    pub(crate) fn set_locale(&self, locale: &str) -> Result<(), Refusal> {
        self.system.set_property(language::PROPERTY, locale)?;
        self.act_here(|locked| locked.device.set_language(Language::of_locale(locale)));
        Ok(())
    }

    /// Takes the fault that was set for this step, if there is one. A fault counts once, except [`StepFault::Hold`].
    pub(crate) fn take_step_fault(&self, step: Step) -> Option<StepFault> {
        let mut taken = None;
        self.faults.send_if_modified(|fault| match *fault {
            InjectedFault::Step(held, step_fault) if step.is_spoiled_by(held) => {
                taken = Some(step_fault);
                let over = step_fault != StepFault::Hold;
                if over {
                    *fault = InjectedFault::None;
                }
                over
            }
            _ => false,
        });
        if taken.is_some_and(|step_fault| step_fault != StepFault::Hold) {
            // An empty value always has room under a name that was set before.
            let _ = self.system.set_property(fault::PROPERTY, "");
        }
        taken
    }

    /// Resolves once no step is held any more.
    pub(crate) fn released(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut faults = self.faults.subscribe();
        async move {
            let released =
                |fault: &InjectedFault| !matches!(fault, InjectedFault::Step(_, StepFault::Hold));
            // Waiting fails only when the phone is gone, and then its held steps are gone too.
            let _ = faults.wait_for(released).await;
        }
    }

    pub(crate) fn stats(&self) -> Stats {
        // The state is locked before the watchers, as everywhere; both guards are named or dropped at once, so that neither is held too long.
        let state = self.state.lock();
        let sessions = self.watchers.lock().periods.len();
        Stats {
            frames_drawn: self.frames_drawn.load(Ordering::Relaxed),
            frames_encoded: self.frames_encoded.load(Ordering::Relaxed),
            sessions,
            has_screen: state.screen.is_some(),
        }
    }

    pub(crate) fn count_encoded(&self) {
        self.frames_encoded.fetch_add(1, Ordering::Relaxed);
    }

    /// Reads or changes the device, off the async threads, since a change may write a file or lay a page out. `None` as from
    /// [`Self::off_thread`].
    pub(crate) async fn act<R: Send + 'static>(
        self: &Arc<Self>,
        change: impl FnOnce(&mut LockedPhone<'_>) -> R + Send + 'static,
    ) -> Option<R> {
        let phone = self.clone();
        self.off_thread(move || phone.act_here(change)).await
    }

    fn act_here<R>(&self, change: impl FnOnce(&mut LockedPhone<'_>) -> R) -> R {
        let mut state = self.state.lock();
        let State { device, screen } = &mut *state;
        let result = change(&mut LockedPhone { device, screen });
        let (changed, copied) = (state.device.take_changed(), state.device.take_copied());
        if self.watchers.lock().periods.is_empty() {
            state.screen = None;
        } else if changed && let Some(screen) = &mut state.screen {
            screen.invalidate();
        }
        drop(state);
        if changed {
            self.changed.notify_one();
        }
        if let Some(text) = copied {
            self.copied.send_modify(|copied| {
                *copied = Copied {
                    number: copied.number + 1,
                    text: text.into(),
                }
            });
        }
        result
    }

    /// Newest text that was copied, and each later one.
    pub(crate) fn copies(&self) -> watch::Receiver<Copied> {
        self.copied.subscribe()
    }

    /// Draws a picture of the screen now, whether or not somebody watches.
    pub(crate) async fn screenshot(self: &Arc<Self>) -> Option<Frame> {
        let phone = self.clone();
        self.off_thread(move || {
            phone.act_here(|locked| {
                phone.frames_drawn.fetch_add(1, Ordering::Relaxed);
                let screen = locked.screen.get_or_insert_with(|| Box::new(Screen::new()));
                let mut frame = screen.draw(locked.device, Vec::new());
                phone.cover_if_secure(locked.device, &mut frame);
                frame
            })
        })
        .await
    }

    /// Runs heavy work on a blocking thread, where it stalls no connection; at most one piece a core for all phones together.
    /// `None` if the work panicked or the runtime ends.
    pub(crate) async fn off_thread<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> Option<R> {
        let permit = self.work.clone().acquire_owned().await.ok()?;
        let span = Span::current();
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            span.in_scope(work)
        });
        done.await
            .inspect_err(|error| tracing::error!(error = %causes(error), "run phone work failed"))
            .ok()
    }

    /// Starts watching. With a `period`, pictures are drawn at most that often, when something changed.
    pub fn watch(self: &Arc<Self>, period: Option<Duration>) -> Watch {
        let mut watchers = self.watchers.lock();
        let id = watchers.next;
        watchers.next += 1;
        watchers.periods.insert(id, period);
        if watchers.painter.is_none() {
            watchers.painter = Some(tokio::spawn(painter::paint(self.clone())).abort_handle());
        }
        drop(watchers);
        self.joined.notify_one();
        Watch {
            phone: self.clone(),
            id,
            frames: self.frames.subscribe(),
        }
    }

    fn period(&self) -> Option<Duration> {
        self.watchers
            .lock()
            .periods
            .values()
            .filter_map(|period| *period)
            .min()
    }

    fn draw_for_watchers(&self) {
        let mut state = self.state.lock();
        if self.watchers.lock().periods.is_empty() {
            return;
        }
        let number = self.frames_drawn.fetch_add(1, Ordering::Relaxed);
        let State { device, screen } = &mut *state;
        device.take_changed();
        let mut frame = screen
            .get_or_insert_with(|| Box::new(Screen::new()))
            .draw(device, self.spare_pixels());
        self.cover_if_secure(device, &mut frame);
        if let Some(share) = noise::share_of(self.system.property(noise::PROPERTY).as_deref()) {
            noise::paint(&mut frame, number as u32, share);
        }
        if self.corner_period().is_some() {
            frame_stamp::paint(&mut frame, number as u32);
        }
        // The picture is sent under the lock: the last watcher to leave must find this picture and drop it.
        self.frames.send_replace(Some(Arc::new(frame)));
        drop(state);
    }

    fn cover_if_secure(&self, device: &Device, frame: &mut Frame) {
        if secure::hides(self.system.property(secure::PROPERTY).as_deref(), device) {
            secure::cover(frame);
        }
    }

    /// Pause between two pictures that show their number and time, if somebody measures.
    fn corner_period(&self) -> Option<Duration> {
        frame_stamp::period_of(self.system.property(frame_stamp::PROPERTY).as_deref())
    }

    /// Memory of the last picture, to be used again if no session encodes that picture any more.
    fn spare_pixels(&self) -> Vec<[u8; 4]> {
        let mut spare = Vec::new();
        self.frames.send_if_modified(|frame| {
            if let Some(last) = frame
                .take_if(|frame| Arc::strong_count(frame) == 1)
                .and_then(Arc::into_inner)
            {
                spare = last.pixels;
            }
            false
        });
        spare
    }
}

/// A phone whose state is locked, and its actions.
pub(crate) struct LockedPhone<'a> {
    pub(crate) device: &'a mut Device,
    screen: &'a mut Option<Box<Screen>>,
}

impl LockedPhone<'_> {
    /// Gives the screen another size; fingers that rest on it are lifted, for their places mean nothing any more.
    pub(crate) fn resize(&mut self, upright: (u16, u16)) {
        self.device.set_size(upright);
        if let Some(screen) = self.screen {
            screen.lift_all();
        }
    }

    /// Returns device and screen together, for touches.
    pub(crate) fn with_screen(&mut self) -> (&mut Device, &mut Screen) {
        (
            self.device,
            self.screen.get_or_insert_with(|| Box::new(Screen::new())),
        )
    }
}

/// Registration among a phone's watchers; dropping it leaves.
pub struct Watch {
    phone: Arc<Phone>,
    /// Number that is unique for each registration.
    pub(crate) id: u64,
    /// Newest picture; `None` until one is drawn.
    pub frames: watch::Receiver<Option<Arc<Frame>>>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut state = self.phone.state.lock();
        let mut watchers = self.phone.watchers.lock();
        watchers.periods.remove(&self.id);
        if watchers.periods.is_empty() {
            if let Some(painter) = watchers.painter.take() {
                painter.abort();
            }
            state.screen = None;
            self.phone.frames.send_replace(None);
        }
    }
}
