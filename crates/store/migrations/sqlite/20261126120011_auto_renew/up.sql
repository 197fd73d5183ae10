-- Rentals that are renewed by points before they end: of one phone, and of all phones of a group.
ALTER TABLE phones ADD COLUMN auto_renew BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE phone_groups ADD COLUMN auto_renew BOOLEAN NOT NULL DEFAULT FALSE;
