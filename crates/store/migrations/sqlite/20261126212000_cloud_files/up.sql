-- Complete files are found by what is in them: equal ones are stored and counted once.
CREATE INDEX uploads_content ON uploads (sha256) WHERE ready_ms IS NOT NULL;
CREATE INDEX uploads_member_ready ON uploads (member_id, ready_ms) WHERE ready_ms IS NOT NULL;
-- Records whose time is over are looked for among those that tried them again.
CREATE INDEX operation_batches_retry ON operation_batches (retry_of) WHERE retry_of IS NOT NULL;

INSERT INTO config (id, name, key, value, built_in, remark, created_ms) VALUES
    (212001, '每位会员的云端空间（GB）', 'files.quota.gb', NULL, TRUE, '', 0),
    (212002, '云端文件的保留期（天，自最后使用起）', 'files.kept.days', NULL, TRUE, '', 0);
