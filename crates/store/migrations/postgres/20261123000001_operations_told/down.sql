DROP INDEX operations_line;
CREATE INDEX operations_queue ON operations (created_ms, position, id) WHERE state = 0;
ALTER TABLE operations DROP COLUMN refusal_word;
ALTER TABLE phones DROP COLUMN failed_reason;
