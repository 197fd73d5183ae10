-- A link of an owner to one phone. The session, delegated, says whose it is, which phone it shows and until when; each page that opened the link has
-- one made by it. token_hash: by which the link is found; its address follows from the database's secret. passcode_hash: keyed; none without a passcode.
CREATE TABLE share_links (
    session_id BIGINT NOT NULL PRIMARY KEY REFERENCES sessions (id),
    member_id BIGINT NOT NULL REFERENCES members (id),
    token_hash TEXT NOT NULL UNIQUE,
    passcode_hash TEXT,
    viewers_max BIGINT NOT NULL CHECK (viewers_max BETWEEN 1 AND 50),
    opened BIGINT NOT NULL DEFAULT 0,
    created_ms BIGINT NOT NULL
);
CREATE INDEX share_links_member ON share_links (member_id, created_ms);
