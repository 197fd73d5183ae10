ALTER TABLE orders ADD COLUMN left_fen BIGINT NOT NULL DEFAULT 1 CHECK (left_fen > 0);
UPDATE orders SET left_fen = total_fen;
ALTER TABLE orders DROP COLUMN total_fen;
ALTER TABLE orders RENAME COLUMN left_fen TO total_fen;
