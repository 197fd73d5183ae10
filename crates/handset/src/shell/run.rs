//! Execution of the commands that [`super::language`] has parsed.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;

use super::language::{
    self, Command, Compound, ExecError, Joiner, List, Pipeline, Redirect, Simple,
};
use super::{Context, Input, Output, program};
use crate::adb::Closed;
use crate::journal::JournalEntry;
use crate::phone::Phone;

/// Longest text that is read as a script, in bytes.
const SCRIPT_LIMIT_BYTES: usize = 64 * 1024;
/// Most shells within each other, as `sh -c` and substitutions make them.
const DEPTH_LIMIT: usize = 16;

/// Input and output of a command.
#[derive(Clone, Copy)]
pub(super) struct Io<'a> {
    pub(super) input: &'a Input,
    pub(super) out: &'a Output,
}

/// Shell, with the state that lasts from command to command.
#[derive(Clone)]
pub(super) struct Shell<'a> {
    pub(super) phone: &'a Arc<Phone>,
    pub(super) variables: HashMap<String, String>,
    /// `$0`, and `$1` and so on.
    name: String,
    pub(super) positional: Vec<String>,
    pub(super) code: u8,
    /// Exit code of the newest substitution, which becomes that of a command that has only assignments.
    substituted: Option<u8>,
    depth: usize,
}

/// Continuation of a shell after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Continue,
    Exit,
    /// The loop ends, or its next round begins.
    Break,
    Again,
}

pub(super) type Running<'a, T> = Pin<Box<dyn Future<Output = Result<T, ExecError>> + Send + 'a>>;

impl<'a> Shell<'a> {
    pub(super) fn new(phone: &'a Arc<Phone>) -> Self {
        Self {
            phone,
            variables: HashMap::new(),
            name: "sh".to_owned(),
            positional: Vec::new(),
            code: 0,
            substituted: None,
            depth: 0,
        }
    }

    /// Runs a command line of the host, and notes it in the journal.
    pub(super) async fn line(&mut self, line: &str, io: Io<'_>) -> Result<Next, Closed> {
        self.phone.note(&JournalEntry::Shell(line));
        match self.script(line, io).await {
            Ok(next) => Ok(next),
            Err(ExecError::Closed) => Err(Closed),
            Err(ExecError::Said(why)) => {
                self.complain(&why, io).await?;
                Ok(Next::Continue)
            }
        }
    }

    async fn complain(&mut self, why: &str, io: Io<'_>) -> Result<(), Closed> {
        self.code = 1;
        let words = format!("/system/bin/sh: {why}\n");
        io.out.stderr(words.as_bytes()).await
    }

