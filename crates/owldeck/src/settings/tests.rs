use std::collections::BTreeSet;

use domain::auth::CodeRules;
use domain::phones::rental::Retention;
use domain::points::PointRules;
use domain::session::SessionRules;
use domain::uploads::UploadRules;

use super::*;

fn from_toml(text: &str) -> Result<Settings, SettingsError> {
    Settings::from_lines(text)?.checked()
}

#[test]
fn an_empty_file_gives_the_defaults_that_help_names() {
    let settings = from_toml("").expect("defaults");
    assert_eq!(settings.server.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(
        (settings.demo.sim_phones, settings.demo.sim_stock),
        (32, 68)
    );
    assert_eq!(settings.database(), "sqlite://data/owldeck.sqlite");
    let rules = settings.rules().expect("rules");
    let zone = Zone::parse("Asia/Shanghai").expect("a zone");
    let defaults = domain::config::Rules {
        orders: OrderRules {
            zone,
            ..OrderRules::default()
        },
        ..domain::config::Rules::default()
    };
    assert_eq!(rules, defaults);
    assert_eq!(settings.set_rules(), []);
}

/// Defaults that `--help` says of the rules, as lines of a file.
#[test]
fn the_rules_defaults_are_those_that_help_names() {
    let [_, rules, ..] = sections();
    let lines = rules
        .rows
        .iter()
        .map(|(name, default, _)| format!("{name} = {default}\n"));
    let said = from_toml(&lines.collect::<String>()).expect("settings");
    assert_eq!(said.set_rules(), Setting::ALL);
    let defaults = from_toml("").expect("defaults");
    assert_eq!(
        said.rules().expect("rules"),
        defaults.rules().expect("rules")
    );
}

#[test]
fn every_setting_has_a_name_of_its_own_and_is_known_to_the_file() {
    let rows: Vec<_> = sections().into_iter().flat_map(|s| s.rows).collect();
    let names: BTreeSet<&str> = rows.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names.len(), rows.len());
    let table = table();
    for name in names {
        assert!(table.contains(&format!("  {} ", variable(name))), "{name}");
        // A value of no setting's kind: its name is not refused as unknown.
        let refusal = Settings::from_lines(&format!("[{name}]\na = 1")).expect_err("a table");
        assert!(!refusal.to_string().contains("unknown setting"), "{name}");
    }
}

#[test]
fn the_documents_name_settings_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = table();
    for file in [
        "README.md",
        "docs/operating.md",
        "docs/real-phones.md",
        "docs/scope.md",
    ] {
        let text = std::fs::read_to_string(root.join(file)).expect("a document");
        for rest in text.split("OWLDECK_").skip(1) {
            let end =
                rest.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'));
            let name = &rest[..end.unwrap_or(rest.len())];
            assert!(
                table.contains(&format!("OWLDECK_{name} ")),
                "{file}: {name}"
            );
        }
    }
}

#[test]
fn keys_and_passwords_are_not_printed_with_the_settings() {
    let settings = from_toml(
        "sms_key = 'open sesame'\nsmtp_password = 'open sesame'\noidc_secret = 'open sesame'\nwechat_secret = 'open sesame'\nalipay_private_key = 'open sesame'\nwechatpay_private_key = 'open sesame'\nwechatpay_api_key = 'open sesame'",
    )
    .expect("settings");
    assert!(!format!("{settings:?}").contains("sesame"));
}

