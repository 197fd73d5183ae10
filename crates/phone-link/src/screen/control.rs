//! Control socket of a session: messages out through a bounded queue, the phone's messages in.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use phone_wire::Decoder;
use phone_wire::control::{ControlError, ControlMessage};
use phone_wire::device::{DeviceMessage, DeviceMessages as Grammar};
use phone_wire::screen::Version;
use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::ScreenError;
use super::process::Process;
use crate::error::LinkError;
use crate::stream::{Progress, Stream};

/// Most messages that may wait for the phone.
const QUEUE_MAX: usize = 64;
/// Most messages that go out in one write.
const TOGETHER_MAX: usize = 32;
/// Time that the phone may take for one write before the control socket counts as dead.
const WRITE_MAX: Duration = Duration::from_secs(10);
/// Age of unacknowledged data from which a phone counts as late: longer than nearly all round trips.
const LATE_AFTER: Duration = Duration::from_millis(250);

/// Reason why a message was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ControlSendError {
    /// The queue is full, for the phone takes messages more slowly than its controller sends them.
    #[error("too many control messages wait for the phone")]
    Full,
    /// The session is over.
    #[error("the control stream is closed")]
    Closed,
    /// The server on the phone would die of the message: its version does not know the type, or the message is for a camera session.
    #[error("the scrcpy server {0} does not take this message")]
    Unsupported(Version),
    /// The message cannot be sent.
    #[error(transparent)]
    Invalid(#[from] ControlError),
}

/// Sender of control messages, in order; clones share the stream.
#[derive(Debug, Clone)]
pub struct ControlSender {
    queue: mpsc::Sender<Bytes>,
    /// Whether the phone is late in acknowledging what it was sent.
    late: watch::Receiver<bool>,
    version: Version,
    process: Arc<Process>,
}

impl ControlSender {
    /// Queues a message, without waiting.
    pub fn send(&self, message: &ControlMessage) -> Result<(), ControlSendError> {
        let bytes = self.checked(message)?;
        self.queue.try_send(bytes).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => ControlSendError::Full,
            mpsc::error::TrySendError::Closed(_) => ControlSendError::Closed,
        })
    }

    /// Queues a message as soon as there is room.
    pub async fn send_when_free(&self, message: &ControlMessage) -> Result<(), ControlSendError> {
        let bytes = self.checked(message)?;
        self.queue
            .send(bytes)
            .await
            .map_err(|_| ControlSendError::Closed)
    }

    /// Waits while the phone is late in acknowledging: messages that were sent meanwhile would be carried out all at once when it is back,
    /// however old they are then. Returns at once when the control stream is closed.
    pub async fn keeps_up(&self) {
        let _ = self.late.clone().wait_for(|late| !late).await;
    }

    fn checked(&self, message: &ControlMessage) -> Result<Bytes, ControlSendError> {
        if !self.version.display_takes(message) {
            return Err(ControlSendError::Unsupported(self.version));
        }
        Ok(message.to_bytes()?)
    }

    /// Number of times that the phone forbade input, once for each touch or key; some makes do so until "USB debugging (Security
    /// settings)" is switched on. The session goes on, and its pictures come.
    pub fn forbidden(&self) -> watch::Receiver<u64> {
        self.process.forbidden()
    }

    /// Whether the control stream is closed.
    pub fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }

    /// Waits until the control stream is closed.
    pub async fn closed(&self) {
        self.queue.closed().await;
    }
}

/// Receiver of the phone's messages: copied text, acknowledgements.
#[derive(Debug)]
pub struct DeviceMessages {
    stream: ReadHalf<Stream>,
    decoder: Decoder<Grammar>,
    process: Arc<Process>,
}

impl DeviceMessages {
    /// The next message. After an error the session is over. Loses nothing when the future is dropped.
    pub async fn next(&mut self) -> Result<DeviceMessage, ScreenError> {
        loop {
            if let Some(message) = self.decoder.pull()? {
                return Ok(message);
            }
            match self.stream.read_buf(self.decoder.buffer_mut()).await {
                Ok(0) => return Err(self.process.last_words().await),
                Ok(_) => {}
                Err(error) => return Err(LinkError::of_stream(error).into()),
            }
        }
    }
}

pub(super) fn open_control(
    stream: Stream,
    version: Version,
    process: Arc<Process>,
) -> (ControlSender, DeviceMessages) {
    let progress = stream.progress();
    let (read, write) = tokio::io::split(stream);
    let (queue, messages) = mpsc::channel(QUEUE_MAX);
    let (tell_late, late) = watch::channel(false);
    tokio::spawn(async move {
        tokio::select! {
            // `forward` is polled first, so that the message it has just written is watched at once.
            biased;
            () = forward(messages, write) => {}
            () = watch_over(&progress, &tell_late) => {}
        }
    });
    let sender = ControlSender {
        queue,
        late,
        version,
        process: Arc::clone(&process),
    };
    let device = DeviceMessages {
        stream: read,
        decoder: Decoder::new(Grammar),
        process,
    };
    (sender, device)
}

/// Forwards queued messages. Ends with the last sender, after everything it queued, or when the phone takes no more.
async fn forward(mut messages: mpsc::Receiver<Bytes>, mut write: WriteHalf<Stream>) {
    let mut batch = Vec::with_capacity(TOGETHER_MAX);
    let mut out = BytesMut::new();
    while messages.recv_many(&mut batch, TOGETHER_MAX).await > 0 {
        out.clear();
        for message in batch.drain(..) {
            out.extend_from_slice(&message);
        }
        let sent = timeout(WRITE_MAX, write.write_all(&out)).await;
        if !matches!(sent, Ok(Ok(()))) {
            break;
        }
    }
}

/// Watches whether the phone is late in acknowledging. Ends when the phone takes no more messages, or is later than [`WRITE_MAX`].
async fn watch_over(progress: &Progress, late: &watch::Sender<bool>) {
    while let Ok(goal) = progress.begun().await {
        let mut reached = timeout(LATE_AFTER, progress.reached(goal)).await;
        if reached.is_err() {
            late.send_replace(true);
            reached = timeout(WRITE_MAX, progress.reached(goal)).await;
        }
        if !matches!(reached, Ok(Ok(()))) {
            break;
        }
        late.send_if_modified(std::mem::take);
    }
}
