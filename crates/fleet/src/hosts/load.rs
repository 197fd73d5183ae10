//! Reads the load of hosts: that of a process on this machine from `/proc/PID` (`proc(5)`), that of another host from `/proc` of a phone on
//! it, which for phones in containers is the machine's own.

use std::time::Duration;

use phone_link::{Link, ShellCommand};
use tokio::time::{Instant, sleep};

/// Time over which a process's processor time is measured.
const CPU_SAMPLE: Duration = Duration::from_millis(250);
/// Ticks of processor time a second, in what Linux shows to programs (`USER_HZ`).
const TICKS_PER_S: f64 = 100.0;
/// Time limit for a phone's answer.
const TIMEOUT: Duration = Duration::from_secs(3);
const ANSWER_MAX_BYTES: usize = 16 * 1024;
const KIB: u64 = 1024;

/// Load of a host, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Load {
    /// Use of one processor in percent by the process of simulated phones, over a moment.
    pub processor_percent: Option<f64>,
    /// Load average over one minute of a machine that a phone runs on.
    pub waiting: Option<f64>,
    /// Memory in use: of the process of simulated phones, or of the machine that a phone runs on.
    pub memory_used_bytes: Option<u64>,
    /// Memory in all.
    pub memory_total_bytes: Option<u64>,
}

/// Load of a process on this machine; `None` without `/proc`, or when the process is gone.
pub async fn of_process(pid: u32) -> Option<Load> {
    let (before, since) = (ticks(pid).await?, Instant::now());
    sleep(CPU_SAMPLE).await;
    let ran = ticks(pid).await?.saturating_sub(before) as f64 / TICKS_PER_S;
    let status = read(&format!("/proc/{pid}/status")).await?;
    let machine = read("/proc/meminfo").await.unwrap_or_default();
    Some(Load {
        processor_percent: Some(100.0 * ran / since.elapsed().as_secs_f64()),
        waiting: None,
        memory_used_bytes: kib(&status, "VmRSS:"),
        memory_total_bytes: kib(&machine, "MemTotal:"),
    })
}

async fn ticks(pid: u32) -> Option<u64> {
    ticks_of(&read(&format!("/proc/{pid}/stat")).await?)
}

/// Fields 14 and 15, user and system time. The second field, the program's name, may hold anything.
fn ticks_of(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let mut next = || times.next()?.parse::<u64>().ok();
    next()?.checked_add(next()?)
}

async fn read(path: &str) -> Option<String> {
    tokio::fs::read_to_string(path).await.ok()
}

/// Load of the machine that a phone runs on; `None` when the phone does not tell.
pub async fn of_phone(link: &Link) -> Option<Load> {
    let command = ShellCommand::new("cat /proc/loadavg /proc/meminfo")
        .within(TIMEOUT)
        .at_most(ANSWER_MAX_BYTES);
    // A phone that does not let the shell read the load average prints the memory all the same.
    let said = link.shell(&command).await.ok()?.text();
    Some(machine_of(&said)).filter(|load| *load != Load::default())
}

fn machine_of(said: &str) -> Load {
    let total = kib(said, "MemTotal:");
    let free = kib(said, "MemAvailable:").or_else(|| kib(said, "MemFree:"));
    let waiting = (said.lines().next())
        .filter(|line| line.split_whitespace().count() == 5)
        .and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok())
        .filter(|load| load.is_finite() && *load >= 0.0);
    Load {
        processor_percent: None,
        waiting,
        memory_used_bytes: total
            .zip(free)
            .map(|(total, free)| total.saturating_sub(free)),
        memory_total_bytes: total,
    }
}

fn kib(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    number.checked_mul(KIB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_read_as_phones_print_it_and_what_is_missing_is_not_made_up() {
        let said = "1.25 0.80 0.55 2/734 12345\nMemTotal:        8000000 kB\nMemFree:          100000 kB\nMemAvailable:    5000000 kB\n";
        let whole = machine_of(said);
        assert_eq!(whole.waiting, Some(1.25));
        assert_eq!(whole.memory_total_bytes, Some(8_000_000 * KIB));
        assert_eq!(whole.memory_used_bytes, Some(3_000_000 * KIB));
        let part = machine_of("MemTotal: 8 kB\nMemFree: 9 kB\n");
        assert_eq!((part.waiting, part.memory_used_bytes), (None, Some(0)));
        for nothing in [
            "",
            "cat: /proc/loadavg: Permission denied",
            "MemTotal: x kB",
            "NaN 0 0 1/2 3",
            "MemTotal: 99999999999999999999 kB",
        ] {
            assert_eq!(machine_of(nothing), Load::default(), "{nothing}");
        }
    }

    #[test]
    fn processor_time_is_found_behind_any_name() {
        let stat = "42 (a) b ( c) S 1 42 42 0 -1 4194304 10 0 0 0 7 5 0 0 20 0 9 0 100 1 2";
        assert_eq!(ticks_of(stat), Some(12));
        assert_eq!(ticks_of("42 (a) S 1"), None);
        assert_eq!(ticks_of(""), None);
    }

    #[tokio::test]
    async fn this_process_has_memory_and_one_that_is_not_there_has_no_load() {
        let load = of_process(std::process::id()).await.expect("Linux");
        assert!(load.memory_used_bytes > Some(0));
        assert!(load.memory_total_bytes > load.memory_used_bytes);
        assert!(load.processor_percent >= Some(0.0));
        assert_eq!(of_process(u32::MAX).await, None);
    }
}