    fn script<'b>(&'b mut self, text: &'b str, io: Io<'b>) -> Running<'b, Next> {
        Box::pin(async move {
            let list = if text.len() > SCRIPT_LIMIT_BYTES {
                Err("line too long".to_owned())
            } else {
                language::parse(text)
            };
            let list = list.map_err(|why| ExecError::Said(format!("syntax error: {why}")))?;
            self.list(&list, io).await
        })
    }

    /// Value of a variable; empty where it is not set.
    pub(super) fn parameter(&self, name: &str) -> String {
        match name {
            "?" => self.code.to_string(),
            "#" => self.positional.len().to_string(),
            "@" | "*" => self.positional.join(" "),
            "0" => self.name.clone(),
            "$" => "2000".to_owned(),
            _ => match name.parse::<usize>() {
                Ok(at) => self.positional.get(at.wrapping_sub(1)).cloned(),
                Err(_) => self.variables.get(name).cloned(),
            }
            .unwrap_or_default(),
        }
    }

    /// Runs `$( … )` in a shell of its own; returns its output without the line ends at its end.
    pub(super) async fn output_of(
        &mut self,
        list: &List,
        out: &Output,
    ) -> Result<String, ExecError> {
        let mut inner = self.within()?;
        let (kept, said) = out.capture();
        let io = Io {
            input: &Input::nothing(),
            out: &kept,
        };
        inner.list(list, io).await?;
        self.substituted = Some(inner.code);
        let text = String::from_utf8_lossy(&said.take()).into_owned();
        Ok(text.trim_end_matches('\n').to_owned())
    }

    fn within(&self) -> Result<Self, ExecError> {
        if self.depth >= DEPTH_LIMIT {
            return Err(ExecError::Said("too deeply nested".to_owned()));
        }
        Ok(Self {
            depth: self.depth + 1,
            ..self.clone()
        })
    }

    fn list<'b>(&'b mut self, list: &'b List, io: Io<'b>) -> Running<'b, Next> {
        Box::pin(async move {
            for (joiner, pipeline) in list {
                let runs = match joiner {
                    Joiner::Always => true,
                    Joiner::And => self.code == 0,
                    Joiner::Or => self.code != 0,
                };
                if !runs {
                    continue;
                }
                let next = self.pipeline(pipeline, io).await?;
                if next != Next::Continue {
                    return Ok(next);
                }
            }
            Ok(Next::Continue)
        })
    }

    /// Runs a pipeline. Each command but the last ends before the next one reads its output.
    async fn pipeline(&mut self, pipeline: &Pipeline, io: Io<'_>) -> Result<Next, ExecError> {
        let mut passed: Option<Input> = None;
        let Some((last, before)) = pipeline.commands.split_last() else {
            return Ok(Next::Continue);
        };
        for command in before {
            let (kept, said) = io.out.capture();
            let mut inner = self.within()?;
            let io = Io {
                input: passed.as_ref().unwrap_or(io.input),
                out: &kept,
            };
            inner.command(command, io).await?;
            passed = Some(Input::of(said.take()));
        }
        let io = Io {
            input: passed.as_ref().unwrap_or(io.input),
            ..io
        };
        let next = self.command(last, io).await?;
        if pipeline.negated {
            self.code = u8::from(self.code == 0);
        }
        Ok(next)
    }

    async fn command(&mut self, command: &Command, io: Io<'_>) -> Result<Next, ExecError> {
        match command {
            Command::Simple(simple) => self.simple(simple, io).await,
            Command::Compound(compound, redirects) => {
                let Some((input, out)) = self.redirected(redirects, io).await? else {
                    return Ok(Next::Continue);
                };
                let io = Io {
                    input: input.as_ref().unwrap_or(io.input),
                    out: &out,
                };
                self.compound(compound, io).await
            }
        }
    }

    async fn compound(&mut self, compound: &Compound, io: Io<'_>) -> Result<Next, ExecError> {
        match compound {
            Compound::Group(list) => self.list(list, io).await,
            Compound::Subshell(list) => {
                let mut inner = self.within()?;
                inner.list(list, io).await?;
                self.code = inner.code;
                Ok(Next::Continue)
            }
            Compound::If { arms, otherwise } => {
                for (condition, then) in arms {
                    let next = self.list(condition, io).await?;
                    if next != Next::Continue {
                        return Ok(next);
                    }
                    if self.code == 0 {
                        return self.list(then, io).await;
                    }
                }
                self.code = 0;
                self.list(otherwise, io).await
            }
            Compound::For { name, words, body } => {
                let values = self.arguments(words, io.out).await?;
                self.code = 0;
                for value in values {
                    self.variables.insert(name.clone(), value);
                    match self.round(body, io).await? {
                        Next::Exit => return Ok(Next::Exit),
                        Next::Break => break,
                        Next::Continue | Next::Again => {}
                    }
                }
                Ok(Next::Continue)
            }
            Compound::While {
                until,
                condition,
                body,
            } => {
                let mut code = 0;
                loop {
                    let next = self.list(condition, io).await?;
                    if next != Next::Continue {
                        return Ok(next);
                    }
                    if (self.code == 0) == *until {
                        self.code = code;
                        return Ok(Next::Continue);
                    }
                    match self.round(body, io).await? {
                        Next::Exit => return Ok(Next::Exit),
                        Next::Break => return Ok(Next::Continue),
                        Next::Continue | Next::Again => code = self.code,
                    }
                }
            }
        }
    }

    async fn round(&mut self, body: &List, io: Io<'_>) -> Result<Next, ExecError> {
        // An endless loop must yield here, so that others run and the loop can be dropped when its host leaves.
        tokio::task::yield_now().await;
        self.list(body, io).await
    }

    /// Opens a command's redirections; `None` when one failed, after the message was printed.
    async fn redirected(
        &mut self,
        redirects: &[Redirect],
        io: Io<'_>,
    ) -> Result<Option<(Option<Input>, Output)>, ExecError> {
        let (mut input, mut out) = (None, io.out.clone());
        for redirect in redirects {
            let done = match redirect {
                Redirect::ErrorToOutput => {
                    out.error_to_output();
                    Ok(())
                }
                Redirect::OutputToError => {
                    out.output_to_error();
                    Ok(())
                }
                Redirect::File {
                    error,
                    append,
                    path,
                } => {
                    let path = self.text(path, io.out).await?;
                    out.redirect(*error, &path, *append, &self.phone.files)
                }
                Redirect::Input(path) => {
                    let path = self.text(path, io.out).await?;
                    Input::of_file(&path, &self.phone.files).map(|read| input = Some(read))
                }
            };
            if let Err(why) = done {
                self.complain(&why, io).await?;
                return Ok(None);
            }
        }
        Ok(Some((input, out)))
    }

    async fn simple(&mut self, simple: &Simple, io: Io<'_>) -> Result<Next, ExecError> {
        let mut words = self.arguments(&simple.words, io.out).await?;
        let mut assignments = Vec::new();
        self.substituted = None;
        for (name, value) in &simple.assignments {
            assignments.push((name.clone(), self.text(value, io.out).await?));
        }
        let Some((input, out)) = self.redirected(&simple.redirects, io).await? else {
            return Ok(Next::Continue);
        };
        let io = Io {
            input: input.as_ref().unwrap_or(io.input),
            out: &out,
        };
        if words.is_empty() {
            self.variables.extend(assignments);
            self.code = self.substituted.unwrap_or(0);
            return Ok(Next::Continue);
        }
        let is_last = words[0] == "exec" && words.len() > 1;
        if is_last {
            words.remove(0);
        }
        let next = if let Some(next) = self.built_in(&words, io).await? {
            next
        } else {
            let mut env = self.variables.clone();
            env.extend(assignments);
            let context = Context {
                phone: self.phone,
                env,
                args: words,
                input: io.input,
                out: out.clone(),
            };
            self.code = program(&context).await?;
            Next::Continue
        };
        Ok(if is_last { Next::Exit } else { next })
    }

    /// Runs a built-in command of the shell; `None` when the command is none.
    async fn built_in(&mut self, words: &[String], io: Io<'_>) -> Result<Option<Next>, ExecError> {
        let arguments = &words[1..];
        let mut next = Next::Continue;
        match words[0].as_str() {
            "exit" => {
                let code = arguments.first().map(|code| code.parse::<i64>());
                self.code = code.map_or(self.code, |code| code.map_or(2, |code| code as u8));
                next = Next::Exit;
            }
            "break" => (self.code, next) = (0, Next::Break),
            "continue" => (self.code, next) = (0, Next::Again),
            "export" => {
                let named = arguments.iter().filter_map(|word| word.split_once('='));
                self.variables
                    .extend(named.map(|(name, value)| (name.to_owned(), value.to_owned())));
                self.code = 0;
            }
            "unset" => {
                self.variables.retain(|name, _| !arguments.contains(name));
                self.code = 0;
            }
            "shift" => {
                let count = arguments.first().map_or(Ok(1), |count| count.parse());
                let count = count.unwrap_or(usize::MAX);
                self.code = u8::from(count > self.positional.len());
                self.positional.drain(..count.min(self.positional.len()));
            }
            "eval" => {
                let line = arguments.join(" ");
                // The depth counts `eval` as a shell of its own, although it runs in the present one.
                self.depth = self.within()?.depth;
                let done = self.script(&line, io).await;
                self.depth -= 1;
                next = done?;
            }
            "sh" | "/system/bin/sh" => self.code = self.another(arguments, io).await?,
            _ => return Ok(None),
        }
        Ok(Some(next))
    }

    /// Runs `sh -c LINE [NAME [ARGUMENT…]]`, `sh FILE [ARGUMENT…]`, or a script from the input; returns its exit code.
    async fn another(&mut self, arguments: &[String], io: Io<'_>) -> Result<u8, ExecError> {
        let mut inner = self.within()?;
        (inner.positional, inner.code) = (Vec::new(), 0);
        let text = match arguments {
            [flag, line, rest @ ..] if flag == "-c" => {
                let (name, rest) =
                    (rest.split_first()).map_or(("sh", rest), |(name, rest)| (name.as_str(), rest));
                (inner.name, inner.positional) = (name.to_owned(), rest.to_vec());
                line.clone()
            }
            [flag] if flag == "-c" => {
                let why = "-c requires an argument";
                self.complain(why, io).await?;
                return Ok(1);
            }
            [file, rest @ ..] => {
                (inner.name, inner.positional) = (file.clone(), rest.to_vec());
                let place = self.phone.files.resolve(file);
                if let Some(text) = place.and_then(|place| std::fs::read_to_string(place).ok()) {
                    text
                } else {
                    let why = format!("{file}: No such file or directory");
                    self.complain(&why, io).await?;
                    return Ok(super::NOT_FOUND);
                }
            }
            [] => String::from_utf8_lossy(&io.input.all(SCRIPT_LIMIT_BYTES).await).into_owned(),
        };
        match inner.script(&text, io).await {
            Ok(_) => Ok(inner.code),
            Err(ExecError::Closed) => Err(ExecError::Closed),
            Err(ExecError::Said(why)) => {
                self.complain(&why, io).await?;
                Ok(1)
            }
        }
    }
}
