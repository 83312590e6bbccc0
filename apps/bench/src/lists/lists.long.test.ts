import { describeLists } from './testing/check-lists.ts';

/* The cost of every list and search, on a large catalogue: 2,016 products and 1,300,000 departures. */

describeLists({ orders: 20_000, editions: 35 }, 1_800_000);
