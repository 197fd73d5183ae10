//! State of one phone that its tasks share.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::lang::Lang;
use domain::play::sound::{Form, Forms};
use parking_lot::Mutex;
use phone_link::{KeyPair, Link, ServerFile};
use tokio::runtime::Handle;
use tokio::sync::{Notify, Semaphore, broadcast, watch};
use tokio::task::AbortHandle;
use tokio::time::{Duration, Instant};

use crate::connection_supervisor;
use crate::fleet::{PhoneSpec, Timing, UnixMicros};
use crate::health::{Health, PhoneFault};
use crate::hosts::RttStats;
use crate::input::{InputQueue, PressedState};
use crate::picture::PhoneClock;
use crate::providers::{Provider, Reach};
use crate::quality::PictureQuality;
use crate::screen::{Kind, SCREENSHOTS_LEVEL, Screen};
use crate::sound::{AudioSource, Listener};
use crate::watch::Watch;

/// How long a phone that was switched on is tried often: longer than phones take to boot.
const EXPECTED_FOR: Duration = Duration::from_mins(5);

/// Least time after which a missing answer counts as late: a loaded phone starts a process for it.
const SILENT_AFTER: Duration = Duration::from_millis(500);

/// State that all phones share.
pub struct Environment {
    pub server_file: Option<ServerFile>,
    /// Key for phones that ask for one.
    pub key: Option<Arc<KeyPair>>,
    pub runtime: Handle,
    pub clock: UnixMicros,
    pub timing: Timing,
    pub connects: Semaphore,
    /// Permits for converting screenshots.
    pub shots: Semaphore,
    /// Permits for screenshots of callers.
    pub pictures: Semaphore,
    /// Permits for file transfers.
    pub transfers: Arc<Semaphore>,
    pub health: broadcast::Sender<Health>,
}

/// A phone of the fleet.
pub struct Phone {
    pub id: i64,
    pub address: String,
    pub provider: Arc<dyn Provider>,
    /// Actions of its provider are done one after the other.
    pub actions: tokio::sync::Mutex<()>,
    /// The language that its provider was told last, since the phone was last empty.
    lang: Mutex<Option<Lang>>,
    /// Screenshots are taken one after the other.
    pub camera: tokio::sync::Mutex<()>,
    /// Files are written one after the other.
    pub writing: tokio::sync::Mutex<()>,
    /// Permits for reading files.
    pub reading: Arc<Semaphore>,
    pub environment: Arc<Environment>,
    /// The link while there is one.
    pub link: watch::Sender<Option<Link>>,
    /// Notified when somebody wants the phone now: the supervisor need not wait.
    pub hurry: Notify,
    /// Until when the phone is expected to boot: the supervisor tries often.
    expected: Mutex<Option<Instant>>,
    pub inputs: InputQueue,
    /// Fingers and keys that are pressed; outlives lost sessions and screens, so that the next one releases it. Held by the session that acts on it.
    pub pressed: tokio::sync::Mutex<PressedState>,
    /// Quality of the full picture; reset whenever the picture stops.
    pub quality: watch::Sender<PictureQuality>,
    /// Number of picture sizes, then encoders, that the phone refused.
    encoder_fallback_level: AtomicUsize,
    health: Mutex<Option<Health>>,
    /// When the unanswered probe was sent.
    asked: Mutex<Option<Instant>>,
    /// Recent round-trip times.
    rtts: Mutex<RttStats>,
    screens: Mutex<Screens>,
    /// The running sound of each [`Form`].
    audio_sources: Mutex<[Option<AudioSource>; Form::ALL.len()]>,
    /// Forms of sound without an encoder on the phone, as it told over the present link.
    refused: Mutex<Forms>,
    /// Estimate of the phone's clock.
    pub drawn: PhoneClock,
    supervisor: Mutex<Option<AbortHandle>>,
}

#[derive(Default)]
struct Screens {
    full: Option<Screen>,
    small: Option<Screen>,
}

