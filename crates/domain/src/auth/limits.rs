//! Rate limits: guesses of passwords and codes, messages sent, captchas drawn.

use super::{CODE_LIFE_MINUTES, CODE_TRIES, DAILY_CODES_RANGE};

const DAILY_MOST: i64 = *DAILY_CODES_RANGE.end();

/// Window in which guesses are counted.
pub const GUESS_WINDOW_MS: i64 = 15 * 60 * 1000;
/// Wrong passwords for one account from anywhere.
pub const ACCOUNT_GUESSES: i64 = 10;
/// Wrong passwords for one account from a device that its member has used: others cannot use them up.
pub const DEVICE_GUESSES: i64 = 5;
/// Wrong passwords and codes from one address, whatever the account: an office behind one address stays below.
pub const ADDRESS_GUESSES: i64 = 60;
/// Wrong passwords and codes of all strangers together.
pub const ALL_GUESSES: i64 = 3000;
/// Wrong passwords of an account from which on the next try needs a captcha.
pub const ACCOUNT_CAPTCHA_AFTER: i64 = 3;
/// Wrong passwords from one address from which on the next try needs a captcha.
pub const ADDRESS_CAPTCHA_AFTER: i64 = 10;

/// Window in which messages and pictures are counted.
pub const SENDING_WINDOW_MS: i64 = 60 * 60 * 1000;
/// Messages that one address may cause.
pub const ADDRESS_SENDINGS: i64 = 60;
/// Messages that one member may cause in a session, to whichever number.
pub const MEMBER_SENDINGS: i64 = 20;
/// Messages that all members and visitors together may cause.
pub const ALL_SENDINGS: i64 = 6000;
/// Messages by which one operator tries a sender.
pub const OPERATOR_TESTS: i64 = 5;
/// Messages by which all operators together try a sender.
pub const ALL_TESTS: i64 = 20;
/// Captchas that one address may ask for.
pub const ADDRESS_CAPTCHAS: i64 = 120;
/// Life of a captcha, in milliseconds.
pub const CAPTCHA_LIFE_MS: i64 = 2 * 60 * 1000;
/// Devices that are remembered for one member; the one unused for longest is forgotten.
pub const DEVICES_KEPT: i64 = 30;

const _: () = assert!(ACCOUNT_CAPTCHA_AFTER < ACCOUNT_GUESSES);
const _: () = assert!(ADDRESS_CAPTCHA_AFTER < ADDRESS_GUESSES);
const _: () = assert!(ACCOUNT_GUESSES < ADDRESS_GUESSES && ADDRESS_GUESSES < ALL_GUESSES);
const _: () = assert!(OPERATOR_TESTS < ALL_TESTS && ALL_TESTS < ALL_SENDINGS);
const _: () = assert!(DEVICE_GUESSES < ACCOUNT_GUESSES);
const _: () = assert!(DAILY_MOST < ADDRESS_SENDINGS && ADDRESS_SENDINGS < ALL_SENDINGS);
const _: () = assert!(DAILY_MOST < MEMBER_SENDINGS && MEMBER_SENDINGS < ADDRESS_SENDINGS);
const _: () = assert!(
    ADDRESS_SENDINGS < ADDRESS_CAPTCHAS,
    "each message may need a picture"
);
const _: () = assert!(
    CAPTCHA_LIFE_MS <= 5 * 60 * 1000 && CAPTCHA_LIFE_MS < *CODE_LIFE_MINUTES.start() * 60 * 1000
);
const _: () = assert!(
    CODE_TRIES as i64 * DAILY_MOST * 1000 < 1_000_000,
    "a day's guesses stay under a thousandth"
);
