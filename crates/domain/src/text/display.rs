//! Sizes, money, durations and times as people read them (specification, section 5).

use chrono::{DateTime, Datelike, FixedOffset, Timelike};
use strum::IntoStaticStr;

use crate::lang::Lang;
use crate::text;

const SECOND_MS: i64 = 1000;
const MINUTE_MS: i64 = 60 * SECOND_MS;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;

/// A timestamp of at most this many digits is in seconds.
const SECONDS_DIGITS_MAX: i64 = 9_999_999_999;

/// A file's size with two decimals, in B, KB, MB, GB or TB (1,024 each). Negative sizes are 0.
pub fn format_bytes(bytes: f64) -> String {
    const UNITS: [&str; 5] = ["B", "KB", "MB", "GB", "TB"];
    let mut value = if bytes.is_finite() {
        bytes.max(0.0)
    } else {
        0.0
    };
    let mut unit = 0;
    // 1,023.995 would be printed as 1024.00, so the next unit is taken from there on.
    while value >= 1023.995 && unit < UNITS.len() - 1 {
        value /= 1024.0;
        unit += 1;
    }
    // The value in hundredths: printing a float costs the browser's module more than all the rest of this file.
    let hundredths = (value * 100.0).round() as u64;
    format!(
        "{}.{:02} {}",
        hundredths / 100,
        hundredths % 100,
        UNITS[unit]
    )
}

/// Fen as yuan, trailing zeros dropped, thousands grouped: 109200 → `1,092`, 150 → `1.5`, -5 → `-0.05`.
pub fn format_fen(fen: i64) -> String {
    let magnitude = fen.unsigned_abs();
    let digits = (magnitude / 100).to_string();
    let mut out = String::new();
    if fen < 0 {
        out.push('-');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    let cents = magnitude % 100;
    if cents > 0 {
        out.push('.');
        out.push_str(format!("{cents:02}").trim_end_matches('0'));
    }
    out
}

/// Yuan as people type them, in fen: at most two decimals and ten figures before them; none for what is no amount.
pub fn parse_yuan(text: &str) -> Option<i64> {
    let text = text.trim().replace(',', "");
    let (yuan, fen) = text.split_once('.').unwrap_or((&text, ""));
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if !(1..=10).contains(&yuan.len()) || fen.len() > 2 || !digits(yuan) || !digits(fen) {
        return None;
    }
    let cents: i64 = format!("{fen:0<2}").parse().ok()?;
    Some(yuan.parse::<i64>().ok()? * 100 + cents)
}

/// A duration in days, hours and minutes, parts of zero left out: `1 天 2 小时`, `1 d 2 h`; less than a minute in seconds, none as `0 分钟`.
pub fn format_duration(ms: i64, lang: Lang) -> String {
    let ms = ms.max(0);
    if (1..MINUTE_MS).contains(&ms) {
        let seconds = (ms / SECOND_MS).max(1);
        return match lang {
            Lang::Zh => format!("{seconds} 秒"),
            Lang::En => format!("{seconds} s"),
        };
    }
    let units = match lang {
        Lang::Zh => [" 天", " 小时", " 分钟"],
        Lang::En => [" d", " h", " min"],
    };
    let parts = [ms / DAY_MS, ms % DAY_MS / HOUR_MS, ms % HOUR_MS / MINUTE_MS];
    let words: Vec<String> = parts
        .iter()
        .zip(units)
        .filter(|(n, _)| **n > 0)
        .map(|(n, unit)| format!("{n}{unit}"))
        .collect();
    if words.is_empty() {
        format!("0{}", units[2])
    } else {
        words.join(" ")
    }
}

/// A running clock: `m:ss`, from an hour on `h:mm:ss`. Negative times are 0.
pub fn format_clock(ms: i64) -> String {
    let seconds = ms.max(0) / SECOND_MS;
    let (minutes, rest) = (seconds / 60, seconds % 60);
    if minutes < 60 {
        format!("{minutes}:{rest:02}")
    } else {
        format!("{}:{:02}:{rest:02}", minutes / 60, minutes % 60)
    }
}

/// Formats a line of a CSV file (RFC 4180), without its line end. A cell that a spreadsheet would run as a formula
/// gets a leading apostrophe.
pub fn csv_row<S: AsRef<str>>(cells: &[S]) -> String {
    let written: Vec<String> = cells.iter().map(|cell| csv_cell(cell.as_ref())).collect();
    written.join(",")
}

fn csv_cell(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !text::is_number(cell);
    let guarded = format!("{}{cell}", if formula { "'" } else { "" });
    if guarded.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", guarded.replace('"', "\"\""))
    } else {
        guarded
    }
}

