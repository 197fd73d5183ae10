CREATE TABLE point_lots_new (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    order_id BIGINT NOT NULL UNIQUE REFERENCES orders (id),
    points BIGINT NOT NULL CHECK (points > 0),
    rest BIGINT NOT NULL CHECK (rest BETWEEN 0 AND points),
    expired BIGINT NOT NULL CHECK (expired BETWEEN 0 AND points),
    earned_ms BIGINT NOT NULL,
    expire_ms BIGINT NOT NULL
);
INSERT INTO point_lots_new SELECT id, member_id, order_id, points, rest, expired, earned_ms, expire_ms FROM point_lots;
CREATE TABLE point_uses_new (
    order_id BIGINT NOT NULL REFERENCES orders (id),
    lot_id BIGINT NOT NULL REFERENCES point_lots_new (id),
    points BIGINT NOT NULL CHECK (points > 0),
    returned BIGINT NOT NULL CHECK (returned BETWEEN 0 AND points),
    PRIMARY KEY (order_id, lot_id)
);
INSERT INTO point_uses_new SELECT order_id, lot_id, points, returned FROM point_uses;
CREATE TABLE point_records_new (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    position BIGINT NOT NULL CHECK (position > 0),
    kind SMALLINT NOT NULL CHECK (kind BETWEEN 1 AND 5),
    cause SMALLINT NOT NULL CHECK (cause BETWEEN 1 AND 5),
    points BIGINT NOT NULL CHECK (points <> 0),
    balance BIGINT NOT NULL CHECK (balance >= 0),
    order_id BIGINT REFERENCES orders (id),
    refund_id BIGINT REFERENCES refunds (id),
    lot_id BIGINT REFERENCES point_lots_new (id),
    created_ms BIGINT NOT NULL,
    UNIQUE (member_id, position)
);
INSERT INTO point_records_new (id, member_id, position, kind, cause, points, balance, order_id, refund_id, lot_id, created_ms) SELECT id, member_id, position, kind, cause, points, balance, order_id, refund_id, lot_id, created_ms FROM point_records;
CREATE TABLE point_entries_new (
    record_id BIGINT NOT NULL REFERENCES point_records_new (id),
    account SMALLINT NOT NULL CHECK (account BETWEEN 1 AND 4),
    points BIGINT NOT NULL CHECK (points <> 0),
    PRIMARY KEY (record_id, account)
);
INSERT INTO point_entries_new SELECT record_id, account, points FROM point_entries;
DROP TABLE point_entries;
DROP TABLE point_records;
DROP TABLE point_uses;
DROP TABLE point_lots;
ALTER TABLE point_lots_new RENAME TO point_lots;
ALTER TABLE point_uses_new RENAME TO point_uses;
ALTER TABLE point_records_new RENAME TO point_records;
ALTER TABLE point_entries_new RENAME TO point_entries;
CREATE INDEX point_lots_member ON point_lots (member_id, expire_ms) WHERE rest > 0;
CREATE INDEX point_lots_due ON point_lots (expire_ms) WHERE rest > 0;
CREATE INDEX point_records_kind ON point_records (member_id, kind, created_ms);
CREATE INDEX point_records_order ON point_records (order_id);
