-- CreateEnum
CREATE TYPE "backup_kind" AS ENUM ('base', 'drill');

-- CreateTable
CREATE TABLE "backup_report" (
    "kind" "backup_kind" NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "succeeded" BOOLEAN NOT NULL,
    "text" TEXT NOT NULL,
    "last_success_at" TIMESTAMPTZ(6),

    CONSTRAINT "backup_report_pkey" PRIMARY KEY ("kind")
);

-- What Prisma's schema language cannot say.
ALTER TABLE "backup_report" ADD CONSTRAINT "backup_report_bounded" CHECK (length("text") <= 1000);
