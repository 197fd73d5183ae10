DROP TABLE link_trials;
ALTER TABLE share_links DROP COLUMN clears_data;
ALTER TABLE share_links DROP COLUMN minutes;
ALTER TABLE share_links DROP COLUMN app_name;
ALTER TABLE share_links DROP COLUMN package;
