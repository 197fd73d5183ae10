-- Why an operator sees the console as the session's member; null in every other session.
ALTER TABLE sessions ADD COLUMN reason TEXT;
CREATE INDEX sessions_views ON sessions (ended_ms) WHERE reason IS NOT NULL;
