-- What a configuration is called in English; empty: as in Chinese. An order keeps it, as it keeps the other.
ALTER TABLE configurations ADD COLUMN name_en TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN spec_name_en TEXT NOT NULL DEFAULT '';
