import { expect, it } from 'vitest';
import { holdsWords } from './palette-entry.ts';

it.each([
  ['Sign out on all devices', 'all out', true],
  ['Sign out on all devices', 'SIGN', true],
  ['Sign out on all devices', '', true],
  ['Sign out on all devices', 'sign in', false],
])('%j and %j: %j', (text, words, isHeld) => {
  expect(holdsWords(text, words)).toBe(isHeld);
});
