//! Apps: what they say of themselves, and what a lying one may cost.

use std::io::Cursor;

use unpack::app::{self, App, MANIFEST_NAME};
use unpack::samples::{Element, File, Value, archive, lying_archive, manifest, resources};
use unpack::{Archive, ArchiveError, Memory};

const LABEL: u32 = 0x0101_0001;
const ICON: u32 = 0x0101_0002;
const NAME: u32 = 0x0101_0003;
const MIN_SDK: u32 = 0x0101_020c;
const VERSION_CODE: u32 = 0x0101_021b;
const VERSION_NAME: u32 = 0x0101_021c;
const TEST_ONLY: u32 = 0x0101_0272;
const PACKAGE: u32 = 0;
const SPLIT: u32 = 1;

fn element<'a>(
    name: &'a str,
    attributes: &[(u32, Value<'a>)],
    inside: Vec<Element<'a>>,
) -> Element<'a> {
    Element {
        name,
        attributes: attributes.to_vec(),
        inside,
    }
}

fn named<'a>(name: &'a str, value: &'a str) -> Element<'a> {
    element(name, &[(NAME, Value::Text(value))], Vec::new())
}

fn activity<'a>(name: &'a str, category: &'a str) -> Element<'a> {
    let filter = vec![
        named("action", "android.intent.action.MAIN"),
        named("category", category),
    ];
    let filter = element("intent-filter", &[], filter);
    element("activity", &[(NAME, Value::Text(name))], vec![filter])
}

fn crane() -> Vec<u8> {
    let application = element(
        "application",
        &[
            (LABEL, Value::Reference(0x7f01_0000)),
            (ICON, Value::Reference(0x7f01_0001)),
            (TEST_ONLY, Value::Boolean(true)),
        ],
        vec![
            activity(".Settings", "android.intent.category.DEFAULT"),
            activity(".Main", "android.intent.category.LAUNCHER"),
            activity(".Other", "android.intent.category.LAUNCHER"),
        ],
    );
    manifest(&element(
        "manifest",
        &[
            (PACKAGE, Value::Text("org.example.crane")),
            (VERSION_CODE, Value::Number(7)),
            (VERSION_NAME, Value::Text("1.2")),
        ],
        vec![
            element("uses-sdk", &[(MIN_SDK, Value::Number(26))], Vec::new()),
            named("uses-permission", "android.permission.CAMERA"),
            application,
        ],
    ))
}

#[test]
fn an_app_says_what_it_is() {
    let table = resources(&[&[(0, "纸鹤")], &[(640, "res/x.png"), (160, "res/m.png")]]);
    let expected = App {
        package: "org.example.crane".to_owned(),
        split: None,
        version_code: 7,
        version_name: "1.2".to_owned(),
        label: Some("纸鹤".to_owned()),
        // For no screen alone there is one: the coarsest.
        icon: Some("res/m.png".to_owned()),
        min_sdk: 26,
        activity: Some(".Main".to_owned()),
        tv_activity: None,
        test_only: true,
        needs_splits: false,
        permissions: vec!["android.permission.CAMERA".to_owned()],
    };
    assert_eq!(app::parse(&crane(), &table), Some(expected));
    let alone = app::parse(&crane(), b"no table").expect("an app");
    assert_eq!((alone.label, alone.icon), (None, None));
}

#[test]
fn an_app_that_androids_own_tool_made_is_read() {
    // By `aapt package` of Debian, out of a manifest, a text and a picture.
    let made = include_bytes!("../vectors/crane.apk");
    let mut archive = Archive::open(Cursor::new(made)).expect("an archive");
    let app = app::read(&mut archive, &Memory::new(1 << 20)).expect("read");
    let expected = App {
        package: "org.example.crane".to_owned(),
        split: None,
        version_code: 7,
        version_name: "1.2".to_owned(),
        label: Some("纸鹤".to_owned()),
        icon: Some("res/drawable/icon.png".to_owned()),
        min_sdk: 26,
        activity: Some(".Main".to_owned()),
        tv_activity: None,
        test_only: true,
        needs_splits: false,
        permissions: vec!["android.permission.CAMERA".to_owned()],
    };
    assert_eq!(app, Some(expected));
}

