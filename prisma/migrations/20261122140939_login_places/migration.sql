-- CreateTable
CREATE TABLE "login_place" (
    "user_id" INTEGER NOT NULL,
    "key" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "login_place_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateIndex
CREATE INDEX "login_place_used_at_idx" ON "login_place"("used_at");

-- AddForeignKey
ALTER TABLE "login_place" ADD CONSTRAINT "login_place_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An account has one counter, by whichever of its names somebody tries: the counts and locks of its names become the account's. Counters of
-- names that no account has are named anew as well; the old ones are not found any more, and pruned.
INSERT INTO "login_throttle" ("key", "failures", "window_start_at", "locked_until")
SELECT sha256(convert_to('account:' || u.id, 'UTF8')), max(t.failures), min(t.window_start_at), max(t.locked_until)
FROM "user" u
JOIN "login_throttle" t
  ON t.key IN (sha256(convert_to(lower(u.email), 'UTF8')), sha256(convert_to(lower(u.username), 'UTF8')))
GROUP BY u.id;
