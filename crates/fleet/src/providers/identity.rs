//! The identity that a phone tells of itself: its properties, its Android id, its screen, and how many apps and files are on it.

use domain::identity::Identity;
use phone_link::ShellCommand;
use std::collections::HashMap;
use std::time::Duration;

use super::error::short;
use super::{PhoneAccess, ProviderError};

/// Time limit for each command; counting the files of a full phone takes longest.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(15);

/// Reads the identity over the phone's link. The properties must be readable; everything else that the phone does not tell is `None`.
pub async fn read(phone: &PhoneAccess) -> Result<Identity, ProviderError> {
    let properties = output(phone, "getprop").await?;
    let properties = parse_properties(&properties);
    let of = |name: &str| {
        let value = properties.get(name).map(|value| short(value));
        value.filter(|value| !value.is_empty())
    };
    let android_id = text(phone, "settings get secure android_id").await;
    let size = text(phone, "wm size").await.unwrap_or_default();
    let density = text(phone, "wm density").await.unwrap_or_default();
    let packages = text(phone, "pm list packages -3").await;
    let files = text(phone, "find /sdcard/ -type f 2>/dev/null | wc -l").await;
    let proxy = text(phone, "settings get global http_proxy").await;
    Ok(Identity {
        brand: of("ro.product.brand"),
        name: of("ro.product.marketname"),
        device: of("ro.product.device"),
        model: of("ro.product.model"),
        serial: of("ro.serialno"),
        android_id: android_id
            .map(|id| short(&id))
            .filter(|id| !id.is_empty() && id != "null"),
        fingerprint: of("ro.build.fingerprint"),
        screen: window_value(&size, "size").and_then(|size| {
            let (width, height) = size.split_once('x')?;
            Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
        }),
        dpi: window_value(&density, "density").and_then(|dpi| dpi.parse().ok()),
        release: of("ro.build.version.release"),
        soc: of("ro.soc.model"),
        apps: packages.map(|list| count_packages(&list)),
        files: files.and_then(|count| count.trim().parse().ok()),
        // `:0` tells apps that watch the setting that there is no proxy.
        proxy: proxy
            .map(|proxy| short(&proxy))
            .filter(|proxy| !matches!(proxy.as_str(), "" | "null" | ":0")),
    })
}

async fn output(phone: &PhoneAccess, line: &'static str) -> Result<String, ProviderError> {
    let command = ShellCommand::new(line).within(COMMAND_TIMEOUT);
    Ok(phone.shell(&command).await?.text())
}

/// Output of a command that ended well.
async fn text(phone: &PhoneAccess, line: &'static str) -> Option<String> {
    let command = ShellCommand::new(line).within(COMMAND_TIMEOUT);
    let output = phone.shell(&command).await.ok()?;
    (output.exit == 0).then(|| output.text())
}

/// Lines of `getprop`: `[name]: [value]`.
fn parse_properties(text: &str) -> HashMap<&str, &str> {
    text.lines()
        .filter_map(|line| {
            let (name, value) = line.strip_prefix('[')?.split_once("]: [")?;
            Some((name, value.rsplit_once(']')?.0))
        })
        .collect()
}

/// The present value that `wm` prints: an override, else the screen's own.
fn window_value(text: &str, what: &str) -> Option<String> {
    let after = |kind: &str| {
        let name = format!("{kind} {what}:");
        let line = text
            .lines()
            .find_map(|line| line.trim().strip_prefix(&name));
        line.map(|value| value.trim().to_owned())
    };
    after("Override").or_else(|| after("Physical"))
}

fn count_packages(list: &str) -> u32 {
    let packages = list.lines().filter(|line| line.starts_with("package:"));
    u32::try_from(packages.count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_and_window_values_are_read_as_phones_print_them() {
        let all = parse_properties(
            "[ro.product.model]: [Pixel 7]\n[empty]: []\n[odd]: [a]: [b]]\nbroken\n[]: [x]\n[cut]: [",
        );
        assert_eq!(all["ro.product.model"], "Pixel 7");
        assert_eq!(all["empty"], "");
        assert_eq!(all["odd"], "a]: [b]");
        assert!(!all.contains_key("broken") && !all.contains_key("cut"));
        let size = "Physical size: 1080x2400\nOverride size: 720x1600\n";
        assert_eq!(window_value(size, "size").as_deref(), Some("720x1600"));
        let own = "Physical density: 420\n";
        assert_eq!(window_value(own, "density").as_deref(), Some("420"));
        assert_eq!(window_value("", "density"), None);
        assert_eq!(count_packages("package:a\npackage:b\n\nother\n"), 2);
    }
}
