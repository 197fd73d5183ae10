//! Apps of a phone: what is installed and runs, in one command; starting, stopping and clearing them; reading their APKs.
//! Source: AOSP `PackageManagerShellCommand.java`, `ActivityManagerShellCommand.java`.

use std::collections::BTreeSet;
use std::time::Duration;

use phone_wire::package::{FailureCode, PackageEntry, PackageName};
use tokio::time::sleep;

use crate::error::{FileError, ShellError};
use crate::link::Link;
use crate::packages::PackageError;
use crate::shell::{ShellCommand, ShellOutput};

/// Bytes of an APK that one command reads.
pub const BLOCK_BYTES: usize = 256 * 1024;
/// Commands whose output is an [`AppTable`]: the installed apps, the system's apps, the running processes, the activities that the launchers of
/// phones and of televisions start, and the foreground activity.
const TABLE: &str = "cmd package list packages -3 -f -U --show-versioncode; echo '#'; \
    cmd package list packages -s; echo '#'; \
    ps -A -o NAME; echo '#'; \
    cmd package query-activities --components -a android.intent.action.MAIN -c android.intent.category.LAUNCHER; echo '#'; \
    cmd package query-activities --components -a android.intent.action.MAIN -c android.intent.category.LEANBACK_LAUNCHER; echo '#'; \
    dumpsys activity activities | grep ResumedActivity";
/// Largest output of [`TABLE`]; a phone with a thousand packages prints some 200 KiB.
const TABLE_MAX_BYTES: usize = 2 * 1024 * 1024;
/// Number of looks for a stopped app's processes before the app counts as still running, and the pause between two looks: the system
/// kills the processes after the command has returned.
const LOOKS_MAX: u32 = 10;
const LOOK_PAUSE: Duration = Duration::from_millis(200);
/// Time limit of `am start -W`, which waits for a cold start.
const START_TIMEOUT: Duration = Duration::from_secs(20);
/// Categories of the launchers of phones and of televisions. An app for televisions often has the second alone.
const LAUNCHERS: [&str; 2] = [
    "android.intent.category.LAUNCHER",
    "android.intent.category.LEANBACK_LAUNCHER",
];

/// Apps of a phone, installed ones and those that run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AppTable {
    /// Apps that were installed, without those of the system.
    pub installed: Vec<PackageEntry>,
    /// Packages of the system.
    pub system: BTreeSet<String>,
    /// Packages of running processes.
    pub running: BTreeSet<String>,
    /// Packages that a launcher starts; `None` where the phone does not say.
    pub launched: Option<BTreeSet<String>>,
    /// Package in front.
    pub front: Option<String>,
}

/// Space of a phone's storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Storage {
    /// Size in bytes.
    pub total: u64,
    /// Bytes that can still be written.
    pub free: u64,
}

impl Storage {
    /// Reads what `df -k` prints: a line of titles, then name, size, used and available KiB. A long name may have a line of its own.
    fn parse(text: &str) -> Option<Self> {
        let (_, values) = text.split_once('\n')?;
        let mut numbers = values.split_whitespace().skip(1).map(str::parse::<u64>);
        let mut bytes = || numbers.next()?.ok()?.checked_mul(1024);
        let (total, _used, free) = (bytes()?, bytes()?, bytes()?);
        (free <= total).then_some(Self { total, free })
    }
}

impl AppTable {
    fn parse(text: &str) -> Self {
        let mut parts = text.split("#\n");
        let mut part = || parts.next().unwrap_or_default();
        let installed = part().lines().filter_map(PackageEntry::parse).collect();
        let entries = part().lines().filter_map(PackageEntry::parse);
        let system = entries
            .map(|entry| entry.name.as_str().to_owned())
            .collect();
        // A process of an app beside its first is called `package:name`.
        let names = part().lines().skip(1).map(str::trim);
        let running = names
            .map(|name| name.split(':').next().unwrap_or_default().to_owned())
            .filter(|name| name.contains('.'))
            .collect();
        let launchers = [part(), part()];
        let launched = launchers[0].trim().lines().next().is_some_and(is_launchers);
        Self {
            installed,
            system,
            running,
            launched: launched.then(|| {
                let lines = launchers.iter().flat_map(|list| list.lines());
                lines
                    .filter_map(component)
                    .map(|(owner, _)| owner)
                    .collect()
            }),
            front: crate::foreground_app::foreground_app_of(part()),
        }
    }
}

