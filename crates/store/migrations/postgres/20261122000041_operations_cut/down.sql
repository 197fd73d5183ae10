UPDATE operations SET phase = 2 WHERE phase = 3;
ALTER TABLE operations DROP CONSTRAINT operations_phase_check;
ALTER TABLE operations ADD CONSTRAINT operations_phase_check CHECK (phase BETWEEN 0 AND 2);
