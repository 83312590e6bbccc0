import { describe, expect, it } from 'vitest';
import { isEmpty, repeatedKey, tagChanges } from './tag-changes.ts';

const TAGS = [
  { key: 'desk', value: 'lobby' },
  { key: 'seat', value: 12 },
];

describe('changes of tags', () => {
  it('are what was added, changed and removed', () => {
    const rows = [
      { key: ' seat ', value: '14' },
      { key: 'vip', value: '' },
      { key: '', value: 'says nothing' },
    ];
    expect(tagChanges(TAGS, rows)).toEqual({
      added: [{ key: 'vip', value: '' }],
      changed: [{ key: 'seat', value: '14', was: '12' }],
      removed: [{ key: 'desk', value: 'lobby' }],
    });
  });

  it('are none where all stays', () => {
    const rows = TAGS.map(({ key, value }) => ({ key, value: String(value) }));
    expect(isEmpty(tagChanges(TAGS, rows))).toBe(true);
    expect(isEmpty(tagChanges(TAGS, []))).toBe(false);
  });

  it('need each key once', () => {
    expect(
      repeatedKey([
        { key: 'a', value: '' },
        { key: 'a ', value: '' },
      ]),
    ).toBe('a');
    expect(
      repeatedKey([
        { key: '', value: '' },
        { key: '', value: '' },
      ]),
    ).toBeUndefined();
  });
});
