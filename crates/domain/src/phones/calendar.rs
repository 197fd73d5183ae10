//! The ends of rentals as a calendar (iCalendar, RFC 5545).

use chrono::DateTime;

use crate::lang::{Lang, Words};

/// Octets of a line, without its end (RFC 5545, 3.1).
const LINE_MAX_BYTES: usize = 75;

/// End of a phone's rental, one entry of the calendar file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RentalEnd {
    /// The phone, for people; names the entry.
    pub owl_id: String,
    /// The phone's name.
    pub alias: String,
    /// When it ends, Unix milliseconds.
    pub expire_ms: i64,
}

/// The text of a calendar with one entry for each end. An entry keeps its name when its rental is extended: programs move it.
pub fn calendar(ends: &[RentalEnd], lang: Lang, now_ms: i64) -> String {
    let mut text = String::new();
    let mut line = |content: &str| fold(&mut text, content);
    line("BEGIN:VCALENDAR");
    line("VERSION:2.0");
    line("PRODID:-//Owldeck//Rentals//EN");
    line("CALSCALE:GREGORIAN");
    let name = Words::new("云手机到期", "Rentals of cloud phones").in_lang(lang);
    line(&format!("X-WR-CALNAME:{}", escaped(name)));
    let stamp = moment(now_ms);
    for end in ends {
        let title = Words::new("{0} 到期", "{0} expires")
            .in_lang(lang)
            .replace("{0}", &end.alias);
        line("BEGIN:VEVENT");
        line(&format!("UID:{}@owldeck", escaped(&end.owl_id)));
        line(&format!("DTSTAMP:{stamp}"));
        line(&format!("DTSTART:{}", moment(end.expire_ms)));
        line("DURATION:PT0S");
        line("TRANSP:TRANSPARENT");
        line(&format!("SUMMARY:{}", escaped(&title)));
        line(&format!("DESCRIPTION:{}", escaped(&end.owl_id)));
        line("BEGIN:VALARM");
        line("ACTION:DISPLAY");
        line("TRIGGER:-P1D");
        line(&format!("DESCRIPTION:{}", escaped(&title)));
        line("END:VALARM");
        line("END:VEVENT");
    }
    line("END:VCALENDAR");
    text
}

/// A moment in UTC; the epoch for one that no calendar has.
fn moment(at_ms: i64) -> String {
    DateTime::from_timestamp_millis(at_ms)
        .unwrap_or_default()
        .format("%Y%m%dT%H%M%SZ")
        .to_string()
}

/// A text as a value (RFC 5545, 3.3.11).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Adds a line; one that is too long goes on behind a space in the next.
fn fold(text: &mut String, content: &str) {
    let mut used = 0;
    for c in content.chars() {
        if used + c.len_utf8() > LINE_MAX_BYTES {
            text.push_str("\r\n ");
            used = 1;
        }
        text.push(c);
        used += c.len_utf8();
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(alias: &str) -> RentalEnd {
        RentalEnd {
            owl_id: "OWL-8P0ES".to_owned(),
            alias: alias.to_owned(),
            expire_ms: 1_800_000_000_000,
        }
    }

    #[test]
    fn each_end_is_an_entry_at_its_moment() {
        let text = calendar(&[end("主力"), end("b")], Lang::En, 1_799_000_000_000);
        assert!(text.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"));
        assert!(text.ends_with("END:VEVENT\r\nEND:VCALENDAR\r\n"));
        assert_eq!(text.matches("BEGIN:VEVENT\r\n").count(), 2);
        assert!(text.contains(
            "UID:OWL-8P0ES@owldeck\r\nDTSTAMP:20270103T181320Z\r\nDTSTART:20270115T080000Z\r\n"
        ));
        assert!(text.contains("SUMMARY:主力 expires\r\n"));
        assert!(calendar(&[end("主力")], Lang::Zh, 0).contains("SUMMARY:主力 到期\r\n"));
    }

    #[test]
    fn a_name_adds_no_line_and_no_line_is_too_long() {
        let name = format!("a,b;c\\d\r\nBEGIN:X {}", "很长的名字".repeat(20));
        let text = calendar(&[end(&name)], Lang::Zh, 0);
        assert!(text.contains("SUMMARY:a\\,b\\;c\\\\d\\nBEGIN:X "));
        assert!(!text.contains("\nBEGIN:X"));
        for line in text.split("\r\n") {
            assert!(line.len() <= LINE_MAX_BYTES, "{line}");
            assert!(!line.contains('\n'));
        }
        let unfolded = text.replace("\r\n ", "");
        assert_eq!(unfolded.matches(&"很长的名字".repeat(20)).count(), 2);
    }
}
