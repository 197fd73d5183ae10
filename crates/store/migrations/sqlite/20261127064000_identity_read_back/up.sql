-- What a phone said of itself when it had become a new device; null for other kinds, and until it was asked.
ALTER TABLE operations ADD COLUMN identity TEXT;
