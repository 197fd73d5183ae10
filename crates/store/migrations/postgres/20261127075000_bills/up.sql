-- What a wallet's own bill of a day of China says, and what the books say of the same.
CREATE TABLE bills (
    wallet SMALLINT NOT NULL,
    -- Such as 2026-11-24.
    day TEXT NOT NULL,
    -- 0 not there yet, 1 agrees, 2 apart, 3 nothing moved.
    state SMALLINT NOT NULL,
    -- Whether bill and books were ever apart.
    was_apart BOOLEAN NOT NULL,
    fetched_ms BIGINT,
    -- When it is asked for; NULL: never again by itself.
    due_ms BIGINT,
    -- Why it could not be had the last time.
    fault TEXT,
    our_payments BIGINT NOT NULL,
    our_paid_fen BIGINT NOT NULL,
    our_refunded_fen BIGINT NOT NULL,
    payments BIGINT NOT NULL,
    paid_fen BIGINT NOT NULL,
    refunded_fen BIGINT NOT NULL,
    PRIMARY KEY (wallet, day)
);
-- A line of a bill that the books do not have so, or the other way about.
CREATE TABLE bill_differences (
    id BIGINT NOT NULL PRIMARY KEY,
    wallet SMALLINT NOT NULL,
    day TEXT NOT NULL,
    -- 1 payment, 2 refund.
    kind SMALLINT NOT NULL,
    trade_no TEXT NOT NULL,
    -- Our number of the payment or the refund.
    number TEXT NOT NULL,
    -- NULL: not in the bill.
    bill_fen BIGINT,
    -- NULL: not in the books.
    our_fen BIGINT,
    found_ms BIGINT NOT NULL,
    -- By an operator, or NULL in solved_by when bill and books agree since.
    solved_ms BIGINT,
    solved_by BIGINT REFERENCES members (id),
    note TEXT
);
CREATE UNIQUE INDEX bill_differences_line ON bill_differences (wallet, day, kind, trade_no, number);
CREATE INDEX bill_differences_found ON bill_differences (found_ms, id);
-- Day of the bill in which a payment or a refund stands as in the books.
ALTER TABLE payments ADD COLUMN billed_on TEXT;
ALTER TABLE refunds ADD COLUMN billed_on TEXT;
CREATE INDEX payments_paid ON payments (wallet, paid_ms);
CREATE INDEX refunds_done ON refunds (done_ms);
