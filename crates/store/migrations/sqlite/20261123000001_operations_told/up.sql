-- Why the change of a phone failed whose failed state it shows (failed_code).
ALTER TABLE phones ADD COLUMN failed_reason TEXT;
UPDATE phones SET failed_reason = (
    SELECT o.reason FROM operations o
    WHERE o.phone_id = phones.id AND o.reason IS NOT NULL AND o.kind IN ('powerOn', 'reboot', 'factoryReset', 'upgradeImage')
    ORDER BY o.created_ms DESC LIMIT 1
) WHERE failed_code IS NOT NULL;

-- What lies in stock is as its configuration says: what a member had set went with the wipe.
UPDATE phones SET dpi = (SELECT c.dpi FROM configurations c WHERE c.id = phones.configuration_id) WHERE owner_id IS NULL;

-- Which refusal of the rule a row that never began met (refusal_status: the status that forbade it). Of older rows that say 0 or 1 it is not
-- known whether the phone was unwell, or off, or on already.
ALTER TABLE operations ADD COLUMN refusal_word TEXT;
UPDATE operations SET refusal_word = 'status' WHERE refusal_status NOT IN (0, 1);

-- Members' lines, a line for each kind, and what runs: what is over is in no way of theirs.
DROP INDEX operations_queue;
CREATE INDEX operations_line ON operations (state, member_id, kind, created_ms, position, id) WHERE ended_ms IS NULL;
