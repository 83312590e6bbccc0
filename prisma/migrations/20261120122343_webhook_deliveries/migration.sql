-- CreateEnum
CREATE TYPE "webhook_delivery_cause" AS ENUM ('change', 'repeat', 'test');

-- AlterEnum
ALTER TYPE "webhook_delivery_status" ADD VALUE 'skipped';

-- DropIndex
DROP INDEX "webhook_event_order_id_sequence_key";

-- AlterTable
ALTER TABLE "webhook_attempt" ADD COLUMN     "url" TEXT NOT NULL;

-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "cause" "webhook_delivery_cause" NOT NULL DEFAULT 'change',
ADD COLUMN     "order_id" INTEGER NOT NULL,
ADD COLUMN     "queued_at" TIMESTAMPTZ(6),
ADD COLUMN     "reason" TEXT;

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "last_failure_at" TIMESTAMPTZ(6),
ADD COLUMN     "last_success_at" TIMESTAMPTZ(6),
ADD COLUMN     "next_slot_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "webhook_event" ADD COLUMN     "is_test" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "matched_at" TIMESTAMPTZ(6),
ADD COLUMN     "organization_id" INTEGER NOT NULL,
ADD COLUMN     "request_id" TEXT;

-- CreateIndex
CREATE INDEX "webhook_delivery_order_id_idx" ON "webhook_delivery"("order_id");

-- CreateIndex
CREATE INDEX "webhook_endpoint_owner_id_idx" ON "webhook_endpoint"("owner_id");

-- CreateIndex
CREATE INDEX "webhook_event_order_id_sequence_idx" ON "webhook_event"("order_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_event_organization_id_created_at_idx" ON "webhook_event"("organization_id", "created_at");

-- AddForeignKey
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- One event for each change of an order; what staff send to try an endpoint is no change.
CREATE UNIQUE INDEX "webhook_event_change_key" ON "webhook_event" (order_id, sequence) WHERE NOT is_test;
CREATE INDEX "webhook_event_unmatched_idx" ON "webhook_event" (order_id, sequence) WHERE matched_at IS NULL;

-- Whose turn it is: what waits by time, what is queued or under way, and what is unfinished of one order.
CREATE INDEX "webhook_delivery_waiting_idx" ON "webhook_delivery" (endpoint_id, next_attempt_at, id) WHERE status = 'pending' AND queued_at IS NULL;
CREATE INDEX "webhook_delivery_queued_idx" ON "webhook_delivery" (endpoint_id) WHERE status = 'pending' AND queued_at IS NOT NULL;
CREATE INDEX "webhook_delivery_line_idx" ON "webhook_delivery" (endpoint_id, order_id, id) WHERE status = 'pending';

ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_limits_check" CHECK (concurrency >= 1 AND rate_per_second >= 1),
  ADD CONSTRAINT "webhook_endpoint_disabled_check" CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  ADD CONSTRAINT "webhook_endpoint_rotation_check" CHECK ((previous_secret IS NULL) = (previous_secret_expires_at IS NULL));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_finished_check" CHECK (
    (status = 'pending') = (finished_at IS NULL) AND (status = 'pending') = (next_attempt_at IS NOT NULL)),
  ADD CONSTRAINT "webhook_delivery_repeat_check" CHECK (repeat_of_id IS NULL OR cause = 'repeat');
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_erased_check" CHECK ((payload IS NULL) = (erased_at IS NOT NULL));
