DELETE FROM config WHERE id IN (212001, 212002);
DROP INDEX operation_batches_retry;
DROP INDEX uploads_member_ready;
DROP INDEX uploads_content;
