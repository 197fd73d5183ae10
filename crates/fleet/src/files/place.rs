//! Resolves real paths on a phone, and runs shell commands that print nothing on success.

use domain::play::files::{Folder, Item};
use phone_link::{Link, ShellCommand};

use super::{COMMAND_TIMEOUT, FileAccessError};

/// Longest output of a command, in bytes: paths.
const OUTPUT_MAX_BYTES: usize = 64 * 1024;

/// The real path of a folder, which must be that of the root or below it; the root itself is a symbolic link on every phone.
pub(super) async fn folder(link: &Link, folder: &Folder) -> Result<String, FileAccessError> {
    resolve(link, folder.as_str()).await
}

/// The path of an item: its folder's real path and its name. The item itself may be a link, which is not followed.
pub(super) async fn item(link: &Link, item: &Item) -> Result<String, FileAccessError> {
    let folder = folder(link, item.folder()).await?;
    Ok(format!("{folder}/{}", item.name()))
}

/// The real path of an item, links followed.
pub(super) async fn follow_link(link: &Link, item: &Item) -> Result<String, FileAccessError> {
    resolve(link, &item.to_string()).await
}

/// Resolves one path per command: names may contain line ends, which also separate the printed paths.
async fn resolve(link: &Link, path: &str) -> Result<String, FileAccessError> {
    let command = ShellCommand::new("realpath")
        .argument(Folder::root().as_str())?
        .argument(path)?;
    let command = command.within(COMMAND_TIMEOUT).at_most(OUTPUT_MAX_BYTES);
    let output = link.shell(&command).await?;
    if output.exit != 0 {
        return Err(FileAccessError::of_words(&String::from_utf8_lossy(
            &output.stderr,
        )));
    }
    let text = String::from_utf8(output.stdout).map_err(|_| FileAccessError::Outside)?;
    parse_below_root(&text).ok_or(FileAccessError::Outside)
}

/// Parses the root's real path, a line end, and the item's; `None` when the item is neither the root nor below it.
fn parse_below_root(text: &str) -> Option<String> {
    let (root, place) = text.strip_suffix('\n')?.split_once('\n')?;
    let rest = place.strip_prefix(root)?;
    let below = rest.is_empty() || rest.starts_with('/');
    let up = place.split('/').any(|name| name == "..");
    let whole = root.len() > 1 && root.starts_with('/');
    (whole && below && !up).then(|| place.to_owned())
}

/// Runs a command that prints only errors.
pub(super) async fn run(link: &Link, command: ShellCommand) -> Result<(), FileAccessError> {
    let output = link.shell(&command.at_most(OUTPUT_MAX_BYTES)).await?;
    match output.exit {
        0 => Ok(()),
        _ => Err(FileAccessError::of_words(&String::from_utf8_lossy(
            &output.stderr,
        ))),
    }
}

/// Renames an item; an existing target stays, unless `replace` and it is a file.
pub(super) async fn rename(
    link: &Link,
    from: &str,
    to: &str,
    replace: bool,
) -> Result<(), FileAccessError> {
    let program = if replace { "mv -f" } else { "mv -n" };
    let command = ShellCommand::new(program).argument(from)?.argument(to)?;
    run(link, command.within(COMMAND_TIMEOUT)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_places_below_the_root_are_taken() {
        let root = "/storage/emulated/0";
        let told =
            |place: &str| parse_below_root(&format!("{root}\n{place}\n")).as_deref() == Some(place);
        for place in [
            root,
            "/storage/emulated/0/Download",
            "/storage/emulated/0/a b",
            "/storage/emulated/0/a\tb\n/data\n",
        ] {
            assert!(told(place), "{place}");
        }
        for place in [
            "/storage/emulated/01",
            "/data",
            "",
            "/storage/emulated/0/../1",
            "/storage/emulated/0\n/x",
        ] {
            assert!(!told(place), "{place}");
        }
        assert!(
            parse_below_root("/\n/data\n").is_none(),
            "a root that is everything"
        );
        assert!(
            parse_below_root("/storage/emulated/0\n").is_none(),
            "one too few"
        );
        assert!(parse_below_root("").is_none());
    }
}
