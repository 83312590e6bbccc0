-- CreateEnum
CREATE TYPE "crew_state" AS ENUM ('assigned', 'accepted', 'declined', 'onTheWay', 'arrived', 'noShow', 'done');

-- CreateTable
CREATE TABLE "crew_link" (
    "user_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "crew_link_pkey" PRIMARY KEY ("user_id","organization_id")
);

-- CreateTable
CREATE TABLE "crew_session" (
    "id" SERIAL NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "crew_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "crew_calendar" (
    "user_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "crew_calendar_pkey" PRIMARY KEY ("user_id","organization_id")
);

-- CreateTable
CREATE TABLE "crew_job" (
    "user_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "task" "dispatch_task" NOT NULL,
    "state" "crew_state" NOT NULL DEFAULT 'assigned',
    "reason" TEXT NOT NULL DEFAULT '',
    "state_at" TIMESTAMPTZ(3),
    "seen_digest" TEXT,
    "seen_at" TIMESTAMPTZ(3),
    "title" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "crew_job_pkey" PRIMARY KEY ("user_id","order_id","task")
);

-- CreateTable
CREATE TABLE "crew_job_change" (
    "user_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "order_id" INTEGER NOT NULL,
    "task" "dispatch_task" NOT NULL,
    "state" "crew_state" NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "crew_job_change_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "crew_link_secret_hash_key" ON "crew_link"("secret_hash");

-- CreateIndex
CREATE INDEX "crew_link_organization_id_idx" ON "crew_link"("organization_id");

-- CreateIndex
CREATE INDEX "crew_link_expires_at_idx" ON "crew_link"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "crew_session_secret_hash_key" ON "crew_session"("secret_hash");

-- CreateIndex
CREATE INDEX "crew_session_user_id_organization_id_idx" ON "crew_session"("user_id", "organization_id");

-- CreateIndex
CREATE INDEX "crew_session_organization_id_idx" ON "crew_session"("organization_id");

-- CreateIndex
CREATE INDEX "crew_session_expires_at_idx" ON "crew_session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "crew_calendar_secret_hash_key" ON "crew_calendar"("secret_hash");

-- CreateIndex
CREATE INDEX "crew_calendar_organization_id_idx" ON "crew_calendar"("organization_id");

-- CreateIndex
CREATE INDEX "crew_job_order_id_idx" ON "crew_job"("order_id");

-- CreateIndex
CREATE INDEX "crew_job_user_id_day_idx" ON "crew_job"("user_id", "day");

-- CreateIndex
CREATE INDEX "crew_job_change_user_id_order_id_task_recorded_at_idx" ON "crew_job_change"("user_id", "order_id", "task", "recorded_at");

-- AddForeignKey
ALTER TABLE "crew_link" ADD CONSTRAINT "crew_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crew_link" ADD CONSTRAINT "crew_link_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crew_session" ADD CONSTRAINT "crew_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crew_session" ADD CONSTRAINT "crew_session_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crew_calendar" ADD CONSTRAINT "crew_calendar_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crew_calendar" ADD CONSTRAINT "crew_calendar_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crew_job" ADD CONSTRAINT "crew_job_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crew_job" ADD CONSTRAINT "crew_job_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "crew_job_change" ADD CONSTRAINT "crew_job_change_user_id_order_id_task_fkey" FOREIGN KEY ("user_id", "order_id", "task") REFERENCES "crew_job"("user_id", "order_id", "task") ON DELETE CASCADE ON UPDATE CASCADE;
