-- CreateTable
CREATE TABLE "openid_link" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "linked_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "openid_link_pkey" PRIMARY KEY ("issuer","subject")
);

-- CreateIndex
CREATE UNIQUE INDEX "openid_link_user_id_issuer_key" ON "openid_link"("user_id", "issuer");

-- AddForeignKey
ALTER TABLE "openid_link" ADD CONSTRAINT "openid_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
