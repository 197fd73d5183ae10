//! Codes of apps on phones.

use super::{Code, codes};

codes! { APPS:
    /// The call names no package.
    PACKAGES_NONE = 1_011_111_001, "请至少选择一个应用", "Choose at least one app";
    /// The call names more packages than allowed.
    PACKAGES_COUNT = 1_011_111_002, "一次最多 10 个应用", "At most 10 apps at a time";
    /// A word is no name of a package.
    PACKAGES_NAME = 1_011_111_003, "包名不正确，多个包名请用逗号分隔", "A package name is not valid; separate several by commas";
}
