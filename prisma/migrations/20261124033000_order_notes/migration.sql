-- CreateTable
CREATE TABLE "order_note" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "author_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "is_pinned" BOOLEAN NOT NULL DEFAULT false,
    "is_for_crew" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),
    "key" TEXT,

    CONSTRAINT "order_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_note_mention" (
    "note_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_note_mention_pkey" PRIMARY KEY ("note_id","user_id")
);

-- CreateIndex
CREATE INDEX "order_note_order_id_idx" ON "order_note"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_note_author_id_key_key" ON "order_note"("author_id", "key");

-- CreateIndex
CREATE INDEX "order_note_mention_user_id_read_at_idx" ON "order_note_mention"("user_id", "read_at");

-- AddForeignKey
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_note_mention" ADD CONSTRAINT "order_note_mention_note_id_fkey" FOREIGN KEY ("note_id") REFERENCES "order_note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_note_mention" ADD CONSTRAINT "order_note_mention_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma's schema cannot express this check.
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_text_check" CHECK (length("text") BETWEEN 1 AND 4000);
