import { parse, validate } from 'graphql';
import { wireFormatter } from 'graphql-sql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { wireForms } from './wire-forms.ts';

const formatted = (text: string, data: Record<string, unknown>) => {
  wireFormatter(parse(text), wireForms)?.(data);
  return data;
};

describe('@wire', () => {
  it('formats a value as its arguments say', () => {
    const text = `{
      number @wire(as: TEXT) nothing @wire(as: NULL) list @wire(as: EMPTY_LIST) moment @wire(as: DATE_TIME_TEXT)
      day @wire(as: ISO_DATE_TIME) time @wire(as: SHORT_TIME) same
      status @wire(as: CANCELED) other @wire(as: CANCELED) only @wire(as: ONLY_MEMBER) { member }
    }`;
    const data = {
      number: 12.5,
      nothing: { a: 1 },
      list: [1],
      moment: '2026-06-10T08:05:06.007Z',
      day: '2026-06-10',
      time: '08:05:06',
      same: 7,
      status: 'Cancelled',
      other: 'Booked',
      only: { member: 5 },
    };
    expect(formatted(text, data)).toEqual({
      number: '12.5',
      nothing: null,
      list: [],
      moment: '2026-06-10 08:05:06',
      day: '2026-06-10T00:00:00.000Z',
      time: '08:05',
      same: 7,
      status: 'CANCELED',
      other: 'Booked',
      only: 5,
    });
  });

  it('leaves null unchanged unless nullAs is given', () => {
    expect(
      formatted('{ a @wire(as: TEXT) b @wire(nullAs: EMPTY_LIST) c @wire(nullAs: EMPTY_LIST) { d } }', {
        a: null,
        b: null,
        c: { d: 1 },
      }),
    ).toEqual({
      a: null,
      b: [],
      c: { d: 1 },
    });
  });

  it('applies in lists, fragments and aliases, and skips fields that are left out', () => {
    const text = `
      query { list: things { ...Part, inner { x: value @wire(as: TEXT), gone @wire(as: TEXT) } ... on Thing { y @wire(as: TEXT) } } }
      fragment Part on Thing { deep { ...Deep } }
      fragment Deep on Thing { z @wire(as: TEXT) }`;
    const thing = (n: number | null) => ({ deep: [{ z: n }, { z: n }], inner: n === null ? null : { x: n }, y: n });
    expect(formatted(text, { list: [thing(1), thing(null), [thing(2)]] })).toEqual({
      list: [
        { deep: [{ z: '1' }, { z: '1' }], inner: { x: '1' }, y: '1' },
        { deep: [{ z: null }, { z: null }], inner: null, y: null },
        [{ deep: [{ z: '2' }, { z: '2' }], inner: { x: '2' }, y: '2' }],
      ],
    });
  });

  it('formats a key once by its first directive, however often it is selected', () => {
    const text = `{ only @wire(as: ONLY_MEMBER) { inner { n @wire(as: TEXT) } } ...Again }
      fragment Again on Thing { a a @wire(as: TEXT) only @wire(as: ONLY_MEMBER) { inner { n @wire(as: TEXT) m @wire(as: TEXT) } } }`;
    expect(formatted(text, { a: 1, only: { inner: { n: 1, m: 2 } } })).toEqual({ a: '1', only: { n: '1', m: '2' } });
  });

  it('is found in fragments that are spread repeatedly, without visiting a fragment at each spread', () => {
    const deep = Array.from(
      { length: 40 },
      (_, at) => `fragment F${at} on T { a { ...F${at + 1} ...F${at + 1} } ...F40 }`,
    );
    const text = `{ ...F0 ...F0 } ${deep.join(' ')} fragment F40 on T { n @wire(as: TEXT) }`;
    expect(formatted(text, { n: 1, a: { n: 2, a: { n: 3 } } })).toEqual({ n: '1', a: { n: '2', a: { n: '3' } } });
  });

  it('needs no formatter where a document does not use it', () => {
    expect(wireFormatter(parse('{ a { b } }'), wireForms)).toBeUndefined();
    expect(wireFormatter(parse('fragment A on B { c @wire(as: TEXT) }'), wireForms)).toBeUndefined();
  });

  it('accepts no other form', () => {
    const errors = (text: string) => validate(schema, parse(text)).map(({ message }) => message);
    expect(errors('{ viewer { id: databaseId @wire(as: TEXT) } }')).toEqual([]);
    expect(errors('{ viewer { id: databaseId @wire(as: LOUD) } }')).toHaveLength(1);
    expect(errors('{ viewer { id: databaseId @wire(nullAs: TEXT) } }')).toHaveLength(1);
  });
});