#[test]
fn a_split_says_its_name() {
    let bytes = manifest(&element(
        "manifest",
        &[
            (PACKAGE, Value::Text("org.example.crane")),
            (SPLIT, Value::Text("config.zh")),
        ],
        Vec::new(),
    ));
    let app = app::parse(&bytes, &[]).expect("an app");
    assert_eq!(app.split.as_deref(), Some("config.zh"));
    assert_eq!(app.min_sdk, 1);
}

#[test]
fn no_bytes_of_a_manifest_or_a_table_do_harm() {
    let (right, table) = (crane(), resources(&[&[(0, "label")], &[(0, "icon")]]));
    for length in 0..right.len() {
        let _ = app::parse(&right[..length], &table);
    }
    for length in 0..table.len() {
        let _ = app::parse(&right, &table[..length]);
    }
    for (at, flip) in (0..right.len()).flat_map(|at| [(at, 0xff), (at, 0x01)]) {
        let mut bytes = right.clone();
        bytes[at] ^= flip;
        let _ = app::parse(&bytes, &table);
    }
    for (at, flip) in (0..table.len()).flat_map(|at| [(at, 0xff), (at, 0x01)]) {
        let mut bytes = table.clone();
        bytes[at] ^= flip;
        let _ = app::parse(&right, &bytes);
    }
}

#[test]
fn a_resource_that_names_itself_is_nobodys() {
    let mut table = resources(&[&[(0, "label")]]);
    // The value becomes a reference to itself.
    let value = table.len() - 8;
    table[value + 3] = 1;
    table[value + 4..].copy_from_slice(&0x7f01_0000_u32.to_le_bytes());
    assert_eq!(app::parse(&crane(), &table).expect("an app").label, None);
}

#[test]
fn long_texts_deep_elements_and_many_of_them_cost_what_their_bytes_do() {
    let long = "x".repeat(30_000);
    let bytes = manifest(&element(
        "manifest",
        &[(PACKAGE, Value::Text(&long))],
        Vec::new(),
    ));
    assert_eq!(app::parse(&bytes, &[]).expect("an app").package.len(), 1024);
    // Without ends, so that each stands in the one before.
    let root = manifest(&element("manifest", &[], Vec::new()));
    let at = root.windows(4).position(|part| part == [2, 1, 16, 0]);
    let (head, nodes) = root.split_at(at.expect("a node"));
    let start = &nodes[..36];
    let mut deep = [head, &start.repeat(60_000)].concat();
    let length = (deep.len() as u32).to_le_bytes();
    deep[4..8].copy_from_slice(&length);
    assert!(app::parse(&deep, &[]).is_some());
}

/// Result of reading this archive with so much memory.
fn read(files: &[File<'_>], memory: u64) -> Result<Option<App>, ArchiveError> {
    let bytes = lying_archive(files);
    let mut archive = Archive::open(Cursor::new(bytes)).expect("an archive");
    app::read(&mut archive, &Memory::new(memory))
}

#[test]
fn an_app_that_claims_to_be_small_is_refused_by_what_comes_out() {
    let endless = vec![0; 60 << 20];
    let file = |name, content, claimed| File {
        name,
        content,
        deflate: true,
        claimed: Some(claimed),
        claimed_packed: None,
    };
    let right = crane();
    // A manifest of 1,000 bytes, and a table whose sizes are equal: as they were found to take gigabytes.
    let manifest = read(&[file(MANIFEST_NAME, &endless, 1000)], u64::MAX);
    assert!(
        matches!(manifest, Err(ArchiveError::TooLong)),
        "{manifest:?}"
    );
    let whole = right.len() as u32;
    let table = [
        file(MANIFEST_NAME, &right, whole),
        file("resources.arsc", &endless, 61_099),
    ];
    let refused = read(&table, u64::MAX);
    assert!(matches!(refused, Err(ArchiveError::TooLong)), "{refused:?}");
    // And where there is no memory for what may come out, nothing is begun.
    let refused = read(&table, 1 << 20);
    assert!(matches!(refused, Err(ArchiveError::TooLong)), "{refused:?}");
    assert!(read(&table[..1], 4 << 20).expect("read").is_some());
}

#[test]
fn two_manifests_are_refused() {
    let right = crane();
    let bytes = archive(&[(MANIFEST_NAME, &right), (MANIFEST_NAME, &right)], true);
    let mut archive = Archive::open(Cursor::new(bytes)).expect("an archive");
    let refused = app::read(&mut archive, &Memory::new(1 << 26));
    assert!(matches!(refused, Err(ArchiveError::Broken)));
}
