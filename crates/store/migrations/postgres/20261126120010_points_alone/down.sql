ALTER TABLE orders DROP CONSTRAINT orders_total_fen_check, ADD CONSTRAINT orders_total_fen_check CHECK (total_fen > 0);