/// Whether a line begins a list of activities. Android 6 and older know no such query and print a complaint instead.
fn is_launchers(line: &str) -> bool {
    component(line).is_some()
        || line.starts_with("No activities")
        || line.ends_with("activities found:")
}

/// Package and class of a line `package/class`.
fn component(line: &str) -> Option<(String, &str)> {
    let (owner, class) = line.trim().split_once('/')?;
    let owner = PackageName::parse(owner).ok()?;
    Some((owner.as_str().to_owned(), class))
}

impl Link {
    /// Asks for the phone's apps, installed ones and those that run.
    pub async fn apps(&self) -> Result<AppTable, ShellError> {
        let command = ShellCommand::new(TABLE).at_most(TABLE_MAX_BYTES);
        let output = self.shell(&command).await?;
        Ok(AppTable::parse(&String::from_utf8_lossy(&output.stdout)))
    }

    /// Starts an app's launcher activity, and waits until it is shown. An app that the launcher of phones does not show is started by the
    /// activity for the launcher of televisions.
    pub async fn start_app(&self, package: &PackageName) -> Result<(), PackageError> {
        let activity = self.launched(package).await?;
        self.start(&activity).await
    }

    /// The activity of an app that a launcher starts.
    async fn launched(&self, package: &PackageName) -> Result<String, PackageError> {
        for launcher in LAUNCHERS {
            if let Some(activity) = self.activity(package, launcher).await? {
                return Ok(activity);
            }
        }
        Err(PackageError::NoActivity)
    }

    async fn start(&self, activity: &str) -> Result<(), PackageError> {
        let start = ShellCommand::new("am start -W -n")
            .argument(activity)?
            .within(START_TIMEOUT);
        let output = self.shell(&start).await?;
        // `am` ends with 0 even where it could not start anything; then it says so on either output.
        let words = said(&output);
        if output.exit == 0 && !words.contains("Error") && !words.contains("Exception") {
            return Ok(());
        }
        Err(refused(words))
    }

    async fn activity(
        &self,
        package: &PackageName,
        launcher: &'static str,
    ) -> Result<Option<String>, PackageError> {
        let find = ShellCommand::new(
            "cmd package resolve-activity --brief -a android.intent.action.MAIN -c",
        )
        .word(launcher)
        .argument(package.as_str())?;
        let found = self.shell(&find).await?.text();
        let line = found.lines().last().unwrap_or_default().trim();
        // The phone names its own chooser activity where several apps match, and that is no activity of this package.
        let own = component(line).filter(|(owner, _)| owner == package.as_str());
        Ok(own.map(|_| line.to_owned()))
    }

    /// Stops an app with all its parts.
    pub async fn stop_app(&self, package: &PackageName) -> Result<(), PackageError> {
        let stop = ShellCommand::new("am force-stop").argument(package.as_str())?;
        let output = self.shell(&stop).await?;
        if output.exit == 0 {
            return Ok(());
        }
        Err(refused(said(&output)))
    }

    /// Stops an app, and starts it once none of its processes is left. An app that no launcher starts is refused before it is stopped.
    pub async fn restart_app(&self, package: &PackageName) -> Result<(), PackageError> {
        let activity = self.launched(package).await?;
        self.stop_app(package).await?;
        let find = ShellCommand::new("pidof").argument(package.as_str())?;
        for _ in 0..LOOKS_MAX {
            if self.shell(&find).await?.text().trim().is_empty() {
                return self.start(&activity).await;
            }
            sleep(LOOK_PAUSE).await;
        }
        Err(refused("the app went on running".to_owned()))
    }

    /// Space of the phone's storage, which apps and files share.
    pub async fn storage(&self) -> Result<Storage, FileError> {
        let output = self.shell(&ShellCommand::new("df -k /data")).await?;
        Storage::parse(&output.text()).ok_or(FileError::Unexpected)
    }

