use encoding_rs::GBK;
use rust_xlsxwriter::Workbook;

use super::*;

fn rows(table: &Table) -> Vec<Vec<String>> {
    let text = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        Cell::Inexact(text) => format!("?{text}"),
    };
    let all = table.rows.iter();
    all.map(|row| row.cells.iter().map(text).collect())
        .collect()
}

#[test]
fn what_is_written_is_read_again_in_both_formats_digit_by_digit() {
    let values = [
        "123456789012345678",
        "00138",
        "=1+1",
        "-2",
        "@x",
        "云,\"手机\"",
    ];
    let written = vec![values.map(str::to_owned).to_vec()];
    for format in [Format::Xlsx, Format::Csv] {
        let bytes = write(format, &["a", "b", "c", "d", "e", "f"], &written).unwrap();
        let table = read(&bytes).unwrap();
        assert_eq!(table.header, ["a", "b", "c", "d", "e", "f"]);
        assert_eq!(rows(&table), written, "{format:?}");
        assert_eq!(table.rows[0].number, 2);
    }
}

#[test]
fn a_written_formula_is_text_to_the_program_that_opens_the_file() {
    let bytes = write(
        Format::Csv,
        &["a"],
        &[vec!["=HYPERLINK(\"http://x\")".to_owned()]],
    )
    .unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(
        text.contains("\r\n\"'=HYPERLINK(\"\"http://x\"\")\"\r\n"),
        "{text}"
    );
}

#[test]
fn csv_is_read_in_utf8_and_in_gbk() {
    let text = "登录名称,手机号码\r\n李姐,13800000000\r\n";
    let (gbk, _, _) = GBK.encode(text);
    let marked = format!("\u{feff}{text}");
    for bytes in [text.as_bytes(), marked.as_bytes(), &gbk] {
        let table = read(bytes).unwrap();
        assert_eq!(table.header, ["登录名称", "手机号码"]);
        assert_eq!(rows(&table), [["李姐", "13800000000"]]);
        assert_eq!(table.column(&["phonenumber", "手机号码"]), Some(1));
    }
    assert!(matches!(read(b"a\n\xff\xff\xff"), Err(ReadError::Encoding)));
}

#[test]
fn a_number_that_lost_its_digits_is_told_from_one_that_did_not() {
    let table = read(b"a,b,c\n1.38E+10,13800000000,E+1\n").unwrap();
    assert_eq!(rows(&table), [["?1.38E+10", "13800000000", "E+1"]]);
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_string(0, 0, "a").unwrap();
    sheet.write_number(1, 0, 13_800_000_000.0).unwrap();
    sheet.write_number(3, 0, 123_456_789_012_345_680.0).unwrap();
    sheet.write_number(4, 0, 0.5).unwrap();
    let table = read(&book.save_to_buffer().unwrap()).unwrap();
    assert_eq!(
        rows(&table),
        [["13800000000"], ["?1.2345678901234568E17"], ["?5E-1"]]
    );
    let numbers: Vec<u64> = table.rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers, [2, 4, 5]);
}

#[test]
fn what_is_too_much_or_no_table_is_refused() {
    assert!(matches!(read(b""), Err(ReadError::Empty)));
    assert!(matches!(read(b"PK\x03\x04"), Err(ReadError::Damaged)));
    let large = vec![b'a'; FILE_MAX_BYTES + 1];
    assert!(matches!(read(&large), Err(ReadError::TooLarge)));
    let lines = |rows: usize| format!("a\n{}", "1\n".repeat(rows));
    assert_eq!(
        read(lines(ROWS_MAX).as_bytes()).unwrap().rows.len(),
        ROWS_MAX
    );
    let more = lines(ROWS_MAX + 1);
    assert!(matches!(read(more.as_bytes()), Err(ReadError::TooMany)));
    let mut book = Workbook::new();
    let far = book.add_worksheet();
    far.write_string(1_048_575, 16_383, "x").unwrap();
    let bytes = book.save_to_buffer().unwrap();
    assert!(matches!(read(&bytes), Err(ReadError::TooMany)));
    let bomb =
        unpack::samples::archive(&[("xl/workbook.xml", &vec![b' '; 17 * 1024 * 1024])], true);
    // The file is small: what it unpacks to is too much.
    assert!(matches!(read(&bomb), Err(ReadError::TooMany)));
}