impl Screens {
    const fn place(&mut self, kind: Kind) -> &mut Option<Screen> {
        match kind {
            Kind::Full => &mut self.full,
            Kind::Small => &mut self.small,
        }
    }
}

impl Phone {
    /// Starts the actor that keeps the link.
    pub fn start(
        spec: PhoneSpec,
        provider: Arc<dyn Provider>,
        environment: &Arc<Environment>,
    ) -> Arc<Self> {
        let phone = Arc::new(Self {
            id: spec.phone_id,
            address: spec.address,
            provider,
            actions: tokio::sync::Mutex::default(),
            lang: Mutex::default(),
            camera: tokio::sync::Mutex::default(),
            writing: tokio::sync::Mutex::default(),
            reading: Arc::new(Semaphore::new(domain::play::files::READS_AT_ONCE)),
            environment: Arc::clone(environment),
            link: watch::Sender::new(None),
            hurry: Notify::new(),
            expected: Mutex::default(),
            inputs: InputQueue::default(),
            pressed: tokio::sync::Mutex::default(),
            quality: watch::Sender::default(),
            encoder_fallback_level: AtomicUsize::new(0),
            health: Mutex::default(),
            asked: Mutex::default(),
            rtts: Mutex::default(),
            screens: Mutex::default(),
            audio_sources: Mutex::default(),
            refused: Mutex::default(),
            drawn: PhoneClock::default(),
            supervisor: Mutex::default(),
        });
        let supervisor = environment
            .runtime
            .spawn(connection_supervisor::run(Arc::clone(&phone)));
        *phone.supervisor.lock() = Some(supervisor.abort_handle());
        phone
    }

    /// Ends all tasks: links and sessions close with them.
    pub fn shut(&self) {
        if let Some(supervisor) = self.supervisor.lock().take() {
            supervisor.abort();
        }
        let screens = std::mem::take(&mut *self.screens.lock());
        [screens.full, screens.small]
            .iter()
            .flatten()
            .for_each(Screen::abort);
        let audio_sources = std::mem::take(&mut *self.audio_sources.lock());
        audio_sources.iter().flatten().for_each(AudioSource::abort);
        self.link.send_replace(None);
    }

    /// Notes the language that its screens are to speak; whether that is another one than before.
    pub fn note_lang(&self, lang: Option<Lang>) -> bool {
        std::mem::replace(&mut *self.lang.lock(), lang) != lang
    }

    /// Whether this is still the language that its screens are to speak.
    pub fn is_lang(&self, lang: Lang) -> bool {
        *self.lang.lock() == Some(lang)
    }

    pub fn watch(self: &Arc<Self>, kind: Kind) -> Watch {
        let mut screens = self.screens.lock();
        screens
            .place(kind)
            .get_or_insert_with(|| Screen::start(self, kind))
            .join()
    }

    /// Whether anybody watches the full picture.
    pub fn is_watched(&self) -> bool {
        let screens = self.screens.lock();
        screens.full.as_ref().is_some_and(Screen::is_watched)
    }

    /// Removes the screen of this kind if `ready`, under the lock, so that nobody can join meanwhile. Only a screen's own task does this.
    pub fn retire(&self, kind: Kind, ready: impl FnOnce(&Screen) -> bool) -> bool {
        let mut screens = self.screens.lock();
        let place = screens.place(kind);
        let retires = place.as_ref().is_none_or(ready);
        if retires {
            *place = None;
            if kind == Kind::Full {
                self.inputs.set_open(false);
                self.quality.send_replace(PictureQuality::default());
                // The encoder may only have been in use: screenshots last no longer than they are watched.
                if self.encoder_fallback_level() >= SCREENSHOTS_LEVEL {
                    self.encoder_fallback_level.store(0, Ordering::Relaxed);
                }
            }
        }
        retires
    }

    pub fn listen(self: &Arc<Self>, form: Form) -> Listener {
        self.audio_sources.lock()[form as usize]
            .get_or_insert_with(|| AudioSource::start(self, form))
            .join()
    }

