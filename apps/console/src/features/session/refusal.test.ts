import { expect, it } from 'vitest';
import { Problem } from '#lib/problem.ts';
import { english } from '#lib/testing/english.ts';
import { refusal } from './refusal.ts';

const NOW = new Date(2026, 10, 24, 14, 30, 10);
const say = (problem: unknown) => refusal(english, problem, NOW, 'en-GB');

it('states when to try again', () => {
  expect(say(new Problem('throttled', '', { retryAfter: 1 }))).toContain('in 1 second.');
  expect(say(new Problem('throttled', '', { retryAfter: 90 }))).toContain('in 90 seconds.');
  expect(say(new Problem('throttled', '', { retryAfter: 900 }))).toContain('at 14:46, in 15 minutes.');
});

it('does not reveal whether the name or the password was wrong', () => {
  expect(say(new Problem('unauthenticated', 'x'))).toBe(say(new Problem('invalid', 'y')));
});

it('distinguishes a forbidden console, an unreachable server and an internal error', () => {
  expect(say(new Problem('forbidden', 'May not.'))).toBe('May not.');
  expect(say(new Problem('unreachable', ''))).toContain('can’t be reached');
  expect(say(new Problem('failed', '', { trackingId: 'abc' }))).toContain('reference abc');
  expect(say(new TypeError('x'))).toContain('Reload the page');
});
