-- The organization of the order, as whoever writes a row knows it; null in rows from before. By it the rows of an order could be kept together.
ALTER TABLE "order_search" ADD COLUMN "organization_id" BIGINT;
