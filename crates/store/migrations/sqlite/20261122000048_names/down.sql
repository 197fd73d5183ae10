ALTER TABLE orders DROP COLUMN spec_name_en;
ALTER TABLE configurations DROP COLUMN name_en;
