DROP TABLE allotments;
DROP INDEX members_parent;
ALTER TABLE members DROP COLUMN parent_id;
