-- An owner lets another member use a phone until a moment. level: 1 view, 2 operate.
CREATE TABLE grants (
    id BIGINT NOT NULL PRIMARY KEY,
    phone_id BIGINT NOT NULL REFERENCES phones (id),
    owner_id BIGINT NOT NULL REFERENCES members (id),
    member_id BIGINT NOT NULL REFERENCES members (id),
    level SMALLINT NOT NULL CHECK (level IN (1, 2)),
    created_ms BIGINT NOT NULL,
    expire_ms BIGINT NOT NULL,
    ended_ms BIGINT,
    CHECK (owner_id <> member_id)
);
-- At most one open grant per phone.
CREATE UNIQUE INDEX grants_open ON grants (phone_id) WHERE ended_ms IS NULL;
CREATE INDEX grants_member ON grants (member_id, expire_ms) WHERE ended_ms IS NULL;
