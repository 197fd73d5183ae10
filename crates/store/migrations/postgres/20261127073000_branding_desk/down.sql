ALTER TABLE pictures RENAME TO announcement_pictures;
DROP INDEX customer_services_kind;
CREATE INDEX customer_services_kind ON customer_services (kind, created_ms, id);
ALTER TABLE customer_services DROP COLUMN place;
ALTER TABLE branding DROP COLUMN updated_ms;
ALTER TABLE branding DROP COLUMN service_hours_en;
ALTER TABLE branding DROP COLUMN welcome_text_en;
ALTER TABLE branding DROP COLUMN title_en;
