//! State of the phone's clipboard, as far as it is known, so that its text can be restored after another text was pasted only because it
//! cannot be typed.

use std::sync::Arc;
use std::time::Duration;

use domain::play::CLIPBOARD_SET_MAX_BYTES;
use parking_lot::{Mutex, MutexGuard};
use tokio::time::Instant;

/// Time after the phone confirmed a text that was set from here in which its report of the same text is an echo: nobody copied it there.
const ECHO_WITHIN: Duration = Duration::from_millis(100);
/// [`ECHO_WITHIN`] for a restored text, whose confirmation nobody waits for.
const RESTORE_ECHO_WITHIN: Duration = Duration::from_secs(3);

/// State shared by the dispatcher, which sets the phone's clipboard, and the reader of the phone's reports, which learns of copies.
#[derive(Debug, Default)]
pub struct ClipboardState(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Text to restore: the last one that was copied on the phone, or set in order to stay; `None` when unknown.
    to_restore: Option<Arc<str>>,
    /// Whether a text that was set for a paste alone has replaced `to_restore` in the clipboard.
    is_replaced: bool,
    /// Text that was set last.
    set: Option<Set>,
    /// Text that was restored last, and until when a report of it is an echo.
    restored: Option<(Arc<str>, Instant)>,
}

#[derive(Debug)]
struct Set {
    text: Arc<str>,
    /// Whether the text was set for a paste alone.
    temporary: bool,
    /// Time until which a report of the text is an echo; `None` while its confirmation is awaited.
    until: Option<Instant>,
}

impl ClipboardState {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock()
    }

    /// Notes that a text is about to be set, for a paste alone if `temporary`.
    pub fn begin(&self, text: Arc<str>, temporary: bool) {
        let mut state = self.lock();
        state.is_replaced = temporary;
        state.set = Some(Set {
            text,
            temporary,
            until: None,
        });
    }

    /// Notes whether the phone confirmed the text in time.
    pub fn end(&self, confirmed: bool) {
        let mut state = self.lock();
        let State {
            to_restore, set, ..
        } = &mut *state;
        if let Some(set) = set {
            set.until = Some(Instant::now() + ECHO_WITHIN);
            if !set.temporary {
                *to_restore = confirmed.then(|| Arc::clone(&set.text));
            }
        }
    }

    /// Takes the phone's report that this text is in its clipboard. Returns whether that is new: somebody copied the text there, and it is no
    /// echo of a text that was set from here.
    pub fn on_report(&self, text: &Arc<str>) -> bool {
        let mut state = self.lock();
        let now = Instant::now();
        let of_set = |set: &Set| set.text == *text && set.until.is_none_or(|until| now < until);
        let of_restored =
            |(restored, until): &(Arc<str>, Instant)| restored == text && now < *until;
        if state.set.as_ref().is_some_and(of_set)
            || state.restored.as_ref().is_some_and(of_restored)
        {
            return false;
        }
        let known = state.is_replaced && state.to_restore.as_ref() == Some(text);
        // A text reported before the confirmation was there before the text that was set.
        let under = state.set.as_ref().is_some_and(|set| set.until.is_none());
        state.is_replaced &= under;
        // A longer text could not be set again.
        state.to_restore =
            Some(Arc::clone(text)).filter(|text| text.len() <= CLIPBOARD_SET_MAX_BYTES);
        !known
    }

    /// Takes the text to restore when typing pauses; `None` when the clipboard holds it already, or it is unknown.
    pub fn take_restore(&self) -> Option<Arc<str>> {
        let mut state = self.lock();
        if !std::mem::take(&mut state.is_replaced) {
            return None;
        }
        let text = state.to_restore.clone()?;
        state.restored = Some((Arc::clone(&text), Instant::now() + RESTORE_ECHO_WITHIN));
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    fn set(clipboard_state: &ClipboardState, text: &str, temporary: bool) {
        clipboard_state.begin(text.into(), temporary);
        clipboard_state.end(true);
    }

    fn restored(clipboard_state: &ClipboardState) -> Option<String> {
        clipboard_state.take_restore().map(|text| text.to_string())
    }

    #[tokio::test(start_paused = true)]
    async fn what_lay_under_temporary_texts_is_restored_once() {
        let clipboard_state = ClipboardState::default();
        assert!(clipboard_state.on_report(&"copied".into()));
        assert_eq!(restored(&clipboard_state), None, "nothing lies over it");
        for text in ["你", "好"] {
            set(&clipboard_state, text, true);
        }
        assert_eq!(restored(&clipboard_state).as_deref(), Some("copied"));
        assert_eq!(restored(&clipboard_state), None);
        assert!(!clipboard_state.on_report(&"copied".into()), "an echo");
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_not_known_is_left() {
        let clipboard_state = ClipboardState::default();
        set(&clipboard_state, "你", true);
        assert_eq!(restored(&clipboard_state), None);
        // Nor what a phone may not have taken, or is too long to be set.
        clipboard_state.begin("sent".into(), false);
        clipboard_state.end(false);
        set(&clipboard_state, "你", true);
        assert_eq!(restored(&clipboard_state), None);
        for (bytes, known) in [
            (CLIPBOARD_SET_MAX_BYTES, true),
            (CLIPBOARD_SET_MAX_BYTES + 1, false),
        ] {
            assert!(clipboard_state.on_report(&"x".repeat(bytes).into()));
            set(&clipboard_state, "你", true);
            assert_eq!(restored(&clipboard_state).is_some(), known);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_sent_or_pasted_for_its_own_sake_is_what_lies_there() {
        let clipboard_state = ClipboardState::default();
        set(&clipboard_state, "你", true);
        set(&clipboard_state, "sent", false);
        assert_eq!(restored(&clipboard_state), None);
        set(&clipboard_state, "好", true);
        assert_eq!(restored(&clipboard_state).as_deref(), Some("sent"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_copy_on_the_phone_counts_whether_it_comes_before_the_confirmation_or_after() {
        let clipboard_state = ClipboardState::default();
        clipboard_state.begin("你".into(), true);
        assert!(clipboard_state.on_report(&"before".into()));
        clipboard_state.end(true);
        assert_eq!(restored(&clipboard_state).as_deref(), Some("before"));
        set(&clipboard_state, "好", true);
        assert!(clipboard_state.on_report(&"after".into()));
        assert_eq!(restored(&clipboard_state), None, "it lies there already");
    }

    #[tokio::test(start_paused = true)]
    async fn the_same_text_is_an_echo_at_once_and_a_copy_later() {
        let clipboard_state = ClipboardState::default();
        clipboard_state.begin("你".into(), true);
        assert!(!clipboard_state.on_report(&"你".into()));
        clipboard_state.end(true);
        assert!(!clipboard_state.on_report(&"你".into()));
        advance(ECHO_WITHIN).await;
        assert!(clipboard_state.on_report(&"你".into()));
    }
}
