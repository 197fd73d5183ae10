-- Points that an operator gives or takes: lots without an order, records of a kind and two causes of their own with a reason, and an account of their own.
-- kind: 6 adjustment. cause: 6 given, 7 taken. reason: why, as the member reads it. account: 5 operators.
ALTER TABLE point_lots ALTER COLUMN order_id DROP NOT NULL;
ALTER TABLE point_records DROP CONSTRAINT point_records_kind_check;
ALTER TABLE point_records ADD CONSTRAINT point_records_kind_check CHECK (kind BETWEEN 1 AND 6);
ALTER TABLE point_records DROP CONSTRAINT point_records_cause_check;
ALTER TABLE point_records ADD CONSTRAINT point_records_cause_check CHECK (cause BETWEEN 1 AND 7);
ALTER TABLE point_records ADD COLUMN reason TEXT;
ALTER TABLE point_entries DROP CONSTRAINT point_entries_account_check;
ALTER TABLE point_entries ADD CONSTRAINT point_entries_account_check CHECK (account BETWEEN 1 AND 5);
