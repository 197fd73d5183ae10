DROP INDEX feedback_open;
ALTER TABLE feedback DROP COLUMN answered_by;
ALTER TABLE feedback DROP COLUMN answered_ms;
ALTER TABLE feedback DROP COLUMN answer;
