-- Time at which the password was last proved in the session; none where it never was.
ALTER TABLE sessions ADD COLUMN proved_ms BIGINT;
