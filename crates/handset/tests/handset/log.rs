//! Log of the phone, as `logcat` shows it.

use handset::internal::{LINES_LIMIT, Log, MESSAGE_LIMIT_BYTES};

#[test]
fn the_oldest_line_goes_when_the_log_is_full() {
    let log = Log::default();
    for number in 0..LINES_LIMIT {
        log.info("t", &number.to_string());
    }
    assert_eq!(log.since(0).len(), LINES_LIMIT);
    assert_eq!(log.since(0)[0].message, "0");
    log.info("t", "one more");
    assert_eq!(log.since(0).len(), LINES_LIMIT);
    assert_eq!(log.since(0)[0].message, "1");
    assert_eq!(log.since(LINES_LIMIT as u64).len(), 1);
    log.info("t", &"é".repeat(MESSAGE_LIMIT_BYTES));
    assert_eq!(
        log.since(LINES_LIMIT as u64 + 1)[0].message.len(),
        MESSAGE_LIMIT_BYTES
    );
}
