-- The check of amounts refuses where a refund has no payment; else the column may stay as it is.
UPDATE refunds SET amount_fen = 0 WHERE payment_id IS NULL;
