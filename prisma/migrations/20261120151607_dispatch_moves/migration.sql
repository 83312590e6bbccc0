-- CreateEnum
CREATE TYPE "dispatch_task" AS ENUM ('pickup', 'dropoff', 'guide');

-- CreateTable
CREATE TABLE "dispatch_move" (
    "user_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "task" "dispatch_task" NOT NULL,
    "change" JSONB NOT NULL,
    "before" JSONB NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dispatch_move_pkey" PRIMARY KEY ("user_id","order_id","task")
);

-- CreateIndex
CREATE INDEX "dispatch_move_order_id_idx" ON "dispatch_move"("order_id");

-- AddForeignKey
ALTER TABLE "dispatch_move" ADD CONSTRAINT "dispatch_move_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dispatch_move" ADD CONSTRAINT "dispatch_move_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;