    /// Removes an app's data, which stops the app.
    pub async fn clear_app(&self, package: &PackageName) -> Result<(), PackageError> {
        let clear = ShellCommand::new("cmd package clear").argument(package.as_str())?;
        let output = self.shell(&clear).await?;
        if output.text().lines().any(|line| line.trim() == "Success") {
            return Ok(());
        }
        Err(refused(said(&output)))
    }

    /// Reads the `nth` block of [`BLOCK_BYTES`] of a file, shorter at its end.
    pub async fn read_block(&self, path: &str, nth: u64) -> Result<Vec<u8>, FileError> {
        let read = ShellCommand::new("dd")
            .argument(&format!("if={path}"))
            .and_then(|command| command.argument(&format!("bs={BLOCK_BYTES}")))
            .and_then(|command| command.argument(&format!("skip={nth}")))
            .map_err(ShellError::from)?
            .word("count=1")
            // `dd` prints its statistics there, which would count against the output limit.
            .word("2>/dev/null")
            .at_most(BLOCK_BYTES);
        let output = self.shell(&read).await?;
        if output.exit != 0 {
            return Err(FileError::Refused("dd".to_owned()));
        }
        Ok(output.stdout)
    }
}

fn refused(words: String) -> PackageError {
    PackageError::Refused {
        code: FailureCode::Other,
        words,
    }
}

/// Text of both outputs of a command, for a message about its failure.
fn said(output: &ShellOutput) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    format!("{}\n{}", output.text(), complaint.trim())
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_table_is_read_from_what_a_phone_says() {
        let text = "package:/data/app/~~a==/com.owl.farm-b==/base.apk=com.owl.farm versionCode:12 uid:10123\n\
            not a line\n#\npackage:com.android.settings\npackage:android\n#\n\
            NAME\ninit\n[kthreadd]\ncom.owl.farm:push\ncom.android.settings\n#\n\
            com.owl.farm/.Main\n#\ncom.owl.tv/com.owl.tv.Main\n#\n\
            topResumedActivity=ActivityRecord{1 u0 com.android.settings/.Settings t7}\n";
        let table = AppTable::parse(text);
        assert_eq!(table.installed.len(), 1);
        assert_eq!(table.installed[0].version_code, Some(12));
        assert_eq!(table.system, names(&["android", "com.android.settings"]));
        assert_eq!(
            table.running,
            names(&["com.android.settings", "com.owl.farm"])
        );
        assert_eq!(table.launched, Some(names(&["com.owl.farm", "com.owl.tv"])));
        assert_eq!(table.front.as_deref(), Some("com.android.settings"));
    }

    #[test]
    fn the_space_is_read_from_what_df_says() {
        let said = "Filesystem     1K-blocks     Used Available Use% Mounted on\n/dev/block/dm-5 110000000 21000000 89000000  20% /data\n";
        let space = Storage {
            total: 110_000_000 * 1024,
            free: 89_000_000 * 1024,
        };
        assert_eq!(Storage::parse(said), Some(space));
        assert_eq!(
            Storage::parse(&said.replace("dm-5 ", "dm-5\n ")),
            Some(space)
        );
        for odd in [
            "",
            "df: /data: No such file or directory\n",
            "Filesystem 1K-blocks Used Available\n/dev/x 10 2G 8",
            "Filesystem 1K-blocks Used Available\n/dev/x 10 2 11",
            "Filesystem 1K-blocks Used Available\n/dev/x 18446744073709551615 2 1",
        ] {
            assert_eq!(Storage::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_phone_that_says_less_leaves_it_open() {
        let table = AppTable::parse("#\n#\nNAME\n#\nUnknown command: query-activities\n#\n#\n");
        assert_eq!(table, AppTable::default());
        let none =
            AppTable::parse("#\n#\nNAME\n#\nNo activities found\n#\nNo activities found\n#\n");
        assert_eq!(none.launched, Some(BTreeSet::new()));
        assert_eq!(AppTable::parse(""), AppTable::default());
    }
}
