import { describeLists } from './testing/check-lists.ts';

/* What every list and search reads, on the demo's catalogue: 56 products and some 36,000 departures. */

describeLists({ orders: 2_000, editions: 0 }, 120_000);
