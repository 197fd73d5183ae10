ALTER TABLE payment_mismatches DROP COLUMN handled_note;
ALTER TABLE payment_mismatches DROP COLUMN handled_by;
ALTER TABLE payment_mismatches DROP COLUMN handled_ms;
ALTER TABLE refunds DROP COLUMN note;
DROP INDEX ledger_entries_account;
DROP INDEX ledger_entries_created;
DROP INDEX orders_created;
