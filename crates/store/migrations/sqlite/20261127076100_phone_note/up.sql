-- Words of operators about a phone, for operators alone.
ALTER TABLE phones ADD COLUMN note TEXT NOT NULL DEFAULT '';
