-- A session that was not begun by signing in but by a member's leave: an embedded player, a program with a token.
-- scopes: what it may ask for, a bit each; none for a member's own session. level: the most it may do to a phone.
-- phones: the only ones it reaches, ids separated by commas; none: all of its member's. until_ms: when it ends by itself.
-- made_by: the pass whose holder asked for it, with which it ends.
ALTER TABLE sessions ADD COLUMN scopes SMALLINT;
ALTER TABLE sessions ADD COLUMN level SMALLINT CHECK (level IN (1, 2, 3));
ALTER TABLE sessions ADD COLUMN phones TEXT;
ALTER TABLE sessions ADD COLUMN until_ms BIGINT;
ALTER TABLE sessions ADD COLUMN made_by BIGINT;
CREATE INDEX sessions_made_by ON sessions (made_by) WHERE made_by IS NOT NULL;
-- One live session per terminal kind; passes are as many as their own limits say.
DROP INDEX sessions_live;
CREATE UNIQUE INDEX sessions_live ON sessions (member_id, terminal) WHERE ended_ms IS NULL AND scopes IS NULL;

-- Tickets live for minutes at most: the table is made anew for one more purpose.
-- purpose: 1 play, 2 deck, 3 member, 4 notice, 5 a file, 6 an embedded player. until_ms: how long what it opens may last at most.
DROP TABLE tickets;
CREATE TABLE tickets (
    hash TEXT NOT NULL PRIMARY KEY,
    purpose SMALLINT NOT NULL CHECK (purpose IN (1, 2, 3, 4, 5, 6)),
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
