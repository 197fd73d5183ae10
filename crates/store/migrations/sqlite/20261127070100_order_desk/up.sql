-- Operators look at the orders of all members, the newest first, and at the ledger by days.
CREATE INDEX orders_created ON orders (created_ms, id);
CREATE INDEX ledger_entries_created ON ledger_entries (created_ms, posting_id);
CREATE INDEX ledger_entries_account ON ledger_entries (account, created_ms, amount_fen);
-- note: words of the operator who agreed to a refund, which the member reads.
ALTER TABLE refunds ADD COLUMN note TEXT;
-- handled_ms: when an operator noted in handled_note what was done about a payment that fits nothing.
ALTER TABLE payment_mismatches ADD COLUMN handled_ms BIGINT;
ALTER TABLE payment_mismatches ADD COLUMN handled_by BIGINT;
ALTER TABLE payment_mismatches ADD COLUMN handled_note TEXT;
