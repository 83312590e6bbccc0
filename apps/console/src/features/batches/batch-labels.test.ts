import { expect, it } from 'vitest';
import { english } from '#lib/testing/english.ts';
import { batchText } from './batch-labels.ts';

const put = (tagCount: number, tags: { key: string; value: string | number | null }[]) =>
  batchText(english, {
    kind: 'change',
    undoOf: null,
    change: { status: null, assignments: [], tags: { on: 'order', action: 'assign', tagCount, tags } },
  });

it('names the first tags of a batch, and the number of further tags', () => {
  const tags = [
    { key: 'season', value: 'winter' },
    { key: 'round', value: 7 },
  ];
  expect(put(2, tags)).toBe('Assigns season: winter, round: 7 to the order');
  expect(put(1_002, tags)).toBe('Assigns season: winter, round: 7, 1000 more to the order');
});
