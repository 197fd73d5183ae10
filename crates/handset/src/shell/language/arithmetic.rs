//! Arithmetic expressions of mksh, `$(( … ))`, with integers of 32 bits that wrap.

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;

/// Most brackets, signs and assignments within each other: no script nests them deeper.
pub const DEPTH_LIMIT: usize = 64;

/// Binary operators from the loosest to the tightest; of two with the same beginning the longer stands first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Variables of a shell: the text of each by its name.
pub type Variables = HashMap<String, String>;

/// Value of an expression; assignments in it change the variables. The error is the shell's message.
pub fn value(text: &str, variables: &mut Variables) -> Result<i32, String> {
    let bad = |why: &str| format!("{text}: {why}");
    let tokens = tokens(text.chars().peekable()).ok_or_else(|| bad("unexpected character"))?;
    if tokens.is_empty() {
        return Ok(0);
    }
    let mut reader = Reader {
        tokens,
        at: 0,
        depth: 0,
        counts: true,
        variables,
    };
    let value = reader.assigned().map_err(bad)?;
    if reader.at < reader.tokens.len() {
        return Err(bad("unexpected token"));
    }
    Ok(value)
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Number(i32),
    Name(String),
    Sign(&'static str),
}

const SIGNS: [&str; 34] = [
    "<<=", ">>=", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "+=", "-=", "*=", "/=", "%=",
    "++", "--", "=", "<", ">", "|", "^", "&", "+", "-", "*", "/", "%", "!", "~", "?", ":", "(",
    ")",
];

fn tokens(mut rest: Peekable<Chars<'_>>) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    while let Some(&c) = rest.peek() {
        if c.is_whitespace() {
            rest.next();
        } else if c.is_ascii_alphanumeric() || c == '_' {
            let mut word = String::new();
            while let Some(c) = rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                word.push(c);
            }
            tokens.push(if c.is_ascii_digit() {
                Token::Number(number(&word)?)
            } else {
                Token::Name(word)
            });
        } else {
            let ahead: String = rest.clone().take(3).collect();
            let sign = SIGNS.into_iter().find(|sign| ahead.starts_with(sign))?;
            rest.nth(sign.len() - 1);
            tokens.push(Token::Sign(sign));
        }
    }
    Some(tokens)
}

/// Decimal number, or hexadecimal behind `0x`; a number that is too large wraps.
fn number(text: &str) -> Option<i32> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let mut value = 0_i32;
    for digit in digits.chars() {
        let digit = digit.to_digit(radix)?.cast_signed();
        value = value.wrapping_mul(radix.cast_signed()).wrapping_add(digit);
    }
    (!digits.is_empty()).then_some(value)
}

struct Reader<'a> {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// Whether the expression is evaluated; the branch of a condition that is not taken is only parsed.
    counts: bool,
    variables: &'a mut Variables,
}

