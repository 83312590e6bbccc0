-- AlterTable
ALTER TABLE "refresh_token" ADD COLUMN     "first_access_id" INTEGER,
ADD COLUMN     "repeat_salt" BYTEA;
