//! Lexer: characters to words and operators.

use std::iter::Peekable;
use std::str::Chars;

use super::parse::Parser;
use super::{Operator, Piece, Redirect, Word};

/// Most substitutions within substitutions: no script nests them deeper.
pub const DEPTH_LIMIT: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Word(Word),
    Redirect(Redirect),
    /// A line end or `;`.
    Separator,
    And,
    Or,
    Pipe,
    Open,
    Close,
    End,
}

/// Characters that end a word where they are not quoted.
const BREAKS: &str = " \t\r\n;&|<>()";

pub(super) struct Lexer<'a> {
    rest: Peekable<Chars<'a>>,
    pub(super) depth: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, depth: usize) -> Result<Self, String> {
        if depth > DEPTH_LIMIT {
            return Err("too deeply nested".into());
        }
        Ok(Self {
            rest: text.chars().peekable(),
            depth,
        })
    }

    pub(super) fn token(&mut self) -> Result<Token, String> {
        while let Some(c) = self.rest.next_if(|c| matches!(c, ' ' | '\t' | '\r' | '#')) {
            if c == '#' {
                while self.rest.next_if(|c| *c != '\n').is_some() {}
            }
        }
        let Some(&c) = self.rest.peek() else {
            return Ok(Token::End);
        };
        let simple = match c {
            '\n' | ';' => Some(Token::Separator),
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            _ => None,
        };
        if let Some(token) = simple {
            self.rest.next();
            if c == ';' && self.rest.peek() == Some(&';') {
                return Err("unexpected ';;'".into());
            }
            return Ok(token);
        }
        match c {
            '&' | '|' => {
                self.rest.next();
                match (c, self.rest.next_if_eq(&c).is_some()) {
                    ('&', true) => Ok(Token::And),
                    ('|', true) => Ok(Token::Or),
                    ('|', false) => Ok(Token::Pipe),
                    _ => Err("unexpected '&'".into()),
                }
            }
            '>' => self.output(false),
            '<' => {
                self.rest.next();
                Ok(Token::Redirect(Redirect::Input(self.path()?)))
            }
            _ => self.word_or_redirect(),
        }
    }

    fn word_or_redirect(&mut self) -> Result<Token, String> {
        let word = self.word()?;
        match (self.rest.peek(), word.plain()) {
            (Some('>'), Some("1")) => self.output(false),
            (Some('>'), Some("2")) => self.output(true),
            _ => Ok(Token::Word(word)),
        }
    }

    fn output(&mut self, error: bool) -> Result<Token, String> {
        self.rest.next();
        let append = self.rest.next_if_eq(&'>').is_some();
        if !append && self.rest.next_if_eq(&'&').is_some() {
            return match (error, self.rest.next()) {
                (true, Some('1')) => Ok(Token::Redirect(Redirect::ErrorToOutput)),
                (false, Some('2')) => Ok(Token::Redirect(Redirect::OutputToError)),
                _ => Err("bad file descriptor".into()),
            };
        }
        Ok(Token::Redirect(Redirect::File {
            error,
            append,
            path: self.path()?,
        }))
    }

    fn path(&mut self) -> Result<Word, String> {
        while self.rest.next_if(|c| matches!(c, ' ' | '\t')).is_some() {}
        let path = self.word()?;
        if path.0.is_empty() {
            return Err("missing file name".into());
        }
        Ok(path)
    }

    fn word(&mut self) -> Result<Word, String> {
        let mut pieces = Vec::new();
        while let Some(c) = self.rest.next_if(|c| !BREAKS.contains(*c)) {
            match c {
                '\'' => {
                    let text = self.until('\'')?;
                    pieces.push(Piece::Quoted(vec![Piece::Text(text)]));
                }
                '"' => pieces.push(Piece::Quoted(self.double_quoted()?)),
                '\\' => match self.rest.next() {
                    Some('\n') | None => {}
                    Some(c) => pieces.push(Piece::Quoted(vec![Piece::Text(c.into())])),
                },
                '$' => pieces.push(self.dollar()?),
                '`' => pieces.push(self.backquoted()?),
                c => push(&mut pieces, c),
            }
        }
        Ok(Word(pieces))
    }

    fn until(&mut self, end: char) -> Result<String, String> {
        let mut text = String::new();
        loop {
            match self.rest.next() {
                Some(c) if c == end => return Ok(text),
                Some(c) => text.push(c),
                None => return Err("no closing quote".into()),
            }
        }
    }

    fn double_quoted(&mut self) -> Result<Vec<Piece>, String> {
        let mut pieces = Vec::new();
        loop {
            match self.rest.next() {
                Some('"') => return Ok(pieces),
                Some('$') => pieces.push(self.dollar()?),
                Some('`') => pieces.push(self.backquoted()?),
                Some('\\') => match self.rest.next() {
                    Some('\n') => {}
                    Some(c @ ('"' | '\\' | '$' | '`')) => push(&mut pieces, c),
                    Some(c) => {
                        push(&mut pieces, '\\');
                        push(&mut pieces, c);
                    }
                    None => return Err("no closing quote".into()),
                },
                Some(c) => push(&mut pieces, c),
                None => return Err("no closing quote".into()),
            }
        }
    }

    /// Parses a text with substitutions in which blanks end no word: an expression, or the word of `${NAME:-WORD}`.
    fn inner(text: &str, depth: usize) -> Result<Word, String> {
        let mut lexer = Lexer::new(text, depth + 1)?;
        let mut pieces = Vec::new();
        while let Some(c) = lexer.rest.next() {
            match c {
                '\'' => {
                    let text = lexer.until('\'')?;
                    pieces.push(Piece::Quoted(vec![Piece::Text(text)]));
                }
                '"' => pieces.push(Piece::Quoted(lexer.double_quoted()?)),
                '$' => pieces.push(lexer.dollar()?),
                '`' => pieces.push(lexer.backquoted()?),
                '\\' => {
                    if let Some(c) = lexer.rest.next() {
                        pieces.push(Piece::Quoted(vec![Piece::Text(c.into())]));
                    }
                }
                c => push(&mut pieces, c),
            }
        }
        Ok(Word(pieces))
    }

    /// Reads what follows a `$`.
    fn dollar(&mut self) -> Result<Piece, String> {
        let is_name = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        match self.rest.peek() {
            Some('(') => {
                self.rest.next();
                let text = self.balanced('(', ')')?;
                if let Some(sum) = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
                    return Ok(Piece::Arithmetic(Self::inner(sum, self.depth)?));
                }
                Ok(Piece::Output(Parser::list_of(&text, self.depth + 1)?))
            }
            Some('{') => {
                self.rest.next();
                let text = self.balanced('{', '}')?;
                self.parameter(&text)
            }
            Some('?' | '#' | '@' | '*' | '$' | '!') => {
                let name = self.rest.next().unwrap_or_default();
                Ok(Piece::Parameter(name.into(), None))
            }
            Some(c) if c.is_ascii_digit() => {
                let name = self.rest.next().unwrap_or_default();
                Ok(Piece::Parameter(name.into(), None))
            }
            Some(c) if is_name(c) => {
                let mut name = String::new();
                while let Some(c) = self.rest.next_if(is_name) {
                    name.push(c);
                }
                Ok(Piece::Parameter(name, None))
            }
            _ => Ok(Piece::Text("$".into())),
        }
    }

    fn parameter(&self, text: &str) -> Result<Piece, String> {
        let bad = || "bad substitution".to_owned();
        if let Some(name) = text.strip_prefix('#').filter(|name| !name.is_empty()) {
            return Ok(Piece::Length(name.to_owned()));
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
        let (name, rest) = text.split_at(end.max(usize::from(text.starts_with(['?', '@', '*']))));
        if name.is_empty() {
            return Err(bad());
        }
        let known = [
            (":-", Operator::Default),
            ("-", Operator::Default),
            (":+", Operator::Alternative),
            ("+", Operator::Alternative),
            ("##", Operator::WithoutPrefix { longest: true }),
            ("#", Operator::WithoutPrefix { longest: false }),
            ("%%", Operator::WithoutSuffix { longest: true }),
            ("%", Operator::WithoutSuffix { longest: false }),
        ];
        let operator = if rest.is_empty() {
            None
        } else {
            let found = known.into_iter().find(|(sign, _)| rest.starts_with(sign));
            let (sign, operator) = found.ok_or_else(bad)?;
            Some((operator, Self::inner(&rest[sign.len()..], self.depth)?))
        };
        Ok(Piece::Parameter(name.to_owned(), operator))
    }

    fn backquoted(&mut self) -> Result<Piece, String> {
        let mut text = String::new();
        loop {
            match self.rest.next() {
                Some('`') => return Ok(Piece::Output(Parser::list_of(&text, self.depth + 1)?)),
                Some('\\') => match self.rest.next() {
                    Some(c @ ('`' | '\\' | '$')) => text.push(c),
                    Some(c) => text.extend(['\\', c]),
                    None => return Err("no closing quote".into()),
                },
                Some(c) => text.push(c),
                None => return Err("no closing quote".into()),
            }
        }
    }

    /// Text up to the bracket that closes the open one; brackets in quotes do not count.
    fn balanced(&mut self, open: char, close: char) -> Result<String, String> {
        let (mut text, mut level) = (String::new(), 0_usize);
        let mut quote = None;
        loop {
            let c = self
                .rest
                .next()
                .ok_or_else(|| format!("no closing '{close}'"))?;
            match (quote, c) {
                (Some('\''), _) | (_, '\\') if c != '\'' => {
                    text.push(c);
                    if c == '\\' && quote != Some('\'') {
                        text.extend(self.rest.next());
                    }
                    continue;
                }
                (Some(end), c) if c == end => quote = None,
                (None, '\'' | '"') => quote = Some(c),
                (None, c) if c == open => level += 1,
                (None, c) if c == close && level == 0 => return Ok(text),
                (None, c) if c == close => level -= 1,
                _ => {}
            }
            text.push(c);
        }
    }
}

fn push(pieces: &mut Vec<Piece>, c: char) {
    match pieces.last_mut() {
        Some(Piece::Text(text)) => text.push(c),
        _ => pieces.push(Piece::Text(c.into())),
    }
}

impl Word {
    /// Text of the word, if it is plain.
    pub(super) fn plain(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Splits `NAME=value`.
    pub(super) fn assignment(&self) -> Option<(String, Self)> {
        let Some(Piece::Text(text)) = self.0.first() else {
            return None;
        };
        let (name, value) = text.split_once('=')?;
        is_name(name).then(|| {
            let first = (!value.is_empty()).then(|| Piece::Text(value.to_owned()));
            let rest = first.into_iter().chain(self.0.iter().skip(1).cloned());
            (name.to_owned(), Self(rest.collect()))
        })
    }
}

pub(super) fn is_name(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| !c.is_ascii_digit())
}
