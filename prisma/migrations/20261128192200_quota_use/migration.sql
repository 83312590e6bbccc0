-- What quotas have granted in their last window. Unlogged: it is worth neither the log of Postgres nor a copy on a replica.
CREATE UNLOGGED TABLE "quota_use" (
    "key" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "used" BIGINT NOT NULL,
    "granted" BIGINT NOT NULL,
    "next_at" TIMESTAMPTZ(3),
    "refused_at" TIMESTAMPTZ(3),

    CONSTRAINT "quota_use_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);
