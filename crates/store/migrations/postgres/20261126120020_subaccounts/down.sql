DROP TABLE sub_invitation_phones;
DROP TABLE sub_invitations;
DROP INDEX allotments_owner;
UPDATE allotments SET ticks = ticks % 16;
ALTER TABLE allotments DROP CONSTRAINT allotments_ticks_check;
ALTER TABLE allotments ADD CONSTRAINT allotments_ticks_check CHECK (ticks BETWEEN 0 AND 15);
ALTER TABLE members DROP COLUMN sub_off_ms;
ALTER TABLE members DROP COLUMN sub_since_ms;
ALTER TABLE members DROP COLUMN sub_name;
