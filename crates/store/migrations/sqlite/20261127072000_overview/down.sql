DROP INDEX payment_mismatches_open;
DROP INDEX refunds_waiting;
DROP INDEX sessions_signed_in;
DROP INDEX orders_paid;
