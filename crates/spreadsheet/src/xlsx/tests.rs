use super::*;
use crate::{Table, read};

const STYLES: &str = r#"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;day &quot;0"/>
    <numFmt numFmtId="165" formatCode="[Red]yyyy\-mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>"#;

/// A workbook of one sheet with these rows, whose cells share these texts.
fn book(shared: &str, rows: &str) -> Vec<u8> {
    let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let relation =
        |id, name, to| format!(r#"<Relationship Id="{id}" Type="{kind}/{name}" Target="{to}"/>"#);
    let relations = |all: &[String]| format!("<Relationships>{}</Relationships>", all.concat());
    let root = relations(&[relation("a", "officeDocument", "/books/book.xml")]);
    let own = relations(&[
        relation("s", "sharedStrings", "texts.xml"),
        relation("f", "styles", "styles.xml"),
        relation("two", "worksheet", "/books/sheets/two.xml"),
        relation("one", "worksheet", "sheets/one.xml"),
    ]);
    let sheets = r#"<workbook xmlns:r="r"><sheets><sheet name="1" r:id="one"/><sheet name="2" r:id="two"/></sheets></workbook>"#;
    let sheet = format!(
        r#"<worksheet><dimension ref="A1:XFD1048576"/><sheetData>{rows}</sheetData></worksheet>"#
    );
    let parts: [(&str, &str); 6] = [
        ("_rels/.rels", &root),
        ("books/book.xml", sheets),
        ("Books/_rels/Book.xml.rels", &own),
        ("books/texts.xml", shared),
        ("books/styles.xml", STYLES),
        ("books/sheets/one.xml", &sheet),
    ];
    unpack::samples::archive(&parts.map(|(name, text)| (name, text.as_bytes())), true)
}

fn cells(table: &Table) -> Vec<String> {
    let cells = table.rows.iter().flat_map(|row| &row.cells);
    let shown = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        Cell::Inexact(text) => format!("?{text}"),
    };
    cells.map(shown).collect()
}

#[test]
fn each_kind_of_cell_is_read_as_it_was_written() {
    let shared = "<sst><si><t> a &amp; b&#x4e00; </t></si>\
        <si><r><rPr><b/></rPr><t>one </t></r><r><t>text</t></r><rPh sb=\"0\"><t>said</t></rPh></si>\
        <si/><si><t><![CDATA[<c>]]>_x0041__x005F_x0042__x12</t></si></sst>";
    let rows = "<row r=\"1\"><c t=\"inlineStr\"><is><t>head</t></is></c></row>\
        <row r=\"3\"><c r=\"A3\" t=\"s\"><v>0</v></c><c r=\"B3\" t=\"s\"><v>1</v></c><c t=\"s\"><v>2</v></c>\
        <c t=\"s\"><v>3</v></c><c t=\"b\"><v>1</v></c><c t=\"e\"><v>#N/A</v></c><c><f>1+1</f><v>2</v></c>\
        <c s=\"1\"><v>45000</v></c><c s=\"2\"><v>45000</v></c><c s=\"3\"><v>1.5</v></c><c/><c t=\"str\"><v>end</v></c></row>";
    let table = read(&book(shared, rows)).unwrap();
    assert_eq!(table.header, ["head"]);
    assert_eq!(table.rows[0].number, 3);
    let read = cells(&table);
    assert_eq!(
        read,
        [
            "a & b一",
            "one text",
            "",
            "<c>A_x0042__x12",
            "true",
            "?#N/A",
            "2",
            "?45000",
            "45000",
            "?1.5",
            "",
            "end"
        ]
    );
}

#[test]
fn what_a_workbook_claims_of_itself_is_not_believed() {
    let claim =
        "<sst count=\"1000000000000\" uniqueCount=\"1000000000000\"><si><t>head</t></si></sst>";
    let cell = "<row><c t=\"s\"><v>0</v></c></row>";
    assert_eq!(read(&book(claim, cell)).unwrap().header, ["head"]);
    let none = "<row><c t=\"s\"><v>1</v></c></row>";
    assert!(matches!(read(&book(claim, none)), Err(ReadError::Damaged)));
}

#[test]
fn a_text_that_many_cells_share_counts_for_each_of_them() {
    let shared = format!(
        "<sst><si><t>{}</t></si></sst>",
        "x".repeat(CELLS_MAX_BYTES / 8)
    );
    let rows = |cells: usize| "<row><c t=\"s\"><v>0</v></c></row>".repeat(cells);
    assert_eq!(read(&book(&shared, &rows(8))).unwrap().rows.len(), 7);
    assert!(matches!(
        read(&book(&shared, &rows(9))),
        Err(ReadError::TooMany)
    ));
}

#[test]
fn a_small_file_that_holds_endlessly_much_is_refused() {
    let many = format!("<sst>{}</sst>", "<si/>".repeat(SHARED_MAX + 1));
    assert!(matches!(read(&book(&many, "")), Err(ReadError::TooMany)));
    let names = "<!DOCTYPE sst [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><sst><si><t>&b;</t></si></sst>";
    assert!(matches!(read(&book(names, "")), Err(ReadError::Damaged)));
    let text = " ".repeat(9 * 1024 * 1024);
    // Together they are too much, though neither is alone.
    assert!(matches!(read(&book(&text, &text)), Err(ReadError::TooMany)));
    assert!(read(&book("", &text)).is_err_and(|error| matches!(error, ReadError::Empty)));
}

#[test]
fn no_bytes_of_a_part_do_harm() {
    let shared = "<sst><si><t>a</t></si></sst>";
    let row = "<row r=\"1\"><c r=\"A1\" t=\"s\" s=\"1\"><v>0</v></c></row>";
    for part in [shared, row] {
        for end in 0..part.len() {
            let (shared, row) = if part == shared {
                (&part[..end], row)
            } else {
                (shared, &part[..end])
            };
            // Read or refused: nothing panics.
            drop(read(&book(shared, row)));
        }
    }
    for place in ["A0", "ZZZZ1", "1A", "é1", "A99999999999999999999999", ""] {
        drop(read(&book(shared, &row.replace("A1", place))));
    }
}
