DROP INDEX phones_left;
ALTER TABLE phones DROP COLUMN left_by;
