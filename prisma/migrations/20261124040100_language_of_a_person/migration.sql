-- The language in which a person reads the console; null: as the browser asks.
ALTER TABLE "user" ADD COLUMN "language" CHAR(2) CHECK ("language" ~ '^[a-z]{2}$');
