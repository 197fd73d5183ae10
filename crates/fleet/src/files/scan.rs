//! Notifies the phone's media store of changes, so that galleries show them. Best effort: a phone that refuses has its files all the same.

use std::time::Duration;

use causes::causes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use phone_link::wire::shell::ArgumentError;
use phone_link::{Link, ShellCommand};

use super::place;

/// Time limit for one call: each starts a Java program.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Notifies the media store that one file was added, changed or removed.
pub(crate) async fn file(phone_id: i64, link: &Link, path: &str) {
    let command =
        ShellCommand::new("am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d");
    notify(phone_id, link, command.argument(&address(path))).await;
}

/// Has the media store scan the whole volume (Android 10 and later).
pub(super) async fn all(phone_id: i64, link: &Link) {
    let line = "content call --uri content://media --method scan_volume --arg external_primary";
    notify(phone_id, link, Ok(ShellCommand::new(line))).await;
}

async fn notify(phone_id: i64, link: &Link, command: Result<ShellCommand, ArgumentError>) {
    let done = match command {
        Ok(command) => place::run(link, command.within(TIMEOUT)).await,
        Err(error) => Err(error.into()),
    };
    if let Err(error) = done {
        tracing::debug!(phone_id, error = %causes(&error), "notify media store failed");
    }
}

/// Characters that a path in a `file:` address keeps: RFC 3986's unreserved ones and the slash.
const PATH: AsciiSet = NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A path as a `file:` address, such as `file:///storage/emulated/0/%E7%85%A7.jpg`.
fn address(path: &str) -> String {
    format!("file://{}", utf8_percent_encode(path, &PATH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_an_address() {
        assert_eq!(
            address("/sdcard/a b/照$(x)'.jpg"),
            "file:///sdcard/a%20b/%E7%85%A7%24%28x%29%27.jpg"
        );
    }
}
