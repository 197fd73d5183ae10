//! Parser: words and operators to commands.

use super::lexer::{DEPTH_LIMIT, Lexer, Token, is_name};
use super::{Command, Compound, Joiner, List, Pipeline, Redirect, Simple, Word};

/// Words that are reserved where a command may begin.
const RESERVED: [&str; 12] = [
    "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "{", "}",
];

/// Parses a text; the error is the shell's message.
pub fn parse(text: &str) -> Result<List, String> {
    Parser::list_of(text, 0)
}

pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token,
}

impl<'a> Parser<'a> {
    pub(super) fn list_of(text: &'a str, depth: usize) -> Result<List, String> {
        let mut lexer = Lexer::new(text, depth)?;
        let token = lexer.token()?;
        let mut parser = Self { lexer, token };
        let list = parser.list()?;
        match parser.token {
            Token::End => Ok(list),
            _ => Err(parser.unexpected()),
        }
    }

    fn unexpected(&self) -> String {
        match &self.token {
            Token::Word(word) => format!("unexpected '{}'", word.plain().unwrap_or("word")),
            Token::Redirect(_) => "unexpected redirection".into(),
            Token::Separator => "unexpected ';'".into(),
            Token::And => "unexpected '&&'".into(),
            Token::Or => "unexpected '||'".into(),
            Token::Pipe => "unexpected '|'".into(),
            Token::Open => "unexpected '('".into(),
            Token::Close => "unexpected ')'".into(),
            Token::End => "unexpected end of line".into(),
        }
    }

    fn advance(&mut self) -> Result<Token, String> {
        let next = self.lexer.token()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn reserved(&self) -> Option<&str> {
        match &self.token {
            Token::Word(word) => word.plain().filter(|word| RESERVED.contains(word)),
            _ => None,
        }
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.reserved() != Some(word) {
            return Err(self.unexpected());
        }
        self.advance().map(drop)
    }

    fn separators(&mut self) -> Result<(), String> {
        while self.token == Token::Separator {
            self.advance()?;
        }
        Ok(())
    }

    /// Parses commands up to a token with which no command can begin.
    fn list(&mut self) -> Result<List, String> {
        let mut list = List::new();
        let mut joiner = Joiner::Always;
        loop {
            self.separators()?;
            let begins = match self.reserved() {
                Some(word) => matches!(word, "if" | "for" | "while" | "until" | "{"),
                None => matches!(
                    self.token,
                    Token::Word(_) | Token::Redirect(_) | Token::Open
                ),
            };
            if !begins {
                return if joiner == Joiner::Always {
                    Ok(list)
                } else {
                    Err(self.unexpected())
                };
            }
            list.push((joiner, self.pipeline()?));
            joiner = match self.token {
                Token::Separator => Joiner::Always,
                Token::And => Joiner::And,
                Token::Or => Joiner::Or,
                _ => return Ok(list),
            };
            self.advance()?;
        }
    }

    /// Parses a list that may not be empty.
    fn some(&mut self) -> Result<List, String> {
        let list = self.list()?;
        if list.is_empty() {
            return Err(self.unexpected());
        }
        Ok(list)
    }

    fn pipeline(&mut self) -> Result<Pipeline, String> {
        let negated = matches!(&self.token, Token::Word(word) if word.plain() == Some("!"));
        if negated {
            self.advance()?;
        }
        let mut commands = vec![self.command()?];
        while self.token == Token::Pipe {
            self.advance()?;
            self.separators()?;
            commands.push(self.command()?);
        }
        Ok(Pipeline { negated, commands })
    }

    fn command(&mut self) -> Result<Command, String> {
        self.lexer.depth += 1;
        if self.lexer.depth > DEPTH_LIMIT {
            return Err("too deeply nested".into());
        }
        let compound = if self.token == Token::Open {
            self.advance()?;
            let list = self.some()?;
            if self.token != Token::Close {
                return Err(self.unexpected());
            }
            self.advance()?;
            Some(Compound::Subshell(list))
        } else {
            match self.reserved().map(str::to_owned).as_deref() {
                Some("{") => {
                    self.advance()?;
                    let list = self.some()?;
                    self.expect("}")?;
                    Some(Compound::Group(list))
                }
                Some("if") => Some(self.conditional()?),
                Some("for") => Some(self.iteration()?),
                Some(word @ ("while" | "until")) => {
                    self.advance()?;
                    let condition = self.some()?;
                    Some(Compound::While {
                        until: word == "until",
                        condition,
                        body: self.body()?,
                    })
                }
                _ => None,
            }
        };
        let command = match compound {
            None => Command::Simple(self.simple()?),
            Some(compound) => Command::Compound(compound, self.redirects()?),
        };
        self.lexer.depth -= 1;
        Ok(command)
    }

    fn conditional(&mut self) -> Result<Compound, String> {
        let (mut arms, mut otherwise) = (Vec::new(), List::new());
        loop {
            // Here the token is `if` or `elif`.
            self.advance()?;
            let condition = self.some()?;
            self.expect("then")?;
            arms.push((condition, self.some()?));
            match self.reserved() {
                Some("elif") => {}
                Some("else") => {
                    self.advance()?;
                    otherwise = self.some()?;
                    break;
                }
                _ => break,
            }
        }
        self.expect("fi")?;
        Ok(Compound::If { arms, otherwise })
    }

    fn iteration(&mut self) -> Result<Compound, String> {
        self.advance()?;
        let Token::Word(word) = self.advance()? else {
            return Err("bad 'for' loop".into());
        };
        let name = word.plain().filter(|name| is_name(name));
        let name = name.ok_or("bad 'for' loop")?.to_owned();
        self.separators()?;
        let mut words = Vec::new();
        if matches!(&self.token, Token::Word(word) if word.plain() == Some("in")) {
            self.advance()?;
            while let Token::Word(_) = &self.token {
                if let Token::Word(word) = self.advance()? {
                    words.push(word);
                }
            }
        } else {
            words.push(Word::arguments());
        }
        self.separators()?;
        Ok(Compound::For {
            name,
            words,
            body: self.body()?,
        })
    }

    fn body(&mut self) -> Result<List, String> {
        self.expect("do")?;
        let body = self.some()?;
        self.expect("done")?;
        Ok(body)
    }

    fn redirects(&mut self) -> Result<Vec<Redirect>, String> {
        let mut redirects = Vec::new();
        while let Token::Redirect(_) = &self.token {
            if let Token::Redirect(redirect) = self.advance()? {
                redirects.push(redirect);
            }
        }
        Ok(redirects)
    }

    fn simple(&mut self) -> Result<Simple, String> {
        let mut simple = Simple::default();
        while let Token::Word(_) | Token::Redirect(_) = &self.token {
            match self.advance()? {
                Token::Redirect(redirect) => simple.redirects.push(redirect),
                Token::Word(word) => match word.assignment() {
                    Some(assignment) if simple.words.is_empty() => {
                        simple.assignments.push(assignment);
                    }
                    _ => simple.words.push(word),
                },
                _ => {}
            }
        }
        if simple == Simple::default() || self.token == Token::Open {
            return Err(self.unexpected());
        }
        Ok(simple)
    }
}
