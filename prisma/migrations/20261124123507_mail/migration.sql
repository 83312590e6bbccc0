-- CreateEnum
CREATE TYPE "mail_purpose" AS ENUM ('crewLink');

-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('waiting', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "mail_failure" AS ENUM ('unreachable', 'deferred', 'loginRefused', 'addressRefused', 'refused', 'unreadable', 'expired', 'ended');

-- CreateTable
CREATE TABLE "mail" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "purpose" "mail_purpose" NOT NULL,
    "recipient" TEXT NOT NULL,
    "content" BYTEA,
    "state" "mail_state" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" "mail_failure",
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "sent_at" TIMESTAMPTZ(6),
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mail_user_id_created_at_idx" ON "mail"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "mail_organization_id_idx" ON "mail"("organization_id");

-- CreateIndex
CREATE INDEX "mail_created_at_idx" ON "mail"("created_at");

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a mail says is kept only while it waits: it holds a secret.
ALTER TABLE "mail" ADD CONSTRAINT "mail_content_check" CHECK ((state = 'waiting') = (content IS NOT NULL)),
  ADD CONSTRAINT "mail_sent_at_check" CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  ADD CONSTRAINT "mail_failure_check" CHECK (state <> 'failed' OR failure IS NOT NULL);
