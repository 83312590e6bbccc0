import { expect, it } from 'vitest';
import { createRowCounter } from './export-orders.ts';

it('counts orders, not lines', () => {
  const file = new TextEncoder().encode('id,tags\r\n1,"a\r\nb ""c"""\r\n2,d\r\n');
  expect(createRowCounter().count(file)).toBe(2);
  // The count does not depend on how the file is split into chunks.
  const counter = createRowCounter();
  const counts = Array.from(file, (byte) => counter.count(Uint8Array.of(byte)));
  expect(counts.at(-1)).toBe(2);
  expect(counts[0]).toBe(0);
});
