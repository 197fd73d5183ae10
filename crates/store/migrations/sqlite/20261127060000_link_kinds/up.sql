-- kind: what a link shows; those that there were show a phone live. sha256 and file_name: of a clip, whose bytes are those of its owner's file.
ALTER TABLE share_links ADD COLUMN kind TEXT NOT NULL DEFAULT 'live';
ALTER TABLE share_links ADD COLUMN sha256 TEXT;
ALTER TABLE share_links ADD COLUMN file_name TEXT;
CREATE INDEX share_links_content ON share_links (sha256) WHERE sha256 IS NOT NULL;

-- Tickets live for minutes at most: the table is made anew for one more purpose. 7: the page of a link to a clip.
DROP TABLE tickets;
CREATE TABLE tickets (
    hash TEXT NOT NULL PRIMARY KEY,
    purpose SMALLINT NOT NULL CHECK (purpose IN (1, 2, 3, 4, 5, 6, 7)),
    member_id BIGINT NOT NULL REFERENCES members (id),
    session_id BIGINT NOT NULL REFERENCES sessions (id),
    phones TEXT NOT NULL,
    level SMALLINT NOT NULL CHECK (level IN (1, 2, 3)),
    control BOOLEAN NOT NULL,
    epoch BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms BIGINT,
    subject TEXT NOT NULL DEFAULT '',
    until_ms BIGINT
);
CREATE INDEX tickets_expires ON tickets (expires_ms);
