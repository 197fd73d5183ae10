//! Common passwords, out of published lists of leaked ones: whole ones, words that are only decorated, runs and repeats.

use super::password::follows;

/// Whole passwords in lower case, without symbols at their ends.
const WHOLE: [&str; 98] = [
    "00000000",
    "01234567",
    "0987654321",
    "100200300",
    "11111111",
    "111222333",
    "11223344",
    "112233445566",
    "12121212",
    "121212aa",
    "123123123",
    "123123aa",
    "12312312a",
    "1231234a",
    "12341234",
    "123412345",
    "1234qwer",
    "123456aa",
    "123456ab",
    "123456abc",
    "123456qq",
    "123456zxc",
    "12345678",
    "12345678a",
    "123456789",
    "1234567890",
    "123456789a",
    "123456789q",
    "12345abc",
    "12345qwe",
    "12345qwert",
    "1234abcd",
    "1234asdf",
    "123654789",
    "123698745",
    "123abc123",
    "123qwe123",
    "123qweasd",
    "123qweasdzxc",
    "124578963",
    "131452000",
    "13145200",
    "1314520a",
    "13141314",
    "135792468",
    "147258369",
    "147852369",
    "159357456",
    "159753456",
    "1a2b3c4d",
    "1a2s3d4f",
    "1g2w3e4r",
    "1q2w3e4r",
    "1q2w3e4r5t",
    "1q2w3e4r5t6y",
    "1qaz2wsx",
    "1qaz2wsx3edc",
    "1qazxsw2",
    "1w2e3r4t",
    "2wsx3edc",
    "31415926",
    "5201314a",
    "52013140",
    "52013141",
    "520520520",
    "521521521",
    "654321aa",
    "66666666",
    "741852963",
    "7758521a",
    "77777777",
    "789456123",
    "87654321",
    "88888888",
    "963852741",
    "987654321",
    "99999999",
    "a1234567",
    "a12345678",
    "a123456789",
    "a1b2c3d4",
    "a1s2d3f4",
    "aa112233",
    "aa123123",
    "aa123456",
    "aa12345678",
    "abc12345",
    "abcd1234",
    "asd12345",
    "asdf1234",
    "qaz123456",
    "qazwsx123",
    "q1w2e3r4",
    "q1w2e3r4t5",
    "qwe12345",
    "w1234567",
    "zaq12wsx",
    "zxc12345",
];

/// Words that stay guessable with digits and symbols around them or letters written as digits and symbols.
const WORDS: [&str; 92] = [
    "abc",
    "abcd",
    "abcdef",
    "abcdefg",
    "access",
    "account",
    "administrator",
    "admin",
    "aini",
    "android",
    "angel",
    "apple",
    "asd",
    "asdasd",
    "asdf",
    "asdfg",
    "asdfgh",
    "asdfghjkl",
    "asdfjkl",
    "baseball",
    "batman",
    "beijing",
    "changeme",
    "charlie",
    "chelsea",
    "china",
    "chinese",
    "cloud",
    "cloudphone",
    "computer",
    "daniel",
    "default",
    "demo",
    "dragon",
    "football",
    "freedom",
    "george",
    "google",
    "guest",
    "hello",
    "helloworld",
    "huawei",
    "hunter",
    "iloveyou",
    "jordan",
    "letmein",
    "liverpool",
    "login",
    "love",
    "loveyou",
    "master",
    "michael",
    "monkey",
    "mustang",
    "naruto",
    "nihao",
    "ninja",
    "oracle",
    "pass",
    "passw",
    "password",
    "passwd",
    "phone",
    "pokemon",
    "princess",
    "qaz",
    "qazwsx",
    "qazwsxedc",
    "qq",
    "qwe",
    "qweasd",
    "qweasdzxc",
    "qwer",
    "qwert",
    "qwerty",
    "qwertyui",
    "qwertyuiop",
    "root",
    "secret",
    "service",
    "shadow",
    "shanghai",
    "starwars",
    "sunshine",
    "superman",
    "taobao",
    "test",
    "user",
    "welcome",
    "woaini",
    "zxc",
    "zxcvbnm",
];

/// Whether a password is a common one. Looks at ASCII only; other characters are no reason to refuse.
pub(super) fn is_common(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let bare = lower.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    if WHOLE.contains(&bare) || WHOLE.contains(&lower.as_str()) {
        return true;
    }
    let core = lower.trim_matches(|c: char| !c.is_ascii_alphabetic());
    let plain: String = core.chars().map(undisguised).collect();
    let whole: String = lower.chars().map(undisguised).collect();
    [core, &plain, &whole]
        .iter()
        .any(|word| WORDS.contains(word) || twice(word).is_some_and(|half| WORDS.contains(&half)))
        || is_run(&lower)
        || [bare, &lower, core, &plain, &whole]
            .into_iter()
            .any(is_leaked)
}

#[cfg(not(target_arch = "wasm32"))]
use super::leaked::is_leaked;

/// Always false in the browser, which has no list: the server's answer is shown instead.
#[cfg(target_arch = "wasm32")]
const fn is_leaked(_lower: &str) -> bool {
    false
}

/// The letter that a digit or symbol stands for: `@` for `a`, `0` for `o` and so on.
const fn undisguised(c: char) -> char {
    match c {
        '@' | '4' => 'a',
        '0' => 'o',
        '$' | '5' => 's',
        '1' | '!' => 'i',
        '3' => 'e',
        '7' => 't',
        _ => c,
    }
}

/// The half of a word that repeats itself: `adminadmin` is `admin` twice.
fn twice(word: &str) -> Option<&str> {
    let (first, second) = word.split_at_checked(word.len() / 2)?;
    (first == second).then_some(first)
}

/// Whether a password is a run: few different characters, or three quarters of the steps to a neighbour: `aaaa1111`, `abcd1234`.
fn is_run(lower: &str) -> bool {
    let chars: Vec<char> = lower.chars().collect();
    let steps = chars.len().saturating_sub(1);
    let even = chars
        .windows(2)
        .filter(|pair| follows(pair[0], pair[1]))
        .count();
    let mut different: Vec<char> = Vec::new();
    for c in chars {
        if !different.contains(&c) {
            different.push(c);
        }
    }
    different.len() <= 3 || even * 4 >= steps * 3
}
