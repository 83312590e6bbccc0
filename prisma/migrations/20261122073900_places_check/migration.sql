-- CreateTable
CREATE TABLE "places_check" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "checked_at" TIMESTAMPTZ(6) NOT NULL,
    "departures" INTEGER NOT NULL,
    "unbalanced" INTEGER NOT NULL,
    "named" INTEGER[] NOT NULL,

    CONSTRAINT "places_check_pkey" PRIMARY KEY ("id")
);

-- What Prisma's schema language cannot say.
ALTER TABLE "places_check" ADD CONSTRAINT "places_check_single" CHECK (id = 1);
