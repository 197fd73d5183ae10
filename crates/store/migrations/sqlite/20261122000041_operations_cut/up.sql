-- Phase 3: the connection broke with the command on its way.
ALTER TABLE operations ADD COLUMN phase_now SMALLINT NOT NULL DEFAULT 0 CHECK (phase_now BETWEEN 0 AND 3);
UPDATE operations SET phase_now = phase;
ALTER TABLE operations DROP COLUMN phase;
ALTER TABLE operations RENAME COLUMN phase_now TO phase;
