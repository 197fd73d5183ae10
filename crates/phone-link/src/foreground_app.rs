//! App in front, from the output of Android's activity service (`dumpsys activity activities`).

use std::time::Duration;

use crate::error::ShellError;
use crate::link::Link;
use crate::shell::ShellCommand;

/// Largest output of the service, which lists all tasks: tens of kilobytes on a phone in use.
const OUTPUT_MAX_BYTES: usize = 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(5);

impl Link {
    /// Package whose screen is in front; `None` where the phone does not say.
    pub async fn app_in_front(&self) -> Result<Option<String>, ShellError> {
        let command = ShellCommand::new("dumpsys")
            .word("activity")
            .word("activities")
            .within(TIMEOUT)
            .at_most(OUTPUT_MAX_BYTES);
        let output = self.shell(&command).await?;
        Ok(foreground_app_of(&String::from_utf8_lossy(&output.stdout)))
    }
}

/// App in front. Android 10 and newer name the one of all displays `topResumedActivity=`; older ones have a line `ResumedActivity:` or
/// `mResumedActivity:` for each display, the first of which is the phone's own. Behind it stands
/// `ActivityRecord{<hash> u<user> <package>/<class> t<task>}`.
pub(crate) fn foreground_app_of(text: &str) -> Option<String> {
    let record = |mark: &str| {
        text.lines().find_map(|line| {
            line.split_once(mark)
                .and_then(|(_, record)| package(record))
        })
    };
    record("topResumedActivity=").or_else(|| record("ResumedActivity: "))
}

fn package(record: &str) -> Option<String> {
    let mut words = record.split_ascii_whitespace();
    words.find_map(|word| word.split_once('/').map(|(package, _)| package.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_app_in_front_is_read_from_what_old_and_new_phones_say() {
        let new = "Display #0 (activities from top to bottom):\n  * Task{a1 #5 type=standard A=10101:com.example.other}\n    mLastPausedActivity: ActivityRecord{9 u0 com.example.other/.Main t5}\n  topResumedActivity=ActivityRecord{c9ef4b2 u0 com.android.settings/.Settings t7}\n  mResumedActivity: ActivityRecord{1 u0 com.example.third/.Main t8}\n";
        let old = "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n    mResumedActivity: ActivityRecord{5d2 u0 com.owl.farm/com.owl.farm.ui.Main t12}\n  ResumedActivity: ActivityRecord{5d3 u0 com.owl.second/.Main t13}\n";
        let locked = "  topResumedActivity=null\n  mResumedActivity: null\n";
        assert_eq!(
            foreground_app_of(new).as_deref(),
            Some("com.android.settings")
        );
        assert_eq!(foreground_app_of(old).as_deref(), Some("com.owl.farm"));
        assert_eq!(foreground_app_of(locked), None);
        assert_eq!(foreground_app_of(""), None);
    }
}
