import { describe, expect, it } from 'vitest';
import { isEmpty, mergedTags, repeatedKey, tagChanges, tagClashes } from './tag-changes.ts';

const TAGS = [
  { key: 'desk', value: 'lobby' },
  { key: 'seat', value: 12 },
];

describe('changes of tags', () => {
  it('list added, changed and removed tags', () => {
    const rows = [
      { key: ' seat ', value: '14' },
      { key: 'vip', value: '' },
      { key: '', value: 'ignored' },
    ];
    expect(tagChanges(TAGS, rows)).toEqual({
      added: [{ key: 'vip', value: '' }],
      changed: [{ key: 'seat', value: '14', was: '12' }],
      removed: [{ key: 'desk', value: 'lobby' }],
    });
  });

  it('are empty if no tag changed', () => {
    const rows = TAGS.map(({ key, value }) => ({ key, value: String(value) }));
    expect(isEmpty(tagChanges(TAGS, rows))).toBe(true);
    expect(isEmpty(tagChanges(TAGS, []))).toBe(false);
  });

  it('reject a repeated key', () => {
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

describe('tags that others changed concurrently', () => {
  // One tag changed, one added.
  const NOW = [
    { key: 'desk', value: 'bar' },
    { key: 'seat', value: 12 },
    { key: 'theirs', value: 'new' },
  ];
  const untouched = TAGS.map(({ key, value }) => ({ key, value: String(value) }));

  it('keep the values of others if the rows did not change them', () => {
    const rows = [
      { key: 'desk', value: 'lobby' },
      { key: 'seat', value: '14' },
    ];
    expect(tagClashes(TAGS, NOW, rows)).toEqual([]);
    expect(tagChanges(NOW, mergedTags(TAGS, NOW, rows, []))).toEqual({
      added: [],
      changed: [{ key: 'seat', value: '14', was: '12' }],
      removed: [],
    });
    expect(isEmpty(tagChanges(NOW, mergedTags(TAGS, NOW, untouched, [])))).toBe(true);
  });

  it('clash if both sides changed the same tag to different values', () => {
    const changed = [
      { key: 'desk', value: 'roof' },
      { key: 'seat', value: '12' },
    ];
    expect(tagClashes(TAGS, NOW, changed)).toEqual([{ key: 'desk', was: 'lobby', theirs: 'bar', mine: 'roof' }]);
    expect(tagClashes(TAGS, NOW, [{ key: 'seat', value: '12' }])).toEqual([
      { key: 'desk', was: 'lobby', theirs: 'bar', mine: undefined },
    ]);
    expect(tagClashes(TAGS, NOW, [...untouched, { key: 'theirs', value: 'mine' }])).toMatchObject([{ key: 'theirs' }]);
    expect(tagClashes(TAGS, NOW, [...untouched, { key: 'theirs', value: 'new' }])).toEqual([]);
  });

  it('are kept or overwritten as chosen', () => {
    const rows = [
      { key: 'desk', value: 'roof' },
      { key: 'seat', value: '12' },
    ];
    expect(isEmpty(tagChanges(NOW, mergedTags(TAGS, NOW, rows, ['desk'])))).toBe(true);
    expect(tagChanges(NOW, mergedTags(TAGS, NOW, rows, [])).changed).toEqual([
      { key: 'desk', value: 'roof', was: 'bar' },
    ]);
  });
});
