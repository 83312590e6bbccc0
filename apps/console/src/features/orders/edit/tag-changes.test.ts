import { describe, expect, it } from 'vitest';
import { isEmpty, mergedTags, repeatedKey, tagChanges, tagClashes } from './tag-changes.ts';

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

describe('tags that others changed meanwhile', () => {
  // One changed, one put on.
  const NOW = [
    { key: 'desk', value: 'bar' },
    { key: 'seat', value: 12 },
    { key: 'theirs', value: 'new' },
  ];
  const untouched = TAGS.map(({ key, value }) => ({ key, value: String(value) }));

  it('stay as they made them where the rows did not touch them', () => {
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

  it('clash where both changed the same, and not to the same', () => {
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

  it('are taken or overwritten as it was chosen', () => {
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
