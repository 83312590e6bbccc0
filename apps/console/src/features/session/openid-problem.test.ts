import { expect, it } from 'vitest';
import { english } from '#lib/testing/english.ts';
import { openIdProblem } from './openid-problem.ts';

const PROBLEMS = ['cancelled', 'expired', 'refused', 'throttled', 'unavailable', 'failed'];

it('has a sentence of its own for each problem', () => {
  const sentences = PROBLEMS.map((problem) => openIdProblem(english, problem, 'Example ID'));
  expect(new Set(sentences).size).toBe(PROBLEMS.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^<>]+\.$/);
});

it.each([undefined, '', 'toString', '<b>', ['cancelled']])('shows nothing for %j', (problem) => {
  expect(openIdProblem(english, problem, 'Example ID')).toBeNull();
});
