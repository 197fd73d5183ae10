//! Programs that print facts of files: `stat` and `find`, as toybox has them.

use std::collections::VecDeque;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::Context;
use super::language::matches;
use super::storage::{blocks, fail, resolve, when};
use crate::adb::Closed;

/// Most entries that one `find` looks at, more than a simulated phone has.
const FOUND_LIMIT: usize = 100_000;

/// A file's rights as `ls` writes them, and as octal digits.
fn rights(about: &Metadata) -> (&'static str, &'static str) {
    if about.is_symlink() {
        ("lrwxrwxrwx", "777")
    } else if about.is_dir() {
        ("drwxrwx--x", "771")
    } else {
        ("-rw-rw----", "660")
    }
}

fn kind(about: &Metadata) -> &'static str {
    if about.is_symlink() {
        "symbolic link"
    } else if about.is_dir() {
        "directory"
    } else {
        "regular file"
    }
}

/// Runs `stat [-c FORMAT] FILE…`.
pub(super) async fn stat(context: &Context<'_>) -> Result<u8, Closed> {
    let (format, paths) = match &context.args[1..] {
        [flag, format, paths @ ..] if flag == "-c" => (Some(format.as_str()), paths),
        paths => (None, paths),
    };
    if paths.is_empty() {
        context.complain("stat: Needs 1 argument\n").await?;
        return Ok(1);
    }
    let mut code = 0;
    for path in paths {
        let about = resolve(context, path).and_then(std::fs::symlink_metadata);
        match about {
            Ok(about) => context.say(format_stat(format, path, &about)).await?,
            Err(error) => {
                fail(context, path, &error).await?;
                code = 1;
            }
        }
    }
    Ok(code)
}

fn format_stat(format: Option<&str>, path: &str, about: &Metadata) -> String {
    let usual = "  File: %N\n  Size: %s\t Blocks: %b\t IO Blocks: %o\t%F\nDevice: fe02h\t Inode: %i\t Links: %h\nAccess: (0%a/%A)\tUid: (%u/%U)\tGid: (%g/%G)\nAccess: %x\nModify: %y\nChange: %z";
    let mut out = String::new();
    let mut signs = format.unwrap_or(usual).chars();
    while let Some(sign) = signs.next() {
        if sign != '%' {
            out.push(sign);
            continue;
        }
        let (words, digits) = rights(about);
        let time = |of: i64| when(of, "%Y-%m-%d %H:%M:%S.000000000 %z");
        match signs.next() {
            Some('n' | 'N') => out.push_str(path),
            Some('s') => out.push_str(&about.len().to_string()),
            Some('b') => out.push_str(&blocks(about).to_string()),
            Some('o') => out.push_str("4096"),
            Some('B') => out.push_str("512"),
            Some('F') => out.push_str(kind(about)),
            Some('i') => out.push_str(&about.ino().to_string()),
            Some('h') => out.push_str(&about.nlink().to_string()),
            Some('a') => out.push_str(digits),
            Some('A') => out.push_str(words),
            Some('u' | 'g') => out.push_str("2000"),
            Some('U' | 'G') => out.push_str("shell"),
            Some('X') => out.push_str(&about.atime().to_string()),
            Some('Y') => out.push_str(&about.mtime().to_string()),
            Some('Z') => out.push_str(&about.ctime().to_string()),
            Some('x') => out.push_str(&time(about.atime())),
            Some('y') => out.push_str(&time(about.mtime())),
            Some('z') => out.push_str(&time(about.ctime())),
            Some('%') | None => out.push('%'),
            Some(other) => out.extend(['?', other]),
        }
    }
    out + "\n"
}

/// Test of `find` on each file, or an action.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Rule {
    Name {
        pattern: String,
        folded: bool,
    },
    Path(String),
    Kind(char),
    /// Size: more, fewer or as many bytes, counted by a unit.
    Size(Count, u64),
    /// Days since the last change: more, fewer or as many.
    Days(Count),
    Newer(i64),
    Empty,
    Print(char),
    Delete,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Count {
    sign: Option<char>,
    number: u64,
}

