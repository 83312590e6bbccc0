-- CreateEnum
CREATE TYPE "user_kind" AS ENUM ('person', 'service', 'system');

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "kind" "user_kind" NOT NULL DEFAULT 'person';
UPDATE "user" SET "kind" = 'system' WHERE "is_system";
ALTER TABLE "user" DROP COLUMN "is_system";

-- CreateTable
CREATE TABLE "service_token" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "service_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_account" (
    "user_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "description" TEXT,
    "scopes" TEXT[] NOT NULL,
    "expires_at" TIMESTAMPTZ(6),
    "address_ranges" TEXT[] NOT NULL,

    CONSTRAINT "service_account_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "service_token_account_id_idx" ON "service_token"("account_id");

-- CreateIndex
CREATE INDEX "service_account_organization_id_idx" ON "service_account"("organization_id");

-- CreateIndex
CREATE INDEX "service_account_owner_id_idx" ON "service_account"("owner_id");

-- AddForeignKey
ALTER TABLE "service_token" ADD CONSTRAINT "service_token_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "service_account"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_account" ADD CONSTRAINT "service_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_account" ADD CONSTRAINT "service_account_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_account" ADD CONSTRAINT "service_account_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
