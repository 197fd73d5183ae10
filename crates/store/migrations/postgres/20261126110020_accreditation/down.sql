ALTER TABLE members DROP COLUMN findable;
ALTER TABLE grants DROP COLUMN end_cause;
