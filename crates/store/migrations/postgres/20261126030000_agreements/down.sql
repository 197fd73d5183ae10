ALTER TABLE orders DROP COLUMN agreement_id;
DROP TABLE agreement_acceptances;
DROP TABLE agreements;
