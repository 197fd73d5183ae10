-- The address of a member's calendar of ends. generation: of its secret, which follows from the database's own; token_hash: by which it is found.
CREATE TABLE calendar_links (
    member_id BIGINT NOT NULL PRIMARY KEY REFERENCES members (id),
    generation BIGINT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_ms BIGINT NOT NULL
);
