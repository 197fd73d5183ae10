//! Wake-up of one waiting task by many callbacks. A notification carries no data: the events are in the state that they share.

use std::cell::Cell;
use std::future::poll_fn;
use std::task::{Poll, Waker};

/// Signal for one task. Notifications while no task waits are remembered as one.
#[derive(Default)]
pub struct Notify {
    notified: Cell<bool>,
    waker: Cell<Option<Waker>>,
}

impl Notify {
    /// Wakes the task, or lets its next wait return at once.
    pub fn notify_one(&self) {
        self.notified.set(true);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    /// Waits for the next notification.
    pub async fn notified(&self) {
        poll_fn(|context| {
            if self.notified.replace(false) {
                return Poll::Ready(());
            }
            self.waker.set(Some(context.waker().clone()));
            Poll::Pending
        })
        .await;
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::task::Context;

    use super::*;

    struct Count(AtomicU32);

    impl std::task::Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_notification_wakes_the_waiting_task_once() {
        let count = Arc::new(Count(AtomicU32::new(0)));
        let waker = Waker::from(Arc::clone(&count));
        let mut context = Context::from_waker(&waker);
        let notify = Notify::default();
        let mut waiting = pin!(notify.notified());
        assert!(waiting.as_mut().poll(&mut context).is_pending());
        notify.notify_one();
        notify.notify_one();
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
        assert!(waiting.as_mut().poll(&mut context).is_ready());
    }

    #[test]
    fn a_notification_before_the_wait_is_remembered_once() {
        let mut context = Context::from_waker(Waker::noop());
        let notify = Notify::default();
        notify.notify_one();
        assert!(pin!(notify.notified()).poll(&mut context).is_ready());
        assert!(pin!(notify.notified()).poll(&mut context).is_pending());
    }
}
