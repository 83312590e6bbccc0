-- CreateTable
CREATE TABLE "password_link" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "password_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "password_link_user_id_key" ON "password_link"("user_id");

-- CreateIndex
CREATE INDEX "password_link_expires_at_idx" ON "password_link"("expires_at");

-- AddForeignKey
ALTER TABLE "password_link" ADD CONSTRAINT "password_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
