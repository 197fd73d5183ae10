use super::*;

fn named(sent: &str) -> String {
    FileName::parse(sent).map_or_else(|_| String::new(), |name| name.as_str().to_owned())
}

#[test]
fn a_name_is_one_harmless_part_of_a_path() {
    for (sent, kept) in [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("a\0b.txt", "ab.txt"),
        ("invoice\u{202e}gpj.exe", "invoicegpj.exe"),
        ("-rf.txt", "rf.txt"),
        (".hidden", "hidden"),
        ("a\r\nSet-Cookie: x.txt", "a Set-Cookie_ x.txt"),
        ("CON", "CON"),
        ("; rm -rf $(id) `x`.txt", "; rm -rf $(id) `x`.txt"),
        ("a:b*c?\"<>|.txt", "a_b_c_____.txt"),
        ("  宝贝 照片 .JPG", "宝贝 照片.JPG"),
        ("zero\u{200b}width\u{2060}.txt", "zerowidth.txt"),
        // Joiners belong to Persian, Hindi and families of emoji.
        ("می\u{200c}خواهم.pdf", "می\u{200c}خواهم.pdf"),
        ("क्\u{200d}ष.txt", "क्\u{200d}ष.txt"),
        ("👨\u{200d}👩\u{200d}👧.png", "👨\u{200d}👩\u{200d}👧.png"),
        ("📷 holiday.png", "📷 holiday.png"),
        ("C:\\Users\\me\\app.apk", "app.apk"),
        ("dots...", "dots"),
    ] {
        assert_eq!(named(sent), kept, "{sent:?}");
    }
    for nothing in [
        "", ".", "..", "../", "/", "\\", "\u{202e}", " . ", "---", "\u{3164}", "\u{301}",
    ] {
        assert_eq!(
            FileName::parse(nothing),
            Err(InvalidFileName::Empty),
            "{nothing:?}"
        );
    }
}

#[test]
fn a_long_name_is_cut_and_keeps_its_ending() {
    let long = named(&format!("{}.apk", "a".repeat(300)));
    assert_eq!((long.chars().count(), long.ends_with("a.apk")), (120, true));
    let chinese = named(&format!("{}.xapk", "应".repeat(300)));
    assert!(chinese.len() <= 200 && chinese.ends_with("应.xapk"));
    let fits = format!("{}.apk", "a".repeat(116));
    assert_eq!(named(&fits), fits);
    let endless = named(&format!("a.{}", "b".repeat(10_000)));
    assert_eq!(endless.chars().count(), 120);
}

#[test]
fn names_are_compared_as_people_read_them() {
    let key = |sent: &str| FileName::parse(sent).unwrap().key();
    assert_eq!(key("Café.txt"), key("cafe\u{301}.TXT"));
    assert_eq!(key("ＡＢＣ.apk"), key("abc.apk"));
    assert_ne!(key("a.apk"), key("b.apk"));
    let name = FileName::parse("旅行.tar.gz").unwrap();
    assert_eq!(name.numbered(2), "旅行.tar (2).gz");
    assert_eq!(
        FileName::parse("LICENSE").unwrap().numbered(3),
        "LICENSE (3)"
    );
}

fn set_file(key: &str, running: bool) -> SetFile {
    SetFile {
        key: key.to_owned(),
        running,
    }
}

#[test]
fn a_set_takes_ten_files_of_different_names_and_none_while_one_is_on_its_way() {
    let name = FileName::parse("New.txt").unwrap();
    let set: Vec<SetFile> = (0..FILES_MAX)
        .map(|n| set_file(&format!("{n}.txt"), false))
        .collect();
    let (held, rules) = (StoredFiles::default(), UploadRules::default());
    assert_eq!(may_add(&name, 1, &set[1..], held, rules), Ok(()));
    assert_eq!(may_add(&name, 1, &set, held, rules), Err(AddError::Count));
    let taken = [set_file("new.txt", false)];
    assert_eq!(
        may_add(&name, 1, &taken, held, rules),
        Err(AddError::Exists)
    );
    let running = [set_file("a.txt", true)];
    assert_eq!(
        may_add(&name, 1, &running, held, rules),
        Err(AddError::Running)
    );
}

