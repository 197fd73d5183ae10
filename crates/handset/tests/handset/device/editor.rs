//! Text with a cursor and a selection.

use handset::internal::editor::{Editor, Step, TEXT_LIMIT_BYTES};

#[test]
fn text_goes_to_the_cursor_and_backspace_takes_whole_characters() {
    let mut editor = Editor::new("你好".into());
    editor.step(Step::Left, false);
    editor.insert("a\r\nb\u{7}");
    assert_eq!(editor.text(), "你a\nb好");
    editor.backspace();
    editor.backspace();
    editor.backspace();
    editor.backspace();
    editor.backspace();
    assert_eq!((editor.text(), editor.cursor_chars()), ("好", 0));
    editor.delete();
    editor.delete();
    assert_eq!(editor.text(), "");
}

#[test]
fn a_selection_is_replaced() {
    let mut editor = Editor::new("one two".into());
    editor.step(Step::Left, true);
    editor.step(Step::Left, true);
    editor.step(Step::Left, true);
    assert_eq!(editor.selected(), Some("two"));
    assert_eq!(editor.selection_chars(), Some(4..7));
    editor.insert("三");
    assert_eq!(editor.text(), "one 三");
    editor.select_all();
    editor.backspace();
    assert_eq!(editor.text(), "");
}

#[test]
fn up_and_down_keep_the_column() {
    let mut editor = Editor::new("abcd\n你\nefgh".into());
    editor.place(3);
    editor.step(Step::Down, false);
    assert_eq!(editor.cursor_chars(), 6);
    editor.step(Step::Down, false);
    assert_eq!(editor.cursor_chars(), 8);
    editor.step(Step::LineEnd, false);
    editor.step(Step::Up, false);
    editor.step(Step::Up, false);
    assert_eq!(editor.cursor_chars(), 1);
    editor.step(Step::Up, false);
    editor.step(Step::LineStart, false);
    assert_eq!(editor.cursor_chars(), 0);
}

#[test]
fn a_text_takes_its_limit_and_no_byte_more() {
    let mut editor = Editor::new("x".repeat(TEXT_LIMIT_BYTES - 4));
    editor.insert("好z");
    assert_eq!(editor.text().len(), TEXT_LIMIT_BYTES);
    editor.insert("y");
    assert_eq!(editor.text().len(), TEXT_LIMIT_BYTES);
    editor.backspace();
    editor.insert("好");
    assert_eq!(
        editor.text().len(),
        TEXT_LIMIT_BYTES - 1,
        "half a character is not inserted"
    );
}
