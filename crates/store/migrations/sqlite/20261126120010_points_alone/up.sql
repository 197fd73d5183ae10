-- An order may be paid by points alone: then nothing is left to be paid at a wallet. A column's check cannot be changed, so the column is made anew.
ALTER TABLE orders ADD COLUMN left_fen BIGINT NOT NULL DEFAULT 0 CHECK (left_fen >= 0);
UPDATE orders SET left_fen = total_fen;
ALTER TABLE orders DROP COLUMN total_fen;
ALTER TABLE orders RENAME COLUMN left_fen TO total_fen;