    /// Removes the sound of this form if `ready`, under the lock, so that nobody can join meanwhile. Only the sound's own task does this.
    pub fn stop_audio(&self, form: Form, ready: impl FnOnce(&AudioSource) -> bool) -> bool {
        let mut audio_sources = self.audio_sources.lock();
        let source = &mut audio_sources[form as usize];
        let stops = source.as_ref().is_none_or(ready);
        if stops {
            *source = None;
        }
        stops
    }

    /// Whether the phone told that it has no encoder for this form.
    pub fn refuses(&self, form: Form) -> bool {
        self.refused.lock().has(form)
    }

    /// Notes that the phone has no encoder for this form. Raw samples need none, so their loss is never final.
    pub fn refused(&self, form: Form) {
        if form.is_encoded() {
            let mut refused = self.refused.lock();
            *refused = refused.with(form);
        }
    }

    /// Forgets missing encoders: behind a new link the phone may be another one.
    pub fn forget_refused(&self) {
        *self.refused.lock() = Forms::NONE;
    }

    pub fn want_key(&self, kind: Kind) {
        if let Some(screen) = self.screens.lock().place(kind) {
            screen.want_key();
        }
    }

    /// Number of picture sizes, then encoders, that the phone refused so far.
    pub fn encoder_fallback_level(&self) -> usize {
        self.encoder_fallback_level.load(Ordering::Relaxed)
    }

    /// Notes one more refusal; only the full screen's task does this.
    pub fn raise_encoder_fallback(&self) {
        self.encoder_fallback_level.fetch_add(1, Ordering::Relaxed);
    }

    /// Has the phone tried now, and often for a while: it was switched on or restarted.
    pub fn expect(&self) {
        *self.expected.lock() = Some(Instant::now() + EXPECTED_FOR);
        self.hurry.notify_one();
    }

    /// Whether the phone is expected to boot soon.
    pub fn is_expected(&self) -> bool {
        self.expected
            .lock()
            .is_some_and(|until| Instant::now() < until)
    }

    /// The phone's address and link, for its provider.
    pub fn reach(&self) -> Reach {
        Reach::new(self.address.clone(), self.link.subscribe())
    }

    /// Notes that a probe was sent.
    pub fn asked(&self, at: Instant) {
        *self.asked.lock() = Some(at);
    }

    /// Forgets the unanswered probe: the link is gone.
    pub fn not_asked(&self) {
        *self.asked.lock() = None;
    }

    /// How long an answer is overdue; zero up to the usual time.
    pub fn silence(&self) -> Duration {
        let owed = self.asked.lock().map_or(Duration::ZERO, |at| at.elapsed());
        if owed >= SILENT_AFTER {
            owed
        } else {
            Duration::ZERO
        }
    }

    /// Notes an answer and its round-trip time.
    pub fn answered(&self, took: Duration) {
        self.not_asked();
        self.rtts.lock().note(took);
    }

    /// Reads recent round-trip times.
    pub fn lately<T>(&self, look: impl FnOnce(&RttStats) -> T) -> T {
        look(&self.rtts.lock())
    }

    pub fn health(&self) -> Option<Health> {
        self.health.lock().clone()
    }

    /// Why the phone is unhealthy.
    pub fn trouble(&self) -> Option<PhoneFault> {
        self.health()?.reason
    }

    /// Publishes a change of health.
    pub fn report(&self, reason: Option<PhoneFault>) {
        let news = Health {
            phone_id: self.id,
            healthy: reason.is_none(),
            reason,
        };
        let mut health = self.health.lock();
        if health.as_ref() != Some(&news) {
            tracing::info!(
                phone_id = self.id,
                healthy = news.healthy,
                reason = news.reason.as_ref().map(tracing::field::display),
                "phone health changed"
            );
            *health = Some(news.clone());
            // Sent under the lock, so that readers see changes in their order. Nobody listening is fine.
            let _ = self.environment.health.send(news);
        }
    }
}
