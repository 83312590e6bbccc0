-- CreateEnum
CREATE TYPE "batch_kind" AS ENUM ('change', 'undo', 'dispatch');

-- CreateEnum
CREATE TYPE "batch_status" AS ENUM ('planned', 'running', 'ended');

-- CreateEnum
CREATE TYPE "batch_row_status" AS ENUM ('planned', 'done', 'unchanged', 'refused', 'stale', 'failed', 'cancelled');

-- AlterEnum
ALTER TYPE "door" ADD VALUE 'batch';

-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "batch_id" INTEGER;

-- CreateTable
CREATE TABLE "batch" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "maker_id" INTEGER NOT NULL,
    "kind" "batch_kind" NOT NULL,
    "status" "batch_status" NOT NULL DEFAULT 'planned',
    "change" JSONB NOT NULL DEFAULT '{}',
    "undo_of_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "request_id" TEXT NOT NULL,

    CONSTRAINT "batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "batch_row" (
    "batch_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "status" "batch_row_status" NOT NULL,
    "version" INTEGER NOT NULL,
    "version_after" INTEGER,
    "change" JSONB,
    "changes" JSONB NOT NULL DEFAULT '[]',
    "reason" TEXT,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "batch_row_pkey" PRIMARY KEY ("batch_id","order_id")
);

-- CreateIndex
CREATE INDEX "batch_organization_id_id_idx" ON "batch"("organization_id", "id");

-- CreateIndex
CREATE INDEX "batch_maker_id_idx" ON "batch"("maker_id");

-- CreateIndex
CREATE INDEX "batch_undo_of_id_idx" ON "batch"("undo_of_id");

-- CreateIndex
CREATE INDEX "batch_status_idx" ON "batch"("status");

-- CreateIndex
CREATE INDEX "batch_row_batch_id_status_order_id_idx" ON "batch_row"("batch_id", "status", "order_id");

-- CreateIndex
CREATE INDEX "batch_row_order_id_idx" ON "batch_row"("order_id");

-- CreateIndex
CREATE INDEX "audit_entry_batch_id_idx" ON "audit_entry"("batch_id");

-- AddForeignKey
ALTER TABLE "batch" ADD CONSTRAINT "batch_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch" ADD CONSTRAINT "batch_maker_id_fkey" FOREIGN KEY ("maker_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch" ADD CONSTRAINT "batch_undo_of_id_fkey" FOREIGN KEY ("undo_of_id") REFERENCES "batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch_row" ADD CONSTRAINT "batch_row_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch_row" ADD CONSTRAINT "batch_row_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;
