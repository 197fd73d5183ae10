//! Sound of a phone: the running source of each form, which listeners join, and the forms that the phone has no encoder for.

use domain::play::SoundState;
use domain::play::sound::{Form, Forms};
use parking_lot::Mutex;
use relay::{Limits, Relay, Source, Viewer};
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// A subscription to a phone's sound; dropping it ends it.
pub struct Listener {
    /// The sound as whole messages, each of which can be played by itself.
    pub viewer: Viewer,
    /// [`SoundState::Starting`], [`SoundState::Live`], and in the end [`SoundState::Absent`] or [`SoundState::Lost`].
    pub state: watch::Receiver<SoundState>,
}

/// The running sound of one form as listeners find it.
pub struct AudioSource {
    relay: Relay,
    state: watch::Receiver<SoundState>,
    task: AbortHandle,
}

/// The running sound of one form as its task fills it.
pub struct AudioOutlets {
    pub source: Source,
    pub state: watch::Sender<SoundState>,
}

impl AudioSource {
    /// Creates a source and has `spawn` start its task.
    pub fn start(limits: Limits, spawn: impl FnOnce(AudioOutlets) -> AbortHandle) -> Self {
        let (source, relay) = Relay::new(limits);
        let (state_out, state) = watch::channel(SoundState::Starting);
        let task = spawn(AudioOutlets {
            source,
            state: state_out,
        });
        Self { relay, state, task }
    }

    /// Whether the source has listeners.
    pub fn is_listened_to(&self) -> bool {
        self.relay.viewers() > 0
    }

    fn join(&self) -> Listener {
        Listener {
            viewer: self.relay.join(),
            state: self.state.clone(),
        }
    }
}

/// Sound of a phone.
#[derive(Default)]
pub struct AudioSources {
    /// The running source of each [`Form`].
    running: Mutex<[Option<AudioSource>; Form::ALL.len()]>,
    /// Forms that the phone has no encoder for, as it reported over the present link.
    without_encoder: Mutex<Forms>,
}

impl AudioSources {
    /// Joins the listeners of this form; without a running source `start` makes it, under the lock, so that two listeners never start two.
    pub fn join_or_start(&self, form: Form, start: impl FnOnce() -> AudioSource) -> Listener {
        let mut running = self.running.lock();
        running[form as usize].get_or_insert_with(start).join()
    }

    /// Removes the source of this form if `ready`, under the lock, so that nobody can join meanwhile. Only the source's own task does this.
    pub fn remove(&self, form: Form, ready: impl FnOnce(&AudioSource) -> bool) -> bool {
        let mut running = self.running.lock();
        let source = &mut running[form as usize];
        let removes = source.as_ref().is_none_or(ready);
        if removes {
            *source = None;
        }
        removes
    }

    /// Ends all running sources' tasks.
    pub fn abort(&self) {
        let running = std::mem::take(&mut *self.running.lock());
        running
            .iter()
            .flatten()
            .for_each(|source| source.task.abort());
    }

    /// Whether the phone told that it has no encoder for this form.
    pub fn lacks_encoder(&self, form: Form) -> bool {
        self.without_encoder.lock().has(form)
    }

    /// Notes that the phone has no encoder for this form. Raw samples need none, so their loss is never final.
    pub fn note_no_encoder(&self, form: Form) {
        if form.is_encoded() {
            let mut forms = self.without_encoder.lock();
            *forms = forms.with(form);
        }
    }

    /// Forgets missing encoders: behind a new link the phone may be another one.
    pub fn forget_encoders(&self) {
        *self.without_encoder.lock() = Forms::NONE;
    }
}
