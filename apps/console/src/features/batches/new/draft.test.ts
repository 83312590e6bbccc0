import { describe, expect, it } from 'vitest';
import { english } from '#lib/testing/english.ts';
import { changeOf, EMPTY, missing, NOBODY } from './draft.ts';

describe('a new batch', () => {
  it('cannot be planned while required fields are missing', () => {
    expect(missing(english, EMPTY)).toEqual({ 'tags.0.key': 'Enter a tag.' });
    expect(missing(english, { ...EMPTY, action: 'synchronise' })).toEqual({});
    expect(missing(english, { ...EMPTY, tags: [{ key: '', value: 'x' }] })).toEqual({ 'tags.0.key': 'Enter the key.' });
    expect(missing(english, { ...EMPTY, tags: [{ key: 'a', value: '' }] })).toEqual({
      'tags.0.value': 'Enter a value.',
    });
    expect(missing(english, { ...EMPTY, action: 'remove', tags: [{ key: 'a', value: '' }] })).toEqual({});
    expect(Object.keys(missing(english, { ...EMPTY, what: 'driver', sides: [] }))).toEqual(['person', 'sides']);
    expect(Object.keys(missing(english, { ...EMPTY, what: 'status' }))).toEqual(['status']);
  });

  it('sends numbers as numbers, and text that only resembles a number as text', () => {
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

  it('sends null for an unassigned person and for any tag value', () => {
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
