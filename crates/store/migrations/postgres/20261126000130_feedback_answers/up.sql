-- One answer each: what it says, when it was given, and which operator gave it.
ALTER TABLE feedback ADD COLUMN answer TEXT;
ALTER TABLE feedback ADD COLUMN answered_ms BIGINT;
ALTER TABLE feedback ADD COLUMN answered_by BIGINT;
CREATE INDEX feedback_open ON feedback (created_ms, id) WHERE answered_ms IS NULL;
