//! Reminders of expiry that leave the console, by SMS and mail: where they go, and when one that was not taken is sent again.

use crate::lang::{Lang, Words};
use crate::orders::coded;

/// Purpose of the message: senders choose their template by it.
pub const PURPOSE: &str = "expiry";
/// Pauses after which a reminder that was not taken is sent again, milliseconds; after the last one it is let go.
pub const RETRIES_MS: [i64; 3] = [60_000, 10 * 60_000, 60 * 60_000];
/// Most reminders that are taken at once.
pub const AT_ONCE: i64 = 20;

coded! {
    /// Way of a reminder out of the console.
    ReminderChannel {
        /// By SMS to the account's phone number.
        Sms = 1,
        /// By mail to the account's address.
        Mail = 2,
    }
}

/// Time of the next try after `tries` of them, Unix milliseconds; none when the reminder is let go.
pub fn next_try_ms(tries: i32, now_ms: i64) -> Option<i64> {
    let pause_ms = RETRIES_MS.get(usize::try_from(tries).ok()?)?;
    Some(now_ms.saturating_add(*pause_ms))
}

/// Subject of a mail.
pub fn subject(title: &str, lang: Lang) -> String {
    Words::new("【Owldeck】{0}", "Owldeck: {0}")
        .in_lang(lang)
        .replace("{0}", title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_is_sent_four_times_at_most() {
        assert_eq!(next_try_ms(0, 5), Some(60_005));
        assert_eq!(next_try_ms(2, 0), Some(3_600_000));
        assert_eq!((next_try_ms(3, 0), next_try_ms(-1, 0)), (None, None));
        assert_eq!(subject("a", Lang::En), "Owldeck: a");
        for way in ReminderChannel::ALL {
            assert_eq!(ReminderChannel::from_code(way.code()), Some(*way));
        }
    }
}
