-- Addresses are compared in one form (RFC 3986, section 6.2.2): unreserved characters are not percent-encoded, others in capital hex digits, and
-- there is neither an empty query nor a fragment. Until here `/%61` and `/a`, or `/a?` and `/a`, were registered beside each other.
DROP INDEX "webhook_endpoint_address_key";

UPDATE "webhook_endpoint" SET "url" = substring("url" FROM '^https?://[^/?#]*') || (
  SELECT coalesce(string_agg(CASE
    WHEN part ~ '^%(2[dDeE]|3[0-9]|4[1-9A-Fa-f]|5[0-9aAfF]|6[1-9A-Fa-f]|7[0-9aAeE])$' THEN chr(('x' || substr(part, 2))::bit(8)::int)
    WHEN part ~ '^%..$' THEN upper(part)
    WHEN part ~ '^[][%\\^`{|}]$' THEN '%' || upper(to_hex(ascii(part)))
    ELSE part END, '' ORDER BY place), '')
  FROM regexp_matches(regexp_replace(regexp_replace("url", '^https?://[^/?#]*|#.*$', '', 'g'), '^([^?]*)\?$', '\1'), '%[0-9A-Fa-f]{2}|.', 'g')
    WITH ORDINALITY AS parts (found, place), LATERAL (SELECT found[1] AS part) one)
WHERE "deleted_at" IS NULL AND "url" ~ '[][%\\^`{|}#]|\?$';

-- Of those that an owner has twice now, the one that is on and took something last stays; the others are deleted as staff would delete them, with
-- what waits for them. Their receivers get each event once, signed by the secret of the one that stays.
WITH ranked AS (
  SELECT "id", row_number() OVER (
    PARTITION BY "organization_id", "owner_id", "url"
    ORDER BY ("disabled_at" IS NULL) DESC, "last_success_at" DESC NULLS LAST, "id") AS place
  FROM "webhook_endpoint" WHERE "deleted_at" IS NULL
), deleted AS (
  UPDATE "webhook_endpoint" e
  SET "deleted_at" = now(), "disabled_at" = coalesce("disabled_at", now()), "secret" = '', "previous_secret" = NULL, "previous_secret_expires_at" = NULL,
    "disabled_reason" = 'The address was registered several times by the same owner.'
  FROM ranked r WHERE r."id" = e."id" AND r.place > 1
  RETURNING e."id", e."organization_id", e."disabled_reason"
), skipped AS (
  UPDATE "webhook_delivery" d
  SET "status" = 'skipped', "finished_at" = now(), "next_attempt_at" = NULL, "reason" = 'The endpoint was deleted.'
  FROM deleted WHERE d."endpoint_id" = deleted."id" AND d."status" = 'pending' AND d."queued_at" IS NULL
)
INSERT INTO "audit_entry" ("at", "organization_id", "door", "action", "entity", "entity_id", "after")
SELECT now(), "organization_id", 'system', 'webhook-endpoint.delete', 'webhook-endpoint', "id", jsonb_build_object('disabledReason', "disabled_reason")
FROM deleted;

CREATE UNIQUE INDEX "webhook_endpoint_address_key"
  ON "webhook_endpoint" ("organization_id", coalesce("owner_id", 0), md5("url")) WHERE "deleted_at" IS NULL;
