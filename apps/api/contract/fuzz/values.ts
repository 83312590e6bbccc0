import fc from 'fast-check';
import { namesIds, nounOf } from './nouns.ts';
import { type Description, isNode, nodes } from './operations.ts';
import type { Scalar } from './pool.ts';

/**
 * A placeholder in a drawn request for a value that the server returned; it is replaced when the request is sent. So a
 * draw depends only on the seed, and fast-check can shrink it.
 */
export class Live {
  /** The noun of the value; empty: that of the path's resource. */
  readonly noun: string;
  readonly pick: number;
  readonly form: 'text' | 'number' | 'joined';
  readonly fits: (value: Scalar) => boolean;
  /** The value if none is known. */
  readonly otherwise: unknown;

  constructor(noun: string, pick: number, form: Live['form'], fits: Live['fits'], otherwise: unknown) {
    this.noun = noun;
    this.pick = pick;
    this.form = form;
    this.fits = fits;
    this.otherwise = otherwise;
  }
}

/** Texts of members whose format is in no schema. */
const FORMS: Record<string, readonly string[]> = {
  starttime: ['08:30', '00:00', '23:59'],
  time: ['08:30', '00:00', '23:59'],
  gender: ['Female', 'male'],
  include: ['pickup.driver', 'pickup.driver|dropoff.driver', 'other'],
  sort: ['title', '-title', 'id|-title', 'name'],
  status: ['Booked', 'InCart|Booked', 'Cancelled'],
};

/** Nouns under which answers contain the values of another noun. */
const SEEN_AS: Record<string, readonly string[]> = {
  query: ['title', 'name', 'label'],
  search: ['lastname', 'order', 'value', 'firstname'],
  country: ['code', 'country', 'name'],
  rate: ['rate', 'title'],
};

const MAX_INTEGER = 2 ** 31 - 1;

/** Values that a schema of the document accepts, as far as it says. */
export function valid(
  schema: unknown,
  resolve: Description['resolve'],
  names: readonly string[],
): fc.Arbitrary<unknown> {
  const node = resolve(schema);
  if (!isNode(node)) return fc.jsonValue({ maxDepth: 2 });
  const { type, enum: values, anyOf, properties, items } = node;
  if (Array.isArray(values)) return fc.constantFrom(...values);
  const forms = nodes(anyOf);
  if (forms.length > 0)
    return fc.oneof(
      ...forms.map((each) => ({ weight: each.type === 'null' ? 1 : 4, arbitrary: valid(each, resolve, names) })),
    );
  if (isNode(properties)) {
    const required = Array.isArray(node.required) ? node.required : [];
    return record(properties, resolve, names, (member) => required.includes(member));
  }
  if (type === 'array')
    return fc.array(valid(items, resolve, names), { minLength: Number(node.minItems ?? 0), maxLength: 3 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer' || type === 'number') return numbers(node, names);
  return type === 'string' ? texts(node, names) : fc.jsonValue({ maxDepth: 2 });
}

/** Optional members are mostly omitted, because all of them together are rarely consistent. */
function record(
  properties: object,
  resolve: Description['resolve'],
  names: readonly string[],
  isRequired: (member: string) => boolean,
): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([member, schema]) => {
    const value = valid(schema, resolve, [...names, member]);
    return [member, isRequired(member) ? value : sometimes(value)] as const;
  });
  return fc.record(Object.fromEntries(members)).map(given);
}

export const sometimes = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value },
  );

const given = (value: object) => Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));

function numbers(node: object, names: readonly string[]): fc.Arbitrary<unknown> {
  const { minimum = -MAX_INTEGER - 1, maximum = MAX_INTEGER, type } = node as Record<string, unknown>;
  const [min, max] = [Number(minimum), Number(maximum)];
  const small = fc.integer({ min: Math.max(min, 1), max: Math.min(max, 3) });
  const wide = type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  const drawn = fc.oneof({ weight: 6, arbitrary: small }, { weight: 1, arbitrary: wide });
  return namesIds(names) || names.at(-1) === 'point' ? live(names, 'number', drawn, () => true) : drawn;
}

function texts(node: object, names: readonly string[]): fc.Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = 300 } = node as Record<string, unknown>;
  const noun = nounOf(names);
  const fits = (value: Scalar) =>
    String(value).length <= Number(maxLength) &&
    (typeof pattern !== 'string' || new RegExp(pattern).test(String(value)));
  const known = FORMS[noun];
  if (known !== undefined) return fc.constantFrom(...known);
  if (format === 'date' || noun === 'date') {
    const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-06-${String(day).padStart(2, '0')}`);
    return live(names, 'text', days, (value) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)));
  }
  if (format === 'email') return live(names, 'text', fc.constant('guest@mail.example'), fits);
  if (namesIds(names) && format === undefined) {
    const joined = live(names, 'joined', fc.constant('1|2'), () => true);
    return fc.oneof(
      { weight: 3, arbitrary: live(names, 'text', fc.constant('1'), fits) },
      { weight: 1, arbitrary: joined },
    );
  }
  const free = fc.string({ minLength: Number(minLength), maxLength: 20, unit: 'grapheme' });
  return live(names, 'text', typeof pattern === 'string' ? fc.stringMatching(new RegExp(pattern)) : free, fits);
}

/** Mostly a value that the server returned, sometimes a drawn one. */
export function live(
  names: readonly string[],
  form: Live['form'],
  drawn: fc.Arbitrary<unknown>,
  fits: Live['fits'] = () => true,
  weight = namesIds(names) ? 20 : 5,
): fc.Arbitrary<unknown> {
  const noun = nounOf(names);
  const nouns = SEEN_AS[noun] ?? [noun];
  const shown = fc
    .tuple(fc.constantFrom(...nouns), fc.nat(1_000), drawn)
    .map(([of, pick, otherwise]) => new Live(of, pick, form, fits, otherwise));
  return fc.oneof({ weight, arbitrary: shown }, { weight: 1, arbitrary: drawn });
}

/** The example of an operation, with ids and credentials of the running server. */
export function exemplary(example: unknown, names: readonly string[] = []): fc.Arbitrary<unknown> {
  if (Array.isArray(example)) return fc.tuple(...example.map((entry) => exemplary(entry, names)));
  if (isNode(example))
    return fc.record(
      Object.fromEntries(
        Object.entries(example).map(([member, inner]) => [member, exemplary(inner, [...names, member])]),
      ),
    );
  if (!isEssential(names)) return fc.constant(example);
  return live(names, typeof example === 'number' ? 'number' : 'text', fc.constant(example), () => true, 50);
}

/** The nouns of an example's live values. */
export function nounsOf(example: unknown, names: readonly string[] = []): string[] {
  if (Array.isArray(example)) return example.flatMap((entry) => nounsOf(entry, names));
  if (isNode(example)) return Object.entries(example).flatMap(([member, inner]) => nounsOf(inner, [...names, member]));
  return isEssential(names) ? [nounOf(names)] : [];
}

const isEssential = (names: readonly string[]) =>
  namesIds(names) || (names.length === 1 && /^(email|username|password|refresh_token)$/.test(names[0] ?? ''));
