DROP TABLE tickets;
CREATE TABLE tickets (
    hash TEXT NOT NULL PRIMARY KEY,
    purpose SMALLINT NOT NULL CHECK (purpose IN (1, 2, 3, 4)),
    member_id BIGINT NOT NULL REFERENCES members (id),
    session_id BIGINT NOT NULL REFERENCES sessions (id),
    phones TEXT NOT NULL,
    level SMALLINT NOT NULL CHECK (level IN (1, 2, 3)),
    control BOOLEAN NOT NULL,
    epoch BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms BIGINT
);
CREATE INDEX tickets_expires ON tickets (expires_ms);
