-- Who controls a phone: one row per phone, made with the phone.
-- state: 0 free, 1 reserved until until_ms, 2 connected, 3 cut and resumable until until_ms.
CREATE TABLE seats (
    phone_id BIGINT NOT NULL PRIMARY KEY REFERENCES phones (id),
    epoch BIGINT NOT NULL CHECK (epoch >= 0),
    state SMALLINT NOT NULL CHECK (state IN (0, 1, 2, 3)),
    member_id BIGINT REFERENCES members (id),
    session_id BIGINT REFERENCES sessions (id),
    until_ms BIGINT,
    resume_hash TEXT,
    CHECK ((state = 0) = (member_id IS NULL)),
    CHECK ((state IN (1, 3)) = (until_ms IS NOT NULL))
);

-- Socket tickets. purpose: 1 play, 2 deck. phones: ids in slot order, separated by commas.
CREATE TABLE tickets (
    hash TEXT NOT NULL PRIMARY KEY,
    purpose SMALLINT NOT NULL CHECK (purpose IN (1, 2)),
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
