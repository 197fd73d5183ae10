ALTER TABLE branding DROP COLUMN service_url;
