//! Programs `logcat` and `log`.

use super::Context;
use super::android::usage;
use crate::adb::Closed;
use crate::log::{Line, Priority};

/// Format of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    ThreadTime,
    Time,
    Brief,
    Raw,
}

/// Options of `logcat`.
#[derive(Debug)]
struct LogcatOptions {
    clear: bool,
    follow: bool,
    last: Option<usize>,
    format: Format,
    /// Least priorities that are shown, by tag; `*` is for all other tags.
    filters: Vec<(String, Priority)>,
}

fn read(words: &[String]) -> Result<LogcatOptions, String> {
    let mut wish = LogcatOptions {
        clear: false,
        follow: true,
        last: None,
        format: Format::ThreadTime,
        filters: Vec::new(),
    };
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-d" => wish.follow = false,
            "-c" => wish.clear = true,
            "-s" => wish.filters.push(("*".into(), Priority::Silent)),
            "-b" => {
                // There is only one buffer, so its name does not matter.
                words.next();
            }
            "-t" | "-T" => {
                let count = words.next().and_then(|count| count.parse().ok());
                wish.last = Some(count.ok_or("-t requires a count of lines")?);
                wish.follow &= word == "-T";
            }
            "-v" => {
                wish.format = match words.next() {
                    Some("threadtime") => Format::ThreadTime,
                    Some("time") => Format::Time,
                    Some("brief") => Format::Brief,
                    Some("raw" | "tag") => Format::Raw,
                    _ => return Err("Invalid parameter to -v".into()),
                };
            }
            filter if !filter.starts_with('-') => {
                let (tag, letter) = filter.split_once(':').unwrap_or((filter, "V"));
                let priority = letter.chars().next().and_then(Priority::of);
                let priority = priority.ok_or(format!("Invalid filter expression '{filter}'"))?;
                wish.filters.push((tag.to_owned(), priority));
            }
            option => return Err(format!("unknown option -- {option}")),
        }
    }
    Ok(wish)
}

impl LogcatOptions {
    fn wants(&self, line: &Line) -> bool {
        let by = |tag: &str| self.filters.iter().rev().find(|(own, _)| own == tag);
        let least = by(&line.tag).or_else(|| by("*"));
        least.is_none_or(|(_, least)| line.priority >= *least)
    }

    fn show(&self, line: &Line) -> String {
        let (letter, tag, message) = (line.priority.letter(), &line.tag, &line.message);
        match self.format {
            Format::ThreadTime => {
                let at = line.at.format("%m-%d %H:%M:%S%.3f");
                format!("{at}  1000  1000 {letter} {tag:<8}: {message}\n")
            }
            Format::Time => {
                let at = line.at.format("%m-%d %H:%M:%S%.3f");
                format!("{at} {letter}/{tag:<8}( 1000): {message}\n")
            }
            Format::Brief => format!("{letter}/{tag:<8}( 1000): {message}\n"),
            Format::Raw => format!("{message}\n"),
        }
    }
}

pub(super) async fn run(context: &Context<'_>) -> Result<u8, Closed> {
    let wish = match read(context.args.get(1..).unwrap_or_default()) {
        Ok(wish) => wish,
        Err(why) => return usage(context, &format!("logcat: {why}")).await,
    };
    let log = &context.phone.log;
    if wish.clear {
        log.clear();
        return Ok(0);
    }
    let mut next = log.follow();
    let mut lines = log.since(0);
    if let Some(last) = wish.last {
        lines.drain(..lines.len().saturating_sub(last));
    }
    if wish.format != Format::Raw {
        context.say("--------- beginning of main\n").await?;
    }
    loop {
        let mut from = 0;
        let mut text = String::new();
        for line in &lines {
            from = line.number + 1;
            if wish.wants(line) {
                text += &wish.show(line);
            }
        }
        if !text.is_empty() {
            context.say(&text).await?;
        }
        if !wish.follow || next.wait_for(|next| *next > from).await.is_err() {
            return Ok(0);
        }
        lines = log.since(from);
    }
}

/// Runs `log [-p PRIORITY] [-t TAG] MESSAGE…`.
pub(super) async fn write(context: &Context<'_>) -> Result<u8, Closed> {
    let (mut priority, mut tag, mut message) = (Priority::Info, "log", Vec::new());
    let mut words = context.args.iter().skip(1).map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-p" => {
                let letter = words.next().and_then(|word| word.chars().next());
                match letter.and_then(Priority::of) {
                    Some(own) => priority = own,
                    None => return usage(context, "log: bad priority").await,
                }
            }
            "-t" => tag = words.next().unwrap_or(tag),
            word => message.push(word),
        }
    }
    context.phone.log.write(priority, tag, &message.join(" "));
    Ok(0)
}
