DROP TABLE dict_data;
ALTER TABLE branding DROP COLUMN service_hours;
