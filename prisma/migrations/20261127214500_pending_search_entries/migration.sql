-- A booking inserts some 60 trigrams. Each was written into the index at once, with the whole list of orders that have it, which was
-- most of the write-ahead log of a booking. Now they are collected, and those of many orders are merged together. A search also
-- reads what is not merged yet: at most 256 KB, which is not measurable.
ALTER INDEX "order_search_trgm_idx" SET (fastupdate = on, gin_pending_list_limit = 256);
