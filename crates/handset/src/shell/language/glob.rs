//! Patterns with `*`, `?` and `[…]`; after a backslash a character stands for itself.

/// Whether a text has characters with a meaning in patterns, unescaped.
pub fn is_pattern(pattern: &str) -> bool {
    let mut signs = pattern.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => drop(signs.next()),
            '*' | '?' | '[' => return true,
            _ => {}
        }
    }
    false
}

/// Whether a text matches a pattern.
pub fn matches(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut at, mut from) = (0, 0);
    // Positions behind the last star in the pattern and in the text: after a mismatch matching goes on there, one character later in the text.
    let mut star = None;
    while from < text.len() {
        match one(&pattern[at..], text[from]) {
            Some(0) => {
                star = Some((at + 1, from));
                at += 1;
            }
            Some(taken) => (at, from) = (at + taken, from + 1),
            None => match star {
                Some((behind, tried)) => {
                    star = Some((behind, tried + 1));
                    (at, from) = (behind, tried + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|sign| *sign == '*')
}

/// Length of the pattern's first element if it matches this character: 0 for a star, `None` where it does not match.
fn one(pattern: &[char], c: char) -> Option<usize> {
    match pattern {
        ['*', ..] => Some(0),
        ['?', ..] => Some(1),
        ['[', rest @ ..] => match set(rest, c) {
            Some((taken, holds)) => holds.then_some(taken + 1),
            // A bracket that is not closed stands for itself.
            None => (c == '[').then_some(1),
        },
        ['\\', own, ..] => (*own == c).then_some(2),
        [own, ..] => (*own == c).then_some(1),
        [] => None,
    }
}

/// Reads a set of characters behind its opening bracket: its length, and whether the character is in it; `None` where it is not closed.
fn set(rest: &[char], c: char) -> Option<(usize, bool)> {
    let negated = matches!(rest, ['!' | '^', ..]);
    let mut at = usize::from(negated);
    let (first, mut holds) = (at, false);
    loop {
        match &rest[at..] {
            [']', ..] if at > first => return Some((at + 1, holds != negated)),
            [low, '-', high, ..] if *high != ']' => {
                holds |= (*low..=*high).contains(&c);
                at += 3;
            }
            [own, ..] => {
                holds |= *own == c;
                at += 1;
            }
            [] => return None,
        }
    }
}
