-- The id in the address is enough to take a file, while the session that exported it lasts. Files wait for minutes, so none is carried over.
DROP TABLE exports;
CREATE TABLE exports (
    token_hash TEXT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    session_id BIGINT NOT NULL REFERENCES sessions (id),
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes BYTEA NOT NULL,
    until_ms BIGINT NOT NULL
);
CREATE INDEX exports_until ON exports (until_ms);
CREATE INDEX exports_member ON exports (member_id);
