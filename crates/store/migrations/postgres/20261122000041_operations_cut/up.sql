-- Phase 3: the connection broke with the command on its way.
ALTER TABLE operations DROP CONSTRAINT operations_phase_check;
ALTER TABLE operations ADD CONSTRAINT operations_phase_check CHECK (phase BETWEEN 0 AND 3);
