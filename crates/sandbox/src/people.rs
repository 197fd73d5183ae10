//! The invented people who have accounts at the sign-in providers.

use domain::lang::Words;

/// Somebody who does not exist.
pub struct Person {
    /// Never changes, at OpenID Connect.
    pub subject: &'static str,
    /// Never changes, at WeChat, in all apps of one account.
    pub union_id: &'static str,
    /// At WeChat, in our app.
    pub open_id: &'static str,
    /// How the person is called.
    pub name: &'static str,
    /// What the provider knows of the mail address; the product must not trust it.
    pub email: &'static str,
    /// Whether the provider has proven the address.
    pub email_verified: bool,
    /// Beside the name, on the page.
    pub about: Words,
    /// Of the picture.
    pub colour: &'static str,
}

/// All of them; their place is their number on the pages.
pub const PEOPLE: [Person; 4] = [
    Person {
        subject: "248289761001",
        union_id: "o6_bmasdasdsad6_2sgVt7hMZOPfL",
        open_id: "oLVPpjqs9BhvzwPj5A-vTYAX3GLc",
        name: "林小满",
        email: "xiaoman@mail.example",
        email_verified: true,
        about: Words::new("开网店的", "runs a small shop"),
        colour: "#0b66c3",
    },
    Person {
        subject: "248289761002",
        union_id: "o6_bmjrPTlm6_2sgVt7hMZOPfL2M",
        open_id: "oLVPpjkttuZTbwDwN7vjHNlqsmPs",
        name: "Ana Duarte",
        email: "ana@mail.example",
        email_verified: true,
        about: Words::new("测试手机应用", "tests phone apps"),
        colour: "#0e7a4b",
    },
    Person {
        subject: "248289761003",
        union_id: "o6_bmxxQ3Tlm6_2sgVt7hMZOPf9X",
        open_id: "oLVPpjm5qYxW8N2vjHNlqsmPs0aB",
        name: "周大勇",
        email: "dayong@mail.example",
        // Somebody else's address, as far as anybody knows.
        email_verified: false,
        about: Words::new(
            "邮箱未经验证",
            "with a mail address that nobody has verified",
        ),
        colour: "#8a5a00",
    },
    Person {
        subject: "248289761004",
        union_id: "o6_bmzz77Tlm6_2sgVt7hMZOPfQQ",
        open_id: "oLVPpjz01YxW8N2vjHNlqsmPs0zZ",
        name: "<b>Robert'); 👩‍🌾</b> 一个名字特别特别长而且带有标签和引号的人",
        email: "bobby@mail.example",
        email_verified: true,
        about: Words::new("名字很麻烦", "with a troublesome name"),
        colour: "#5b4bb0",
    },
];

/// By the number on the page.
pub fn person(number: usize) -> Option<&'static Person> {
    PEOPLE.get(number)
}
