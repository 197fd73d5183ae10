ALTER TABLE members DROP COLUMN disabled_reason;
