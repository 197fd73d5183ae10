//! Language of the shell, as far as scripts for phones use mksh's: lists, pipes, `if`, `for`, `while`, groups, substitutions and
//! arithmetic. The rest (`case`, functions, jobs, here-documents) is a syntax error.
//!
//! No available parser fits: yash-syntax is GPL, conch-parser has stood still since 2019, brush-parser brings a test framework along.

pub mod arithmetic;
mod expand;
pub mod glob;
pub mod lexer;
pub mod parse;

pub(super) use expand::ExecError;
pub(super) use glob::matches;
pub(super) use parse::parse;

/// Condition of a command, by the result of the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joiner {
    Always,
    And,
    Or,
}

/// Commands, one after the other.
pub type List = Vec<(Joiner, Pipeline)>;

/// Commands of which each reads the output of the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pipeline {
    /// Whether `!` before the pipeline inverts its result.
    pub(super) negated: bool,
    pub commands: Vec<Command>,
}

/// Part of a pipeline. Redirections behind a compound hold for all commands in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Simple(Simple),
    Compound(Compound, Vec<Redirect>),
}

/// A program with its words.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Simple {
    pub assignments: Vec<(String, Word)>,
    pub words: Vec<Word>,
    pub redirects: Vec<Redirect>,
}

/// Commands that run as one: a group, a subshell, a condition or a loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compound {
    /// `{ …; }`
    Group(List),
    /// `( … )`: variables that are set within are gone after it.
    Subshell(List),
    If {
        /// Conditions of `if` and `elif`, each with its commands.
        arms: Vec<(List, List)>,
        otherwise: List,
    },
    For {
        name: String,
        words: Vec<Word>,
        body: List,
    },
    While {
        /// Whether the loop is an `until`, which runs while the condition fails.
        until: bool,
        condition: List,
        body: List,
    },
}

/// Redirection of output or input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redirect {
    File {
        error: bool,
        append: bool,
        path: Word,
    },
    Input(Word),
    ErrorToOutput,
    OutputToError,
}

/// A word before expansion.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Word(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// `$NAME`, `${NAME}`, with an operator.
    Parameter(String, Option<(Operator, Word)>),
    /// `${#NAME}`
    Length(String),
    /// `$( … )`
    Output(List),
    /// `$(( … ))`
    Arithmetic(Word),
    /// Quoted text: blanks do not split it and stars match no names. Empty quotes are a word too.
    Quoted(Vec<Piece>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    /// `:-`
    Default,
    /// `:+`
    Alternative,
    /// `#`, `##`
    WithoutPrefix { longest: bool },
    /// `%`, `%%`
    WithoutSuffix { longest: bool },
}
