//! Rules of comments in Rust and TypeScript: a comment names its subject first, and says more than the name that it documents.

/// Beginnings of a comment whose subject must be guessed from the line below.
const GUESSED: [&str; 14] = [
    "It", "Its", "What", "Who", "Whom", "Whose", "Whoever", "Which", "One that", "One who",
    "Another", "The same", "Whatever", "Nobody",
];

/// Finds comments that break a rule: the number of their first line, and the rule.
pub fn breaches(source: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let continues = at > 0 && is_comment(lines[at - 1]) && !opens_block(lines[at - 1]);
        if continues || !is_comment(line) {
            continue;
        }
        if let Some(start) = guessed(line) {
            let rule = format!("a comment names its subject first, not `{start}`");
            found.push((at + 1, rule));
        }
        if is_one_word(line, &lines[at + 1..]) {
            let rule = "a comment of one word says no more than the name below it".to_owned();
            found.push((at + 1, rule));
        }
    }
    found
}

/// Whether a line is a comment, or part of one: `//` in both languages, `/* */` in TypeScript.
fn is_comment(line: &str) -> bool {
    let words = line.trim_start();
    ["//", "/*", "* ", "*/"]
        .iter()
        .any(|mark| words.starts_with(mark))
}

/// Whether a line only opens a block comment, whose words begin in the next line.
fn opens_block(line: &str) -> bool {
    matches!(line.trim(), "/*" | "/**")
}

/// The beginning of a comment that leaves its subject open.
fn guessed(line: &str) -> Option<&'static str> {
    let words = line
        .trim_start()
        .trim_start_matches(['/', '!', '*'])
        .trim_start();
    GUESSED.into_iter().find(|start| {
        words
            .strip_prefix(start)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

/// Whether a doc comment is a single plain word on a field, a function or a type. Variants, which begin in upper case, may have one; so may
/// all items where the word is a fact: a value, a version or a name in code, with a character that is no letter.
fn is_one_word(line: &str, below: &[&str]) -> bool {
    let Some(text) = line.trim_start().strip_prefix("///") else {
        return false;
    };
    let word = text.trim().trim_end_matches('.');
    let is_plain = !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == '-');
    if !is_plain || below.first().is_some_and(|next| is_comment(next)) {
        return false;
    }
    // Attributes stand between the comment and its item: the lines inside them are indented more deeply.
    let indent = |line: &str| line.len() - line.trim_start().len();
    below
        .iter()
        .filter(|next| indent(next) == indent(line))
        .find_map(|next| {
            next.trim_start()
                .chars()
                .next()
                .filter(|c| c.is_alphabetic())
        })
        .is_some_and(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(source: &str) -> Vec<usize> {
        breaches(source).into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn a_comment_names_its_subject_first() {
        for start in GUESSED {
            for mark in ["//", "///", "//!", "    //", "/*", "  /**"] {
                let source = format!("let a = 1;\n{mark} {start} came first.\nlet b = 2;");
                assert_eq!(refused(&source), [2], "{source}");
            }
        }
        assert_eq!(refused("// Nobody.\nlet a = 1;"), [1]);
        assert_eq!(refused("// Another, which is older.\nlet a = 1;"), [1]);
    }

    #[test]
    fn a_block_comment_may_begin_below_its_mark() {
        assert_eq!(refused("/**\n * What came first.\n */\nlet a = 1;"), [2]);
    }

    #[test]
    fn a_word_that_begins_alike_is_no_guess() {
        for start in ["Items", "Itself", "One thing", "One thatched", "The sample"] {
            let source = format!("// {start} came first.\nlet a = 1;");
            assert!(refused(&source).is_empty(), "{source}");
        }
    }

    #[test]
    fn only_the_beginning_of_a_comment_is_judged() {
        assert!(refused("// The phone was found.\n// Another one was not.\nlet a = 1;").is_empty());
        assert!(refused("/**\n * The phone was found.\n * Another one was not.\n */").is_empty());
        assert!(refused("let a = 1; // Another one.").is_empty());
    }

    #[test]
    fn a_field_function_or_type_has_more_than_one_word() {
        for item in [
            "pub port: u16,",
            "r#type: String,",
            "pub(super) fn port() {}",
            "struct Port;",
            "const PORT: u16 = 1;",
        ] {
            for word in ["Port.", "Port", "Sub-accounts."] {
                let source = format!("    /// {word}\n    {item}");
                assert_eq!(refused(&source), [1], "{source}");
            }
            let source = format!("/// The port.\n{item}");
            assert!(refused(&source).is_empty(), "{source}");
            let source = format!("/// Port.\n/// The proxy listens there.\n{item}");
            assert!(refused(&source).is_empty(), "{source}");
        }
    }

    #[test]
    fn attributes_may_stand_between_a_word_and_its_item() {
        let attribute = "#[serde(\n    default,\n)]";
        assert_eq!(refused(&format!("/// Port.\n{attribute}\nport: u16,")), [1]);
        assert!(refused(&format!("/// Mail.\n{attribute}\nMail,")).is_empty());
    }

    #[test]
    fn a_word_that_is_a_fact_or_names_a_variant_is_enough() {
        for word in [
            "`ro.product.brand`.",
            "[`Provider::power`]",
            "BT.709.",
            "3.3.2.",
        ] {
            let source = format!("/// {word}\npub value: String,");
            assert!(refused(&source).is_empty(), "{source}");
        }
        assert!(refused("/// Mail.\nMail,").is_empty());
    }
}
