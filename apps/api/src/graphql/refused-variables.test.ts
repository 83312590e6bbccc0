import { expect, it } from 'vitest';
import { refusedVariables } from './refused-variables.ts';

const object = (members: number) => Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, 1]));
const tags = (count: number) =>
  Array.from({ length: count }, () => ({ key: 'k'.repeat(500), value: 'v'.repeat(1_000) }));

it.each([
  ['nothing', undefined],
  ['100 tags of maximum length', { input: { tags: tags(100) } }],
  ['a document with many variables', object(5_000)],
  ['an object with the maximum number of members', { input: [object(100)] }],
  ['many ids', { ids: Array.from({ length: 9_000 }, (_, index) => index) }],
])('accepts %s', (_name, variables) => {
  expect(refusedVariables(variables)).toBeUndefined();
});

it.each([
  ['a long text', { sort: { by: 'x'.repeat(200_000) } }, /200000 characters/],
  ['many texts', { input: { tags: tags(150) } }, /200000 characters/],
  ['a long name', { filter: { ['x'.repeat(200_000)]: 1 } }, /200000 characters/],
  ['many members', { filter: object(101) }, /100 members/],
  ['many members deep in lists', { filter: [[{ product: object(101) }]] }, /100 members/],
  ['NUL', { filter: { search: '\0' } }, /NUL/],
  ['half of a surrogate pair', { filter: ['\ud800'] }, /broken/],
])('refuses %s', (_name, variables, message) => {
  expect(refusedVariables(variables)).toMatch(message);
});
