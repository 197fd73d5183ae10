use domain::auth::{
    ACCOUNT_MAX_CHARS, Account, CHANNEL_CODE_MAX_CHARS, PASSWORD_MAX_CHARS, PhoneNumber, SignIn,
    Violation, check_password,
};

use crate::{rows, sentences, vectors};

const FILE: &str = include_str!("../../vectors/auth.json");

sentences! {
    fn one_number_however_it_is_written() {
        for row in rows(&vectors(FILE), "phone") {
            let parsed = PhoneNumber::parse(row[0].as_str().unwrap());
            assert_eq!(parsed.ok().map(|p| p.as_str().to_owned()).as_deref(), row[1].as_str(), "{row}");
        }
    }

    fn a_masked_number_keeps_three_and_four_digits() {
        assert_eq!(PhoneNumber::parse("13800000001").unwrap().masked(), "138****0001");
    }

    fn an_account_is_a_phone_number_or_a_name() {
        for row in rows(&vectors(FILE), "account") {
            let got = match Account::parse(row[0].as_str().unwrap()) {
                Ok(Account::Phone(number)) => serde_json::json!({ "phone": number.as_str() }),
                Ok(Account::UserName(name)) => serde_json::json!({ "userName": name }),
                Err(violation) => serde_json::json!(format!("{violation:?}")),
            };
            assert_eq!(got, row[1], "{row}");
        }
        assert_eq!(ACCOUNT_MAX_CHARS, 50);
    }

    fn a_password_is_present_and_of_bounded_length() {
        assert_eq!(check_password(""), Err(Violation::PasswordEmpty));
        assert_eq!(check_password(&"密".repeat(PASSWORD_MAX_CHARS)), Ok(()));
        assert_eq!(check_password(&"密".repeat(PASSWORD_MAX_CHARS + 1)), Err(Violation::PasswordTooLong));
    }

    fn every_faulty_field_is_named_at_once() {
        let channel = "c".repeat(CHANNEL_CODE_MAX_CHARS + 1);
        assert_eq!(
            SignIn::parse("", "", Some(&channel)),
            Err(vec![
                ("account", Violation::AccountEmpty),
                ("password", Violation::PasswordEmpty),
                ("channelCode", Violation::ChannelTooLong)
            ])
        );
        let fine = SignIn::parse("13800000000", "Owldeck#2026", Some(" ")).unwrap();
        assert_eq!(fine.channel_code, "default");
    }
}
