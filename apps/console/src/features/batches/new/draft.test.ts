import { describe, expect, it } from 'vitest';
import { changeOf, EMPTY, missing, NOBODY } from './draft.ts';

describe('a new batch', () => {
  it('is not planned before it says what to change', () => {
    expect(missing(EMPTY)).toEqual({ 'tags.0.key': 'Name a tag.' });
    expect(missing({ ...EMPTY, action: 'synchronise' })).toEqual({});
    expect(missing({ ...EMPTY, tags: [{ key: '', value: 'x' }] })).toEqual({ 'tags.0.key': 'Name the key.' });
    expect(missing({ ...EMPTY, tags: [{ key: 'a', value: '' }] })).toEqual({ 'tags.0.value': 'Give a value.' });
    expect(missing({ ...EMPTY, action: 'remove', tags: [{ key: 'a', value: '' }] })).toEqual({});
    expect(Object.keys(missing({ ...EMPTY, what: 'driver', sides: [] }))).toEqual(['person', 'sides']);
    expect(Object.keys(missing({ ...EMPTY, what: 'status' }))).toEqual(['status']);
  });

  it('keeps numbers as numbers, and texts that only look like it as texts', () => {
    const values = ['7', '-1.5', '0', '007', '1e3', '1.50', '+3', 'x'];
    const tags = values.map((value, index) => ({ key: `k${index}`, value }));
    expect(changeOf({ ...EMPTY, tags }).tags?.tags.map(({ value }) => value)).toEqual([
      7,
      -1.5,
      0,
      '007',
      '1e3',
      '1.50',
      '+3',
      'x',
    ]);
  });

  it('says nobody and any value by null', () => {
    expect(changeOf({ ...EMPTY, what: 'tourGuide', person: NOBODY })).toEqual({ tourGuide: { id: null } });
    expect(
      changeOf({
        ...EMPTY,
        action: 'remove',
        tags: [
          { key: 'a', value: '' },
          { key: '', value: '' },
        ],
      }),
    ).toEqual({
      tags: { on: 'order', action: 'remove', tags: [{ key: 'a', value: null }] },
    });
  });
});
