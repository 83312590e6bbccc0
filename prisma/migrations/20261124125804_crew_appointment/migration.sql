-- AlterTable
ALTER TABLE "crew_job" ADD COLUMN     "appointment" TEXT;
