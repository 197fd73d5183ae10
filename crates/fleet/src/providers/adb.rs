//! Actions that any phone allows over ADB, without special rights.

use std::time::Duration;

use phone_link::wire::service::Service;
use phone_link::{Priority, ShellCommand};
use tokio::time::timeout;

use super::error::short;
use super::{Evidence, PhoneAccess, ProviderError, Switch};

/// Time limit for a phone to go down after the command.
const REBOOT_TIMEOUT: Duration = Duration::from_secs(20);
/// Time limit for each command.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(10);
/// Longest refusal that is kept, in bytes.
const REFUSAL_MAX_BYTES: usize = 1024;

/// Restarts a phone by the service `reboot:`. A phone answers with a text only when it refuses; else the stream, or the link, ends as the
/// phone goes down.
pub async fn reboot(phone: &PhoneAccess) -> Result<(), ProviderError> {
    let link = phone.link()?;
    let service = Service::Reboot(String::new());
    let mut stream = link.open(&service, Priority::Interactive).await?;
    let mut words = Vec::new();
    let ended = timeout(REBOOT_TIMEOUT, async {
        while let Ok(Some(chunk)) = stream.chunk().await {
            let room = REFUSAL_MAX_BYTES - words.len();
            words.extend_from_slice(&chunk[..chunk.len().min(room)]);
        }
    });
    match ended.await {
        Err(_) => Err(ProviderError::Timeout),
        Ok(()) if words.is_empty() => Ok(()),
        Ok(()) => Err(ProviderError::refused(&String::from_utf8_lossy(&words))),
    }
}

/// Sets the density with `wm density` and reads it back; `None` resets it.
pub async fn density(phone: &PhoneAccess, dpi: Option<u16>) -> Result<(), ProviderError> {
    let wanted = dpi.map_or_else(|| "reset".to_owned(), |dpi| dpi.to_string());
    let command = command("wm density")
        .argument(&wanted)
        .map_err(|error| ProviderError::refused(&error.to_string()))?;
    let output = phone.shell(&command).await?;
    if output.exit != 0 {
        let words = if output.stderr.is_empty() {
            output.stdout
        } else {
            output.stderr
        };
        return Err(ProviderError::refused(&String::from_utf8_lossy(&words)));
    }
    // The command was taken, so a phone that is unreachable now may have changed.
    let densities = densities(phone).await.map_err(|error| match error {
        ProviderError::Unreachable => ProviderError::Timeout,
        error => error,
    })?;
    match (dpi, densities.overriding) {
        (Some(dpi), Some(now)) if now == dpi => Ok(()),
        // Some phones report no override that is equal to their own density.
        (Some(dpi), None) if densities.own == Some(dpi) => Ok(()),
        (None, None) => Ok(()),
        _ => Err(ProviderError::refused("the density did not change")),
    }
}

/// Reads a phone's state over its link; the data id is not among what a phone tells.
pub async fn evidence(phone: &PhoneAccess) -> Result<Evidence, ProviderError> {
    let boot_id = match word(phone, "cat /proc/sys/kernel/random/boot_id").await? {
        Some(id) => Some(id),
        // The time of this boot stands in where the kernel's id is not readable.
        None => word(phone, "getprop ro.runtime.firstboot").await?,
    };
    let densities = densities(phone).await?;
    Ok(Evidence {
        switch: Switch::On,
        // The fleet offers the link of a phone only after it has booted.
        booted: true,
        boot_id,
        data_id: None,
        android_id: word(phone, "settings get secure android_id").await?,
        serial: word(phone, "getprop ro.serialno").await?,
        density: densities.overriding.or(densities.own),
        build_id: word(phone, "getprop ro.build.id").await?,
    })
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Densities {
    own: Option<u16>,
    overriding: Option<u16>,
}

async fn densities(phone: &PhoneAccess) -> Result<Densities, ProviderError> {
    let output = phone.shell(&command("wm density")).await?;
    Ok(parse_densities(&String::from_utf8_lossy(&output.stdout)))
}

fn parse_densities(text: &str) -> Densities {
    let after = |name: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(name));
        line.and_then(|rest| rest.trim().parse().ok())
    };
    Densities {
        own: after("Physical density:"),
        overriding: after("Override density:"),
    }
}

/// First line of a command's output; `None` when it fails, prints nothing, or `null` as `settings` does.
async fn word(phone: &PhoneAccess, line: &'static str) -> Result<Option<String>, ProviderError> {
    let output = phone.shell(&command(line)).await?;
    let text = short(&output.text());
    Ok(Some(text).filter(|text| output.exit == 0 && !text.is_empty() && text != "null"))
}

fn command(line: &'static str) -> ShellCommand {
    ShellCommand::new(line).within(COMMAND_TIMEOUT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn densities_are_read_as_phones_print_them() {
        for (text, own, overriding) in [
            ("Physical density: 320\n", Some(320), None),
            (
                "Physical density: 320\nOverride density: 280\n",
                Some(320),
                Some(280),
            ),
            ("Physical density: 99999999\n", None, None),
            ("", None, None),
        ] {
            assert_eq!(parse_densities(text), Densities { own, overriding });
        }
    }
}
