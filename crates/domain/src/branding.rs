//! Branding of the console by an operator: name, pictures, greeting, help centre. An empty text means the product's own.

use thiserror::Error;

use crate::text;

/// Longest name, in characters.
pub const TITLE_MAX_CHARS: usize = 40;
/// Longest greeting, in characters.
pub const WELCOME_MAX_CHARS: usize = 200;
/// Longest line of opening hours, in characters.
pub const HOURS_MAX_CHARS: usize = 100;
/// Longest number or name of a contact, in characters.
pub const ACCOUNT_MAX_CHARS: usize = 40;
/// Longest address, in bytes.
pub const ADDRESS_MAX_BYTES: usize = 512;

/// Why a branding was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BrandingError {
    /// More than [`TITLE_MAX_CHARS`], or none that is seen.
    #[error("the title is too long or cannot be seen")]
    Title,
    /// More than [`WELCOME_MAX_CHARS`].
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
}

/// A branding that the rules allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branding {
    /// The console's name.
    pub title: String,
    /// The logo: a path of this server.
    pub main: String,
    /// The picture at the left of the sign-in page: a path of this server.
    pub left_bg: String,
    /// The greeting on the sign-in page.
    pub welcome_text: String,
    /// Way to register: one of [`REGISTER_TYPES`].
    pub register_type: String,
    /// Generation of the console's one-click new device.
    pub renew_redesign: i16,
    /// Way to sign in that is shown first.
    pub login_way: String,
    /// The help centre, opened in a tab of its own.
    pub service_url: String,
    /// The help centre's hours, in the operator's words.
    pub service_hours: String,
}

impl Default for Branding {
    fn default() -> Self {
        Self {
            title: String::new(),
            main: String::new(),
            left_bg: String::new(),
            welcome_text: String::new(),
            register_type: String::new(),
            renew_redesign: 0,
            login_way: LOGIN_WAYS[0].to_owned(),
            service_url: String::new(),
            service_hours: String::new(),
        }
    }
}

/// The ways to sign in; the first is the default.
pub const LOGIN_WAYS: [&str; 5] = ["phone", "password", "sms", "email", "social"];

/// The ways to register: by phone, which is the default, or not at all.
pub const REGISTER_TYPES: [&str; 3] = ["", "phone", REGISTER_CLOSED];
/// Registration is closed: only the operator gives accounts.
pub const REGISTER_CLOSED: &str = "none";

impl Branding {
    /// Whether registration is open.
    pub fn registers(&self) -> bool {
        self.register_type != REGISTER_CLOSED
    }

    /// Checks each part.
    pub fn checked(self) -> Result<Self, BrandingError> {
        let hidden = !self.title.is_empty() && !text::is_seen(&self.title);
        if hidden || self.title.chars().count() > TITLE_MAX_CHARS {
            return Err(BrandingError::Title);
        }
        if self.welcome_text.chars().count() > WELCOME_MAX_CHARS {
            return Err(BrandingError::Welcome);
        }
        if !is_own_picture(&self.main) || !is_own_picture(&self.left_bg) {
            return Err(BrandingError::Picture);
        }
        if !is_web_address(&self.service_url) {
            return Err(BrandingError::Service);
        }
        let hours = &self.service_hours;
        if hours.chars().count() > HOURS_MAX_CHARS || hours.chars().any(char::is_control) {
            return Err(BrandingError::Hours);
        }
        if !(0..=2).contains(&self.renew_redesign) {
            return Err(BrandingError::Redesign);
        }
        if !LOGIN_WAYS.contains(&self.login_way.as_str()) {
            return Err(BrandingError::LoginWay);
        }
        if !REGISTER_TYPES.contains(&self.register_type.as_str()) {
            return Err(BrandingError::RegisterType);
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
