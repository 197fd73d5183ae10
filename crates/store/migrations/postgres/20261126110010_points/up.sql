-- Points of an order. points: spent in it, each a fen of its price; points_rate: earned for each whole yuan that is paid.
ALTER TABLE orders ADD COLUMN points BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN points_rate BIGINT NOT NULL DEFAULT 0;

-- Points that a paid order earned, once. rest: not spent, kept, taken back or expired; expired: not spent in time.
CREATE TABLE point_lots (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    order_id BIGINT NOT NULL UNIQUE REFERENCES orders (id),
    points BIGINT NOT NULL CHECK (points > 0),
    rest BIGINT NOT NULL CHECK (rest BETWEEN 0 AND points),
    expired BIGINT NOT NULL CHECK (expired BETWEEN 0 AND points),
    earned_ms BIGINT NOT NULL,
    expire_ms BIGINT NOT NULL
);
CREATE INDEX point_lots_member ON point_lots (member_id, expire_ms) WHERE rest > 0;
CREATE INDEX point_lots_due ON point_lots (expire_ms) WHERE rest > 0;

-- Points that an order keeps while it waits for its payment, and has spent afterwards, by where they come from. returned: given back by refunds.
CREATE TABLE point_uses (
    order_id BIGINT NOT NULL REFERENCES orders (id),
    lot_id BIGINT NOT NULL REFERENCES point_lots (id),
    points BIGINT NOT NULL CHECK (points > 0),
    returned BIGINT NOT NULL CHECK (returned BETWEEN 0 AND points),
    PRIMARY KEY (order_id, lot_id)
);

-- Changes of a member's points. position: counted from 1 for each member. kind: 1 purchase, 2 renewal, 3 upgrade, 4 refund, 5 expiration.
-- cause: 1 earned, 2 spent, 3 given back, 4 taken back, 5 expired. balance: after the change.
CREATE TABLE point_records (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    position BIGINT NOT NULL CHECK (position > 0),
    kind SMALLINT NOT NULL CHECK (kind BETWEEN 1 AND 5),
    cause SMALLINT NOT NULL CHECK (cause BETWEEN 1 AND 5),
    points BIGINT NOT NULL CHECK (points <> 0),
    balance BIGINT NOT NULL CHECK (balance >= 0),
    order_id BIGINT REFERENCES orders (id),
    refund_id BIGINT REFERENCES refunds (id),
    lot_id BIGINT REFERENCES point_lots (id),
    created_ms BIGINT NOT NULL,
    UNIQUE (member_id, position)
);
CREATE INDEX point_records_kind ON point_records (member_id, kind, created_ms);
CREATE INDEX point_records_order ON point_records (order_id);

-- Double entry: the two entries of a record add up to nothing. account: 1 members' points, 2 earned, 3 spent, 4 expired.
CREATE TABLE point_entries (
    record_id BIGINT NOT NULL REFERENCES point_records (id),
    account SMALLINT NOT NULL CHECK (account BETWEEN 1 AND 4),
    points BIGINT NOT NULL CHECK (points <> 0),
    PRIMARY KEY (record_id, account)
);

-- Points that a refund takes back and that were spent before: the next ones that come make up for them.
CREATE TABLE point_debts (
    refund_id BIGINT NOT NULL PRIMARY KEY REFERENCES refunds (id),
    order_id BIGINT NOT NULL REFERENCES orders (id),
    member_id BIGINT NOT NULL REFERENCES members (id),
    points BIGINT NOT NULL CHECK (points > 0),
    created_ms BIGINT NOT NULL
);
CREATE INDEX point_debts_member ON point_debts (member_id, created_ms);
