-- AlterTable
ALTER TABLE "order_note" ADD COLUMN     "request_hash" BYTEA;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "booked_by_hash" BYTEA,
ADD COLUMN     "request_hash" BYTEA;
