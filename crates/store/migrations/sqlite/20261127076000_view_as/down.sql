DROP INDEX sessions_views;
ALTER TABLE sessions DROP COLUMN reason;
