-- A refund without a payment gives back points that paid an order alone; amount_fen is their worth.
ALTER TABLE refunds ALTER COLUMN payment_id DROP NOT NULL;
