import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { readsLists } from './reads-of-replicas.ts';

it.each([
  ['{ orders { id } }', true],
  ['{ orders { id } categories { name } }', true],
  ['{ orders { id } viewer { id } }', false],
  ['mutation { orders { id } }', false],
  // A fragment may have any field of the root.
  ['{ ...F } fragment F on Query { orders { id } }', false],
  // What the crew says is announced as a change of the order, which has no new stamp.
  ['{ orders { id crew { state } } }', false],
  ['{ orders { ...F } } fragment F on Order { crewWithdrawals { task } }', false],
])('whether replicas may answer %s: %s', (text, may) => {
  expect(readsLists(parse(text))).toBe(may);
});
