-- Names of the files that a batch sends, folded, a line each: by them upload records are found. NULL: the batch sends no files.
ALTER TABLE operation_batches ADD COLUMN file_key TEXT;
UPDATE operation_batches SET file_key = '' WHERE kind IN ('installApp', 'pushFile');
CREATE INDEX operation_batches_files ON operation_batches (created_ms) WHERE file_key IS NOT NULL;
