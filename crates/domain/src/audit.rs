//! The audit: which actions there are, in words for operators.

use crate::lang::{Lang, Words};

/// Every kind of action, as it is stored, in words.
pub const ACTIONS: &[(&str, Words)] = &[
    ("account.create", Words::new("新建账号", "Account made")),
    ("account.update", Words::new("修改账号", "Account changed")),
    ("account.delete", Words::new("删除账号", "Account deleted")),
    (
        "account.export",
        Words::new("导出账号", "Accounts exported"),
    ),
    ("admin.disable", Words::new("停用账号", "Account disabled")),
    (
        "admin.end-sessions",
        Words::new("结束登录", "Sessions ended"),
    ),
    ("admin.enable", Words::new("启用账号", "Account enabled")),
    (
        "admin.reset-password",
        Words::new("重设密码", "Password reset"),
    ),
    (
        "agreement.save",
        Words::new("起草协议", "Agreement drafted"),
    ),
    (
        "agreement.publish",
        Words::new("发布协议", "Agreement published"),
    ),
    (
        "announcement.create",
        Words::new("起草公告", "Announcement drafted"),
    ),
    (
        "announcement.update",
        Words::new("修改公告", "Announcement changed"),
    ),
    (
        "announcement.publish",
        Words::new("发布公告", "Announcement published"),
    ),
    (
        "announcement.withdraw",
        Words::new("撤回公告", "Announcement withdrawn"),
    ),
    (
        "announcement.order",
        Words::new("调整公告顺序", "Announcements put in order"),
    ),
    ("audit.export", Words::new("导出审计", "Audit exported")),
    (
        "branding.update",
        Words::new("修改品牌与联系方式", "Branding and contacts changed"),
    ),
    (
        "configuration.create",
        Words::new("新建配置", "Configuration made"),
    ),
    (
        "configuration.update",
        Words::new("修改配置", "Configuration changed"),
    ),
    ("config.create", Words::new("新加参数", "Config added")),
    ("config.update", Words::new("修改参数", "Config changed")),
    ("config.delete", Words::new("删除参数", "Config deleted")),
    (
        "dictionary.create",
        Words::new("新加字典项", "Dictionary entry added"),
    ),
    (
        "dictionary.update",
        Words::new("修改字典项", "Dictionary entry changed"),
    ),
    (
        "dictionary.delete",
        Words::new("删除字典项", "Dictionary entry deleted"),
    ),
    (
        "feedback.answer",
        Words::new("回复反馈", "Feedback answered"),
    ),
    ("maintenance.set", Words::new("安排维护", "Maintenance set")),
    (
        "maintenance.end",
        Words::new("结束维护", "Maintenance ended"),
    ),
    (
        "market.publish",
        Words::new("上架应用", "App offered in the market"),
    ),
    (
        "market.describe",
        Words::new("修改应用介绍", "App's description changed"),
    ),
    ("market.down", Words::new("下架应用", "App taken down")),
    ("market.up", Words::new("恢复上架应用", "App offered again")),
    (
        "market.remove",
        Words::new("删除应用版本", "App's version removed"),
    ),
    (
        "member.delete",
        Words::new("注销账号", "Own account deleted"),
    ),
    ("member.email", Words::new("换绑邮箱", "E-mail changed")),
    (
        "member.password",
        Words::new("修改密码", "Password changed"),
    ),
    ("member.phone", Words::new("换绑手机号", "Number changed")),
    (
        "member.reveal",
        Words::new("查看完整号码", "Whole number shown"),
    ),
    ("member.register", Words::new("注册", "Registered")),
    (
        "member.view-as",
        Words::new("查看会员界面", "Console seen as a member"),
    ),
    (
        "member.view-as-end",
        Words::new("结束查看会员界面", "Console no longer seen as a member"),
    ),
    ("order.export", Words::new("导出订单", "Orders exported")),
    (
        "bill.compare",
        Words::new("重新对账", "Bill compared again"),
    ),
    (
        "bill.solve",
        Words::new("处理对账差异", "Difference with a bill solved"),
    ),
    (
        "mismatch.handle",
        Words::new("处理对不上的款项", "Payment that fits nothing handled"),
    ),
    ("phone.create", Words::new("加入库存", "Stock added")),
    ("phone.export", Words::new("导出云手机", "Phones exported")),
    (
        "phone.note",
        Words::new("修改云手机备注", "Phone's note changed"),
    ),
    ("phone.giveUp", Words::new("放弃云手机", "Phone given up")),
    (
        "phone.look",
        Words::new("查看云手机画面", "Screen looked at"),
    ),
    ("phone.remove", Words::new("移出库存", "Stock removed")),
    (
        "phone.takeBack",
        Words::new("收回会员的云手机", "Phone taken back"),
    ),
    ("play.control", Words::new("操控", "Controlled")),
    ("play.delete_files", Words::new("删除文件", "Files deleted")),
    ("play.embed", Words::new("嵌入播放", "Player embedded")),
    (
        "play.session_error",
        Words::new("播放出错", "Session failed"),
    ),
    ("play.watch", Words::new("观看", "Watched")),
    (
        "price.discard",
        Words::new("丢弃价格草稿", "Draft of prices dropped"),
    ),
    ("price.draft", Words::new("起草价格", "Prices drafted")),
    ("price.schedule", Words::new("定价", "Prices set")),
    (
        "price.withdraw",
        Words::new("撤回未生效的价格", "Prices to come taken back"),
    ),
    ("points.adjust", Words::new("调整积分", "Points adjusted")),
    ("redeem.create", Words::new("生成兑换码", "Codes made")),
    ("redeem.use", Words::new("使用兑换码", "Code used")),
    ("redeem.void", Words::new("作废兑换码", "Codes voided")),
    ("refund.approve", Words::new("同意退款", "Refund approved")),
    ("refund.refuse", Words::new("拒绝退款", "Refund refused")),
    ("refund.retry", Words::new("重试退款", "Refund tried again")),
    ("role.create", Words::new("新建角色", "Role made")),
    ("role.update", Words::new("修改角色", "Role changed")),
    ("role.delete", Words::new("删除角色", "Role deleted")),
    ("role.give", Words::new("给角色", "Roles given")),
    ("sender.test", Words::new("测试发信", "Sender tested")),
    ("session.begin", Words::new("登录", "Signed in")),
    ("session.refused", Words::new("登录被拒", "Sign-in refused")),
    (
        "session.proof",
        Words::new("再次验证密码", "Password proved again"),
    ),
    (
        "session.proof-refused",
        Words::new("再次验证密码失败", "Password asked again was wrong"),
    ),
    (
        "session.reuse",
        Words::new("旧令牌被重用", "Spent token used again"),
    ),
    (
        "session.token-in-address",
        Words::new("令牌写进了地址", "Token in an address"),
    ),
    ("session.token-made", Words::new("新建令牌", "Token made")),
    (
        "session.token-revoked",
        Words::new("吊销令牌", "Token revoked"),
    ),
    ("sharing.grant", Words::new("授权", "Phone shared")),
    ("sharing.leave", Words::new("退出授权", "Share given up")),
    (
        "sharing.link",
        Words::new("创建分享链接", "Share link made"),
    ),
    (
        "sharing.link-update",
        Words::new("修改分享链接", "Share link changed"),
    ),
    (
        "sharing.link-end",
        Words::new("结束分享链接", "Share link ended"),
    ),
    ("sharing.recall", Words::new("收回授权", "Share recalled")),
    ("sharing.trial", Words::new("试玩开始", "Trial begun")),
    ("sharing.trial-end", Words::new("试玩结束", "Trial ended")),
    ("sharing.update", Words::new("修改授权", "Share changed")),
    (
        "sign-in.update",
        Words::new("修改登录方式", "Ways to sign in changed"),
    ),
    (
        "social.bind",
        Words::new("绑定社交账号", "Social account bound"),
    ),
    (
        "social.unbind",
        Words::new("解绑社交账号", "Social account unbound"),
    ),
    (
        "transfer.agree",
        Words::new("同意迁移须知", "Disclaimer of moving data agreed to"),
    ),
    ("webhook.changed", Words::new("修改回调", "Webhook changed")),
    ("webhook.made", Words::new("新建回调", "Webhook made")),
    ("webhook.paused", Words::new("暂停回调", "Webhook paused")),
    ("webhook.removed", Words::new("删除回调", "Webhook removed")),
    ("webhook.resumed", Words::new("恢复回调", "Webhook resumed")),
    (
        "webhook.rotated",
        Words::new("更换回调密钥", "Webhook secret changed"),
    ),
    (
        "subaccounts.invite",
        Words::new("邀请子账号", "Sub-account invited"),
    ),
    (
        "subaccounts.add",
        Words::new("加入子账号", "Sub-account joined"),
    ),
    (
        "subaccounts.give",
        Words::new("分配云手机", "Phones given to a sub-account"),
    ),
    (
        "subaccounts.take",
        Words::new("收回云手机", "Phones taken from a sub-account"),
    ),
    (
        "subaccounts.on",
        Words::new("启用子账号", "Sub-account switched on"),
    ),
    (
        "subaccounts.off",
        Words::new("停用子账号", "Sub-account switched off"),
    ),
    (
        "subaccounts.remove",
        Words::new("移除子账号", "Sub-account removed"),
    ),
];

/// Words of a kind of action; the kind itself where it is unknown, as that of an earlier version.
pub fn words_of(kind: &str, lang: Lang) -> &str {
    let known = ACTIONS.iter().find(|(name, _)| *name == kind);
    known.map_or(kind, |(_, words)| words.in_lang(lang))
}

/// Whether actions of this kind are recorded.
pub fn is_action(kind: &str) -> bool {
    ACTIONS.iter().any(|(name, _)| *name == kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_words_of_its_own_in_both_languages() {
        for (at, (kind, words)) in ACTIONS.iter().enumerate() {
            for (other, theirs) in &ACTIONS[..at] {
                assert_ne!(kind, other);
                for lang in Lang::ALL {
                    assert_ne!(words.in_lang(lang), theirs.in_lang(lang), "{kind}, {other}");
                }
            }
        }
        assert_eq!(words_of("config.update", Lang::En), "Config changed");
        assert_eq!(words_of("of.old", Lang::Zh), "of.old");
        assert!(is_action("session.begin") && !is_action("of.old"));
    }
}
