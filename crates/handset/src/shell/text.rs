//! Programs that scripts use to process texts: `basename`, `dirname`, `seq`, `grep`, `head`, `wc`.

use super::storage::{fail, resolve};
use super::{Context, language};
use crate::adb::Closed;

/// Most bytes that are read of a file or of the input.
const READ_LIMIT_BYTES: usize = 16 * 1024 * 1024;
/// Most numbers that one `seq` gives.
const SEQ_LIMIT: i64 = 100_000;

/// Lines of the files, or of the input where no file is named, each with the name of its file; and 1 as exit code where a file failed.
async fn lines(
    context: &Context<'_>,
    files: &[&str],
) -> Result<(Vec<(String, String)>, u8), Closed> {
    let mut all = Vec::new();
    let mut code = 0;
    let mut add = |name: &str, data: &[u8]| {
        let text = String::from_utf8_lossy(data);
        all.extend(text.lines().map(|line| (name.to_owned(), line.to_owned())));
    };
    if files.is_empty() {
        add(
            "(standard input)",
            &context.input.all(READ_LIMIT_BYTES).await,
        );
    }
    for file in files {
        match resolve(context, file).and_then(std::fs::read) {
            Ok(data) => add(file, &data[..data.len().min(READ_LIMIT_BYTES)]),
            Err(error) => {
                fail(context, file, &error).await?;
                code = 1;
            }
        }
    }
    Ok((all, code))
}

pub(super) async fn basename(context: &Context<'_>) -> Result<u8, Closed> {
    let path = context.arg(1).trim_end_matches('/');
    let name = path.rsplit('/').next().filter(|name| !name.is_empty());
    let name = name.unwrap_or("/");
    let suffix = context.arg(2);
    let short = name.strip_suffix(suffix).filter(|short| !short.is_empty());
    context.say(format!("{}\n", short.unwrap_or(name))).await?;
    Ok(0)
}

pub(super) async fn dirname(context: &Context<'_>) -> Result<u8, Closed> {
    let path = context.arg(1).trim_end_matches('/');
    let folder = match path.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((folder, _)) => folder,
        None if context.arg(1).starts_with('/') => "/",
        None => ".",
    };
    context.say(format!("{folder}\n")).await?;
    Ok(0)
}

/// Runs `seq [FIRST [STEP]] LAST`.
pub(super) async fn seq(context: &Context<'_>) -> Result<u8, Closed> {
    let numbers = context.args.iter().skip(1).map(|word| word.parse::<i64>());
    let numbers: Vec<i64> = numbers.collect::<Result<_, _>>().unwrap_or_default();
    let (first, step, last) = match numbers[..] {
        [last] => (1, 1, last),
        [first, last] => (first, 1, last),
        [first, step, last] if step != 0 => (first, step, last),
        _ => {
            context.complain("seq: bad number\n").await?;
            return Ok(1);
        }
    };
    let mut out = String::new();
    let numbers = (0..SEQ_LIMIT).map(|at| first.saturating_add(step.saturating_mul(at)));
    for number in numbers.take_while(|number| {
        if step > 0 {
            *number <= last
        } else {
            *number >= last
        }
    }) {
        out.extend([number.to_string().as_str(), "\n"]);
    }
    context.say(out).await?;
    Ok(0)
}

/// Runs `grep [-chivqFn] PATTERN [FILE…]`. A pattern is plain text with `^` and `$` at its ends, `.` for a character and `.*` for any number
/// of them.
pub(super) async fn grep(context: &Context<'_>) -> Result<u8, Closed> {
    let (letters, words) = super::storage::flags(context);
    let Some((pattern, files)) = words.split_first() else {
        context.complain("grep: no REGEX\n").await?;
        return Ok(2);
    };
    let (folded, inverted) = (letters.contains('i'), letters.contains('v'));
    let fold = |text: &str| {
        if folded {
            text.to_lowercase()
        } else {
            text.to_owned()
        }
    };
    let glob = if letters.contains('F') {
        format!("*{}*", quoted(&fold(pattern)))
    } else {
        glob_of(&fold(pattern))
    };
    let (lines, failed) = lines(context, files).await?;
    let mut out = String::new();
    let mut count = 0;
    for (at, (file, line)) in lines.iter().enumerate() {
        if language::matches(&glob, &fold(line)) == inverted {
            continue;
        }
        count += 1;
        if files.len() > 1 && !letters.contains('h') {
            out.extend([file, ":"]);
        }
        if letters.contains('n') {
            out.extend([(at + 1).to_string().as_str(), ":"]);
        }
        out.extend([line.as_str(), "\n"]);
    }
    if letters.contains('c') {
        out = format!("{count}\n");
    }
    if !letters.contains('q') {
        context.say(out).await?;
    }
    Ok(if failed != 0 { 2 } else { u8::from(count == 0) })
}

fn quoted(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        if matches!(c, '*' | '?' | '[' | '\\') {
            out.push('\\');
        }
        out.push(c);
        out
    })
}

fn glob_of(pattern: &str) -> String {
    let (begins, rest) = pattern
        .strip_prefix('^')
        .map_or((false, pattern), |rest| (true, rest));
    let (ends, rest) = rest
        .strip_suffix('$')
        .map_or((false, rest), |rest| (true, rest));
    let mut glob = if begins {
        String::new()
    } else {
        "*".to_owned()
    };
    let mut signs = rest.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '.' if signs.next_if_eq(&'*').is_some() => glob.push('*'),
            '.' => glob.push('?'),
            '\\' => glob.push_str(&quoted(&signs.next().unwrap_or('\\').to_string())),
            '[' => glob.push('['),
            other => glob.push_str(&quoted(&other.to_string())),
        }
    }
    if !ends {
        glob.push('*');
    }
    glob
}

/// Runs `head [-n COUNT] [FILE…]`.
pub(super) async fn head(context: &Context<'_>) -> Result<u8, Closed> {
    let words: Vec<&str> = context.args.iter().skip(1).map(String::as_str).collect();
    let (count, files) = match &words[..] {
        ["-n", count, files @ ..] => (*count, files),
        [count, files @ ..] if count.starts_with('-') && count.len() > 1 => {
            (count[1..].trim_start_matches('n'), files)
        }
        files => ("10", files),
    };
    let Ok(count) = count.parse::<usize>() else {
        context
            .complain(format!("head: bad number '{count}'\n"))
            .await?;
        return Ok(1);
    };
    let (lines, code) = lines(context, files).await?;
    let text: String = lines
        .into_iter()
        .take(count)
        .map(|(_, line)| line + "\n")
        .collect();
    context.say(text).await?;
    Ok(code)
}

/// Runs `wc [-lwc] [FILE…]`.
pub(super) async fn wc(context: &Context<'_>) -> Result<u8, Closed> {
    let (letters, files) = super::storage::flags(context);
    let (lines, code) = lines(context, &files).await?;
    let words: usize = lines
        .iter()
        .map(|(_, line)| line.split_whitespace().count())
        .sum();
    let bytes: usize = lines.iter().map(|(_, line)| line.len() + 1).sum();
    let counts = [('l', lines.len()), ('w', words), ('c', bytes)];
    let wanted = |letter: char| letters.is_empty() || letters.contains(letter);
    let counts = counts.iter().filter(|(letter, _)| wanted(*letter));
    let mut out: Vec<String> = counts.map(|(_, count)| count.to_string()).collect();
    out.extend(files.first().map(|file| (*file).to_owned()));
    context.say(format!("{}\n", out.join(" "))).await?;
    Ok(code)
}
