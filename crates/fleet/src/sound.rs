//! Sound of a phone: each form that somebody listens to has a scrcpy server of its own, started for the first listener and stopped after the
//! last has left. Silent raw samples are not passed on; opus and AAC encode silence in a few bytes.

use std::sync::Arc;
use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};
use causes::causes;
use domain::play::SoundState;
use domain::play::sound::{
    AAC_CONFIG, Form, RATE_HZ, SAMPLE_BYTES, SOUND_HEADER_BYTES, SOUND_MAX_BYTES, Sound,
};
use phone_link::wire::screen::{SOUND_PACKET_MAX_BYTES, SoundCodec};
use phone_link::{Link, ScreenError, SoundPacket};
use relay::{FRAME_OVERHEAD_BYTES, Frame, Limits, Source};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout_at};

use crate::phone::{AudioOutlets, AudioSource, Listener, Phone, wait_for_link};
use crate::picture::PhoneClock;

/// Age beyond which sound is not sent any more.
const LANE_AGE: Duration = Duration::from_millis(500);
/// Bytes of [`LANE_AGE`] in packets of 5 ms.
const LANE_BYTES: usize = RATE_HZ as usize / 2 * SAMPLE_BYTES + 100 * FRAME_OVERHEAD_BYTES;
/// Pause between two tries to open a stream.
const RETRY_PAUSE: Duration = Duration::from_millis(300);
/// Most losses in a row, each within [`crate::Timing::steady_after`], after which another stream is tried.
const LOSSES_MAX: u32 = 3;

const _: () = assert!(
    SOUND_PACKET_MAX_BYTES as usize <= SOUND_MAX_BYTES,
    "a browser takes whatever a phone plays"
);
const _: () = assert!(
    AAC_CONFIG[0] == phone_link::AAC_CONFIG[0] && AAC_CONFIG[1] == phone_link::AAC_CONFIG[1],
    "and its decoder is told what the phone's encoder is"
);

/// Joins the listeners of this phone in this form; the first listener starts the stream.
pub fn listen(phone: &Arc<Phone>, form: Form) -> Listener {
    let limits = Limits {
        lane_bytes: LANE_BYTES,
        lane_age: LANE_AGE,
    };
    phone.audio.join_or_start(form, || {
        AudioSource::start(limits, |outlets| {
            let task = run(Arc::clone(phone), form, outlets);
            phone.environment.runtime.spawn(task).abort_handle()
        })
    })
}

async fn run(phone: Arc<Phone>, form: Form, outlets: AudioOutlets) {
    let AudioOutlets { source, state } = outlets;
    let listeners = source.viewers();
    let mut publisher = AudioPublisher {
        source,
        form,
        clock: phone.screens.clock.clone(),
        sequence: 0,
    };
    tokio::select! {
        last = streams(&phone, &mut publisher, &state) => {
            phone.audio.remove(form, |_| true);
            state.send_replace(last);
        }
        () = wait_until_unlistened(&phone, form, listeners) => {}
    }
}

/// Returns when the source had no listeners for [`crate::Timing::linger`] and was removed.
async fn wait_until_unlistened(phone: &Phone, form: Form, mut listeners: watch::Receiver<usize>) {
    loop {
        if listeners.wait_for(|count| *count == 0).await.is_err() {
            return;
        }
        tokio::select! {
            () = sleep(phone.environment.timing.linger) => {
                if phone.audio.remove(form, |source| !source.is_listened_to()) {
                    return;
                }
            }
            _ = listeners.wait_for(|count| *count > 0) => {}
        }
    }
}

