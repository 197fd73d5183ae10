DROP TABLE point_debts;
DROP TABLE point_entries;
DROP TABLE point_records;
DROP TABLE point_uses;
DROP TABLE point_lots;
ALTER TABLE orders DROP COLUMN points_rate;
ALTER TABLE orders DROP COLUMN points;
