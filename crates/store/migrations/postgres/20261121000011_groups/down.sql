DROP TABLE trials;
DROP TABLE phone_tags;
DROP TABLE tags;
DROP INDEX phones_owner_group;
ALTER TABLE phones DROP COLUMN group_id;
DROP TABLE phone_groups;
