//! Invented people who have accounts at the sign-in providers.

use domain::lang::Words;

/// An invented person.
pub struct Person {
    /// Id at OpenID Connect, which never changes.
    pub subject: &'static str,
    /// Id at WeChat in all apps of one account, which never changes.
    pub union_id: &'static str,
    /// Id at WeChat in our app.
    pub open_id: &'static str,
    /// Name of the person.
    pub name: &'static str,
    /// Mail address by the provider; the product must not trust it.
    pub email: &'static str,
    /// Whether the provider has proven the address.
    pub email_verified: bool,
    /// Description beside the name, on the page.
    pub about: Words,
    /// Colour of the picture.
    pub colour: &'static str,
}

/// People of the pages; the index is their number there.
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
        // The address may be somebody else's.
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

/// Person by the number on the page.
pub fn person(number: usize) -> Option<&'static Person> {
    PEOPLE.get(number)
}
