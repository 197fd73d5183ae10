//! Branding of the console by an operator: name, pictures, greeting, help centre. An empty text means the product's own.

use thiserror::Error;

use crate::lang::{Lang, LocalizedName, Words};
use crate::text;

/// Permission to see branding and contacts as operators do.
pub const READ: &str = "system:branding:list";
/// Permission to change branding and contacts.
pub const WRITE: &str = "system:branding:edit";

/// Longest name, in characters.
pub const TITLE_MAX_CHARS: usize = 40;
/// Longest greeting, in characters.
pub const WELCOME_MAX_CHARS: usize = 200;
/// Longest line of opening hours, in characters.
pub const HOURS_MAX_CHARS: usize = 100;
/// Longest number or name of a contact, in characters.
pub const ACCOUNT_MAX_CHARS: usize = 40;
/// Most contacts of both kinds together: the page of customer service shows them all.
pub const CONTACTS_MAX: usize = 20;
/// Path below which uploaded pictures are served.
pub const PICTURE_PATH: &str = "/app-api/system/front/picture/";
/// Longest edge of a picture as it is kept, in pixels.
pub const PICTURE_EDGE: u32 = 1600;
/// Longest address, in bytes.
pub const ADDRESS_MAX_BYTES: usize = 512;

/// Why a branding was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BrandingError {
    /// The name has more than [`TITLE_MAX_CHARS`] characters, or shows nothing.
    #[error("the title is too long or cannot be seen")]
    Title,
    /// The greeting has more than [`WELCOME_MAX_CHARS`] characters.
    #[error("the welcome text is too long")]
    Welcome,
    /// A picture that is not this server's own.
    #[error("a picture is a path of this server, as /app/owl.svg")]
    Picture,
    /// Opening hours of more than [`HOURS_MAX_CHARS`], or on more than one line.
    #[error("serviceHours is one line of at most 100 characters")]
    Hours,
    /// A help centre that is no web address.
    #[error("the service address begins with https:// or http://")]
    Service,
    /// The number is not a generation of one-click new device.
    #[error("renewRedesign is 0, 1 or 2")]
    Redesign,
    /// The way to sign in is unknown.
    #[error("loginWay is phone, password, sms, email or social")]
    LoginWay,
    /// The way to register is unknown.
    #[error("registerType is phone, none or empty")]
    RegisterType,
    /// A contact without a name, or with one of more than [`ACCOUNT_MAX_CHARS`].
    #[error("a contact's account has 1 to 40 characters")]
    Account,
    /// A contact whose address opens nothing.
    #[error("a contact's htmlCode begins with https:// or http://")]
    HtmlCode,
    /// There are more than [`CONTACTS_MAX`] contacts.
    #[error("there are 20 contacts at most")]
    Contacts,
}

impl BrandingError {
    /// Message for the form, in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        let words = match self {
            Self::Title => Words::new(
                "名称最多 40 个字，不能只有看不见的字符",
                "A name has at most 40 characters, and some that are seen",
            ),
            Self::Welcome => Words::new(
                "欢迎语最多 200 个字",
                "A greeting has at most 200 characters",
            ),
            Self::Picture => Words::new(
                "请上传图片，或填本站路径，如 /app/owl.svg",
                "Upload a picture, or name a path of this site such as /app/owl.svg",
            ),
            Self::Hours => Words::new(
                "服务时间为一行，最多 100 个字",
                "Opening hours are one line of at most 100 characters",
            ),
            Self::Service | Self::HtmlCode => Words::new(
                "请填写以 https:// 或 http:// 开头的网址",
                "Enter an address that begins with https:// or http://",
            ),
            Self::Redesign => Words::new("请选择 0、1 或 2", "Choose 0, 1 or 2"),
            Self::LoginWay => Words::new("没有这种登录方式", "There is no such way to sign in"),
            Self::RegisterType => {
                Words::new("没有这种注册方式", "There is no such way to register")
            }
            Self::Account => Words::new(
                "请填写 1 到 40 个字的名称或号码",
                "Enter a name or number of 1 to 40 characters",
            ),
            Self::Contacts => Words::new("联系方式最多 20 个", "There are 20 contacts at most"),
        };
        words.in_lang(lang)
    }
}

/// Suffix of the wire's field name for the language whose text is wrong; none where both texts are fine.
fn wrong_side(text: &LocalizedName, is_fine: impl Fn(&str) -> bool) -> Option<&'static str> {
    match (is_fine(&text.zh), is_fine(&text.en)) {
        (true, true) => None,
        (false, _) => Some(""),
        (true, false) => Some("En"),
    }
}

/// A branding as the rules allow it: see [`Branding::checked`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branding {
    /// The console's name.
    pub title: LocalizedName,
    /// The logo: a path of this server.
    pub main: String,
    /// The picture at the left of the sign-in page: a path of this server.
    pub left_bg: String,
    /// The greeting on the sign-in page.
    pub welcome_text: LocalizedName,
    /// Way to register: one of [`REGISTER_TYPES`].
    pub register_type: String,
    /// Generation of the console's one-click new device.
    pub renew_redesign: i16,
    /// Way to sign in that is shown first.
    pub login_way: String,
    /// The help centre, opened in a tab of its own.
    pub service_url: String,
    /// The help centre's hours, in the operator's words.
    pub service_hours: LocalizedName,
}

