-- What a configuration is, for buyers. code: short, for people. Zeros: nobody said.
ALTER TABLE configurations ADD COLUMN code TEXT NOT NULL DEFAULT '';
ALTER TABLE configurations ADD COLUMN cores INTEGER NOT NULL DEFAULT 0;
ALTER TABLE configurations ADD COLUMN memory_mb INTEGER NOT NULL DEFAULT 0;
ALTER TABLE configurations ADD COLUMN storage_gb INTEGER NOT NULL DEFAULT 0;
ALTER TABLE configurations ADD COLUMN on_sale BOOLEAN NOT NULL DEFAULT TRUE;

-- The unpaid order that a phone in stock is kept for.
ALTER TABLE phones ADD COLUMN reserved_by BIGINT;
CREATE INDEX phones_reserved ON phones (reserved_by) WHERE reserved_by IS NOT NULL;

-- So many days of a configuration, and its prices by quantity: from so many phones on, each costs so much.
CREATE TABLE packages (
    id BIGINT NOT NULL PRIMARY KEY,
    configuration_id BIGINT NOT NULL REFERENCES configurations (id),
    days BIGINT NOT NULL CHECK (days BETWEEN 1 AND 3650),
    enabled BOOLEAN NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE UNIQUE INDEX packages_days ON packages (configuration_id, days);
CREATE TABLE package_tiers (
    package_id BIGINT NOT NULL REFERENCES packages (id),
    from_count BIGINT NOT NULL CHECK (from_count > 0),
    unit_fen BIGINT NOT NULL CHECK (unit_fen > 0),
    PRIMARY KEY (package_id, from_count)
);

-- kind: 1 purchase, 2 renewal, 3 upgrade. state: 0 waiting, 1 paid, 2 cancelled, 3 timed out, 4 refunding, 5 refunded, 6 partly refunded,
-- 7 sold out. due_ms: when to look at it, while it waits. key_hash: of the key under which its call may be repeated; body_hash: of what was asked.
CREATE TABLE orders (
    id BIGINT NOT NULL PRIMARY KEY,
    number TEXT NOT NULL UNIQUE,
    member_id BIGINT NOT NULL REFERENCES members (id),
    kind SMALLINT NOT NULL CHECK (kind IN (1, 2, 3)),
    state SMALLINT NOT NULL CHECK (state BETWEEN 0 AND 7),
    created_ms BIGINT NOT NULL,
    deadline_ms BIGINT NOT NULL,
    due_ms BIGINT,
    key_hash TEXT,
    body_hash TEXT NOT NULL,
    agreed_ms BIGINT NOT NULL,
    configuration_id BIGINT REFERENCES configurations (id),
    carrier SMALLINT,
    spec_name TEXT NOT NULL,
    package_days BIGINT,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    unit_fen BIGINT,
    list_fen BIGINT NOT NULL,
    total_fen BIGINT NOT NULL CHECK (total_fen > 0),
    paid_fen BIGINT NOT NULL,
    refunded_fen BIGINT NOT NULL,
    paid_ms BIGINT,
    wallet SMALLINT,
    way SMALLINT,
    trade_no TEXT,
    CHECK ((state IN (0, 2, 3)) = (paid_ms IS NULL)),
    CHECK ((state = 0) = (due_ms IS NOT NULL)),
    CHECK (refunded_fen BETWEEN 0 AND paid_fen)
);
CREATE UNIQUE INDEX orders_key ON orders (member_id, key_hash);
CREATE INDEX orders_member ON orders (member_id, created_ms, id);
CREATE INDEX orders_waiting ON orders (member_id) WHERE state = 0;
CREATE INDEX orders_due ON orders (due_ms) WHERE due_ms IS NOT NULL;

-- phone_id: what is renewed or upgraded. new_expire_ms: foreseen until the order is paid, then as it was given.
CREATE TABLE order_lines (
    order_id BIGINT NOT NULL REFERENCES orders (id),
    position INTEGER NOT NULL,
    phone_id BIGINT,
    owl_id TEXT,
    alias TEXT,
    package_id BIGINT,
    days BIGINT NOT NULL CHECK (days > 0),
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    list_fen BIGINT NOT NULL,
    unit_fen BIGINT NOT NULL,
    total_fen BIGINT NOT NULL CHECK (total_fen > 0),
    bought_ms BIGINT NOT NULL,
    align_ms BIGINT,
    old_expire_ms BIGINT,
    new_expire_ms BIGINT,
    PRIMARY KEY (order_id, position)
);

-- What a purchase or an upgrade brought. expire_ms: as it was given.
CREATE TABLE order_phones (
    order_id BIGINT NOT NULL REFERENCES orders (id),
    phone_id BIGINT NOT NULL REFERENCES phones (id),
    alias TEXT NOT NULL,
    assign_ms BIGINT NOT NULL,
    expire_ms BIGINT NOT NULL,
    PRIMARY KEY (order_id, phone_id)
);

-- A payment that was begun at a wallet (1 Alipay, 2 WeChat Pay), by a way (1 desk, 2 app, 3 phone's browser). state: 0 open, 1 paid, 2 closed.
-- number: what the wallet knows it by, never used twice. shown: what the wallet said is to be shown. due_ms: when to ask the wallet again; looked_ms: when it was asked last.
CREATE TABLE pay_attempts (
    id BIGINT NOT NULL PRIMARY KEY,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    number TEXT NOT NULL UNIQUE,
    wallet SMALLINT NOT NULL CHECK (wallet IN (1, 2)),
    way SMALLINT NOT NULL CHECK (way IN (1, 2, 3)),
    amount_fen BIGINT NOT NULL CHECK (amount_fen > 0),
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    state SMALLINT NOT NULL CHECK (state IN (0, 1, 2)),
    shown TEXT,
    looks INTEGER NOT NULL,
    looked_ms BIGINT NOT NULL,
    due_ms BIGINT,
    CHECK ((state = 0) = (due_ms IS NOT NULL))
);
CREATE UNIQUE INDEX pay_attempts_open ON pay_attempts (order_id, wallet, way) WHERE state = 0;
CREATE INDEX pay_attempts_order ON pay_attempts (order_id);
CREATE INDEX pay_attempts_due ON pay_attempts (due_ms) WHERE due_ms IS NOT NULL;

-- Money that came in. refund_fen: what of it is spoken for by refunds. fulfilled: it is what its order was fulfilled with.
CREATE TABLE payments (
    id BIGINT NOT NULL PRIMARY KEY,
    attempt_id BIGINT NOT NULL REFERENCES pay_attempts (id),
    order_id BIGINT NOT NULL REFERENCES orders (id),
    wallet SMALLINT NOT NULL CHECK (wallet IN (1, 2)),
    trade_no TEXT NOT NULL,
    amount_fen BIGINT NOT NULL CHECK (amount_fen > 0),
    refund_fen BIGINT NOT NULL CHECK (refund_fen BETWEEN 0 AND amount_fen),
    fulfilled BOOLEAN NOT NULL,
    paid_ms BIGINT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE UNIQUE INDEX payments_trade ON payments (wallet, trade_no);
CREATE UNIQUE INDEX payments_fulfilled ON payments (order_id) WHERE fulfilled = TRUE;
CREATE INDEX payments_order ON payments (order_id);

-- What a wallet said that fits nothing of ours: for operators to look at. Said again, it is counted.
CREATE TABLE payment_mismatches (
    id BIGINT NOT NULL PRIMARY KEY,
    wallet SMALLINT NOT NULL,
    attempt TEXT NOT NULL,
    trade_no TEXT NOT NULL,
    amount_fen BIGINT NOT NULL,
    times BIGINT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE UNIQUE INDEX payment_mismatches_said ON payment_mismatches (wallet, attempt, trade_no, amount_fen);

-- Money that goes back. state: 0 asked, 1 queued, 2 processing, 3 done, 4 failed, 5 refused. cause: 1 asked, 2 paid twice, 3 sold out.
-- answer: an operator's words, or the wallet's. due_ms: when to send it or to ask about it.
CREATE TABLE refunds (
    id BIGINT NOT NULL PRIMARY KEY,
    number TEXT NOT NULL UNIQUE,
    order_id BIGINT NOT NULL REFERENCES orders (id),
    payment_id BIGINT NOT NULL REFERENCES payments (id),
    amount_fen BIGINT NOT NULL CHECK (amount_fen > 0),
    state SMALLINT NOT NULL CHECK (state BETWEEN 0 AND 5),
    cause SMALLINT NOT NULL CHECK (cause IN (1, 2, 3)),
    reason TEXT NOT NULL,
    answer TEXT,
    created_ms BIGINT NOT NULL,
    decided_by BIGINT,
    decided_ms BIGINT,
    done_ms BIGINT,
    tries INTEGER NOT NULL,
    due_ms BIGINT,
    CHECK ((state IN (1, 2)) = (due_ms IS NOT NULL)),
    CHECK ((state = 3) = (done_ms IS NOT NULL))
);
CREATE UNIQUE INDEX refunds_asked ON refunds (order_id) WHERE state = 0;
CREATE INDEX refunds_order ON refunds (order_id);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_due ON refunds (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX refunds_created ON refunds (created_ms, id);

-- Double entry: the entries of a posting add up to nothing. account: 1 money at Alipay, 2 money at WeChat Pay, 3 sales, 4 owed back to members.
CREATE TABLE ledger_entries (
    id BIGINT NOT NULL PRIMARY KEY,
    posting_id BIGINT NOT NULL,
    account SMALLINT NOT NULL CHECK (account BETWEEN 1 AND 4),
    order_id BIGINT NOT NULL REFERENCES orders (id),
    payment_id BIGINT NOT NULL REFERENCES payments (id),
    refund_id BIGINT REFERENCES refunds (id),
    amount_fen BIGINT NOT NULL CHECK (amount_fen <> 0),
    created_ms BIGINT NOT NULL
);
CREATE INDEX ledger_entries_posting ON ledger_entries (posting_id);
CREATE INDEX ledger_entries_payment ON ledger_entries (payment_id);
