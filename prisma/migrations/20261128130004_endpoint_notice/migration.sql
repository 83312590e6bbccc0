-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN "noticed_failing_since" TIMESTAMPTZ(6);
