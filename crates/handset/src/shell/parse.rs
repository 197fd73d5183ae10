//! Reads a command line as a POSIX shell does, as far as this phone's shell goes: no pipes, no globs, no substitution.

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;

/// When a command runs, given how the one before it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joiner {
    Always,
    And,
    Or,
}

/// One command with what stands before and behind it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) assignments: Vec<(String, Word)>,
    pub(super) words: Vec<Word>,
    pub(super) redirects: Vec<Redirect>,
}

/// Where output goes instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Redirect {
    File {
        error: bool,
        append: bool,
        path: Word,
    },
    ErrorToOutput,
    OutputToError,
}

/// A word before variables are put in.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Word(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text { text: String, quoted: bool },
    Variable(String),
}

impl Word {
    /// The word with its variables; `None` if it had nothing but variables without a value, and no quotes.
    pub(super) fn expand_argument(
        &self,
        variables: &HashMap<String, String>,
        code: u8,
    ) -> Option<String> {
        let text = self.expand(variables, code);
        let is_quoted = self
            .0
            .iter()
            .any(|piece| matches!(piece, Piece::Text { quoted: true, .. }));
        (is_quoted || !text.is_empty()).then_some(text)
    }

    pub(super) fn expand(&self, variables: &HashMap<String, String>, code: u8) -> String {
        let mut out = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text { text, .. } => out.push_str(text),
                Piece::Variable(name) if name == "?" => out.push_str(&code.to_string()),
                Piece::Variable(name) => {
                    out.push_str(variables.get(name).map_or("", String::as_str));
                }
            }
        }
        out
    }

    fn push(&mut self, c: char, quoted: bool) {
        match self.0.last_mut() {
            Some(Piece::Text { text, quoted: same }) if *same == quoted => text.push(c),
            _ => self.0.push(Piece::Text {
                text: c.to_string(),
                quoted,
            }),
        }
    }

    /// An empty quoted word is a word too.
    fn open_quote(&mut self) {
        self.0.push(Piece::Text {
            text: String::new(),
            quoted: true,
        });
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Splits `NAME=value`.
    fn assignment(&self) -> Option<(String, Word)> {
        let Some(Piece::Text {
            text,
            quoted: false,
        }) = self.0.first()
        else {
            return None;
        };
        let (name, value) = text.split_once('=')?;
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name.starts_with(|c: char| !c.is_ascii_digit());
        is_name.then(|| {
            let mut rest = vec![Piece::Text {
                text: value.to_owned(),
                quoted: false,
            }];
            rest.extend(self.0.iter().skip(1).cloned());
            (name.to_owned(), Word(rest))
        })
    }

    fn is_plain(&self, text: &str) -> bool {
        matches!(self.0.as_slice(), [Piece::Text { text: own, quoted: false }] if own == text)
    }
}

