//! Expansion of words into the arguments of a program: substitution, splitting outside of quotes, and file names for patterns.

use super::glob;
use super::{Operator, Piece, Word, arithmetic};
use crate::adb::Closed;
use crate::files::Files;
use crate::shell::output::Output;
use crate::shell::run::{Running, Shell};

/// Reason why a word cannot be expanded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum ExecError {
    /// The host left.
    Closed,
    /// Message of the shell.
    Said(String),
}

impl From<Closed> for ExecError {
    fn from(Closed: Closed) -> Self {
        Self::Closed
    }
}

/// Fields of a word so far.
#[derive(Debug, Default)]
struct Fields {
    done: Vec<Field>,
    /// Field that more text may be added to.
    open: Option<Field>,
}

#[derive(Debug, Default)]
struct Field {
    text: String,
    /// The field as a pattern, in which quoted characters are escaped.
    pattern: String,
}

impl Fields {
    fn push(&mut self, text: &str, quoted: bool) {
        let field = self.open.get_or_insert_default();
        field.text.push_str(text);
        for c in text.chars() {
            if quoted && matches!(c, '*' | '?' | '[' | '\\') {
                field.pattern.push('\\');
            }
            field.pattern.push(c);
        }
    }

    /// Adds substituted text from outside of quotes, in which blanks end a field.
    fn split(&mut self, text: &str) {
        for (at, part) in text.split([' ', '\t', '\n']).enumerate() {
            if at > 0 {
                self.end();
            }
            if !part.is_empty() {
                self.push(part, false);
            }
        }
    }

    fn end(&mut self) {
        self.done.extend(self.open.take());
    }
}

impl Word {
    /// The word `"$@"`, which stands for all arguments.
    pub(super) fn arguments() -> Self {
        Self(vec![Piece::Quoted(vec![Piece::Parameter(
            "@".into(),
            None,
        )])])
    }
}