impl Reader<'_> {
    fn sign(&mut self, among: &[&'static str]) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some(Token::Sign(sign)) if among.contains(sign) => {
                self.at += 1;
                Some(sign)
            }
            _ => None,
        }
    }

    fn get(&self, name: &str) -> Result<i32, &'static str> {
        let text = self.variables.get(name).map_or("", |text| text.trim());
        if text.is_empty() {
            return Ok(0);
        }
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let value = number(digits).ok_or("unexpected value")?;
        Ok(if negative {
            value.wrapping_neg()
        } else {
            value
        })
    }

    fn set(&mut self, name: &str, value: i32) {
        if self.counts {
            self.variables.insert(name.to_owned(), value.to_string());
        }
    }

    fn assigned(&mut self) -> Result<i32, &'static str> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return Err("too deeply nested");
        }
        let signs = ["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>="];
        let named = match &self.tokens[self.at..] {
            [Token::Name(name), Token::Sign(sign), ..] if signs.contains(sign) => {
                Some((name.clone(), *sign))
            }
            _ => None,
        };
        let value = if let Some((name, sign)) = named {
            self.at += 2;
            let other = self.assigned()?;
            let value = match sign.strip_suffix('=') {
                Some("") | None => other,
                Some(sign) => self.reckon(sign, self.get(&name)?, other)?,
            };
            self.set(&name, value);
            value
        } else {
            self.chosen()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn chosen(&mut self) -> Result<i32, &'static str> {
        let condition = self.level(0)?;
        if self.sign(&["?"]).is_none() {
            return Ok(condition);
        }
        let yes = self.only_if(condition != 0, Self::assigned)?;
        if self.sign(&[":"]).is_none() {
            return Err("missing ':'");
        }
        let no = self.only_if(condition == 0, Self::assigned)?;
        Ok(if condition != 0 { yes } else { no })
    }

    fn only_if(
        &mut self,
        counts: bool,
        read: impl FnOnce(&mut Self) -> Result<i32, &'static str>,
    ) -> Result<i32, &'static str> {
        let before = self.counts;
        self.counts &= counts;
        let value = read(self);
        self.counts = before;
        value
    }

    fn level(&mut self, at: usize) -> Result<i32, &'static str> {
        let Some(signs) = LEVELS.get(at) else {
            return self.unary();
        };
        let mut value = self.level(at + 1)?;
        while let Some(sign) = self.sign(signs) {
            let counts = match sign {
                "||" => value == 0,
                "&&" => value != 0,
                _ => true,
            };
            let other = self.only_if(counts, |reader| reader.level(at + 1))?;
            value = self.reckon(sign, value, other)?;
        }
        Ok(value)
    }

    fn unary(&mut self) -> Result<i32, &'static str> {
        let Some(sign) = self.sign(&["!", "~", "-", "+", "++", "--"]) else {
            return self.primary();
        };
        if let ("++" | "--", Some(Token::Name(name))) = (sign, self.tokens.get(self.at).cloned()) {
            self.at += 1;
            let step = if sign == "++" { 1 } else { -1 };
            let value = self.get(&name)?.wrapping_add(step);
            self.set(&name, value);
            return Ok(value);
        }
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return Err("too deeply nested");
        }
        let value = self.unary()?;
        self.depth -= 1;
        Ok(match sign {
            "!" => i32::from(value == 0),
            "~" => !value,
            "-" => value.wrapping_neg(),
            _ => value,
        })
    }

    fn primary(&mut self) -> Result<i32, &'static str> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        match token {
            Some(Token::Number(value)) => Ok(value),
            Some(Token::Name(name)) => {
                let value = self.get(&name)?;
                match self.sign(&["++", "--"]) {
                    Some("++") => self.set(&name, value.wrapping_add(1)),
                    Some(_) => self.set(&name, value.wrapping_sub(1)),
                    None => {}
                }
                Ok(value)
            }
            Some(Token::Sign("(")) => {
                let value = self.assigned()?;
                self.sign(&[")"]).map(|_| value).ok_or("missing ')'")
            }
            _ => Err("unexpected end of expression"),
        }
    }

    fn reckon(&self, sign: &str, one: i32, other: i32) -> Result<i32, &'static str> {
        // Rust's `wrapping_shl` and `wrapping_shr` use the low five bits of a shift alone, as mksh does.
        let bits = other.cast_unsigned();
        Ok(match sign {
            "||" => i32::from(one != 0 || other != 0),
            "&&" => i32::from(one != 0 && other != 0),
            "|" => one | other,
            "^" => one ^ other,
            "&" => one & other,
            "==" => i32::from(one == other),
            "!=" => i32::from(one != other),
            "<=" => i32::from(one <= other),
            ">=" => i32::from(one >= other),
            "<" => i32::from(one < other),
            ">" => i32::from(one > other),
            "<<" => one.wrapping_shl(bits),
            ">>" => one.wrapping_shr(bits),
            "+" => one.wrapping_add(other),
            "-" => one.wrapping_sub(other),
            "*" => one.wrapping_mul(other),
            _ if other == 0 && self.counts => return Err("divisor is 0"),
            _ if other == 0 => 0,
            "/" => one.wrapping_div(other),
            _ => one.wrapping_rem(other),
        })
    }
}