impl Count {
    fn parse(text: &str) -> Option<Self> {
        let sign = text.chars().next().filter(|c| matches!(c, '+' | '-'));
        let number = text.trim_start_matches(['+', '-']).parse().ok()?;
        Some(Self { sign, number })
    }

    fn holds(self, number: u64) -> bool {
        match self.sign {
            Some('+') => number > self.number,
            Some(_) => number < self.number,
            None => number == self.number,
        }
    }
}

#[derive(Default)]
struct Search {
    paths: Vec<String>,
    /// Alternatives, which `-o` separates: rules, each with whether it must hold.
    ways: Vec<Vec<(bool, Rule)>>,
    depths: (usize, usize),
}

pub(super) async fn find(context: &Context<'_>) -> Result<u8, Closed> {
    let search = match Search::parse(context) {
        Ok(search) => search,
        Err(why) => {
            context.complain(format!("find: {why}\n")).await?;
            return Ok(1);
        }
    };
    let mut code = 0;
    for path in &search.paths {
        if !search.below(context, path).await? {
            code = 1;
        }
    }
    Ok(code)
}

impl Search {
    fn parse(context: &Context<'_>) -> Result<Self, String> {
        let mut words: VecDeque<&str> = context.args.iter().skip(1).map(String::as_str).collect();
        let mut search = Self {
            depths: (0, usize::MAX),
            ..Self::default()
        };
        while let Some(path) = words.pop_front_if(|word| !word.starts_with(['-', '!', '('])) {
            search.paths.push(path.to_owned());
        }
        if search.paths.is_empty() {
            search.paths.push(".".to_owned());
        }
        let (mut way, mut acts, mut holds) = (Vec::new(), false, true);
        while let Some(word) = words.pop_front() {
            let mut value = || {
                words
                    .pop_front()
                    .ok_or_else(|| format!("'{word}' needs an argument"))
            };
            let bad = |value: &str| format!("bad {word} '{value}'");
            let rule = match word {
                "!" | "-not" => {
                    holds = !holds;
                    continue;
                }
                "-a" | "-and" => continue,
                "-o" | "-or" => {
                    search.ways.push(std::mem::take(&mut way));
                    continue;
                }
                "-maxdepth" | "-mindepth" => {
                    let value = value()?;
                    let depth = value.parse().map_err(|_| bad(value))?;
                    if word == "-maxdepth" {
                        search.depths.1 = depth;
                    } else {
                        search.depths.0 = depth;
                    }
                    continue;
                }
                "-name" | "-iname" => Rule::Name {
                    pattern: value()?.to_owned(),
                    folded: word == "-iname",
                },
                "-path" => Rule::Path(value()?.to_owned()),
                "-type" => match value()? {
                    "f" => Rule::Kind('f'),
                    "d" => Rule::Kind('d'),
                    "l" => Rule::Kind('l'),
                    other => return Err(bad(other)),
                },
                "-size" => {
                    let value = value()?;
                    let (digits, unit) = match value.chars().last() {
                        Some('c') => (&value[..value.len() - 1], 1),
                        Some('k') => (&value[..value.len() - 1], 1 << 10),
                        Some('M') => (&value[..value.len() - 1], 1 << 20),
                        Some('G') => (&value[..value.len() - 1], 1 << 30),
                        _ => (value, 512),
                    };
                    Rule::Size(Count::parse(digits).ok_or_else(|| bad(value))?, unit)
                }
                "-mtime" => {
                    let value = value()?;
                    Rule::Days(Count::parse(value).ok_or_else(|| bad(value))?)
                }
                "-newer" => {
                    let value = value()?;
                    let about = resolve(context, value).and_then(std::fs::metadata);
                    Rule::Newer(about.map_err(|_| bad(value))?.mtime())
                }
                "-empty" => Rule::Empty,
                "-print" => Rule::Print('\n'),
                "-print0" => Rule::Print('\0'),
                "-delete" => Rule::Delete,
                other => return Err(format!("bad arg '{other}'")),
            };
            acts |= matches!(rule, Rule::Print(_) | Rule::Delete);
            way.push((std::mem::replace(&mut holds, true), rule));
        }
        search.ways.push(way);
        if !acts {
            for way in &mut search.ways {
                way.push((true, Rule::Print('\n')));
            }
        }
        Ok(search)
    }