impl Shell<'_> {
    /// Expands words into arguments.
    pub(in super::super) async fn arguments(
        &mut self,
        words: &[Word],
        out: &Output,
    ) -> Result<Vec<String>, ExecError> {
        let mut arguments = Vec::new();
        for word in words {
            let mut fields = Fields::default();
            self.put(&word.0, false, &mut fields, out).await?;
            fields.end();
            for field in fields.done {
                let names = if glob::is_pattern(&field.pattern) {
                    names(&self.phone.files, &field.pattern)
                } else {
                    Vec::new()
                };
                if names.is_empty() {
                    arguments.push(field.text);
                } else {
                    arguments.extend(names);
                }
            }
        }
        Ok(arguments)
    }

    /// Expands a word that is not split, such as the value of an assignment.
    pub(in super::super) async fn text(
        &mut self,
        word: &Word,
        out: &Output,
    ) -> Result<String, ExecError> {
        Ok(self.whole(&word.0, out).await?.0)
    }

    /// Expands pieces into one text, and the same as a pattern.
    fn whole<'b>(
        &'b mut self,
        pieces: &'b [Piece],
        out: &'b Output,
    ) -> Running<'b, (String, String)> {
        Box::pin(async move {
            let mut fields = Fields::default();
            for piece in pieces {
                match piece {
                    Piece::Quoted(inner) => self.put(inner, true, &mut fields, out).await?,
                    other => {
                        let text = self.value(other, out).await?;
                        fields.push(&text, false);
                    }
                }
            }
            let all = fields.done.into_iter().chain(fields.open);
            let parts: (Vec<_>, Vec<_>) = all.map(|field| (field.text, field.pattern)).unzip();
            Ok((parts.0.join(" "), parts.1.join(" ")))
        })
    }

    fn put<'b>(
        &'b mut self,
        pieces: &'b [Piece],
        quoted: bool,
        fields: &'b mut Fields,
        out: &'b Output,
    ) -> Running<'b, ()> {
        Box::pin(async move {
            if quoted {
                // An empty quoted word counts as a word, except `"$@"` without arguments.
                let is_all = matches!(pieces, [Piece::Parameter(name, None)] if name == "@");
                if !(is_all && self.positional.is_empty()) {
                    fields.push("", true);
                }
            }
            for piece in pieces {
                match piece {
                    Piece::Text(text) => fields.push(text, quoted),
                    Piece::Quoted(inner) => self.put(inner, true, fields, out).await?,
                    Piece::Parameter(name, None) if name == "@" && quoted => {
                        for (at, argument) in self.positional.iter().enumerate() {
                            if at > 0 {
                                fields.end();
                            }
                            fields.push(argument, true);
                        }
                    }
                    other => {
                        let text = self.value(other, out).await?;
                        if quoted {
                            fields.push(&text, true);
                        } else {
                            fields.split(&text);
                        }
                    }
                }
            }
            Ok(())
        })
    }

    async fn value(&mut self, piece: &Piece, out: &Output) -> Result<String, ExecError> {
        Ok(match piece {
            Piece::Text(text) => text.clone(),
            Piece::Quoted(inner) => self.whole(inner, out).await?.0,
            Piece::Length(name) => self.parameter(name).chars().count().to_string(),
            Piece::Parameter(name, None) => self.parameter(name),
            Piece::Parameter(name, Some((operator, word))) => {
                let value = self.parameter(name);
                self.changed(value, *operator, word, out).await?
            }
            Piece::Output(list) => self.output_of(list, out).await?,
            Piece::Arithmetic(word) => {
                let (text, _) = self.whole(&word.0, out).await?;
                arithmetic::value(&text, &mut self.variables)
                    .map_err(ExecError::Said)?
                    .to_string()
            }
        })
    }

    async fn changed(
        &mut self,
        value: String,
        operator: Operator,
        word: &Word,
        out: &Output,
    ) -> Result<String, ExecError> {
        let (text, pattern) = self.whole(&word.0, out).await?;
        // Positions at which a prefix may end, the shortest first, or a suffix begin, the longest first.
        let ends = || value.char_indices().map(|(at, _)| at).chain([value.len()]);
        Ok(match operator {
            Operator::Default if value.is_empty() => text,
            Operator::Alternative if !value.is_empty() => text,
            Operator::Alternative => String::new(),
            Operator::Default => value,
            Operator::WithoutPrefix { longest } => {
                let mut ends = ends().filter(|at| glob::matches(&pattern, &value[..*at]));
                let end = if longest {
                    ends.next_back()
                } else {
                    ends.next()
                };
                value[end.unwrap_or(0)..].to_owned()
            }
            Operator::WithoutSuffix { longest } => {
                let mut starts = ends().filter(|at| glob::matches(&pattern, &value[*at..]));
                let start = if longest {
                    starts.next()
                } else {
                    starts.next_back()
                };
                value[..start.unwrap_or(value.len())].to_owned()
            }
        })
    }
}

/// Files of the phone that a pattern matches, sorted; names with a leading dot only if the pattern has it.
fn names(files: &Files, pattern: &str) -> Vec<String> {
    let mut found = vec![if pattern.starts_with('/') { "/" } else { "" }.to_owned()];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        let mut next = Vec::new();
        for folder in found {
            if !glob::is_pattern(part) {
                let plain: String = part.replace('\\', "");
                next.push(format!("{folder}{plain}/"));
                continue;
            }
            let place = if folder.is_empty() { "/" } else { &folder };
            let entries = files.list(place).into_iter().map(|entry| entry.name);
            let wanted = |name: &String| {
                glob::matches(part, name) && (part.starts_with('.') || !name.starts_with('.'))
            };
            next.extend(
                entries
                    .filter(wanted)
                    .map(|name| format!("{folder}{name}/")),
            );
        }
        found = next;
    }
    let exists = |path: &String| files.resolve(path).is_some_and(|place| place.exists());
    let mut names: Vec<String> = found.into_iter().filter(exists).collect();
    for name in &mut names {
        if !pattern.ends_with('/') {
            name.pop();
        }
    }
    names.sort();
    names
}
