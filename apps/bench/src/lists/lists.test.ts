import { describeLists } from './testing/check-lists.ts';

/* The cost of every list and search, on the demo's catalogue: 56 products and some 36,000 departures. */

describeLists({ orders: 2_000, editions: 0 }, 120_000);
