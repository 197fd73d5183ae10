DROP TRIGGER webhooks_order;
DROP TRIGGER webhooks_operation;
DROP TRIGGER webhooks_phone;
DROP TABLE webhook_deliveries;
DROP TABLE webhook_events;
DROP TABLE webhooks;
