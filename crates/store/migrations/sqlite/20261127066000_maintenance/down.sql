UPDATE phones SET maintenance = FALSE WHERE left_by IS NULL AND id IN (SELECT phone_id FROM maintenance_phones WHERE held_ms IS NOT NULL);
DROP TABLE maintenance_phones;
DROP TABLE maintenances;
