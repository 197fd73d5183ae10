//! The shell's language as mksh has it, as far as scripts for phones go: lists, pipes, `if`, `for`, `while`, groups, substitutions and
//! arithmetic. What is not here (`case`, functions, jobs, here-documents) is a syntax error.
//!
//! No parser of others fits: yash-syntax is GPL, conch-parser has stood still since 2019, brush-parser brings a test framework along.

mod arithmetic;
mod expand;
mod glob;
mod lexer;
mod parse;

pub(super) use expand::ExecError;
pub(super) use glob::matches;
pub(super) use parse::parse;

/// When a command runs, given how the one before it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joiner {
    Always,
    And,
    Or,
}

/// Commands, one after the other.
pub(super) type List = Vec<(Joiner, Pipeline)>;

/// Commands that read what the one before them says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pipeline {
    /// `!`: its success is a failure.
    pub(super) negated: bool,
    pub(super) commands: Vec<Command>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    Simple(Simple),
    Compound(Compound, Vec<Redirect>),
}

/// A program with its words.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Simple {
    pub(super) assignments: Vec<(String, Word)>,
    pub(super) words: Vec<Word>,
    pub(super) redirects: Vec<Redirect>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Compound {
    /// `{ …; }`
    Group(List),
    /// `( … )`: what it sets is gone after it.
    Subshell(List),
    If {
        /// Each condition with what it leads to.
        arms: Vec<(List, List)>,
        otherwise: List,
    },
    For {
        name: String,
        words: Vec<Word>,
        body: List,
    },
    While {
        /// `until`: while it fails.
        until: bool,
        condition: List,
        body: List,
    },
}

/// Where output goes or input comes from instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Redirect {
    File {
        error: bool,
        append: bool,
        path: Word,
    },
    Input(Word),
    ErrorToOutput,
    OutputToError,
}

/// A word before anything is put in.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Word(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// `$NAME`, `${NAME}`, and what may be done with it.
    Parameter(String, Option<(Operator, Word)>),
    /// `${#NAME}`
    Length(String),
    /// `$( … )`
    Output(List),
    /// `$(( … ))`
    Arithmetic(Word),
    /// Within quotes nothing is split into words and no star stands for a name. An empty one is a word too.
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