#[test]
fn settings_outside_their_range_are_refused() {
    assert!(from_toml("sim_phones = 500").is_ok());
    assert!(matches!(
        from_toml("sim_phones = 501"),
        Err(SettingsError::SimPhones)
    ));
    assert!(matches!(
        from_toml("sim_phones = 0"),
        Err(SettingsError::SimPhones)
    ));
    assert!(from_toml("sim_stock = 0").is_ok());
    assert!(from_toml("sim_spare = 500").is_ok());
    assert!(matches!(
        from_toml("sim_spare = 501"),
        Err(SettingsError::SimPhones)
    ));
    assert!(matches!(
        from_toml("sim_stock = 501"),
        Err(SettingsError::SimPhones)
    ));
    assert!(matches!(
        from_toml("listen = 'nowhere'"),
        Err(SettingsError::Unreadable(_))
    ));
    assert!(matches!(
        from_toml("lsiten = '127.0.0.1:1'"),
        Err(SettingsError::Unreadable(_))
    ));
    assert!(from_toml("trusted_proxies = '10.0.0.0/8, ::1'").is_ok());
    assert!(matches!(
        from_toml("trusted_proxies = 'my-proxy'"),
        Err(SettingsError::TrustedProxies(_))
    ));
    assert!(from_toml("base_path = '/phones'").is_ok());
    assert!(matches!(
        from_toml("base_path = 'phones/'"),
        Err(SettingsError::BasePath(_))
    ));
    assert!(from_toml("webhook_allow = '10.1.0.0/16, http://10.2.0.1:9000'").is_ok());
    assert!(matches!(
        from_toml("webhook_allow = '10.1.0.0/33'"),
        Err(SettingsError::WebhookAllow(_))
    ));
    assert!(
        from_toml("proxy_allow = '10.1.0.0/16'\nproxy_exit_url = 'https://ip.example/'").is_ok()
    );
    assert!(matches!(
        from_toml("proxy_allow = '10.1.0.0/33'"),
        Err(SettingsError::ProxyAllow(_))
    ));
    assert!(matches!(
        from_toml("proxy_exit_url = 'file:///etc/passwd'"),
        Err(SettingsError::ProxyExitUrl)
    ));
    assert!(from_toml("embed_origins = 'https://shop.example'").is_ok());
    assert!(matches!(
        from_toml("embed_origins = 'shop.example'"),
        Err(SettingsError::EmbedOrigins(_))
    ));
    for zone in ["+05:30", "Europe/Berlin", "America/Santiago"] {
        assert!(
            from_toml(&format!("time_zone = '{zone}'")).is_ok(),
            "{zone}"
        );
    }
    assert!(matches!(
        from_toml("time_zone = 'Europe/Atlantis'"),
        Err(SettingsError::TimeZone(_))
    ));
    for fine in [
        "order_minutes = 2",
        "order_minutes = 120",
        "open_orders = 1",
        "open_orders = 100",
        "grace_days = 1",
        "grace_days = 365",
        "bin_days = 1",
        "bin_days = 365",
    ] {
        assert!(from_toml(fine).is_ok(), "{fine}");
    }
    for wrong in [
        "order_minutes = 1",
        "order_minutes = 121",
        "order_minutes = -15",
        "open_orders = 0",
        "open_orders = 101",
        "grace_days = 0",
        "grace_days = 366",
        "bin_days = 0",
        "bin_days = 366",
        "points_per_yuan = -1",
        "points_per_yuan = 101",
        "points_share = -1",
        "points_share = 101",
        "files_quota = 1",
        "files_quota = 10001",
        "files_days = 1",
        "files_days = 3651",
        "code_resend = 29",
        "code_resend = 121",
        "codes_daily = 2",
        "codes_daily = 20",
        "code_life = 2",
        "code_life = 31",
        "access_minutes = 4",
        "access_minutes = 61",
        "refresh_days = 0",
        "refresh_days = 91",
        "idle_minutes = 4",
        "idle_minutes = 241",
    ] {
        let fault = from_toml(wrong).err();
        assert!(matches!(fault, Some(SettingsError::Rule(_))), "{wrong}");
    }
    assert!(matches!(
        from_toml("order_minutes = 'soon'"),
        Err(SettingsError::Unreadable(_))
    ));
    let set = from_toml(
        "order_minutes = 30\ngrace_days = 3\nbin_days = 2\nopen_orders = 2\ntime_zone = 'UTC'\npoints_per_yuan = 2\npoints_share = 50\nfiles_quota = 4\nfiles_days = 5\ncode_resend = 90\ncodes_daily = 5\ncode_life = 20\naccess_minutes = 30\nrefresh_days = 7\nidle_minutes = 60",
    );
    let set = set.expect("settings");
    assert_eq!(set.set_rules(), Setting::ALL);
    let domain::config::Rules {
        orders: rules,
        uploads,
        codes,
        sessions,
    } = set.rules().expect("rules");
    assert_eq!(Some(uploads), UploadRules::of(4, 5));
    assert_eq!(Some(codes), CodeRules::of(90, 5, 20));
    assert_eq!(Some(sessions), SessionRules::of(30, 7, 60));
    assert_eq!(rules.pay_ms, 1_800_000);
    assert_eq!(Some(rules.retention), Retention::of_days(3, 2));
    assert_eq!((rules.open_max, rules.zone.offset_minutes(0)), (2, 0));
    assert_eq!(Some(rules.points), PointRules::of(2, 50));
    assert!(from_toml("public_origin = 'https://console.example:8443'").is_ok());
    assert!(matches!(
        from_toml("public_origin = 'https://console.example/'"),
        Err(SettingsError::PublicOrigin)
    ));
    assert!(matches!(
        from_toml("public_origin = 'console.example'"),
        Err(SettingsError::PublicOrigin)
    ));
}

#[test]
fn https_needs_both_files_and_the_origin_that_browsers_see() {
    let origin = "public_origin = 'https://console.example'\n";
    let (certificate, key) = ("tls_certificate = 'c.pem'\n", "tls_key = 'k.pem'\n");
    let both = from_toml(&format!("{origin}{certificate}{key}")).expect("settings");
    let files = both.tls().expect("both");
    assert_eq!(files, Some((Path::new("c.pem"), Path::new("k.pem"))));
    assert_eq!(both.address(), "https://console.example");
    for half in [certificate, key] {
        let fault = from_toml(&format!("{origin}{half}")).err();
        assert!(matches!(fault, Some(SettingsError::Tls)), "{half}");
    }
    for origin in ["", "public_origin = 'http://console.example'\n"] {
        let fault = from_toml(&format!("{origin}{certificate}{key}")).err();
        assert!(matches!(fault, Some(SettingsError::TlsOrigin)), "{origin}");
    }
    let proxied = from_toml(origin).expect("settings");
    assert_eq!(proxied.tls().expect("neither"), None);
    assert_eq!(proxied.address(), "http://127.0.0.1:8080");
}
