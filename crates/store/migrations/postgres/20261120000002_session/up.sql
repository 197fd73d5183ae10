-- One sign-in on one terminal: the family of all tokens that follow from it.
-- end_reason: 1 signed out, 2 signed in elsewhere, 3 a spent refresh token came back.
CREATE TABLE sessions (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    terminal TEXT NOT NULL,
    generation BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    ended_ms BIGINT,
    end_reason SMALLINT,
    CHECK ((ended_ms IS NULL) = (end_reason IS NULL))
);
-- One live session per terminal kind.
CREATE UNIQUE INDEX sessions_live ON sessions (member_id, terminal) WHERE ended_ms IS NULL;

-- Only hashes of tokens are stored.
CREATE TABLE refresh_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    session_id BIGINT NOT NULL REFERENCES sessions (id),
    generation BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms BIGINT
);
CREATE UNIQUE INDEX refresh_tokens_session ON refresh_tokens (session_id, generation);
CREATE INDEX refresh_tokens_expires ON refresh_tokens (expires_ms);

CREATE TABLE access_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    session_id BIGINT NOT NULL REFERENCES sessions (id),
    expires_ms BIGINT NOT NULL
);
CREATE INDEX access_tokens_session ON access_tokens (session_id);
CREATE INDEX access_tokens_expires ON access_tokens (expires_ms);
