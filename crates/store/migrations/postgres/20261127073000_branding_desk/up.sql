-- Branding in English; empty where the Chinese words stand for both languages. updated_ms: the last change of branding or contacts, so that the
-- second of two who change them at once is told.
ALTER TABLE branding ADD COLUMN title_en TEXT NOT NULL DEFAULT '';
ALTER TABLE branding ADD COLUMN welcome_text_en TEXT NOT NULL DEFAULT '';
ALTER TABLE branding ADD COLUMN service_hours_en TEXT NOT NULL DEFAULT '';
ALTER TABLE branding ADD COLUMN updated_ms BIGINT NOT NULL DEFAULT 0;

-- Place of a contact in the operator's order; contacts of a seed stand before those that have one, by their time.
ALTER TABLE customer_services ADD COLUMN place SMALLINT NOT NULL DEFAULT 0;
DROP INDEX customer_services_kind;
CREATE INDEX customer_services_kind ON customer_services (kind, place, created_ms, id);

-- Pictures that operators upload, whatever for.
ALTER TABLE announcement_pictures RENAME TO pictures;