/// The commands of a line; the error is the shell's complaint.
pub(super) fn parse(line: &str) -> Result<Vec<(Joiner, Command)>, String> {
    let mut parser = Parser {
        rest: line.chars().peekable(),
        commands: Vec::new(),
        joiner: Joiner::Always,
        command: Command::default(),
    };
    parser.run()?;
    Ok(parser.commands)
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
    commands: Vec<(Joiner, Command)>,
    joiner: Joiner,
    command: Command,
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), String> {
        while let Some(&c) = self.rest.peek() {
            match c {
                ' ' | '\t' | '\r' => {
                    self.rest.next();
                }
                '#' => while self.rest.next_if(|c| *c != '\n').is_some() {},
                '\n' | ';' => {
                    self.rest.next();
                    self.end(Joiner::Always)?;
                }
                '&' | '|' => {
                    self.rest.next();
                    match (c, self.rest.next_if_eq(&c).is_some()) {
                        ('&', true) => self.end(Joiner::And)?,
                        ('|', true) => self.end(Joiner::Or)?,
                        _ => return Err(format!("unexpected '{c}'")),
                    }
                }
                '(' | ')' | '<' | '`' => return Err(format!("unexpected '{c}'")),
                '>' => self.redirect(false)?,
                _ => self.word_or_redirect()?,
            }
        }
        if self.joiner != Joiner::Always && self.command == Command::default() {
            return Err("unexpected end of line".into());
        }
        self.end(Joiner::Always)
    }

    fn end(&mut self, next: Joiner) -> Result<(), String> {
        let command = std::mem::take(&mut self.command);
        if command == Command::default() {
            if next != Joiner::Always || self.joiner != Joiner::Always {
                return Err("unexpected end of command".into());
            }
        } else {
            self.commands.push((self.joiner, command));
        }
        self.joiner = next;
        Ok(())
    }

    fn word_or_redirect(&mut self) -> Result<(), String> {
        let word = self.word()?;
        if self.rest.peek() == Some(&'>') {
            if word.is_plain("1") {
                return self.redirect(false);
            }
            if word.is_plain("2") {
                return self.redirect(true);
            }
        }
        match word.assignment() {
            Some(assignment) if self.command.words.is_empty() => {
                self.command.assignments.push(assignment);
            }
            _ => self.command.words.push(word),
        }
        Ok(())
    }

    fn redirect(&mut self, error: bool) -> Result<(), String> {
        self.rest.next();
        let append = self.rest.next_if_eq(&'>').is_some();
        if !append && self.rest.next_if_eq(&'&').is_some() {
            let to = self.rest.next();
            self.command.redirects.push(match (error, to) {
                (true, Some('1')) => Redirect::ErrorToOutput,
                (false, Some('2')) => Redirect::OutputToError,
                _ => return Err("bad file descriptor".into()),
            });
            return Ok(());
        }
        while self.rest.next_if(|c| matches!(c, ' ' | '\t')).is_some() {}
        let path = self.word()?;
        if path.is_empty() {
            return Err("missing file name".into());
        }
        self.command.redirects.push(Redirect::File {
            error,
            append,
            path,
        });
        Ok(())
    }

    fn word(&mut self) -> Result<Word, String> {
        let mut word = Word::default();
        while let Some(c) = self.rest.next_if(|c| {
            !matches!(
                c,
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')' | '`'
            )
        }) {
            match c {
                '\'' => {
                    word.open_quote();
                    loop {
                        match self.rest.next() {
                            Some('\'') => break,
                            Some(c) => word.push(c, true),
                            None => return Err("no closing quote".into()),
                        }
                    }
                }
                '"' => self.double_quoted(&mut word)?,
                '\\' => match self.rest.next() {
                    Some('\n') | None => {}
                    Some(c) => word.push(c, true),
                },
                '$' => self.dollar(&mut word, false)?,
                c => word.push(c, false),
            }
        }
        Ok(word)
    }

    fn double_quoted(&mut self, word: &mut Word) -> Result<(), String> {
        word.open_quote();
        loop {
            match self.rest.next() {
                Some('"') => return Ok(()),
                Some('$') => self.dollar(word, true)?,
                Some('\\') => match self.rest.next() {
                    Some('\n') => {}
                    Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c, true),
                    Some(c) => {
                        word.push('\\', true);
                        word.push(c, true);
                    }
                    None => return Err("no closing quote".into()),
                },
                Some('`') => return Err("unexpected '`'".into()),
                Some(c) => word.push(c, true),
                None => return Err("no closing quote".into()),
            }
        }
    }

    fn dollar(&mut self, word: &mut Word, quoted: bool) -> Result<(), String> {
        let is_name = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        match self.rest.peek() {
            Some('?') => {
                self.rest.next();
                word.0.push(Piece::Variable("?".into()));
            }
            Some('{') => {
                self.rest.next();
                let mut name = String::new();
                while let Some(c) = self.rest.next_if(is_name) {
                    name.push(c);
                }
                if name.is_empty() || self.rest.next() != Some('}') {
                    return Err("bad substitution".into());
                }
                word.0.push(Piece::Variable(name));
            }
            Some('(') => return Err("unexpected '('".into()),
            Some(c) if is_name(c) => {
                let mut name = String::new();
                while let Some(c) = self.rest.next_if(is_name) {
                    name.push(c);
                }
                word.0.push(Piece::Variable(name));
            }
            _ => word.push('$', quoted),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let commands = parse(line).unwrap();
        let variables = HashMap::from([("A".to_owned(), "a b".to_owned())]);
        commands
            .iter()
            .flat_map(|(_, command)| &command.words)
            .filter_map(|word| word.expand_argument(&variables, 7))
            .collect()
    }

    #[test]
    fn quotes_and_escapes_make_words_as_in_sh() {
        assert_eq!(
            words(r#"echo 'a  b' "c \"d\" \n $A" e\ f '' g'h'"i" $? ${A}x $"#),
            [
                "echo",
                "a  b",
                r#"c "d" \n a b"#,
                "e f",
                "",
                "ghi",
                "7",
                "a bx",
                "$"
            ]
        );
        assert_eq!(words(r"echo 'it'\''s'"), ["echo", "it's"]);
        assert_eq!(words(r#"echo $NONE "$NONE" x"#), ["echo", "", "x"]);
        assert_eq!(words("echo a#b # comment"), ["echo", "a#b"]);
    }

    #[test]
    fn commands_are_joined_and_assigned_and_redirected() {
        let commands = parse("X='1 2' Y=3 run a=b && two || three; four > /f 2>&1").unwrap();
        assert_eq!(
            commands
                .iter()
                .map(|(joiner, _)| *joiner)
                .collect::<Vec<_>>(),
            [Joiner::Always, Joiner::And, Joiner::Or, Joiner::Always]
        );
        assert_eq!(commands[0].1.assignments.len(), 2);
        assert_eq!(commands[0].1.words.len(), 2);
        assert_eq!(commands[3].1.redirects.len(), 2);
    }

    #[test]
    fn what_this_shell_cannot_do_is_an_error() {
        for line in [
            "a | b",
            "a &",
            "echo 'x",
            "echo \"x",
            "echo `x`",
            "echo $(x)",
            "a &&",
            "&& a",
            "a > ",
            "(a)",
            "a < b",
            "echo \"`x`\"",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
