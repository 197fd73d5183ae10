DROP INDEX operation_batches_files;
ALTER TABLE operation_batches DROP COLUMN file_key;
