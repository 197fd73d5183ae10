//! Codes of authorizations.

use super::{Code, codes};

codes! { SHARING:
    /// The phone is authorized to somebody already.
    SHARE_ALREADY = 1_011_102_001, "这台云手机已授权给他人", "This phone is shared with somebody already";
    /// No account can be authorized under the number: it has none, or one that does not want to be found. One answer for both.
    SHARE_ACCOUNT = 1_011_102_002, "没有可授权的账号，请核对手机号", "No account can be shared with under this number, please check it";
    /// The handle of a lookup is unknown, another member's or too old.
    SHARE_LOOKUP = 1_011_102_003, "查找结果已失效，请重新输入手机号", "The number was looked up too long ago, enter it again";
    /// The number is the sharer's own.
    SHARE_SELF = 1_011_102_004, "不能授权给自己", "A phone cannot be shared with its own owner";
    /// The end of the authorization is not in the future.
    SHARE_UNTIL = 1_011_102_005, "授权结束时间须晚于现在", "The end must be later than now";
    /// The agreement was not accepted.
    SHARE_AGREEMENT = 1_011_102_006, "请先阅读并同意授权协议", "Please read and accept the authorization agreement first";
    /// The authorization is unknown, over, or another member's.
    SHARE_ABSENT = 1_011_102_007, "授权不存在或已结束", "There is no such authorization, or it has ended";
    /// The phone lies in the recycle bin.
    SHARE_RECYCLED = 1_011_102_008, "云手机在回收站中，请先续费", "The phone is in the recycle bin, please renew it first";
    /// The account is a sub-account of the sharer.
    SHARE_SUB_ACCOUNT = 1_011_102_009, "该账号是您的子账号，请直接分配云手机", "This is your sub-account: give it phones instead";
    /// The agreement that was shown is not the version in force any more.
    SHARE_AGREEMENT_CHANGED = 1_011_102_010, "授权协议已更新，请重新阅读并同意", "The authorization agreement has changed: please read and accept it again";
    /// The limit of open links is reached.
    SHARE_LINK_LIMIT = 1_011_102_011, "分享链接数量已达上限，请先结束一些", "There are too many links, end some of them first";
    /// The file of a link is no video.
    SHARE_NO_VIDEO = 1_011_102_012, "只能分享 MP4 视频文件", "Only an MP4 video can be shared by a link";
    /// The app of a trial is not installed on the phone, or no launcher starts it.
    SHARE_NO_APP = 1_011_102_013, "云手机上没有这个应用，或它无法启动", "The phone does not have this app, or the app cannot be started";
}
