import { z } from 'zod';
import { isPlainObject } from './casing.ts';

/*
 * How clients send empty values. PHP encodes the empty object as `[]`; a form sends `""` for a field that is not filled
 * in. One rule for every route, derived from its input schema.
 */

/** Replaces the empty forms in a raw value; undefined where nothing was given. */
export type EmptyReader = (value: unknown) => unknown;

/**
 * Compiles the rule for a schema: `[]` is the empty object wherever an object is accepted, and `""` is a member that
 * was not given, unless the member takes empty text or is required (then its own message refuses it). An entry `""` of
 * a list that takes no empty text is left out: forms send one for an empty selection.
 */
export function emptyReader(schema: z.core.$ZodType): EmptyReader {
  const forms = formsOf(schema);
  const objects = forms.filter((form) => form instanceof z.ZodObject);
  const members = new Map(
    objects.flatMap(({ shape }) => Object.entries(shape)).map(([name, of]) => [name, member(of)]),
  );
  const elements = forms.filter((form) => form instanceof z.ZodArray).map(({ element }) => element);
  const entries = elements.map(emptyReader);
  const isEntry = (value: unknown) => value !== '' || elements.some((element) => accepts(element, ''));
  const readEntry: EmptyReader = (value) => entries.reduce((read, reader) => reader(read), value);
  return (value) => {
    const given = objects.length > 0 && isEmptyList(value) ? {} : value;
    if (Array.isArray(given)) return entries.length > 0 ? given.filter(isEntry).map(readEntry) : given;
    if (members.size === 0 || !isPlainObject(given)) return given;
    return Object.fromEntries(
      Object.entries(given).flatMap(([name, inner]) => {
        const read = members.get(name)?.(inner) ?? inner;
        return read === NOT_GIVEN ? [] : [[name, read]];
      }),
    );
  };
}

const NOT_GIVEN = Symbol('not given');

function member(schema: z.core.$ZodType): EmptyReader {
  const read = emptyReader(schema);
  const mayBeBlank = accepts(schema, '') || !accepts(schema, undefined);
  return (value) => (value === '' && !mayBeBlank ? NOT_GIVEN : read(value));
}

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** The types that a schema accepts, without wrappers. */
function formsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(formsOf);
  if (schema instanceof z.ZodPipe) return [...formsOf(schema.in), ...formsOf(schema.out)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return formsOf(schema.unwrap());
  return [schema];
}

/**
 * Drops blanks at every depth: members and entries that are `""`, and lists that hold nothing else.
 * For filters only, where no text is cleared. Members `__proto__` are dropped, too. The result shares no object with the
 * value.
 */
export function withoutBlanks(value: unknown): unknown {
  if (value === '') return undefined;
  if (Array.isArray(value)) {
    const entries = value.map(withoutBlanks).filter((entry) => entry !== undefined);
    return entries.length === 0 && value.length > 0 ? undefined : entries;
  }
  if (!isPlainObject(value)) return value;
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    // An assignment to this name would swap the prototype.
    const inner = name === '__proto__' ? undefined : withoutBlanks(value[name]);
    if (inner !== undefined) members[name] = inner;
  }
  return members;
}
