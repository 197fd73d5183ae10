use domain::auth::{
    ACCOUNT_MAX_CHARS, Account, CHANNEL_CODE_MAX_CHARS, CODE_LIFE_MS, CaptchaAction, Code,
    CodeRules, MAIL_MAX_CHARS, MailAddress, NEW_PASSWORD_MAX_CHARS, NEW_PASSWORD_MIN_CHARS,
    NewMember, NewMemberForm, NewPassword, PASSWORD_MAX_CHARS, PasswordRule, PhoneNumber, Proof,
    Purpose, SignIn, Strength, Target, Violation, check_confirmation, check_password, read_captcha,
    strength,
};
use domain::lang::Lang;
use domain::member::NICKNAME_MAX_CHARS;
use serde_json::Value;

use crate::{rows, sentences, vectors};

const FILE: &str = include_str!("../../vectors/auth.json");
const FINE: NewMemberForm<'static> = NewMemberForm {
    phone: "13800000000",
    user_name: Some("+86 13800000000"),
    password: "Owldeck#2026",
    code: "123456",
    uuid: "u",
    nickname: None,
    channel_code: None,
    agreed: true,
};

fn violation<T>(read: Result<T, Violation>) -> Option<String> {
    read.err().map(|violation| format!("{violation:?}"))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The faults of a registration that differs from a fine one.
fn faults(change: impl FnOnce(&mut NewMemberForm<'_>)) -> Vec<(&'static str, Violation)> {
    let mut form = FINE;
    change(&mut form);
    NewMember::parse(form).err().unwrap_or_default()
}

sentences! {
    fn one_number_however_it_is_written() {
        let table = vectors(FILE);
        for row in rows(&table, "phone") {
            let parsed = PhoneNumber::parse(text(&row[0]));
            assert_eq!(parsed.ok().map(|p| p.as_str().to_owned()).as_deref(), row[1].as_str(), "{row}");
        }
        let spellings = rows(&table, "phone").iter().filter(|row| row[1] == "13800000000").count();
        assert_eq!(spellings, 20, "twenty spellings are one number");
    }

    fn a_masked_number_keeps_three_and_four_digits() {
        let number = PhoneNumber::parse("13800000001").unwrap();
        assert_eq!(number.masked(), "138****0001");
        assert_eq!(number.international(), "+8613800000001");
    }

    fn an_account_is_a_phone_number_an_address_or_a_name() {
        for row in rows(&vectors(FILE), "account") {
            let got = match Account::parse(text(&row[0])) {
                Ok(Account::Phone(number)) => serde_json::json!({ "phone": number.as_str() }),
                Ok(Account::UserName(name)) => serde_json::json!({ "userName": name }),
                Ok(Account::Mail(mail)) => serde_json::json!({ "mail": mail.as_str() }),
                Err(violation) => serde_json::json!(format!("{violation:?}")),
            };
            assert_eq!(got, row[1], "{row}");
        }
        assert_eq!(ACCOUNT_MAX_CHARS, 50);
    }

    fn an_address_is_read_and_its_mailbox_is_found() {
        for row in rows(&vectors(FILE), "mail") {
            match MailAddress::parse(text(&row[0])) {
                Ok(mail) => assert_eq!((mail.as_str(), mail.mailbox().as_str()), (text(&row[1]), text(&row[2])), "{row}"),
                Err(violation) => assert_eq!(format!("{violation:?}"), text(&row[1]), "{row}"),
            }
        }
        let long = |local: usize| format!("{}@{}.cn", "a".repeat(local), "b".repeat(MAIL_MAX_CHARS - 4 - 60));
        assert!(MailAddress::parse(&long(60)).is_ok());
        assert_eq!(MailAddress::parse(&long(61)), Err(Violation::MailInvalid));
        assert_eq!(MailAddress::parse("someone@example.com").unwrap().masked(), "s***@example.com");
    }

    fn a_password_is_present_and_of_bounded_length() {
        assert_eq!(check_password(""), Err(Violation::PasswordEmpty));
        assert_eq!(check_password(&"密".repeat(PASSWORD_MAX_CHARS)), Ok(()));
        assert_eq!(check_password(&"密".repeat(PASSWORD_MAX_CHARS + 1)), Err(Violation::PasswordTooLong));
    }

    fn a_new_password_follows_the_rule_of_its_place() {
        for (table, rule) in [("reset", PasswordRule::Reset), ("accountPassword", PasswordRule::Account)] {
            for row in rows(&vectors(FILE), table) {
                let got = violation(NewPassword::parse(text(&row[0]), rule));
                assert_eq!(got.as_deref(), row[1].as_str(), "{table}: {row}");
            }
        }
        assert_eq!((NEW_PASSWORD_MIN_CHARS, NEW_PASSWORD_MAX_CHARS), (8, 20));
        assert_eq!("reset".parse(), Ok(PasswordRule::Reset));
        assert_eq!("account".parse(), Ok(PasswordRule::Account));
        assert!("any".parse::<PasswordRule>().is_err());
    }

    fn a_confirmation_is_the_same_text() {
        assert_eq!(check_confirmation("a", ""), Err(Violation::ConfirmationEmpty));
        assert_eq!(check_confirmation("a", "A"), Err(Violation::ConfirmationDiffers));
        assert_eq!(check_confirmation("a", "a"), Ok(()));
    }

    fn strength_grows_with_surprise() {
        for row in rows(&vectors(FILE), "strength") {
            assert_eq!(strength(text(&row[0])) as u64, row[1].as_u64().unwrap(), "{row}");
        }
        assert!(Strength::None < Strength::Strong);
        assert_eq!(Strength::Fair.text(Lang::En), "Fair");
    }

    fn a_code_is_six_digits_however_they_are_typed() {
        for row in rows(&vectors(FILE), "code") {
            let got = Code::parse(text(&row[0])).map_or_else(|v| format!("{v:?}"), |code| code.as_str().to_owned());
            assert_eq!(got, text(&row[1]), "{row}");
        }
    }

    fn a_captcha_is_read_without_case_and_blanks() {
        for row in rows(&vectors(FILE), "captcha") {
            assert_eq!(read_captcha(text(&row[0])).ok().as_deref(), row[1].as_str(), "{row}");
        }
    }

    fn a_purpose_has_a_word_and_a_number() {
        for purpose in Purpose::ALL {
            assert_eq!(Purpose::parse(purpose.into_str()), Some(purpose));
            assert_eq!(Purpose::parse(&(purpose as i16).to_string()), Some(purpose));
            assert_eq!(Purpose::from_stored(purpose as i16), Some(purpose));
            for lang in Lang::ALL {
                let message = purpose.message("135790", "138****0000", CodeRules::default(), lang);
                assert!(message.contains("135790") && message.contains(&(CODE_LIFE_MS / 60_000).to_string()), "{message}");
                // Only who agrees to something of another member is told of it.
                assert_eq!(message.contains("138****0000"), purpose == Purpose::SubAccount, "{message}");
            }
        }
        // The numbers that other clients know.
        let known = [(1, Purpose::Login), (2, Purpose::Phone), (3, Purpose::Password), (4, Purpose::Reset)];
        assert!(known.into_iter().all(|(number, purpose)| Purpose::from_stored(number) == Some(purpose)));
        assert_eq!(Purpose::parse("nonsense"), None);
    }

    fn mail_carries_codes_for_sign_in_and_its_own_change_only() {
        let (phone, mail) = (Target::parse("13800000000").unwrap(), Target::parse("a+b@c.cn").unwrap());
        let by = |target: &Target| Purpose::ALL.into_iter().filter(|p| p.reaches(target)).collect::<Vec<_>>();
        assert_eq!(by(&mail), [Purpose::Login, Purpose::Mail]);
        assert_eq!(by(&phone).len(), Purpose::ALL.len() - 1);
        assert_eq!((mail.as_str(), mail.counted_as().as_str()), ("a+b@c.cn", "a@c.cn"));
        assert_eq!(Target::parse(" "), Err(Violation::AccountEmpty));
        let at_home: Vec<_> = Purpose::ALL.into_iter().filter(|p| p.goes_home()).collect();
        assert_eq!(at_home, [Purpose::Password, Purpose::Delete, Purpose::Token]);
        assert!(at_home.into_iter().all(Purpose::needs_session));
    }

    fn a_captcha_opens_its_own_action_only() {
        assert!(Purpose::ALL.into_iter().all(|p| CaptchaAction::Sms.opens(p) && !CaptchaAction::Login.opens(p)));
        let registers: Vec<_> = Purpose::ALL.into_iter().filter(|p| CaptchaAction::Register.opens(*p)).collect();
        assert_eq!(registers, [Purpose::Register]);
    }

    fn every_faulty_field_is_named_at_once() {
        let channel = "c".repeat(CHANNEL_CODE_MAX_CHARS + 1);
        let expected = vec![
            ("account", Violation::AccountEmpty),
            ("password", Violation::PasswordEmpty),
            ("channelCode", Violation::ChannelTooLong),
        ];
        assert_eq!(SignIn::parse("", "", Some(&channel)).err(), Some(expected));
        let fine = SignIn::parse("13800000000", "Owldeck#2026", Some(" ")).ok().unwrap();
        assert_eq!(fine.channel_code, "default");
        let expected = vec![("account", Violation::PhoneInvalid), ("code", Violation::CodeInvalid)];
        assert_eq!(SignIn::by_code("1", "1", "u", None).err(), Some(expected));
        let fine = SignIn::by_code("a@b.cn", "123 456", "u", Some("x")).ok().unwrap();
        assert!(matches!(fine.proof, Proof::Code { code, .. } if code.as_str() == "123456"));
    }

    fn a_registration_is_read_as_a_whole() {
        let fine = NewMember::parse(FINE).ok().unwrap();
        assert_eq!((fine.phone.as_str(), fine.nickname.as_str()), ("13800000000", "138****0000"));
        let expected = vec![
            ("phone", Violation::AccountEmpty),
            ("code", Violation::CodeEmpty),
            ("password", Violation::PasswordEmpty),
            ("agreed", Violation::AgreementMissing),
        ];
        assert_eq!(NewMember::parse(NewMemberForm::default()).err(), Some(expected));
        assert_eq!(faults(|f| f.user_name = Some("13900000000")), [("userName", Violation::UserNameDiffers)]);
        assert_eq!(faults(|f| f.user_name = Some(" ")), []);
        assert_eq!(faults(|f| f.password = "password1"), [("password", Violation::PasswordKinds)]);
        assert_eq!(faults(|f| f.agreed = false), [("agreed", Violation::AgreementMissing)]);
        let longest = "名".repeat(NICKNAME_MAX_CHARS);
        assert!(NewMember::parse(NewMemberForm { nickname: Some(&longest), ..FINE }).is_ok());
        let longer = "名".repeat(NICKNAME_MAX_CHARS + 1);
        assert_eq!(NewMember::parse(NewMemberForm { nickname: Some(&longer), ..FINE }).err(), Some(vec![("nickname", Violation::Nickname)]));
        assert_eq!(faults(|f| f.channel_code = Some("渠道")), [("channelCode", Violation::ChannelCode)]);
        assert_eq!(faults(|f| f.channel_code = Some("spring-7.a_b")), []);
    }
}
