DROP INDEX refunds_done;
DROP INDEX payments_paid;
ALTER TABLE refunds DROP COLUMN billed_on;
ALTER TABLE payments DROP COLUMN billed_on;
DROP TABLE bill_differences;
DROP TABLE bills;
