-- What members sent to have it on their phones. The bytes lie in the data folder under the row's id.
CREATE TABLE uploads (
    id BIGINT PRIMARY KEY NOT NULL,
    member_id BIGINT NOT NULL REFERENCES members (id),
    -- Files that are sent together, by a word of the sender's: a name is there once.
    set_key TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    received_bytes BIGINT NOT NULL,
    -- With what was unpacked of it.
    stored_bytes BIGINT NOT NULL,
    sha256 TEXT,
    -- When all of it had come and was looked at.
    ready_ms BIGINT,
    kind TEXT,
    app TEXT,
    icon BLOB,
    created_ms BIGINT NOT NULL,
    used_ms BIGINT NOT NULL,
    CHECK (received_bytes BETWEEN 0 AND size_bytes),
    CHECK ((ready_ms IS NULL) = (kind IS NULL)),
    CHECK (ready_ms IS NULL OR (received_bytes = size_bytes AND sha256 IS NOT NULL))
);
CREATE UNIQUE INDEX uploads_set ON uploads (member_id, set_key, name_key);
CREATE INDEX uploads_used ON uploads (used_ms);

-- How far an operation that sends is: bytes that its phone acknowledged, and which of its files it is at or failed with.
ALTER TABLE operations ADD COLUMN sent_bytes BIGINT;
ALTER TABLE operations ADD COLUMN item SMALLINT;
