-- An order may be paid by points alone: then nothing is left to be paid at a wallet.
ALTER TABLE orders DROP CONSTRAINT orders_total_fen_check, ADD CONSTRAINT orders_total_fen_check CHECK (total_fen >= 0);
