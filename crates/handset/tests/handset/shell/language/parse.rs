//! Parser: which lines are commands, and of which parts.

use handset::internal::language::lexer::DEPTH_LIMIT;
use handset::internal::language::parse::parse;
use handset::internal::language::{Command, Joiner};

#[test]
fn commands_are_joined_and_assigned_and_redirected() {
    let list = parse("X='1 2' Y=3 run a=b && two || three; four > /f 2>&1 < /g").unwrap();
    let joiners: Vec<_> = list.iter().map(|(joiner, _)| *joiner).collect();
    assert_eq!(
        joiners,
        [Joiner::Always, Joiner::And, Joiner::Or, Joiner::Always]
    );
    let simple = |at: usize| match &list[at].1.commands[..] {
        [Command::Simple(simple)] => simple.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!((simple(0).assignments.len(), simple(0).words.len()), (2, 2));
    assert_eq!(simple(3).redirects.len(), 3);
}

#[test]
fn what_this_shell_cannot_do_is_an_error() {
    let deep = "(".repeat(DEPTH_LIMIT + 1) + "a" + &")".repeat(DEPTH_LIMIT + 1);
    for line in [
        "a &",
        "echo 'x",
        "echo \"x",
        "echo `x",
        "echo $(x",
        "echo ${x",
        "echo ${}",
        "echo ${x/y}",
        "a &&",
        "&& a",
        "a |",
        "a > ",
        "(a",
        "a)",
        "()",
        "a <",
        "a << EOF",
        "f() { a; }",
        "if a; then b",
        "if a; fi",
        "then a",
        "for 1 in a; do b; done",
        "for x in a; b; done",
        "while a; do done",
        "case a in a) b;; esac",
        &deep,
    ] {
        assert!(parse(line).is_err(), "{line}");
    }
}

#[test]
fn reserved_words_are_words_elsewhere() {
    for line in [
        "echo if then fi",
        "echo { }",
        "for x in do done; do :; done",
        "! a | b",
    ] {
        assert!(parse(line).is_ok(), "{line}");
    }
}
