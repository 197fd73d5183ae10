use std::io::Write as _;

use unpack::samples::{Element, File as Packed, Value, archive, lying_archive, manifest, signed};

use super::*;

/// Result of inspecting these bytes, and whether unpacking left anything.
fn inspected(bytes: &[u8]) -> (Inspection, bool) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("1");
    File::create(&path).unwrap().write_all(bytes).unwrap();
    let parts = folder.path().join("1.parts");
    let inspection = inspect(&path, &parts);
    (inspection, parts.exists())
}

#[test]
fn whatever_a_file_is_called_what_is_no_app_is_a_plain_file() {
    let inner = archive(&[("AndroidManifest.xml", b"not a manifest")], true);
    for bytes in [
        b"".to_vec(),
        b"PK".to_vec(),
        b"<html><script>alert(1)</script>".to_vec(),
        b"PK\x03\x04 and then nothing".to_vec(),
        archive(&[], true),
        archive(&[("readme.txt", b"hello")], false),
        archive(
            &[("AndroidManifest.xml", b"<manifest package='a.b'/>")],
            true,
        ),
        archive(
            &[("AndroidManifest.xml", b"a"), ("AndroidManifest.xml", b"b")],
            true,
        ),
        // Archives that hold no apps, one of them in a folder that is not looked at.
        archive(&[("base.apk", b"nothing")], false),
        archive(&[("base.apk", &inner)], false),
        archive(&[("a/b/base.apk", &inner)], false),
        // More than it may unpack, and more than an archive can grow.
        archive(&[("base.apk", &vec![0; 40_000_000])], true),
        archive(&[("AndroidManifest.xml", &vec![0; 5 << 20])], true),
    ] {
        let (found, left) = inspected(&bytes);
        assert_eq!(found, Inspection::PLAIN, "{} bytes", bytes.len());
        assert!(!left, "nothing is left of unpacking");
    }
}

#[test]
fn endless_archives_in_archives_cost_nothing() {
    let mut bytes = archive(&[("0.apk", b"0")], true);
    for nth in 0..20 {
        let name = format!("{nth}.apk");
        bytes = archive(&[(&name, &bytes), ("b.apk", &bytes)], true);
        if bytes.len() > 1 << 20 {
            break;
        }
    }
    assert_eq!(inspected(&bytes), (Inspection::PLAIN, false));
    let name: Vec<String> = (0..=ARCHIVES_MAX).map(|nth| format!("{nth}.apk")).collect();
    let many: Vec<(&str, &[u8])> = name.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    assert_eq!(
        inspected(&archive(&many, false)),
        (Inspection::PLAIN, false)
    );
}

/// An app of this name and split.
fn app(split: Option<&str>) -> Vec<u8> {
    let mut attributes = vec![
        (0, Value::Text("org.example.crane")),
        (0x0101_021b, Value::Number(7)),
    ];
    attributes.extend(split.map(|name| (1, Value::Text(name))));
    let root = Element {
        name: "manifest",
        attributes,
        inside: Vec::new(),
    };
    archive(&[(MANIFEST_NAME, &manifest(&root))], true)
}

#[test]
fn an_app_is_one_and_so_are_all_its_archives_together() {
    let (base, split) = (app(None), app(Some("config.zh")));
    let (inspection, left) = inspected(&base);
    assert_eq!((inspection.kind, left), (FileKind::Apk, false));
    let facts = inspection.app.unwrap();
    assert_eq!(facts.package, "org.example.crane");
    assert_eq!(facts.label, facts.package, "an app without a label");
    assert_eq!(
        inspected(&split),
        (Inspection::PLAIN, false),
        "a part alone"
    );
    let both = archive(&[("splits/zh.apk", &split), ("splits/a.apk", &base)], true);
    let (inspection, left) = inspected(&both);
    assert_eq!((inspection.kind, left), (FileKind::Bundle, true));
    let sizes = [&base, &split].map(|app| i64::try_from(app.len()).unwrap());
    assert_eq!(inspection.app.unwrap().archives, sizes, "the base first");
    assert_eq!(inspection.unpacked, sizes.iter().sum::<i64>());
}

#[test]
fn the_signers_of_an_app_are_known_by_their_certificates_each_once() {
    let by = |certificates: &[&[u8]]| {
        let schemes = [0x7109_871a, 0xf053_68c0].map(|scheme| (scheme, certificates));
        let (inspection, _) = inspected(&signed(&app(None), &schemes));
        inspection.app.unwrap().signers
    };
    let one = by(&[b"one"]);
    // SHA-256 of "one".
    assert_eq!(
        one,
        ["7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"]
    );
    assert_eq!(by(&[b"one", b"other"]).len(), 2);
    assert_ne!(by(&[b"other"]), one);
    assert!(inspected(&app(None)).0.app.unwrap().signers.is_empty());
    let (base, split) = (
        signed(&app(None), &[(0x7109_871a, &[b"one"])]),
        app(Some("config.zh")),
    );
    let both = archive(&[("a.apk", &split), ("base.apk", &base)], false);
    assert_eq!(
        inspected(&both).0.app.unwrap().signers,
        one,
        "those of the base"
    );
}

#[test]
fn an_archive_in_an_archive_may_not_grow_whatever_it_claims() {
    let endless = vec![0; 40_000_000];
    for claimed in [1000, 40_000, 40_000_000] {
        let bytes = lying_archive(&[Packed {
            name: "base.apk",
            content: &endless,
            deflate: true,
            claimed: Some(claimed),
            claimed_packed: None,
        }]);
        assert_eq!(inspected(&bytes), (Inspection::PLAIN, false), "{claimed}");
    }
}
