DROP INDEX share_links_content;
ALTER TABLE share_links DROP COLUMN file_name;
ALTER TABLE share_links DROP COLUMN sha256;
ALTER TABLE share_links DROP COLUMN kind;
