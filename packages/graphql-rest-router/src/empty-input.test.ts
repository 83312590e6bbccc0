import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyReader, withoutBlanks } from './empty-input.ts';
import { checked } from './input.ts';
import { wire } from './wire.ts';

const { loose } = wire;
const guest = z.object({ name: wire.clearable(wire.text({ max: 5 })), email: wire.clearable(wire.email()) });
const schema = z.object({
  key: wire.optional(wire.text({ min: 1 })),
  secret: wire.text({ min: 1 }),
  note: wire.optional(wire.text()),
  leader: wire.unclearable(guest),
  guide: wire.nullable(z.object({ id: wire.nullable(loose.bodyId()) })),
  guests: wire.optional(wire.list(guest)),
  day: wire.nullable(wire.date()),
  at: wire.optional(wire.timeHM()),
  ids: wire.optional(wire.list(loose.bodyId())),
  some: wire.optional(loose.bool()),
  count: wire.optional(loose.int().transform((size) => size ?? 1)),
  state: wire.optional(wire.oneOf(['open', 'closed'])),
  value: wire.optional(z.union([wire.text(), wire.number()])),
  spot: wire.nullable(z.union([loose.bodyId(), wire.list(wire.text()).transform(([id]) => ({ id })), guest])),
  nested: z.preprocess((value) => value, z.object({ inner: wire.optional(guest) })).optional(),
});
const read = emptyReader(schema);
const valid = (value: object) => checked(schema, read({ secret: 's', ...value }));

describe('"" in a body', () => {
  it.each(['leader', 'guide', 'guests', 'day', 'at', 'ids', 'some', 'count', 'state', 'spot', 'nested', 'key'])(
    'means that %s was not given',
    (member) => {
      expect(valid({ [member]: '' })).toEqual({ secret: 's' });
    },
  );

  it('is kept where text may be empty, and is null where the member can be cleared', () => {
    expect(valid({ note: '', value: '', leader: { name: '', email: '' }, guests: [{ email: '' }] })).toEqual({
      secret: 's',
      note: '',
      value: '',
      leader: { name: null, email: null },
      guests: [{ email: null }],
    });
  });

  it('means "not given" inside objects and lists of objects', () => {
    expect(valid({ guide: { id: '' }, nested: { inner: '' } })).toEqual({ secret: 's', guide: {}, nested: {} });
  });

  it('is dropped from a list whose entries may not be empty', () => {
    expect(valid({ secret: 's', ids: [1, '', 2] })).toEqual({ secret: 's', ids: [1, 2] });
  });

  it('is refused where the member is required', () => {
    expect(() => valid({ secret: '' })).toThrow(
      expect.objectContaining({ fieldErrors: [expect.objectContaining({ path: ['secret'] })] }),
    );
  });
});

describe('[]', () => {
  it('is the empty object where an object is accepted, and a list elsewhere', () => {
    expect(read({ leader: [], guide: [], guests: [[]], spot: [], nested: { inner: [] }, ids: [], note: [] })).toEqual({
      leader: {},
      guide: {},
      guests: [{}],
      spot: {},
      nested: { inner: {} },
      ids: [],
      note: [],
    });
    expect(read([])).toEqual({});
  });
});

describe('null', () => {
  it('clears a member that can be cleared, and is refused elsewhere', () => {
    expect(valid({ day: null, guide: null, leader: { email: null } })).toEqual({
      secret: 's',
      day: null,
      guide: null,
      leader: { email: null },
    });
    expect(() => valid({ leader: null })).toThrow(
      expect.objectContaining({
        fieldErrors: [{ path: ['leader'], message: 'must not be null; leave it out to keep it' }],
      }),
    );
  });
});

it('leaves unknown members and prototype names unchanged', () => {
  const value = JSON.parse('{"other": "", "__proto__": "", "constructor": [], "toString": ""}');
  expect(Object.entries(read(value) as object)).toEqual(Object.entries(value));
});

describe('blanks in filters', () => {
  it('are left out together with members that would swap a prototype', () => {
    const filter = withoutBlanks(JSON.parse('{"a": {"__proto__": {"polluted": 1}, "b": ""}}')) as { a: object };
    expect(Reflect.ownKeys(filter.a)).toEqual([]);
    expect('polluted' in filter.a).toBe(false);
  });

  it('are left out at every depth; a list of only blanks is left out too', () => {
    const filter = {
      a: '',
      'b.c': '',
      tags: ['', 'x'],
      labels: [''],
      ids: [],
      deep: { d: '', e: 0, f: null, g: false },
    };
    expect(withoutBlanks({ filter, page: '' })).toEqual({
      filter: { tags: ['x'], ids: [], deep: { e: 0, f: null, g: false } },
    });
    expect(withoutBlanks({ filter: '' })).toEqual({});
  });
});