/// Runs streams one after the other until the sound is given up; returns the final state.
async fn streams(
    phone: &Phone,
    publisher: &mut AudioPublisher,
    state: &watch::Sender<SoundState>,
) -> SoundState {
    let timing = phone.environment.timing;
    let Some(file) = &phone.environment.server_file else {
        return SoundState::Absent;
    };
    let mut links = phone.connection.links();
    let mut losses = 0;
    loop {
        if phone.audio.lacks_encoder(publisher.form) {
            return SoundState::Absent;
        }
        state.send_if_modified(|known| {
            std::mem::replace(known, SoundState::Starting) != SoundState::Starting
        });
        let deadline = Instant::now() + timing.open_timeout;
        let Ok(link) = timeout_at(deadline, wait_for_link(&mut links)).await else {
            return SoundState::Lost;
        };
        let begun = Instant::now();
        let lost = tokio::select! {
            error = stream(phone, &link, (file, deadline), publisher, state) => error,
            _ = links.changed() => None,
        };
        match lost {
            Some(error) if error.is_soundless() => {
                if error.lacks_sound_encoder() {
                    phone.audio.note_no_encoder(publisher.form);
                }
                return SoundState::Absent;
            }
            lost => {
                tracing::debug!(
                    phone_id = phone.id,
                    error = lost
                        .as_ref()
                        .map(|lost| tracing::field::display(causes(lost))),
                    "audio stream lost"
                );
            }
        }
        losses = if begun.elapsed() >= timing.steady_after {
            1
        } else {
            losses + 1
        };
        if losses > LOSSES_MAX {
            return SoundState::Lost;
        }
        sleep(RETRY_PAUSE).await;
    }
}

/// Publishes one stream until it is lost; returns its error, or `None` when it did not open in time.
async fn stream(
    phone: &Phone,
    link: &Link,
    (file, deadline): (&phone_link::ServerFile, Instant),
    publisher: &mut AudioPublisher,
    state: &watch::Sender<SoundState>,
) -> Option<ScreenError> {
    let codec = match publisher.form {
        Form::Raw => SoundCodec::Raw,
        Form::Opus => SoundCodec::Opus,
        Form::Aac => SoundCodec::Aac,
    };
    let mut sound = match timeout_at(deadline, link.open_sound(file, codec)).await {
        Err(_) => return None,
        Ok(Err(error)) => return Some(error),
        Ok(Ok(sound)) => sound,
    };
    state.send_replace(SoundState::Live);
    loop {
        match sound.next().await {
            Ok(packet) => publisher.publish(&packet, (phone.environment.clock)()),
            Err(error) => return Some(error),
        }
    }
}

/// Makes messages of a phone's sound packets and publishes them to the listeners.
struct AudioPublisher {
    source: Source,
    form: Form,
    clock: PhoneClock,
    sequence: u32,
}

impl AudioPublisher {
    /// Publishes a packet, unless it is silent. `now_us`: Unix microseconds at arrival.
    fn publish(&mut self, packet: &SoundPacket, now_us: u64) {
        let heard_us = self.clock.estimate(packet.pts_us, now_us);
        let sequence = self.sequence;
        self.sequence = sequence.wrapping_add(1);
        let Some(sound) = fit(self.form, &packet.data) else {
            return;
        };
        let head = Sound {
            slot: 0,
            form: self.form,
            sequence,
            heard_us,
        };
        let mut message = BytesMut::with_capacity(SOUND_HEADER_BYTES + sound.len());
        message.put_slice(&head.to_bytes());
        message.put_slice(&sound);
        self.source.publish(Frame {
            key: true,
            message: message.freeze(),
        });
    }
}

/// Returns the part of a packet that is sent: the whole samples of a raw one, unless all are silent, or a packet of opus or AAC of a size that
/// browsers take.
fn fit(form: Form, data: &Bytes) -> Option<Bytes> {
    let data = match form {
        Form::Raw => data.slice(..data.len() / SAMPLE_BYTES * SAMPLE_BYTES),
        Form::Opus | Form::Aac => data.clone(),
    };
    let silent = form == Form::Raw && data.iter().all(|byte| *byte == 0);
    (!silent && form.check(data.len()).is_ok()).then_some(data)
}
