-- When the help centre answers, in the operator's words; empty where nothing is said.
ALTER TABLE branding ADD COLUMN service_hours TEXT NOT NULL DEFAULT '';

-- Dictionaries: words for values. label_en may be empty: label stands for both languages then.
CREATE TABLE dict_data (
    id BIGINT NOT NULL PRIMARY KEY,
    dict_type TEXT NOT NULL,
    sort INTEGER NOT NULL,
    value TEXT NOT NULL,
    label TEXT NOT NULL,
    label_en TEXT NOT NULL DEFAULT '',
    created_ms BIGINT NOT NULL,
    UNIQUE (dict_type, value)
);
CREATE INDEX dict_data_order ON dict_data (dict_type, sort, id);

-- What a phone is doing, as it is called until an operator calls it otherwise.
INSERT INTO dict_data (id, dict_type, sort, value, label, label_en, created_ms) VALUES
    (1, 'phone_status', 0, '0', '异常', 'Abnormal', 0),
    (2, 'phone_status', 1, '1', '运行中', 'Running', 0),
    (3, 'phone_status', 2, '2', '重启中', 'Restarting', 0),
    (4, 'phone_status', 3, '3', '重启失败', 'Restart failed', 0),
    (5, 'phone_status', 4, '4', '恢复出厂中', 'Resetting', 0),
    (6, 'phone_status', 5, '5', '恢复出厂失败', 'Reset failed', 0),
    (7, 'phone_status', 6, '6', '镜像升级中', 'Upgrading image', 0),
    (8, 'phone_status', 7, '7', '镜像升级失败', 'Image upgrade failed', 0),
    (9, 'phone_status', 8, '8', '一键新机中', 'Initializing', 0),
    (10, 'phone_status', 9, '9', '一键新机失败', 'New device failed', 0),
    (11, 'phone_status', 10, '10', '备份中', 'Backing up', 0),
    (12, 'phone_status', 11, '11', '备份失败', 'Backup failed', 0),
    (13, 'phone_status', 12, '12', '备份成功', 'Backup successful', 0),
    (14, 'phone_status', 13, '13', '迁移中', 'Migrating', 0),
    (15, 'phone_status', 14, '14', '迁移失败', 'Migration failed', 0),
    (16, 'phone_status', 15, '99', '维护中', 'Maintenance', 0);
