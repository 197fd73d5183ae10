//! The one table of answer codes, in both languages. Clients act on the number; people read the words. The API document carries the names
//! and numbers (`x-constants`), and the web app's constants are made of it.

mod admin;
mod agreements;
mod announcements;
mod apps;
pub mod catalogue;
mod console;
mod delegation;
mod files;
mod maintenance;
mod market;
mod orders;
mod recycle;
mod redeem;
mod sharing;
mod subaccounts;
mod uploads;
mod webhooks;

use crate::lang::{Lang, Words};

/// Declares rows of the table, each with its name, number, Chinese and English, and the list of them, which leaves none out.
macro_rules! codes {
    ($list:ident: $($(#[$doc:meta])* $name:ident = $number:literal, $zh:literal, $en:literal;)*) => {
        $($(#[$doc])* pub const $name: Code = Code::new($number, $zh, $en);)*
        pub(in crate::codes) const $list: &[(&str, Code)] = &[$((stringify!($name), $name)),*];
    };
}
use codes;

pub use admin::*;
pub use agreements::*;
pub use announcements::*;
pub use apps::*;
pub use console::*;
pub use delegation::*;
pub use files::*;
pub use maintenance::*;
pub use market::*;
pub use orders::*;
pub use recycle::*;
pub use redeem::*;
pub use sharing::*;
pub use subaccounts::*;
pub use uploads::*;
pub use webhooks::*;

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// Number in the body's `code`.
    pub number: i64,
    /// Message in the body's `msg`.
    pub words: Words,
}

impl Code {
    const fn new(number: i64, zh: &'static str, en: &'static str) -> Self {
        Self {
            number,
            words: Words::new(zh, en),
        }
    }

    /// The message in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words.in_lang(lang)
    }

    /// Finds a row by its number. Rows that share a number (the refresh failures, 401) answer with the first.
    pub fn find(number: i64) -> Option<Self> {
        Self::all()
            .map(|(_, code)| code)
            .find(|code| code.number == number)
    }

    /// Every row, with the name that stands for it in code.
    pub fn all() -> impl Iterator<Item = (&'static str, Self)> {
        [
            GENERAL,
            ADMIN,
            AGREEMENT,
            ANNOUNCEMENTS,
            APPS,
            FILES,
            CONSOLE,
            MAINTENANCE,
            MARKET,
            DELEGATION,
            ORDERS,
            RECYCLE,
            REDEEM,
            SHARING,
            SUB_ACCOUNTS,
            UPLOADS,
            WEBHOOKS,
        ]
        .into_iter()
        .flatten()
        .copied()
    }
}

codes! { GENERAL:
    /// The request could not be read.
    BAD_REQUEST = 400, "请求参数不正确", "The request could not be read";
    /// Authentication failed.
    UNAUTHENTICATED = 401, "认证失败，无法访问系统资源", "Authentication failed, system resources cannot be accessed";
    /// The refresh token is unknown, spent or revoked.
    REFRESH_INVALID = 401, "无效的刷新令牌", "The refresh token is not valid";
    /// The refresh token is past its life.
    REFRESH_EXPIRED = 401, "刷新令牌已过期", "The refresh token has expired";
    /// The caller is known, but not allowed.
    FORBIDDEN = 403, "当前操作没有权限", "No permission for the current operation";
    /// The resource does not exist.
    NOT_FOUND = 404, "访问资源不存在", "The resource does not exist";
    /// The client speaks no tus 1.0.0.
    TUS_VERSION = 412, "仅支持 tus 1.0.0 上传协议", "Only tus 1.0.0 is spoken here";
    /// The body is larger than the limit.
    TOO_LARGE = 413, "请求内容过大", "The request is too large";
    /// The body of a PATCH is not of the type that tus has for it.
    PIECE_TYPE = 415, "请求内容类型不正确", "The body is not of the expected type";
    /// An internal error.
    INTERNAL = 500, "系统未知错误，请反馈给管理员", "Unknown system error, please report it to the administrator";
    /// The database is busy or away: the same call may succeed in a moment.
    BUSY = 503, "系统繁忙，请稍后重试", "The server is busy, please try again";
    /// The characters of the captcha are wrong, or the captcha was used before, is too old or for another action.
    CAPTCHA_WRONG = 1_002_000_004, "图形验证码不正确或已失效，请重新输入", "The characters in the picture are not correct or no longer valid";
    /// A captcha is needed after failures; the answer carries `{captcha: true}`.
    CAPTCHA_NEEDED = 1_002_000_005, "请先完成图形验证", "Enter the characters in the picture first";
    /// Too many tries; the answer carries `{retryAfterMs}`.
    TOO_MANY = 1_002_000_429, "操作过于频繁，请稍后再试", "Too many attempts, try again later";
    /// A wrong, spent, dead or foreign code: one answer for all.
    CODE_WRONG = 1_002_014_000, "请输入正确的验证码", "Enter the correct verification code";
    /// This number has had all its codes of today.
    CODE_DAILY = 1_002_014_004, "今日短信验证码已达上限，请明天再试，或使用密码登录", "The daily SMS code limit is reached: try again tomorrow, or use password login";
    /// The last code was sent less than a minute ago; the answer carries `{retryAfterMs}`.
    CODE_TOO_SOON = 1_002_014_005, "验证码发送过于频繁，请稍后再试", "A code was sent just now, wait before asking for the next";
    /// The sender refused or did not answer; the caller may try again at once.
    CODE_NOT_SENT = 1_002_014_006, "验证码发送失败，请稍后重试", "The code could not be sent, please try again";
    /// This server sends no SMS, or no mail.
    CHANNEL_OFF = 1_002_014_007, "本系统未开通此验证方式", "This way of verification is not available here";
    /// Operators switched this way to sign in off.
    WAY_OFF = 1_002_014_008, "该登录方式已关闭，请换一种方式登录", "This way to sign in is switched off: use another one";
    /// The code was right, but no account has this number or address.
    UNREGISTERED = 1_004_001_001, "该手机号或邮箱尚未注册，请先注册", "Nobody is registered with this number or address, please register first";
    /// The code was right, and the number has an account already.
    REGISTERED = 1_004_001_002, "该手机号已注册，请直接登录", "This number is already registered, sign in instead";
    /// The operator closed registration.
    REGISTER_CLOSED = 1_004_001_003, "本系统未开放注册，请联系管理员开通账号", "Registration is closed here, ask the administrator for an account";
    /// A password cannot be changed by e-mail.
    MAIL_PASSWORD = 1_004_003_010, "暂不支持通过邮箱修改密码", "Changing a password by e-mail is not supported";
    /// The account is unknown or the password wrong: one answer for both.
    BAD_CREDENTIALS = 1_004_003_000, "账号或密码不正确", "The account or password is not correct";
    /// The agreements were not accepted, which signing in and registering need.
    AGREEMENTS = 1_004_003_006, "请先阅读并同意协议", "Read and agree to the agreements first";
    /// The agreements that were shown are not the versions in force any more.
    AGREEMENTS_CHANGED = 1_004_003_007, "协议已更新，请重新阅读并同意", "The agreements have changed: please read and accept them again";
    /// The account is disabled; sign-in shows it as an alert.
    DISABLED = 4_100_100_102, "手机号已停用，请联系客服", "This phone number is disabled, please contact customer service";
    /// The return from a sign-in service belongs to no sign-in begun here, or the service refused.
    SOCIAL_REFUSED = 1_002_018_000, "第三方登录未成功，请重新登录", "Signing in by the other account did not work, please try again";
    /// The member has no account at that service.
    SOCIAL_UNBOUND = 1_002_018_001, "尚未绑定该平台的账号", "No account of that service is bound";
    /// The social account is bound to another member.
    SOCIAL_TAKEN = 1_002_018_002, "该第三方账号已绑定其他用户", "That account is bound to another member";
    /// The member has another account at that service.
    SOCIAL_BOUND = 1_002_018_003, "您已绑定该平台的其他账号，请先解绑", "Another account of that service is bound already, unbind it first";
    /// The service does not answer.
    SOCIAL_AWAY = 1_002_018_004, "第三方登录服务暂时无法连接，请稍后再试", "The sign-in service cannot be reached, try again later";
    /// This server has no such service.
    SOCIAL_OFF = 1_002_018_005, "本系统未开通此登录方式", "This way of signing in is not available here";
    /// The token of the social account to be bound is unknown, used or too old.
    SOCIAL_TOKEN = 1_004_003_005, "第三方登录信息已失效，请重新登录", "The sign-in by the other account is over, please start again";
    /// The phone's state does not allow the operation; the caller shows it in place, without a toast.
    STATE_FORBIDS = 1_011_000_022, "云手机当前状态不支持此操作", "The phone's state does not allow this operation";
    /// The phone is unknown, or another member's: one answer for both.
    PHONE_ABSENT = 1_011_101_001, "云手机不存在", "There is no such phone";
    /// The rental is over.
    PHONE_EXPIRED = 1_011_101_003, "云手机已到期，请先续费", "The phone has expired, please renew it first";
    /// The right is not enough: a viewer wants to operate, a member with a grant wants what only the owner may.
    RIGHT_MISSING = 1_011_101_004, "对这台云手机没有此项权限", "Your right to this phone does not include this";
    /// The phone is controlled by another member.
    PHONE_OCCUPIED = 1_011_101_005, "设备正被其他用户使用，请换一台", "This phone is in use by another member. Choose another.";
    /// The number of phones is zero, or above the limit of a call.
    PHONE_COUNT = 1_011_101_006, "选择的云手机数量不正确", "The number of chosen phones is not allowed";
    /// A phone was named twice in one call.
    DUPLICATE_PHONE = 1_011_101_007, "同一台云手机被重复选择", "The same phone was chosen twice";
    /// The phone is busy with another operation.
    PHONE_BUSY = 1_011_101_008, "云手机正在执行其他操作，请稍后再试", "Another operation is running on this phone, try again later";
    /// A batch reboot with a shared phone in it: refused whole.
    SHARED_IN_BATCH = 1_011_101_009, "已授权的云手机不能批量重启", "Shared phones cannot be rebooted in a batch";
    /// The phone's screen could not be captured in time.
    SHOT_FAILED = 1_011_101_010, "未能获取云手机截图，请稍后再试", "The phone's screen could not be captured, try again later";
    /// The phone's provider cannot do it; the answer says why.
    PHONE_UNABLE = 1_011_101_011, "这台云手机不支持此操作", "This phone cannot do this operation";
    /// A group without a master, or with one that is none of its phones.
    GROUP_MASTER = 1_011_101_012, "请在所选云手机中指定一台主控机", "Choose the master among the chosen phones";
    /// The stock has no phone of the same configuration to take a phone's place.
    REPLACEMENT_NONE = 1_011_101_013, "暂无同配置的空闲云手机，请稍后再试", "No phone of this configuration is in stock, try again later";
    /// Several phones are to become new devices, and this one is no Android 10 with the Orion865 chip.
    NEW_DEVICE_ALONE = 1_011_117_001, "批量一键新机仅支持 Android 10、Orion865，请单独操作这台云手机", "Only Android 10 phones with the Orion865 chip become new devices together. Do this phone alone.";
    /// The batch is unknown, or another member's.
    OPERATION_ABSENT = 1_011_104_001, "操作记录不存在", "There is no such operation";
    /// The batch has nothing that can be tried again, or cancelled.
    OPERATION_NOTHING = 1_011_104_002, "没有可以处理的云手机", "There is no phone left to do this for";
    /// The group is unknown, or another member's.
    GROUP_ABSENT = 1_011_105_001, "分组不存在", "There is no such group";
    /// A group of that name exists.
    GROUP_TAKEN = 1_011_105_002, "分组名称已存在", "A group of this name exists already";
    /// More groups than an account may have.
    GROUP_LIMIT = 1_011_105_003, "分组数量已达上限", "There are as many groups as an account may have";
    /// The tag is unknown, or another member's.
    TAG_ABSENT = 1_011_106_001, "标签不存在", "There is no such tag";
    /// A tag of that name exists.
    TAG_TAKEN = 1_011_106_002, "标签名称已存在", "A tag of this name exists already";
    /// More tags than an account or a phone may have.
    TAG_LIMIT = 1_011_106_003, "标签数量已达上限", "There are as many tags as allowed";
    /// The trial was used before.
    TRIAL_HAD = 1_011_107_001, "试用机会已使用", "The trial phone was already used";
    /// The stock has no phone for a trial.
    TRIAL_NONE = 1_011_107_002, "暂无可试用的云手机，请稍后再试", "No phone is free for a trial, try again later";
    /// The new number or address belongs to another account; reported only after its code was right.
    ACCOUNT_TAKEN = 1_004_001_005, "该手机号或邮箱已被其他账号使用", "This number or address is used by another account";
    /// The account is unknown, for operators.
    MEMBER_ABSENT = 1_004_001_000, "用户不存在", "There is no such user";
    /// The password or the code is wrong: the answer does not tell which.
    PROOF_WRONG = 1_004_003_011, "密码或验证码不正确", "The password or the code is not correct";
    /// The message is unknown, or another member's.
    NOTICE_ABSENT = 1_002_008_001, "消息不存在", "There is no such message";
    /// The feedback is unknown, or gone with its writer.
    FEEDBACK_ABSENT = 1_002_009_001, "这条反馈不存在", "There is no such feedback";
    /// The feedback was answered by another operator first.
    FEEDBACK_ANSWERED = 1_002_009_002, "这条反馈已有人回复，你的回复没有发出", "Somebody has answered this feedback already; your answer was not sent";
    /// The picture is larger than 5 MiB.
    AVATAR_TOO_LARGE = 1_001_003_010, "图片不能超过 5 MB", "The picture is larger than 5 MB";
    /// The picture is neither JPG nor PNG.
    AVATAR_KIND = 1_001_003_011, "请上传 JPG 或 PNG 图片", "Choose a JPG or PNG picture";
    /// The picture has more than 20 megapixels, or more than can be decoded.
    AVATAR_PIXELS = 1_001_003_012, "图片尺寸过大，请换一张", "The picture has too many pixels, choose another";
    /// The picture cannot be read.
    AVATAR_DAMAGED = 1_001_003_013, "图片无法识别，请换一张", "The picture cannot be read, choose another";
}

#[cfg(test)]
mod tests;
