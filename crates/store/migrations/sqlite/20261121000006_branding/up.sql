-- The help centre behind the header's online service; empty when there is none.
ALTER TABLE branding ADD COLUMN service_url TEXT NOT NULL DEFAULT '';
