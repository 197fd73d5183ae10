-- Figures of the operators' overview, each answered by an index alone: what was paid since a moment, who signed in, what waits for a person.
CREATE INDEX orders_paid ON orders (paid_ms, kind, state, configuration_id, quantity, paid_fen) WHERE paid_ms IS NOT NULL;
CREATE INDEX sessions_signed_in ON sessions (created_ms) WHERE scopes IS NULL;
CREATE INDEX refunds_waiting ON refunds (created_ms, id, amount_fen) WHERE state = 0;
CREATE INDEX payment_mismatches_open ON payment_mismatches (created_ms, amount_fen) WHERE handled_ms IS NULL;
