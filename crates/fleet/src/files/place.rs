//! Where a path really is, as the phone says; and commands that say nothing when all is well.

use domain::play::files::{Folder, Item};
use phone_link::{Link, ShellCommand};

use super::{COMMAND_PATIENCE, FileFault};

/// Longest output of a command here: paths.
const OUTPUT_MAX_BYTES: usize = 64 * 1024;

/// The real places of folders, each below the real place of the root. Its storage is a link itself on every phone.
pub(super) async fn folders<const N: usize>(
    link: &Link,
    folders: [&Folder; N],
) -> Result<[String; N], FileFault> {
    real(link, folders.map(Folder::as_str)).await
}

/// The place of a thing: its folder's real one and its name. It may be a link itself, which is not followed.
pub(super) async fn item(link: &Link, item: &Item) -> Result<String, FileFault> {
    let [folder] = folders(link, [item.folder()]).await?;
    Ok(format!("{folder}/{}", item.name()))
}

/// The real place of a thing, links followed.
pub(super) async fn followed(link: &Link, item: &Item) -> Result<String, FileFault> {
    let [place] = real(link, [item.to_string().as_str()]).await?;
    Ok(place)
}

async fn real<const N: usize>(link: &Link, paths: [&str; N]) -> Result<[String; N], FileFault> {
    let mut command = ShellCommand::new("realpath").argument(Folder::root().as_str())?;
    for path in paths {
        command = command.argument(path)?;
    }
    let command = command.within(COMMAND_PATIENCE).at_most(OUTPUT_MAX_BYTES);
    let output = link.shell(&command).await?;
    if output.exit != 0 {
        return Err(FileFault::of_words(&String::from_utf8_lossy(
            &output.stderr,
        )));
    }
    let text = String::from_utf8(output.stdout).map_err(|_| FileFault::Outside)?;
    inside(&text).ok_or(FileFault::Outside)
}

/// The root, then each place, a line each; none where one is elsewhere.
fn inside<const N: usize>(text: &str) -> Option<[String; N]> {
    let mut lines = text.strip_suffix('\n')?.split('\n');
    let root = lines.next()?;
    let places: Vec<String> = lines.map(str::to_owned).collect();
    let is_inside = |place: &String| {
        let rest = place.strip_prefix(root);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            && !place.split('/').any(|name| name == "..")
    };
    let all = root.len() > 1 && root.starts_with('/') && places.iter().all(is_inside);
    all.then_some(places)?.try_into().ok()
}

/// Runs a command of which only its failure has words.
pub(super) async fn run(link: &Link, command: ShellCommand) -> Result<(), FileFault> {
    let output = link.shell(&command.at_most(OUTPUT_MAX_BYTES)).await?;
    match output.exit {
        0 => Ok(()),
        _ => Err(FileFault::of_words(&String::from_utf8_lossy(
            &output.stderr,
        ))),
    }
}

/// Gives a thing another place; what is there stays, unless it is a file to be replaced.
pub(super) async fn rename(
    link: &Link,
    from: &str,
    to: &str,
    replace: bool,
) -> Result<(), FileFault> {
    let program = if replace { "mv -f" } else { "mv -n" };
    let command = ShellCommand::new(program).argument(from)?.argument(to)?;
    run(link, command.within(COMMAND_PATIENCE)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_places_below_the_root_are_taken() {
        let root = "/storage/emulated/0";
        let told = |place: &str| inside::<1>(&format!("{root}\n{place}\n")).is_some();
        for place in [
            root,
            "/storage/emulated/0/Download",
            "/storage/emulated/0/a b",
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
            inside::<1>("/\n/data\n").is_none(),
            "a root that is everything"
        );
        assert!(
            inside::<1>("/storage/emulated/0\n").is_none(),
            "one too few"
        );
        assert!(inside::<1>("").is_none());
    }
}