impl Default for Branding {
    fn default() -> Self {
        Self {
            title: LocalizedName::default(),
            main: String::new(),
            left_bg: String::new(),
            welcome_text: LocalizedName::default(),
            register_type: String::new(),
            renew_redesign: 0,
            login_way: LOGIN_WAYS[0].to_owned(),
            service_url: String::new(),
            service_hours: LocalizedName::default(),
        }
    }
}

/// The ways to sign in; the first is the default.
pub const LOGIN_WAYS: [&str; 5] = ["phone", "password", "sms", "email", "social"];

/// The ways to register: by phone, which is the default, or not at all.
pub const REGISTER_TYPES: [&str; 3] = ["", "phone", REGISTER_CLOSED];
/// Registration is closed: only the operator gives accounts.
pub const REGISTER_CLOSED: &str = "none";

/// The first wrong field, by its name in calls, and why.
pub type Refusal = (String, BrandingError);

impl Branding {
    /// Whether registration is open.
    pub fn registers(&self) -> bool {
        self.register_type != REGISTER_CLOSED
    }

    /// Checks each part.
    pub fn checked(self) -> Result<Self, Refusal> {
        let title = |text: &str| {
            (text.is_empty() || text::is_seen(text)) && text.chars().count() <= TITLE_MAX_CHARS
        };
        let welcome = |text: &str| text.chars().count() <= WELCOME_MAX_CHARS;
        let hours = |text: &str| {
            text.chars().count() <= HOURS_MAX_CHARS && !text.chars().any(char::is_control)
        };
        for (field, wrong, why) in [
            ("text", wrong_side(&self.title, title), BrandingError::Title),
            (
                "welcomeText",
                wrong_side(&self.welcome_text, welcome),
                BrandingError::Welcome,
            ),
            (
                "serviceHours",
                wrong_side(&self.service_hours, hours),
                BrandingError::Hours,
            ),
        ] {
            if let Some(side) = wrong {
                return Err((format!("{field}{side}"), why));
            }
        }
        for (field, fine, why) in [
            ("main", is_own_picture(&self.main), BrandingError::Picture),
            (
                "leftBg",
                is_own_picture(&self.left_bg),
                BrandingError::Picture,
            ),
            (
                "serviceUrl",
                is_web_address(&self.service_url),
                BrandingError::Service,
            ),
            (
                "renewRedesign",
                (0..=2).contains(&self.renew_redesign),
                BrandingError::Redesign,
            ),
            (
                "loginWay",
                LOGIN_WAYS.contains(&self.login_way.as_str()),
                BrandingError::LoginWay,
            ),
            (
                "registerType",
                REGISTER_TYPES.contains(&self.register_type.as_str()),
                BrandingError::RegisterType,
            ),
        ] {
            if !fine {
                return Err((field.to_owned(), why));
            }
        }
        Ok(self)
    }
}

/// Kind of a contact. The numbers are wire values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContactKind {
    /// An account of a messaging service.
    Messaging = 1,
    /// A group that members join.
    Group = 2,
}

impl ContactKind {
    /// Reads the wire value.
    pub const fn from_code(code: i16) -> Option<Self> {
        match code {
            1 => Some(Self::Messaging),
            2 => Some(Self::Group),
            _ => None,
        }
    }
}

/// A contact for members, as the rules allow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    kind: ContactKind,
    account: String,
    html_code: String,
}

impl Contact {
    /// A contact with a name and a web address.
    pub fn parse(kind: ContactKind, account: &str, html_code: &str) -> Result<Self, BrandingError> {
        let account = account.trim();
        if !text::is_seen(account) || account.chars().count() > ACCOUNT_MAX_CHARS {
            return Err(BrandingError::Account);
        }
        if html_code.is_empty() || !is_web_address(html_code) {
            return Err(BrandingError::HtmlCode);
        }
        Ok(Self {
            kind,
            account: account.to_owned(),
            html_code: html_code.to_owned(),
        })
    }

    /// The contact's kind.
    pub const fn kind(&self) -> ContactKind {
        self.kind
    }

    /// Number or name to look for: the group's number, the account's name.
    pub fn account(&self) -> &str {
        &self.account
    }

    /// The address that opens the contact.
    pub fn html_code(&self) -> &str {
        &self.html_code
    }
}

fn is_own_picture(address: &str) -> bool {
    let own = address.starts_with('/') && !address.starts_with("//");
    address.is_empty() || (own && address.len() <= ADDRESS_MAX_BYTES && text::is_plain(address))
}

fn is_web_address(address: &str) -> bool {
    address.is_empty() || (address.len() <= ADDRESS_MAX_BYTES && text::is_url(address))
}
