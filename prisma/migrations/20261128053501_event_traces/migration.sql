-- AlterTable
ALTER TABLE "webhook_event" ADD COLUMN     "traceparent" TEXT;
