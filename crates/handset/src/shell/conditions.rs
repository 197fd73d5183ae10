//! Programs `test` and `[`.

use super::Context;
use super::storage::resolve;
use crate::adb::Closed;
use crate::fault::InjectedFault;

/// Most brackets within brackets.
const DEPTH_LIMIT: usize = 32;

/// Result of a condition: whether it holds, or why it is malformed.
type Answer = Result<bool, String>;

/// Runs `test`: 0 yes, 1 no, 2 for a malformed condition.
pub(super) async fn test(context: &Context<'_>) -> Result<u8, Closed> {
    let name = context.arg(0);
    let mut words: Vec<&str> = context.args.iter().skip(1).map(String::as_str).collect();
    let closed = name != "[" || words.pop() == Some("]");
    let answer = if closed {
        let mut parser = ConditionParser {
            context,
            words: &words,
            depth: 0,
        };
        parser.whole()
    } else {
        Err("missing ]".to_owned())
    };
    match answer {
        Ok(holds) => Ok(u8::from(!holds)),
        Err(why) => {
            let words = format!("/system/bin/sh: {name}: {why}\n");
            context.complain(words).await?;
            Ok(2)
        }
    }
}

/// Recursive descent parser of a condition.
struct ConditionParser<'a> {
    context: &'a Context<'a>,
    words: &'a [&'a str],
    depth: usize,
}

impl ConditionParser<'_> {
    fn whole(&mut self) -> Answer {
        if self.words.is_empty() {
            return Ok(false);
        }
        let answer = self.either()?;
        match self.words {
            [] => Ok(answer),
            [word, ..] => Err(format!("{word}: unexpected operator/operand")),
        }
    }

    fn takes(&mut self, word: &str) -> bool {
        match self.words {
            [first, rest @ ..] if *first == word => {
                self.words = rest;
                true
            }
            _ => false,
        }
    }

    fn either(&mut self) -> Answer {
        let mut answer = self.both()?;
        while self.takes("-o") {
            answer |= self.both()?;
        }
        Ok(answer)
    }

    fn both(&mut self) -> Answer {
        let mut answer = self.one()?;
        while self.takes("-a") {
            answer &= self.one()?;
        }
        Ok(answer)
    }

    fn one(&mut self) -> Answer {
        // An operator between two words always compares them, even if a word looks like a flag.
        if let Some(answer) = self.compared() {
            return answer;
        }
        let mut negated = false;
        while self.words.len() > 1 && self.takes("!") {
            negated = !negated;
        }
        let answer = match self.compared() {
            Some(answer) => answer?,
            None => self.plain()?,
        };
        Ok(answer != negated)
    }

    fn compared(&mut self) -> Option<Answer> {
        let [one, sign, other, rest @ ..] = self.words else {
            return None;
        };
        let answer = compare(one, sign, other)?;
        self.words = rest;
        Some(answer)
    }

    fn plain(&mut self) -> Answer {
        match self.words {
            ["(", _, ..] if self.depth < DEPTH_LIMIT => {
                self.takes("(");
                self.depth += 1;
                let answer = self.either()?;
                self.depth -= 1;
                if self.takes(")") {
                    Ok(answer)
                } else {
                    Err("missing )".to_owned())
                }
            }
            [flag, word, rest @ ..] if flag.len() == 2 && flag.starts_with('-') => {
                let answer = self.asked(flag, word)?;
                self.words = rest;
                Ok(answer)
            }
            [word, rest @ ..] => {
                self.words = rest;
                Ok(!word.is_empty())
            }
            [] => Err("unexpected end of expression".to_owned()),
        }
    }

    fn asked(&self, flag: &str, word: &str) -> Answer {
        match flag {
            "-z" => return Ok(word.is_empty()),
            "-n" => return Ok(!word.is_empty()),
            _ => {}
        }
        // This is the only device file that controllers ask about.
        if word == "/dev/uhid" {
            let there = matches!(flag, "-e" | "-c" | "-r" | "-w");
            return Ok(there && self.context.phone.fault() != InjectedFault::NoUhid);
        }
        let Ok(place) = resolve(self.context, word) else {
            return Ok(false);
        };
        Ok(match flag {
            "-e" | "-r" | "-w" => place.exists(),
            "-f" => place.is_file(),
            "-d" | "-x" => place.is_dir(),
            "-h" | "-L" => place.is_symlink(),
            "-s" => place.metadata().is_ok_and(|about| about.len() > 0),
            "-b" | "-c" | "-p" | "-S" => false,
            _ => return Err(format!("{flag}: unexpected operator/operand")),
        })
    }
}

/// Result of a comparison; `None` where `sign` is no operator that compares.
fn compare(one: &str, sign: &str, other: &str) -> Option<Answer> {
    let number = |text: &str| {
        let number = text.trim().parse::<i64>();
        number.map_err(|_| format!("{text}: bad number"))
    };
    let numbers =
        |holds: fn(&i64, &i64) -> bool| Some(Ok(holds(&number(one).ok()?, &number(other).ok()?)));
    let asked = match sign {
        "=" | "==" => return Some(Ok(one == other)),
        "!=" => return Some(Ok(one != other)),
        "<" => return Some(Ok(one < other)),
        ">" => return Some(Ok(one > other)),
        "-eq" => numbers(i64::eq),
        "-ne" => numbers(i64::ne),
        "-gt" => numbers(i64::gt),
        "-ge" => numbers(i64::ge),
        "-lt" => numbers(i64::lt),
        "-le" => numbers(i64::le),
        _ => return None,
    };
    Some(asked.unwrap_or_else(|| number(one).and(number(other)).map(|_| false)))
}
