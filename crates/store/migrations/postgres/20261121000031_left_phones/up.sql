-- The member whose things are still on a phone that is in stock again; none once it is wiped.
ALTER TABLE phones ADD COLUMN left_by BIGINT;
CREATE INDEX phones_left ON phones (left_by) WHERE left_by IS NOT NULL;