/// Urgency of a remaining time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum Urgency {
    /// More than seven days.
    #[strum(serialize = "")]
    Calm,
    /// Seven days or less.
    Warn,
    /// One day or less, or expired.
    Err,
}

/// Remaining time of a rental, for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remaining {
    /// `剩 23 天`, `5 h left`, `已到期`.
    pub text: String,
    /// Urgency, which decides the colour.
    pub urgency: Urgency,
    /// Ticks to draw: begun days, at most 30.
    pub ticks: u8,
}

/// The time until `expire_ms` in the largest unit that fits: months (of 30 days, from 60 days on), days, hours, minutes. What has begun
/// counts, as it does in the ticks: 30 paid days read 30 until the first is over.
pub fn remaining(expire_ms: i64, now_ms: i64, lang: Lang) -> Remaining {
    let left = expire_ms.saturating_sub(now_ms);
    if left <= 0 {
        let text = match lang {
            Lang::Zh => "已到期",
            Lang::En => "Expired",
        };
        return Remaining {
            text: text.to_owned(),
            urgency: Urgency::Err,
            ticks: 0,
        };
    }
    let begun = |unit_ms: i64| (left - 1) / unit_ms + 1;
    let (days, hours, minutes) = (begun(DAY_MS), begun(HOUR_MS), begun(MINUTE_MS));
    let (count, zh, en) = if days >= 60 {
        (days / 30, "个月", "mo")
    } else if hours >= 24 {
        (days, "天", "d")
    } else if minutes >= 60 {
        (hours, "小时", "h")
    } else {
        (minutes, "分钟", "min")
    };
    let text = match lang {
        Lang::Zh => format!("剩 {count} {zh}"),
        Lang::En => format!("{count} {en} left"),
    };
    let urgency = if left <= DAY_MS {
        Urgency::Err
    } else if left <= 7 * DAY_MS {
        Urgency::Warn
    } else {
        Urgency::Calm
    };
    let ticks = days.min(30) as u8;
    Remaining {
        text,
        urgency,
        ticks,
    }
}

/// A timestamp in milliseconds: one of at most ten digits is read as seconds.
pub const fn timestamp_ms(timestamp: i64) -> i64 {
    if timestamp.unsigned_abs() <= SECONDS_DIGITS_MAX as u64 {
        timestamp * 1000
    } else {
        timestamp
    }
}

/// `YYYY-MM-DD HH:mm:ss` in a zone given by its offset from UTC; empty for a time that no calendar has.
pub fn format_time(timestamp: i64, offset_minutes: i32) -> String {
    at(timestamp, offset_minutes).map_or_else(String::new, |t| {
        format!(
            "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
            t.year(),
            t.month(),
            t.day(),
            t.hour(),
            t.minute(),
            t.second()
        )
    })
}

/// `MM-DD`, for the corner of a card.
pub fn format_day(timestamp: i64, offset_minutes: i32) -> String {
    at(timestamp, offset_minutes)
        .map_or_else(String::new, |t| format!("{:02}-{:02}", t.month(), t.day()))
}

/// The age of a time: under 30 s, minutes, hours, `1 day ago` until 48 h, then the date and time. The future is `just now`.
pub fn time_ago(timestamp: i64, now_ms: i64, offset_minutes: i32, lang: Lang) -> String {
    let ago = now_ms.saturating_sub(timestamp_ms(timestamp));
    let say = |zh: String, en: String| match lang {
        Lang::Zh => zh,
        Lang::En => en,
    };
    if ago < 30 * SECOND_MS {
        say("刚刚".into(), "just now".into())
    } else if ago < HOUR_MS {
        let minutes = (ago + MINUTE_MS - 1) / MINUTE_MS;
        say(format!("{minutes} 分钟前"), format!("{minutes} min ago"))
    } else if ago < DAY_MS {
        let hours = ago / HOUR_MS;
        say(format!("{hours} 小时前"), format!("{hours} h ago"))
    } else if ago < 2 * DAY_MS {
        say("1 天前".into(), "1 day ago".into())
    } else {
        format_time(timestamp, offset_minutes)
    }
}

fn at(timestamp: i64, offset_minutes: i32) -> Option<DateTime<FixedOffset>> {
    let zone = FixedOffset::east_opt(offset_minutes.checked_mul(60)?)?;
    Some(DateTime::from_timestamp_millis(timestamp_ms(timestamp))?.with_timezone(&zone))
}
