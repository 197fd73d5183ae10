//! Codes of agreements.

use super::{Code, codes};

codes! { AGREEMENT:
    /// The agreement is unknown, or not published.
    AGREEMENT_ABSENT = 1_002_011_001, "协议不存在", "There is no such agreement";
    /// The version is published: what members accepted does not change.
    AGREEMENT_PUBLISHED = 1_002_011_002, "这一版已经发布，请刷新后查看", "This version is published already, load it again";
}
