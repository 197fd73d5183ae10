DROP TRIGGER webhooks_rental_over;
DROP TRIGGER webhooks_rental;
DROP TRIGGER webhooks_phone;
DROP TRIGGER webhooks_operation;
DROP TRIGGER webhooks_order;
DELETE FROM webhook_deliveries WHERE kind = 16;
DELETE FROM webhook_events WHERE kind = 16;
ALTER TABLE webhooks ADD COLUMN wanted SMALLINT NOT NULL DEFAULT 1 CHECK (wanted BETWEEN 1 AND 7);
UPDATE webhooks SET wanted = CASE WHEN (kinds & 7) = 0 THEN 1 ELSE (kinds & 7) END;
ALTER TABLE webhooks DROP COLUMN kinds;
ALTER TABLE webhooks RENAME COLUMN wanted TO kinds;
ALTER TABLE webhook_deliveries ADD COLUMN told SMALLINT NOT NULL DEFAULT 1 CHECK (told IN (1, 2, 4, 8));
UPDATE webhook_deliveries SET told = kind;
ALTER TABLE webhook_deliveries DROP COLUMN kind;
ALTER TABLE webhook_deliveries RENAME COLUMN told TO kind;
CREATE TRIGGER webhooks_phone AFTER UPDATE OF busy_code, failed_code, maintenance, power_on, healthy ON phones
WHEN NEW.owner_id = OLD.owner_id AND NEW.status_code <> OLD.status_code
BEGIN
    INSERT INTO webhook_events (id, member_id, kind, subject_id, before, after)
    SELECT (SELECT coalesce(max(id), 0) + 1 FROM webhook_events), NEW.owner_id, 1, NEW.id, OLD.status_code, NEW.status_code
    WHERE EXISTS (SELECT 1 FROM webhooks w WHERE w.member_id = NEW.owner_id AND (w.kinds & 1) <> 0);
END;
CREATE TRIGGER webhooks_operation AFTER UPDATE OF ended_ms ON operations
WHEN OLD.ended_ms IS NULL AND NEW.ended_ms IS NOT NULL
BEGIN
    INSERT INTO webhook_events (id, member_id, kind, subject_id, before, after)
    SELECT (SELECT coalesce(max(id), 0) + 1 FROM webhook_events), p.owner_id, 2, NEW.id, OLD.state, NEW.state
    FROM phones p WHERE p.id = NEW.phone_id AND p.owner_id IS NOT NULL AND EXISTS (SELECT 1 FROM webhooks w WHERE w.member_id = p.owner_id AND (w.kinds & 2) <> 0);
END;
CREATE TRIGGER webhooks_order AFTER UPDATE OF state ON orders
WHEN NEW.state <> OLD.state
BEGIN
    INSERT INTO webhook_events (id, member_id, kind, subject_id, before, after)
    SELECT (SELECT coalesce(max(id), 0) + 1 FROM webhook_events), NEW.member_id, 4, NEW.id, OLD.state, NEW.state
    WHERE EXISTS (SELECT 1 FROM webhooks w WHERE w.member_id = NEW.member_id AND (w.kinds & 4) <> 0);
END;
