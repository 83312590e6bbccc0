-- Orders are listed by this moment, and a program that asks for what follows an order reads it in milliseconds: a finer
-- one would lie before or behind itself.
ALTER TABLE "orders" ALTER COLUMN "booked_at" SET DATA TYPE TIMESTAMPTZ(3);