#[test]
fn sizes_and_quotas_end_where_they_say() {
    let name = FileName::parse("a").unwrap();
    let rules = UploadRules::of(3, 2).unwrap();
    let add = |size, files, bytes| may_add(&name, size, &[], StoredFiles { files, bytes }, rules);
    assert_eq!(add(FILE_MAX_BYTES, 0, 0), Ok(()));
    for wrong in [FILE_MAX_BYTES + 1, 0, -1, i64::MAX] {
        assert_eq!(add(wrong, 0, 0), Err(AddError::Size), "{wrong}");
    }
    assert_eq!(add(1, MEMBER_FILES_MAX - 1, 0), Ok(()));
    assert_eq!(add(1, MEMBER_FILES_MAX, 0), Err(AddError::Quota));
    assert_eq!(add(5, 0, 3 * GIB - 5), Ok(()));
    assert_eq!(add(6, 0, 3 * GIB - 5), Err(AddError::Quota));
}

#[test]
fn an_operator_sets_quota_and_days_within_their_ranges() {
    let of = |quota, days| UploadRules::of(quota, days).is_some();
    let (least, most) = (*QUOTA_GIB.start(), *QUOTA_GIB.end());
    let (soon, late) = (*KEPT_DAYS.start(), *KEPT_DAYS.end());
    assert!(of(least, soon) && of(most, late));
    assert!(!of(least - 1, soon) && !of(most + 1, soon));
    assert!(!of(least, soon - 1) && !of(least, late + 1));
    let usual = UploadRules::default();
    assert_eq!(
        UploadRules::of(usual.quota_gib(), usual.kept_days()),
        Some(usual)
    );
}

#[test]
fn a_disk_keeps_what_others_need() {
    let (small, large) = (10 * FREE_MIN_BYTES, 1000 * FREE_MIN_BYTES);
    let keep = small / FREE_MIN_PART;
    assert!(has_room(keep + 7, small, 7));
    assert!(!has_room(keep + 7, small, 8));
    assert!(has_room(FREE_MIN_BYTES + 7, large, 7));
    assert!(!has_room(FREE_MIN_BYTES + 7, large, 8));
    assert!(!has_room(3, small, 7), "more than there is");
}

#[test]
fn what_is_no_app_is_sent_whatever_was_chosen() {
    for choice in [Choice::Install, Choice::Send, Choice::Both] {
        for plain in [FileKind::File, FileKind::Video] {
            assert_eq!(choice.actions(plain), (false, true));
        }
    }
    for app in [FileKind::Apk, FileKind::Bundle] {
        assert_eq!(Choice::Install.actions(app), (true, false));
        assert_eq!(Choice::Send.actions(app), (false, true));
        assert_eq!(Choice::Both.actions(app), (true, true));
    }
}

#[test]
fn a_delivery_weighs_what_goes_to_the_phone_and_is_an_installation_if_anything_is_installed() {
    let app = AppFacts {
        package: "org.example.crane".into(),
        label: "纸鹤".into(),
        version_name: "7.0".into(),
        version_code: 7,
        min_sdk: 21,
        archives: vec![40, 2],
        signers: Vec::new(),
    };
    let file = |install, push| DeliveryFile {
        upload_id: 1,
        name: "a".into(),
        sha256: String::new(),
        bytes: 100,
        install,
        push,
    };
    let of = |files| Delivery {
        files,
        ..Delivery::default()
    };
    let pushed = of(vec![file(None, true)]);
    assert_eq!((pushed.load(), pushed.kind()), (100, Kind::PushFile));
    let both = of(vec![file(None, true), file(Some(app), true)]);
    assert_eq!((both.load(), both.kind()), (242, Kind::InstallApp));
}
