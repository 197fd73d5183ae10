-- Webhooks are told of rentals that end: kind 16.
ALTER TABLE webhooks DROP CONSTRAINT webhooks_kinds_check, ADD CONSTRAINT webhooks_kinds_check CHECK (kinds BETWEEN 1 AND 31 AND (kinds & 8) = 0);
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_kind_check, ADD CONSTRAINT webhook_deliveries_kind_check CHECK (kind IN (1, 2, 4, 8, 16));

-- before, after: how many reminders of the end are behind the rental; after 5: the rental is over.
CREATE FUNCTION webhooks_rental() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_events (member_id, kind, subject_id, before, after)
    SELECT NEW.owner_id, 16, NEW.id, OLD.reminded, NEW.reminded
    WHERE EXISTS (SELECT 1 FROM webhooks w WHERE w.member_id = NEW.owner_id AND (w.kinds & 16) <> 0);
    RETURN NULL;
END;
$$;
CREATE TRIGGER webhooks_rental AFTER UPDATE ON phones
    FOR EACH ROW WHEN (NEW.owner_id = OLD.owner_id AND NEW.expire_ms = OLD.expire_ms AND NEW.reminded > OLD.reminded) EXECUTE FUNCTION webhooks_rental();
CREATE FUNCTION webhooks_rental_over() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_events (member_id, kind, subject_id, before, after)
    SELECT NEW.owner_id, 16, NEW.id, OLD.reminded, 5
    WHERE EXISTS (SELECT 1 FROM webhooks w WHERE w.member_id = NEW.owner_id AND (w.kinds & 16) <> 0);
    RETURN NULL;
END;
$$;
CREATE TRIGGER webhooks_rental_over AFTER UPDATE ON phones
    FOR EACH ROW WHEN (NEW.owner_id = OLD.owner_id AND OLD.ended_ms IS NULL AND NEW.ended_ms IS NOT NULL) EXECUTE FUNCTION webhooks_rental_over();
