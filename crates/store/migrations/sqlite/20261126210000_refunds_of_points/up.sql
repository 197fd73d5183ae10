-- A refund without a payment gives back points that paid an order alone; amount_fen is their worth. A column's NOT NULL cannot be changed, so the
-- column is made anew.
ALTER TABLE refunds ADD COLUMN of_payment BIGINT REFERENCES payments (id);
UPDATE refunds SET of_payment = payment_id;
DROP INDEX refunds_payment;
ALTER TABLE refunds DROP COLUMN payment_id;
ALTER TABLE refunds RENAME COLUMN of_payment TO payment_id;
CREATE INDEX refunds_payment ON refunds (payment_id);
