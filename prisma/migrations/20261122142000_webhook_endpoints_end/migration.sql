-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "deleted_at" TIMESTAMPTZ(6),
ADD COLUMN     "missed_from" TIMESTAMPTZ(6),
ADD COLUMN     "missed_until" TIMESTAMPTZ(6);

-- What was missed by endpoints that are off now was kept as skipped until here, and is missed from now on.
UPDATE "webhook_endpoint" SET "missed_from" = now() WHERE "disabled_at" IS NOT NULL;

-- A dot after the name of a host means the same host.
UPDATE "webhook_endpoint" SET "url" = regexp_replace("url", '^(https?://[^/?#]*[^/?#:.])\.(?=[:/?#]|$)', '\1');

-- An address is registered once by one owner. Of those that were registered several times, the one that is on and took something last stays;
-- the others are deleted as staff would delete them. Their receivers get each event once instead of several times, signed by the secret of
-- the one that stays.
WITH ranked AS (
  SELECT "id", "organization_id", row_number() OVER (
    PARTITION BY "organization_id", "owner_id", "url"
    ORDER BY ("disabled_at" IS NULL) DESC, "last_success_at" DESC NULLS LAST, "id") AS place
  FROM "webhook_endpoint"
), deleted AS (
  UPDATE "webhook_endpoint" e
  SET "deleted_at" = now(), "disabled_at" = coalesce("disabled_at", now()), "secret" = '', "previous_secret" = NULL, "previous_secret_expires_at" = NULL,
    "disabled_reason" = 'The address was registered several times by the same owner.'
  FROM ranked r WHERE r."id" = e."id" AND r.place > 1
  RETURNING e."id", e."organization_id", e."disabled_reason"
)
INSERT INTO "audit_entry" ("at", "organization_id", "door", "action", "entity", "entity_id", "after")
SELECT now(), "organization_id", 'system', 'webhook-endpoint.delete', 'webhook-endpoint', "id", jsonb_build_object('disabledReason', "disabled_reason")
FROM deleted;

CREATE UNIQUE INDEX "webhook_endpoint_address_key"
  ON "webhook_endpoint" ("organization_id", coalesce("owner_id", 0), md5("url")) WHERE "deleted_at" IS NULL;

-- As before, and: what waits for an endpoint that is off, however it came to wait, is ended here, under the lock. Until now it waited for good
-- where the endpoint was switched off between the making of a delivery and its turn.
CREATE OR REPLACE FUNCTION webhook_promote(endpoints integer[], at timestamptz) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  any_off boolean;
  deliveries integer[];
BEGIN
  SELECT bool_or(disabled_at IS NOT NULL) INTO any_off
  FROM (SELECT disabled_at FROM webhook_endpoint WHERE id = ANY (endpoints) ORDER BY id FOR NO KEY UPDATE) locked;
  -- Statements of their own, after the lock, see what others did while it was waited for.
  IF any_off THEN
    UPDATE webhook_delivery d
    SET status = 'skipped', finished_at = at, next_attempt_at = NULL,
      reason = CASE WHEN e.deleted_at IS NULL THEN 'The endpoint was switched off.' ELSE 'The endpoint was deleted.' END
    FROM webhook_endpoint e
    WHERE e.id = ANY (endpoints) AND e.disabled_at IS NOT NULL AND d.endpoint_id = e.id AND d.status = 'pending'
      AND d.queued_at IS NULL AND (d.cause = 'change' OR e.deleted_at IS NOT NULL);
  END IF;
  WITH room AS (
    SELECT e.id,
      CASE WHEN e.failing_since IS NULL THEN least(e.concurrency, coalesce(e.rate_per_second, e.concurrency)) ELSE 1 END
      - (SELECT count(*) FROM webhook_delivery q
         WHERE q.endpoint_id = e.id AND q.status = 'pending' AND q.queued_at IS NOT NULL) AS free
    FROM webhook_endpoint e WHERE e.id = ANY (endpoints)
  )
  SELECT array_agg(turn.id ORDER BY turn.id) INTO deliveries FROM room CROSS JOIN LATERAL (
    SELECT d.id FROM webhook_delivery d
    WHERE d.endpoint_id = room.id AND d.status = 'pending' AND d.queued_at IS NULL AND d.next_attempt_at <= at
      -- OFFSET 0 keeps it a look-up by index for each candidate, whatever the planner thinks of the table's size.
      AND NOT EXISTS (
        SELECT FROM webhook_delivery other
        WHERE other.endpoint_id = d.endpoint_id AND other.order_id = d.order_id AND other.status = 'pending'
          AND other.id <> d.id
          AND (other.queued_at IS NOT NULL OR (other.id < d.id AND other.next_attempt_at <= at))
        OFFSET 0)
    ORDER BY d.next_attempt_at, d.id
    LIMIT greatest(room.free, 0)
  ) turn;
  IF deliveries IS NOT NULL THEN
    -- By ids that are known: joined to their choice, the choice could be planned to be made for each delivery there is.
    UPDATE webhook_delivery SET queued_at = at WHERE id = ANY (deliveries);
    PERFORM graphile_worker.add_jobs(ARRAY(
      SELECT (
        'deliver-webhook', json_build_object('deliveryId', id), NULL, NULL, NULL, 'deliver-webhook:' || id, NULL, NULL
      )::graphile_worker.job_spec FROM unnest(deliveries) AS id));
  END IF;
END $$;
