-- accepted unknown: inet is a built-in type; no row is read for a nullable column without a default
ALTER TABLE "batch" ADD COLUMN "address" INET;