    /// Visits a path and everything below it; `false` when a path does not exist.
    async fn below(&self, context: &Context<'_>, path: &str) -> Result<bool, Closed> {
        let mut open = vec![(path.to_owned(), 0)];
        // A folder is deleted after its content.
        let mut gone = Vec::new();
        let mut seen = 0;
        while let Some((path, depth)) = open.pop() {
            let place = resolve(context, &path);
            let about = place.as_ref().map(std::fs::symlink_metadata);
            let (Ok(place), Ok(Ok(about))) = (&place, about) else {
                let error = std::io::ErrorKind::NotFound.into();
                fail(context, &path, &error).await?;
                return Ok(false);
            };
            seen += 1;
            if about.is_dir() && depth < self.depths.1 && seen < FOUND_LIMIT {
                let names = std::fs::read_dir(place).into_iter().flatten().flatten();
                let names = names.filter_map(|entry| entry.file_name().into_string().ok());
                let mut names: Vec<String> = names.collect();
                names.sort_by(|a, b| b.cmp(a));
                let folder = path.trim_end_matches('/');
                let below = names
                    .iter()
                    .map(|name| (format!("{folder}/{name}"), depth + 1));
                open.extend(below);
            }
            if depth < self.depths.0 {
                continue;
            }
            for way in &self.ways {
                let mut all = way.iter();
                if all.all(|(wanted, rule)| rule.holds(&path, place, &about) == *wanted) {
                    for (_, rule) in way {
                        match rule {
                            Rule::Print(end) => context.say(format!("{path}{end}")).await?,
                            Rule::Delete => {
                                gone.push((path.clone(), place.clone(), about.is_dir()));
                            }
                            _ => {}
                        }
                    }
                    break;
                }
            }
        }
        let root = context.phone.files.resolve("/");
        for (path, place, is_folder) in gone.into_iter().rev() {
            let removed = match is_folder {
                _ if Some(&place) == root.as_ref() => {
                    Err(std::io::ErrorKind::PermissionDenied.into())
                }
                true => std::fs::remove_dir(place),
                false => std::fs::remove_file(place),
            };
            if let Err(error) = removed {
                fail(context, &path, &error).await?;
            }
        }
        Ok(true)
    }
}

impl Rule {
    fn holds(&self, path: &str, place: &Path, about: &Metadata) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        match self {
            Self::Name {
                pattern,
                folded: true,
            } => matches(&pattern.to_lowercase(), &name.to_lowercase()),
            Self::Name { pattern, .. } => matches(pattern, name),
            Self::Path(pattern) => matches(pattern, path),
            Self::Kind('d') => about.is_dir(),
            Self::Kind('l') => about.is_symlink(),
            Self::Kind(_) => about.is_file(),
            Self::Size(count, unit) => count.holds(about.len().div_ceil(*unit)),
            Self::Days(count) => {
                let age = crate::clock::local().timestamp() - about.mtime();
                count.holds(u64::try_from(age / 86_400).unwrap_or(0))
            }
            Self::Newer(than) => about.mtime() > *than,
            Self::Empty if about.is_dir() => {
                std::fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_none())
            }
            Self::Empty => about.len() == 0,
            Self::Print(_) | Self::Delete => true,
        }
    }
}
