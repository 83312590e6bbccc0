import { expect, it } from 'vitest';
import { countText } from './count-text.ts';

it('has one form for one and another for every other number', () => {
  const texts = [0, 1, 2, 1_001].map((count) => countText(count, { one: '# match', other: '# matches' }));
  expect(texts).toEqual(['0 matches', '1 match', '2 matches', '1,001 matches']);
});
