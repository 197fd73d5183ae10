ALTER TABLE operations ADD COLUMN phase_now SMALLINT NOT NULL DEFAULT 0 CHECK (phase_now BETWEEN 0 AND 2);
UPDATE operations SET phase_now = min(phase, 2);
ALTER TABLE operations DROP COLUMN phase;
ALTER TABLE operations RENAME COLUMN phase_now TO phase;
