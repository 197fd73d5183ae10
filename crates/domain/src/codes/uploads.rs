//! Codes of uploads: files that members send to the server for their phones.

use super::{Code, codes};

codes! { UPLOADS:
    /// The file is unknown, another member's, or gone since.
    UPLOAD_ABSENT = 1_011_110_001, "文件不存在或已过期，请重新上传", "There is no such file any more; upload it again";
    /// The set has a file of that name.
    UPLOAD_EXISTS = 1_011_110_002, "文件或应用已存在", "File or app already exists";
    /// More files than a push takes.
    UPLOAD_COUNT = 1_011_110_003, "一次最多 10 个文件或应用", "At most 10 files or apps at a time";
    /// A file of the set is being uploaded.
    UPLOAD_RUNNING = 1_011_110_004, "上传过程中不能添加文件", "Cannot add more files during upload";
    /// The file is larger than allowed, or empty.
    UPLOAD_SIZE = 1_011_110_005, "文件不能为空，也不能超过 2 GB", "A file cannot be empty, nor larger than 2 GB";
    /// The member's quota on the server is used up.
    UPLOAD_QUOTA = 1_011_110_006, "已上传的文件过多，请先移除一些，或等待其过期", "Too much has been uploaded; remove some files or wait until they expire";
    /// The server's disk is too full.
    UPLOAD_NO_ROOM = 1_011_110_007, "服务器空间不足，暂时不能上传，请稍后再试", "The server has no room for uploads now; try again later";
    /// The piece does not continue at the received length, which the answer names.
    UPLOAD_OFFSET = 1_011_110_008, "上传位置不一致，请从已接收处继续", "The piece does not follow what has come; go on from there";
    /// A piece of the file is being received.
    UPLOAD_BUSY = 1_011_110_009, "该文件正在处理，请稍后再试", "This file is being worked on; try again in a moment";
    /// The file has not been received completely.
    UPLOAD_UNFINISHED = 1_011_110_010, "文件还没有上传完成", "The file has not come completely";
    /// The content differs from the announced one.
    UPLOAD_DAMAGED = 1_011_110_011, "文件在上传中损坏，请重新上传", "The file was damaged on its way; upload it again";
    /// The file's name has nothing that could be a name.
    UPLOAD_NAME = 1_011_110_012, "文件名无效", "The file has no usable name";
    /// The sender was silent or too slow for too long.
    UPLOAD_SLOW = 1_011_110_013, "网络太慢，上传已暂停，可以继续", "The line is too slow; the upload stopped and can go on";
    /// The push names no file.
    UPLOAD_NONE = 1_011_110_014, "请至少选择一个文件或应用", "Choose at least one file or app";
    /// An open link shows the file.
    UPLOAD_SHARED = 1_011_110_015, "该文件正通过链接分享，请先结束链接", "This file is shared by a link; end the link first";
}
