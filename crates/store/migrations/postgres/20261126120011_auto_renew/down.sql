ALTER TABLE phone_groups DROP COLUMN auto_renew;
ALTER TABLE phones DROP COLUMN auto_renew;
