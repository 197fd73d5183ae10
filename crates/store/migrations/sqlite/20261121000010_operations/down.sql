DROP TABLE operations;
DROP TABLE operation_batches;
DROP INDEX phones_owner_status;
ALTER TABLE phones DROP COLUMN status_code;
ALTER TABLE phones DROP COLUMN maintenance;
ALTER TABLE phones DROP COLUMN failed_code;
ALTER TABLE phones DROP COLUMN busy_code;
ALTER TABLE phones DROP COLUMN operation_id;
