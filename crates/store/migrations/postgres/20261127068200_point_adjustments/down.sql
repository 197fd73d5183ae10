ALTER TABLE point_entries DROP CONSTRAINT point_entries_account_check;
ALTER TABLE point_entries ADD CONSTRAINT point_entries_account_check CHECK (account BETWEEN 1 AND 4);
ALTER TABLE point_records DROP COLUMN reason;
ALTER TABLE point_records DROP CONSTRAINT point_records_cause_check;
ALTER TABLE point_records ADD CONSTRAINT point_records_cause_check CHECK (cause BETWEEN 1 AND 5);
ALTER TABLE point_records DROP CONSTRAINT point_records_kind_check;
ALTER TABLE point_records ADD CONSTRAINT point_records_kind_check CHECK (kind BETWEEN 1 AND 5);
ALTER TABLE point_lots ALTER COLUMN order_id SET NOT NULL;
