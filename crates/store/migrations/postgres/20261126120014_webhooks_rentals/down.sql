DROP TRIGGER webhooks_rental_over ON phones;
DROP FUNCTION webhooks_rental_over();
DROP TRIGGER webhooks_rental ON phones;
DROP FUNCTION webhooks_rental();
DELETE FROM webhook_deliveries WHERE kind = 16;
DELETE FROM webhook_events WHERE kind = 16;
UPDATE webhooks SET kinds = CASE WHEN (kinds & 7) = 0 THEN 1 ELSE (kinds & 7) END;
ALTER TABLE webhooks DROP CONSTRAINT webhooks_kinds_check, ADD CONSTRAINT webhooks_kinds_check CHECK (kinds BETWEEN 1 AND 7);
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_kind_check, ADD CONSTRAINT webhook_deliveries_kind_check CHECK (kind IN (1, 2, 4, 8));
