import { describe, expect, it } from 'vitest';
import { lineChanges } from './line-changes.ts';

describe('the changes of an audit log entry', () => {
  it.each<[string, unknown, unknown, object[]]>([
    ['nothing', null, null, []],
    ['a new member', null, { name: 'Noor' }, [{ member: 'name', before: null, after: 'Noor' }]],
    ['a change', { status: 'InCart' }, { status: 'Booked' }, [{ member: 'status', before: 'InCart', after: 'Booked' }]],
    ['an unchanged member', { a: 1, b: [1] }, { a: 2, b: [1] }, [{ member: 'a', before: '1', after: '2' }]],
    ['lists', { roles: ['A'] }, { roles: [] }, [{ member: 'roles', before: 'A', after: null }]],
    [
      'tags by their keys',
      { tags: { a: 1, b: 'x' } },
      { tags: { a: 2, b: 'x' } },
      [{ member: 'tags.a', before: '1', after: '2' }],
    ],
    ['all tags gone', { tags: { a: '', b: 'x' } }, { tags: {} }, [{ member: 'tags.b', before: 'x', after: null }]],
    ['objects in lists', { list: [] }, { list: [{ id: 1 }] }, [{ member: 'list', before: null, after: '[{"id":1}]' }]],
    ['a value that is not an object', null, 7, [{ member: 'value', before: null, after: '7' }]],
  ])('handle %s', (_, before, after, changes) => {
    expect(lineChanges(before, after)).toEqual(changes);
  });
});
