//! Rows about dictionaries, configuration, operators' work on accounts, and tables that are brought and taken away.

use super::{Code, codes};

codes! { ADMIN:
    /// The value of the configuration is unknown.
    CONFIG_ABSENT = 1_001_000_001, "参数不存在", "There is no such value";
    /// The key belongs to another value.
    CONFIG_KEY_TAKEN = 1_001_000_002, "参数键名已存在", "The key is used by another value";
    /// A setting of the product is neither deleted nor given another key.
    CONFIG_BUILT_IN = 1_001_000_003, "内置参数不能删除，也不能更改键名", "A built-in setting is neither deleted nor renamed";
    /// The environment sets the value, and so locks it.
    CONFIG_LOCKED = 1_001_000_010, "该参数由服务器环境变量设定，不能在此修改", "The server's environment sets this value; it cannot be changed here";
    /// The object was changed or deleted by another operator first.
    CHANGED_MEANWHILE = 1_001_000_011, "已被其他人修改，请刷新后再试", "Somebody else changed it first; look again before you change it";
    /// The dictionary entry is unknown.
    DICTIONARY_ABSENT = 1_002_007_001, "字典数据不存在", "There is no such dictionary entry";
    /// The dictionary has another entry of this value.
    DICTIONARY_TAKEN = 1_002_007_003, "该字典已有相同的键值", "The dictionary has an entry of this value already";
    /// The product itself uses the dictionary: values stay as they are, none is added, disabled or deleted.
    DICTIONARY_BUILT_IN = 1_002_007_010, "这一类由程序使用：只能改名、样子和排序", "The product uses this dictionary: only words, style and order may be changed";
    /// Operators neither delete nor disable their own account.
    OWN_ACCOUNT = 1_002_003_010, "当前用户不能删除或停用", "Your own account cannot be deleted or disabled";
    /// The account has rights that the caller has not.
    ACCOUNT_ABOVE = 1_002_003_011, "对方拥有你没有的权限，不能更改该账号", "The account has rights that you have not, so you cannot change it";
    /// The account is the last that holds every right.
    LAST_OPERATOR = 1_002_003_012, "这是最后一个拥有全部权限的账号，不能删除或停用", "This is the last account with every right; it cannot be deleted or disabled";
    /// The call concerns money or rights, and the password was last proved in this session 15 minutes ago or earlier, or never.
    PASSWORD_NEEDED = 1_002_003_013, "请再次输入密码以继续", "Enter your password again to go on";
    /// The password that was asked again is wrong.
    PASSWORD_WRONG = 1_002_003_014, "密码不正确，请重新输入", "The password is not correct, try again";
    /// The member has fewer points that can be spent; the answer carries `{available}`.
    POINTS_TOO_FEW = 1_002_003_015, "该会员可用的积分不足", "The member has not so many points to spend";
    /// The role is unknown.
    ROLE_ABSENT = 1_002_003_016, "角色不存在", "There is no such role";
    /// The name belongs to another role.
    ROLE_TAKEN = 1_002_003_017, "已有同名的角色", "There is a role of this name";
    /// There are as many roles as allowed.
    ROLE_LIMIT = 1_002_003_018, "角色最多 50 个", "There are 50 roles at most";
    /// A permission is given, or taken, that the caller has not.
    PERMISSION_ABOVE = 1_002_003_019, "不能给出或收回你自己没有的权限", "A permission that you have not can be neither given nor taken";
    /// No operator would be left who may change roles.
    LAST_ROLE = 1_002_003_020, "这样就没有人能修改角色与权限了", "Nobody would be left who may change roles";
    /// The file is no table, too large, or in an unknown encoding.
    TABLE_UNREADABLE = 1_001_004_001, "文件无法读取，请上传 UTF-8 或 GBK 编码的 CSV，或 XLSX 文件", "The file cannot be read; use CSV in UTF-8 or GBK, or XLSX";
    /// Rows of the table are wrong; the answer carries `{added, updated, failed, errors}`.
    IMPORT_REFUSED = 1_001_004_002, "导入失败，请按提示修改后重试", "Nothing was imported; correct the rows that are named";
    /// The exported file was taken already, is too old, or another's.
    EXPORT_ABSENT = 1_001_004_003, "导出文件不存在或已被下载，请重新导出", "The exported file is gone or was taken already; export it again";
    /// More rows than one file takes.
    EXPORT_TOO_LARGE = 1_001_004_004, "数据超过 10000 行，请缩小筛选范围后导出", "There are more than 10,000 rows; narrow the filter";
}
