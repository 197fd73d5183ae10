//! Codes of a phone's files.

use super::{Code, codes};

codes! { FILES:
    /// The path is not below an allowed root, too long or too deep, or has a name that cannot be written.
    FILE_PATH = 1_011_121_001, "文件路径不正确或不在允许的范围内", "The path of the file is not allowed";
    /// The name is not allowed for a new file or folder.
    FILE_NAME = 1_011_121_002, "名称不能为空，最长 255 字节，且不能包含 \\ / : * ? \" < > | 或控制字符", "A name may not be empty, longer than 255 bytes, or contain \\ / : * ? \" < > | or control characters";
    /// No file or folder has the path.
    FILE_ABSENT = 1_011_121_003, "文件或文件夹不存在，可能已被移动或删除", "The file or folder does not exist, it may have been moved or deleted";
    /// A file or folder of that name exists.
    FILE_TAKEN = 1_011_121_004, "同名文件或文件夹已存在", "A file or folder of this name exists already";
    /// A link leads out of the allowed roots.
    FILE_OUTSIDE = 1_011_121_005, "该链接指向允许范围以外的位置，无法打开", "This link leads out of the allowed folders and is not followed";
    /// A folder where a file is wanted, or the other way round.
    FILE_KIND = 1_011_121_006, "类型不符：需要的是文件夹或文件", "It is not of the kind that is needed: a folder, or a file";
    /// A piece of an upload does not begin where the last one ended; the answer carries `{offset}`.
    FILE_OFFSET = 1_011_121_007, "上传进度不一致，请从已完成的位置继续", "The upload does not go on where it ended, continue from there";
    /// A file or piece is larger than allowed, or of another length than announced.
    FILE_SIZE = 1_011_121_008, "文件或分片大小超出范围，单个文件最大 4 GB", "The file or its piece is not of an allowed size, a file has at most 4 GB";
    /// The phone or the server has as many transfers as it carries.
    FILE_BUSY = 1_011_121_009, "传输任务较多，请稍后再试", "Too many files are being transferred, try again later";
    /// The phone refused.
    FILE_REFUSED = 1_011_121_010, "云手机拒绝了此操作", "The phone refused this";
    /// The phone does not answer, or has no link.
    FILE_NO_ANSWER = 1_011_121_011, "云手机没有响应，请稍后重试", "The phone does not answer, try again later";
    /// The phone's storage is full.
    FILE_FULL = 1_011_121_012, "云手机存储空间不足", "The phone has no room left";
    /// A ticket for a file is unknown, used, too old or another member's.
    FILE_TICKET = 1_011_121_013, "下载凭证无效或已使用，请重新下载", "The download's ticket is not valid or was used, please download again";
    /// The number of files is zero or above the limit of a call, or a file is named twice.
    FILE_COUNT = 1_011_121_014, "一次可选择 1 到 100 个不重复的文件", "Choose 1 to 100 different files at a time";
    /// A folder would be moved into itself.
    FILE_INTO_ITSELF = 1_011_121_015, "不能将文件夹移动到自身内部", "A folder cannot be moved into itself";
}
